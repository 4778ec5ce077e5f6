// @vitest-environment node
/** The judge behind site/runtime/course_worker, in the Python of the browser: its verdicts are those
 * of practice/judge.py, which tests/golden/verdicts has. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";
import { describe, expect, test } from "vitest";

import { MEGABYTES } from "../source/memory";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
type Golden = [name: string, code: string, problem: string];
type Told = [kind: string, value: unknown][];

const LOAD = `
import json, shutil, sys
from pathlib import Path
packages = next(path for path in sys.path if path.endswith("site-packages"))
for folder in ("practice/kernel", "site/runtime/torch", "site/runtime/course_worker"):
    to = Path(packages, Path(folder).name)
    shutil.copytree(Path("/repo", folder), to, ignore=shutil.ignore_patterns("__pycache__"))
import course_worker
course_worker.prepare()
`;
/** Those with torch that both torches judge alike. */
const WITH_TORCH = [
  "torch_right",
  "torch_another_dtype",
  "torch_another_shape",
  "torch_another_value",
  "torch_a_list",
  "torch_in_place",
  "torch_shape_error",
];
const PROGRAMS = `
names = ${JSON.stringify(WITH_TORCH)}
sys.path.append("/repo/tests")
sys.dont_write_bytecode = True
from hostile_programs import PROGRAMS, WITH_TORCH
sys.path.pop()
from kernel.problem import load_problem
found = []
for name, data in {**PROGRAMS, **{name: WITH_TORCH[name] for name in names}}.items():
    folder = "901-golden-torch" if name in WITH_TORCH else "900-golden"
    problem = load_problem(Path("/repo/tests/golden", folder))
    try:
        found.append([name, data.decode(), json.dumps(problem.to_json())])
    except UnicodeDecodeError:
        pass  # an editor holds text
json.dumps(found)
`;

/** Programs whose verdict needs the page around the worker, or is another one in a browser. */
const ELSEWHERE: Record<string, string[]> = {
  "run until the page stops them": [
    "loops",
    "loops_and_catches",
    "loops_on_load",
    "sleeps",
    "prints_and_catches",
    "allocates",
    "allocates_and_catches",
    "closes_its_channel_and_loops",
  ],
  "end the interpreter": [
    "recurses_through_partial",
    "recurses_through_repr",
    "exits_at_once",
    "aborts",
    "ends_itself",
    "closes_every_descriptor",
  ],
  "are about threads, which a browser does not start": [
    "right_with_threads",
    "prints_from_a_thread",
  ],
  "are about file descriptors, which lead nowhere there": [
    "writes_to_every_descriptor",
    "prints_a_verdict",
    "floods_its_channel",
  ],
  "spoil the answers, which the page does not take then": ["breaks_the_encoder"],
  "read problems' files, which are not there": [
    "reads_the_reference",
    "reads_the_reference_by_bytes",
  ],
  "ask for more bytes than 32 bits can count": ["allocates_at_once"],
  "meet another debugger in Python 3.14": ["calls_a_debugger"],
  "use what Pyodide does not have: readline, fifos, processes": [
    "writes_by_readline",
    "makes_files",
    "starts_processes",
    "starts_processes_deep_down",
  ],
};

const python = await loadPyodide({ stderr: () => {}, stdout: () => {} });
python.FS.mkdirTree("/repo");
python.FS.mount(python.FS.filesystems.NODEFS, { root: ROOT }, "/repo");
python.runPython(LOAD);
const programs: Golden[] = JSON.parse(python.runPython(PROGRAMS));

function judge(code: string, problem: string, lang = "en", examples = false): Told {
  const told: Told = [];
  const post = (kind: string, value: string) => told.push([kind, JSON.parse(value)]);
  python.pyimport("course_worker").judge(problem, code, "program.py", lang, examples, post);
  return told;
}

function golden(name: string): { status: string } {
  return JSON.parse(readFileSync(`${ROOT}/tests/golden/verdicts/${name}.json`, "utf8"));
}

function program(name: string): Golden {
  return programs.find(([one]) => one === name)!;
}

const elsewhere = Object.values(ELSEWHERE).flat();
test.each(programs.filter(([name]) => !elsewhere.includes(name)))(
  "the verdict is that of judge.py: %s",
  (name, code, problem) => {
    expect(judge(code, problem).at(-1)).toEqual(["verdict", golden(name)]);
  },
);

test("every exception is a program that there is", () => {
  const names = programs.map(([name]) => name);
  expect(elsewhere.filter((name) => !names.includes(name))).toEqual([]);
});

test("a verdict is told test by test", () => {
  const [, code, problem] = program("right");
  const kinds = judge(code, problem).map(([kind]) => kind);
  expect(kinds[0]).toBe("plan");
  expect(kinds.slice(1, 3)).toEqual(["start", "done"]);
  expect(kinds.at(-1)).toBe("verdict");
});

test("examples alone, and in Chinese", () => {
  const [, code, problem] = program("three_times");
  const [[, plan], ...rest] = judge(code, problem, "zh", true) as [[string, string[]], ...Told];
  expect(plan.every((name) => name.startsWith("test_example"))).toBe(true);
  expect(rest.at(-1)![1]).toMatchObject({ status: "wrong_answer", message: "通过 0 / 1 个测试" });
});

describe("what a program finds", () => {
  const message = (code: string): string => {
    const [, , problem] = program("right");
    return (judge(code, problem).at(-1)![1] as { message: string }).message;
  };

  test.each(["js", "pyodide.ffi", "pyodide_js", "_pyodide", "kernel.run"])(
    "%s is refused",
    (name) => {
      expect(message(`import ${name}`)).toMatch(/may not reach into the interpreter/);
    },
  );

  test.each(["torch", "course_worker", "minisgl"])(
    "%s is not there for a problem without needs",
    (name) => {
      expect(message(`import ${name}`)).toContain(`there is no module ${name} here`);
    },
  );

  test("nothing that leads to the page is among the modules or the finders", () => {
    const code = `
import sys
assert not [name for name in sys.modules if name.split(".")[0] in ("js", "pyodide", "pyodide_js", "_pyodide")]
assert not [finder for finder in sys.meta_path if "yodide" in repr(finder)]
`;
    expect(message(code)).toMatch(/the file does not define that/);
  });

  test("afterwards everything is as it was", () => {
    message("import sys\nsys.path.clear()\nsys.meta_path.clear()\n");
    python.runPython(
      "import js, pyodide, torch, course_worker, sys; assert sys.path and sys.meta_path",
    );
  });
});

test("the verdict on a program that another worker ran", () => {
  const [, , problem] = program("right");
  const done = [{ ...(golden("right") as unknown as { tests: object[] }).tests[0] }];
  const text = python
    .pyimport("course_worker")
    .stopped(
      problem,
      "en",
      '["test_example_double", "test_list"]',
      JSON.stringify(done),
      "test_list",
      "time_limit",
      "time",
      '{"seconds": "2", "test": "test_list"}',
    );
  expect(JSON.parse(text)).toMatchObject({
    status: "time_limit",
    passed: 1,
    total: 2,
    message: "not done after 2 seconds: does a loop never end? test_list was running",
    tests: [{ status: "passed" }, { name: "test_list", status: "time_limit" }],
  });
});

test("the memory that is said is the memory that there is, here and on the command line", () => {
  const judgePy = readFileSync(`${ROOT}/practice/judgelib/process.py`, "utf8");
  expect(python.pyimport("course_worker").MEGABYTES).toBe(MEGABYTES);
  expect(judgePy).toContain(`\nMEGABYTES = ${MEGABYTES}\n`);
});
