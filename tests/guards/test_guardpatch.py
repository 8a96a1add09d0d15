"""A patch is found by the function it names, wherever that stands, and nowhere else."""

import pytest

from tests.guards import guardpatch
from tests.guards.guardpatch import StalePatch

CODE = '''"""A clock."""

LIMIT = 3


class Clock:
    def start(self):
        if self.on:
            return
        self.on = True

    def stop(self):
        if self.on:
            return
        self.on = False
'''

OFF = "        self.on = False\n"

TEXT = """Guard: a clock that runs is stopped once.
Fails: tests/a/test_b.py::test_c[1 2]
--- a/x.py
+++ b/x.py
@@ @@
-LIMIT = 3
+LIMIT = 4
+MORE = 5
@@ Clock.stop @@
-        if self.on:
-            return
         self.on = False
"""

AFTER = CODE.replace("LIMIT = 3", "LIMIT = 4\nMORE = 5").replace(
    "        if self.on:\n            return\n        self.on = False", "        self.on = False"
)


@pytest.fixture
def root(tmp_path):
    """A folder with the file that the patch changes."""
    (tmp_path / "x.py").write_text(CODE)
    return tmp_path


def test_a_patch_is_read_and_applied(root):
    guard = guardpatch.parse("once", TEXT)
    assert (guard.sentence, guard.fails) == (
        "a clock that runs is stopped once.", ("tests/a/test_b.py::test_c[1 2]",)
    )  # fmt: skip
    assert guard.applied(root) == {"x.py": AFTER}


def test_lines_that_recur_in_another_function_are_not_confused(root):
    """Without the function's name the first two lines would be found in `start`."""
    short = TEXT.replace("         self.on = False\n", "")
    assert guardpatch.parse("once", short).applied(root) == {"x.py": AFTER}


def test_a_function_that_has_moved_is_found(root):
    def moved(text):
        head, start, stop = (
            text.partition("\n    def start")[0],
            *text.partition("def start")[2].split("    def stop"),
        )
        return f"{head}\n    def stop{stop}\n    def start{start.rstrip()}\n"

    (root / "x.py").write_text(moved(CODE))
    assert guardpatch.parse("once", TEXT).applied(root) == {"x.py": moved(AFTER)}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (f"return\n{OFF}", f"pass\n{OFF}", "Clock.stop in x.py has changed .*'return'"),
        ("def stop", "def halt", "x.py has no Clock.stop any more"),
        ("LIMIT = 3", "LIMIT = 3\nLIMIT = 3", "stand 2 times in the file"),
        (OFF, f"{OFF}        if self.on:\n            return\n{OFF}", "stand 2 times in Clock.stop"),
        (CODE, None, "no x.py any more"),
    ],
)
def test_a_patch_that_no_longer_fits_is_said_in_a_sentence(root, old, new, said):
    assert old in CODE
    if new is None:
        (root / "x.py").unlink()
    else:
        (root / "x.py").write_text(CODE.replace(old, new))
    with pytest.raises(StalePatch, match=said):
        guardpatch.parse("once", TEXT).applied(root)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT.replace("Guard:", "What:"), "one line `Guard:`"),
        (TEXT.replace("once.", "once"), "say in a sentence"),
        (TEXT.replace("Fails:", "Test:"), "at least one line `Fails:`"),
        (TEXT.replace("test_b.py::", "test_b.py"), "name a test as pytest does"),
        (TEXT.partition("---")[0], "no change follows"),
        (TEXT.replace("@@ @@", "@@ -3,1 +3,2 @@"), "is no part of a change"),
        (TEXT.replace("-LIMIT = 3\n", ""), "needs lines to be found by"),
        (TEXT.replace("-        if self.on:\n-            return\n", ""), "has to change something"),
    ],
)
def test_what_is_no_patch_is_said_in_a_sentence(text, said):
    with pytest.raises(ValueError, match=said):
        guardpatch.parse("once", text)
