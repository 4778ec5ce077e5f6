"""An operation on a radix cache in one or two sentences, in English and in Chinese."""

from __future__ import annotations

from typing import Any

Words = dict[str, str]


def describe(before: dict[str, Any], step: dict[str, Any]) -> Words:
    """What was asked, what came of it and what happened to the tree."""
    asked = _asked(step)
    if step["error"] is not None:
        message = step["error"]["message"]
        return {
            "en": f"{asked['en']} is refused: {message}.",
            "zh": f"{asked['zh']}被拒绝：{message}。",
        }
    parts = [part for part in (_came(step), _cut(before, step), _made(step)) if part is not None]
    return {
        "en": f"{asked['en']}: {'; '.join(part['en'] for part in parts)}.",
        "zh": f"{asked['zh']}：{'；'.join(part['zh'] for part in parts)}。",
    }


def _asked(step: dict[str, Any]) -> Words:
    arguments, operation = step["arguments"], step["operation"]
    what = arguments.get("size", arguments.get("tokens"))
    chinese = {"match": "匹配", "insert": "插入", "lock": "锁住", "unlock": "解锁", "evict": "淘汰"}
    english = {"evict": "evicting", "unlock": "unlocking", "lock": "locking"}
    name = english.get(operation, operation) if step["error"] is not None else operation
    unit = " 个 token" if operation == "evict" else ""
    return {"en": f"{name} {what}", "zh": f"{chinese[operation]} {what}{unit}"}


def _came(step: dict[str, Any]) -> Words:
    operation, result, touched = step["operation"], step["result"], step["touched"]
    if operation == "match":
        return {
            "en": f"{_tokens(result['cached_len'])} found, slots {result['slots']}",
            "zh": f"找到 {result['cached_len']} 个 token，槽位 {result['slots']}",
        }
    if operation == "insert":
        found, all_of = result["found_len"], result["cached_len"]
        return {
            "en": f"{found} of {_tokens(all_of)} in whole pages cached before",
            "zh": f"整页共 {all_of} 个 token，其中 {found} 个原来就在",
        }
    if operation == "evict":
        count = len(touched["evicted"])
        return {
            "en": f"{count} node{'' if count == 1 else 's'} removed, slots {result['slots']} free",
            "zh": f"移除 {count} 个节点，空出槽位 {result['slots']}",
        }
    count, state = len(touched["counted"]), step["state"]
    return {
        "en": f"the count of {count} node{'' if count == 1 else 's'} changes; "
        f"{state['evictable_size']} evictable, {state['protected_size']} protected",
        "zh": f"{count} 个节点的计数改变；可淘汰 {state['evictable_size']}，"
        f"受保护 {state['protected_size']}",
    }


def _cut(before: dict[str, Any], step: dict[str, Any]) -> Words | None:
    if not step["touched"]["split"]:
        return None
    (cut,) = step["touched"]["split"]
    key = next(node["key"] for node in before["nodes"] if node["id"] == cut["node"])
    one, two = key[: cut["at"]], key[cut["at"] :]
    return {
        "en": f"node {key} is split into {one} and {two}",
        "zh": f"节点 {key} 分裂成 {one} 和 {two}",
    }


def _made(step: dict[str, Any]) -> Words | None:
    made = [node for node in step["state"]["nodes"] if node["id"] in step["touched"]["made"]]
    if not made:
        return None
    return {"en": f"new node {made[0]['key']}", "zh": f"新节点 {made[0]['key']}"}


def _tokens(count: int) -> str:
    return f"{count} token{'' if count == 1 else 's'}"
