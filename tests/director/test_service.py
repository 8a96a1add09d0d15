"""What the hall, a table and a match show of the boards' records, on a real store."""

from tablecore import records
from tablekeeper.director.boards import Boards
from tablekeeper.store import Batch
from tablekeeper.tables import Listener


def standing(match):
    facts = match.details
    return (facts.score, match.phase, facts.turn, facts.cube, facts.cube_owner, match.game)


def test_the_boards_listen_to_connections(room):
    listener: Listener = room.director.boards
    assert isinstance(listener, Boards)


def test_a_match_from_set_up_to_the_last_point(room):
    board = room.board("a")
    match_id = room.director.matches.create(board.uid, (" Ann  B ", "Bob"), 3, "3m/pt b12")
    row = room.row(board)
    # set up, shown, and said not to be delivered
    assert standing(row.match) == ((0, 0), "ready", None, 1, None, 1)
    assert row.match.players == ("Ann B", "Bob")
    assert row.match.control == "9m b12"
    assert row.problems == ("the set-up is not delivered yet",)
    room.deliver(board)
    row = room.row(board)
    assert row.problems == ()
    assert row.match.id == match_id
    assert board.sheet.match_id == match_id
    board.begin(2, 5)
    board.turn(6, 1)
    room.send(board)
    match = room.row(board).match
    assert standing(match) == ((0, 0), "turn", 0, 1, None, 1)
    assert (match.details.dice, match.details.rolled_by) == ((6, 1), 1)
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
    assert match.details.claim == "Bob wins a single game, 2 points; Ann B to confirm"
    board.write(records.CONFIRM, 0)
    board.end()
    room.send(board)
    assert standing(room.row(board).match) == ((0, 2), "ready", None, 1, None, 2)
    assert room.row(board).match.details.crawford
    board.play(1)
    room.send(board)
    match = room.row(board).match
    assert standing(match) == ((0, 3), "over", None, 1, None, 2)
    assert match.details.champion == 1
    games = room.director.overview.match(match_id).games
    assert [(g.number, g.winner, g.points, g.details.cube, g.details.crawford) for g in games] == [
        (1, 1, 2, 2, False), (2, 1, 1, 1, True),
    ]  # fmt: skip
    assert room.director.overview.table(board.uid).games == games


def test_a_match_made_at_the_table_gets_a_match_of_its_own(room):
    board = room.board("a")
    board.run(length=5)
    board.play(0)
    room.send(board)
    [match_id] = room.director.overview.matches()
    assert room.row(board).match.id == match_id != 0
    assert room.row(board).match.players == ("Left", "Right")
    assert room.store.matches.get(match_id).control == "21m b12"
    board.write(records.CLOSE)
    board.run(length=7)
    room.send(board)
    assert len(room.director.overview.matches()) == 2
    room.restart()
    assert len(room.director.overview.matches()) == 2


def test_a_match_of_another_host_is_not_taken_for_ours(room):
    board = room.board("a")
    ours = room.director.matches.create(board.uid, ("Ann", "Bob"), 3, "none")
    other = room.board("b")
    other.run(length=9, match_id=ours, command=12)
    room.send(other)
    new = room.row(other).match.id
    assert new != ours
    assert room.director.overview.match(new).source == f"match {ours} of another host"
    assert room.director.overview.match(ours).match.details.length == 3


def test_clocks_become_deadlines_of_the_hall(room):
    board = room.board("a")
    room.match(board, 1, "10m d12")
    board.begin(6, 1)
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
    board.begin(6, 1)
    room.send(board)
    [clock, _] = room.row(board).match.clocks
    assert clock.running
    assert clock.deadline_ms is None
    assert clock.remaining_ms == 300_000
    assert all(record.at_ms is None for record in room.director.overview.table(board.uid).records)
    room.map(board, room.now - board.ms)
    room.connect(board, mapped=False)
    [clock, _] = room.row(board).match.clocks
    assert clock.deadline_ms == room.now + 300_000
    assert room.director.overview.table(board.uid).records[-1].at_ms == room.now


def test_a_wrong_checksum_is_a_problem_of_table_and_match(room):
    board = room.board("a")
    match_id = room.match(board, 7)
    board.play(0)
    bad = board.play(1, check=1)
    board.play(0)
    room.send(board)
    sentence = f"game 2: the board's sheet differs from ours (record {bad})"
    assert room.row(board).problems == (sentence,)
    assert room.director.overview.match(match_id).problems == (sentence,)


def test_records_say_what_became_of_them(room):
    board = room.board("a")
    room.match(board, 7)
    board.begin(6, 1)
    throw = board.turn(3, 3)
    board.undo(throw)
    board.write(records.TAKE, 1)
    room.send(board)
    detail = room.director.overview.table(board.uid)
    by_seq = {record.seq: record for record in detail.records}
    assert by_seq[throw].state == "undone"
    assert by_seq[throw].text == "Ann rolls 3-3"
    assert by_seq[board.last].text == "Bob takes (changes nothing)"
    assert [(dice.dice, dice.undone) for dice in detail.dice] == [((6, 1), False), ((3, 3), True)]
    assert [record.seq for record in room.director.overview.table(board.uid, shown=3).records] == list(
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
        "1 record arrived again with different content and is set aside, not counted",
        f"record {lost} is missing: the board itself no longer has them",
    )
