import { expect, test } from "vitest";

import { MOST_TOKENS } from "../source/tree/link";
import { tokensOf } from "../source/tree/tokens";

test.each([
  ["1 2 3", [1, 2, 3]],
  ["[1, 2, 3, 9]", [1, 2, 3, 9]],
  ["(7,8)", [7, 8]],
  [" 1，2、3 ", [1, 2, 3]],
  ["", []],
  ["0", [0]],
])("%s: numbers are tokens", (text, tokens) => {
  expect(tokensOf(text, "word", ["the"])).toEqual({ tokens, words: ["the"] });
});

test("words get the next numbers, and keep them", () => {
  const first = tokensOf("the cat, the dog", "word", []);
  expect(first).toEqual({ tokens: [1, 2, 3, 1, 4], words: ["the", "cat", ",", "dog"] });
  expect(tokensOf("a dog", "word", ["the", "cat", ",", "dog"])).toEqual({
    tokens: [5, 4],
    words: ["the", "cat", ",", "dog", "a"],
  });
});

test("characters, whole ones, and a space that can be seen", () => {
  expect(tokensOf("猫 👩‍💻猫", "character", [])).toEqual({
    tokens: [1, 2, 3, 1],
    words: ["猫", "␣", "👩‍💻"],
  });
});

test("numbers among words are words", () => {
  expect(tokensOf("2 cats", "word", [])).toEqual({ tokens: [1, 2], words: ["2", "cats"] });
});

test("what is too much is said", () => {
  expect(tokensOf("1 ".repeat(MOST_TOKENS + 1), "word", [])).toEqual({ fault: "too_many" });
  expect(tokensOf("a ".repeat(MOST_TOKENS + 1), "word", [])).toEqual({ fault: "too_many" });
  expect(tokensOf("2147483648", "word", [])).toEqual({ fault: "number" });
  const known = Array.from({ length: 1000 }, (_, at) => `w${at}`);
  expect(tokensOf("new", "word", known)).toEqual({ fault: "words" });
  expect(tokensOf("w3 w4", "word", known)).toEqual({ tokens: [4, 5], words: known });
});
