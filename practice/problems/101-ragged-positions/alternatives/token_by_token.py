"""Row by row: to which request does it belong, and how far is it from its start?"""


def make_offsets(lengths):
    offsets = [0] * (len(lengths) + 1)
    for i, length in enumerate(lengths):
        offsets[i + 1] = offsets[i] + length
    return offsets


def make_positions(cached_lens, device_lens):
    offsets = make_offsets(
        [end - start for start, end in zip(cached_lens, device_lens, strict=True)]
    )
    positions = []
    request = 0
    for row in range(offsets[-1]):
        while row >= offsets[request + 1]:
            request += 1
        positions.append(cached_lens[request] + row - offsets[request])
    return positions
