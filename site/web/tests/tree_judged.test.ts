import { expect, test } from "vitest";

import { sceneOf } from "../source/tree/judged";
import { toLink } from "../source/tree/link";

function link(...lines: string[]): string | undefined {
  const scene = sceneOf(["cache = RadixPrefixCache(1)", ...lines]);
  return scene && toLink(scene).replace("#tree=1&page=1&ops=", "");
}

test("the steps of the random test", () => {
  const scene = sceneOf([
    "cache = RadixPrefixCache(2)",
    "handle_1 = cache.insert_prefix(t(2, 1), t(100, 101)).handle",
    "cache.lock_handle(handle_1)",
    "handle_2 = cache.match_prefix(t(2,)).cuda_handle",
    "cache.lock_handle(handle_2, unlock=True)  # is refused",
    "handle_3 = cache.insert_prefix(t(), t()).handle",
    "cache.evict(1)",
  ]);
  expect(scene?.pageSize).toBe(2);
  expect(toLink(scene!)).toBe("#tree=1&page=2&ops=i2.1/100.101;l0;m2;u2;i/;e1");
});

test("the steps of the other tests, with their asserts", () => {
  expect(
    link(
      "handle = cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13)).handle",
      "cache.lock_handle(handle)",
      "cache.insert_prefix(t(1, 2, 7), t(20, 21, 22))",
      "assert cache.size_info == (1, 4)",
      "assert handle.get_matched_indices().tolist() == [10, 11, 12, 13]",
      "assert cache.evict(1).tolist() == [22]",
    ),
  ).toBe("i1.2.3.4/10.11.12.13;l0;i1.2.7/20.21.22;e1");
  expect(
    link(
      "inserted = cache.insert_prefix(t(1, 2), t(10, 11))",
      "assert inserted.cached_len == 0",
      "cache.lock_handle(inserted.handle)",
      "cache.lock_handle(cache.match_prefix(t(1)).cuda_handle)",
      "assert found(cache, 1, 2) == [10, 11]",
      "assert same(cache.evict(0), t())",
    ),
  ).toBe("i1.2/10.11;l0;m1;l2;m1.2;e0");
});

test("a name means what it was given last", () => {
  expect(
    link(
      "handle = cache.insert_prefix(t(1), t(1)).handle",
      "handle = cache.match_prefix(t(1)).cuda_handle",
      "cache.lock_handle(handle)",
    ),
  ).toBe("i1/1;m1;l1");
});

test.each([
  ["for _ in range(3): cache.evict(1)"],
  ["cache.lock_handle(unknown)"],
  ["cache.insert_prefix(ids, slots)"],
  ["cache.match_prefix(t(*ids))"],
  ["cache.reset()"],
  ["cache.evict(size)"],
  ["helper(cache)"],
  ["other = RadixPrefixCache(1)"],
  ["cache = RadixPrefixCache(1)"],
  ["cache.insert_prefix(t(1, 2), t(1))"],
])("%s is not understood, and so nothing is offered", (line) => {
  expect(link(line)).toBeUndefined();
});

test("a page size that the tree does not offer, or no beginning", () => {
  expect(sceneOf(["cache = RadixPrefixCache(3)", "cache.evict(0)"])).toBeUndefined();
  expect(sceneOf(["cache.evict(0)"])).toBeUndefined();
  expect(sceneOf([])).toBeUndefined();
});
