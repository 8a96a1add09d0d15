"""The stand-in modules against CircuitPython's own type stubs: same names, same parameters."""

import ast
import inspect
from pathlib import Path

import pytest

from tablesim import Timeline, VirtualBoard, modules
from tablesim.firmware import Firmware, firmware_folder
from tablesim.vm import Vm

#: where the Makefile keeps them
STUBS = Path(__file__).resolve().parents[2] / "build" / "stubs"
#: `gc`, `os` and `time` have no stubs of their own there; a board's pins depend on the board
COMPARED = sorted(set(modules.BUILDERS) - {"gc", "os", "time", "board"})
#: methods that no firmware of ours needs
UNFINISHED = {"usb_cdc.Serial": {"readlines"}}
#: real names that the stubs keep under another module's roof
ELSEWHERE = {"microcontroller": {"ByteArray"}}


def stub(name):
    """The stub's functions, and its classes with their methods, by name."""
    # never in the tests' own environment: the stubs have the names of modules that Blinka installs
    [*places] = STUBS.glob(f"circuitpython/lib/python*/site-packages/{name}-stubs/__init__.pyi")
    if not places:
        pytest.skip("the stubs of CircuitPython are not there: say make check first")
    place = places[0]
    found = {}
    for node in ast.parse(place.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = parameters(node)
        elif isinstance(node, ast.ClassDef):
            found[node.name] = {
                item.name: parameters(item) for item in node.body if isinstance(item, ast.FunctionDef)
            }
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = None
    return found


def parameters(node):
    """Positional names without self, and keyword-only names."""
    names = [argument.arg for argument in node.args.args]
    return [name for name in names if name != "self"], sorted(arg.arg for arg in node.args.kwonlyargs)


def ours(function):
    """The same of a stand-in."""
    found = inspect.signature(function).parameters.values()
    positional = [each.name for each in found if each.kind == each.POSITIONAL_OR_KEYWORD]
    keywords = sorted(each.name for each in found if each.kind == each.KEYWORD_ONLY)
    return [each for each in positional if each != "self"], keywords


@pytest.mark.parametrize("name", COMPARED)
def test_names_and_parameters_are_circuitpythons(name):
    board = VirtualBoard(Timeline(), bytes(8))
    made = vars(modules.build(Vm(board, "POWER_ON", Firmware(firmware_folder()), modules.build))[name])
    real = stub(name)
    compared = 0
    for public, thing in made.items():
        if public.startswith("_") or public in ELSEWHERE.get(name, ()):
            continue
        assert public in real, f"{name}.{public} does not exist"
        if inspect.isclass(thing):
            for method, expected in real[public].items():
                # a stub whose __init__ takes nothing says: the program is handed its only instance
                if method == "__exit__" or (method == "__init__" and expected == ([], [])):
                    continue
                mine = getattr(thing, method, None)
                if mine is None:
                    assert method in UNFINISHED.get(f"{name}.{public}", ()), f"no {name}.{public}.{method}"
                else:
                    assert ours(mine) == expected, f"{name}.{public}.{method}"
                    compared += 1
        elif inspect.isfunction(thing) and thing.__name__ != "<lambda>":
            assert ours(thing) == real[public], f"{name}.{public}"
            compared += 1
    assert compared
