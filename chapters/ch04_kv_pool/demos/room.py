"""Three ways to give requests room in a pool: how many fit, and what is free when some are done?"""

from __future__ import annotations

from minisgl.utils import align_up

SLOTS, LONGEST, PAGE_SIZE = 64, 16, 4
LENGTHS = [5, 7, 3, 9, 6, 10, 4, 8, 11]  # what nine requests will have had when they end
DONE = (1, 3, 5, 7)  # every other one ends first
NEXT = 12  # the next request


def place(rooms: list[int]) -> list[tuple[int, int]]:
    """(first slot, slots) of each request in turn, side by side, until one does not fit."""
    runs, end = [], 0
    for room in rooms:
        if end + room > SLOTS:
            break
        runs.append((end, room))
        end += room
    return runs


def longest_run(free: list[bool]) -> int:
    longest = run = 0
    for is_free in free:
        run = run + 1 if is_free else 0
        longest = max(longest, run)
    return longest


def show(name: str, rooms: list[int], is_scattered: bool) -> None:
    runs = place(rooms)
    held = sum(room for _, room in runs)
    tokens = sum(LENGTHS[: len(runs)])
    free = [True] * SLOTS
    for i, (first, room) in enumerate(runs):
        if i not in DONE:
            free[first : first + room] = [False] * room
    usable = sum(free) if is_scattered else longest_run(free)
    verdict = "fits" if usable >= NEXT else "refused"
    print(
        f"{name:<27}{len(runs):>4}{held:>6}{held - tokens:>7}{sum(free):>8}{usable:>8}  {verdict}"
    )


print(f"{SLOTS} slots; lengths {LENGTHS}, none over {LONGEST}; later one of {NEXT}")
print(f"{'':<27} fit  held unused    free  usable  the next")
show("the longest for everybody", [LONGEST for _ in LENGTHS], is_scattered=False)
show("one run of just the length", LENGTHS, is_scattered=False)
pages = [align_up(length, PAGE_SIZE) for length in LENGTHS]
show(f"pages of {PAGE_SIZE}, anywhere", pages, is_scattered=True)

print("\nthe slots of all nine, by page size:")
for size in (1, 2, 4, 8, 16):
    held = sum(align_up(length, size) for length in LENGTHS)
    print(f"  pages of {size:>2}: {held:>3} slots in {held // size:>2} pages")
