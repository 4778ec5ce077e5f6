// Writes files.js, by which the service worker knows what there is to keep:  node list_files.mjs SITE
//
// To be run when everything else of the site is in its place: each file is listed with a hash of
// its content. Films are left out: they are too large to be fetched before anyone asks.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const site = process.argv[2];
const LEFT_OUT = /(^|\/)(sw\.js|files\.js|made-by\.txt)$|\.(mp4|webm|map|LEGAL\.txt)$/;

const files = {};
for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  const name = path.relative(site, file).split(path.sep).join("/");
  if (!entry.isFile() || LEFT_OUT.test(name)) continue;
  files[name] = createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16);
}
const sorted = Object.fromEntries(
  Object.entries(files).sort(([one], [two]) => (one < two ? -1 : 1)),
);
writeFileSync(
  path.join(site, "files.js"),
  `self.COURSE_FILES = ${JSON.stringify(sorted, null, 0)};\n`,
);
