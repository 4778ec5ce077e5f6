"""No runs and so no splits: each page is a node of its own, and the tree is as deep as a prompt."""


class PrefixCache:
    def __init__(self, page_size):
        self.page_size = page_size
        self.root = {}

    def pages(self, items):
        size = self.page_size
        return [tuple(items[at : at + size]) for at in range(0, len(items) - size + 1, size)]

    def match(self, tokens):
        below, slots = self.root, []
        for page in self.pages(tokens):
            if page not in below:
                break
            page_slots, below = below[page]
            slots += page_slots
        return len(slots), slots

    def insert(self, tokens, slots):
        cached, _ = self.match(tokens)
        below = self.root
        for page, page_slots in zip(self.pages(tokens), self.pages(slots), strict=True):
            _, below = below.setdefault(page, (page_slots, {}))
        return cached
