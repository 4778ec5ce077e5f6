// node browser_python.mjs FOLDER REQUEST: boots Python by boot.ts from the files of a folder, as a
// worker would from the site, and judges programs. REQUEST is a JSON file:
//   {"snapshot": true, "python": "…", "programs": [{"problem": {…}, "code": "…", "filename": "…"}]}
// Prints a JSON document: {"warnings": […], "value": what python gave, "verdicts": […]}.
import fs from "node:fs";
import path from "node:path";
import { buildSync } from "../site/web/node_modules/esbuild/lib/main.js";

const [folder, file] = process.argv.slice(2);
const request = JSON.parse(fs.readFileSync(file, "utf8"));
const source = path.join(import.meta.dirname, "../site/web/source/python/boot.ts");
const outfile = path.join(path.dirname(file), "boot.mjs");
buildSync({ entryPoints: [source], bundle: true, format: "esm", outfile, logLevel: "error" });
const { boot } = await import(outfile);

// Node's own fetch reads no files, and checks no hash.
globalThis.fetch = async (name, { integrity } = {}) => {
  if (!fs.existsSync(name)) return new Response(null, { status: 404 });
  const content = fs.readFileSync(name);
  if (integrity !== undefined) {
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", content)).toString("base64");
    if (integrity !== `sha256-${digest}`) throw new TypeError(`${name} has another hash`);
  }
  return new Response(content);
};
const warnings = [];
console.warn = (text) => warnings.push(String(text));

const say = process.stdout.write.bind(process.stdout);
try {
  const python = await boot({ base: `${folder}/`, snapshot: request.snapshot });
  const value = request.python ? python.runPython(request.python) : null;
  const judge = python.runPython("course_worker.judge");
  const verdicts = request.programs.map(({ problem, code, filename }) => {
    let verdict = null;
    judge(JSON.stringify(problem), code, filename, "en", false, (kind, document) => {
      if (kind === "verdict") verdict = document;
      if (kind === "judge_error") throw new Error(`${problem.name} ${filename}: ${document}`);
    });
    return verdict;
  });
  say(JSON.stringify({ warnings, value, verdicts }));
} catch (error) {
  say(String(error.message)); // without the stack: that would show a line of a million characters
  process.exitCode = 1;
}
