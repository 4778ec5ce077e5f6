/** How Python is started, in the page (boot.ts) as at the build (tools/sitelib/snapshot.mjs). */

import type { PyodideAPI } from "pyodide";

/** What is used of the lock file, which tools/sitelib/wheel_writer.py writes. */
export interface Lock {
  packages: Record<string, { file_name: string; sha256: string }>;
}

/** The bytes of the wheels, by file name. */
export type Wheels = [name: string, content: Uint8Array][];

/** Wheels lie there as they are: Python imports from a zip file, and that takes no unpacking. */
const SITE_PACKAGES = "/lib/python3.14/site-packages/";

/** Options for Pyodide's loadPyodide. */
export function settings(lock: Lock, wheels: () => Promise<Wheels>): object {
  const paths = Object.values(lock.packages).map(({ file_name }) => SITE_PACKAGES + file_name);
  return {
    lockFileContents: lock,
    env: {
      PYTHONHASHSEED: "0", // a snapshot holds it, and the plain way is to be no different
      PYTHONPATH: paths.join(":"),
      COURSE_WHEELS: wheelsOf(lock),
    },
    async fsInit(FS: PyodideAPI["FS"]): Promise<void> {
      for (const [name, content] of await wheels()) FS.writeFile(SITE_PACKAGES + name, content);
    },
  };
}

/** By which a snapshot is known to be made from the same wheels. */
export function wheelsOf(lock: Lock): string {
  return Object.values(lock.packages)
    .map(({ sha256 }) => sha256)
    .join();
}

/**
 * Imports what judging takes. Its value is wheelsOf the lock that Python was started with.
 *
 * What the first call of ast.unparse does makes a third of the time of the first verdict.
 */
export const PREPARE = `
import ast, os, random
import course_worker
course_worker.prepare()
ast.unparse(ast.parse("0"))
random.seed()  # a snapshot holds the state of its generator
os.environ["COURSE_WHEELS"]
`;
