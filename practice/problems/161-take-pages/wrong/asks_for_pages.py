"""Asks the cache for so many pages where the cache counts tokens.

Seen in: mini-sglang PR 80.
"""


class PagePool:
    def __init__(self, num_pages, page_size, prefix_cache):
        self.page_size = page_size
        self.prefix_cache = prefix_cache
        self.free_slots = [page * page_size for page in range(num_pages)]

    def take(self, count):
        shortage = count - len(self.free_slots)
        if shortage > 0:
            self.free(self.prefix_cache.evict(shortage))
        taken, self.free_slots = self.free_slots[:count], self.free_slots[count:]
        return taken

    def free(self, slots):
        self.free_slots = self.free_slots + slots[:: self.page_size]
