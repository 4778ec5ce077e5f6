/** The worker in which programs run: Python, with the judge of practice/kernel. */

import type { PyodideAPI } from "pyodide";
import { endOf, tellWhatIsRead } from "./loading";
import { limitMemory } from "./memory";
import type {
  FromWorker,
  JudgeRequest,
  RehearseRequest,
  StoppedRequest,
  ToWorker,
} from "./messages";
import { boot } from "./python/boot";

interface Glue {
  judge(
    problem: string,
    code: string,
    filename: string,
    lang: string,
    examples: boolean,
    post: (kind: string, value: string) => void,
  ): void;
  stopped(
    problem: string,
    lang: string,
    names: string,
    done: string,
    running: string,
    status: string,
    key: string,
    values: string,
  ): string;
}

const send = self.postMessage.bind(self) as (message: FromWorker) => void;
let glue: Glue | undefined;

self.onmessage = (event: MessageEvent<ToWorker>): void => {
  const request = event.data;
  if (request.type === "boot") void start();
  else answer(request);
};

async function start(): Promise<void> {
  try {
    limitMemory();
    tellWhatIsRead((megabytes) => send({ type: "progress", megabytes }));
    const base = new URL("../python/", import.meta.url).href;
    const python: PyodideAPI = await boot({ base, snapshot: true });
    glue = python.pyimport("course_worker") as unknown as Glue;
    send({ type: "ready" });
  } catch (error) {
    send({ type: "broken", message: String(error) });
  }
}

function answer(request: JudgeRequest | RehearseRequest | StoppedRequest): void {
  try {
    if (request.type === "judge") judge(request);
    else if (request.type === "rehearse") rehearse(request);
    else stopped(request);
  } catch (error) {
    send({ type: "broken", ...endOf(error) });
  }
}

function judge({ id, problem, code, filename, lang, examples }: JudgeRequest): void {
  const post = (type: string, value: string): void =>
    send({ type, id, value: JSON.parse(value) } as FromWorker);
  glue!.judge(JSON.stringify(problem), code, filename, lang, examples, post);
}

function rehearse({ problem, code, filename, lang }: RehearseRequest): void {
  glue!.judge(JSON.stringify(problem), code, filename, lang, false, () => undefined);
  send({ type: "rehearsed" });
}

function stopped(request: StoppedRequest): void {
  const verdict = glue!.stopped(
    JSON.stringify(request.problem),
    request.lang,
    JSON.stringify(request.names),
    JSON.stringify(request.done),
    request.running,
    request.status,
    request.key,
    JSON.stringify(request.values),
  );
  send({ type: "verdict", id: request.id, value: JSON.parse(verdict) });
}
