/** Where the live tree is, and the problem whose class may run in it. */

import { language, ROOT } from "../place";
import { toLink } from "./link";
import type { Scene } from "./operations";

export const TREE_PROBLEM = "193-radix-cache";

/** The address of the page of the live tree, with a scene. */
export function treeAddress(scene: Scene): string {
  return new URL(`${language()}/radix-tree/${toLink(scene)}`, ROOT).href;
}
