/** What comes out of JSON, and what may go into it. */

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Whether no text in a value is half a character, which would not come back from a file. */
export function isWhole(value: unknown): boolean {
  if (typeof value === "string") return value.search(HALF) < 0;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, one]) => isWhole(name) && isWhole(one));
}

/** The text with a mark in the place of half characters, as saved texts must be. */
export function wellFormed(text: string): string {
  return text.replace(HALF, "\ufffd");
}
