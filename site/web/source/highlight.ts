/** Python in colours, outside the editor. */

import { pythonLanguage } from "@codemirror/lang-python";
import { classHighlighter, highlightCode } from "@lezer/highlight";

import { element } from "./dom";

export function highlighted(code: string): HTMLElement {
  const shown = element("code");
  highlightCode(
    code,
    pythonLanguage.parser.parse(code),
    classHighlighter,
    (text, classes) => shown.append(classes ? element("span", { class: classes }, text) : text),
    () => shown.append("\n"),
  );
  return shown;
}
