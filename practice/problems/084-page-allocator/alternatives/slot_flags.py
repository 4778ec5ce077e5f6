"""Knows of slots only: since pages come and go whole, the lowest free slots are whole pages."""


class PageAllocator:
    def __init__(self, num_pages, page_size):
        self.page_size = page_size
        self.is_free = [True] * (num_pages * page_size)

    @property
    def available_size(self):
        return self.is_free.count(True)

    def allocate(self, num_tokens):
        count = num_tokens + -num_tokens % self.page_size
        free = [slot for slot, is_free in enumerate(self.is_free) if is_free]
        if count > len(free):
            raise RuntimeError("too few slots")
        for slot in free[:count]:
            self.is_free[slot] = False
        return free[:count]

    def free(self, slots):
        given = set(slots)
        if len(given) < len(slots):
            raise RuntimeError("a slot twice")
        for slot in slots:
            if not 0 <= slot < len(self.is_free) or self.is_free[slot]:
                raise RuntimeError("a slot that is not taken")
            first = slot - slot % self.page_size
            if not given.issuperset(range(first, first + self.page_size)):
                raise RuntimeError("a part of a page")
        for slot in slots:
            self.is_free[slot] = True
