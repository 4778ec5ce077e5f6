/** The list of problems, the marks of other pages, and the page of progress. */

import { beforeEach, expect, test, vi } from "vitest";

import { loadCard } from "../source/cards/store";
import { showMarks } from "../source/marks";
import { showProblemList } from "../source/problem_list";
import { next, showProgress, takeIn } from "../source/progress_page";
import { kept, load, update } from "../source/storage";
import type { ProblemRow } from "../source/verdict";

const [ONE, TWO, THREE] = ["081-align-and-pages", "084-page-allocator", "193-radix-cache"] as const;
const ROWS: ProblemRow[] = [row(ONE, 4, "Align"), row(TWO, 4, "Pages"), row(THREE, 9, "Radix")];

function row(name: string, chapter: number, title: string): ProblemRow {
  return {
    name,
    number: Number(name.slice(0, 3)),
    chapter,
    title: { en: title, zh: title },
    tags: [],
    difficulty: "easy",
    needs: [],
    kind: "write",
    starter_hash: `hash of ${name}`,
    file_name: "",
  };
}

function texts(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((found) => found.textContent ?? "");
}

const accept = (name: string) => update(name, "", (entry) => (entry.accepted = true));
const begin = (name: string) => update(name, "", (entry) => (entry.tries = 1));

beforeEach(() => {
  localStorage.clear();
  document.documentElement.lang = "en";
  history.replaceState(null, "", "/en/problems/");
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(ROWS))),
  );
});

function list(): void {
  const cells = (name: string) =>
    `<td class="state"></td><td><a href="#">${name}</a></td><td></td><td>easy</td>`;
  document.body.innerHTML = `<table id="problems"><tbody>
    <tr data-problem="${ONE}" data-chapter="4" data-difficulty="easy" data-needs="" data-tags="pages">${cells(ONE)}</tr>
    <tr data-problem="${TWO}" data-chapter="4" data-difficulty="hard" data-needs="torch" data-tags="pages; heap">${cells(TWO)}</tr>
    <tr data-problem="${THREE}" data-chapter="9" data-difficulty="hard" data-needs="torch" data-tags="tree">${cells(THREE)}</tr>
  </tbody></table>`;
  showProblemList(document.querySelector("table")!);
}

function visible(): string[] {
  const rows = [...document.querySelectorAll<HTMLElement>("tr")];
  return rows.filter((one) => !one.hidden).map((one) => one.dataset["problem"]!);
}

function choose(label: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)!;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

test("the list is marked, filtered, and says how many are left", () => {
  accept(ONE);
  begin(THREE);
  list();
  expect(texts("td.state")).toEqual(["✓accepted", "○not begun", "◐begun"]);
  expect(texts(".course-count")).toEqual(["3 of 3 problems"]);
  choose("Every difficulty", "hard");
  expect(visible()).toEqual([TWO, THREE]);
  choose("Every state", "begun");
  expect(visible()).toEqual([THREE]);
  expect(location.search).toBe("?difficulty=hard&state=begun");
  expect(texts(".course-count")).toEqual(["1 of 3 problems"]);
  [...document.querySelectorAll("button")].at(-1)!.click();
  expect(visible()).toHaveLength(3);
  expect(location.search).toBe("");
});

test("the address says what is shown", () => {
  history.replaceState(null, "", "/en/problems/?chapter=4&text=heap");
  list();
  expect(visible()).toEqual([TWO]);
});

test("the marks of a chapter, and of the table of chapters", async () => {
  accept(ONE);
  document.body.innerHTML = `<ul class="chapter-problems"><li data-problem="${ONE}"><a>1</a></li>
    <li data-problem="${TWO}"><a>2</a></li></ul>
    <span class="chapter-progress" data-chapter="4"></span><span class="chapter-progress" data-chapter="5"></span>`;
  showMarks();
  expect(texts("li")).toEqual(["✓accepted1", "○not begun2"]);
  await vi.waitFor(() => expect(texts(".chapter-progress")).toEqual(["1 / 2", ""]));
  update(TWO, "", (entry) => (entry.accepted = true));
  dispatchEvent(new StorageEvent("storage", { key: `minisgl-course/problem/${TWO}` }));
  expect(texts("li")).toEqual(["✓accepted1", "✓accepted2"]);
  await vi.waitFor(() => expect(texts(".chapter-progress")).toEqual(["2 / 2", ""]));
});

test("next is what is begun, else the first that is new", () => {
  const all = () =>
    Object.fromEntries([ONE, TWO, THREE].map((name) => [name, load(name)]).filter(([, e]) => e));
  expect(next(ROWS, all())?.name).toBe(ONE);
  begin(TWO);
  expect(next(ROWS, all())?.name).toBe(TWO);
  for (const name of [ONE, TWO, THREE]) accept(name);
  expect(next(ROWS, all())).toBeUndefined();
});

test("the page of progress: by chapter, with what to do next", async () => {
  accept(ONE);
  begin(THREE);
  update("999-of-another-time", "", (entry) => (entry.tries = 1));
  document.body.innerHTML = `<div id="progress"></div>`;
  await showProgress(document.querySelector("#progress")!);
  expect(texts(".course-next")).toEqual(["1 / 3 Go on with: 193. Radix"]);
  expect(document.querySelector<HTMLAnchorElement>(".course-next a")!.pathname).toMatch(
    /\/en\/problems\/193-radix-cache\/$/,
  );
  expect(texts(".course-chapter h2")).toEqual(["Chapter 4 1 / 2", "Chapter 9 0 / 1"]);
  expect(texts(".notes")).toEqual(["", "", "tries: 1"]);
  expect(document.body.textContent).toContain("999-of-another-time");
});

test("a file is taken in, and what could not be put in the place of the reader's own is kept", () => {
  update(TWO, "hash", (entry) => (entry.code = "mine\n"));
  const problems = { [ONE]: { accepted: true }, [TWO]: { tries: 2, code: "theirs\n" } };
  const told = takeIn(JSON.stringify({ schema: 1, problems }), ROWS);
  expect(told).toEqual([
    "Taken in: 2 problems.",
    "084. Pages: your own program stays; the other one is among the earlier texts of that problem.",
  ]);
  expect(load(ONE)).toMatchObject({ accepted: true, starter: `hash of ${ONE}` });
  expect(load(TWO)).toMatchObject({ tries: 2, code: "mine\n" });
  expect(kept(TWO)).toEqual([{ why: "import", code: "theirs\n" }]);
});

test("the review cards of a file are taken in too", () => {
  const due = "2026-12-04T09:30:00.000Z";
  const fsrs = { stability: 2.5, difficulty: 5, scheduled_days: 2, learning_steps: 0 };
  const card = { due, ...fsrs, reps: 1, lapses: 0, state: 2, last_review: due };
  const file = JSON.stringify({ schema: 1, problems: {}, cards: { "ch09/x": card } });
  expect(takeIn(file, ROWS)[1]).toBe("Review cards: 1 of 1 taken in.");
  expect(takeIn(file, ROWS)[1]).toBe("Review cards: 0 of 1 taken in.");
  expect(loadCard("ch09/x")).toEqual(card);
});

test("what is no progress file changes nothing", () => {
  expect(takeIn("{}", ROWS)[0]).toContain("not a progress file");
  expect(takeIn('{"schema": 2, "problems": {}}', ROWS)[0]).toContain("newer version");
  expect(localStorage).toHaveLength(0);
});
