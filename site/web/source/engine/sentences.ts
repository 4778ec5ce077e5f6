/** What a step did, in words and sums. */

import type { EngineView, Request } from "./messages";
import { say } from "./words";

/** The step that led to a view. ``before`` is the view that was shown before it, if any. */
export function sentence(view: EngineView, before: EngineView | undefined): string {
  if (!view.batch) return waiting(view);
  const parts = [batch(view)];
  if (view.evicted > 0) parts.push(say("evicted", { count: view.evicted }));
  const old = new Set(finished(before?.requests ?? []));
  const now = finished(view.requests).filter((uid) => !old.has(uid));
  if (now.length > 0) parts.push(say("finished", { numbers: numbers(now) }));
  if (view.done) parts.push(say("all_done"), totals(view));
  return parts.join(" ");
}

function waiting({ requests, step, done }: EngineView): string {
  const last = requests.findLast(({ state }) => state === "waiting");
  if (last) return say("waits", { number: last.uid + 1, tokens: last.prompt_len });
  if (requests.length === 0) return say("before");
  return done ? say("all_done") : say("idle", { step });
}

function batch({ batch, step }: EngineView): string {
  if (batch!.phase === "decode") {
    return say("decode", { step, numbers: numbers(batch!.requests.map(({ uid }) => uid)) });
  }
  const parts = batch!.requests.map(({ uid, computed, reused }) =>
    say("prefill_part", { number: uid + 1, computed, reused }),
  );
  return say("prefill", { step, parts: parts.join(say("semicolon")) });
}

/** What was computed and reused since the engine was made. */
export function totals({ requests }: EngineView): string {
  const sum = (of: (request: Request) => number): number =>
    requests.reduce((total, request) => total + of(request), 0);
  return say("totals", {
    computed: sum(({ computed }) => computed),
    reused: sum(({ reused }) => reused),
    generated: sum(({ generated }) => generated),
  });
}

/** Readers count from one. */
function numbers(uids: readonly number[]): string {
  return uids.map((uid) => say("prompt_number", { number: uid + 1 })).join(say("comma"));
}

function finished(requests: readonly Request[]): number[] {
  return requests.filter(({ state }) => state === "finished").map(({ uid }) => uid);
}
