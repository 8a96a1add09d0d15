"""What is shown for people: clocks have their deadlines, set-ups their sheet, odd records break no page."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecore import clock, messages, records
from tablekeeper.director.overview import planned_sheet
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
from tablekeeper.store import Batch
from tableprograms.backgammon.sheet import AFTER, OPENING, READY, TURN
from tests.guards import sample
from tests.refusal import refusal

PLAYERS = ("Ann", "Bob")
KINDS = tuple(row[0] for row in catalogue.KINDS)
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
        assert "not for a match of two" in refusal(check_control, control, 7)
    four = "9/1m, 9/1m, 9/1m, 1m"
    assert check_control(four, 7)
    assert "more stages than" in refusal(check_control, f"{four} o1m | {four}", 7)


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


@sample.scenario("records of chance")
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_no_records_whatever_can_break_the_pages(tmp_path_factory, rooms, seed):
    chance = random.Random(seed)
    room = rooms(str(tmp_path_factory.mktemp("odd") / "hall.db"))
    try:
        board = room.board("a")
        room.match(board, 5, "21m b12", players=PLAYERS)
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
