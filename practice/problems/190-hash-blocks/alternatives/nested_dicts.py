"""A dict for each block: the place in the nest stands for all that comes before."""


class BlockCache:
    def __init__(self, block_size):
        self.block_size = block_size
        self.first = {}

    def match(self, tokens):
        found, level = [], self.first
        for at in range(self.block_size, len(tokens) + 1, self.block_size):
            entry = level.get(tuple(tokens[at - self.block_size : at]))
            if entry is None:
                break
            block, level = entry
            found.append(block)
        return found

    def insert(self, tokens, blocks):
        kept, level = [], self.first
        for number in range(len(tokens) // self.block_size):
            start = number * self.block_size
            key = tuple(tokens[start : start + self.block_size])
            block, level = level.setdefault(key, (blocks[number], {}))
            kept.append(block)
        return kept
