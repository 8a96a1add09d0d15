"""A format of somebody else's package, and no line changed for it: an event entered, played, drawn, counted.

Real firmware in a virtual hall plays it; the command line shows, ranks, rates, exports and checks it.
"""

import json

import pytest
from click.testing import CliRunner

from tablecore.sheets.sheet import READY
from tablekeeper.cli import main
from tablekeeper.virtual.hall import VirtualHall
from tableprograms.race import sheet as race
from tests.formats.installed import club_package
from tests.refusal import refusal
from tests.startedevent import started_event

SECOND = 1_000_000
EVENT = "Duel of the club"
#: seats of the winners, game by game: each has 4 pawns then, and the other none
WINNERS = (1, 0, 0)


@pytest.fixture
def club(monkeypatch, tmp_path):
    """The package is installed."""
    (tmp_path / "metadata").mkdir()
    with club_package(monkeypatch, tmp_path / "metadata"):
        yield


@pytest.fixture
def hall(club, database):
    made = VirtualHall(database, start_ms=1_700_000_000_000)
    yield made
    made.close()


@pytest.fixture
def say(database):
    """Runs a command of `tablekeeper` on the database; returns what it says."""

    def run(*words):
        result = CliRunner().invoke(main, [*map(str, words), "--database", database])
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


def key_of(sheet, winner):
    """Return what is pressed next in a game that a seat wins: confirm, start, or a pawn home."""
    if sheet.phase == race.RESULT:
        return next(seat for seat in range(sheet.seats) if not sheet.confirmed & (1 << seat))
    return 0 if sheet.phase == READY else str(sheet.colours_of(winner)[0] + 1)


def played(hall):
    """Play an event of the format to its end on one board, in a virtual hall that is closed then."""
    table = hall.add_table("Table 1", seed=1)
    events = hall.director.events
    event = started_event(events, ("Ann", "Bob"), EVENT, "club-duel", {"target": 8})
    assert hall.run(lambda: any(one.online for one in hall.director.overview.hall().tables), 60 * SECOND)
    hall.director.event_tables.play(event, events.get(event).answer.next[0], table.uid, None, "none")
    hall.run_for(5 * SECOND)
    for _ in range(100):
        view = events.get(event)
        if view.answer.over:
            break
        sheet = table.board.running("app").fold.sheet
        table.board.press(key_of(sheet, WINNERS[len(view.entered)]), None, 90)
        hall.run_for(SECOND)
    found = [(one.result["winner"], tuple(one.result["pawns"])) for one in events.get(event).entered]
    events.finish(event)
    assert table.board.crashes == []
    hall.close()
    return found


def test_an_event_of_a_club_needs_no_other_line(hall, say, tmp_path):
    assert played(hall) == [("Bob", (0, 4)), ("Ann", (4, 0)), ("Ann", (4, 0))]
    standings = json.loads(say("event", "standings", EVENT, "--json"))
    assert standings["winner"] == "Ann"
    assert [(row["player"], row["pawns"], row["won"]) for row in standings["rows"]] == [
        ("Ann", 8, 2), ("Bob", 4, 1),
    ]  # fmt: skip
    drawn = say("event", "picture", EVENT)
    assert drawn.startswith("<svg ")
    assert "counted pawns after each result" in drawn
    # ranked and rated
    [entry] = json.loads(say("rankings", "entries", "--json"))
    assert (entry["title"], entry["state"], entry["kind"]) == (EVENT, "proposed", "double-threat")
    say("rankings", "confirm", EVENT)
    told = json.loads(say("rankings", "show", "double-threat", "--json"))
    assert [row["player"] for row in told["rows"]] == ["Ann", "Bob"]
    assert "Ann" in say("rankings", "show", "openskill")
    # exported, and recounted by the auditor of the package
    file = tmp_path / "duel.json"
    say("event", "export", EVENT, "--output", file)
    told = CliRunner().invoke(main, ["standings", str(file), "--json"])
    assert json.loads(told.stdout) == standings
    told = CliRunner().invoke(main, ["check", str(file)])
    assert (told.exit_code, told.stdout) == (0, f"{file}: everything was recounted, and agrees.\n")
    whole = json.loads(file.read_text("utf-8"))
    whole["standings"]["rows"][0]["pawns"] += 1
    file.write_text(json.dumps(whole), "utf-8")
    told = CliRunner().invoke(main, ["check", str(file)])
    assert (told.exit_code, "standings.rows[0].pawns (" in told.stdout) == (1, True)
    told = CliRunner().invoke(main, ["generate", "club-duel"])
    assert (told.exit_code, told.stdout) == (2, "")
    assert "Duel of pawns makes no random events." in told.stderr


def test_without_the_package_its_event_is_kept_and_the_others_go_on(monkeypatch, database, say, tmp_path):
    (tmp_path / "metadata").mkdir()
    with club_package(monkeypatch, tmp_path / "metadata"):
        say("event", "new", "club-duel", EVENT, "--target", 8)
        say("event", "enter", EVENT, "Ann", "Bob")
        say("event", "start", EVENT)
        say("event", "result", EVENT, "--players", "Ann,Bob", "--winner", "Ann", "--pawns", "4,3")
        before = say("event", "standings", EVENT)
    say("event", "new", "swing", "Swing", "--stake", 10, "--cpp", "1")
    assert [one["name"] for one in json.loads(say("event", "list", "--json"))] == [EVENT, "Swing"]
    told = CliRunner().invoke(main, ["event", "standings", EVENT, "--database", database])
    assert (told.exit_code, told.stdout) == (2, "")
    assert "club-duel is not installed: install the package that has it" in told.stderr
    hall = VirtualHall(database, start_ms=1_700_000_000_000)
    assert [one.title for one in hall.director.events.all()] == ["club-duel (not installed)", "Swing"]
    assert '"club-duel" is not one of' in refusal(hall.director.events.new, "Another", "club-duel")
    hall.close()
    with club_package(monkeypatch, tmp_path / "metadata"):
        assert say("event", "standings", EVENT) == before
