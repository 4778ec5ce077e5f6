"""Puts the parts together first and cuts the result among the ranks.

With two ranks and gate_up, the first rank would get all of gate and the second all of up.
"""


def weight_slots(out_sizes, size, rank):
    if any(out_size % size for out_size in out_sizes):
        raise ValueError("uneven")
    share = sum(out_sizes) // size
    first, end = rank * share, (rank + 1) * share  # this rank's window of the whole
    slots = []
    begin = 0
    for out_size in out_sizes:
        low = min(max(first, begin), begin + out_size)
        high = max(min(end, begin + out_size), low)
        slots.append(((low - begin, high - begin), (max(low - first, 0), max(high - first, 0))))
        begin += out_size
    return slots
