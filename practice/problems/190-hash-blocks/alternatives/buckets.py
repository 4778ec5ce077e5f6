"""Short keys, which may coincide, and a list of candidates under each: compared token by token."""


class BlockCache:
    def __init__(self, block_size):
        self.block_size = block_size
        self.buckets = {}  # hash: entries of (entry of the block before, tokens, block)

    def find(self, parent, tokens):
        key = hash((parent and parent[3], tuple(tokens)))
        for entry in self.buckets.get(key, []):
            if entry[0] is parent and entry[1] == tokens:
                return key, entry
        return key, None

    def match(self, tokens):
        blocks, parent = [], None
        while True:
            start = len(blocks) * self.block_size
            part = tokens[start : start + self.block_size]
            entry = self.find(parent, part)[1] if len(part) == self.block_size else None
            if entry is None:
                return blocks
            blocks.append(entry[2])
            parent = entry

    def insert(self, tokens, blocks):
        kept, parent = [], None
        for start in range(0, len(tokens) - self.block_size + 1, self.block_size):
            part = tokens[start : start + self.block_size]
            key, entry = self.find(parent, part)
            if entry is None:
                entry = (parent, part, blocks[len(kept)], key)
                self.buckets.setdefault(key, []).append(entry)
            kept.append(entry[2])
            parent = entry
        return kept
