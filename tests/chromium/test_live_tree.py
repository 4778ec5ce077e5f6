"""The radix tree that the reader drives: minisgl's class, step by step, and links to it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .conftest import Visit
from .live_tree import LiveTree
from .test_accessibility import violations
from .test_keyboard import tab_to
from .test_narrow import PHONE, TOO_WIDE, WIDTHS

ADDRESS = "en/radix-tree/"
EXAMPLE = [(1, 2), (3, 4), (5, 6), (7, 8)]


def opened(page: Page, language: str = "en", steps: int = 3) -> LiveTree:
    """The tree once it shows all of its steps."""
    tree = LiveTree(page, language)
    tree.expect_place(steps, steps)
    return tree


def test_insert_split_lock_and_evict_with_the_mouse(visit: Visit) -> None:
    page = visit(ADDRESS)
    tree = opened(page)
    tree.expect_nodes(*EXAMPLE)
    tree.match("1 2 3 9")
    tree.expect_place(4, 4)
    expect(tree.sentence).to_have_text(
        "match [1, 2, 3, 9]: 3 tokens found, slots [10, 11, 12]; "
        "node [3, 4] is split into [3] and [4]."
    )
    tree.expect_nodes((1, 2), (3,), (4,), (5, 6), (7, 8))
    page.get_by_role("button", name="Lock [1, 2, 3]", exact=True).click()
    expect(tree.sizes).to_have_text("5 evictable, 3 protected")
    assert tree.states() == [
        "1 protected",
        "3 protected",
        "4 evictable",
        "5 evictable",
        "7 evictable",
    ]
    tree.evict(2)
    expect(tree.sentence).to_have_text("evict 2: 2 nodes removed, slots [13, 20, 21] free.")
    tree.expect_nodes((1, 2), (3,), (7, 8))
    tree.evict(9)
    expect(tree.sentence).to_contain_text("is refused: cannot evict 9 tokens: 2 are evictable")
    page.get_by_role("button", name="Unlock [1, 2, 3]", exact=True).click()
    expect(tree.sizes).to_have_text("5 evictable, 0 protected")


def test_everything_by_keyboard(visit: Visit) -> None:
    page = visit(ADDRESS)
    tree = opened(page)
    tree.tokens.focus()
    tree.tokens.fill("1 2 9")
    page.keyboard.press("Enter")
    tree.expect_place(4, 4)
    expect(tree.tokens).to_be_focused()
    tab_to(page, "Match")
    page.keyboard.press("Enter")
    tree.expect_place(5, 5)
    tab_to(page, "Tokens to evict")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(tree.sentence).to_contain_text("evict 1:")
    tab_to(page, "One step back")
    page.keyboard.press("Enter")
    tree.expect_place(5, 6)
    page.keyboard.press("Tab")  # the slider
    page.keyboard.press("Home")
    tree.expect_place(0, 6)
    page.keyboard.press("ArrowRight")
    tree.expect_place(1, 6)
    tab_to(page, "Lock [1, 2, 3, 4]")
    page.keyboard.press("Enter")
    expect(tree.sizes).to_have_text("0 evictable, 4 protected")
    expect(page.get_by_role("button", name="Lock [1, 2, 3, 4]", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(tree.sizes).to_have_text("4 evictable, 0 protected")
    expect(page.get_by_role("button", name="Lock [1, 2, 3, 4]", exact=True)).to_be_focused()


def test_back_and_forth_and_another_way_from_there(visit: Visit) -> None:
    page = visit(ADDRESS)
    tree = opened(page)
    page.get_by_role("button", name="One step back").click()
    tree.expect_place(2, 3)
    tree.expect_nodes((1, 2), (3, 4), (5, 6))
    page.get_by_role("button", name="To the beginning").click()
    tree.expect_nodes()
    expect(tree.sentence).to_have_text("Before the first step: an empty tree.")
    page.get_by_role("button", name="insert [1, 2, 3, 4]").click()
    tree.expect_nodes((1, 2, 3, 4))
    tree.match("1 2")
    tree.expect_place(2, 2)
    tree.expect_nodes((1, 2), (3, 4))


def test_each_step_is_read_out(visit: Visit) -> None:
    tree = opened(visit(ADDRESS))
    tree.match("7 8 9")
    said = tree.page.get_by_role("status").filter(has_text="match [7, 8, 9]: 2 tokens found")
    expect(said).to_be_visible()


def test_text_pages_and_a_capacity(visit: Visit) -> None:
    page = visit(ADDRESS)
    tree = opened(page)
    page.get_by_role("button", name="Start again").click()
    tree.expect_place(0, 0)
    page.get_by_label("Page size").select_option("2")
    page.get_by_label("Capacity").select_option("8")
    tree.tokens.fill("the cat sat here now")
    expect(page.get_by_text("becomes [1, 2, 3, 4, 5]")).to_be_visible()
    tree.insert_button.click()
    tree.expect_nodes(("the", "cat", "sat", "here"))
    expect(tree.sizes).to_have_text("4 evictable, 0 protected, 4 free")
    page.get_by_label("Show words in place of numbers").uncheck()
    tree.expect_nodes((1, 2, 3, 4))
    tree.insert("1 2 7 8")
    tree.expect_place(2, 2)
    tree.insert("9 9 9 9")
    tree.expect_place(7, 7)
    words = page.locator(".course-tree-list li")
    expect(words.nth(2)).to_contain_text("match [9, 9, 9, 9]")
    expect(words.nth(4)).to_contain_text("evict 2")
    expect(tree.sizes).to_have_text("8 evictable, 0 protected, 0 free")
    page.get_by_label("Page size").select_option("4")
    tree.expect_nodes((1, 2, 7, 8), (9, 9, 9, 9))


def test_a_link_leads_to_the_same_steps(visit: Visit) -> None:
    page = visit(ADDRESS)
    tree = opened(page)
    tree.insert("hello world")
    tree.expect_place(4, 4)
    page.get_by_role("button", name="Copy a link").click()
    address = page.get_by_label("Link to these steps").input_value()
    assert "#tree=1&page=1&ops=i1.2.3.4/10.11.12.13;" in address
    there = opened(visit(address), steps=4)
    there.expect_nodes(("hello", "world"), (3, 4), (5, 6), (7, 8))
    expect(there.sentence).to_have_text(tree.sentence.inner_text())
    assert there.states() == tree.states()


def test_a_wrong_link_says_so(visit: Visit) -> None:
    page = visit(f"{ADDRESS}#tree=1&ops=i1;l7")
    tree = opened(page)
    expect(tree.told).to_contain_text("The link does not hold (l7)")
    tree.expect_nodes(*EXAMPLE)


def test_a_link_is_followed_on_the_page_itself(visit: Visit) -> None:
    page = visit(ADDRESS)
    tree = opened(page)
    page.evaluate("location.hash = '#tree=1&ops=i5.5'")
    tree.expect_place(1, 1)
    tree.expect_nodes((5, 5))


def test_a_node_is_taken_as_the_row(visit: Visit) -> None:
    page = visit(ADDRESS)
    tree = opened(page)
    tree.nodes().filter(has_text="30").click()
    expect(tree.tokens).to_have_value("7 8")
    page.get_by_text("The tree as text").first.click()
    page.get_by_role("button", name="[5, 6], slots [20, 21], ref 0").click()
    expect(tree.tokens).to_have_value("1 2 5 6")


def test_on_the_page_of_the_chapter_it_waits_until_it_is_asked_for(visit: Visit) -> None:
    page = visit("en/chapters/09-radix-cache/")
    start = page.get_by_role("button", name="Start the live tree")
    start.click()
    tree = opened(page)
    tree.expect_nodes(*EXAMPLE)
    expect(tree.tokens).to_be_focused()
    assert violations(page) == []


def test_chinese(visit: Visit) -> None:
    page = visit("zh/radix-tree/", locale="zh-CN")
    tree = opened(page, "zh")
    tree.match("1 2 3 9")
    expect(tree.sentence).to_have_text(
        "匹配 [1, 2, 3, 9]：找到 3 个 token，槽位 [10, 11, 12]；节点 [3, 4] 分裂成 [3] 和 [4]。"
    )
    page.get_by_role("button", name="加锁 [1, 2, 3]", exact=True).click()
    expect(tree.sizes).to_have_text("可淘汰 5，受保护 3")
    page.get_by_label("文字按").select_option("character")
    tree.insert("缓存缓")
    tree.expect_place(6, 6)
    assert violations(page) == []


def test_a_telephone(visit: Visit) -> None:
    page = visit(ADDRESS, **PHONE)
    tree = opened(page)
    tree.insert("the quick brown fox jumps over the lazy dog, again and again")
    tree.expect_place(4, 4)
    page.get_by_role("button", name="Copy a link").tap()
    page.get_by_text("The tree as text").first.tap()
    assert page.evaluate(WIDTHS) == [360, 360], page.evaluate(TOO_WIDE)


def test_without_a_script_there_is_the_tree_of_the_chapter(visit: Visit) -> None:
    page = visit(ADDRESS, java_script_enabled=False)
    expect(page.get_by_text("this is a tree that you drive")).to_be_visible()
    expect(page.locator(".live-tree svg:visible")).to_have_count(1)


def test_two_hundred_nodes(visit: Visit) -> None:
    """Only what is in sight is drawn; the rest is, once one scrolls there."""
    rows = ";".join(f"i{first}.{second}" for first in range(1, 21) for second in range(1, 10))
    page = visit(f"{ADDRESS}#tree=1&ops={rows}")
    tree = opened(page, steps=180)
    expect(tree.sizes).to_have_text("200 evictable, 0 protected")
    assert tree.view.locator(".card").count() < 60
    expect(tree.view.locator(".written")).to_be_visible()
    tree.match("1 1")
    tree.expect_place(181, 181)
    expect(tree.view.locator(".marked").first).to_be_visible()
    tree.view.locator(".course-tree-scroll").press("End")
    expect(tree.view.locator(".token", has_text="20")).to_be_visible()
