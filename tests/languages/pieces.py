"""Finds English words that are values of texts: they stay English in every language.

A value is followed through choices (`a or "b"`, `x if y else z`), lists of words, names and functions of the
same module. What is said by `_` and its relatives is translated; names and figures are values, too.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.languages.catalogues import HOST, KEYWORDS, errors, named

#: calls whose named arguments are values of a text
TAKERS = frozenset({*KEYWORDS, "irregular", "refuse"})
#: functions that return a text
MAKERS = frozenset({*KEYWORDS, "counted", "listing", "versus", "alternatives", "joined", "pairing_text"})
#: a word of two letters or more; placeholders of other texts and notations have none
WORD = re.compile(r"(?<![{$\w])[A-Za-z]{2,}")
#: named arguments of errors that are no values
NO_VALUES = frozenset({"field", "place", None})
#: methods of `str` whose results are English only
METHODS = frozenset((
    "capitalize", "casefold", "format", "lower", "removeprefix", "removesuffix", "replace", "title", "upper",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a text, with the function and the module in which it is."""

    path: Path
    name: str
    value: ast.expr
    scopes: tuple[ast.AST, ...]


def values(path: Path, tree: ast.Module) -> Iterator[Value]:
    """Yield every value of every text of a module."""
    takers = TAKERS | errors()
    for scopes, node in _nodes(tree):
        if isinstance(node, ast.Call) and named(node.func) in takers:
            for one in node.keywords:
                if one.arg is not None and one.arg not in NO_VALUES:
                    yield Value(path, one.arg, one.value, scopes)


@cache
def _nodes(tree: ast.Module) -> list[tuple[tuple[ast.AST, ...], ast.expr]]:
    """Return calls and f-strings, each with its function, the functions around it and the module."""
    found: list[tuple[tuple[ast.AST, ...], ast.expr]] = []
    waiting: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(tree, (tree,))]
    while waiting:
        node, scopes = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call | ast.JoinedStr):
                found.append((scopes, child))
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            waiting.append((child, (child, *scopes) if function else scopes))
    return found


@cache
def _assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """Return what is assigned to each name of a function or module; parameters and loops assign nothing."""
    found: dict[str, list[ast.expr]] = {}
    if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        arguments = scope.args
        for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            found[one.arg] = []
    for node in _own(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _assign(found, target, node.value)
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            _assign(found, node.target, node.value)
        elif isinstance(node, ast.For | ast.comprehension):
            for one in ast.walk(node.target):
                found.setdefault(named(one), [])
    return found


def _assign(found: dict[str, list[ast.expr]], target: ast.expr, value: ast.expr) -> None:
    if isinstance(target, ast.Tuple):
        values = value.elts if isinstance(value, ast.Tuple) else [None] * len(target.elts)
        for one, each in zip(target.elts, values, strict=False):
            if isinstance(one, ast.Name):
                found.setdefault(one.id, []).extend([] if each is None else [each])
    elif isinstance(target, ast.Name):
        found.setdefault(target.id, []).append(value)


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function or module without those of the functions in it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _own(child)


@cache
def _returned(tree: ast.AST) -> dict[str, list[tuple[ast.expr, ast.AST]]]:
    """Return what each function of a module returns, with the function."""
    return {
        node.name: [
            (one.value, node) for one in _own(node) if isinstance(one, ast.Return) and one.value is not None
        ]
        for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    }  # fmt: skip


def english(value: ast.expr, scopes: tuple[ast.AST, ...], depth: int = 4) -> Iterator[ast.expr]:
    """Yield the expressions by which a value has English words."""
    parts: list[ast.expr] = []
    if isinstance(value, ast.Constant):
        if isinstance(value.value, str) and WORD.search(value.value):
            yield value
    elif isinstance(value, ast.JoinedStr):
        if any(WORD.search(one.value) for one in value.values if isinstance(one, ast.Constant)):
            yield value
    elif isinstance(value, ast.IfExp):
        parts = [value.body, value.orelse]
    elif isinstance(value, ast.BoolOp):
        parts = value.values
    elif isinstance(value, ast.BinOp):
        parts = [value.left, value.right]
    elif isinstance(value, ast.Tuple | ast.List):
        parts = value.elts
    elif isinstance(value, ast.Dict):
        parts = value.values
    elif isinstance(value, ast.Subscript):
        parts = [value.value]
    elif isinstance(value, ast.Call):
        yield from _called(value, scopes, depth)
    elif isinstance(value, ast.Name) and depth:
        for place, scope in enumerate(scopes):
            if value.id in _assigned(scope):
                for one in _assigned(scope)[value.id]:
                    yield from english(one, scopes[place:], depth - 1)
                break
    for one in parts:
        yield from english(one, scopes, depth)


def _called(call: ast.Call, scopes: tuple[ast.AST, ...], depth: int) -> Iterator[ast.expr]:
    name = named(call.func)
    if isinstance(call.func, ast.Attribute):
        of = call.func.value
        if name in METHODS or (name == "join" and isinstance(of, ast.Constant)):
            yield from english(of, scopes, depth)
        elif name == "get":
            for one in (of, *call.args[1:]):
                yield from english(one, scopes, depth)
    elif name not in TAKERS and depth:
        for one, function in _returned(scopes[-1]).get(name, ()):
            yield from english(one, (function, scopes[-1]), depth - 1)


def pieces(path: Path, tree: ast.Module) -> list[str]:
    """Return each value of a module with English words: its file, its name and the words."""
    found = [
        f"{path.relative_to(HOST)}: {one.name}={ast.unparse(each)}"
        for one in values(path, tree) for each in english(one.value, one.scopes)
    ]  # fmt: skip
    return list(dict.fromkeys(found))


def _is_text(value: ast.expr, scopes: tuple[ast.AST, ...], depth: int = 3) -> bool:
    """Return whether an expression is made by a function of texts."""
    if isinstance(value, ast.IfExp):
        return _is_text(value.body, scopes, depth) or _is_text(value.orelse, scopes, depth)
    if isinstance(value, ast.BinOp):
        return _is_text(value.left, scopes, depth) or _is_text(value.right, scopes, depth)
    if isinstance(value, ast.Call):
        name = named(value.func)
        if isinstance(value.func, ast.Name) and name in MAKERS:
            return True
        returned = _returned(scopes[-1]).get(name, ()) if depth else ()
        return any(_is_text(one, (function, scopes[-1]), depth - 1) for one, function in returned)
    if isinstance(value, ast.Name) and depth:
        for place, scope in enumerate(scopes):
            if value.id in _assigned(scope):
                return any(_is_text(one, scopes[place:], depth - 1) for one in _assigned(scope)[value.id])
    return False


def flattened(path: Path, tree: ast.Module) -> list[str]:
    """Return each f-string of a module that makes a text English only."""
    return [
        f"{path.relative_to(HOST)}: {ast.unparse(node)}"
        for scopes, node in _nodes(tree)
        if isinstance(node, ast.JoinedStr)
        and any(isinstance(one, ast.FormattedValue) and _is_text(one.value, scopes) for one in node.values)
    ]
