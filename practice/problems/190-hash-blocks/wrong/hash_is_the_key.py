"""Keeps the hash only, and takes blocks with the same hash for the same block.

Seen in: vLLM, CVE-2025-25183: a prompt with the same hash could get the cached blocks of another.
"""


class BlockCache:
    """A prefix cache without a tree: full blocks, found by a key that stands for a prefix."""

    def __init__(self, block_size: int) -> None:
        self.block_size = block_size
        self._blocks: dict[int, int] = {}

    def match(self, tokens: list[int]) -> list[int]:
        """The numbers of the blocks that hold the longest cached prefix."""
        blocks: list[int] = []
        key = 0
        for block_tokens in self._full_blocks(tokens):
            key = hash((key, block_tokens))
            if key not in self._blocks:
                break
            blocks.append(self._blocks[key])
        return blocks

    def insert(self, tokens: list[int], blocks: list[int]) -> list[int]:
        """Cache the full blocks of ``tokens``; return the blocks that hold them from now on."""
        kept: list[int] = []
        key = 0
        for block_tokens, block in zip(self._full_blocks(tokens), blocks, strict=False):
            key = hash((key, block_tokens))
            kept.append(self._blocks.setdefault(key, block))
        return kept

    def _full_blocks(self, tokens: list[int]) -> list[tuple[int, ...]]:
        last_start = len(tokens) - self.block_size
        starts = range(0, last_start + 1, self.block_size)
        return [tuple(tokens[start : start + self.block_size]) for start in starts]
