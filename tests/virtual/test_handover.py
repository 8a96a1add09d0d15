"""A whole match handed over to another board, between games and within one: one score in the end."""

import pytest

from tablecore import records
from tablekeeper.games import catalogue
from tableprograms.backgammon import sheet as phases
from tests.guards import sample
from tests.virtual.sitting import (
    SECOND,
    begin,
    intents_of,
    press,
    row,
    settle,
    sheet,
    stored,
    until,
    virtual_hall,
)

KIM, LEO = 0, 1
RESULTS = [
    (1, LEO, 2, 2, "single"),
    (2, KIM, 2, 1, "gammon"),
    (3, LEO, 1, 1, "drop"),
    (4, LEO, 2, 2, "drop"),
    (5, KIM, 4, 2, "gammon"),
    (6, LEO, 1, 1, "single"),
    (7, KIM, 1, 1, "single"),
]


@pytest.fixture
def match(read, shipped):
    return read(shipped / "7-points-kim-leo.mat")

hall = virtual_hall("Table 1", "Table 2")


def results(detail):
    return [
        (game.number, game.winner, game.points, game.details.cube, game.details.kind) for game in detail.games
    ]


def offline(hall, *tables):
    for table in tables:
        table.board.unplug()
    until(hall, lambda: not any(row(hall, table).online for table in tables))


@sample.scenario("a hand-over between games")
def test_both_boards_unplugged_between_two_games(hall, match):
    one, two = hall.tables
    match_id = begin(hall, one, match)
    press(hall, one, intents_of(match, range(1, 3)))
    settle(hall, one)
    counted = len(stored(hall, one))
    offline(hall, one, two)
    hall.run_for(60 * SECOND)
    hall.director.matches.handover(match_id, two.uid, score=(2, 2))
    hall.run_for(60 * SECOND)
    # somebody has not heard of it, and plays game 3 at the first board, to another result
    wrong = intents_of(match, range(5, 6))
    press(hall, one, wrong)
    assert sheet(one).score == [6, 2]

    two.board.plug()
    until(hall, lambda: sheet(two).match_id == match_id and not row(hall, two).problems)
    hall.run_for(3 * SECOND)
    offline(hall, two)
    press(hall, two, intents_of(match, range(3, 8)))
    assert (sheet(two).score, sheet(two).phase) == ([7, 6], phases.OVER)
    # nobody has seen any of that yet
    assert hall.director.overview.match(match_id).match.details.score == (2, 2)

    one.board.plug()
    two.board.plug()
    until(hall, lambda: row(hall, one).online and row(hall, two).online)
    settle(hall, one, two)
    detail = hall.director.overview.match(match_id)
    assert results(detail) == RESULTS
    assert [game.board for game in detail.games] == [one.uid] * 2 + [two.uid] * 5
    assert [game.score for game in detail.games][1:3] == [(2, 2), (2, 3)]
    assert (detail.match.details.score, detail.match.details.champion, detail.problems) == ((7, 6), KIM, ())
    assert [game.number for game in detail.games if game.details.crawford] == [6]

    # what was pressed at the first board afterwards: a game record and all the rest of a game
    strays = [record for record in stored(hall, one)[counted:] if record[4] < records.FAULT]
    assert len(strays) > len(wrong)
    assert detail.strays == row(hall, one).strays == len(strays)
    shown = [record for record in hall.director.overview.table(one.uid).records if record.state == "stray"]
    assert [(record.seq, record.kind) for record in shown] == [
        (records.sequence(record), catalogue.name(record[4])) for record in strays
    ]
    assert {"game", "opening", "dice", "double", "take", "press", "result", "end"} <= {
        record.kind for record in shown
    }
    assert row(hall, two).strays == 0
    assert (
        f"match Kim v Leo went on at Table 2: {len(strays)} later records of it are discarded"
        in row(hall, one).problems
    )
    assert [(segment.table, segment.strays) for segment in detail.segments] == [
        ("Table 1", len(strays)),
        ("Table 2", 0),
    ]
    hall.kill_host()
    hall.start_host()
    assert hall.director.overview.match(match_id) == detail


