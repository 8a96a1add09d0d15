"""The director's service on a real store: what the hall shows, what may be done, what survives."""

import asyncio
import logging
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecore import messages, records
from tablekeeper.director.service import Director, DirectorError
from tablekeeper.store import Batch
from tablekeeper.store.commands import REFUSED
from tablekeeper.tables import Listener


@pytest.fixture(autouse=True)
def no_listener_failed(caplog):
    """A failing listener is logged and passed over by the store; here it fails the test."""
    yield
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []


def shown(director):
    """Return all that a hall tells of its tables, but for what is of this moment."""
    hall = director.hall()
    now = {"revision": 0, "online": False, "last_seen_ms": None}
    tables = [replace(director.table(row.uid).table, **now) for row in hall.tables]
    details = [director.table(row.uid) for row in hall.tables]
    matches = [director.match(number) for number in director.matches()]
    return tables, [(detail.games, detail.dice, detail.records) for detail in details], matches


def standing(match):
    return (match.score, match.phase, match.turn, match.cube, match.cube_owner, match.game)


def test_the_director_listens_to_connections(room):
    listener: Listener = room.director
    assert isinstance(listener, Director)


def test_a_match_from_set_up_to_the_last_point(room):
    board = room.board("a")
    match_id = room.director.create_match(board.uid, (" Ann  B ", "Bob"), 3, "3m/pt b12")
    row = room.row(board)
    # set up, shown, and said not to be delivered
    assert standing(row.match) == ((0, 0), "ready", None, 1, None, 1)
    assert row.match.players == ("Ann B", "Bob")
    assert row.match.control == "9m b12"
    assert row.problems == (f"the set-up for match {match_id} is not delivered yet",)
    room.deliver(board)
    row = room.row(board)
    assert row.problems == ()
    assert row.match.id == match_id
    assert board.sheet.match_id == match_id
    board.game()
    board.opening(2, 5)
    board.turn(6, 1)
    room.send(board)
    match = room.row(board).match
    assert standing(match) == ((0, 0), "turn", 0, 1, None, 1)
    assert (match.dice, match.rolled_by) == ((6, 1), 1)
    board.double()
    room.send(board)
    assert room.row(board).match.phase == "doubled"
    board.take()
    room.send(board)
    assert standing(room.row(board).match) == ((0, 0), "turn", 0, 2, 1, 1)
    board.claim(1)
    room.send(board)
    match = room.row(board).match
    assert match.phase == "result"
    assert match.claim == "Bob wins a single game, 2 points; Ann B to confirm"
    board.write(records.CONFIRM, 0)
    board.end()
    room.send(board)
    assert standing(room.row(board).match) == ((0, 2), "ready", None, 1, None, 2)
    assert room.row(board).match.crawford
    board.play(1)
    room.send(board)
    match = room.row(board).match
    assert standing(match) == ((0, 3), "over", None, 1, None, 2)
    assert match.champion == 1
    games = room.director.match(match_id).games
    assert [(g.number, g.winner, g.points, g.cube, g.crawford) for g in games] == [
        (1, 1, 2, 2, False), (2, 1, 1, 1, True),
    ]  # fmt: skip
    assert room.director.table(board.uid).games == games


def test_a_match_made_at_the_table_gets_a_match_of_its_own(room):
    board = room.board("a")
    board.run(length=5)
    board.play(0)
    room.send(board)
    [match_id] = room.director.matches()
    assert room.row(board).match.id == match_id != 0
    assert room.row(board).match.players == ("Left", "Right")
    assert room.store.matches.get(match_id).control == "21m b12"
    board.write(records.CLOSE)
    board.run(length=7)
    room.send(board)
    assert len(room.director.matches()) == 2
    room.restart()
    assert len(room.director.matches()) == 2


def test_a_match_of_another_host_is_not_taken_for_ours(room):
    board = room.board("a")
    ours = room.director.create_match(board.uid, ("Ann", "Bob"), 3, "none")
    other = room.board("b")
    other.run(length=9, match_id=ours, command=12)
    room.send(other)
    new = room.row(other).match.id
    assert new != ours
    assert room.director.match(new).source == f"match {ours} of another host"
    assert room.director.match(ours).match.length == 3


