"""Every kind of game at the host: set up, shown, ended, closed; its logs are folded as boards do."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecore import messages, records, sheets
from tablecore.sheets.sheet import READY
from tablekeeper.errors import UserError
from tablekeeper.games.registry import GAMES
from tablekeeper.games.setupplan import check_rows
from tablekeeper.games.view import MatchView
from tests.director.walks import set_up, step
from tests.guards import sample
from tests.refusal import refusal

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
#: program, options, seats, what the table then says
TABLES = (
    ("race", {"rules": "2T"}, 2, "2T race"),
    ("race", {"rules": "3T+", "throws": "typed", "roll": "yes", "control": "20m"}, 3, "3T+ race"),
    ("race", {"rules": "TA", "order": "GP 3T 3T+"}, 3, "TA race"),
    ("tara", {}, 2, "TARA"),
    ("tara", {"seats": "4", "level": "2", "linked": "yes", "op0": "yes"}, 4, "TARA, doubles"),
    ("plain", {"seats": "1", "control": "none"}, 1, "Clock"),
    ("plain", {"seats": "6", "control": "30m y5x30s", "flag": "on"}, 6, "Clock of 6"),
    ("plain", {"control": "5m hourglass"}, 2, "Clock of 2"),
    ("plain", {"control": "40/90m f30, 30m f30 o1m"}, 2, "Clock of 2"),
    ("plain", {"control": "30m c20/5m | 20m"}, 2, "Clock of 2"),
    ("dicelog", {"dice": "1", "thrown": "board"}, 0, "Log of 1 die"),
)


@pytest.mark.turns(3)
@pytest.mark.parametrize(("program", "options", "seats", "title"), TABLES)
def test_a_table_is_set_up_for_any_kind_of_game(room, program, options, seats, title):
    board = room.board("a")
    match_id = room.director.matches.set_up(board.uid, program, options, NAMES[:seats])
    planned = room.row(board).match
    assert (planned.title, planned.phase, planned.players) == (title, "ready", NAMES[:seats])
    names = [command for command in room.store.commands.open(board.uid) if command.verb == messages.NAME]
    assert [bytes(command.tail) for command in names] == [
        bytes((seat,)) + name.encode() for seat, name in enumerate(NAMES[:seats])
    ]
    room.deliver(board)
    assert (board.sheet.phase, board.sheet.match_id) == (READY, match_id)
    shown = room.row(board).match
    assert isinstance(shown, MatchView)
    assert (shown.id, shown.title, shown.players) == (match_id, title, NAMES[:seats])
    assert len(shown.seats) == seats
    with pytest.raises(UserError, match="is in progress: close it"):
        room.director.matches.set_up(board.uid, "dicelog", {}, ())
    before = room.shown()
    room.restart()
    assert room.shown() == before
    room.director.matches.close(match_id)
    room.deliver(board)
    assert room.row(board).match is None
    assert room.director.matches.set_up(board.uid, "backgammon", {}, NAMES[:2]) != match_id


def test_a_set_up_that_a_killed_host_had_not_queued_is_queued_again(room, monkeypatch):
    board = room.board("a")
    monkeypatch.setattr(room.director.matches._queue, "set_up", lambda *given: None)
    match_id = room.director.matches.set_up(board.uid, "race", {"rules": "3T", "throws": "typed"}, NAMES[:3])
    assert room.store.commands.open(board.uid) == []
    room.restart()
    room.connect(board)
    room.deliver(board)
    assert (board.sheet.PROGRAM, board.sheet.match_id, board.sheet.options) == (sheets.RACE, match_id, 1)
    assert room.row(board).match.players == NAMES[:3]


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("program", "options", "names", "said"),
    [
        ("chess", {}, (), "There is no program 'chess': choose backgammon, race, tara, plain, dicelog."),
        ("race", {"colour": "red"}, (), "There is no option 'colour' here. The options are: rules=2T|2T-XL|"),
        ("race", {"rules": "5T"}, (),
         "Rules can be 2T, 2T-XL, 3T, 3T+, 3T-XS, GP, GP+, TA, not '5T'."),
        ("race", {"control": "10m o1m"}, (), "A race has one time for each game"),
        ("race", {"control": "3m/pt"}, (), "only a match has points to give time for"),
        ("race", {}, NAMES[:3], "There are 2 seats: leave the other names empty."),
        ("dicelog", {}, ("Ann",), "Nobody sits here: leave the other names empty."),
        ("plain", {"seats": "1"}, ("", "Bob"), "There is only one seat: leave the other names empty."),
        ("plain", {"seats": "7"}, (), "Seats can be 1, 2, 3, 4, 5, 6, not '7'."),
        ("plain", {"seats": "3", "control": "5m hourglass"}, (), "hourglass"),
        ("plain", {"seats": "3", "control": "5m | 6m"}, (), "3 seats have 2 time controls"),
        ("plain", {"seats": "6", "control": " | ".join(f"9/{n}m, 9/1m, 9/1m, 1m o1m" for n in "123456")}, (),
         "more parts than a board's set-up can hold"),
        ("tara", {"control": "12 parsecs"}, (), "12 parsecs"),
        ("tara", {}, ("Ann\x07",), "control characters"),
        ("tara", {}, ("A" * 61,), "is too long"),
        ("backgammon", {"length": "seven"}, NAMES[:2], "Points are a number from 1 to 99"),
        ("backgammon", {}, NAMES[:1], "A match has two players: give two names."),
    ],
)  # fmt: skip
def test_what_no_table_can_be_set_up_for_is_refused_in_one_sentence(room, program, options, names, said):
    board = room.board("a")
    sentence = refusal(room.director.matches.set_up, board.uid, program, options, names)
    assert said.lower() in sentence.lower()
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert room.director.overview.matches() == ()
    assert room.store.actions() == []
    assert room.store.commands.open(board.uid) == []


CONTROLS = ("none", "up", "10m", "10m f5", "20m b12+")


@pytest.mark.parametrize("program", list(GAMES))
@settings(max_examples=15)
@given(data=st.data())
def test_whatever_the_options_allow_a_board_takes(program, data):
    options = {}
    for option in GAMES[program].options:
        written = CONTROLS if option.name == "control" else (option.default,)
        choices = [value for value, _ in option.choices] or written
        options[option.name] = data.draw(st.sampled_from(choices))
    plan = GAMES[program].plan(GAMES[program].read(options))
    assert check_rows(plan.rows)[0][0] == records.OPENERS[plan.program]
    assert plan.seats <= GAMES[program].most_seats


# --- ends ---------------------------------------------------------------------------------------


def race_of_two(room, board):
    """A race in which red has won its first game."""
    match_id = room.director.matches.set_up(board.uid, "race", {"rules": "2T"}, NAMES[:2])
    room.deliver(board)
    sheet = board.sheet
    board.write(records.GAME, 1, 0, 0, 1, sheet.next_lineup())
    for count in (1, 2):
        board.write(records.PAWN, 1, 3, count)
    for count in (1, 2, 3, 4):
        board.write(records.PAWN, 0, 0, count)
    return match_id


def test_a_race_is_told_as_it_goes(room):
    board = room.board("a")
    match_id = race_of_two(room, board)
    room.send(board)
    shown = room.row(board).match
    assert shown.state == "Ann wins game 1; Ann and Bob to confirm"
    assert [seat.notes for seat in shown.seats] == [("red 4, 1st", "green 0"), ("yellow 0", "blue 2")]
    assert shown.timer.method == "up"
    room.director.match_orders.confirm(match_id)
    room.deliver(board)
    shown = room.row(board).match
    assert (shown.phase, shown.standing, shown.game) == ("ready", "Ann 1, Bob 0", 2)
    [end] = room.director.overview.table(board.uid).games
    assert (end.number, end.winner_name, end.how, end.standing) == (1, "Ann", "played", "1-0")
    assert end.result == "2T; order: red; home: green 0, yellow 0, blue 2; pawns 4-2; 0:06 min"
    room.director.match_orders.seal(match_id)
    room.deliver(board)
    assert board.sheet.sealed == 1


@pytest.mark.parametrize(
    ("program", "options", "begin", "winner", "said"),
    [
        ("race", {"rules": "3T"}, [(records.GAME, 1, 2, 0, 1, 0x5A5)], None, ("nobody", "stopped")),
        ("plain", {"seats": "3"}, [(records.GAME, 1, 0, 0, 1), (records.PRESS, 255, 0)], 2,
         ("Cleo", "forfeited")),
        ("plain", {"seats": "3"}, [(records.GAME, 1, 0, 0, 1), (records.PRESS, 255, 0)], None,
         ("nobody", "played")),
        ("tara", {"seats": "4"}, [(records.GAME, 1, 0, 0, 1), (records.START, 0)], 1,
         ("Bob and Dan", "forfeited")),
    ],
)  # fmt: skip
def test_the_director_ends_a_game(room, program, options, begin, winner, said):
    board = room.board("a")
    seats = GAMES[program].seats(GAMES[program].read(options))
    match_id = room.director.matches.set_up(board.uid, program, options, NAMES[:seats])
    room.deliver(board)
    with pytest.raises(UserError, match="no game is in progress"):
        room.director.match_orders.end_game(match_id, winner)
    for row in begin:
        if program == "race":
            row = (*row[:5], board.sheet.next_lineup())
        board.write(*row)
    room.send(board)
    assert board.sheet.odd == 0
    with pytest.raises(UserError, match="is in progress: confirm its result"):
        room.director.matches.close(match_id)
    with pytest.raises(UserError, match="The winner is"):
        room.director.match_orders.end_game(match_id, 6)
    room.director.match_orders.end_game(match_id, winner)
    room.deliver(board)
    [end] = room.director.overview.match(match_id).games
    assert (end.winner_name, end.how) == said
    room.director.matches.close(match_id)
    room.deliver(board)
    assert room.row(board).match is None


def test_what_is_for_backgammon_alone_is_refused_elsewhere(room):
    board, other = room.board("a"), room.board("b")
    match_id = race_of_two(room, board)
    room.send(board)
    for call in (
        lambda: room.director.match_orders.forfeit(match_id, 0),
        lambda: room.director.match_orders.introduce_clock(match_id, "10m"),
        lambda: room.director.match_orders.award(match_id, 0, 1, "late"),
        lambda: room.director.matches.handover(match_id, other.uid, score=(0, 0)),
    ):
        with pytest.raises(UserError, match="no backgammon is played"):
            call()


def test_a_clock_of_six_is_corrected_by_the_director(room):
    board = room.board("a")
    match_id = room.director.matches.set_up(board.uid, "plain", {"seats": "6"}, NAMES)
    room.deliver(board)
    with pytest.raises(UserError, match="a number from 0 to 5"):
        room.director.match_orders.correct(match_id, 6, 60_000, "it stood still")
    room.director.match_orders.correct(match_id, 5, 61_000, "it stood still")
    room.deliver(board)
    assert room.row(board).match.seats[5].clock.remaining_ms == 61_000
    assert "Finn" in room.director.match_orders.decisions(board.uid)[0].text


# --- logs ---------------------------------------------------------------------------------------


def rows_of(chance, scribe):
    """Return the run of some set-up."""
    program, options, *_ = chance.choice((*TABLES, ("backgammon", {}, 2, "")))
    if program == "backgammon":
        return [(records.MATCH, 1, 3, 1, 0, 0), (records.TIME, 255, 2, 0, 120_000, 12_000)]
    return GAMES[program].plan(GAMES[program].read(options)).rows


@sample.scenario("logs of every game")
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_logs_of_every_kind_of_game_are_folded_as_the_board_does(tmp_path_factory, rooms, seed):
    chance = random.Random(seed)
    room = rooms(str(tmp_path_factory.mktemp("walks") / "hall.db"))
    try:
        board = room.board("a")
        for _ in range(chance.randint(1, 3)):
            set_up(chance, board, rows_of(chance, board))
            for _ in range(chance.randint(5, 60)):
                step(chance, board)
                if chance.random() < 0.2:
                    room.send(board)
                    room.director.overview.hall()
            room.send(board)
            held = room.director.hall.tables[board.uid].log
            assert sheets.pack(held.sheet) == sheets.pack(board.sheet)
            shown = room.row(board)
            assert isinstance(shown.match, MatchView)
            assert not [one for one in shown.problems if "differ" in one or "understand" in one]
            detail = room.director.overview.match(shown.match.id)
            assert len(detail.games) == board.sheet.games
            board.write(records.CLOSE)
        room.send(board)
        detail = room.director.overview.table(board.uid)
        dropped = {one.seq for one in detail.records if "changes nothing" in one.text}
        assert dropped == set()
        assert len(detail.records) == board.last
        before = room.shown()
        room.restart()
        assert room.shown() == before
    finally:
        room.store.close()
