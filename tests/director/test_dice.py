"""Every throw of every kind of table is kept with whose it was; what does not count is marked."""

import random

import pytest

from tablecore import records
from tablekeeper.director.dice import Dice
from tablekeeper.errors import UserError
from tablekeeper.fairness.throws import (
    AGAIN,
    BOARD,
    CANCELLED,
    COUNTS,
    DIE_ROLL,
    LOG,
    OPENING,
    REPEATED,
    TRANSCRIPT,
    TURN,
    TYPED,
    UNDONE,
    UNKNOWN,
)
from tablekeeper.strictjson import Cursor
from tableprograms.race import rules as racerules
from tests.director.walks import step
from tests.guards import sample
from tests.startedevent import started_event


def told(room):
    """Return the throws as the hall knows them; what is read from the database must be the same."""
    found = room.director.dice.throws()
    assert Dice(room.store).throws() == found
    return found


def brief(throws):
    return [(throw.faces, throw.player, throw.purpose, throw.state) for throw in throws]


def test_a_backgammon_match_tells_whose_throws_they_were(room):
    board = room.board("a")
    room.match(board, 5)
    board.game()
    board.write(records.OPENING, 4, 4)
    board.opening(5, 2)
    board.write(records.PRESS, 0, 1)
    board.turn(6, 6)
    board.write(records.DICE, 0, 3, 1)
    # an irregular double that was accepted ends no turn
    board.write(records.DOUBLE, 0, 1, 2)
    board.write(records.DICE, 0, 2, 1)
    board.write(records.PRESS, 0, 1)
    wrong = board.write(records.DICE, 1, 5, 5)
    board.undo(wrong)
    board.write(records.DICE, 1, 5, 6, 1)
    room.send(board)
    assert brief(told(room)) == [
        ((4,), "Ann", OPENING, COUNTS), ((4,), "Bob", OPENING, COUNTS),
        ((5,), "Ann", OPENING, COUNTS), ((2,), "Bob", OPENING, COUNTS),
        ((6, 6), "Bob", TURN, COUNTS), ((3, 1), "Ann", TURN, AGAIN), ((2, 1), "Ann", TURN, COUNTS),
        ((5, 5), "Bob", TURN, UNDONE), ((5, 6), "Bob", TURN, COUNTS),
    ]  # fmt: skip
    assert [throw.source for throw in told(room)] == [TYPED] * 8 + [BOARD]
    assert {throw.device for throw in told(room)} == {room.row(board).name}
    before = told(room)
    room.restart()
    assert told(room) == before


def test_a_race_and_its_die_roll_and_cancelled_throws(room):
    board = room.board("b")
    room.director.matches.set_up(
        board.uid, "race", {"rules": "3T", "throws": "typed", "roll": "yes"}, ("A", "B", "C")
    )
    room.deliver(board)
    for seat, die in ((0, 2), (1, 5), (2, 1)):
        board.write(records.ROLL, seat, die)
    board.write(records.GAME, 1, racerules.THREE_THREAT, 1, 1, racerules.usual(racerules.THREE_THREAT))
    board.write(records.DICE, 1, 6)
    board.write(records.DICE, 1, 4)
    board.write(records.CANCEL, 1, 4)
    board.write(records.DICE, 1, 3)
    board.write(records.DICE, 2, 1)
    room.send(board)
    assert brief(told(room)) == [
        ((2,), "A", DIE_ROLL, COUNTS), ((5,), "B", DIE_ROLL, COUNTS), ((1,), "C", DIE_ROLL, COUNTS),
        ((6,), "B", TURN, COUNTS), ((4,), "B", TURN, CANCELLED), ((3,), "B", TURN, COUNTS),
        ((1,), "C", TURN, COUNTS),
    ]  # fmt: skip


def test_a_dice_log_and_a_transcript(room):
    board = room.board("c")
    room.director.matches.set_up(board.uid, "dicelog", {"dice": "2"}, ())
    room.deliver(board)
    board.write(records.DICE, records.NOBODY, 3, 3)
    board.write(records.DICE, records.NOBODY, 6, 1, 1)
    room.send(board)
    other = room.board("d")
    room.match(other, 1, players=("Eve", "Finn"), source="old.mat")
    other.begin(6, 1)
    room.send(other)
    found = told(room)
    assert brief(found)[:2] == [((3, 3), UNKNOWN, LOG, COUNTS), ((6, 1), UNKNOWN, LOG, COUNTS)]
    assert [throw.source for throw in found] == [TYPED, BOARD, TRANSCRIPT, TRANSCRIPT]


def test_a_transcript_that_is_played_again_is_no_evidence_about_dice(room):
    for name, source in (("d", "old.mat"), ("e", "old.mat"), ("f", "match 3 of another host"),
                         ("g", "match 3 of another host"), ("h", "new.mat"), ("i", "old.mat")):  # fmt: skip
        board = room.board(name)
        room.match(board, 1, players=("Eve", "Finn"), source=source)
        board.begin(6, 1)
        room.send(board)
    counted = [throw.state for throw in told(room)][::2]
    assert counted == [COUNTS, REPEATED, COUNTS, COUNTS, COUNTS, REPEATED]
    aside = [group.tally.set_aside for group in room.director.dice.report(by=("device",)).groups]
    assert sum(one.get(REPEATED, 0) for one in aside) == 4


