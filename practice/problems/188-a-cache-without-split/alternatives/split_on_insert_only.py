"""A match reads and changes nothing; only an insert that forks splits."""


class PrefixCache:
    def __init__(self, page_size):
        self.page_size = page_size
        self.top = {}  # first page: [tokens, slots, what is below]

    def match(self, tokens):
        slots = [slot for edge, alike in self.path(tokens) for slot in edge[1][:alike]]
        return len(slots), slots

    def path(self, tokens):
        """Pairs of an edge and how many of its tokens match."""
        found, at, below = [], 0, self.top
        while tuple(tokens[at : at + self.page_size]) in below:
            edge = below[tuple(tokens[at : at + self.page_size])]
            pages = 1
            while (pages + 1) * self.page_size <= len(edge[0]) and (
                edge[0][: (pages + 1) * self.page_size]
                == tokens[at : at + (pages + 1) * self.page_size]
            ):
                pages += 1
            found.append((edge, pages * self.page_size))
            if pages * self.page_size < len(edge[0]):
                break
            at, below = at + len(edge[0]), edge[2]
        return found

    def insert(self, tokens, slots):
        path = self.path(tokens)
        cached = sum(alike for _, alike in path)
        end = len(tokens) - len(tokens) % self.page_size
        if cached == end:
            return cached
        below = self.top
        if path:
            edge, alike = path[-1]
            if alike < len(edge[0]):
                rest = [edge[0][alike:], edge[1][alike:], edge[2]]
                edge[:] = [edge[0][:alike], edge[1][:alike], {self.first(rest[0]): rest}]
            below = edge[2]
        leaf = [tokens[cached:end], slots[cached:end], {}]
        below[self.first(leaf[0])] = leaf
        return cached

    def first(self, tokens):
        return tuple(tokens[: self.page_size])