def test_clocks_become_deadlines_of_the_hall(room):
    board = room.board("a")
    room.director.create_match(board.uid, ("Ann", "Bob"), 1, "10m d12")
    room.deliver(board)
    board.game()
    board.opening(6, 1)
    room.send(board)
    # the clock of seat 0 has run since the last record, at board time `ms`
    began = room.now  # the board's sitting began at the hall's present, and stands at `ms`
    room.now += board.ms + 20_000
    first, second = room.row(board).match.clocks
    assert first.running
    assert first.method == "delay"
    assert first.remaining_ms == 600_000 - 8_000
    assert first.delay_left_ms == 0
    assert first.deadline_ms == began + board.ms + 612_000
    assert not second.running
    assert second.deadline_ms is None
    assert second.remaining_ms == 600_000


def test_without_a_time_map_there_is_no_deadline(room, scribes):
    board = scribes("c" * 16)
    board.boot()
    board.run(control="5m f3")
    board.game()
    board.opening(6, 1)
    room.send(board)
    [clock, _] = room.row(board).match.clocks
    assert clock.running
    assert clock.deadline_ms is None
    assert clock.remaining_ms == 300_000
    assert all(record.at_ms is None for record in room.director.table(board.uid).records)
    room.map(board, room.now - board.ms)
    room.connect(board, mapped=False)
    [clock, _] = room.row(board).match.clocks
    assert clock.deadline_ms == room.now + 300_000
    assert room.director.table(board.uid).records[-1].at_ms == room.now


def test_a_wrong_checksum_is_a_problem_of_table_and_match(room):
    board = room.board("a")
    match_id = room.director.create_match(board.uid, ("Ann", "Bob"), 7, "none")
    room.deliver(board)
    board.play(0)
    bad = board.play(1, check=1)
    board.play(0)
    room.send(board)
    sentence = f"game 2: the board's sheet differs from ours (record {bad})"
    assert room.row(board).problems == (sentence,)
    assert room.director.match(match_id).problems == (sentence,)


def test_records_say_what_became_of_them(room):
    board = room.board("a")
    room.director.create_match(board.uid, ("Ann", "Bob"), 7, "none")
    room.deliver(board)
    board.game()
    board.opening(6, 1)
    throw = board.turn(3, 3)
    board.undo(throw)
    board.write(records.TAKE, 1)
    room.send(board)
    detail = room.director.table(board.uid)
    by_seq = {record.seq: record for record in detail.records}
    assert by_seq[throw].state == "undone"
    assert by_seq[throw].text == "Ann rolls 3-3"
    assert by_seq[board.last].text == "Bob takes (changes nothing)"
    assert [(dice.dice, dice.undone) for dice in detail.dice] == [((6, 1), False), ((3, 3), True)]
    assert [record.seq for record in room.director.table(board.uid, shown=3).records] == list(
        range(board.last - 2, board.last + 1)
    )
    assert all(record.text and record.at_ms is not None for record in detail.records)


def test_quarantine_and_gaps_are_problems(room):
    board = room.board("a")
    board.run()
    room.send(board)
    other = records.pack(board.journal, 2, records.CLOSE)
    room.store.ingest(Batch(board.uid, board.journal, 1, (other,), room.now))
    board.write(records.FAULT, 1, 1)
    lost = board.write(records.FAULT, 1, 0)
    board.write(records.FAULT, 2, 1)
    tail = (board.log[lost - 2], board.log[lost])
    room.store.ingest(Batch(board.uid, board.journal, lost - 2, tail, room.now))
    room.store.flush()
    assert room.row(board).problems == (
        "1 record came again with other bytes and is set aside, not counted",
        f"record {lost} is missing: the board itself no longer has them",
    )


# --- handover ---------------------------------------------------------------------------------


def at_hall_time(room, board, offset):
    """Let a board's next record be written at the hall's present time."""
    board.ms = room.now - offset


