"""Constants become literals before a board's modules are compiled, and nothing else changes."""

import ast

import pytest

from tablekeeper.boardkit import bundle, make_bundle
from tablekeeper.boardkit.literals import Literals
from tests.nonempty import nonempty

NUMBERS = b'''"""Numbers."""
from micropython import const

ONE = const(1)
_SHIFT = const(4)
BIG = (ONE << _SHIFT) + 0x10
LEFT, RIGHT = range(2)
BELOW = const(-3)
ASKED = 7
FLAGS = (ONE, BIG)
'''
USER = b'''from game import numbers, texts
from game.numbers import BIG, RIGHT


def far(numbers):
    return numbers.ASKED


def near(value=BIG):
    print(value, numbers.LEFT, RIGHT, 2 - numbers.BELOW, numbers.FLAGS)
    return texts.HELLO % (
        numbers.ONE, "RARE"
    )
'''
MODULES = {
    "game": b"",
    "game.numbers": NUMBERS,
    "game.texts": b'HELLO = "Hi %d\\n%s"\nRARE = "one"\nLIST = ("a", "b")\n',
    "game.user": USER,
}


@pytest.fixture(scope="module")
def literals():
    return Literals(MODULES, [b"from game.numbers import LEFT\n"])


def lines(literals, name):
    return literals.inlined(name).decode().split("\n")


def test_uses_of_constants_are_literals_where_they_stood(literals):
    found = lines(literals, "game.user")
    # the name of a parameter is not the module's
    assert found[4:6] == ["def far(numbers):", "    return numbers.ASKED"]
    assert found[8:13] == [
        "def near(value=32):",
        "    print(value, 0, 1, 2 - (-3), numbers.FLAGS)",
        "    return 'Hi %d\\n%s' % (",
        '        1, "RARE"',
        "    )",
    ]


def test_imports_of_which_nothing_is_needed_any_more_go(literals):
    assert lines(literals, "game.user")[:2] == ["from game import numbers", "pass"]


def test_constants_that_nothing_asks_for_by_name_go(literals):
    assert lines(literals, "game.numbers") == [
        '"""Numbers."""', "pass", "", "", "", "",
        # another file imports one of them
        "LEFT, RIGHT = range(2)", "",
        "ASKED = 7", "FLAGS = (1, 32)", "",
    ]  # fmt: skip
    assert lines(literals, "game.texts") == ["", 'RARE = \'one\'', 'LIST = ("a", "b")', ""]


def test_what_is_assigned_twice_or_computed_is_no_constant():
    source = b"A = 1\nB = len('b')\nC = 3\nif B:\n    A = 2\n\n\ndef change():\n    global C\n    C = A + B\n"
    assert Literals({"one": source}).inlined("one") == source


def test_the_firmware_keeps_its_lines_functions_and_classes():
    """So a traceback leads to the place in the sources."""
    sources = make_bundle().files
    changed = bundle.with_literals(sources)
    assert changed.keys() == sources.keys()
    for path, data in nonempty((path, data) for path, data in changed.items() if path.endswith(".py")):
        before, after = ([
            (node.name, node.lineno, len(node.body)) for node in ast.walk(ast.parse(text))
            if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        ] for text in (sources[path], data))  # fmt: skip
        assert before == after
        assert data.count(b"\n") == sources[path].count(b"\n")


def test_the_firmware_has_no_names_of_private_constants_left():
    changed = bundle.with_literals(make_bundle().files)
    assert b"_DICE_RESERVE" not in changed["lib/tabledevice/app.py"]
    assert b"records.PRESS" not in changed["lib/tableprograms/backgammon/sheet.py"]
    # modules are asked for these
    for word in (b"SPARE", b"LARGE", b"SHEET"):
        assert word in changed["lib/tableprograms/race/__init__.py"]
    assert b"RARE" in changed["lib/tabledevice/naming.py"]
