"""A chapter's main.py in pieces: cells that, run one after the other, do what the program does.

Imports and constants are a cell, every function and class is one, and the statements of ``main()``
are as many as they have steps. What a function without arguments does for main is shown in its
place, so that it can be stepped through as well.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from steplib.manifest import CourseError
from steplib.sources import Definition, read_source, statement_span, text_lines

# What main may be decorated with, and how a cell says the same for all cells after it.
DECORATORS = {
    "torch.inference_mode()": "torch.set_grad_enabled(False)  # main has @torch.inference_mode()\n",
    "torch.no_grad()": "torch.set_grad_enabled(False)  # main has @torch.no_grad()\n",
}


@dataclass(frozen=True)
class _Step:
    """A statement of main.

    Attributes:
        text: its lines, not indented, with the comments before it.
        apart: whether the author left an empty line before it.
        prints: whether it is a call that prints.
    """

    text: str
    apart: bool
    prints: bool


def main_cells(source: str, place: str) -> list[str]:
    """The cells.

    Args:
        place: what errors call the file.

    Raises:
        CourseError: if the program has a form that cells cannot have.
    """
    module = read_source(source, place)
    lines = text_lines(source)
    functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    if "main" not in functions or not _is_entry(module.body[-1]):
        raise CourseError(f'{place}: it must end with if __name__ == "__main__": main()')
    main = functions.pop("main")
    stories = {
        name: node
        for name, node in functions.items()
        if _is_story(node) and _uses(module, name) == 1 and _is_called_alone(main, name)
    }
    cells: list[str] = []
    loose = ""  # statements that define neither a function nor a class
    for node in module.body[:-1]:
        if node is main or node in stories.values() or _is_docstring(module, node):
            continue
        text = _lines_of(lines, node)
        if not isinstance(node, Definition):
            gap = "\n" if loose and _apart(lines, node) else ""
            loose += gap + text
            continue
        cells += [loose, text]
        loose = ""
    cells.append(loose)
    steps = _steps(lines, main, stories, _all_functions(module), place)
    return [cell.strip("\n") for cell in [*cells, *_pieces(steps)] if cell.strip()]


def _steps(
    lines: list[str],
    function: ast.FunctionDef,
    stories: dict[str, ast.FunctionDef],
    functions: set[str],
    place: str,
) -> list[_Step]:
    """The statements of a function, those of ``stories`` in the places where they are called."""
    steps: list[_Step] = []
    for decorator in function.decorator_list:
        name = ast.unparse(decorator)
        if name not in DECORATORS:
            raise CourseError(f"{place}:{decorator.lineno}: cells cannot have the decorator {name}")
        steps.append(_Step(DECORATORS[name], True, False))
    for inner in _own_nodes(function):
        if isinstance(inner, ast.Return):
            raise CourseError(
                f"{place}:{inner.lineno}: a cell cannot return: let main run to its end"
            )
    for index, node in enumerate(function.body):
        if ast.get_docstring(function) is not None and index == 0:
            continue
        if (name := _called(node)) in stories:
            inner_steps = _steps(lines, stories[name], {}, functions, place)
            first = inner_steps[0]
            steps += [_Step(first.text, True, first.prints), *inner_steps[1:]]
            continue
        text = textwrap.dedent(_lines_of(lines, node))
        if ast.dump(read_source(text, place).body[0]) != ast.dump(node):
            raise CourseError(
                f"{place}:{node.lineno}: a text of several lines would change in a cell"
            )
        steps.append(_Step(text, _apart(lines, node), _called(node) in {"print", *functions}))
    return steps


def _pieces(steps: list[_Step]) -> list[str]:
    """Join steps into cells: one ends at an empty line, and where something done was printed.

    What is printed first of all is the heading of what follows.
    """
    pieces: list[list[_Step]] = [[]]
    for step in steps:
        piece = pieces[-1]
        done = any(not one.prints for one in piece)
        if step.apart or (done and piece[-1].prints and not step.prints):
            pieces.append([])
        pieces[-1].append(step)
    return ["".join(step.text for step in piece) for piece in pieces]


def _lines_of(lines: list[str], node: ast.stmt) -> str:
    span = statement_span(lines, node)
    return "".join(lines[span.start : span.end])


def _apart(lines: list[str], node: ast.stmt) -> bool:
    start = statement_span(lines, node).start
    return start > 0 and not lines[start - 1].strip()


def _called(node: ast.stmt) -> str:
    """The name of the function that a statement only calls, or nothing."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return ast.unparse(node.value.func)
    return ""


def _is_story(function: ast.FunctionDef) -> bool:
    """Whether it takes nothing and gives nothing: statements with a name."""
    plain = not ast.unparse(function.args) and not function.decorator_list
    return plain and not any(isinstance(node, ast.Return) for node in _own_nodes(function))


def _is_called_alone(main: ast.FunctionDef, name: str) -> bool:
    return any(_called(node) == name for node in main.body)


def _uses(module: ast.Module, name: str) -> int:
    return sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(module))


def _all_functions(module: ast.Module) -> set[str]:
    return {node.name for node in ast.walk(module) if isinstance(node, ast.FunctionDef)}


def _is_docstring(module: ast.Module, node: ast.stmt) -> bool:
    return node is module.body[0] and ast.get_docstring(module) is not None


def _is_entry(node: ast.stmt) -> bool:
    return ast.unparse(node) == "if __name__ == '__main__':\n    main()"


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What is in a function and in no other one inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Definition | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
