"""No dictionary: the runs in a list, and every first page compared."""

from functools import partial


def first_page(page_size, tokens):
    return tokens[0] if page_size == 1 else tuple(tokens[i] for i in range(page_size))


def make_key_fn(page_size):
    return partial(first_page, page_size)


class Children:
    def __init__(self, page_size):
        self.page_size = page_size
        self.runs = []

    def place(self, tokens):
        page = tokens[: self.page_size]
        for place, run in enumerate(self.runs):
            if run[: self.page_size] == page:
                return place
        return None

    def add(self, run):
        place = self.place(run)
        if place is None:
            self.runs.append(list(run))
        else:
            self.runs[place] = list(run)

    def find(self, tokens):
        place = self.place(tokens)
        return None if place is None else self.runs[place]
