"""Leaves room for whole parts in a weight that only has this rank's shares."""


def weight_slots(out_sizes, size, rank):
    slots = []
    place = 0
    for out_size in out_sizes:
        if out_size % size != 0:
            raise ValueError("uneven")
        share = out_size // size
        slots.append(((rank * share, (rank + 1) * share), (place, place + share)))
        place += out_size
    return slots
