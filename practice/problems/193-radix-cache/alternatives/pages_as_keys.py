"""A tree of lists of pages, walked by recursion; a node counts the locks that end in it."""

from collections import namedtuple

import torch

SizeInfo = namedtuple("SizeInfo", "evictable_size protected_size")
MatchResult = namedtuple("MatchResult", "cuda_handle")
InsertResult = namedtuple("InsertResult", "cached_len handle")


class Node:
    def __init__(self, parent, pages, slots):
        self.parent, self.pages, self.slots = parent, pages, slots
        self.children = []
        self.locks_here = 0
        self.tick = 0

    def locked(self):
        return self.locks_here > 0 or any(child.locked() for child in self.children)

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()


class Handle:
    def __init__(self, node, cached_len):
        self.node, self.cached_len = node, cached_len

    def get_matched_indices(self):
        def collect(node):
            return [] if node is None else collect(node.parent) + node.slots

        return torch.tensor(collect(self.node), dtype=torch.int32)


class RadixPrefixCache:
    def __init__(self, page_size):
        self.page_size, self.tick = page_size, 0
        self.root = Node(None, [], [])

    def pages_of(self, tensor):
        numbers, size = tensor.tolist(), self.page_size
        return [numbers[i : i + size] for i in range(0, len(numbers) - size + 1, size)]

    @property
    def size_info(self):
        sizes = [0, 0]
        for node in self.root.all():
            sizes[node.locked()] += len(node.slots)
        return SizeInfo(*sizes)

    def find(self, node, pages):
        """The node where the pages end, split off if need be, and the pages that are left."""
        for number, child in enumerate(node.children):
            common = 0
            for own, other in zip(child.pages, pages, strict=False):
                if own != other:
                    break
                common += 1
            if common == 0:
                continue
            if common < len(child.pages):
                upper = Node(node, child.pages[:common], child.slots[: common * self.page_size])
                child.pages = child.pages[common:]
                child.slots = child.slots[common * self.page_size :]
                child.parent, upper.children = upper, [child]
                node.children[number] = child = upper
            child.tick = self.tick
            return self.find(child, pages[common:])
        return node, pages

    def match_prefix(self, input_ids):
        self.tick += 1
        pages = self.pages_of(input_ids)
        node, rest = self.find(self.root, pages)
        return MatchResult(Handle(node, (len(pages) - len(rest)) * self.page_size))

    def insert_prefix(self, input_ids, indices):
        self.tick += 1
        pages = self.pages_of(input_ids)
        node, rest = self.find(self.root, pages)
        total, known = len(pages) * self.page_size, (len(pages) - len(rest)) * self.page_size
        if rest:
            leaf = Node(node, rest, indices.tolist()[known:total])
            leaf.tick = self.tick
            node.children.append(leaf)
            node = leaf
        return InsertResult(known, Handle(node, total))

    def lock_handle(self, handle, unlock=False):
        if handle.cached_len == 0:
            return
        if unlock and handle.node.locks_here == 0:
            raise RuntimeError("this handle holds no lock")
        handle.node.locks_here += -1 if unlock else 1

    def evict(self, size):
        if size > self.size_info[0]:
            raise RuntimeError("not that many are evictable")
        slots = []
        while len(slots) < size:
            nodes = [n for n in self.root.all() if n is not self.root]
            leaf = min(
                (n for n in nodes if not n.children and not n.locked()), key=lambda n: n.tick
            )
            leaf.parent.children.remove(leaf)
            slots.extend(leaf.slots)
        return torch.tensor(slots, dtype=torch.int32)
