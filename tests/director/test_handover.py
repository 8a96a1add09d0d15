"""A match that moves to another board: what counts, what is discarded, what is refused."""

import pytest

from tablecore import records
from tablekeeper.errors import UserError
from tests.refusal import refusal


def at_hall_time(room, board, offset):
    """Let a board's next record be written at the hall's present time."""
    board.ms = room.now - offset


def test_handover_with_both_boards_offline(room):
    one, two = room.board("a"), room.board("b")
    offset = room.now
    match_id = room.match(one, 5, "21m b12")
    one.play(0)
    room.send(one)
    room.director.boards.offline(one.uid, "gone")
    room.director.boards.offline(two.uid, "gone")
    # half an hour later, unseen by the host: Bob wins a gammon
    room.map(one, offset)
    room.now = offset + 1_800_000
    at_hall_time(room, one, offset)
    one.play(1, records.GAMMON)
    # then the board breaks; the director hands the match over at 1-2, in game 3
    room.now += 60_000
    room.director.matches.handover(
        match_id, two.uid, score=(1, 2), in_game=True, turn=1, cube=2, cube_owner=0, games=2,
        reserves=(900_000, 800_000),
    )  # fmt: skip
    detail = room.director.overview.match(match_id)
    assert detail.match.details.score == (1, 2)
    assert f"{detail.segments[1].table} has not taken the match over yet" in detail.problems
    assert "offline" in room.row(two).problems[0]
    # the players go on pressing at the old board all the same
    room.now += 60_000
    at_hall_time(room, one, offset)
    one.play(0, records.BACKGAMMON)
    # the new board comes back, plays on, and ends the match
    room.connect(two)
    room.deliver(two)
    assert two.sheet.clock.reserve == [900_000, 800_000]
    assert two.sheet.cube == 1
    assert two.sheet.owner == 0
    assert two.sheet.phase == 3
    assert two.sheet.turn == 1
    two.write(records.RESUME, 1)
    two.turn(6, 6)
    two.win(1)
    room.send(two)
    assert room.director.overview.match(match_id).match.details.score == (1, 4)
    # and only now the old board comes back
    room.connect(one, mapped=False)
    first_stray = one.last
    room.send(one)
    two.play(1)
    room.send(two)
    detail = room.director.overview.match(match_id)
    assert detail.match.details.score == (1, 5)
    assert detail.match.details.champion == 1
    assert detail.problems == ()
    assert [(g.number, g.winner, g.points, g.score, g.board[0]) for g in detail.games] == [
        (1, 0, 1, (1, 0), "a"), (2, 1, 2, (1, 2), "a"), (3, 1, 2, (1, 4), "b"), (4, 1, 1, (1, 5), "b"),
    ]  # fmt: skip
    row = room.row(one)
    assert row.strays == detail.strays == 10
    assert row.match is None
    assert row.problems[0].startswith("match Ann v Bob went on at Board bbbbbb: 10 later records")
    table = room.director.overview.table(one.uid)
    assert [r.state for r in table.records[-10:]] == ["stray"] * 10
    assert table.records[-11].state == "counted"
    assert first_stray == one.last
    before = room.shown()
    room.restart()
    assert room.shown() == before


def test_a_record_without_a_known_time_is_discarded_until_it_has_one(room):
    one, two = room.board("a"), room.board("b")
    offset = room.now
    match_id = room.match(one, 5)
    one.play(0)
    room.send(one)
    # the power fails: a new sitting, whose time no host has ever asked for
    one.boot()
    one.write(records.RESUME, 255)
    one.play(1)
    new_base = one.base
    room.now = offset + 3_600_000
    room.director.matches.handover(match_id, two.uid, score=(1, 1))
    room.deliver(two)
    room.send(one)
    # game 2 of the old board has no time: it is listed as discarded
    detail = room.director.overview.match(match_id)
    assert [g.board[0] for g in detail.games] == ["a"]
    assert detail.strays > 0
    assert detail.problems == ("the match was handed over at 1-1, but its games before that give 1-0",)
    assert "time is not known" in room.row(one).problems[0]
    newest = room.director.overview.table(one.uid).records[-1]
    assert newest.text.endswith("not counted until it is known)")
    # now the board is asked for the time: game 2 was played before the handover, so it counts
    one.base = new_base
    room.map(one, offset + 1_800_000)
    room.connect(one, mapped=False)
    detail = room.director.overview.match(match_id)
    assert [g.winner for g in detail.games] == [0, 1]
    assert detail.strays == 0
    assert detail.problems == ()


