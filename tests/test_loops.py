"""No test can pass because its loop is empty: one assertion at least always runs.

An assertion runs always if each loop around it goes over something written out (a tuple, `range(3)`, a
constant of the module that is written out), or over `nonempty(...)` of tests/nonempty.py, which fails if
there is nothing.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.nonempty import nonempty

SHOWN = (ast.Tuple, ast.List, ast.Set, ast.Dict)
#: functions that give as many values as they are given, or as many as they are told
PASSED_ON = {"enumerate", "list", "range", "reversed", "sorted", "tuple", "zip", "product"}
METHODS = {"items", "keys", "split", "splitlines", "values"}


def written_out(node: ast.expr, constants: dict[str, ast.expr]) -> bool:
    """Return whether a loop over this expression runs at least once, as far as the text shows."""
    if isinstance(node, SHOWN):
        return bool(node.keys if isinstance(node, ast.Dict) else node.elts)
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, ast.UnaryOp):
        return written_out(node.operand, constants)
    if isinstance(node, ast.BinOp):
        return written_out(node.left, constants)
    if isinstance(node, ast.Name):
        return node.id in constants and written_out(constants[node.id], constants)
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name == "nonempty":
            return True
        if name in METHODS and isinstance(node.func, ast.Attribute):
            return written_out(node.func.value, constants)
        return name in PASSED_ON and all(written_out(one, constants) for one in node.args)
    return False


def assertions(node: ast.AST, loops: tuple[ast.expr, ...] = ()) -> Iterator[tuple[ast.expr, ...]]:
    """Yield what the loops around each assertion go over."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            continue
        raises = isinstance(child, ast.With) and any("raises" in ast.unparse(one) for one in child.items)
        if raises or isinstance(child, ast.Assert):
            yield loops
        inside = (*loops, child.iter) if isinstance(child, ast.For | ast.AsyncFor) else loops
        yield from assertions(child, inside)


def empty_at_times(text: str) -> Iterator[tuple[str, list[ast.expr]]]:
    """Yield the tests whose assertions may never run, and what their loops go over."""
    tree = ast.parse(text)
    constants = {
        target.id: one.value for one in tree.body if isinstance(one, ast.Assign)
        for target in one.targets if isinstance(target, ast.Name)
    }  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found = [
                [loop for loop in loops if not written_out(loop, constants)] for loops in assertions(node)
            ]
            if found and all(found):
                yield node.name, [loop for loops in found for loop in loops]


def test_no_test_passes_because_its_loop_is_empty(repository):
    problems = [
        f"{path.relative_to(repository)}::{name}: {ast.unparse(loops[0])}"
        for path in nonempty(sorted((repository / "tests").rglob("test_*.py")))
        for name, loops in empty_at_times(path.read_text("utf-8"))
    ]
    assert problems == [], "write `for one in nonempty(...)` (tests/nonempty.py)"


@pytest.mark.parametrize(
    ("loop", "missed"),
    [
        ("for one in found():\n  assert one", True),
        ("for one in nonempty(found()):\n  assert one", False),
        ("for one in found():\n  assert one\n assert done", False),
        ("for one in (1, 2):\n  assert one", False),
        ("for one in ():\n  assert one", True),
        ("for one in NAMES:\n  assert one", False),
        ("for one in NONE:\n  assert one", True),
        ("for one in nonempty(found()):\n  for two in one:\n   assert two", True),
        ("for one in enumerate(NAMES, 1):\n  assert one", False),
        ("for one in range(0):\n  assert one", True),
        ("for one in found():\n  with pytest.raises(ValueError):\n   one()", True),
    ],
)
def test_what_may_be_empty(loop, missed):
    text = f"NAMES = ('a', 'b')\nNONE = ()\ndef test_it():\n {loop}\n"
    assert bool(list(empty_at_times(text))) is missed


def test_nonempty_fails_when_there_is_none():
    assert list(nonempty(iter("ab"))) == ["a", "b"]
    with pytest.raises(AssertionError, match="nothing to check"):
        list(nonempty([]))
