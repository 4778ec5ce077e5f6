"""Numbers the pages 0, 1, 2 … instead of naming each by its first slot."""


class PagePool:
    def __init__(self, num_pages, page_size, prefix_cache):
        self.page_size = page_size
        self.prefix_cache = prefix_cache
        self.free_slots = list(range(num_pages))

    def take(self, count):
        shortage = count - len(self.free_slots)
        if shortage > 0:
            self.free(self.prefix_cache.evict(shortage * self.page_size))
        taken, self.free_slots = self.free_slots[:count], self.free_slots[count:]
        return taken

    def free(self, slots):
        pages = [slot // self.page_size for slot in slots[:: self.page_size]]
        self.free_slots = self.free_slots + pages
