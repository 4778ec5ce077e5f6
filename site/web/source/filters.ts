/** Filters of the list of problems, as plain data; problem_list.ts shows them. */

import type { ProblemState } from "./progress";

export interface Row {
  chapter: string;
  difficulty: string;
  needs: string[];
  state: ProblemState;
  /** Title and tags, to be searched. */
  text: string;
}

/** Empty where everything is shown. */
export interface Filters {
  chapter: string;
  difficulty: string;
  state: string;
  needs: string;
  text: string;
}

export const ALL: Readonly<Filters> = {
  chapter: "",
  difficulty: "",
  state: "",
  needs: "",
  text: "",
};
export const NOTHING = "none"; // of needs: problems that need nothing

export function matches(row: Row, filters: Filters): boolean {
  const { chapter, difficulty, state, needs, text } = filters;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const haystack = row.text.toLowerCase();
  return (
    (!chapter || row.chapter === chapter) &&
    (!difficulty || row.difficulty === difficulty) &&
    (!state || row.state === state) &&
    (!needs || (needs === NOTHING ? row.needs.length === 0 : row.needs.includes(needs))) &&
    words.every((word) => haystack.includes(word))
  );
}

/** The filters that an address asks for; unknown names are left alone. */
export function fromQuery(query: string): Filters {
  const given = new URLSearchParams(query);
  const filters = { ...ALL };
  for (const name of names()) filters[name] = given.get(name) ?? "";
  return filters;
}

/** The address's query for these filters, with what else it has; empty if nothing is left. */
export function toQuery(filters: Filters, query: string): string {
  const given = new URLSearchParams(query);
  for (const name of names()) {
    if (filters[name]) given.set(name, filters[name]);
    else given.delete(name);
  }
  const text = given.toString();
  return text && `?${text}`;
}

function names(): (keyof Filters)[] {
  return Object.keys(ALL) as (keyof Filters)[];
}
