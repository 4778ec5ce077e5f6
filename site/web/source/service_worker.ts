/** Keeps the site for when there is no network.
 *
 * files.js (list_files.mjs) lists what there is, each file with a hash of its content. The files of
 * all pages are fetched when this worker is installed, those of Python and of the tiny model when a
 * page asks for them. A new list makes the browser install a new worker, which fetches what has changed and takes over
 * when the last tab of the old one is closed: so no open tab loses what it may still load.
 *
 * With a network, what has its hash in its name comes from here, and everything else from the
 * network, so that nobody reads an old page who could have had the new one.
 */

declare const self: ServiceWorkerGlobalScope & { COURSE_FILES: Record<string, string> };

self.importScripts("files.js");

const FILES = self.COURSE_FILES;
const SCOPE = self.registration.scope;
const CACHE = `minisgl-course ${SCOPE}`;
// Folders that are kept only for who has needed them, by what a page says then.
const ASKED = { "keep python": "python/", "keep model": "models/" };
const AT_ONCE = 6;
const PATIENCE = 5_000; // milliseconds, where there is something in the cache
const NAMED_BY_CONTENT = /[.-][0-9A-Za-z]{8}\.(min\.)?(js|css)$/;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  const folder = ASKED[event.data as keyof typeof ASKED];
  if (folder) event.waitUntil(keep((path) => path.startsWith(folder)));
});
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path !== undefined) event.respondWith(answer(event.request, path));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = await cache.keys();
  const had = (folder: string): boolean => kept.some(({ url }) => url.startsWith(SCOPE + folder));
  const left = Object.values(ASKED).filter((folder) => !had(folder));
  await keep((path) => !left.some((folder) => path.startsWith(folder)));
}

/** Drop what the list does not have any more; pages that are open already are looked after too. */
async function activate(): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(FILES).map(keyOf));
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
  await self.clients.claim();
}

/** Fetch what is not in the cache yet, a few files at a time. */
async function keep(wanted: (path: string) => boolean): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = Object.keys(FILES).filter((path) => wanted(path) && !kept.has(keyOf(path)));
  const fetchAll = async (): Promise<void> => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift()) {
      const address = SCOPE + path.replace(/(^|\/)index\.html$/, "$1"); // hosts redirect the rest
      const response = await fetch(address, { cache: "no-cache" });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await cache.put(keyOf(path), response);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchAll));
}

async function answer(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(path));
  if (kept === undefined) return fetch(request);
  if (NAMED_BY_CONTENT.test(path)) return kept;
  const late = new Promise<Response>((resolve) => setTimeout(resolve, PATIENCE, kept));
  try {
    const response = await Promise.race([fetch(request), late]);
    return response.ok || response.type === "opaqueredirect" ? response : kept;
  } catch {
    return kept; // there is no network
  }
}

/** The name in the list of what is asked for; undefined if it is nothing that is kept. */
function pathOf({ method, url, headers }: Request): string | undefined {
  if (method !== "GET" || headers.has("range") || !url.startsWith(SCOPE)) return undefined;
  const path = decodeURI(new URL(url).pathname.slice(new URL(SCOPE).pathname.length));
  const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return name in FILES ? name : undefined;
}

function keyOf(path: string): string {
  return new URL(`${path}?${FILES[path]}`, SCOPE).href;
}

export {};
