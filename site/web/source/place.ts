/** Where this page is: its language, and the root of the site, wherever that lies. */

import type { Language } from "./verdict";

/** Ends in a slash. site.js and its chunks lie in app/, one folder below the root. */
export const ROOT = new URL("..", import.meta.url);

export function language(): Language {
  return document.documentElement.lang.startsWith("zh") ? "zh" : "en";
}

/** The address of a problem's page in this edition. */
export function problemAddress(name: string): string {
  return new URL(`${language()}/problems/${name}/`, ROOT).href;
}

/** Read one of the site's data files.
 *
 * @throws Error if it is not there.
 */
export async function readData<T>(path: string): Promise<T> {
  const response = await fetch(new URL(`data/${path}`, ROOT));
  if (!response.ok) throw new Error(`data/${path}: ${response.status}`);
  return (await response.json()) as T;
}
