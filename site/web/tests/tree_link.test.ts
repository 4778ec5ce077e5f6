import { describe, expect, test } from "vitest";

import {
  fromLink,
  isLink,
  LinkError,
  MOST_OPERATIONS,
  MOST_TOKENS,
  toLink,
} from "../source/tree/link";
import { EMPTY, EXAMPLE } from "../source/tree/operations";
import type { Scene } from "../source/tree/operations";

const SCENE: Scene = {
  pageSize: 2,
  capacity: 16,
  own: true,
  operations: [
    { do: "insert", tokens: [1, 2, 3] },
    { do: "match", tokens: [1, 2] },
    { do: "lock", of: 1 },
    { do: "evict", size: 0 },
    { do: "unlock", of: 1 },
    { do: "match", tokens: [] },
  ],
  words: ["the", "a,b;c&d=e#", "猫", "%"],
};

test("a scene is written and read again", () => {
  for (const scene of [SCENE, EXAMPLE, EMPTY]) expect(fromLink(toLink(scene))).toEqual(scene);
});

test("a link is short and can be read", () => {
  expect(toLink({ ...EXAMPLE, words: [] })).toBe(
    "#tree=1&page=1&ops=i1.2.3.4/10.11.12.13;i1.2.5.6/10.11.20.21;i7.8/30.31",
  );
  expect(toLink(SCENE)).toBe(
    "#tree=1&page=2&capacity=16&own=1&ops=i1.2.3;m1.2;l1;e0;u1;m&words=the,a%2Cb%3Bc%26d%3De%23,%E7%8C%AB,%25",
  );
});

test("only what begins with the name is a link of the tree", () => {
  expect(isLink("#tree=1&page=1")).toBe(true);
  expect(isLink("#tree=")).toBe(true);
  expect(isLink("#the-tree")).toBe(false);
  expect(isLink("")).toBe(false);
});

test("a link may have no operations", () => {
  expect(fromLink("#tree=1&ops=")).toEqual(EMPTY);
});

describe("what is not wholly right is refused, by the name of the part", () => {
  test.each([
    ["#tree=2", "tree"],
    ["#tree=", "tree"],
    ["#tree=1&page=3", "page"],
    ["#tree=1&page=", "page"],
    ["#tree=1&capacity=7", "capacity"],
    ["#tree=1&capacity=-8", "capacity"],
    ["#tree=1&own=2", "own"],
    ["#tree=1&code=print", "code"],
    ["#tree=1&page=1&page=2", "page"],
    ["#tree=1&ops=x1", "x1"],
    ["#tree=1&ops=i1.2;", "ops"],
    ["#tree=1&ops=i1.-2", "i1.-2"],
    ["#tree=1&ops=i1.2.", "i1.2."],
    ["#tree=1&ops=i99999999999", "i99999999999"],
    ["#tree=1&ops=i2147483648", "i2147483648"],
    ["#tree=1&ops=i1.2/3", "i1.2/3"],
    ["#tree=1&capacity=8&ops=i1/3", "i1/3"],
    ["#tree=1&ops=l0", "l0"],
    ["#tree=1&ops=i1;e1;l1", "l1"],
    ["#tree=1&ops=i1;l0.1", "l0.1"],
    ["#tree=1&ops=e", "e"],
    ["#tree=1&ops=m1/2", "m1/2"],
    ["#tree=1&words=a,,b", "words"],
    ["#tree=1&words=%E0%A4%A", "words"],
    [`#tree=1&words=${"x".repeat(41)}`, "words"],
    [`#tree=1&ops=${"m1;".repeat(MOST_OPERATIONS)}m1`, "ops"],
    [`#tree=1&ops=i${"1.".repeat(MOST_TOKENS)}1`, undefined],
    [`#tree=1&words=${"x,".repeat(40_000)}`, "length"],
  ])("%.60s", (hash, part) => {
    expect(() => fromLink(hash)).toThrow(LinkError);
    if (part) expect(() => fromLink(hash)).toThrow(part);
  });
});
