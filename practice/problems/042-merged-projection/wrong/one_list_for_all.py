"""Keeps the slots in a default argument: asking for the next rank overwrites this one's list."""


def weight_slots(out_sizes, size, rank, slots=[]):  # noqa: B006
    slots.clear()
    place = 0
    for out_size in out_sizes:
        if out_size % size != 0:
            raise ValueError("cannot be divided evenly")
        share = out_size // size
        slots.append(((rank * share, (rank + 1) * share), (place, place + share)))
        place += share
    return slots
