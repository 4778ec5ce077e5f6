/** The editor: CodeMirror with Python. Its colours are the theme's, by CSS (styles/editor.css). */

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { autocompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess } from "@codemirror/commands";
import { indentMore } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, Transaction } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap } from "@codemirror/view";
import { highlightActiveLineGutter, highlightSpecialChars, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

import { completions } from "./completion";

export interface EditorOptions {
  parent: HTMLElement;
  code: string;
  /** Of the editor, for screen readers. */
  label: string;
  /** The id of the element that says how to leave it. */
  describedBy: string;
  /** Texts whose dotted names, like torch.arange, are offered too. */
  vocabulary: string;
  run: () => void;
  submit: () => void;
  changed: (code: string) => void;
}

export interface Editor {
  code(): string;
  /** Put another text in; the reader can undo it. */
  replace(code: string): void;
  goTo(line: number): void;
  focus(): void;
}

export function createEditor(options: EditorOptions): Editor {
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({ doc: options.code, extensions: extensions(options) }),
  });
  return {
    code: () => view.state.doc.toString(),
    replace(code) {
      const changes = { from: 0, to: view.state.doc.length, insert: code };
      view.dispatch({ changes, annotations: Transaction.userEvent.of("input.replace") });
    },
    goTo(line) {
      const { doc } = view.state;
      const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const effects = EditorView.scrollIntoView(from, { y: "center" });
      view.dispatch({ selection: { anchor: from }, effects });
      view.focus();
    },
    focus: () => view.focus(),
  };
}

function extensions(options: EditorOptions): Extension {
  const does = (act: () => void) => () => {
    act();
    return true;
  };
  return [
    // Before the defaults: there Mod-Enter inserts a line.
    keymap.of([
      { key: "Mod-Enter", run: does(options.run), shift: does(options.submit) },
      { key: "Tab", run: indent, shift: indentLess },
    ]),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ override: [completions(options.vocabulary)], icons: false }),
    syntaxHighlighting(classHighlighter),
    python(),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      "aria-describedby": options.describedBy,
      spellcheck: "false",
      tabindex: "0", // it has the focus by itself, but not everyone knows
      translate: "no",
    }),
    EditorView.domEventHandlers({ beforeinput: insertLines }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.changed(update.state.doc.toString());
    }),
  ];
}

/** Several lines that are put in at once, as phones' keyboards and dictation do: left to itself the
 * browser makes an element for each, and takes a second for a hundred. */
function insertLines(event: InputEvent, view: EditorView): boolean {
  const selected = document.getSelection();
  const { data, inputType } = event;
  if (!inputType.startsWith("insert") || !data?.includes("\n") || !selected?.rangeCount)
    return false;
  event.preventDefault();
  const { startContainer, startOffset, endContainer, endOffset } = selected.getRangeAt(0);
  const from = view.posAtDOM(startContainer, startOffset);
  const to = view.posAtDOM(endContainer, endOffset);
  const insert = view.state.toText(data);
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: "input.paste",
  });
  return true;
}

/** Tab indents what is selected, and otherwise goes to the next multiple of four columns. */
const indent: typeof indentMore = (target) => {
  const { state, dispatch } = target;
  if (state.readOnly || state.selection.ranges.some((range) => !range.empty)) {
    return indentMore(target);
  }
  const insert = state.changeByRange((range) => {
    const line = state.doc.lineAt(range.from);
    const spaces = " ".repeat(4 - ((range.from - line.from) % 4));
    const changes = { from: range.from, insert: spaces };
    return { changes, range: range.map(state.changes(changes)) };
  });
  dispatch(state.update(insert, { scrollIntoView: true, userEvent: "input.indent" }));
  return true;
};