def test_handover_with_both_boards_offline(room):
    one, two = room.board("a"), room.board("b")
    offset = room.now
    match_id = room.director.create_match(one.uid, ("Ann", "Bob"), 5, "21m b12")
    room.deliver(one)
    one.play(0)
    room.send(one)
    room.director.offline(one.uid, "gone")
    room.director.offline(two.uid, "gone")
    # half an hour later, unseen by the host: Bob wins a gammon
    room.map(one, offset)
    room.now = offset + 1_800_000
    at_hall_time(room, one, offset)
    one.play(1, records.GAMMON)
    # then the board breaks; the director hands the match over at 1-2, in game 3
    room.now += 60_000
    room.director.handover(
        match_id, two.uid, score=(1, 2), in_game=True, turn=1, cube=2, cube_owner=0, games=2,
        reserves=(900_000, 800_000),
    )  # fmt: skip
    detail = room.director.match(match_id)
    assert detail.match.score == (1, 2)
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
    assert room.director.match(match_id).match.score == (1, 4)
    # and only now the old board comes back
    room.connect(one, mapped=False)
    first_stray = one.last
    room.send(one)
    two.play(1)
    room.send(two)
    detail = room.director.match(match_id)
    assert detail.match.score == (1, 5)
    assert detail.match.champion == 1
    assert detail.problems == ()
    assert [(g.number, g.winner, g.points, g.score, g.board[0]) for g in detail.games] == [
        (1, 0, 1, (1, 0), "a"), (2, 1, 2, (1, 2), "a"), (3, 1, 2, (1, 4), "b"), (4, 1, 1, (1, 5), "b"),
    ]  # fmt: skip
    row = room.row(one)
    assert row.strays == detail.strays == 10
    assert row.match is None
    assert row.problems[0].startswith(f"match {match_id} went on at Board bbbbbb: 10 later records")
    table = room.director.table(one.uid)
    assert [r.state for r in table.records[-10:]] == ["stray"] * 10
    assert table.records[-11].state == "counted"
    assert first_stray == one.last
    before = shown(room.director)
    room.restart()
    assert shown(room.director) == before


def test_what_has_no_time_lies_on_the_shelf_until_it_has(room):
    one, two = room.board("a"), room.board("b")
    offset = room.now
    match_id = room.director.create_match(one.uid, ("Ann", "Bob"), 5, "none")
    room.deliver(one)
    one.play(0)
    room.send(one)
    # the power fails: a new sitting, whose time no host has ever asked for
    one.boot()
    one.write(records.RESUME, 255)
    one.play(1)
    new_base = one.base
    room.now = offset + 3_600_000
    room.director.handover(match_id, two.uid, score=(1, 1))
    room.deliver(two)
    room.send(one)
    # game 2 of the old board has no time: it is held on the shelf
    detail = room.director.match(match_id)
    assert [g.board[0] for g in detail.games] == ["a"]
    assert detail.strays > 0
    assert detail.problems == ("the match was handed over at 1-1, but its games before that give 1-0",)
    assert "time is not known" in room.row(one).problems[0]
    assert room.director.table(one.uid).records[-1].text.endswith("kept on the stray shelf until it is)")
    # now the board is asked for the time: game 2 was played before the handover, so it counts
    one.base = new_base
    room.map(one, offset + 1_800_000)
    room.connect(one, mapped=False)
    detail = room.director.match(match_id)
    assert [g.winner for g in detail.games] == [0, 1]
    assert detail.strays == 0
    assert detail.problems == ()


