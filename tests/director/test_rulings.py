"""What the director decides at a table that plays: clocks introduced and set right, points, breaks, requests.

The board is a scribe that obeys as the firmware does; what it must show is read from the director's views.
"""

import pytest

from tablecore import clock, records
from tablekeeper.errors import UserError
from tableprograms.backgammon import sheet as match
from tests.refusal import refusal

MINUTE = 60_000
REASON = "came an hour late"


@pytest.fixture
def playing(room):
    """A match to 7 without a clock, 3-1 after two games, whose third has begun: (board, id)."""
    board = room.board("a")
    match_id = room.match(board, 7)
    board.write(records.COMMIT, 0)  # odd, and stays so
    board.play(0, records.BACKGAMMON)
    board.play(1)
    board.begin()
    board.turn()
    room.send(board)
    return board, match_id


def last(board):
    """Return the last record as (kind, a, b, c, p)."""
    _, kind, a, b, c, _, p, _ = records.unpack(board.log[-1])
    return kind, a, b, c, p


# --- clocks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "stub", "says"),
    [
        # 4 and 6 points are needed: 5 on average, 3 minutes for each
        ("3m/pt b12", (clock.BRONSTEIN, 12, 0, 15 * MINUTE), "15m b12"),
        ("2m/pt b12+", (clock.BRONSTEIN, 12, 1, 10 * MINUTE), "10m b12+"),
        ("10m f5 o2m", (clock.FISCHER, 5, 4, 10 * MINUTE), "10m f5 o2m"),
        ("90s", (clock.SUDDEN, 0, 0, 90_000), "1m30s"),
    ],
)
def test_a_clock_is_introduced_with_the_average_of_the_points_needed(room, playing, control, stub, says):
    board, match_id = playing
    turn, dice = board.sheet.turn, board.sheet.dice
    room.director.match_orders.introduce_clock(match_id, control)
    room.deliver(board)
    method, seconds, rest, reserve = stub
    assert last(board) == (records.CLOCK, method, seconds, rest, reserve)
    sheet = board.sheet
    assert (sheet.score, sheet.turn, sheet.dice, sheet.phase) == ([3, 1], turn, dice, match.TURN)
    view = room.row(board).match
    assert view.control == says
    assert view.details.paused == "director called"
    shown = reserve + seconds * 1000 * (rest & 1)
    assert [one.remaining_ms for one in view.clocks] == [shown, shown]
    board.write(records.RESUME, turn)
    assert board.sheet.clock.running
    assert board.sheet.odd == 1


@pytest.mark.parametrize(
    ("control", "sentence"),
    [
        ("up", "cannot be introduced"),
        ("none", "cannot be introduced"),
        ("21m b12 | 14m b12", "cannot be introduced"),
        ("40/90m f30, 30m f30", "cannot be introduced"),
        ("10m b12.5", "whole seconds"),
        ("0m d12", "has a reserve"),
        ("10m o90s", "overtime in minutes"),
        ("soon", "soon"),
    ],
)
def test_what_is_no_clock_to_introduce_is_refused(room, playing, control, sentence):
    _, match_id = playing
    actions = room.store.actions()
    with pytest.raises(UserError, match=sentence):
        room.director.match_orders.introduce_clock(match_id, control)
    assert room.store.actions() == actions


def test_without_a_limit_there_are_no_minutes_per_point(room):
    board = room.board("a")
    match_id = room.match(board, 0)
    with pytest.raises(UserError, match="no minutes per point"):
        room.director.match_orders.introduce_clock(match_id, "3m/pt b12")
    room.director.match_orders.introduce_clock(match_id, "15m b12")
    room.deliver(board)
    assert board.sheet.clock.reserve == [15 * MINUTE] * 2


