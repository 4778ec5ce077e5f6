"""All shares first, then where each begins, as a running sum."""

from itertools import accumulate


def weight_slots(out_sizes, size, rank):
    shares = [out_size // size for out_size in out_sizes]
    if [share * size for share in shares] != list(out_sizes):
        raise ValueError("uneven")
    ends = list(accumulate(shares))
    return [
        ((share * rank, share * rank + share), (end - share, end))
        for share, end in zip(shares, ends, strict=True)
    ]
