"""Every screen says in words what its keys do, fits, lights the right lamp, and tells its players apart.

Each language is walked through in two programs a day, `make soak` walks through all. Contact sheets are left
in build/pictures/walk.
"""

import json
import subprocess
import sys

import pytest

from tablekeeper.boardkit.texts import LANGUAGES
from tests.guards.sample import drawn

PROGRAMS = ("backgammon", "race", "tara", "plain", "dicelog", "menu")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("program", drawn(PROGRAMS, 3))
def test_every_screen_says_what_its_keys_do(program, language, repository):
    folder = repository / "build" / "pictures" / "walk"
    done = subprocess.run(
        [sys.executable, "-m", "tests.tabledevice.walk_in_language", language, str(folder), program],
        cwd=repository, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    screens, complaints = json.loads(done.stdout)[program]
    assert screens > 5
    assert complaints == []
