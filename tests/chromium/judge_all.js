// Judges programs one after the other in one worker, as the page of a problem does. Bundled into the
// site by test_parity.py.
import { Judging } from "../../site/web/source/judging";
import { startWorker } from "../../site/web/source/workers";

/** The verdicts, in JSON as Python writes it, on [{name, code}] whose problems lie in data/. */
export async function judgeAll(programs) {
  const judging = new Judging(startWorker, false, () => {});
  const files = new Map();
  const verdicts = [];
  for (const { name, code } of programs) {
    if (!files.has(name)) files.set(name, await read(name));
    verdicts.push(await judging.judge(files.get(name), code, "en", false));
  }
  return verdicts;
}

async function read(name) {
  const address = new URL(`../data/problems/${name}.json`, import.meta.url);
  return (await fetch(address)).json();
}
