"""Every screen in every language: all of it fits, and there is a picture to look at.

Each run leaves build/pictures/screens-en.png, screens-it.png and screens-de.png.
"""

import json
import subprocess
import sys

import pytest

from tablekeeper.boardkit.texts import LANGUAGES


@pytest.fixture(scope="module")
def drawn(repository, tmp_path_factory):
    """What `in_language` told of each language."""

    def draw(language):
        folder = tmp_path_factory.mktemp(language)
        png = repository / "build" / "pictures" / f"screens-{language}.png"
        png.unlink(missing_ok=True)
        done = subprocess.run(
            [sys.executable, "-m", "tests.tabledevice.in_language", language, str(folder), str(png)],
            cwd=repository, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert png.is_file()
        return json.loads(done.stdout)

    return {language: draw(language) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_but_what_is_cut_in_english(drawn, language):
    told = drawn[language]
    assert told["scenes"] == drawn["en"]["scenes"] > 250
    assert told["cut"] == drawn["en"]["cut"]
    # and there is a scene that something is cut in, so this could fail
    assert "menu-scrolled" in told["cut"]
