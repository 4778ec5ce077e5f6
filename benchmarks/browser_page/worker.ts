// Boots Python as the site's worker does, and judges a program or measures in Python.
import { boot } from "../../site/web/source/python/boot";
import measure from "./measure.py";

interface Request {
  what: "judge" | "measure";
  snapshot: boolean;
  problem: string;
  code: string;
}

onmessage = async ({ data }: MessageEvent<Request>) => {
  const warnings: string[] = [];
  console.warn = (text: unknown) => warnings.push(String(text));
  try {
    const begin = performance.now();
    const python = await boot({ base: new URL("python/", location.href).href, snapshot: data.snapshot });
    const booted = performance.now() - begin;
    if (data.what === "measure") {
      postMessage({ warnings, figures: JSON.parse(python.runPython(measure)) });
      return;
    }
    let verdict = "";
    const judge = python.runPython("course_worker.judge");
    judge(data.problem, data.code, "solution.py", "en", false, (kind: string, value: string) => {
      if (kind === "verdict") verdict = value;
    });
    postMessage({ warnings, booted, status: JSON.parse(verdict).status });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
