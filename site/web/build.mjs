// Builds the front end into a folder:  node build.mjs [FOLDER]
//
//   site.js, site.css    what every page loads; the rest has its content's hash in its name
//   worker-HASH.js       the worker in which programs run
//   tree_worker-HASH.js  the worker of the live tree
//   engine_worker-HASH.js  the worker of the live engine
//   sw.js                the service worker, which is to lie at the root of the site
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(fileURLToPath(import.meta.url));
const outdir = path.resolve(process.argv[2] ?? path.join(here, "../../build/app"));
const shared = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome111", "firefox115", "safari16.4"],
  legalComments: "linked",
  logLevel: "warning",
  outdir,
};

// Workers first: the page is told the names that they got.
async function buildWorker(source, name) {
  const { metafile } = await build({
    ...shared,
    entryPoints: [{ in: source, out: name }],
    entryNames: "[name]-[hash]",
    metafile: true,
  });
  const file = Object.keys(metafile.outputs).find((output) => output.endsWith(".js"));
  return JSON.stringify(path.basename(file));
}

await build({
  ...shared,
  entryPoints: ["source/site.ts"],
  splitting: true,
  chunkNames: "[name]-[hash]",
  define: {
    WORKER_FILE: await buildWorker("source/worker.ts", "worker"),
    TREE_WORKER_FILE: await buildWorker("source/tree/worker.ts", "tree_worker"),
    ENGINE_WORKER_FILE: await buildWorker("source/engine/worker.ts", "engine_worker"),
  },
});
await build({
  ...shared,
  entryPoints: [{ in: "source/styles/site.css", out: "site" }],
  external: ["*.svg"],
});
await build({
  ...shared,
  entryPoints: [{ in: "source/service_worker.ts", out: "sw" }],
  format: "iife",
});
