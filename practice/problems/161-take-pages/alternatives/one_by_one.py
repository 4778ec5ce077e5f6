"""Changes one list in place, and knows a first slot by its remainder."""


class PagePool:
    def __init__(self, num_pages, page_size, prefix_cache):
        self.page_size, self.cache = page_size, prefix_cache
        self.free_slots = list(range(0, num_pages * page_size, page_size))

    def take(self, count):
        if len(self.free_slots) < count:
            missing_pages = count - len(self.free_slots)
            self.free(self.cache.evict(missing_pages * self.page_size))
        return [self.free_slots.pop(0) for _ in range(count)]

    def free(self, slots):
        for slot in slots:
            if slot % self.page_size == 0:
                self.free_slots.append(slot)
