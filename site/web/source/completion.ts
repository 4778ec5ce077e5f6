/** What the editor offers: names of the program, Python's own, and dotted names like torch.arange. */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { globalCompletion, localCompletionSource } from "@codemirror/lang-python";

const DOTTED = /\b((?:torch|F|nn|math)(?:\.[A-Za-z_]\w*)*)\.([A-Za-z_]\w*)/g;
const METHOD = /[\w)\]]\.([a-z_]\w*)/g;

/** A source of completions.
 *
 * @param vocabulary texts whose dotted names are offered.
 */
export function completions(vocabulary: string) {
  return (context: CompletionContext): CompletionResult | null => {
    const dot = context.matchBefore(/[\w.)\]]*\.\w*/);
    if (dot) return afterDot(dot, vocabulary + context.state.doc.toString());
    const found = [localCompletionSource(context), globalCompletion(context)].filter(isResult);
    const first = found[0];
    if (!first) return null;
    const names = new Map<string, Completion>();
    for (const { options } of found) {
      for (const option of options) {
        if (option.type !== "text" && !names.has(option.label)) names.set(option.label, option);
      }
    }
    return { from: first.from, options: [...names.values()], validFor: /^\w*$/ };
  };
}

/** Names that follow a dot: those of a module that is named, otherwise any that follow a dot. */
function afterDot(dot: { from: number; text: string }, texts: string): CompletionResult {
  const at = dot.text.lastIndexOf(".");
  const module = dot.text.slice(0, at);
  const written = dot.text.slice(at + 1);
  const names = new Set<string>();
  for (const [, owner, name] of texts.matchAll(DOTTED)) if (owner === module) names.add(name!);
  if (!names.size) for (const [, name] of texts.matchAll(METHOD)) names.add(name!);
  names.delete(written);
  const options = [...names].sort().map((label) => ({ label, type: "property" }));
  return { from: dot.from + at + 1, options, validFor: /^\w*$/ };
}

function isResult(result: unknown): result is CompletionResult {
  return result !== null && typeof result === "object" && "options" in result;
}
