"""The ledger of a board: what it shows follows from the records it holds, however they came."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecore import records
from tablekeeper.director.ledger import BoardLog, JournalLog
from tablekeeper.store import intake
from tests.recordcalls import counted


def told(log: JournalLog):
    """Return everything a journal's fold tells, as comparable values."""
    fold = log.fold
    return (
        log.folded, fold.sheet.pack(), fold.stopped, sorted(fold.undone), sorted(fold.odd), fold.bases,
        [(s.key, s.commit, s.command, s.match_id, s.last, s.start, s.finishes, s.throws, s.refused,
          None if s.sheet is None else s.sheet.pack()) for s in fold.log_segments],
    )  # fmt: skip


def log_of(scribe, complete=0) -> JournalLog:
    log = JournalLog(scribe.uid, scribe.journal)
    log.add(scribe.log, complete)
    return log


def a_match(scribe):
    """Write a match with an undone throw, an undone result and a handful of games."""
    scribe.run(length=5)
    scribe.play(0)
    scribe.begin(1, 6)
    throw = scribe.turn(6, 6)
    scribe.undo(throw)
    scribe.turn(5, 5)
    scribe.win(1, records.GAMMON)
    scribe.boot()
    scribe.play(1, records.BACKGAMMON)
    return scribe


def test_games_are_listed_with_score_and_kind(scribe):
    a_match(scribe)
    log = log_of(scribe)
    [log_segment] = log.fold.log_segments
    told_games = [
        (g.number, g.winner, g.points, one.cube, one.kind, g.how, one.crawford, g.score)
        for g, one in ((finish.game, finish.game.details) for finish in log_segment.finishes)
    ]
    assert told_games == [
        (1, 0, 1, 1, "single", "played", False, (1, 0)),
        (2, 1, 2, 1, "gammon", "played", False, (1, 2)),
        (3, 1, 3, 1, "backgammon", "played", False, (1, 5)),
    ]
    assert log_segment.problems() == []
    assert log.fold.sheet.pack() == scribe.sheet.pack()


def test_the_crawford_game_is_marked(scribe):
    scribe.run(length=3)
    scribe.play(0, records.GAMMON)
    scribe.play(1)
    scribe.play(1)
    [log_segment] = log_of(scribe).fold.log_segments
    assert [finish.game.details.crawford for finish in log_segment.finishes] == [False, True, False]


def test_an_undone_throw_stays_in_the_log_and_is_marked(scribe):
    scribe.run()
    scribe.begin()
    throw = scribe.turn(6, 6)
    scribe.undo(throw)
    scribe.turn(2, 1)
    fold = log_of(scribe).fold
    assert [(t.dice, t.seat, t.seq in fold.undone) for t in fold.log_segments[0].throws] == [
        ((3, 1), None, False), ((6, 6), 0, True), ((2, 1), 0, False),
    ]  # fmt: skip
    # the throw and the press behind it, not the undo itself
    assert sorted(fold.undone) == [throw, throw + 1]


def test_an_undone_result_takes_its_game_away(scribe):
    scribe.run()
    scribe.play(0)
    scribe.begin()
    claim = scribe.last + 1
    scribe.win(0)
    log = log_of(scribe)
    assert len(log.fold.log_segments[0].finishes) == 2
    scribe.undo(claim)
    log.add(scribe.log, 0)
    [finish] = log.fold.log_segments[0].finishes
    assert finish.game.score == (1, 0)
    scribe.win(1, records.GAMMON)
    log.add(scribe.log, 0)
    assert [finish.game.score for finish in log.fold.log_segments[0].finishes] == [(1, 0), (1, 2)]


@pytest.mark.parametrize("wrong", [1, 2, 3])
def test_a_wrong_checksum_is_told_game_by_game(scribe, wrong):
    scribe.run(length=7)
    ends = [scribe.play(game % 2, check=12345 if game == wrong else None) for game in (1, 2, 3)]
    [log_segment] = log_of(scribe).fold.log_segments
    assert log_segment.problems() == [
        f"game {wrong}: the board's sheet differs from ours (record {ends[wrong - 1]})"
    ]
    assert [finish.agrees for finish in log_segment.finishes] == [game != wrong for game in (1, 2, 3)]


def test_a_closing_record_our_sheet_refuses_is_told(scribe):
    scribe.run()
    scribe.begin()
    end = scribe.write(records.END, 0, records.SINGLE, 0, 1, 0)
    [log_segment] = log_of(scribe).fold.log_segments
    assert log_segment.problems() == [
        f"game 1: the board closed a game that is not decided on our sheet (record {end})"
    ]


def test_an_undo_takes_back_only_the_closing_records_behind_it(scribe):
    scribe.run()
    scribe.begin(1, 6)
    first = scribe.write(records.END, 0, records.SINGLE, 0, 1, 0)
    throw = scribe.turn(6, 6)
    second = scribe.write(records.END, 0, records.SINGLE, 0, 1, 0)
    assert [seq for _, seq in log_of(scribe).fold.log_segments[0].refused] == [first, second]
    scribe.undo(throw)
    assert [seq for _, seq in log_of(scribe).fold.log_segments[0].refused] == [first]


