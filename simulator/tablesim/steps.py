"""Estimates the work of a line of code by its steps, counted in the syntax tree.

Lines differ, from `pass` to a call with six arguments; the time of a bytecode interpreter grows with the
names, numbers, operations and calls. Each of them is one step here, a call is three steps, and the target of
a loop is one step for each round.
"""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache

#: nodes for which nothing is executed
_NOTHING = (
    ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop, ast.arguments, ast.arg, ast.alias,
    ast.keyword, ast.FunctionDef, ast.ClassDef, ast.Module, ast.Slice, ast.Expr,
)  # fmt: skip
_CALL = 3


@cache
def of_lines(text: str) -> dict[int, int]:
    """Return steps by line number, of a program's text."""
    tree = ast.parse(text)
    found: Counter[int] = Counter()
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if line:
            found[line] += _steps(node)
        if isinstance(node, ast.For) and node.iter.lineno == line:
            # the iterable is computed once, but the line is executed at each round
            found[line] -= sum(_steps(one) for one in ast.walk(node.iter))
    return dict(found)


def _steps(node: ast.AST) -> int:
    if isinstance(node, _NOTHING):
        return 0
    return _CALL if isinstance(node, ast.Call) else 1
