"""Empties the free list first and then asks the cache: if that refuses, the pages are gone."""


class PagePool:
    def __init__(self, num_pages, page_size, prefix_cache):
        self.page_size = page_size
        self.prefix_cache = prefix_cache
        self.free_slots = [page * page_size for page in range(num_pages)]

    def take(self, count):
        taken, self.free_slots = self.free_slots[:count], self.free_slots[count:]
        shortage = count - len(taken)
        if shortage > 0:
            self.free(self.prefix_cache.evict(shortage * self.page_size))
            taken += self.free_slots[:shortage]
            self.free_slots = self.free_slots[shortage:]
        return taken

    def free(self, slots):
        self.free_slots = self.free_slots + slots[:: self.page_size]
