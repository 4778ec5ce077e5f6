"""Looks up the whole prompt, so that only the very same prompt is ever found."""


class BlockCache:
    """A prefix cache without a tree: full blocks, found by a key that stands for a prefix."""

    def __init__(self, block_size: int) -> None:
        self.block_size = block_size
        self._blocks: dict[tuple[int, ...], list[int]] = {}

    def match(self, tokens: list[int]) -> list[int]:
        """The numbers of the blocks that hold the longest cached prefix."""
        whole = len(tokens) // self.block_size * self.block_size
        return list(self._blocks.get(tuple(tokens[:whole]), []))

    def insert(self, tokens: list[int], blocks: list[int]) -> list[int]:
        """Cache the full blocks of ``tokens``; return the blocks that hold them from now on."""
        whole = len(tokens) // self.block_size
        key = tuple(tokens[: whole * self.block_size])
        return list(self._blocks.setdefault(key, blocks[:whole]))
