/** The page of a problem: editor, results, hints, and the way to a verdict. */

import { button, element } from "./dom";
import { Draft } from "./draft";
import { createEditor } from "./editor";
import type { Editor } from "./editor";
import { Help } from "./help";
import { Judging, rehearsalOf } from "./judging";
import type { State } from "./judging";
import { createSeparator, createTabs } from "./layout";
import { keepPython, keepSite } from "./offline";
import { Notices } from "./notices";
import { language, readData } from "./place";
import { renderVerdict, summary } from "./results";
import { describe } from "./state";
import { update } from "./storage";
import { tell } from "./texts";
import type { ProblemFile, Verdict } from "./verdict";
import { hasRoomForTwo, startWorker } from "./workers";

/** Fill the place of the editor in a problem's page. */
export async function showProblem(place: HTMLElement): Promise<void> {
  const name = place.dataset["problem"]!;
  let file: ProblemFile;
  try {
    file = await readData<ProblemFile>(`problems/${name}.json`);
  } catch (error) {
    place.replaceChildren(
      element(
        "p",
        { class: "course-note", role: "alert" },
        tell("data_failed", { error: String(error) }),
        " ",
        button(tell("try_again"), () => void showProblem(place)),
      ),
    );
    return;
  }
  new ProblemPage(place, file);
}

