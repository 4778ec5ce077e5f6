// Judges programs one after the other in one worker, as the page of a problem does. Bundled into the
// site by test_parity.py.
import { Judging, rehearsalOf } from "../../site/web/source/judging";
import { startWorker } from "../../site/web/source/workers";

/** The verdicts, in JSON as Python writes it, on [{name, code}] whose problems lie in data/. */
export async function judgeAll(programs) {
  const files = new Map();
  const first = programs[0].name;
  files.set(first, await read(first));
  const rehearsal = rehearsalOf(files.get(first), "en");
  const judging = new Judging(startWorker, false, () => {}, rehearsal);
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