def test_several_matches_on_one_board(scribe):
    scribe.run(length=1)
    scribe.play(0)
    over = scribe.sheet.pack()
    scribe.run(length=3, match_id=9, command=4)
    scribe.play(1)
    scribe.write(records.CLOSE)
    scribe.run(length=5)
    log = log_of(scribe)
    one, two, three = log.fold.log_segments
    assert (one.match_id, two.match_id, three.match_id) == (0, 9, 0)
    assert (one.last, two.command, two.last) == (two.first - 1, 4, three.first - 1)
    assert [len(s.finishes) for s in (one, two, three)] == [1, 1, 0]
    # what a finished match ended with is kept, whatever is played after it
    assert one.sheet.pack()[:-46] == over[:-46]
    assert one.sheet.score == [1, 0]
    assert two.sheet.score == [0, 1]
    assert two.sheet.match_id == 9
    assert log.fold.current is three
    assert log.log_segment_at(two.first + 1) is two
    assert log.log_segment_at(1) is None


def test_a_run_without_its_commit_begins_nothing(scribe):
    scribe.run(length=3)
    scribe.write(records.MATCH, 1, 7, 1)
    scribe.boot()
    scribe.play(0)
    fold = log_of(scribe).fold
    assert len(fold.log_segments) == 1
    assert fold.sheet.length == 3
    assert fold.sheet.score == [1, 0]
    assert fold.odd == set()


def test_what_is_not_understood_stops_the_fold_and_says_so(scribe):
    scribe.run()
    scribe.play(0)
    strange = scribe.write(77)
    scribe.write(records.GAME, 2, 0, 0, 2)
    board = BoardLog(scribe.uid)
    board.add(scribe.journal, scribe.log, 0)
    assert board.sheet.score == [1, 0]
    [sentence] = board.problems()
    assert sentence.startswith(f"record {strange} is of a kind")
    assert "update Tablekeeper" in sentence


def test_a_skippable_kind_is_skipped(scribe):
    scribe.run()
    scribe.write(200, 1, 2, 3, 4, 5)
    scribe.play(0)
    board = BoardLog(scribe.uid)
    board.add(scribe.journal, scribe.log, 0)
    assert board.sheet.score == [1, 0]
    assert board.problems() == []


def test_a_hole_is_waited_for_and_a_real_gap_is_not(scribe):
    a_match(scribe)
    log = JournalLog(scribe.uid, scribe.journal)
    missing = 9
    log.add([record for record in scribe.log if records.sequence(record) != missing], 0)
    assert log.folded == missing - 1
    assert log.waiting
    # the store says: complete up to 20, so record 9 is lost on the board itself
    log.add((), 20)
    assert log.folded == scribe.last
    assert not log.waiting
    # and should it turn up after all, it counts
    log.add([scribe.log[missing - 1]], 20)
    assert told(log) == told(log_of(scribe, 20))


def test_a_wide_gap_costs_nothing(scribe):
    log = JournalLog(scribe.uid, scribe.journal)
    far = 4_000_000_000
    log.add([*scribe.log, records.pack(scribe.journal, far, records.BOOT)], far)
    assert log.folded == far
    assert log.fold.bases == [1, far]


@given(seed=st.integers(0, 2**32), doubled=st.integers(0, 30))
def test_any_order_and_any_repeats_tell_the_same(scribes, seed, doubled):
    chance = random.Random(seed)
    scribe = scribes("a" * 16)
    scribe.boot()
    a_match(scribe)
    arrivals = scribe.log + chance.choices(scribe.log, k=doubled)
    chance.shuffle(arrivals)
    log = JournalLog(scribe.uid, scribe.journal)
    while arrivals:
        size = chance.randint(1, 7)
        log.add(arrivals[:size], 0)
        del arrivals[:size]
    assert told(log) == told(log_of(scribe))


@given(cut=st.integers(0, 60))
def test_every_beginning_of_a_log_can_be_folded(scribes, cut):
    scribe = scribes("a" * 16)
    scribe.boot()
    a_match(scribe)
    log = JournalLog(scribe.uid, scribe.journal)
    log.add(scribe.log[:cut], 0)
    log.add(scribe.log[cut:], 0)
    assert told(log) == told(log_of(scribe))


def test_a_record_is_read_once_for_the_database_and_once_for_the_fold(room, monkeypatch):
    board = room.board("a")
    board.run()
    room.send(board)
    board.game()
    calls, heads = counted(monkeypatch), []

    def heads_of(count):
        heads.append(count)
        return made(count)

    made = intake._heads
    monkeypatch.setattr(intake, "_heads", heads_of)
    room.send(board)
    assert room.director.hall.tables[board.uid].log.sheet.pack() == board.sheet.pack()
    assert heads == [1]
    assert calls == {"pack": 0, "pack_into": 0, "unpack": 1, "sequence": 0}