class ProblemPage {
  readonly #file: ProblemFile;
  readonly #notices = new Notices();
  readonly #draft: Draft;
  readonly #editor: Editor;
  readonly #help: Help;
  readonly #judging: Judging | undefined;
  readonly #tabs: ReturnType<typeof createTabs>;
  readonly #status = element("p", { class: "course-status" });
  readonly #summary = element("p", { class: "course-summary", role: "status" });
  readonly #shown = element("div", { class: "course-shown" });
  readonly #run = button(tell("run"), () => void this.#judge(true));
  readonly #submit = button(tell("submit"), () => void this.#judge(false), {
    class: "course-button primary",
  });
  readonly #stop = button(tell("stop"), () => this.#judging?.stop(), { disabled: true });
  #waiting = false;
  /** How many programs were sent: a later one takes the place of one that runs. */
  #turn = 0;
  #state: State | undefined; // told before the first program can be sent

  constructor(place: HTMLElement, file: ProblemFile) {
    this.#file = file;
    this.#draft = new Draft(file, this.#notices);
    this.#help = new Help(file);
    const local = file.problem.needs.filter((need) => need !== "torch");
    const page = place.parentElement!;
    this.#tabs = createTabs(page, {
      statement: "statement",
      code: "course-code",
      results: "course-results",
    });
    const area = element("div", { class: "course-editor" });
    place.replaceChildren(this.#codePart(area, local), this.#resultsPart());
    page.prepend(this.#tabs.list);
    place.before(createSeparator(page));
    this.#editor = this.#createEditor(area);
    this.#draft.place = this.#editor;
    addEventListener("keydown", (event) => this.#key(event));
    if (local.length === 0) {
      const show = (state: State): void => this.#show(state);
      const rehearsal = rehearsalOf(file, language());
      this.#judging = new Judging(startWorker, hasRoomForTwo(), show, rehearsal);
    } else keepSite();
  }

  #codePart(area: HTMLElement, local: string[]): HTMLElement {
    const mod = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘" : "Ctrl";
    const keys = { run: `${mod}+Enter`, submit: `${mod}+Shift+Enter` };
    const buttons = local.length ? [] : [this.#run, this.#submit, this.#stop];
    return element(
      "section",
      { id: "course-code", class: "course-code", "aria-label": tell("code") },
      element("div", { class: "course-bar" }, ...buttons, this.#menu()),
      local.length ? this.#onlyLocal(local) : this.#status,
      this.#notices.element,
      area,
      element("p", { class: "course-keys", id: "course-keys" }, tell("keys", keys)),
    );
  }

  #resultsPart(): HTMLElement {
    this.#summary.textContent = tell("nothing_yet");
    return element(
      "section",
      {
        id: "course-results",
        class: "course-results",
        "aria-label": tell("results"),
      },
      this.#summary,
      this.#shown,
      this.#help.element,
    );
  }

  #onlyLocal(needs: string[]): HTMLElement {
    const command = `python practice/judge.py start ${Number(this.#file.problem.name.slice(0, 3))}`;
    return element(
      "div",
      { class: "course-note" },
      element("p", {}, tell("only_local", { needs: needs.join(", ") })),
      element("pre", {}, element("code", {}, command)),
    );
  }

  /** Back to the starter, and the earlier texts. */
  #menu(): HTMLElement {
    const inside = element("div", { class: "course-menu-inside" });
    const menu = element(
      "details",
      { class: "course-menu course-fold" },
      element("summary", { class: "course-button" }, tell("more")),
      inside,
    );
    const item = (text: string, act: () => void): HTMLElement =>
      button(
        text,
        () => {
          menu.open = false;
          act();
          this.#editor.focus();
        },
        { class: "course-item" },
      );
    menu.addEventListener("toggle", () => {
      const earlier = this.#draft.earlier().map(({ why, code }) => {
        const lines = tell("lines", { count: code.trim().split("\n").length });
        return item(`${tell(`why_${why}`)} · ${lines}`, () => this.#draft.takeBack(code));
      });
      inside.replaceChildren(
        item(tell("reset"), () => this.#draft.reset()),
        ...(earlier.length ? [element("p", {}, tell("earlier")), ...earlier] : []),
      );
    });
    menu.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") menu.open = false;
    });
    return menu;
  }

  #createEditor(parent: HTMLElement): Editor {
    return createEditor({
      parent,
      code: this.#draft.first,
      label: tell("editor"),
      describedBy: "course-keys",
      vocabulary: `${this.#file.problem.starter}\n${this.#file.problem.tests}`,
      run: () => void this.#judge(true),
      submit: () => void this.#judge(false),
      changed: (code) => {
        this.#draft.changed(code);
        this.#shown.classList.add("outdated");
      },
    });
  }

  /** The same keys when the editor has not the focus. */
  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.key !== "Enter" || !(event.ctrlKey || event.metaKey))
      return;
    event.preventDefault();
    void this.#judge(!event.shiftKey);
  }

  async #judge(examples: boolean): Promise<void> {
    if (!this.#judging) return;
    const turn = ++this.#turn;
    this.#waiting = true;
    this.#tabs.choose("results");
    this.#shown.classList.add("outdated"); // it stays, dim, so that nothing flickers
    this.#summary.className = "course-summary";
    const verdict = await this.#judging.judge(
      this.#file,
      this.#editor.code(),
      language(),
      examples,
    );
    if (turn !== this.#turn) return;
    this.#waiting = false;
    this.#show(this.#state!);
    if (verdict) this.#present(verdict, examples);
    else {
      this.#shown.replaceChildren();
      const failed = this.#state!.phase === "failed";
      this.#summary.textContent = failed ? describe(this.#state!, false) : tell("stopped");
    }
  }

  #present(verdict: Verdict, examples: boolean): void {
    this.#keep(verdict, examples);
    this.#summary.className = `course-summary ${verdict.status}`;
    this.#summary.textContent = summary(verdict, examples);
    const goTo = (line: number): void => {
      this.#tabs.choose("code");
      this.#editor.goTo(line);
    };
    this.#shown.classList.remove("outdated");
    this.#shown.replaceChildren(...renderVerdict(verdict, { goTo }));
    if (verdict.status === "accepted" && !examples) this.#shown.append(...nextProblem());
    this.#help.render();
  }

  #keep({ status, hint }: Verdict, examples: boolean): void {
    update(this.#file.problem.name, this.#file.starter_hash, (entry) => {
      if (status !== "not_written") entry.tries += 1;
      if (examples) return; // that says too little of what was misunderstood
      entry.accepted ||= status === "accepted";
      entry.misconception = hint?.wrong ?? "";
    });
  }

  #show(state: State): void {
    if (this.#state?.phase === "loading" && state.phase !== "loading") keepSite();
    if (this.#state?.phase === "loading" && state.phase === "ready") void keepPython();
    const busy = this.#waiting;
    this.#state = state;
    this.#run.disabled = this.#submit.disabled = busy;
    this.#stop.disabled = !busy;
    const text = describe(state, busy);
    this.#status.dataset["phase"] = state.phase;
    this.#status.replaceChildren(text);
    if (state.phase === "failed" || (state.phase === "loading" && state.slow)) {
      const again = button(tell("try_again"), () => this.#judging?.retry(), {
        class: "course-button small",
      });
      this.#status.append(" ", again);
    }
    // Not every test by its name: a screen reader reads this out.
    if (busy) this.#summary.textContent = state.phase === "running" ? tell("running") : text;
  }
}

/** The link to the next problem, as the page has it. */
function nextProblem(): HTMLElement[] {
  const link = document.querySelector<HTMLAnchorElement>(".neighbours .after");
  if (!link) return [];
  return [element("p", {}, element("a", { href: link.href }, link.textContent ?? ""))];
}
