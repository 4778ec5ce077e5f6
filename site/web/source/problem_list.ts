/** The list of all problems: filters above the table, kept in the address. */

import { button, element } from "./dom";
import { ALL, fromQuery, matches, NOTHING, toQuery } from "./filters";
import type { Filters, Row } from "./filters";
import { showMarks } from "./marks";
import type { ProblemState } from "./progress";
import { tell } from "./texts";

type Choices = [value: string, text: string][];

export function showProblemList(table: HTMLTableElement): void {
  const rows = [...table.querySelectorAll<HTMLTableRowElement>("tr[data-problem]")];
  const count = element("p", { class: "course-count", role: "status" });
  const form = element("form", { class: "course-filters", role: "search" });
  const fields: Record<keyof Filters, HTMLInputElement | HTMLSelectElement> = {
    text: element("input", {
      type: "search",
      placeholder: tell("filter_text"),
      "aria-label": tell("filter_text"),
    }),
    chapter: select(
      "filter_chapter",
      values(rows, "chapter").map((n) => [n, tell("chapter", { number: n })]),
    ),
    difficulty: select(
      "filter_difficulty",
      values(rows, "difficulty").map((one) => [one, difficulty(rows, one)]),
    ),
    state: select(
      "filter_state",
      (["accepted", "begun", "new"] as const).map((s) => [s, tell(`state_${s}`)]),
    ),
    needs: select("filter_needs", needs(rows)),
  };

  function apply(filters: Filters): void {
    let shown = 0;
    for (const row of rows) {
      row.hidden = !matches(readRow(row), filters);
      if (!row.hidden) shown += 1;
    }
    count.textContent = tell("shown_of", { shown, total: rows.length });
    clear.hidden = Object.values(filters).every((value) => !value);
  }

  function changed(): void {
    const filters = { ...ALL };
    for (const [name, field] of Object.entries(fields))
      filters[name as keyof Filters] = field.value;
    history.replaceState(
      history.state,
      "",
      location.pathname + toQuery(filters, location.search) + location.hash,
    );
    apply(filters);
  }

  function fill(filters: Filters): void {
    for (const [name, field] of Object.entries(fields))
      field.value = filters[name as keyof Filters];
  }

  const clear = button(tell("filter_clear"), () => {
    fill(ALL);
    changed();
  });
  form.append(...Object.values(fields), clear);
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  (table.closest(".md-typeset__scrollwrap") ?? table).before(form, count);
  fill(fromQuery(location.search));
  showMarks(changed);
}

function readRow(row: HTMLTableRowElement): Row {
  const { chapter = "", difficulty = "", needs = "", tags = "", state = "new" } = row.dataset;
  return {
    chapter,
    difficulty,
    needs: needs.split(/[;,\s]+/).filter(Boolean),
    state: state as ProblemState,
    text: `${row.cells[1]?.textContent} ${tags}`,
  };
}

function values(rows: HTMLTableRowElement[], name: string): string[] {
  return [...new Set(rows.map((row) => row.dataset[name] ?? ""))].filter(Boolean);
}

/** The word that the table itself has for a difficulty. */
function difficulty(rows: HTMLTableRowElement[], value: string): string {
  const row = rows.find((one) => one.dataset["difficulty"] === value);
  return row?.cells[3]?.textContent || value;
}

function needs(rows: HTMLTableRowElement[]): Choices {
  const named = [...new Set(rows.flatMap((row) => readRow(row).needs))].sort();
  return [[NOTHING, tell("needs_nothing")], ...named.map((one): [string, string] => [one, one])];
}

function select(
  label: "filter_chapter" | "filter_difficulty" | "filter_state" | "filter_needs",
  choices: Choices,
): HTMLSelectElement {
  const options = choices.map(([value, text]) => element("option", { value }, text));
  return element(
    "select",
    { "aria-label": tell(label) },
    element("option", { value: "" }, tell(label)),
    ...options,
  );
}
