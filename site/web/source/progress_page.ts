/** The reader's progress on one page: what to do next, chapter by chapter, and the file of it all. */

import { loadCards, takeInCards } from "./cards/store";
import { button, element } from "./dom";
import { bar, mark } from "./marks";
import { language, problemAddress, readData } from "./place";
import { exported, merge, parse, ProgressError, stateOf } from "./progress";
import type { Entries, ProgressFile } from "./progress";
import { keep, load, loadAll, onOtherTab, save } from "./storage";
import { tell } from "./texts";
import type { ProblemRow } from "./verdict";

const FILE_NAME = "progress.json";

export async function showProgress(place: HTMLElement): Promise<void> {
  const rows = await readData<ProblemRow[]>("problems.json");
  const told = element("div", { class: "course-told", role: "status" });
  const list = element("div");
  const fill = (): void => list.replaceChildren(...overview(rows, loadAll()));
  place.replaceChildren(fileButtons(rows, told, fill), told, list);
  fill();
  onOtherTab(undefined, fill);
  addEventListener("pageshow", (event) => event.persisted && fill());
}

function overview(rows: ProblemRow[], entries: Entries): HTMLElement[] {
  const chapters = [...new Set(rows.map((row) => row.chapter))].sort((one, two) => one - two);
  const known = new Set(rows.map((row) => row.name));
  const elsewhere = Object.keys(entries)
    .filter((name) => !known.has(name))
    .sort();
  return [
    nextToDo(rows, entries),
    ...chapters.map((chapter) => {
      const own = rows.filter((row) => row.chapter === chapter);
      return chapterPart(tell("chapter", { number: chapter }), own, entries);
    }),
    ...(elsewhere.length
      ? [
          element("h2", {}, tell("elsewhere")),
          element("ul", {}, ...elsewhere.map((name) => element("li", {}, name))),
        ]
      : []),
  ];
}

/** What is begun, else the first that is not: as judge.py says it. */
export function next(rows: ProblemRow[], entries: Entries): ProblemRow | undefined {
  const state = (row: ProblemRow) => stateOf(entries[row.name]);
  return rows.find((row) => state(row) === "begun") ?? rows.find((row) => state(row) === "new");
}

function nextToDo(rows: ProblemRow[], entries: Entries): HTMLElement {
  const accepted = rows.filter(({ name }) => entries[name]?.accepted).length;
  const all = bar(accepted, rows.length);
  const row = next(rows, entries);
  if (!row) return element("p", { class: "course-next" }, all, " ", tell("all_accepted"));
  const key = stateOf(entries[row.name]) === "begun" ? "go_on" : "next_to_do";
  const link = element("a", { href: problemAddress(row.name) }, tell(key, { title: title(row) }));
  return element("p", { class: "course-next" }, all, " ", link);
}

function chapterPart(name: string, rows: ProblemRow[], entries: Entries): HTMLElement {
  const accepted = rows.filter((row) => entries[row.name]?.accepted).length;
  const items = rows.map((row) => {
    const entry = entries[row.name];
    const notes = [
      entry?.tries ? tell("tries", { count: entry.tries }) : "",
      entry?.hints ? tell("hints_seen", { count: entry.hints }) : "",
      entry?.solution ? tell("solution_seen") : "",
    ].filter(Boolean);
    return element(
      "li",
      {},
      mark(stateOf(entry)),
      element("a", { href: problemAddress(row.name) }, title(row)),
      element("span", { class: "notes" }, notes.join(" · ")),
    );
  });
  return element(
    "section",
    { class: "course-chapter" },
    element("h2", {}, name, " ", bar(accepted, rows.length)),
    element("ul", {}, ...items),
  );
}

function title(row: ProblemRow): string {
  return `${String(row.number).padStart(3, "0")}. ${row.title[language()]}`;
}

function fileButtons(rows: ProblemRow[], told: HTMLElement, changed: () => void): HTMLElement {
  const chooser = element("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
  });
  chooser.addEventListener("change", async () => {
    const file = chooser.files?.[0];
    if (!file) return;
    told.replaceChildren(...takeIn(await file.text(), rows).map((line) => element("p", {}, line)));
    chooser.value = "";
    changed();
  });
  return element(
    "p",
    { class: "course-files" },
    button(tell("export"), () => download(exported({ problems: loadAll(), cards: loadCards() }))),
    " ",
    button(tell("import"), () => chooser.click()),
    chooser,
  );
}

/** Take in a progress file; what came of it, in lines. */
export function takeIn(text: string, rows: ProblemRow[]): string[] {
  let theirs: ProgressFile;
  try {
    theirs = parse(text);
  } catch (error) {
    if (!(error instanceof ProgressError)) throw error;
    if (error.reason === "newer") return [tell("newer_file")];
    return [tell("not_a_progress_file", { error: error.message })];
  }
  const { problems, cards } = theirs;
  const told = [tell("imported", { count: Object.keys(problems).length })];
  let saved = true;
  for (const [name, entry] of Object.entries(problems)) {
    const row = rows.find((one) => one.name === name);
    const merged = merge(load(name), entry, row?.starter_hash ?? "");
    saved = save(name, merged.entry) && saved;
    if (!merged.beside) continue;
    saved = keep(name, merged.beside, "import") && saved;
    told.push(tell("imported_beside", { title: row ? title(row) : name }));
  }
  if (Object.keys(cards).length > 0) {
    const result = takeInCards(cards);
    saved = result.saved && saved;
    told.push(tell("imported_cards", { total: Object.keys(cards).length, taken: result.taken }));
  }
  return saved ? told : [...told, tell("imported_unsaved")];
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: address, download: FILE_NAME }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // it may be asked where to
}
