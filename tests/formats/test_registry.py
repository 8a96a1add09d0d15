"""Formats are found by entry points: those of Tablekeeper in their order, then those of other packages."""

import doctest
import importlib
import importlib.metadata
import subprocess
import sys

import pytest

from tablekeeper import entrypoints
from tablekeeper.errors import ResourceError
from tablekeeper.formats import FORMATS
from tests.formats.installed import club_package, installed, write_metadata

OWN = (
    "league-2t league-2t-xl challengers series championship masters grand-prix grand-prix-plus triathlon"
    " ttt swing knockout swiss round-robin couples tara"
).split()


def said(caplog):
    return [one.message for one in caplog.records if one.name == entrypoints.__name__]


def test_the_formats_of_tablekeeper_stand_in_the_order_people_meet_them():
    assert list(FORMATS) == OWN
    assert [form.key for form in FORMATS.values()] == OWN


def test_a_format_of_another_package_comes_last(monkeypatch, tmp_path, caplog):
    with club_package(monkeypatch, tmp_path):
        assert list(FORMATS) == [*OWN, "club-duel"]
        assert FORMATS["club-duel"].title == "Duel of pawns"
        seen = doctest.testmod(importlib.import_module("clubduel"))
        assert (seen.attempted > 0, seen.failed) == (True, 0)
    assert list(FORMATS) == OWN
    assert said(caplog) == []


@pytest.mark.parametrize(
    ("point", "source", "reason"),
    [
        ("bad = badformat:Bad", "import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("bad = badformat:Bad", "Bad = 3", "TypeError: badformat:Bad is no subclass of Format"),
        ("bad = badformat:Bad", "Other = 3", "AttributeError: module 'badformat' has no attribute 'Bad'"),
        ("bad = tablekeeper.formats.swing:Swing", "", "ValueError: its key is swing"),
        ("swing = tablekeeper.formats.swing:Swing", "", "tablekeeper has one of this name"),
    ],
)  # fmt: skip
def test_a_format_that_cannot_be_loaded_is_told_and_left_out(
    monkeypatch, tmp_path, caplog, point, source, reason
):
    key, value = point.split(" = ")
    (tmp_path / "badformat.py").write_text(source)
    write_metadata(tmp_path, "badformat", {"tablekeeper.formats": {key: value}})
    monkeypatch.delitem(sys.modules, "badformat", raising=False)
    with installed(monkeypatch, tmp_path):
        assert list(FORMATS) == OWN
    assert said(caplog) == [f"The format {key} of badformat is left out ({reason})."]


def test_only_the_format_that_is_asked_for_is_loaded():
    source = """
import sys
from tablekeeper.formats import standings
from tablekeeper.strictjson import Cursor
event = {"format": "masters", "options": {"first_to": 1}, "players": ["A", "B", "C"], "results": []}
standings(Cursor(event))
print(sorted(name.split(".")[2] for name in sys.modules if name.startswith("tablekeeper.formats.")
             and name.endswith(".rules")))
"""
    told = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "['championship']"


def test_without_its_own_formats_it_says_what_to_do(monkeypatch):
    monkeypatch.setattr(entrypoints, "entry_points", lambda group: importlib.metadata.EntryPoints())
    FORMATS.reload()
    with pytest.raises(ResourceError, match=r"own formats are not registered: install Tablekeeper again"):
        FORMATS.installed()
    monkeypatch.undo()
    FORMATS.reload()
