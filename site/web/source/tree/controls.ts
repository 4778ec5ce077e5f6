/** What the reader types and presses: a row and what is to be done with it, and the settings. */

import { button, element } from "../dom";
import { MOST_TOKENS } from "./link";
import { CAPACITIES, PAGE_SIZES } from "./operations";
import type { Operation, Settings } from "./operations";
import { tokensOf } from "./tokens";
import type { Unit } from "./tokens";
import { say, written } from "./words";

export interface Acts {
  /** Do an operation; ``words`` are those that are known with it. */
  do: (operation: Operation, words: string[]) => void;
  /** Do all again with other settings. */
  set: (settings: Settings) => void;
  example: () => void;
  clear: () => void;
  share: () => void;
  /** The words that tokens stand for so far. */
  words: () => readonly string[];
}

export class Controls {
  readonly row = element("form", { class: "course-tree-row" });
  readonly settings = element("div", { class: "course-tree-settings" });
  /** What the row becomes, or what is wrong with it. */
  readonly #becomes = element("p", { class: "course-tree-becomes", role: "status" });
  readonly #text = element("input", {
    type: "text",
    value: "1 2 3 9",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "4000",
  });
  readonly #unit = select<Unit>([
    ["word", say("unit_word")],
    ["character", say("unit_character")],
  ]);
  readonly #size = element("input", { type: "number", min: "0", max: "9999", value: "2" });
  readonly #pageSize = select(PAGE_SIZES.map((size) => [String(size), String(size)]));
  readonly #capacity = select(
    CAPACITIES.map((count) => [
      String(count),
      count === null ? say("capacity_none") : say("capacity_slots", { count }),
    ]),
  );
  readonly #acts: Acts;

  constructor(acts: Acts) {
    this.#acts = acts;
    this.#fillRow();
    this.#fillSettings();
  }

  /** Show the settings of a scene. */
  show({ pageSize, capacity }: Settings): void {
    this.#pageSize.value = String(pageSize);
    this.#capacity.value = String(capacity);
    this.#describe();
  }

  /** Put a row of tokens in. */
  take(tokens: readonly number[]): void {
    this.#text.value = tokens.join(" ");
    this.#describe();
    this.#text.focus();
  }

  #fillRow(): void {
    this.#size.setAttribute("aria-label", say("evict_size"));
    this.row.append(
      element("label", { class: "wide" }, say("tokens"), this.#text),
      this.#becomes,
      element(
        "div",
        { class: "course-tree-acts" },
        element("button", { type: "submit", class: "course-button primary" }, say("insert")),
        button(say("match"), () => this.#do("match")),
        element(
          "span",
          { class: "course-tree-evict" },
          button(say("evict"), () => this.#evict()),
          this.#size,
        ),
      ),
    );
    this.row.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#do("insert");
    });
    for (const field of [this.#text, this.#unit]) {
      field.addEventListener("input", () => this.#describe());
    }
    this.#size.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // it would insert
      this.#evict();
    });
  }

  #fillSettings(): void {
    const changed = (): void => {
      const capacity = this.#capacity.value === "null" ? null : Number(this.#capacity.value);
      this.#acts.set({ pageSize: Number(this.#pageSize.value), capacity });
    };
    for (const field of [this.#pageSize, this.#capacity]) field.addEventListener("change", changed);
    this.settings.append(
      element("label", {}, say("page_size"), this.#pageSize),
      element("label", {}, say("capacity"), this.#capacity),
      element("label", {}, say("unit"), this.#unit),
      button(say("example"), () => this.#acts.example()),
      button(say("clear"), () => this.#acts.clear()),
      button(say("share"), () => this.#acts.share()),
    );
  }

  #read(): { tokens: number[]; words: string[] } | undefined {
    const read = tokensOf(this.#text.value, this.#unit.value as Unit, this.#acts.words());
    if ("fault" in read) {
      const key = read.fault === "words" ? "words_full" : read.fault;
      this.#becomes.textContent = say(key, { most: MOST_TOKENS });
      return undefined;
    }
    return read;
  }

  /** Say which tokens a text becomes. */
  #describe(): void {
    const read = this.#read();
    if (!read) return;
    const plain = /^[\s\d,]*$/.test(this.#text.value);
    this.#becomes.textContent = plain ? "" : say("becomes", { tokens: written(read.tokens) });
  }

  #do(what: "insert" | "match"): void {
    const read = this.#read();
    if (!read) return;
    if (read.tokens.length === 0) {
      this.#becomes.textContent = say("nothing_typed");
      this.#text.focus();
      return;
    }
    this.#acts.do({ do: what, tokens: read.tokens }, read.words);
  }

  #evict(): void {
    const size = this.#size.value.trim() === "" ? NaN : Number(this.#size.value);
    if (!Number.isInteger(size) || size < 0 || size > 9999) {
      this.#becomes.textContent = say("no_size");
      this.#size.focus();
      return;
    }
    this.#acts.do({ do: "evict", size }, [...this.#acts.words()]);
  }
}

function select<Value extends string>(options: (readonly [Value, string])[]): HTMLSelectElement {
  return element(
    "select",
    {},
    ...options.map(([value, text]) => element("option", { value }, text)),
  );
}
