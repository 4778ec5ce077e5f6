"""One flag for each row, and a search."""


class TableManager:
    def __init__(self, num_rows):
        self.taken = [False] * num_rows

    @property
    def available_size(self):
        return self.taken.count(False)

    def allocate(self):
        for row, taken in enumerate(self.taken):
            if not taken:
                self.taken[row] = True
                return row
        raise RuntimeError("full")

    def free(self, row):
        if not 0 <= row < len(self.taken) or not self.taken[row]:
            raise RuntimeError("not taken")
        self.taken[row] = False