def test_a_handover_keeps_the_clock_that_was_introduced_and_the_breaks(room, playing):
    board, match_id = playing
    room.director.match_orders.introduce_clock(match_id, "3m/pt b12 o1m")
    room.deliver(board)
    board.win(0)
    board.write(records.PAUSE, records.BREAK, 2)
    board.write(records.RESUME, records.NOBODY)
    room.send(board)
    other = room.board("b")
    room.director.matches.handover(match_id, other.uid, score=(4, 1))
    room.restart()
    room.connect(other)
    room.deliver(other)
    sheet = other.sheet
    assert (sheet.score, sheet.breaks, sheet.games) == ([4, 1], [0, 1], 3)
    assert sheet.clock.method == [clock.BRONSTEIN] * 2
    assert (sheet.clock.overtime, sheet.clock.reserve) == ([MINUTE] * 2, [15 * MINUTE] * 2)


def test_the_director_sets_a_clock_right_and_the_reason_is_kept(room, playing):
    board, match_id = playing
    assert "without a clock" in refusal(room.director.match_orders.correct, match_id, 0, MINUTE, REASON)
    room.director.match_orders.introduce_clock(match_id, "10m b12")
    room.deliver(board)
    wrong = ((-1, REASON), (360_000_001, REASON), (MINUTE, "  "), (MINUTE, "x" * 201), (MINUTE, "a\x07"))
    for left, why in wrong:
        with pytest.raises(UserError):
            room.director.match_orders.correct(match_id, 0, left, why)
    assert "A seat is 0" in refusal(room.director.match_orders.correct, match_id, 2, MINUTE, REASON)
    room.now += 5_000
    room.director.match_orders.correct(match_id, 1, 305_000, "  the clock  ran in the dispute ", actor="Eva")
    room.deliver(board)
    assert room.row(board).match.clocks[1].remaining_ms == 305_000
    newest, before = room.director.match_orders.decisions(board.uid)[:2]
    assert newest.text == "sets the clock of Bob to 5:05: the clock ran in the dispute"
    assert (newest.actor, newest.match, newest.at_ms) == ("Eva", match_id, room.now)
    assert before.text == "introduces the clock 10m b12: 10:00 each"
    record = room.director.overview.table(board.uid).table
    assert record.problems == ()


# --- points -------------------------------------------------------------------------------------


def test_points_are_awarded_and_taken_back(room, playing):
    board, match_id = playing
    room.director.match_orders.award(match_id, 1, 2, REASON, cause=records.LATE)
    room.deliver(board)
    assert room.row(board).match.details.score == (3, 3)
    room.director.match_orders.award(match_id, 1, 9, "again", cause=records.CONDUCT)
    room.deliver(board)
    # no more than the match needs; who has them has won
    assert last(board) == (records.AWARD, 1, 4, records.CONDUCT, 0)
    view = room.row(board).match
    assert (view.details.score, view.phase, view.details.champion) == ((3, 7), "over", 1)
    assert "is over" in refusal(room.director.match_orders.award, match_id, 0, 1, REASON)
    with pytest.raises(UserError, match="1 to 7 points"):
        room.director.match_orders.award(match_id, 1, 8, REASON, take_back=True)
    room.director.match_orders.award(match_id, 1, 4, "the committee heard the appeal", take_back=True)
    room.deliver(board)
    view = room.row(board).match
    facts = view.details
    assert (facts.score, view.phase, facts.champion) == ((3, 3), "turn", None)
    assert facts.paused == "director called"
    assert [one.text for one in room.director.match_orders.decisions(board.uid)] == [
        "takes 4 points back from Bob (ruling): the committee heard the appeal",
        "awards 4 points to Bob (conduct): again",
        "awards 2 points to Bob (late arrival): came an hour late",
    ]
    board.write(records.RESUME, board.sheet.turn)
    board.turn()
    board.win(1, records.BACKGAMMON)
    room.send(board)
    assert room.director.overview.match(match_id).match.details.score == (3, 6)
    assert room.row(board).problems == ()


def test_what_cannot_be_awarded_is_refused(room, playing):
    board, match_id = playing
    for points, cause in ((-1, 0), (100, 0), (1, 9)):
        with pytest.raises(UserError):
            room.director.match_orders.award(match_id, 0, points, REASON, cause=cause)
    assert "not 0" in refusal(room.director.match_orders.award, match_id, 0, 0, REASON, take_back=True)
    board.claim(0)
    room.send(board)
    for take_back in (False, True):
        with pytest.raises(UserError, match="a result"):
            room.director.match_orders.award(match_id, 0, 1, REASON, take_back=take_back)
    assert "a result waits" in refusal(room.director.match_orders.introduce_clock, match_id, "10m")
    room.director.boards.offline(board.uid, "cable")
    assert "offline" in refusal(room.director.match_orders.award, match_id, 0, 1, REASON)


