"""Moves the place to write by the rank too, as if the merged weight held all ranks' rows."""


def weight_slots(out_sizes, size, rank):
    slots = []
    begin = 0
    for out_size in out_sizes:
        if out_size % size != 0:
            raise ValueError("uneven")
        share = out_size // size
        first, end = rank * share, (rank + 1) * share
        slots.append(((first, end), (begin + first, begin + end)))
        begin += out_size
    return slots
