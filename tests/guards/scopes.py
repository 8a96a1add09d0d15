"""Finds the function or class of a guard: `Class.method` in a file's text, and back."""

import ast
import functools
from collections.abc import Iterator

#: lines of a definition, counted from 0: the first (of its decorators), and the last + 1
Range = tuple[int, int]


@functools.lru_cache(maxsize=64)
def scopes(text: str) -> dict[str, list[Range]]:
    """Return the lines of each function and class, by its qualified name.

    A name may be defined more than once (a property and its setter). Raises SyntaxError.
    """
    found: dict[str, list[Range]] = {}
    for name, place in _definitions(ast.parse(text), ""):
        found.setdefault(name, []).append(place)
    return found


def _definitions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Range]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = prefix + child.name
            first = min(one.lineno for one in (child, *child.decorator_list))
            yield name, (first - 1, child.end_lineno or first)
            yield from _definitions(child, f"{name}.")
        else:
            yield from _definitions(child, prefix)


def around(text: str, first: int, behind: int) -> str:
    """Return the name of the innermost function or class with these lines; '' for the whole file."""
    holding = [
        (end - start, name)
        for name, places in scopes(text).items()
        for start, end in places
        if start <= first and behind <= end
    ]
    return min(holding, default=(0, ""))[1]
