"""A patch that was written from a diff of git changes what the diff changed, and says it by functions."""

import subprocess

import pytest

from tests.guards import guardpatch
from tests.guards.test_guardpatch import AFTER, CODE
from tests.guards.writing import written

FAILS = ["tests/a/test_b.py::test_c"]


@pytest.fixture
def rewritten(tmp_path):
    """Return the patch and what it makes of the first file, for new texts of files by their names."""

    def write(**after):
        before = {"x.py": CODE, "y.py": "one\ntwo\none\n", "page.html": "<p>\n<b>\n<p>\n"}
        for name, text in before.items():
            (tmp_path / name).write_text(text)
        for words in (["init", "-q"], ["add", "."]):
            subprocess.run(["git", *words], check=True, cwd=tmp_path)
        for name, text in after.items():
            (tmp_path / name.replace("_", ".")).write_text(text)
        diff = subprocess.run(
            ["git", "diff", "-U1"], check=True, cwd=tmp_path, capture_output=True, text=True
        )
        text = written("a", "It holds.", FAILS, diff.stdout, before.__getitem__)
        for name, old in before.items():
            (tmp_path / name).write_text(old)
        guard = guardpatch.parse("a", text)
        assert (guard.sentence, guard.fails) == ("It holds.", tuple(FAILS))
        assert guard.applied(tmp_path) == {name.replace("_", "."): new for name, new in after.items()}
        return text.split("\n", 2)[2]

    return write


def test_each_change_names_its_function_and_nothing_that_is_not_needed(rewritten):
    assert rewritten(x_py=AFTER) == (
        "--- a/x.py\n+++ b/x.py\n@@ @@\n-LIMIT = 3\n+LIMIT = 4\n+MORE = 5\n"
        "@@ Clock.stop @@\n-        if self.on:\n-            return\n"
    )


def test_lines_that_only_come_are_found_by_their_neighbours(rewritten):
    new = CODE.replace("def stop(self):\n", "def stop(self):\n        self.n = 0\n")
    assert "@@ Clock.stop @@\n     def stop(self):\n+        self.n = 0\n         if self.on:\n" in rewritten(
        x_py=new
    )
    assert rewritten(x_py=f"{CODE}        self.end()\n").endswith(
        "         self.on = False\n+        self.end()\n"
    )


def test_lines_that_recur_keep_what_tells_them_apart(rewritten):
    assert rewritten(y_py="one\ntwo\n1\n").endswith("@@ @@\n two\n-one\n+1\n")


def test_several_files_and_pages_go_into_one_patch(rewritten):
    text = rewritten(page_html="<p>\n<p>\n", x_py=AFTER)
    assert text.startswith("--- a/page.html\n+++ b/page.html\n@@ @@\n-<b>\n--- a/x.py\n")


@pytest.mark.parametrize(
    ("sentence", "diff", "said"),
    [("It holds", "", "say in a sentence"), ("It holds.", "", "no change follows")],
)
def test_what_will_not_do_is_said(sentence, diff, said):
    with pytest.raises(ValueError, match=said):
        written("a", sentence, FAILS, diff, {}.__getitem__)
