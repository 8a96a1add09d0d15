"""A Tric Trac Tourney through firmware, wire, store and director: the event is what the transcripts say."""

from dataclasses import replace

import pytest

from tablecore import records
from tablekeeper.director.events import journal
from tablekeeper.virtual.hall import VirtualHall
from tablekeeper.virtual.recount import differences, recounted
from tablekeeper.virtual.tourney import Tourney, names
from tests.guards import sample
from tests.virtual.sitting import virtual_hall

HOUR = 3600 * 1_000_000
START_MS = 1_700_000_000_000
FAST_US = 400_000

hall = virtual_hall(commit_us=FAST_US)


def play(hall, count, tables, seed):
    players = names(count)
    tourney = Tourney(hall, players, tables=tables, seed=seed)
    assert hall.run(lambda: tourney.over, 24 * HOUR), tourney.problems()
    assert tourney.problems() == []
    # the boards are told that the last matches are closed
    hall.run_for(5_000_000)
    return players, tourney, hall.director.events.get(tourney.event)


@sample.scenario("four players at two tables")
def test_four_players_at_two_tables(hall):
    players, tourney, view = play(hall, 4, 2, seed=1)
    answer = view.answer
    assert (view.phase, answer.over, view.claims) == ("over", True, ())
    assert len(tourney.games) == len(view.entered) == 6
    assert tourney.table_us > 6 * 5 * 60 * 1_000_000
    # nobody entered a result by hand
    brought = [one for one in view.history if one.action == journal.RESULT]
    assert {one.actor for one in brought} == {"Table 1", "Table 2"}
    counted = recounted(players, tourney.games)
    assert differences(answer, counted) == []
    assert [(row.rank, row.player, row.figures) for row in answer.rows] == [
        (row.rank, row.player, row.figures) for row in counted.rows
    ]
    for table in hall.tables:
        assert table.board.crashes == []
        assert {one.state for one in hall.director.overview.table(table.uid).records} == {"counted"}
    for game in tourney.games:
        detail = hall.director.overview.match(game.match_id)
        assert (detail.problems, detail.closed_ms is None) == ((), False)
        # every throw is in a board's log, as it was rolled
        assert throws(hall, detail.segments[0]) == [turn.dice for turn in game.transcript.games[0].turns]


def throws(hall, segment):
    """Return the dice in a board's log of a match, in order."""
    found = []
    for record in hall.store.records(segment.uid, int(segment.journal, 16)):
        seq, kind, a, b, c, *_ = records.unpack(record)
        if segment.first <= seq <= segment.last:
            if kind == records.OPENING:
                found.append((a, b))
            elif kind == records.DICE:
                found.append((b, c))
    return found


@sample.scenario("a mini tourney")
def test_level_leaders_play_a_mini_tourney(hall):
    players, tourney, view = play(hall, 3, 1, seed=2)
    minis = [game for game in tourney.games if "mini" in game.pairing]
    assert (len(tourney.games), len(minis)) == (6, 3)
    assert view.answer.rows[0].decided_by == "mini-TTT 1"
    assert differences(view.answer, recounted(players, tourney.games)) == []


def test_two_players_play_one_game(hall):
    players, tourney, view = play(hall, 2, 1, seed=4)
    assert len(tourney.games) == 1
    assert differences(view.answer, recounted(players, tourney.games)) == []


@sample.scenario("another game than pressed")
def test_another_game_than_the_one_that_was_pressed_is_found(hall):
    players, tourney, view = play(hall, 3, 1, seed=0)
    games = list(tourney.games)
    # the same moves by the other side
    one = games[0].transcript
    turned = replace(one, players=one.players[::-1])
    found = differences(view.answer, recounted(players, [replace(games[0], transcript=turned), *games[1:]]))
    assert any(sentence.startswith(f"{one.players[0]}: points ") for sentence in found)
    assert any(sentence.startswith(f"{one.players[1]}: points ") for sentence in found)
    found = differences(view.answer, recounted(players, games[:-1]))
    assert any(": played 2 in the event, 1 by the transcripts" in sentence for sentence in found)
    found = differences(view.answer, recounted([*players, "Zoe"], games))
    assert "Zoe stands in the transcripts only" in found
    found = differences(recounted([*players, "Zoe"], games), view.answer)
    assert "Zoe stands in the event only" in found


@sample.scenario("a tourney after a killed host")
def test_a_host_that_is_killed_takes_the_tourney_up_again(hall):
    players = names(3)
    tourney = Tourney(hall, players, tables=1, seed=0)
    for minute in (4, 9, 21):
        hall.timeline.at(minute * 60_000_000, hall.kill_host)
        hall.timeline.at(minute * 60_000_000 + 20_000_000, hall.start_host)
    assert hall.run(lambda: tourney.over, 24 * HOUR), tourney.problems()
    assert hall.restarts == 3
    answer = hall.director.events.get(tourney.event).answer
    assert differences(answer, recounted(players, tourney.games)) == []


@sample.scenario("a tourney of one seed")
def test_the_same_seed_gives_the_same_tourney(tmp_path):
    logs = []
    for number in range(2):
        hall = VirtualHall(f"sqlite:///{tmp_path / str(number)}.db", start_ms=START_MS, commit_us=FAST_US)
        try:
            _, tourney, _ = play(hall, 2, 1, seed=5)
            [table] = hall.tables
            logs.append((bytes(table.board.fram.memory), [game.took_us for game in tourney.games]))
        finally:
            hall.close()
    assert logs[0] == logs[1]


@sample.scenario("boards that run ahead")
def test_boards_that_run_ahead_leave_the_same_bytes_as_boards_in_step(tmp_path):
    seen = []
    for name in ("ahead", "in step"):
        hall = VirtualHall(f"sqlite:///{tmp_path / name}.db", start_ms=START_MS, commit_us=FAST_US)
        try:
            tourney = Tourney(hall, names(6), tables=3, seed=3)
            for _ in range(5):
                if name == "ahead":
                    hall.run_for(30_000_000)
                else:
                    # whoever asks a condition sees all boards in step
                    hall.run(lambda: False, 30_000_000)
            boards = [table.board for table in hall.tables]
            rows = [hall.store.records(table.uid, log.journal) for table in hall.tables
                    for log in hall.store.journals(table.uid)]  # fmt: skip
            seen.append((
                [bytes(board.fram.memory) for board in boards], [board.screen() for board in boards], rows,
                hall.commits, hall.director.events.export(tourney.event),
                [board.usb_device.data.sent_bytes for board in boards],
            ))  # fmt: skip
        finally:
            hall.close()
    assert seen[0] == seen[1]
    assert min(len(log) for log in seen[0][2]) > 25


def test_names_are_different_however_many():
    assert names(3) == ["Ann", "Bob", "Cleo"]
    assert names(26)[23:] == ["Yves", "Ann 2", "Bob 2"]
    assert len(set(names(100))) == 100


@pytest.mark.soak
def test_twenty_four_players_at_twelve_tables(hall, record_property):
    players, tourney, view = play(hall, 24, 12, seed=0)
    assert len(tourney.games) >= 276
    assert differences(view.answer, recounted(players, tourney.games)) == []
    turns = sum(len(game.transcript.games[0].turns) for game in tourney.games)
    hours = tourney.table_us / HOUR
    record_property("figure", f"{len(tourney.games)} games, {turns:,} turns, {hours:.1f} hours at the tables")
