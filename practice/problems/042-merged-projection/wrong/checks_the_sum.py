"""Asks whether the merged size can be divided, not whether each part can."""


def weight_slots(out_sizes, size, rank):
    if sum(out_sizes) % size != 0:
        raise ValueError("uneven")
    slots = []
    place = 0
    for out_size in out_sizes:
        share = out_size // size
        slots.append(((rank * share, (rank + 1) * share), (place, place + share)))
        place += share
    return slots
