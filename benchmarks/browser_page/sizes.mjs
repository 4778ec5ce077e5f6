// node sizes.mjs FOLDER: bytes of each file, as it is and as servers send it, as JSON.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const folder = process.argv[2];
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants;
const best = { params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24 } };
const sizes = {};
for (const name of fs.readdirSync(folder).sort()) {
  let bytes = fs.readFileSync(path.join(folder, name));
  sizes[name] = { served: bytes.length };
  if (name === "snapshot.bin") bytes = zlib.gunzipSync(bytes); // it is compressed already
  Object.assign(sizes[name], {
    plain: bytes.length,
    gzip: zlib.gzipSync(bytes, { level: 9 }).length,
    brotli: zlib.brotliCompressSync(bytes, best).length,
  });
}
console.log(JSON.stringify(sizes));
