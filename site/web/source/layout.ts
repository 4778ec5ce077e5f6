/** The parts of a problem's page: beside each other on a wide screen, tabs on a narrow one. */

import { element } from "./dom";
import { tell } from "./texts";

export type Part = "statement" | "code" | "results";

const WIDTH_KEY = "minisgl-course/statement-width";
const [LEAST, MOST, USUAL, STEP] = [20, 65, 38, 2]; // percent

/** Tabs, of which one is chosen; styles/problem.css shows them on narrow screens only. */
export function createTabs(page: HTMLElement, panels: Record<Part, string>) {
  const parts = Object.keys(panels) as Part[];
  const tabs = parts.map((part) =>
    element(
      "button",
      {
        type: "button",
        role: "tab",
        id: `course-tab-${part}`,
        "aria-controls": panels[part],
        onclick: () => choose(part),
      },
      tell(part),
    ),
  );
  const list = element(
    "div",
    { role: "tablist", class: "course-tabs", "aria-label": tell("parts") },
    ...tabs,
  );
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = parts.indexOf(page.dataset["part"] as Part);
    choose(parts[(at + step + parts.length) % parts.length]!);
  });
  const scrolled: Partial<Record<Part, number>> = {};

  /** Show a part, as far down as it was scrolled when it was left. */
  function choose(part: Part): void {
    const before = page.dataset["part"] as Part;
    if (part === before) return;
    scrolled[before] = scrollY;
    mark(part);
    if (list.offsetParent === null) return; // all parts are shown
    tabs[parts.indexOf(part)]!.focus({ preventScroll: true });
    scrollTo(0, scrolled[part] ?? 0);
  }

  function mark(part: Part): void {
    page.dataset["part"] = part;
    parts.forEach((one, index) => {
      tabs[index]!.setAttribute("aria-selected", String(one === part));
      tabs[index]!.tabIndex = one === part ? 0 : -1;
    });
  }

  mark("statement");
  return { list, choose };
}

/** A line between statement and editor that can be moved with the mouse and with arrow keys. */
export function createSeparator(page: HTMLElement): HTMLElement {
  const line = element("div", {
    class: "course-separator",
    role: "separator",
    tabindex: "0",
    "aria-label": tell("separator"),
    "aria-orientation": "vertical",
    "aria-valuemin": String(LEAST),
    "aria-valuemax": String(MOST),
  });
  let width = USUAL;

  function move(to: number): void {
    width = Math.min(Math.max(Math.round(to), LEAST), MOST);
    page.style.setProperty("--course-statement", `${width}%`);
    line.setAttribute("aria-valuenow", String(width));
  }

  function remember(): void {
    try {
      localStorage.setItem(WIDTH_KEY, String(width));
    } catch {
      return; // it stays so until the page is left
    }
  }

  line.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -100, End: 100 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(width + step);
    remember();
  });
  line.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    line.setPointerCapture(event.pointerId);
  });
  line.addEventListener("pointermove", (event) => {
    if (!line.hasPointerCapture(event.pointerId)) return;
    const { left, width: whole } = page.getBoundingClientRect();
    move(((event.clientX - left) / whole) * 100);
  });
  line.addEventListener("pointerup", remember);
  move(savedWidth());
  return line;
}

function savedWidth(): number {
  try {
    return Number(localStorage.getItem(WIDTH_KEY)) || USUAL;
  } catch {
    return USUAL;
  }
}
