"""What is shown for people: every record has its sentence, clocks their deadlines, set-ups their sheet."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecore import clock, messages, records, sheets
from tablekeeper.director.overview import planned_sheet
from tablekeeper.errors import UserError
from tablekeeper.games import catalogue, timecontrol
from tablekeeper.games.backgammon.matchsetup import (
    MatchStanding,
    check_control,
    in_overtime,
    moves_made,
    options,
    run_tail,
)
from tablekeeper.games.clockview import clock_view, control_text
from tablekeeper.games.recordtext import sentence
from tablekeeper.games.registry import GAMES
from tablekeeper.games.sentences import SENTENCES, duration
from tablekeeper.store import Batch
from tableprograms.backgammon.sheet import AFTER, OPENING, READY, TURN

PLAYERS = ("Ann", "Bob")
KINDS = tuple(row[0] for row in catalogue.KINDS)
BYTE = st.integers(0, 255)
LONG = st.integers(0, 2**32 - 1)


def test_every_kind_has_a_sentence():
    own = [game.sentences for game in GAMES.values()]
    assert set(SENTENCES).union(*own) == set(KINDS)


def test_a_kind_without_a_sentence_is_told_by_its_fields(monkeypatch):
    for kind in (records.START, records.COUNT):
        for table in (SENTENCES, *(game.sentences for game in GAMES.values())):
            monkeypatch.delitem(table, kind, raising=False)
    assert sentence(records.pack(7, 1, records.START, 2)) == "start: seat that starts the game 2"
    assert sentence(records.pack(7, 1, records.COUNT)) == "count"


@given(
    kind=BYTE | st.sampled_from(KINDS), a=BYTE, b=BYTE, c=BYTE, ms=LONG, p=LONG, q=LONG,
    program=st.integers(0, 4), seats=st.integers(0, 6),
)  # fmt: skip
def test_any_record_can_be_told(kind, a, b, c, ms, p, q, program, seats):
    players = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")[:seats]
    text = sentence(records.pack(1, 1, kind, a, b, c, ms, p, q), players, program)
    assert text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("kind", "fields", "text"),
    [
        (records.BOOT, (1, 1, 1, 0, 12),
         "switched on for the 12th time (reset reason 1, memory good), last alive at 0:00"),
        (records.BOOT, (1, 0, 0, records.NONE, 3),
         "switched on for the 3rd time (reset reason 1, no memory chip, no display)"),
        (records.MATCH, (1, 7, 3, 0, 0), "match made at the table: 7 points, Crawford rule, dice required"),
        (records.MATCH, (1, 0, 0, 5, 0), "match 5: no limit"),
        (records.TIME, (255, clock.BRONSTEIN, 1, 1_260_000, 12_000), "time of both: 21m b12+"),
        (records.STAGE, (255, clock.FISCHER, 40, 1_800_000, 30_000),
         "after 40 moves each gets 30:00 more, fischer 0:30"),
        (records.STAGE, (1, clock.SUDDEN, 1, 900_000, 0), "after 1 move Bob gets 15:00 more, sudden"),
        (records.OVERTIME, (0, 0, 0, 120_000, 0), "overtime of Ann: 2:00"),
        (records.CORRECT, (1, 255, 0, 61_500, 9), "the director sets the clock of Bob to 1:01.500"),
        (records.CORRECT, (0, 12, 0, 60_000, 9), "the director sets the clock of Ann to 1:00, 12 moves made"),
        (records.FLAG, (0, 1, 0, 0, 0), "the flag of Ann falls; overtime begins"),
        (records.SCORE, (1, 2, 0, 3, 0), "score set to 1-2 after 3 games, Crawford game still to come"),
        (records.CUBE, (2, 1, 0, 1, 0), "cube set to 4, Bob; Ann to go on"),
        (records.DICE, (0, 4, 2, 0, 0), "Ann rolls 4-2"),
        (records.OPENING, (3, 3, 0, 0, 0), "opening roll: Ann 3, Bob 3, again"),
        (records.PRESS, (1, 0, 1, 0, 0), "Bob ends the turn without dice; clock of Ann runs"),
        (records.DOUBLE, (1, 3, 1, 0, 0), "Bob doubles to 8 before the turn"),
        (records.RESULT, (0, 2, 1, 1, 0), "result: Ann wins a gammon (conceded), said by Bob"),
        (records.CONFIRM, (255, 0, 0, 0, 0), "the director confirms the result"),
        (records.END, (1, 3, 0, 6, 0), "game over: Bob wins a backgammon, 6 points (played)"),
        (records.PAUSE, (5, 0, 0, 0, 0), "clock stopped: director called"),
        (records.FLAG, (9, 0, 0, 0, 0), "the flag of seat 9 falls"),
        (records.FAULT, (1, 1, 0, 2, 0), "display failed (count 2, detail 0)"),
        (records.END, (255, 1, 0, 1, 0), "game over: drawn, 1 point each"),
        (records.DICE, (1, 6, 0, 1, 0), "Bob rolls 6"),
        (records.RACE, (1, 1, 3, 4, 0), "series 4: 2T-XL, throws logged, the round of die-roll first"),
        (records.SERIES, (5, 2, 3, 1, 61_000),
         "1 game played, one under way for 1:01; a TripleAthlon's rules: GP, 3T, 3T+"),
        (records.LINEUP, (1, 0, 0, 0b1010_0101 | 1 << 14, 0),
         "line-up red: Ann, green: Ann, yellow: Bob, blue: Bob; games won: 1-0-0; a game is under way"),
        (records.PAWN, (1, 4, 1, 0, 0), "Bob has 1 pawn of black at home"),
        (records.PAWN, (2, 9, 4, 0, 0), "seat 2 has 4 pawns of (9) at home"),
        (records.ROLL, (0, 4, 3, 0, 0), "Ann rolls 4 for a place, the first of a round"),
        (records.ROLL, (255, 0, 0, 0, 0), "the round of die-roll is called off"),
        (records.CANCEL, (0, 4, 0, 0, 0), "the 4 of Ann does not count"),
        (records.TARA, (1, 4, 5, 9, 0), "match 9: TARA with 4 seats, level 2, OP0 may be built"),
        (records.TARA_SCORE, (7, 3, 0, 1, 0), "points set to 7-3 after 1 game"),
        (records.TARA_SCORE, (7, 3, 0, 2, 0x32),
         "points set to 7-3 after 2 games; a game is in progress, Bob to go on"),
        (records.START, (1, 0, 0, 0, 0), "Bob starts"),
        (records.BATTLE, (0, 0, 0, 0, 0), "Ann calls BATTLE"),
        (records.OUT, (0, 1, 0, 0, 0), "Ann calls OUT; clock of Bob runs"),
        (records.OUT, (1, 255, 0, 0, 0), "Bob calls OUT; the game is over"),
        (records.TALLY, (1, 1, 20, 0, 0), "second side: 1 kingdom, territory 20"),
        (99, (0, 0, 0, 0, 0), "a record of kind 99, which this version does not know"),
    ],
)  # fmt: skip
def test_sentences(kind, fields, text):
    a, b, c, p, q = fields
    assert sentence(records.pack(1, 1, kind, a, b, c, 0, p, q), PLAYERS) == text


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_told_at_a_table_of_any_size(kind):
    for program in range(5):
        for seats in range(7):
            for small in (0, 1, 5, 255):
                record = records.pack(1, 1, kind, small, small, small, 0, small, small)
                assert sentence(record, ("Ann",) * seats, program)


@pytest.mark.parametrize(
    ("program", "kind", "fields", "text"),
    [
        (sheets.RACE, records.GAME, (2, 3, 1, 2, 0xF5A),
         "game 2 begins: 3T+, colours yellow+blue, red+green, black+white; Bob begins"),
        (sheets.RACE, records.RESULT, (255, 0, 5, records.NONE, 0), "result: nobody wins (stopped)"),
        (sheets.RACE, records.END, (1, 0, 0, 61_000, 7), "game over: Bob wins, 2T, 1:01 (played)"),
        (sheets.RACE, records.DICE, (0, 6, 0, 0, 0), "Ann rolls 6"),
        (sheets.RACE, records.PRESS, (0, 1, 0, 0, 0), "Ann ends the turn; clock of Bob runs"),
        (sheets.RACE, records.PRESS, (255, 1, 1, 0, 0), "Bob begins instead"),
        (sheets.PLAIN, records.PLAIN, (1, 6, 1, 0, 0),
         "match made at the table: clock for 6 seats, a fallen flag ends nothing"),
        (sheets.PLAIN, records.PRESS, (255, 1, 0, 0, 0), "clock of Bob runs"),
        (sheets.PLAIN, records.END, (255, 0, 0, 1, 7), "ended: no winner, 1 move (played)"),
        (sheets.DICELOG, records.DICELOG, (1, 1, 8, 5, 0), "match 5: log of 1 die, the board throws"),
        (sheets.DICELOG, records.DICE, (255, 3, 4, 0, 0), "thrown: 3-4"),
        (sheets.DICELOG, records.END, (255, 0, 0, 84, 7), "the log ends after 84 throws"),
    ],
)  # fmt: skip
def test_sentences_of_one_kind_of_game(program, kind, fields, text):
    a, b, c, p, q = fields
    assert sentence(records.pack(1, 1, kind, a, b, c, 0, p, q), PLAYERS, program) == text


def test_durations():
    shown = [duration(ms) for ms in (0, 7_250, 1_260_000, 5_999_999)]
    assert shown == ["0:00", "0:07.250", "21:00", "99:59.999"]


CONTROLS = ["none", "10m", "14m d12", "21m b12", "21m b12+", "5m f3", "5m f3+", "up"]


@given(
    control=st.sampled_from(CONTROLS),
    moves=st.lists(st.integers(0, 20_000), max_size=6),
    wait=st.integers(0, 2_000_000),
    offset=st.integers(-(10**12), 10**12),
)
def test_a_deadline_is_the_instant_the_flag_falls(control, moves, wait, offset):
    method, reserve, delay, precredit, _ = timecontrol.parse(control)
    one = clock.Clock(2)
    for seat in range(2):
        one.set(seat, method, reserve, delay, precredit)
    assert control_text(one) == control
    now = 0
    one.start(0, now)
    for move in moves:
        now += move
        one.press(now, 1 - one.turn)
    seat = one.turn
    before = one.pack()
    view = clock_view(one, seat, now + wait, offset)
    assert one.pack() == before
    assert view.running
    assert view.remaining_ms == one.remaining(seat, now + wait)
    assert (view.deadline_ms is None) == (control in ("none", "up"))
    if view.deadline_ms is not None:
        last = view.deadline_ms - offset
        assert clock_view(one, seat, last, offset).remaining_ms == 0
        if last > now:
            assert clock_view(one, seat, last - 1, offset).remaining_ms == 1
    assert clock_view(one, seat, None, None).deadline_ms is None
    other = clock_view(one, 1 - seat, now + wait, offset)
    assert not other.running
    assert other.deadline_ms is None


def test_a_clock_with_a_reserve_without_notation_is_told_in_figures():
    one = clock.Clock(2)
    one.set(0, clock.SUDDEN, 1234)
    one.set(1, clock.SUDDEN, 60_000)
    assert control_text(one) == "1234 ms sudden | 1m"


@pytest.mark.parametrize(
    "control",
    ["21m b12 | 14m b12", "40/1h30m f30, 30m f30", "21m b12 o2m", "10m | 2/9m d5, 1m o1m", "up | 10m"],
)
def test_a_set_up_with_stages_seats_and_overtime(control):
    sheet = planned_sheet(run_tail(5, 7, 1, check_control(control, 7)))
    assert sheet.phase == READY
    assert control_text(sheet.clock) == control


def test_a_match_of_two_takes_no_periods_and_no_third_seat():
    for control in ("30m y5x30s", "30m c20/5m", "5m hourglass", "1m | 2m | 3m"):
        with pytest.raises(UserError, match="not for a match of two"):
            check_control(control, 7)
    four = "9/1m, 9/1m, 9/1m, 1m"
    assert check_control(four, 7)
    with pytest.raises(UserError, match="more stages than"):
        check_control(f"{four} o1m | {four}", 7)


def test_a_match_that_moves_takes_its_stage_and_overtime_along():
    control = check_control("2/10m f5, 5m o1m", 7)
    standing = MatchStanding(
        (1, 0), 0, 1, in_game=True, turn=0, reserves=(9_000, 8_000), moves=(2, 1), overtime=2
    )
    clock_of_it = planned_sheet(run_tail(5, 7, 1, control, standing)).clock
    assert (clock_of_it.place, clock_of_it.made) == ([1, 0], [0, 1])
    assert (clock_of_it.reserve, clock_of_it.fell) == ([9_000, 8_000], [0, 1])
    assert len(run_tail(5, 7, 1, control, standing)) <= messages.MOST_STUBS * messages.STUB_SIZE
    sheet = planned_sheet(run_tail(5, 7, 1, control, standing))
    assert (moves_made(sheet), in_overtime(sheet)) == ((2, 1), 2)


def test_a_set_up_becomes_the_sheet_that_was_meant():
    control = check_control("3m/pt b12+", 7)
    tail = run_tail(5, 7, options(True, "off"), control)
    sheet = planned_sheet(tail)
    assert (sheet.phase, sheet.length, sheet.match_id, sheet.options) == (READY, 7, 5, 5)
    assert control_text(sheet.clock) == "21m b12+"
    standing = MatchStanding(
        (6, 2), AFTER, 7, in_game=True, cube=2, cube_owner=1, turn=0, reserves=(5000, 6000)
    )
    sheet = planned_sheet(run_tail(5, 7, 1, control, standing))
    assert (sheet.phase, sheet.score, sheet.turn, sheet.game) == (TURN, [6, 2], 0, 8)
    assert (sheet.cube_value(), sheet.owner, sheet.clock.reserve) == (2, 1, [5000, 6000])
    opening = MatchStanding((0, 0), 0, in_game=True)
    assert planned_sheet(run_tail(5, 7, 1, control, opening)).phase == OPENING
    # what a frame can carry: one run of six stubs
    assert len(run_tail(5, 7, 1, control, standing)) <= 6 * messages.STUB_SIZE


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_no_records_whatever_can_break_the_pages(tmp_path_factory, rooms, seed):
    chance = random.Random(seed)
    room = rooms(str(tmp_path_factory.mktemp("odd") / "hall.db"))
    try:
        board = room.board("a")
        room.director.matches.create(board.uid, PLAYERS, 5, "21m b12")
        room.deliver(board)
        seq = board.last
        odd = []
        for _ in range(40):
            seq += 1
            kind = chance.choice(KINDS)
            small = [chance.choice((0, 1, 2, 3, 5, 6, 255)) for _ in range(3)]
            large = [chance.choice((0, 1, seq - 2, 5, 2**32 - 1, chance.randrange(2**32))) for _ in range(3)]
            odd.append(records.pack(board.journal, seq, kind, *small, large[0], large[1] % 2**32, large[2]))
        for place in range(0, len(odd), 7):
            part = tuple(odd[place : place + 7])
            room.store.ingest(Batch(board.uid, board.journal, board.last + place, part, room.now))
            room.store.flush()
            room.director.overview.hall()
        assert len(room.director.overview.table(board.uid).records) == seq
        for match_id in room.director.overview.matches():
            room.director.overview.match(match_id)
        before = room.shown()
        room.restart()
        assert room.shown() == before
    finally:
        room.store.close()
