"""The worked examples in the modules' docstrings and on the pages of rankings and ratings are true."""

import doctest
import importlib
import json
import pkgutil
import re

import pytest
from click.testing import CliRunner

from tablekeeper import rankings
from tablekeeper.cli import main
from tablekeeper.rankings import STYLES, VERSIONS, document, ranking_table, read
from tablekeeper.strictjson import Cursor

MODULES = sorted(one.name for one in pkgutil.iter_modules(rankings.__path__, "tablekeeper.rankings."))
SHOWN = {"book", "compensation", "elo", "entries", "history", "order", "partnership", "results", "tournament"}


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    seen = doctest.testmod(importlib.import_module(name))
    assert seen.failed == 0
    if name.rpartition(".")[2] in SHOWN:
        assert seen.attempted


def blocks(repository, page, language):
    text = (repository / "docs" / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_page_of_rankings_shows_a_file_that_is_read(repository):
    whole, medal_game = blocks(repository, "rankings.md", "json")
    found = document(ranking_table(read(Cursor(json.loads(whole)))))
    assert [(row["player"], row["total"]) for row in found["rows"]] == [
        ("Bob", 32.5),
        ("Ann", 25.5),
        ("Cid", 18.5),
    ]
    season = [
        {"name": f"T{number}", "style": "3T", "level": 1, "date": "2025-05-04", "wins": {winner: 1, "Cid": 0}}
        for number, winner in enumerate(("Ann", "Bob"))
    ]
    season.append(json.loads(medal_game))
    table = document(ranking_table(read(Cursor({"ranking": "medal", "tournaments": season}))))
    assert [(row["player"], row["total"]) for row in table["rows"]] == [("Ann", 9), ("Bob", 8), ("Cid", 4)]


def test_the_page_of_rankings_has_the_versions_and_styles_of_the_program(repository):
    text = (repository / "docs" / "rankings.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\d{4}-\d\d)` \| (\S+)", text, re.MULTILINE)
    assert rows == [
        (one.key, "the" if number == 0 else one.since.isoformat()) for number, one in enumerate(VERSIONS)
    ]
    (styles,) = re.findall(r"^\| `style` \| (.*) \|$", text, re.MULTILINE)
    assert re.findall(r"`([^`]+)`", styles) == [*STYLES, "medal-game"]
    for version in VERSIONS[::2]:
        assert "; ".join(version.ties) in text


def test_the_page_of_ratings_shows_files_that_are_read(repository, tmp_path):
    (table,) = (one for one in blocks(repository, "ratings.md", "") if one.startswith("date,"))
    (line,) = blocks(repository, "ratings.md", "json")
    for name, text, system in (("a.csv", table, "fibs"), ("b.jsonl", line, "openskill")):
        (tmp_path / name).write_text(text, "utf-8")
        result = CliRunner().invoke(main, ["ratings", str(tmp_path / name), "--json", "--system", system])
        assert result.exit_code == 0, result.stderr
        assert json.loads(result.stdout)["results"] == len(text.splitlines()) - (system == "fibs")
