/** The radix tree that the reader drives: controls, pictures, history, and what is between them. */

import { button, element } from "../dom";
import { keepPython, keepSite } from "../offline";
import { startModule } from "../workers";
import { Controls } from "./controls";
import { HandleList } from "./handles";
import { History } from "./history";
import { treeAddress } from "./address";
import { fromLink, isLink, LinkError, MOST_OPERATIONS } from "./link";
import { EMPTY, EXAMPLE } from "./operations";
import type { Operation, Scene } from "./operations";
import { OwnPanel, sizesWords } from "./own_panel";
import { Ended, TreePython } from "./python";
import type { TreeWorkerLike } from "./python";
import { Session } from "./session";
import type { Done } from "./session";
import { say } from "./words";
import { View } from "./view";

declare const TREE_WORKER_FILE: string; // put in by build.mjs

const startWorker = (): TreeWorkerLike => startModule(TREE_WORKER_FILE) as TreeWorkerLike;
const NO_MARKS = { made: new Set<number>(), path: new Map<number, number>() };

/** Fill a place of the tree; on a chapter's page only once the reader asks for it. */
export function showTree(place: HTMLElement, start = startWorker): void {
  if (place.dataset["start"] !== "asked" || isLink(location.hash)) return begin(place, start);
  const go = button(
    say("load"),
    () => {
      begin(place, start);
      place.querySelector<HTMLElement>("input")?.focus();
    },
    { class: "course-button primary" },
  );
  place.firstElementChild?.replaceWith(
    element("p", {}, go, " ", element("span", { class: "course-tree-quiet" }, say("load_size"))),
  );
}

function begin(place: HTMLElement, start: () => TreeWorkerLike): void {
  const page = new TreePage(place, start);
  const open = (): void => {
    const { scene, fault } = sceneOf(location.hash);
    page.open(scene, fault);
  };
  open();
  addEventListener("hashchange", () => isLink(location.hash) && open());
}

/** What a link holds; chapter 9's example if there is none, or a wrong one. */
function sceneOf(hash: string): { scene: Scene; fault?: string } {
  if (!isLink(hash)) return { scene: EXAMPLE };
  try {
    return { scene: fromLink(hash) };
  } catch (error) {
    if (error instanceof LinkError) return { scene: EXAMPLE, fault: error.message };
    throw error;
  }
}

class TreePage {
  readonly #start: () => TreeWorkerLike;
  readonly #status = element("p", { class: "course-status" });
  readonly #told = element("div", { class: "course-tree-told", role: "status" });
  readonly #controls: Controls;
  readonly #handles: HandleList;
  readonly #history: History;
  readonly #view: View;
  readonly #ownView: View;
  readonly #own: OwnPanel;
  readonly #ownSwitch = element("input", { type: "checkbox" });
  readonly #wordsSwitch = element("input", { type: "checkbox", checked: true });
  readonly #wordsLabel: HTMLElement;
  #session: Session;

