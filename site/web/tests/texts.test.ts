// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { TEXTS } from "../source/texts";

const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test.each(Object.entries(TEXTS))(
  "%s: both languages take the same values, and shout at nobody",
  (_, [en, zh]) => {
    expect(placeholders(zh)).toEqual(placeholders(en));
    expect(en + zh).not.toMatch(/[!！]/);
    expect(zh).toMatch(/[\u4e00-\u9fff]/);
  },
);

test("every text is used", () => {
  const folder = new URL("../source/", import.meta.url);
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = all.filter((name) => name.endsWith(".ts") && name !== "texts.ts");
  const source = files.map((name) => readFileSync(new URL(name, folder), "utf8")).join("");
  const prefixes = ["why_", "state_", "rating_"]; // put together where they are used
  const statuses = readFileSync(new URL("verdict.ts", folder), "utf8");
  const unused = Object.keys(TEXTS).filter(
    (key) =>
      !source.includes(`"${key}"`) &&
      !statuses.includes(`"${key}"`) &&
      !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
