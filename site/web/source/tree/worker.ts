/** The worker in which a radix cache is driven: minisgl's, or the reader's own. */

import type { PyodideAPI } from "pyodide";

import { endOf, tellWhatIsRead } from "../loading";
import { limitMemory } from "../memory";
import { boot } from "../python/boot";
import type { FromTreeWorker, Request, ToTreeWorker } from "./messages";

/** site/runtime/course_worker/tree.py */
interface Glue {
  prepare(sources: string, folder: string): void;
  start(pageSize: number, capacity: number | undefined): string;
  do(operation: string): string;
  own_start(code: string, filename: string, pageSize: number): string;
  own_call(operation: string, args: string): string;
}

const FOLDER = "/home/pyodide/chapter9";
const send = self.postMessage.bind(self) as (message: FromTreeWorker) => void;
let glue: Glue | undefined;

self.onmessage = (event: MessageEvent<ToTreeWorker>): void => {
  const request = event.data;
  if (request.type === "boot") return void start(request.minisgl);
  try {
    send({ type: "answer", id: request.id, value: answer(request, glue!) });
  } catch (error) {
    send({ type: "broken", ...endOf(error) });
  }
};

async function start(minisgl: boolean): Promise<void> {
  try {
    limitMemory();
    tellWhatIsRead((megabytes) => send({ type: "progress", megabytes }));
    const base = new URL("../python/", import.meta.url).href;
    const sources = minisgl ? readSources() : undefined;
    const python: PyodideAPI = await boot({ base, snapshot: true });
    glue = python.pyimport("course_worker.tree") as unknown as Glue;
    if (sources) glue.prepare(await sources, FOLDER);
    send({ type: "ready" });
  } catch (error) {
    send({ type: "broken", ...endOf(error) });
  }
}

async function readSources(): Promise<string> {
  const response = await fetch(new URL("../data/radix_tree.json", import.meta.url));
  if (!response.ok) throw new Error(`data/radix_tree.json: ${response.status}`);
  return response.text();
}

function answer(request: Request, python: Glue): unknown {
  switch (request.type) {
    case "play": {
      const { pageSize, capacity } = request.settings;
      const start: unknown = JSON.parse(python.start(pageSize, capacity ?? undefined));
      const steps = request.operations.map((one) => JSON.parse(python.do(JSON.stringify(one))));
      return { start, steps };
    }
    case "do":
      return JSON.parse(python.do(JSON.stringify(request.operation)));
    case "own_start":
      return JSON.parse(python.own_start(request.code, request.filename, request.pageSize));
    case "own_call":
      return JSON.parse(python.own_call(request.operation, JSON.stringify(request.arguments)));
  }
}