  constructor(place: HTMLElement, start: () => TreeWorkerLike) {
    this.#start = start;
    this.#controls = new Controls({
      do: (operation, words) => this.#do(operation, words),
      set: (settings) => this.#play({ ...this.#session.scene, ...settings }),
      example: () => this.#play({ ...EXAMPLE, own: this.#ownSwitch.checked }),
      clear: () => {
        const { pageSize, capacity } = this.#session.scene;
        this.#play({ ...EMPTY, pageSize, capacity });
      },
      share: () => void this.#share(),
      words: () => this.#session.scene.words,
    });
    this.#handles = new HandleList((operation) => this.#do(operation));
    const go = (position: number): void => this.#session.goTo(position);
    this.#history = new History(go);
    const take = (tokens: number[]): void => this.#controls.take(tokens);
    this.#view = new View(say("minisgl_title"), take);
    this.#ownView = new View(say("own_title"), take);
    this.#ownView.element.hidden = true;
    const makeOwn = (): TreePython => new TreePython(this.#start(), false, () => undefined);
    this.#own = new OwnPanel(makeOwn, () => this.#show(), go);
    this.#wordsLabel = element("label", {}, this.#wordsSwitch, say("show_words"));
    this.#ownSwitch.addEventListener("change", () => this.#switchOwn());
    this.#wordsSwitch.addEventListener("change", () => this.#show());
    this.#session = this.#newSession(EMPTY);
    this.#show();
    this.#fill(place);
  }

  /** Show a scene from its beginning to its end. */
  open(scene: Scene, fault?: string): void {
    this.#ownSwitch.checked = scene.own;
    this.#own.end();
    this.#play(scene);
    this.#tell(fault === undefined ? "" : say("bad_link", { part: fault }));
  }

  #fill(place: HTMLElement): void {
    place.classList.add("live");
    place.replaceChildren(
      this.#status,
      this.#controls.row,
      this.#controls.settings,
      this.#told,
      this.#history.bar,
      this.#history.sentence,
      element(
        "div",
        { class: "course-tree-switches" },
        key(),
        this.#wordsLabel,
        element("label", {}, this.#ownSwitch, say("own_switch")),
      ),
      this.#own.element,
      element("div", { class: "course-tree-views" }, this.#view.element, this.#ownView.element),
      element("div", { class: "course-tree-below" }, this.#handles.element, this.#history.list),
    );
  }

  /** A session on a Python of its own, which is said to load. */
  #newSession(scene: Scene): Session {
    this.#phase("loading", say("loading"));
    let loading = true;
    const python = new TreePython(this.#start(), true, (read) => {
      const megabytes = read.toFixed(1);
      if (loading) this.#phase("loading", say("loading_megabytes", { megabytes }));
    });
    python.ready.then(
      () => {
        loading = false;
        this.#phase("ready", say("ready"));
        keepSite();
        void keepPython();
      },
      (error: Error) => {
        loading = false;
        this.#failed(say("failed", { message: error.message }));
        keepSite();
      },
    );
    return new Session(python, scene, () => this.#changed());
  }

  #phase(phase: string, words: string): void {
    this.#status.dataset["phase"] = phase;
    this.#status.replaceChildren(words);
  }

  #failed(words: string): void {
    this.#phase("failed", words);
    const again = (): void => {
      this.#session = this.#newSession(this.#session.scene);
      this.#play(this.#session.scene);
    };
    this.#status.append(" ", button(say("again"), again, { class: "course-button small" }));
  }

  #play(scene: Scene): void {
    this.#controls.show(scene);
    this.#tell("");
    this.#session.play(scene).catch((error: unknown) => this.#lost(error));
  }

  #do(operation: Operation, words?: string[]): void {
    this.#tell(this.#session.full ? say("full", { most: MOST_OPERATIONS }) : "");
    this.#session.do(operation, words).catch((error: unknown) => this.#lost(error));
  }

  #lost(error: unknown): void {
    if (!(error instanceof Ended)) throw error;
    if (this.#status.dataset["phase"] !== "failed") {
      this.#failed(say("lost", { message: error.message.trim().split("\n").at(-1) ?? "" }));
    }
  }

  #tell(words: string, ...more: HTMLElement[]): void {
    if (this.#told.textContent === words) return;
    this.#told.replaceChildren(
      ...(words ? [element("p", { class: "course-note" }, words, ...more)] : []),
    );
  }

  #changed(): void {
    if (this.#ownSwitch.checked) this.#own.follow(this.#session);
    this.#show();
  }

  #switchOwn(): void {
    if (this.#ownSwitch.checked) this.#own.begin(this.#session);
    else this.#own.end();
    this.#show();
  }

  #show(): void {
    const session = this.#session;
    const { nodes } = session.state;
    const marks = marksOf(session.shown);
    this.#view.show(nodes, marks, this.#sizes(), this.#name);
    this.#wordsLabel.hidden = session.scene.words.length === 0;
    this.#history.show(session, this.#own.different);
    this.#handles.show(session.handles());
    this.#own.show(session);
    this.#ownView.element.hidden = !this.#own.runs;
    if (this.#own.runs) this.#showOwn(session.position);
  }

  #showOwn(position: number): void {
    const { outcome, note } = this.#own.at(position);
    this.#ownView.note.textContent = note;
    this.#ownView.note.hidden = note === "";
    const sizes = outcome ? sizesWords(outcome) : "";
    this.#ownView.show(outcome?.nodes ?? [], NO_MARKS, sizes, this.#name);
  }

  readonly #name = (token: number): string =>
    (this.#wordsSwitch.checked && this.#session.scene.words[token - 1]) || "";

  #sizes(): string {
    const { evictable_size: evictable, protected_size: locked } = this.#session.state;
    const { capacity } = this.#session.scene;
    if (capacity === null) return say("sizes", { evictable, protected: locked });
    const free = capacity - evictable - locked;
    return say("sizes_free", { evictable, protected: locked, free });
  }

  /** Copy a link, or show it where that is not allowed. */
  async #share(): Promise<void> {
    const scene = { ...this.#session.scene, own: this.#ownSwitch.checked };
    const address = treeAddress(scene);
    try {
      await navigator.clipboard.writeText(address);
      this.#tell(say("shared"), linkField(address));
    } catch {
      this.#tell(say("share_by_hand"), linkField(address));
      this.#told.querySelector("input")?.select();
    }
  }
}

function linkField(address: string): HTMLElement {
  return element("input", {
    type: "text",
    class: "course-tree-link",
    readonly: true,
    value: address,
    "aria-label": say("link_label"),
  });
}

/** What a step made and matched. */
function marksOf(done: Done | undefined): typeof NO_MARKS {
  if (!done) return NO_MARKS;
  const { touched, operation } = done.step;
  const shows = operation === "match" || operation === "insert";
  const path = shows ? touched.path.map(({ node, length }) => [node, length] as const) : [];
  return { made: new Set(touched.made), path: new Map(path) };
}

function key(): HTMLElement {
  const chips = (["evictable", "protected", "written", "marked"] as const).map((state) =>
    element("span", { class: `chip ${state}` }, say(`key_${state}`)),
  );
  return element("p", { class: "course-tree-key" }, ...chips);
}
