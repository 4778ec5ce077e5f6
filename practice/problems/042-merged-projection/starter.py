Rows = tuple[int, int]  # (first, end): the rows first … end - 1


def weight_slots(out_sizes: list[int], size: int, rank: int) -> list[tuple[Rows, Rows]]:
    """Where one rank of a merged column-parallel projection gets its weight from.

    Args:
        out_sizes: the outputs of each part, over all ranks.
        size: how many ranks there are.
        rank: which of them this is, 0 … size - 1.

    Returns:
        For each part: the rows to take of the part's tensor in the checkpoint, and the rows of
        this rank's merged weight that they go to.

    Raises:
        ValueError: if a part cannot be divided evenly among the ranks.
    """
    raise NotImplementedError("not written yet")
