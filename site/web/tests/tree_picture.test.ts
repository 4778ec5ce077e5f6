import { beforeEach, describe, expect, test, vi } from "vitest";

import { HEIGHT, layOut, MOST_CELLS } from "../source/tree/layout";
import { MOST_MOVING, Picture } from "../source/tree/picture";
import type { TreeNode } from "../source/tree/trace";
import { node, ROOT } from "./tree_samples";

const NOTHING = { made: new Set<number>(), path: new Map<number, number>() };
const TREE = [
  ROOT,
  node(2, 0, [1, 2], [10, 11], 1),
  node(1, 2, [3, 4], [12, 13], 1),
  node(3, 2, [5, 6], [20, 21]),
  node(4, 0, [7, 8], [30, 31]),
];
const plain = () => "";

describe("the layout", () => {
  test("leaves stand one below the other, parents in their middle, children to the right", () => {
    const { boxes, height } = layOut(TREE);
    const [root, shared, one, two, three] = TREE.map(({ id }) => boxes.get(id)!);
    expect(one!.y).toBe(0);
    expect(two!.y).toBeGreaterThanOrEqual(one!.y + HEIGHT);
    expect(three!.y).toBeGreaterThanOrEqual(two!.y + HEIGHT);
    expect(shared!.y).toBe((one!.y + two!.y) / 2);
    expect(root!.y).toBe((shared!.y + three!.y) / 2);
    expect(one!.x).toBeGreaterThan(shared!.x + shared!.width);
    expect(height).toBe(three!.y + HEIGHT);
  });

  test("no two nodes overlap, in trees of any shape", () => {
    let seed = 7;
    const below = (n: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % n;
    };
    for (let size = 1; size < 60; size += 3) {
      const children = new Map<number, TreeNode[]>([[0, []]]);
      for (let id = 1; id < size; id++) {
        const key = Array.from({ length: 1 + below(14) }, () => below(9));
        const made = node(id, below(id), key, key);
        children.get(made.parent!)!.push(made);
        children.set(id, []);
      }
      const inOrder = (one: TreeNode): TreeNode[] => [
        one,
        ...children.get(one.id)!.flatMap(inOrder),
      ];
      const boxes = [...layOut(inOrder(ROOT)).boxes.values()];
      expect(boxes).toHaveLength(size);
      for (const [at, one] of boxes.entries()) {
        for (const two of boxes.slice(at + 1)) {
          const apart =
            one.x + one.width <= two.x ||
            two.x + two.width <= one.x ||
            one.y + HEIGHT <= two.y ||
            two.y + HEIGHT <= one.y;
          expect(apart, `${one.node.id} and ${two.node.id} of ${size}`).toBe(true);
        }
      }
    }
  });

  test("of a long run the middle is left out", () => {
    const key = Array.from({ length: 30 }, (_, at) => at);
    const cells = layOut([ROOT, node(1, 0, key, key)]).boxes.get(1)!.cells;
    expect(cells).toHaveLength(MOST_CELLS);
    expect(cells.map((cell) => cell?.at)).toEqual([0, 1, 2, 3, 4, 5, undefined, 27, 28, 29]);
  });
});

describe("the picture", () => {
  let picture: Picture;
  const chosen = vi.fn();
  const all = (selector: string) => [...picture.element.querySelectorAll(selector)];

  beforeEach(() => {
    chosen.mockReset();
    picture = new Picture("The tree", chosen);
    picture.draw({ nodes: TREE, marks: NOTHING, name: plain });
  });

  test("a card for each node, in the colour of its state, a cell for each token", () => {
    expect(all(".node").map((one) => one.getAttribute("class"))).toEqual([
      "node root",
      "node protected",
      "node protected",
      "node evictable",
      "node evictable",
    ]);
    expect(all(".token").map((one) => one.textContent)).toEqual([..."12345678"]);
    expect(all(".slot").map((one) => one.textContent)).toEqual(
      "10 11 12 13 20 21 30 31".split(" "),
    );
    expect(all(".edge")).toHaveLength(4);
  });

  test("what stays is moved and not made anew; what goes fades and is taken out", () => {
    vi.useFakeTimers();
    const [, shared, , two] = all(".node");
    const rest = [ROOT, TREE[1]!, TREE[3]!];
    picture.draw({ nodes: rest, marks: NOTHING, name: plain });
    expect(all(".node:not(.gone)")).toEqual([all(".node")[0], shared, two]);
    expect(all(".gone")).toHaveLength(4); // two nodes, and the lines to them
    vi.runAllTimers();
    expect(all(".gone")).toHaveLength(0);
    vi.useRealTimers();
  });

  test("what the step made and matched is marked", () => {
    const marks = { made: new Set([4]), path: new Map([[2, 1]]) };
    picture.draw({ nodes: TREE, marks, name: plain });
    expect(all(".written .token").map((one) => one.textContent)).toEqual(["7", "8"]);
    expect(all(".marked")).toHaveLength(1);
  });

  test("tokens are called by their words, long ones cut", () => {
    const name = (token: number): string => ["", "the", "extraordinary", "非常好的"][token] ?? "";
    picture.draw({ nodes: TREE, marks: NOTHING, name });
    const shown = all(".token").map((one) => one.firstChild?.textContent);
    expect(shown.slice(0, 4)).toEqual(["the", "extr…", "非…", "4"]);
    expect(all(".token title").map((one) => one.textContent)).toEqual([
      "extraordinary",
      "非常好的",
    ]);
  });

  test("a node that is clicked on is told as it is now", () => {
    const cut = node(1, 2, [4], [13]);
    picture.draw({
      nodes: [...TREE.slice(0, 2), cut, ...TREE.slice(3)],
      marks: NOTHING,
      name: plain,
    });
    all(".node")[2]!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(chosen).toHaveBeenCalledWith(cut);
  });

  test("of a large tree only what is in sight is drawn, and nothing moves", () => {
    const many = Array.from({ length: MOST_MOVING + 20 }, (_, at) => node(at + 1, 0, [at], [at]));
    picture.draw({ nodes: [ROOT, ...many], marks: NOTHING, name: plain });
    expect(all(".still")).toHaveLength(1);
    expect(all(".card").length).toBeLessThan(MOST_MOVING);
    Object.defineProperty(picture.element, "clientHeight", { value: 100 });
    Object.defineProperty(picture.element, "scrollTop", { value: 3000 });
    picture.element.dispatchEvent(new Event("scroll"));
    const seen = all(".token").map((one) => one.textContent);
    expect(seen).toContain("42");
    expect(seen).not.toContain("0");
  });
});
