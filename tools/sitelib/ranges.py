"""Parts of files, as browsers ask for films: ``Range: bytes=0-1023`` (RFC 9110, section 14)."""

from __future__ import annotations

import re

ONE_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


def part_of(header: str, size: int) -> range | None:
    """The bytes of a file of this size that are asked for; an empty range if there are none.

    None if the header asks for something else, such as several parts: then the whole file is sent.
    """
    found = ONE_RANGE.fullmatch(header.strip())
    if found is None or found[1] == found[2] == "":
        return None
    if found[1] == "":  # the last bytes
        return range(max(0, size - int(found[2])), size)
    first, last = int(found[1]), int(found[2] or size - 1)
    if last < first and found[2]:
        return None
    return range(first, min(last + 1, size))
