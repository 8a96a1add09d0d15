"""Boards on lanes of their own: running ahead changes nothing but how often they wait for each other."""

import pytest

from tablesim import Timeline
from tablesim.lanes import Lane, Lanes
from tests.refusal import failure
from tests.tablesim.test_determinism import CHATTY, evening

#: what happens at one board of these evenings never reaches another
FAR_US = 3_600_000_000


@pytest.mark.parametrize("lookahead_us", [0, 250, 20_000, FAR_US])
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_an_evening_is_the_same_with_any_lookahead(bench, seed, lookahead_us):
    strict = evening(bench, seed)
    whole = Lanes(lookahead_us=lookahead_us)
    trace, memories, screens = evening(bench, seed, whole=whole)
    assert (trace, memories, screens) == strict


def test_in_small_steps_as_well(bench):
    def played(whole, lanes, step_us):
        boards = [bench.board(CHATTY, timeline=lane, uid=bytes([n] * 8)) for n, lane in enumerate(lanes)]
        for number in range(12):
            for board in boards:
                board.press(number % 2, 3_000_000 + number * 170_000)
        for moment in range(0, 5_000_000, step_us):
            whole.run_until(moment)
            assert {board.timeline.now_us for board in boards} == {moment}
        whole.run_until(5_000_000)
        return [bytes(board.fram.memory) for board in boards], [board.screen() for board in boards]

    timeline = Timeline()
    alone = played(timeline, [timeline], 5_000_000)
    for step_us in (977, 33_333, 5_000_000):
        whole = Lanes(lookahead_us=FAR_US)
        memories, screens = played(whole, [whole.lane(), whole.lane()], step_us)
        assert (memories[:1], screens[:1]) == alone


def test_entries_of_all_lanes_happen_by_time_then_by_insertion():
    whole, seen = Lanes(lookahead_us=FAR_US), []
    one, other = whole.lane(), whole.lane()

    def note(lane, name):
        return lambda: seen.append((lane.now_us, whole.now_us, name))

    for name, lane, when in (
        ("c", one, 20),
        ("a", other, 10),
        ("b", whole, 10),
        ("d", other, 20),
        ("e", one, 30),
    ):
        lane.at(when, note(lane, name))
    assert whole.next_us() == 10
    whole.run_until(20)
    assert seen == [(10, 10, "a"), (10, 10, "b"), (20, 20, "c"), (20, 20, "d")]
    assert (whole.now_us, one.now_us, other.now_us, whole.next_us()) == (20, 20, 20, 30)
    whole.run_until(29)
    assert len(seen) == 4


def test_an_entry_for_all_finds_every_board_at_its_time():
    whole, seen = Lanes(lookahead_us=FAR_US), []
    lanes = [whole.lane() for _ in range(3)]
    for lane in lanes:
        lane.at(100, lambda: None)
        lane.at(7000, lambda: None)
    whole.at(5000, lambda: seen.append([lane.now_us for lane in lanes]))
    whole.run_until(9000)
    assert seen == [[5000, 5000, 5000]]


def test_a_cancelled_entry_does_not_happen():
    whole, seen = Lanes(), []
    lane = whole.lane()
    handles = [timeline.at(10, lambda: seen.append(1)) for timeline in (whole, lane)]
    whole.at(20, lambda: seen.append(2))
    whole.cancel(handles[0])
    lane.cancel(handles[1])
    whole.run_until(30)
    assert seen == [2]


def test_a_program_runs_ahead_to_what_may_reach_it_and_no_further(bench, monkeypatch):
    code = "import time\nwhile True:\n    time.sleep(0.001)\n"
    waited = []
    monkeypatch.setattr(
        Lane, "hand_over", lambda lane: (waited.append(lane.now_us), Lanes.hand_over(lane._whole))
    )
    counts = []
    for lookahead_us in (0, 50_000, FAR_US):
        whole = Lanes(lookahead_us=lookahead_us)
        for _ in range(2):
            bench.board(code, timeline=whole.lane())
        whole.run_until(3_000_000)
        waited.clear()
        whole.run_until(4_000_000)
        counts.append(len(waited))
    # in step they wait at every millisecond; else at every 50, and once for the end
    assert counts[0] > 1500
    assert 38 <= counts[1] <= 42
    assert counts[2] == 2


def test_a_condition_is_asked_with_all_boards_in_step(bench):
    whole = Lanes(lookahead_us=FAR_US)
    boards = [
        bench.board(
            "import time\nn = 0\nwhile True:\n    n += 1\n    time.sleep(0.01)\n", timeline=whole.lane()
        )
        for _ in range(2)
    ]
    whole.run_until(2_000_000)

    def far():
        counts = [board.running("n") for board in boards]
        assert abs(counts[0] - counts[1]) <= 1
        return counts[0] > 200

    assert whole.run(far, 60_000_000)
    assert whole.now_us < 6_000_000


def test_a_lane_does_not_run_alone_and_nothing_runs_within():
    whole = Lanes()
    lane = whole.lane()
    assert "with its whole timeline" in failure(RuntimeError, lane.run_until, 10)
    refused = []

    def within():
        assert "already running" in failure(RuntimeError, whole.run_until, 20)
        refused.append(True)

    lane.at(5, within)
    whole.run_until(10)
    assert refused == [True]