def test_the_director_may_name_the_last_record(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.director.create_match(one.uid, ("Ann", "Bob"), 5, "none")
    room.deliver(one)
    end = one.play(0)
    one.play(0)
    room.send(one)
    room.director.handover(match_id, two.uid, score=(1, 0), at_seq=end)
    room.deliver(two)
    detail = room.director.match(match_id)
    assert [g.score for g in detail.games] == [(1, 0)]
    assert detail.match.score == (1, 0)
    assert detail.segments[0].last == end
    assert detail.segments[0].strays == one.last - end


def test_an_undo_behind_the_end_does_not_reach_back(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.director.create_match(one.uid, ("Ann", "Bob"), 5, "none")
    room.deliver(one)
    one.game()
    one.opening()
    claim = one.last + 1
    one.win(0)
    room.send(one)
    room.director.handover(match_id, two.uid, score=(1, 0))
    room.deliver(two)
    room.now += 60_000
    one.write(records.FAULT, 1, 1, step=120_000)
    one.undo(claim)
    room.send(one)
    assert one.sheet.score == [0, 0]
    detail = room.director.match(match_id)
    assert [g.score for g in detail.games] == [(1, 0)]
    assert detail.strays == 1
    states = {r.seq: r.state for r in room.director.table(one.uid).records}
    assert states[claim] == "counted"
    assert states[one.last] == "stray"


def test_a_set_up_that_never_arrived_is_withdrawn_with_the_handover(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.director.create_match(one.uid, ("Ann", "Bob"), 5, "none")
    room.director.handover(match_id, two.uid, score=(0, 0))
    assert room.deliver(one) == []
    assert room.row(one).problems == ()
    room.deliver(two)
    assert room.row(two).match.id == match_id


def test_reserves_crawford_and_games_follow_from_the_match(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.director.create_match(one.uid, ("Ann", "Bob"), 3, "10m")
    room.deliver(one)
    one.play(0, records.GAMMON)
    one.play(1)
    room.send(one)
    reserves = list(one.sheet.clock.reserve)
    room.director.handover(match_id, two.uid, score=(2, 1))
    room.deliver(two)
    assert two.sheet.crawford == 2
    assert two.sheet.games == 2
    assert two.sheet.clock.reserve == reserves
    assert reserves != [600_000, 600_000]


def test_an_old_board_can_be_cleared(room):
    one, two = room.board("a"), room.board("b")
    match_id = room.director.create_match(one.uid, ("Ann", "Bob"), 3, "10m")
    room.deliver(one)
    one.game()
    one.opening()
    room.send(one)
    room.director.handover(match_id, two.uid, score=(0, 0))
    with pytest.raises(DirectorError, match="clear it first"):
        room.director.create_match(one.uid, ("Cid", "Dan"), 1, "none")
    room.director.clear_table(one.uid)
    room.deliver(one)
    assert one.sheet.phase == 0
    assert room.director.match(match_id).games == ()
    room.director.create_match(one.uid, ("Cid", "Dan"), 1, "none")
    with pytest.raises(DirectorError, match="no match that went on"):
        room.director.clear_table(two.uid)


# --- orders -------------------------------------------------------------------------------------


def test_the_director_confirms_seals_and_closes(room):
    board = room.board("a")
    match_id = room.director.create_match(board.uid, ("Ann", "Bob"), 3, "10m")
    room.deliver(board)
    with pytest.raises(DirectorError, match="no result waits"):
        room.director.confirm(match_id)
    board.game()
    board.opening()
    board.claim(0)
    room.send(board)
    with pytest.raises(DirectorError, match="in progress"):
        room.director.close_match(match_id)
    room.director.confirm(match_id)
    room.deliver(board)
    assert room.row(board).match.score == (1, 0)
    room.director.seal(match_id)
    room.deliver(board)
    assert board.sheet.sealed == 1
    with pytest.raises(DirectorError, match="not sealed yet"):
        room.director.seal(match_id)
    room.director.close_match(match_id)
    room.deliver(board)
    assert board.sheet.phase == 0
    assert room.row(board).match is None
    assert room.director.match(match_id).closed_ms == room.now
    assert room.director.match(match_id).match.score == (1, 0)
    with pytest.raises(DirectorError, match="is closed"):
        room.director.close_match(match_id)


def test_a_forfeit_ends_the_match(room):
    board = room.board("a")
    match_id = room.director.create_match(board.uid, ("Ann", "Bob"), 5, "10m")
    room.deliver(board)
    with pytest.raises(DirectorError, match="no game is in progress"):
        room.director.forfeit(match_id, 1)
    board.game()
    room.send(board)
    room.director.forfeit(match_id, 1)
    room.deliver(board)
    match = room.row(board).match
    assert match.score == (0, 5)
    assert match.champion == 1
    [game] = room.director.match(match_id).games
    assert (game.kind, game.how, game.points) == ("match", "forfeited", 5)


def test_orders_at_a_match_made_at_the_table(room):
    board = room.board("a")
    board.run(length=5)
    board.game()
    room.send(board)
    [match_id] = room.director.matches()
    room.director.forfeit(match_id, 0)
    # the board knows the match as 0, so the order must not be bound to our number
    assert [command.match_id for command in room.store.commands.open(board.uid)] == [0, 0]


def test_a_refusal_of_the_board_is_a_problem(room):
    board = room.board("a")
    match_id = room.director.create_match(board.uid, ("Ann", "Bob"), 5, "10m")
    [run, *_] = room.store.commands.open(board.uid)
    why = "a match is in progress on this table"
    room.store.commands.answered(run.id, REFUSED, None, why)
    room.director.answered(board.uid, run.id, REFUSED, None, why)
    sentence = f"the board refused the set-up for match {match_id}: {why}"
    assert room.row(board).problems == (sentence,)
    room.restart()
    assert room.row(board).problems == (sentence,)


REFUSALS = {
    "players": ({"players": ("", "Bob")}, "no name"),
    "long name": ({"players": ("A" * 61, "Bob")}, "too long"),
    "length": ({"length": 100}, "1 to 99 points"),
    "control": ({"control": "21 minutes"}, "not a time control"),
    "per point": ({"length": 0, "control": "3m/pt b12"}, "length"),
    "dice": ({"dice": "maybe"}, "'maybe'"),
    "score": ({"start_score": (5, 0)}, "5-0"),
    "board": ({"uid": "f" * 16}, "no table"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_bad_input_is_refused_and_changes_nothing(room, name):
    wrong, why = REFUSALS[name]
    board = room.board("a")
    good = {"uid": board.uid, "players": ("Ann", "Bob"), "length": 5, "control": "21m b12"}
    with pytest.raises(DirectorError, match=why) as error:
        room.director.create_match(**(good | wrong))
    sentence = str(error.value)
    assert sentence[0].isupper() or sentence[0] == "'"
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert room.store.actions() == []
    assert room.director.matches() == ()
    assert room.store.commands.all(board.uid) == []


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
    match_id = room.director.create_match(one.uid, ("Ann", "Bob"), 5, "21m b12")
    room.deliver(one)
    actions = len(room.store.actions())
    arguments = {"score": (0, 0)} | wrong
    to = arguments.pop("to", "b") * 16
    with pytest.raises(DirectorError, match=why):
        room.director.handover(match_id, to, **arguments)
    assert len(room.store.actions()) == actions
    assert len(room.store.matches.segments(match_id)) == 1


def test_a_table_in_use_is_not_set_up_again(room):
    board = room.board("a")
    first = room.director.create_match(board.uid, ("Ann", "Bob"), 5, "21m b12")
    with pytest.raises(DirectorError, match=f"match {first} is set up already"):
        room.director.create_match(board.uid, ("Cid", "Dan"), 5, "21m b12")
    room.deliver(board)
    with pytest.raises(DirectorError, match=f"match {first} is in progress"):
        room.director.create_match(board.uid, ("Cid", "Dan"), 5, "21m b12")


def test_orders_need_a_board_that_is_there(room):
    board = room.board("a")
    match_id = room.director.create_match(board.uid, ("Ann", "Bob"), 5, "21m b12")
    room.deliver(board)
    room.director.offline(board.uid, "gone")
    with pytest.raises(DirectorError, match="offline"):
        room.director.confirm(match_id)


def test_every_action_is_in_the_directors_journal(room):
    board = room.board("a")
    room.director.rename_board(board.uid, " Table  1 ", actor="Eve")
    match_id = room.director.create_match(board.uid, ("Ann", "Bob"), 5, "21m b12", actor="Eve")
    room.deliver(board)
    room.director.close_match(match_id)
    assert [(action.actor, action.verb) for action in room.store.actions()] == [
        ("Eve", "rename board"), ("Eve", "create match"), ("director", "close match"),
    ]  # fmt: skip
    assert room.row(board).name == "Table 1"
    other = room.board("b")
    with pytest.raises(DirectorError, match="Another table"):
        room.director.rename_board(other.uid, "Table 1")


def test_names_go_to_the_board_after_the_set_up(room):
    board = room.board("a")
    match_id = room.director.create_match(board.uid, ("Ann", "Élise de la Montagne-Verte"), 5, "21m b12")
    run, *names = room.store.commands.open(board.uid)
    assert run.verb == messages.RUN
    assert run.match_id == 0
    assert [(one.verb, one.match_id) for one in names] == [(messages.NAME, match_id)] * 2
    assert names[1].tail[0] == 1
    assert len(names[1].tail[1:].decode()) <= messages.LONGEST_NAME


# --- virtual boards, screens, news ----------------------------------------------------------------


def test_keys_of_virtual_boards(room):
    board, real = room.board("a"), room.board("b")
    pressed = []
    room.director.attach_keys(board.uid, ["1", "*"], lambda key, held: pressed.append((key, held)))
    room.director.press(board.uid, "1")
    room.director.press(board.uid, "*", held=True)
    assert pressed == [("1", False), ("*", True)]
    assert room.row(board).virtual
    assert room.director.table(board.uid).keys == ("1", "*")
    with pytest.raises(DirectorError, match="no key 'x'"):
        room.director.press(board.uid, "x")
    with pytest.raises(DirectorError, match="real board"):
        room.director.press(real.uid, "1")


def test_looking_at_a_table_asks_for_its_display(room):
    board = room.board("a")
    wanted = []
    room.director.attach_screens(lambda uid, until: wanted.append((uid, until)))
    assert room.director.table(board.uid).screen is None
    assert wanted == [(board.uid, room.now + 60_000)]
    news = room.director.subscribe([f"screen/{board.uid}"])
    room.director.screen(board.uid, bytes(1024))
    assert room.director.table(board.uid).screen == bytes(1024)
    assert list(news.take()) == [f"screen/{board.uid}"]


def test_news_are_coalesced_and_bounded(room):
    board = room.board("a")
    news = room.director.subscribe()
    board.run(length=15)
    for _ in range(200):
        board.write(records.FAULT, 1, 0)
        room.send(board)
    told = news.take()
    assert set(told) == {"hall", f"table/{board.uid}"}
    assert told["hall"] == room.director.hall().revision
    assert told[f"table/{board.uid}"] == room.row(board).revision
    assert news.take() == {}
    news.close()
    assert room.director.topics.count() == 0


def test_news_reach_an_event_loop_from_another_thread(threaded_room):
    room = threaded_room
    board = room.board("a")

    async def listen():
        news = room.director.subscribe(["hall"])
        heard = []
        while news.take():
            pass
        board.run()
        await asyncio.to_thread(room.send, board)
        async for topic, revision in news:
            heard.append((topic, revision))
            break
        # a wait that is given up loses nothing
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(news), 0.01)
        board.game()
        await asyncio.to_thread(room.send, board)
        heard.append(await asyncio.wait_for(anext(news), 5))
        news.close()
        assert [one async for one in news] == []
        return heard

    heard = asyncio.run(listen())
    assert [topic for topic, _ in heard] == ["hall", "hall"]
    assert heard[0][1] < heard[1][1] == room.director.hall().revision


def test_a_whole_match_with_the_writers_own_thread(threaded_room):
    room = threaded_room
    board = room.board("a")
    match_id = room.director.create_match(board.uid, ("Ann", "Bob"), 3, "3m/pt b12")
    room.deliver(board)
    while board.sheet.phase != 7:
        board.play(0)
        room.send(board)
    assert room.director.match(match_id).match.score == (3, 0)
    # a match made at the table is entered from the writer's own thread
    board.run(length=1)
    room.send(board)
    assert len(room.director.matches()) == 2


def test_a_status_is_told_on_only_when_it_says_something_new(room):
    from tablekeeper.tables import Status

    board = room.board("a")
    news = room.director.subscribe()
    status = Status(board.ms, board.base, board.last, 90_000, (), None)
    room.director.status(board.uid, status)
    news.take()
    room.now += 2000
    room.director.status(board.uid, status)
    assert news.take() == {}
    assert room.row(board).last_seen_ms == room.now
    room.director.status(board.uid, replace(status, faults=("display",)))
    assert "hall" in news.take()
    assert room.row(board).faults == ("display",)


def test_a_complaint_of_the_connection_is_shown_until_it_is_well(room):
    board = room.board("a")
    room.director.problem(board.uid, "The disk is full.")
    assert room.row(board).problems == ("The disk is full.",)
    board.run()
    room.send(board)
    assert room.row(board).problems == ()


def test_a_lost_journal_in_the_middle_of_a_match_is_told(room, scribes):
    board = room.board("a")
    match_id = room.director.create_match(board.uid, ("Ann", "Bob"), 3, "none")
    room.deliver(board)
    board.game()
    room.send(board)
    anew = scribes(board.uid, 0xBEEF)
    anew.boot()
    room.send(anew)
    row = room.row(board)
    assert row.match is None
    assert "new journal in the middle of a match" in row.problems[0]
    assert room.director.match(match_id).match.game == 1


# --- the same from whatever order, and after a restart ----------------------------------------------


@settings(max_examples=25)
@given(data=st.data())
def test_any_order_of_ingest_gives_the_same_views(tmp_path_factory, rooms, data):
    first, scribes = story(rooms, tmp_path_factory.mktemp("first"))
    expected = shown(first.director)
    batches = [
        (scribe, place) for scribe in scribes for place in range(0, scribe.last, 7)
    ]
    order = data.draw(st.permutations(batches))
    repeats = data.draw(st.lists(st.sampled_from(batches), max_size=5))
    second = rooms(str(tmp_path_factory.mktemp("second") / "hall.db"))
    try:
        second.now = first.now
        for scribe, place in [*order, *repeats]:
            part = scribe.log[place : place + 7]
            second.store.ingest(Batch(scribe.uid, scribe.journal, place, tuple(part), second.now))
            second.store.flush()
        for scribe in scribes:
            second.map(scribe, first.now - 100_000)
            second.connect(scribe, mapped=False)
        got = shown(second.director)
        # boards are listed, and matches numbered, in the order they were first met
        assert by_uid(got) == by_uid(expected)
        second.restart()
        assert shown(second.director) == got
    finally:
        first.store.close()
        second.store.close()


def by_uid(told):
    """Return what is told in the order of the boards, without the matches' numbers."""
    tables, details, matches = told
    rows = sorted(zip(tables, details, strict=True), key=lambda pair: pair[0].uid)
    anonymous = [
        (replace(table, match=None if table.match is None else replace(table.match, id=0)), detail)
        for table, detail in rows
    ]
    return anonymous, sorted(
        ((match.games, match.segments, match.problems) for match in matches), key=lambda one: one[1][0].uid
    )


def story(rooms, folder):
    """Play two tables' matches, made at the tables, into a room."""
    room = rooms(str(folder / "hall.db"))
    scribes = []
    for digit in "ab":
        scribe = room.board(digit)
        scribe.run(length=5)
        scribe.play(0)
        scribe.game()
        scribe.opening(1, 6)
        throw = scribe.turn(6, 6)
        scribe.undo(throw)
        scribe.turn(5, 5)
        scribe.win(1, records.GAMMON)
        scribe.play(0, check=7)
        room.send(scribe)
        room.map(scribe, room.now - 100_000)
        room.connect(scribe, mapped=False)
        scribes.append(scribe)
    return room, scribes
