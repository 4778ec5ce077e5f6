/** The reader's own class beside minisgl's: whether it is the same, and if not, where and how. */

import { button, element } from "../dom";
import { problemAddress } from "../place";
import { load } from "../storage";
import { TREE_PROBLEM } from "./address";
import { isRefusal } from "./compare";
import { OwnRun } from "./own_run";
import type { TreePython } from "./python";
import type { Session } from "./session";
import type { NoTree, OwnError, OwnOutcome } from "./trace";
import { say } from "./words";
import type { Key } from "./words";

export class OwnPanel {
  readonly element = element("section", { class: "course-tree-own", hidden: true });
  readonly #told = element("p", { class: "course-tree-verdict", role: "status" });
  readonly #buttons = element("p", { class: "course-tree-own-acts" });
  readonly #printed = element("pre", { tabindex: "0", hidden: true });
  readonly #run: OwnRun;
  readonly #go: (position: number) => void;
  #code = "";
  #session: Session | undefined;

  /**
   * @param make makes a Python for the class.
   * @param changed is told when more is known of it.
   * @param go shows a step.
   */
  constructor(make: () => TreePython, changed: () => void, go: (position: number) => void) {
    this.#run = new OwnRun(make, changed);
    this.#go = go;
    this.#printed.setAttribute("aria-label", say("own_printed"));
    this.element.append(this.#told, this.#buttons, this.#printed);
  }

  /** Take the class as it is saved now, and run it. */
  begin(session: Session): void {
    this.#session = session;
    this.element.hidden = false;
    this.#code = load(TREE_PROBLEM)?.code ?? "";
    if (this.#code) this.#run.begin(this.#code, session.scene.pageSize, session.done);
  }

  end(): void {
    this.element.hidden = true;
    this.#code = "";
    this.#run.end();
  }

  /** Whether there is a class that runs. */
  get runs(): boolean {
    return !this.element.hidden && this.#code !== "";
  }

  /** The position of the first difference. */
  get different(): number | undefined {
    return this.runs ? (this.#run.found?.position ?? this.#run.error?.position) : undefined;
  }

  /** Go on with what the session has done since, or begin. */
  follow(session: Session): void {
    if (!this.runs) this.begin(session);
    else if (this.#run.follows(session.done)) this.#run.goOn();
    else this.#run.begin(this.#code, session.scene.pageSize, session.done);
  }

  /** What is known of a position, and what to say where there is no tree of it. */
  at(position: number): { outcome: OwnOutcome | undefined; note: string } {
    const { outcomes } = this.#run;
    if (position >= outcomes.length) {
      const stopped = this.#run.error !== undefined;
      return { outcome: undefined, note: stopped ? say("own_not_there") : "" };
    }
    const outcome = outcomes[position];
    if (!outcome) return { outcome: outcomes[position - 1], note: say("own_left_open") };
    return { outcome, note: outcome.no_tree ? treeWords(outcome.no_tree) : "" };
  }

  show(session: Session): void {
    if (this.element.hidden) return;
    const words = this.#code ? this.#words(session.done.length) : "";
    if (this.#told.textContent !== words) this.#told.textContent = words;
    this.#told.classList.toggle("bad", this.different !== undefined);
    this.#fillButtons();
    const printed = this.#run.outcomes[session.position]?.printed ?? "";
    this.#printed.textContent = printed;
    this.#printed.hidden = printed === "";
  }

  #fillButtons(): void {
    const address = problemAddress(TREE_PROBLEM);
    const link = (key: Key): HTMLElement => element("a", { href: address }, say(key));
    if (!this.#code) {
      this.#set(`none`, () => [link("own_none")]);
      return;
    }
    const at = this.different;
    this.#set(`${at}`, () => [
      ...(at
        ? [button(say("own_go", { at }), () => this.#go(at), { class: "course-button small" })]
        : []),
      button(say("own_again"), () => this.#session && this.begin(this.#session), {
        class: "course-button small",
      }),
      link("own_problem"),
    ]);
  }

  /** Put buttons there, if they are not those that are there: the focus is to stay. */
  #set(name: string, make: () => HTMLElement[]): void {
    if (this.#buttons.dataset["name"] === name) return;
    this.#buttons.dataset["name"] = name;
    this.#buttons.replaceChildren(...make());
  }

  #words(all: number): string {
    const { found, error, outcomes } = this.#run;
    const unread = outcomes.find((one) => one?.no_tree)?.no_tree;
    const bad: string[] = [];
    if (found) {
      const { what, minisgl, own } = found.difference;
      const values = { at: found.position, what: say(`what_${what}`), minisgl, own };
      bad.push(say("own_differs", values));
    }
    if (error) bad.push(stoppedWords(error.position, error.error));
    if (bad.length && unread?.why === "twice") bad.push(treeWords(unread)); // it may be why
    if (bad.length) return bad.join(" ");
    if (outcomes.length === 0) return say("own_loading");
    if (outcomes.length <= all) return say("own_running", { at: outcomes.length, all });
    if (unread) return say("own_agrees_results", { all, why: treeWords(unread) });
    return say("own_agrees", { all });
  }
}

function stoppedWords(position: number, error: OwnError): string {
  const words = errorWords(error);
  return position === 0
    ? say("own_at_start", { error: words })
    : say("own_at_step", { at: position, error: words });
}

export function errorWords(error: OwnError): string {
  if (error.kind === "raised") {
    if (error.message === "") return error.type;
    return say(error.line ? "error_raised_line" : "error_raised", { ...error });
  }
  return say(`error_${error.kind}`, { ...error });
}

export function treeWords(no: NoTree): string {
  const { key = "", name = "", type = "" } = no;
  return say(`tree_${no.why}`, { key, name, type });
}

/** The sizes that a class says, or how it has refused. */
export function sizesWords(outcome: OwnOutcome): string {
  const refusal = isRefusal(outcome) && outcome.error ? ` · ${errorWords(outcome.error)}` : "";
  if (!outcome.sizes) return refusal.slice(3);
  const [evictable, protectedSize] = outcome.sizes;
  return say("sizes", { evictable, protected: protectedSize }) + refusal;
}
