/** The reader's program: saved at every change, and never lost to a newer one. */

import type { Notices } from "./notices";
import { keep, kept, load, onOtherTab, update } from "./storage";
import type { Why } from "./storage";
import { tell } from "./texts";
import type { ProblemFile } from "./verdict";

export interface TextPlace {
  code(): string;
  /** Must tell ``changed`` of it, as of what is typed. */
  replace(code: string): void;
}

export class Draft {
  /** With what the editor begins. */
  readonly first: string;
  place: TextPlace | undefined;
  readonly #name: string;
  readonly #hash: string;
  readonly #starter: string;
  readonly #notices: Notices;
  /** What another tab has saved since this one did. */
  #foreign: string | undefined;

  constructor({ problem, starter_hash: hash }: ProblemFile, notices: Notices) {
    this.#name = problem.name;
    this.#hash = hash;
    this.#starter = problem.starter;
    this.#notices = notices;
    const entry = load(this.#name);
    const older = entry !== undefined && entry.code !== "" && isOlder(entry.starter, hash);
    this.first = older ? this.#starter : entry?.code || this.#starter;
    if (older) {
      notices.say("version", tell("old_version"), {
        text: tell("bring_back"),
        act: () => this.place?.replace(entry.code),
      });
    }
    onOtherTab(this.#name, () => this.#otherTab());
  }

  /** Save what is in the editor now. */
  changed(code: string): void {
    if (this.#foreign !== undefined) keep(this.#name, this.#foreign, "tab");
    this.#foreign = undefined;
    const saved = update(this.#name, this.#hash, (entry) => {
      if (isOlder(entry.starter, this.#hash)) keep(this.#name, entry.code, "version");
      entry.starter = this.#hash;
      entry.code = code.trim() === this.#starter.trim() ? "" : code;
    });
    if (saved) this.#notices.take("saving");
    else this.#notices.say("saving", tell("not_saved"));
  }

  /** Put the starter into the editor, and what was there aside. */
  reset(): void {
    const old = this.#swap(this.#starter, "reset");
    if (old.trim() === this.#starter.trim()) return;
    this.#notices.say("reset", tell("was_reset"), {
      text: tell("bring_back"),
      act: () => this.place?.replace(old),
    });
  }

  /** Put an earlier text into the editor, and what was there aside. */
  takeBack(code: string): void {
    this.#swap(code, "replaced");
  }

  earlier() {
    return kept(this.#name);
  }

  #swap(code: string, why: Why): string {
    const old = this.place?.code() ?? "";
    if (old.trim() !== this.#starter.trim()) keep(this.#name, old, why);
    this.place?.replace(code);
    return old;
  }

  #otherTab(): void {
    const theirs = load(this.#name)?.code || this.#starter;
    if (theirs === this.place?.code()) return;
    this.#foreign = theirs;
    this.#notices.say("tab", tell("other_tab"), {
      text: tell("take_other"),
      act: () => {
        this.#foreign = undefined;
        this.takeBack(theirs);
      },
    });
  }
}

/** Whether that starter is of an earlier version of the problem; it is empty where none is known. */
function isOlder(starter: string, hash: string): boolean {
  return starter !== "" && starter !== hash;
}