def middle_of(match, game):
    """Return what is pressed before and after a moment in a game at which the cube has been turned."""
    intents = intents_of(match)
    turned = [n for n, one in enumerate(intents) if (one.game, one.record[0]) == (game, records.TAKE)]
    presses = [n for n, one in enumerate(intents) if one.record[0] == records.PRESS and turned[0] + 20 < n]
    return intents[: presses[0] + 1], intents[presses[0] + 1 :]


@sample.scenario("a hand-over in a game")
def test_in_the_middle_of_a_game_with_cube_turn_and_reserves(hall, match):
    one, two = hall.tables
    match_id = begin(hall, one, match)
    before, after = middle_of(match, 5)
    press(hall, one, before)
    settle(hall, one)
    left = sheet(one)
    assert (left.score, left.cube, left.phase) == ([2, 5], 1, phases.TURN)
    turn, owner = left.turn, left.owner
    # the first board's battery is empty, and the second one is not plugged in yet
    offline(hall, two)
    one.board.power_off()
    until(hall, lambda: not row(hall, one).online)
    hall.director.matches.handover(
        match_id, two.uid, score=(2, 5), in_game=True, cube=2, cube_owner=owner, turn=turn,
        reserves=(600_000, 540_000),
    )  # fmt: skip
    two.board.plug()
    until(hall, lambda: sheet(two).match_id == match_id and not row(hall, two).problems)
    taken = sheet(two)
    assert (taken.score, taken.games, taken.game) == ([2, 5], 4, 5)
    assert (taken.cube, taken.owner, taken.turn, taken.phase) == (1, owner, turn, phases.TURN)
    assert [taken.clock.remaining(seat, 0) for seat in (0, 1)] == [600_000, 540_000]
    view = row(hall, two).match
    assert (view.details.cube, view.details.cube_owner, view.details.turn) == (2, owner, turn)
    assert [clock.running for clock in view.clocks] == [False, False]
    # the clock waits for the players; their next key starts it
    hall.run_for(60 * SECOND)
    assert sheet(two).clock.remaining(turn, 0) == (600_000, 540_000)[turn]
    two.board.press("#")
    hall.run_for(2 * SECOND)
    press(hall, two, after)
    # the first board gets a new battery: that it was switched on is nobody's press
    one.board.power_on()
    until(hall, lambda: row(hall, one).online)
    settle(hall, one, two)
    detail = hall.director.overview.match(match_id)
    assert results(detail) == RESULTS
    assert [game.board for game in detail.games] == [one.uid] * 4 + [two.uid] * 3
    facts = detail.match.details
    assert (facts.score, facts.champion, detail.problems, detail.strays) == ((7, 6), KIM, (), 0)


@sample.scenario("a hand-over from a record")
def test_from_a_record_that_the_director_names(hall, match):
    one, two = hall.tables
    match_id = begin(hall, one, match)
    press(hall, one, intents_of(match, range(1, 4)))
    settle(hall, one)
    [end] = [
        records.sequence(record)
        for record in stored(hall, one)
        if record[4] == records.END and records.unpack(record)[2:5] == (KIM, records.GAMMON, records.PLAYED)
    ]
    assert hall.director.overview.match(match_id).match.details.score == (2, 3)
    # game 3 was played with a wrong starting position: the director annuls it and moves the players
    hall.director.matches.handover(match_id, two.uid, score=(2, 2), games=2, at_seq=end)
    until(hall, lambda: sheet(two).match_id == match_id and not row(hall, two).problems)
    hall.run_for(3 * SECOND)
    detail = hall.director.overview.match(match_id)
    assert results(detail) == RESULTS[:2]
    assert (detail.match.details.score, detail.problems) == ((2, 2), ())
    assert detail.strays == row(hall, one).strays == len(stored(hall, one)) - end
    press(hall, two, intents_of(match, range(3, 8)))
    settle(hall, two)
    detail = hall.director.overview.match(match_id)
    assert results(detail) == RESULTS
    assert (detail.match.details.score, detail.problems) == ((7, 6), ())
