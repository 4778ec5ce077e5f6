// node snapshot.mjs FOLDER: starts Python as boot.ts does in the page, imports what judging takes,
// and writes its memory to FOLDER/snapshot.bin: compressed, since few servers would compress it.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { buildSync } from "../../site/web/node_modules/esbuild/lib/main.js";
import create from "../../site/web/node_modules/pyodide/pyodide.asm.mjs";
import { loadPyodide } from "../../site/web/node_modules/pyodide/pyodide.mjs";

const LARGEST = 1 << 18;
const folder = process.argv[2];
const { difference, PREPARE, restore, settings, wheelsOf } = await ofThePage();

/** The modules that the page has too. */
async function ofThePage() {
  const contents = 'export * from "./restore"; export * from "./settings";';
  const resolveDir = path.join(import.meta.dirname, "../../site/web/source/python");
  const stdin = { contents, resolveDir };
  const { outputFiles } = buildSync({ stdin, bundle: true, format: "esm", write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** Fill with zeros what is free: what was there once would only make the file larger. */
function scrub(module) {
  const top = module._sbrk(0);
  const held = [];
  for (let size = LARGEST; size >= 16; size /= 2) {
    for (;;) {
      const block = module._malloc(size);
      held.push(block);
      if (block + size > top) break; // no free one of this size is left
      module.HEAP8.fill(0, block, block + size);
    }
  }
  for (const block of held) module._free(block);
}

/** What a new Python begins with, before it has done anything. */
async function initialMemory() {
  let memory;
  const createPyodideModule = async (settings) => {
    memory = (await create({ ...settings, noInitialRun: true })).HEAP8.slice();
    throw new Error("that is all");
  };
  await loadPyodide({ ...options, createPyodideModule }).catch(() => undefined);
  return memory;
}

const lock = JSON.parse(fs.readFileSync(path.join(folder, "pyodide-lock.json"), "utf8"));
const wheels = Object.values(lock.packages).map(({ file_name }) => [
  file_name,
  fs.readFileSync(path.join(folder, file_name)),
]);
// The library of the page, not Pyodide's own: Python remembers where in the archive a module lies.
const stdLibURL = path.join(folder, "python_stdlib.zip");
const options = { ...settings(lock, async () => wheels), stdLibURL };
try {
  const python = await loadPyodide({ ...options, _makeSnapshot: true });
  python.runPython(PREPARE);
  python.runPython("import gc, sys; gc.collect(); sys.path.remove('')"); // it is put there anew
  scrub(python._module);
  const memory = python.makeMemorySnapshot();

  const kept = difference(memory, await initialMemory());
  const packed = zlib.gzipSync(kept, { level: 7 });
  const restored = await restore({ load: loadPyodide, create, options }, Promise.resolve(kept));
  if (restored.runPython(PREPARE) !== wheelsOf(lock)) throw new Error("the snapshot is not whole");
  fs.writeFileSync(path.join(folder, "snapshot.bin"), packed);
} catch (error) {
  console.log(error.message); // without the stack: that would show a line of a million characters
  process.exitCode = 1;
}
