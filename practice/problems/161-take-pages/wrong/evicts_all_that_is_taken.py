"""Evicts for the whole request, also what the free list could have given."""


class PagePool:
    def __init__(self, num_pages, page_size, prefix_cache):
        self.page_size = page_size
        self.prefix_cache = prefix_cache
        self.free_slots = [page * page_size for page in range(num_pages)]

    def take(self, count):
        if count > len(self.free_slots):
            self.free(self.prefix_cache.evict(count * self.page_size))
        taken, self.free_slots = self.free_slots[:count], self.free_slots[count:]
        return taken

    def free(self, slots):
        self.free_slots = self.free_slots + slots[:: self.page_size]
