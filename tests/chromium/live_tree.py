"""The radix tree that a reader drives, as the reader uses it."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

WORDS = {
    "en": ("Tokens: numbers, or any text", "Insert", "Match", "Evict", "Tokens to evict"),
    "zh": ("token：数字，或任意文字", "插入", "匹配", "淘汰", "淘汰的 token 数"),
}
# Whether the tokens of the nodes in a view are these.
DRAWN = """([at, wanted]) => {
  const view = document.querySelectorAll(".course-tree-view")[at];
  const nodes = [...view.querySelectorAll(".node:not(.root):not(.gone)")];
  const tokens = (node) => [...node.querySelectorAll(".token")].map((one) => one.textContent);
  const rows = (all) => all.map((row) => row.join(" ")).sort().join("\\n");
  return rows(nodes.map(tokens)) === rows(wanted);
}"""


class LiveTree:
    """The tree in one tab.

    Attributes:
        sentence: what the step that is shown did.
        verdict: what is said of the reader's own class.
    """

    def __init__(self, page: Page, language: str = "en") -> None:
        """Take a page that shows the tree, or will."""
        tokens, insert, match, evict, size = WORDS[language]
        self.page = page
        self.tokens = page.get_by_label(tokens)
        self.insert_button = page.get_by_role("button", name=insert, exact=True)
        self.match_button = page.get_by_role("button", name=match, exact=True)
        self.evict_button = page.get_by_role("button", name=evict, exact=True)
        self.size = page.get_by_label(size)
        self.sentence = page.locator(".course-tree-sentence")
        self.place = page.locator(".course-tree-place")
        self.sizes = page.locator(".course-tree-sizes").first
        self.verdict = page.locator(".course-tree-verdict")
        self.told = page.locator(".course-tree-told")
        self.view, self.own_view = (page.locator(".course-tree-view").nth(at) for at in (0, 1))

    def insert(self, tokens: str) -> None:
        self.tokens.fill(tokens)
        self.insert_button.click()

    def match(self, tokens: str) -> None:
        self.tokens.fill(tokens)
        self.match_button.click()

    def evict(self, size: int) -> None:
        self.size.fill(str(size))
        self.evict_button.click()

    def expect_place(self, at: int, of: int) -> None:
        expect(self.place).to_have_text(f"{at} / {of}")

    def expect_nodes(self, *keys: Sequence[int | str], own: bool = False) -> None:
        """Wait until these nodes, and no others, are drawn."""
        wanted = sorted([str(token) for token in key] for key in keys)
        self.page.wait_for_function(DRAWN, arg=[1 if own else 0, wanted])

    def nodes(self) -> Locator:
        """Those that are drawn now, without the root and what fades."""
        return self.view.locator(".node:not(.root):not(.gone)")

    def states(self) -> list[str]:
        """The state of each node, by its first token."""
        kinds: list[str] = self.nodes().evaluate_all(
            "nodes => nodes.map((node) => "
            "`${node.querySelector('.token').textContent} ${node.getAttribute('class').slice(5)}`)"
        )
        return sorted(kinds)
