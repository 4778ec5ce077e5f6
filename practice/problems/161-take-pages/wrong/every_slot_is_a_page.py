"""Puts every slot that comes back on the list, as if each were the start of a page.

Seen in: mini-sglang PR 80, where the free list was no longer aligned after an eviction.
"""


class PagePool:
    def __init__(self, num_pages, page_size, prefix_cache):
        self.page_size = page_size
        self.prefix_cache = prefix_cache
        self.free_slots = [page * page_size for page in range(num_pages)]

    def take(self, count):
        shortage = count - len(self.free_slots)
        if shortage > 0:
            self.free(self.prefix_cache.evict(shortage * self.page_size))
        taken, self.free_slots = self.free_slots[:count], self.free_slots[count:]
        return taken

    def free(self, slots):
        self.free_slots = self.free_slots + slots
