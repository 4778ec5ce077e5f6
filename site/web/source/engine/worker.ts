/** The worker in which the engine runs: minisgl with the tiny model. */

import type { PyodideAPI } from "pyodide";

import { endOf, tellWhatIsRead } from "../loading";
import { limitMemory } from "../memory";
import { boot } from "../python/boot";
import type { FromEngineWorker, Question, ToEngineWorker } from "./messages";

/** site/runtime/course_worker/engine.py */
interface Glue {
  start(folder: string, settings: string): string;
  add(messages: string): string;
  step(): string;
}

const SITE = new URL("../", import.meta.url);
const FOLDER = "/home/pyodide/tiny-story";
const FILES = [
  "config.json",
  "generation_config.json",
  "model.safetensors",
  "tokenizer.json",
  "tokenizer_config.json",
];
const send = self.postMessage.bind(self) as (message: FromEngineWorker) => void;
let glue: Glue | undefined;

self.onmessage = ({ data }: MessageEvent<ToEngineWorker>): void => {
  if (data.type === "boot") return void start();
  try {
    send({ type: "answer", value: JSON.parse(answer(data, glue!)) });
  } catch (error) {
    send({ type: "broken", ...endOf(error) });
  }
};

async function start(): Promise<void> {
  try {
    limitMemory();
    tellWhatIsRead((megabytes) => send({ type: "progress", megabytes }));
    const files = Promise.all(FILES.map(readFile));
    files.catch(() => undefined); // it is awaited below
    const python: PyodideAPI = await boot({ base: new URL("python/", SITE).href, snapshot: true });
    python.FS.mkdirTree(FOLDER);
    for (const [name, content] of await files) python.FS.writeFile(`${FOLDER}/${name}`, content);
    glue = python.pyimport("course_worker.engine") as unknown as Glue;
    send({ type: "ready" });
  } catch (error) {
    send({ type: "broken", ...endOf(error) });
  }
}

async function readFile(name: string): Promise<readonly [string, Uint8Array]> {
  const path = `models/tiny-story/${name}`;
  const response = await fetch(new URL(path, SITE));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return [name, new Uint8Array(await response.arrayBuffer())];
}

function answer(question: Question, python: Glue): string {
  switch (question.type) {
    case "start": {
      const { pageSize, pool, budget, maxTokens } = question.settings;
      const settings = { page_size: pageSize, pool, budget, max_tokens: maxTokens };
      return python.start(FOLDER, JSON.stringify(settings));
    }
    case "add":
      return python.add(JSON.stringify(question.chat));
    case "step":
      return python.step();
  }
}