# --- breaks, requests, pairs ----------------------------------------------------------------------


def test_a_break_that_is_too_long_is_told_until_it_is_dealt_with(room, playing):
    board, match_id = playing
    board.win(0)
    board.write(records.PAUSE, records.BREAK, 2)
    room.send(board)
    assert room.row(board).problems == ()
    assert room.row(board).match.details.paused == "break"
    board.write(records.PAUSE, records.BREAK, 2, 1, step=match.BREAK_MS)
    room.send(board)
    assert room.row(board).problems == ("the break of Bob has lasted longer than its 10 minutes",)
    board.write(records.RESUME, records.NOBODY, step=83_500)
    room.send(board)
    assert room.row(board).problems == ("the break of Bob was 1:23 too long",)
    # a warning deals with it as points do
    room.director.match_orders.award(match_id, 0, 0, "next time it costs a point", cause=records.LONG_BREAK)
    room.deliver(board)
    assert room.row(board).problems == ()
    assert room.director.match_orders.decisions(board.uid)[0].text == (
        "warns Bob (break too long): next time it costs a point"
    )


def test_players_who_want_a_sealed_game_undone_are_heard(room, playing):
    board, match_id = playing
    board.win(0)
    room.send(board)
    room.director.match_orders.seal(match_id)
    room.deliver(board)
    board.write(records.REQUEST, 1, 0, 0, 3)
    room.send(board)
    assert room.row(board).problems == ("the players want a sealed game undone",)
    room.director.match_orders.award(match_id, 0, 1, "the game was a gammon")
    room.deliver(board)
    assert room.row(board).problems == ()
    board.write(records.REQUEST, 1, 0, 0, 3)
    board.game()
    room.send(board)
    assert room.row(board).problems == ()


def test_a_consultation_match_has_two_pairs(room):
    board = room.board("a")
    for players in (("Ann", "Bob & Dan"), ("Ann & ", "Bob & Dan"), ("Ann & Cleo & Eve", "Bob & Dan")):
        with pytest.raises(UserError, match="not a pair"):
            room.director.matches.create(board.uid, players, 5, "none", consultation=True)
    room.director.matches.create(board.uid, ("Ann & Cleo", "Bob & Dan"), 5, "none", consultation=True)
    tails = [command.tail for command in room.store.commands.open(board.uid)]
    assert tails[1:] == [b"\x00Ann", b"\x02Cleo", b"\x01Bob", b"\x03Dan"]
    room.deliver(board)
    assert board.sheet.options & match.CONSULTATION
    assert room.row(board).match.players == ("Ann & Cleo", "Bob & Dan")


def test_what_the_records_say(room, playing):
    board, match_id = playing
    room.director.match_orders.introduce_clock(match_id, "10m b12 o1m")
    room.director.match_orders.award(match_id, 0, 1, REASON, cause=records.LATE)
    room.director.match_orders.award(match_id, 0, 1, REASON, take_back=True)
    room.director.match_orders.award(match_id, 0, 0, REASON)
    room.deliver(board)
    board.write(records.REQUEST, 1, 0, 0, 1)
    board.win(1)
    board.write(records.PAUSE, records.BREAK, 1)
    board.write(records.PAUSE, records.BREAK, 1, 1, step=match.BREAK_MS)
    room.send(board)
    said = [record.text for record in room.director.overview.table(board.uid).records]
    assert said[-10:-6] == [
        "the director introduces a clock: 10m b12 o1m",
        "the director awards 1 point to Ann (late arrival)",
        "the director takes 1 point back from Ann (ruling)",
        "the director warns the opponent of Ann (ruling)",
    ]
    assert said[-6] == "the players ask the director to undo a sealed game"
    assert said[-2:] == ["the break of Ann begins", "the time of the break of Ann is over"]