def test_the_director_may_name_the_last_record(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.match(one, 5)
    end = one.play(0)
    one.play(0)
    room.send(one)
    room.director.matches.handover(match_id, two.uid, score=(1, 0), at_seq=end)
    room.deliver(two)
    detail = room.director.overview.match(match_id)
    assert [g.score for g in detail.games] == [(1, 0)]
    assert detail.match.details.score == (1, 0)
    assert detail.segments[0].last == end
    assert detail.segments[0].strays == one.last - end


def test_an_undo_behind_the_end_does_not_reach_back(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.match(one, 5)
    one.begin()
    claim = one.last + 1
    one.win(0)
    room.send(one)
    room.director.matches.handover(match_id, two.uid, score=(1, 0))
    room.deliver(two)
    room.now += 60_000
    one.write(records.FAULT, 1, 1, step=120_000)
    one.undo(claim)
    room.send(one)
    assert one.sheet.score == [0, 0]
    detail = room.director.overview.match(match_id)
    assert [g.score for g in detail.games] == [(1, 0)]
    assert detail.strays == 1
    states = {r.seq: r.state for r in room.director.overview.table(one.uid).records}
    assert states[claim] == "counted"
    assert states[one.last] == "stray"


def test_a_set_up_that_never_arrived_is_withdrawn_with_the_handover(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.director.matches.create(one.uid, ("Ann", "Bob"), 5, "none")
    room.director.matches.handover(match_id, two.uid, score=(0, 0))
    assert room.deliver(one) == []
    assert room.row(one).problems == ()
    room.deliver(two)
    assert room.row(two).match.id == match_id


def test_reserves_crawford_and_games_follow_from_the_match(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.match(one, 3, "10m")
    one.play(0, records.GAMMON)
    one.play(1)
    room.send(one)
    reserves = list(one.sheet.clock.reserve)
    room.director.matches.handover(match_id, two.uid, score=(2, 1))
    room.deliver(two)
    assert two.sheet.crawford == 2
    assert two.sheet.games == 2
    assert two.sheet.clock.reserve == reserves
    assert reserves != [600_000, 600_000]


def test_an_old_board_can_be_cleared(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.match(one, 3, "10m")
    one.begin()
    room.send(one)
    room.director.matches.handover(match_id, two.uid, score=(0, 0))
    assert "clear it first" in refusal(room.director.matches.create, one.uid, ("Cid", "Dan"), 1, "none")
    room.director.matches.clear_table(one.uid)
    room.deliver(one)
    assert one.sheet.phase == 0
    assert room.director.overview.match(match_id).games == ()
    room.director.matches.create(one.uid, ("Cid", "Dan"), 1, "none")
    assert "no match that went on" in refusal(room.director.matches.clear_table, two.uid)


HANDOVERS = {
    "same": ({"to": "a"}, "already"),
    "score": ({"score": (5, 1)}, "5-1"),
    "cube": ({"in_game": True, "cube": 3, "cube_owner": 0}, "3 is not possible"),
    "owner": ({"in_game": True, "cube": 4}, "belongs to somebody"),
    "between": ({"turn": 1}, "Between two games"),
    "crawford": ({"crawford": 1, "in_game": True}, "one point short"),
    "reserve": ({"reserves": (-1, 5)}, "99 hours"),
    "record": ({"at_seq": 1}, "Record 1"),
    "busy": ({"to": "c"}, "in progress"),
}


@pytest.mark.parametrize("name", HANDOVERS)
def test_a_bad_handover_is_refused_and_changes_nothing(room, name):
    wrong, why = HANDOVERS[name]
    one, _, busy = room.board("a"), room.board("b"), room.board("c")
    busy.run()
    busy.game()
    room.send(busy)
    match_id = room.match(one, 5, "21m b12")
    actions = len(room.store.actions())
    arguments = {"score": (0, 0)} | wrong
    to = arguments.pop("to", "b") * 16
    with pytest.raises(UserError, match=why):
        room.director.matches.handover(match_id, to, **arguments)
    assert len(room.store.actions()) == actions
    assert len(room.store.matches.segments(match_id)) == 1
