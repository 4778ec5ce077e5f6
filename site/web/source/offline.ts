/** Starting the service worker, which keeps the site for when there is no network. */

import { ROOT } from "./place";

/** Register it once the page has what it needs itself. */
export function keepSite(): void {
  if (!("serviceWorker" in navigator)) return; // an address without https, or an old browser
  const register = (): void => {
    const options = { scope: ROOT.pathname, updateViaCache: "none" } as const;
    navigator.serviceWorker.register(new URL("sw.js", ROOT), options).catch((error: unknown) => {
      console.warn(`The site is not kept for reading offline: ${error}`);
    });
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** Have Python's files kept too. */
export async function keepPython(): Promise<void> {
  await tellServiceWorker("keep python");
}

/** Have the files of the tiny model kept too. */
export async function keepModel(): Promise<void> {
  await tellServiceWorker("keep model");
}

async function tellServiceWorker(what: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(what);
}
