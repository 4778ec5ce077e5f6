"""Divides the sizes in the caller's own list: the next rank finds shares instead of whole parts."""


def weight_slots(out_sizes, size, rank):
    for part, out_size in enumerate(out_sizes):
        if out_size % size != 0:
            raise ValueError("cannot be divided evenly")
        out_sizes[part] = out_size // size
    slots, place = [], 0
    for share in out_sizes:
        slots.append(((rank * share, (rank + 1) * share), (place, place + share)))
        place += share
    return slots
