Rows = tuple[int, int]  # (first, end): the rows first … end - 1


def weight_slots(out_sizes: list[int], size: int, rank: int) -> list[tuple[Rows, Rows]]:
    """Where one rank of a merged column-parallel projection gets its weight from."""
    slots = []
    place = 0  # the next free row of this rank's merged weight
    for out_size in out_sizes:
        if out_size % size != 0:
            raise ValueError(f"{out_size} outputs cannot be divided evenly by {size} ranks")
        share = out_size // size
        slots.append(((rank * share, (rank + 1) * share), (place, place + share)))
        place += share
    return slots
