"""The board's code stays within the Python that the board speaks.

CircuitPython stops at such a line when it loads the file, at the table; here it is found at once. The list
holds what has a tempting look in this house: syntax and methods of newer Pythons that MicroPython's compiler
or its built-in types do not have.
"""

import ast

import pytest

ABSENT_METHODS = frozenset(
    "as_integer_ratio casefold expandtabs format_map is_integer isalnum isdecimal isidentifier isnumeric"
    " isprintable ljust maketrans removeprefix removesuffix rjust swapcase title translate zfill".split()
)
ABSENT_NODES = {
    ast.Match: "match",
    ast.TryStar: "except*",
    ast.AsyncFor: "async for",
    ast.AnnAssign: "annotations (kept in memory)",
}


def strangers(source):
    """Return (line, what) for everything the board does not speak."""
    found = []
    for node in ast.walk(ast.parse(source)):
        line = getattr(node, "lineno", 0)
        for kind, name in ABSENT_NODES.items():
            if isinstance(node, kind):
                found.append((line, name))
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            if isinstance(getattr(node, "ctx", None), ast.Store):
                continue
            found += [(line, "* in a display") for item in node.elts if isinstance(item, ast.Starred)]
        elif isinstance(node, ast.Dict) and None in node.keys:
            found.append((line, "** in a display"))
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            found.append((node.posonlyargs[0].lineno, "positional-only arguments"))
        elif isinstance(node, ast.Call):
            if sum(word.arg is None for word in node.keywords) > 1:
                found.append((line, "two ** in a call"))
            if isinstance(node.func, ast.Attribute) and node.func.attr in ABSENT_METHODS:
                found.append((line, node.func.attr))
    return found


def test_firmware_speaks_the_boards_python(repository):
    files = sorted((repository / "firmware").rglob("*.py"))
    assert len(files) > 20
    assert [
        f"{path.relative_to(repository)}:{line}: {what}"
        for path in files for line, what in strangers(path.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize("source", [
    "text % (1, *values)", "rows = [*rows, 1]", "both = {**one, **two}", "name.removeprefix('a')",
    "match x:\n    case 1:\n        pass", "x: int = 1", "def f(a, /):\n    return a", "f(**a, **b)",
    "'%d' % 1\ntext.ljust(21)",
])
def test_a_planted_stranger_is_found(source):
    assert len(strangers(source)) == 1


@pytest.mark.parametrize(
    "source",
    ["f(*values)", "first, *rest = values", "f(**words)", "x = text.partition('a')", "view.title = 1"],
)
def test_what_the_board_speaks_is_allowed(source):
    assert strangers(source) == []
