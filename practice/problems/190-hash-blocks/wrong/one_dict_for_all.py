"""Keeps the dict in the class, so that all caches are one."""

from typing import ClassVar


class BlockCache:
    """A prefix cache without a tree: full blocks, found by a key that stands for a prefix."""

    _blocks: ClassVar[dict[tuple[int | None, tuple[int, ...]], int]] = {}

    def __init__(self, block_size: int) -> None:
        self.block_size = block_size

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

    def _full_blocks(self, tokens: list[int]) -> list[tuple[int, ...]]:
        last_start = len(tokens) - self.block_size
        starts = range(0, last_start + 1, self.block_size)
        return [tuple(tokens[start : start + self.block_size]) for start in starts]
