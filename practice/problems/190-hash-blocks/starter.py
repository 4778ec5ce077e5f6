class BlockCache:
    """A prefix cache without a tree: full blocks, found by a key that stands for a prefix."""

    def __init__(self, block_size: int) -> None:
        raise NotImplementedError("not written yet")

    def match(self, tokens: list[int]) -> list[int]:
        """The numbers of the blocks that hold the longest cached prefix."""
        raise NotImplementedError("not written yet")

    def insert(self, tokens: list[int], blocks: list[int]) -> list[int]:
        """Cache the full blocks of ``tokens``; return the blocks that hold them from now on."""
        raise NotImplementedError("not written yet")
