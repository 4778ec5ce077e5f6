/** What Python is doing, in words. */

import type { State } from "./judging";
import { tell } from "./texts";

/** @param waiting whether a program waits for its verdict. */
export function describe(state: State, waiting: boolean): string {
  switch (state.phase) {
    case "loading": {
      if (state.slow) return tell("loading_slow");
      if (waiting) return tell("loading_waits");
      const megabytes = state.megabytes.toFixed(1);
      return state.megabytes ? tell("loading_megabytes", { megabytes }) : tell("loading");
    }
    case "ready":
      return tell("ready");
    case "running": {
      const { test, done, total } = state;
      return test ? tell("running_test", { test, number: done + 1, total }) : tell("running");
    }
    case "failed":
      return tell("failed", { message: state.message });
  }
}
