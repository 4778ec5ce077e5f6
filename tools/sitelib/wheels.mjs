// node wheels.mjs REQUEST: runs wheel_writer.py on Pyodide's interpreter. See wheels.py.
import fs from "node:fs";
import path from "node:path";
import { loadPyodide } from "../../site/web/node_modules/pyodide/pyodide.mjs";

const request = JSON.parse(process.argv[2]);
const pyodide = await loadPyodide();
for (const [name, folder] of Object.entries(request.folders)) {
  pyodide.mountNodeFS(`/${name}`, folder);
}
const writer = path.join(import.meta.dirname, "wheel_writer.py");
pyodide.globals.set("REQUEST", JSON.stringify(request.wheels));
try {
  pyodide.runPython(fs.readFileSync(writer, "utf8"), { filename: writer });
} catch (error) {
  console.log(error.message); // without the stack: that would show a line of a million characters
  process.exitCode = 1;
}
