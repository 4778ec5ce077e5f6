"""Packs each token into four bytes, as the engine has its ids: larger ones lose the upper bits."""


class BlockCache:
    """A prefix cache without a tree: full blocks, found by a key that stands for a prefix."""

    def __init__(self, block_size: int) -> None:
        self.block_size = block_size
        # The key is the number of the cached block before, None for the first, and the tokens
        # themselves: a dict compares them, so that blocks with the same hash are kept apart.
        self._blocks: dict[tuple[int | None, bytes], int] = {}

    def match(self, tokens: list[int]) -> list[int]:
        """The numbers of the blocks that hold the longest cached prefix."""
        blocks: list[int] = []
        parent: int | None = None
        for block_tokens in self._full_blocks(tokens):
            parent = self._blocks.get((parent, block_tokens))
            if parent is None:
                break
            blocks.append(parent)
        return blocks

    def insert(self, tokens: list[int], blocks: list[int]) -> list[int]:
        """Cache the full blocks of ``tokens``; return the blocks that hold them from now on."""
        kept: list[int] = []
        parent: int | None = None
        for block_tokens, block in zip(self._full_blocks(tokens), blocks, strict=False):
            parent = self._blocks.setdefault((parent, block_tokens), block)
            kept.append(parent)
        return kept

    def _full_blocks(self, tokens: list[int]) -> list[bytes]:
        last_start = len(tokens) - self.block_size
        starts = range(0, last_start + 1, self.block_size)
        return [
            b"".join(
                (token % 2**32).to_bytes(4, "little") for token in tokens[start:][: self.block_size]
            )
            for start in starts
        ]
