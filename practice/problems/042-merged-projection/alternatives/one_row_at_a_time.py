"""Lists which row of which part is kept, and reads the ranges off that list."""


def weight_slots(out_sizes, size, rank):
    if any(out_size % size for out_size in out_sizes):
        raise ValueError("uneven")
    merged = []
    for part, out_size in enumerate(out_sizes):
        merged += [(part, row) for row in range(out_size) if row * size // out_size == rank]
    slots = []
    for part in range(len(out_sizes)):
        places = [place for place, kept in enumerate(merged) if kept[0] == part]
        rows = [merged[place][1] for place in places]
        slots.append(((rows[0], rows[-1] + 1), (places[0], places[-1] + 1)))
    return slots