def test_throws_know_their_event(room):
    board = room.board("e")
    event = started_event(room.director.events, ["Ann", "Bob"], "Cup", "knockout", {"length": 1})
    pairing = room.director.events.get(event).answer.next[0]
    room.director.event_tables.play(event, pairing, board.uid, 1, "none")
    room.deliver(board)
    board.begin()
    room.send(board)
    assert {throw.event for throw in told(room)} == {"Cup"}
    room.director.events.finish(event, "it goes on elsewhere")
    copy = {"format": "knockout", "name": "Cup", "players": ["Ann", "Bob"], "results": []}
    room.director.events.take_in(Cursor(copy), "Cup", 0)
    assert {throw.event for throw in told(room)} == {f"Cup ({event})"}


def test_sets_of_dice_have_names_from_a_time_on(room):
    board = room.board("f")
    match = room.match(board, 5)
    board.begin()
    board.write(records.PRESS, 0, 1)
    board.turn()
    room.send(board)
    dice = room.director.dice
    assert {throw.dice_set for throw in told(room)} == {UNKNOWN}
    name = room.row(board).name
    dice.label("red", table=name)
    assert {throw.dice_set for throw in told(room)} == {"red"}
    # changed before the last throw
    dice.label("blue", table=board.uid, from_ms=room.now + board.ms + 1)
    board.turn()
    room.send(board)
    assert [throw.dice_set for throw in told(room)] == ["red"] * 3 + ["blue"]
    # what the match says goes before what its table says
    dice.label("old  set", match=match)
    assert {throw.dice_set for throw in told(room)} == {"old set"}
    dice.label("", match=match)
    assert [throw.dice_set for throw in told(room)] == ["red"] * 3 + ["blue"]
    assert [one.label for one in dice.labels()] == ["red", "blue", "old set", ""]
    assert [action.action for action in room.store.actions()].count("label dice") == 4


@pytest.mark.parametrize(
    ("label", "where", "why"),
    [
        ("red", {}, "Name a table or a match"),
        ("red", {"table": "x", "match": 1}, "only one of them"),
        ("x" * 31, {"match": 1}, "1 to 30 letters"),
        ("unknown", {"match": 1}, "choose another name"),
        ("red", {"match": 7}, "There is no match 7"),
        ("red", {"match": 10**23}, "There is no match 1"),
        ("red", {"table": "Table 9"}, "There is no table 'Table 9': the tables are none yet"),
        ("red", {"match": 1, "from_ms": -1}, "before 1970"),
    ],
)
def test_what_cannot_be_named_changes_nothing(room, label, where, why):
    with pytest.raises(UserError, match=why):
        room.director.dice.label(label, **where)
    assert room.store.actions() == []


def test_reports_are_of_what_was_chosen(room):
    board = room.board("a")
    room.match(board, 0)
    chance = random.Random(1)
    board.begin()
    board.write(records.PRESS, 0, 1)
    for _ in range(80):
        board.turn(chance.randint(1, 6), chance.randint(1, 6))
    room.send(board)
    dice = room.director.dice
    everything = dice.report()
    assert [(group.kind, group.name) for group in everything.groups] == [
        ("device", room.row(board).name), ("set", UNKNOWN), ("player", "Ann"), ("player", "Bob"),
        ("event", UNKNOWN),
    ]  # fmt: skip
    ann = dice.report({"player": "Ann"}).groups[0]
    assert (ann.kind, ann.name, ann.tally.dice) == ("chosen", "player Ann", 81)
    assert [group.name for group in dice.report({"player": "Ann"}, ["set"]).groups] == [UNKNOWN]
    assert dice.report(suspect=6).questions == 5
    with pytest.raises(UserError, match="No throw has the player 'Zoe': there are Ann, Bob"):
        dice.report({"player": "Zoe"})


@sample.scenario("evenings of dice")
def test_random_evenings_keep_every_throw(room):
    chance, seen = random.Random(11), 0
    for place, (program, options) in enumerate(
        [("backgammon", {}), ("race", {"throws": "typed", "roll": "yes"}), ("dicelog", {})] * 2
    ):
        board = room.board(f"{place + 1:x}")
        names = ("Ann", "Bob") if program == "backgammon" else ()
        room.director.matches.set_up(board.uid, program, options, names)
        room.deliver(board)
        for _ in range(300):
            step(chance, board)
        room.send(board)
        logged = 0
        for record in board.log:
            kind, seat = record[4:6]
            logged += (kind == records.DICE) + 2 * (kind == records.OPENING)
            logged += kind == records.ROLL and seat < 2
        # every throw that the sheet took, with both players' dice of an opening
        found = [throw for throw in told(room) if throw.device == room.row(board).name]
        assert len(found) == logged
        seen += logged
        gone = room.director.hall.tables[board.uid].log.live.fold.undone
        kinds = {board.log[seq - 1][4] for seq in gone}
        taken_back = kinds & {records.DICE, records.OPENING, records.ROLL}
        assert bool(taken_back) == any(throw.state == UNDONE for throw in found)
    assert seen > 50


def test_what_is_kept_of_finished_matches_follows_names_and_labels(room):
    board = room.board("a")
    for players in (("Ann", "Bob"), ("Cleo", "Dan")):
        match = room.match(board, 1, players=players)
        board.play(0)
        room.send(board)
        told(room)
        room.director.matches.close(match)
        room.deliver(board)
        assert {throw.player for throw in told(room)} >= set(players)
    dice = room.director.dice
    assert len(dice._parts) == 2
    dice.label("red", match=match)
    assert [throw.dice_set for throw in told(room)] == [UNKNOWN] * 4 + ["red"] * 4
    room.director.boards.rename(board.uid, "Window")
    assert {throw.device for throw in told(room)} == {"Window"}
