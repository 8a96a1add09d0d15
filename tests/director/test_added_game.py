"""A game of another package: its host half is found, set up, shown, told and ended; nothing else changes."""

import tomllib
from pathlib import Path

import pytest

import tableprograms
from tablecore import records, sheets
from tablekeeper.errors import UserError
from tablekeeper.games.registry import GAMES
from tests import games
from tests.formats.installed import write_metadata
from tests.refusal import refusal

PACKAGE = Path(games.__path__[0]) / "package"
OWN = ["backgammon", "race", "tara", "plain", "dicelog"]
HIGHDIE = 30


@pytest.fixture
def highdie(monkeypatch, tmp_path):
    """The package, installed, and its half on the board: its kind, its number and its sheet."""
    monkeypatch.setattr(records, "OPENERS", (*records.OPENERS, HIGHDIE))
    flags = bytearray(records.FLAGS)
    flags[HIGHDIE] = flags[records.DICELOG]
    monkeypatch.setattr(records, "FLAGS", flags)
    monkeypatch.setattr(sheets, "FOLDERS", (*sheets.FOLDERS, "highdie"))
    places = [*tableprograms.__path__, str(PACKAGE.parent / "boardhalf")]
    monkeypatch.setattr(tableprograms, "__path__", places)
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    write_metadata(tmp_path, project["name"], project["entry-points"])
    monkeypatch.syspath_prepend(str(PACKAGE))
    monkeypatch.syspath_prepend(str(tmp_path))
    GAMES.reload()
    yield
    monkeypatch.undo()
    GAMES.reload()


def test_it_stands_behind_the_own_games(highdie):
    assert list(GAMES) == [*OWN, "highdie"]


def test_without_the_package_nobody_knows_it(room):
    assert list(GAMES) == OWN
    with pytest.raises(UserError, match="no program 'highdie': choose backgammon, race"):
        room.director.matches.set_up(room.board("a").uid, "highdie", {}, ())


def test_it_is_set_up_shown_told_and_ended(highdie, room):
    board = room.board("a")
    with pytest.raises(UserError, match="Games can be 1, 2, 3, not '9'"):
        room.director.matches.set_up(board.uid, "highdie", {"target": "9"}, ("Ann", "Bob"))
    match_id = room.director.matches.set_up(board.uid, "highdie", {}, ("Ann", "Bob"))
    assert room.row(board).match.title == "High die to 2"
    room.deliver(board)
    board.write(records.GAME, 1, 0, 0, 1)
    board.write(records.DICE, 0, 5)
    room.send(board)
    shown = room.row(board).match
    assert (shown.id, shown.phase, shown.state) == (match_id, "play", "Throwing")
    assert shown.players == ("Ann", "Bob")
    assert [(seat.notes, seat.on_turn) for seat in shown.seats] == [(("threw 5",), False), ((), True)]
    with pytest.raises(UserError, match="is in progress: confirm its result or end it first"):
        room.director.matches.close(match_id)
    board.write(records.DICE, 1, 6)
    room.send(board)
    room.director.match_orders.confirm(match_id)
    room.deliver(board)
    # the second game is given to Bob by the director
    board.write(records.GAME, 2, 0, 0, 2)
    room.send(board)
    assert "The winner is a number from 0 to 1" in refusal(room.director.match_orders.end_game, match_id, 2)
    room.director.match_orders.end_game(match_id, 1)
    room.deliver(board)
    shown = room.row(board).match
    assert (shown.state, shown.standing) == ("Bob wins the match", "Ann 0, Bob 2")
    detail = room.director.overview.match(match_id)
    assert [(one.winner_name, one.result, one.standing) for one in detail.games] == [
        ("Bob", "5 to 6", "0-1"), ("Bob", "0 to 0 (forfeited)", "0-2"),
    ]  # fmt: skip
    assert detail.problems == ()
    told = [one.text for one in room.director.overview.table(board.uid).records]
    assert f"match {match_id}: high die, 2 games win it" in told
    assert [text for text in told if "throws" in text] == ["Ann throws a 5", "Bob throws a 6"]
    before = room.shown()
    room.restart()
    assert room.shown() == before
    room.connect(board)
    room.director.matches.close(match_id)
    room.deliver(board)
    assert room.row(board).match is None


def test_what_is_for_matches_of_backgammon_is_refused_there(highdie, room):
    board = room.board("a")
    match_id = room.director.matches.set_up(board.uid, "highdie", {}, ("Ann", "Bob"))
    room.deliver(board)
    for call in (
        lambda: room.director.match_orders.forfeit(match_id, 0),
        lambda: room.director.match_orders.award(match_id, 0, 1, "late"),
        lambda: room.director.matches.handover(match_id, room.board("b").uid, score=(0, 0)),
    ):
        assert "no backgammon is played" in refusal(call)
