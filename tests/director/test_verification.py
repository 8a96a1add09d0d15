"""What is stored is compared with what its logs and journals make, and each damage is told."""

import contextlib
import re
import sqlite3
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from tablecore import records
from tablekeeper.cli import main
from tablekeeper.store import Batch, open_store
from tests.director.conftest import Room
from tests.startedevent import started_event


class Evening(NamedTuple):
    """The files of a database: closed in the middle, as its host was killed, and closed."""

    middle: bytes
    killed: dict[str, bytes]
    whole: bytes
    heads: bytes


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """The database of an evening with a match, a record set aside, people, and events that count."""
    path = tmp_path_factory.mktemp("whole") / "hall.db"
    room = Room(str(path))
    board = room.board("a")
    room.match(board, 1)
    board.begin(6, 1)
    for _ in range(70):
        board.turn()
    room.send(board)
    other = records.pack(board.journal, 3, records.DICE, 0, 1, 1)
    room.store.ingest(Batch(board.uid, board.journal, 2, (other,), room.now))
    event = started_event(room.director.events, ("Ann", "Bob", "Cid"), "Cup", "championship", {"first_to": 2})
    for winner in ("Ann", "Bob", "Ann"):
        room.director.events.result(event, {"winner": winner})
    room.director.events.finish(event)
    room.director.rankings.confirm(event)
    room.restart()
    middle = path.read_bytes()
    league = started_event(room.director.events, ("Ann", "Bob"), "Round", "round-robin", {"length": 5})
    pairing = room.director.events.get(league).answer.next[0]
    result = {"players": list(pairing["players"]), "winner": "Ann", "score": [5, 0]}
    room.director.events.result(league, result)
    room.director.events.finish(league)
    room.director.rankings.confirm(league)
    room.director.boards.rename(board.uid, "Window")
    # what lies there when the host is killed now: half a minute later it has written the heads
    room.store._keep_heads()
    killed = {ending: path.with_name(path.name + ending).read_bytes() for ending in ("", "-wal", ".heads")}
    room.close()
    return Evening(middle, killed, path.read_bytes(), path.with_name("hall.db.heads").read_bytes())


def verify(path, *more):
    """Return the exit status of `tablekeeper verify`, and what it says."""
    told = CliRunner().invoke(main, ["verify", "--database", str(path), *more])
    return told.exit_code, told.output


@pytest.fixture
def verified(evening, tmp_path):
    """Changes the database with a statement, and returns what `tablekeeper verify` says."""

    def changed(*statements):
        path = tmp_path / "hall.db"
        path.write_bytes(evening.whole)
        with contextlib.closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                before = connection.total_changes
                connection.execute(statement)
                assert connection.total_changes > before
            connection.commit()
        return verify(path)

    return changed


def test_a_whole_database_agrees(verified, evening, tmp_path):
    (tmp_path / "hall.db.heads").write_bytes(evening.heads)
    code, told = verified()
    assert (code, told.count("\n")) == (0, 1)
    assert told.endswith("everything was computed again, and agrees.\n")


DAMAGE = [
    ("UPDATE records SET bytes = zeroblob(24) WHERE seq = 2", "record 2 do not match their checksum"),
    ("UPDATE records SET kind = kind + 1 WHERE seq = 2", "record 2 is listed with another number"),
    ("DELETE FROM records WHERE seq = 2", "record 2 was acknowledged to the board, and is missing"),
    ("INSERT INTO gaps SELECT uid, journal, 2, 2, 0 FROM journals", "is stored, and listed as missing"),
    ("DELETE FROM journals", "its records are stored, but the journal is missing"),
    ("UPDATE segments SET from_seq = from_seq + 1", r"Match \d+: its part in the log of board a+ is"),
    ("UPDATE names SET name = 'Zed' WHERE seat = 1", r"Match \d+: its players, length, clock"),
    ("DELETE FROM names WHERE seat = 1", "source are not those of its set-up"),
    ("UPDATE matches SET length = 7", "source are not those of its set-up"),
    ("UPDATE matches SET control = '5m'", "source are not those of its set-up"),
    ("UPDATE matches SET options = options + 1", "source are not those of its set-up"),
    ("UPDATE matches SET start_1 = 1", "source are not those of its set-up"),
    ("UPDATE matches SET source = 'x.mat'", "source are not those of its set-up"),
    ("UPDATE matches SET program = 1", "source are not those of its set-up"),
    ("DELETE FROM segments", "source are not those of its set-up"),
    ("UPDATE segments SET ended_ms = 5", r"Match \d+: its boards are not those of its handovers"),
    ("INSERT INTO segments SELECT match_id, 1, uid, NULL, NULL, NULL, NULL FROM segments", "handovers"),
    ("UPDATE boards SET name = 'Door'", "Board a{16}: its name is not that of the director's journal"),
    ("DELETE FROM event_actions WHERE event = 1 AND seq = 2", r"Event 1 \(Cup\): "),
    ("UPDATE event_actions SET body = '{' WHERE event = 1 AND seq = 3", r"\(Cup\): action 3 is not the one"),
    ("UPDATE events SET name = 'Cap' WHERE id = 1", r"Event 1 \(Cap\): its name or format is not that of"),
    ("UPDATE events SET format = 'league' WHERE id = 1", "its name or format is not that of its journal"),
    ("DELETE FROM actions WHERE seq = 1", "The director's journal: action 1 is missing"),
    # the last ones, which leave no hole
    ("DELETE FROM actions WHERE seq = (SELECT MAX(seq) FROM actions)", r"journal: action \d+ is missing"),
    ("DELETE FROM event_actions WHERE event = 2 AND seq > 3", r"Event 2 \(Round\): action 4 is missing"),
    ("DELETE FROM people_actions WHERE seq > 1", "The register of people: action 2 is missing"),
    ("DELETE FROM ranking_actions WHERE entry = 1 AND seq > 1", "Ranking entry 1: action 2 is missing"),
    ("UPDATE journal_ends SET last = 2 WHERE journal = 'event_actions'", "action 3 is there, but"),
    ("DELETE FROM aliases WHERE id = 2", "The register of people: name 2 is missing"),
    ("UPDATE aliases SET key = 'x' WHERE id = 2", "name 2 cannot be found by its own name"),
    ("DELETE FROM rated_results", "results for the ratings are not those of"),
    ("UPDATE rated_results SET day = '2001-01-01'", "results for the ratings are not those of"),
]


@pytest.mark.turns(3)
@pytest.mark.parametrize(("statement", "sentence"), DAMAGE)
def test_each_damage_is_told(verified, statement, sentence):
    code, told = verified(statement)
    assert code == 1, told
    assert re.search(sentence, told), told
    assert re.search(r"differences?: restore a copy of ", told.splitlines()[-1])


def sql(*statements):
    """Return a damage that statements make."""

    def plant(path, evening):
        with contextlib.closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                before = connection.total_changes
                connection.execute(statement)
                # a change of the schema counts no rows
                assert connection.total_changes > before or statement.startswith("ALTER TABLE")
            connection.commit()

    return plant


def forged(path, evening):
    """Another throw in the place of one, with its check sum."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        query = "SELECT bytes FROM records WHERE seq = 100"
        seq, kind, a, b, c, ms, p, q = records.unpack(connection.execute(query).fetchone()[0])
        other = records.pack(0xCAFE, seq, kind, a, 7 - b, c, ms, p, q)
        connection.execute("UPDATE records SET bytes = ? WHERE seq = 100", (other,))
        connection.commit()


def index_of_another_column(path, evening):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, '(day)', '(sides)') "
            "WHERE name = 'ix_rated_results_day'"
        )
        connection.commit()


def killed_host(*lost, flip=False):
    """Return a damage of what a killed host has left: files that are gone, a byte of the WAL that changed."""

    def plant(path, evening):
        for ending, data in evening.killed.items():
            if ending in lost:
                continue
            if flip and ending == "-wal":
                data = data[:200] + bytes((data[200] ^ 1,)) + data[201:]
            path.with_name(path.name + ending).write_bytes(data)

    return plant


def older(path, evening):
    path.write_bytes(evening.middle)
    path.with_name("hall.db.heads").write_bytes(evening.heads)


def truncated(path, evening):
    path.write_bytes(evening.whole[: len(evening.whole) // 2])


COPY, REST = "INSERT INTO event_actions SELECT event,", "at_ms, actor, action, body, checksum"
EVENT = "event_actions WHERE event = 1"
LAST = r"Event 1 \(Cup\): action "
LOG = "Board a{16}, journal 0000cafe: "
#: kinds of damage: what is planted, the sentence that tells it, the exit status
PLANTED = {
    "bit in a record": (
        sql("UPDATE records SET bytes = zeroblob(24) WHERE seq = 100"),
        LOG + "the bytes of record 100"),
    "record forged": (
        forged,
        LOG + "records 65 to 128 are not those that were stored"),
    "records' tail": (
        sql("DELETE FROM records WHERE seq > 140"),
        LOG + r"records 141 to \d+ were ack"),
    "records' middle": (
        sql("DELETE FROM records WHERE seq BETWEEN 60 AND 70"),
        LOG + "records 60 to 70 were ack"),
    "tail nobody acknowledged": (
        sql("DELETE FROM records WHERE seq > 140", "UPDATE journals SET acked = 140"),
        LOG + r"records 129 to \d+ are not"),
    "line doubled": (
        sql(f"{COPY} 99, {REST} FROM {EVENT} AND seq = 3"),
        LAST + r"\d+ is missing"),
    "line added": (
        sql(f"{COPY} seq + 1, {REST} FROM {EVENT} ORDER BY seq DESC LIMIT 1"),
        LAST + r"\d+ is not the one that was entered after"),
    "lines changed places": (
        sql(*(f"UPDATE event_actions SET seq = {new} WHERE event = 1 AND seq = {old}"
              for old, new in ((3, 99), (4, 3), (99, 4)))),
        LAST + "3 is not the one"),
    "event's action edited": (
        sql("UPDATE event_actions SET actor = 'x' WHERE event = 1 AND seq = 4"),
        LAST + "4 is not the one"),
    "person edited": (
        sql("UPDATE people_actions SET body = replace(body, ':1', ':2') WHERE seq = 1"),
        "The register of people: action 1 is not the one"),
    "clock set back": (
        sql("UPDATE event_actions SET at_ms = at_ms - 3600000 WHERE event = 1 AND seq = 5"),
        LAST + "5 is not"),
    "ranking entry altered": (
        sql("UPDATE ranking_actions SET body = replace(body, '}', ',\"x\":1}') WHERE entry = 1 AND seq = 1"),
        "Ranking entry 1: action 1 is not the one"),
    "rating's row changed": (
        sql("UPDATE rated_results SET length = 17"),
        r"Ranking entry \d: the results for the ratings"),
    "row of an index lost": (index_of_another_column, r"SQLite finds: .*ix_rated_results_day"),
    "row without its owner": (
        sql("INSERT INTO names VALUES (4711, 0, 'Zed')"),
        "of names belongs to a row of matches that is missing"),
    "records of no board": (
        sql("INSERT INTO records SELECT 'b', journal, seq, kind, ms, bytes, 0 FROM records WHERE seq = 1"),
        "Board b, journal 0000cafe: its records are stored, but the journal"),
    "record set aside lost": (
        sql("DELETE FROM quarantine"),
        "The quarantine: 1 records were set aside, and 0 are"),
    "event lost": (
        sql(*(f"DELETE FROM {table} WHERE event = 2" for table in ("ranking_entries", "event_actions")),
            "DELETE FROM events WHERE id = 2"),
        r"Event 2: it is missing, with the \d+ actions"),
    "acknowledged and missing": (
        sql("UPDATE journals SET acked = acked + 1"),
        LOG + r"record \d+ was acknowledged"),
    "WAL missing": (
        killed_host("-wal"),
        r"Journal event/2: it reached number \d+, and it is not there any more"),
    "WAL damaged": (
        killed_host(flip=True),
        r"Journal event/2: it reached number \d+, and it is not there any more"),
    "older copy": (older, r"Journal event/2: it reached number \d+, and it is not there any more"),
    "file cut": (truncated, "is damaged: restore a copy", 2),
    "newer version": (
        sql("UPDATE alembic_version SET version_num = '9999'"),
        "by a newer Tablekeeper: update", 2),
    "half a migration": (
        sql("ALTER TABLE journals DROP COLUMN reread"),
        "the column reread of its table journals is missing", 2),
}  # fmt: skip
#: one damage that shows in several places
SEVERAL = {
    "event lost", "WAL missing", "WAL damaged", "older copy", "rating's row changed", "row of an index lost"
}  # fmt: skip


@pytest.mark.turns(3)
@pytest.mark.parametrize("kind", PLANTED)
def test_each_kind_of_planted_damage_is_one_sentence_that_says_where(evening, tmp_path, kind):
    plant, sentence, *status = PLANTED[kind]
    path = tmp_path / "hall.db"
    path.write_bytes(evening.whole)
    plant(path, evening)
    code, told = verify(path)
    lines = told.splitlines()
    assert code == (status or [1])[0], told
    assert any(re.search(sentence, line) for line in lines), told
    assert len(lines) == (1 if status else 2) or kind in SEVERAL, told
    assert all(line.endswith((".", "help.")) for line in lines), told


@pytest.fixture(scope="module")
def moved(tmp_path_factory):
    """A hall with a match that went to another board and one set up at the board, closed."""
    path = tmp_path_factory.mktemp("moved") / "hall.db"
    room = Room(str(path))
    one, other, third = room.board("a"), room.board("b"), room.board("c")
    number = room.match(one, 5, "12m b12")
    one.play(0)
    room.send(one)
    room.director.matches.handover(number, other.uid, score=(1, 0))
    room.deliver(other)
    third.run(3, "6m b12")
    room.send(third)
    for name in ("Door", "Window"):
        room.director.boards.rename(one.uid, name)
    room.close()
    return path.read_bytes()


MOVED = [
    ("UPDATE segments SET to_seq = to_seq - 1 WHERE to_seq > 0", "its boards are not those of its handovers"),
    ("UPDATE segments SET ended_ms = ended_ms + 1 WHERE to_seq > 0", "its boards are not those"),
    ("UPDATE segments SET to_seq = NULL, ended_ms = NULL", "its boards are not those of its handovers"),
    ("DELETE FROM segments WHERE ordinal = 1", "its boards are not those of its handovers"),
    ("UPDATE matches SET length = 5 WHERE length = 3", "are not those of its set-up"),
    ("UPDATE matches SET control = '7m b12' WHERE length = 3", "are not those of its set-up"),
    ("UPDATE names SET name = 'Zed' WHERE name = '' AND seat = 0", "are not those of its set-up"),
    ("UPDATE boards SET name = '' WHERE name = 'Window'", "its name is not that of the director's journal"),
]


@pytest.mark.turns(3)
@pytest.mark.parametrize(("statement", "sentence"), [("UPDATE boards SET firmware = '1'", ""), *MOVED])
def test_a_match_that_moved_or_began_at_the_board_is_compared(moved, tmp_path, statement, sentence):
    path = tmp_path / "hall.db"
    path.write_bytes(moved)
    sql(statement)(path, None)
    code, told = verify(path)
    assert (code, sentence in told) == (int(bool(sentence)), True), told
    assert told.count("\n") == code + 1, told


def test_records_that_a_board_no_longer_had_are_listed(tmp_path):
    path = tmp_path / "hall.db"
    with open_store(str(path), now=lambda: 5000, threaded=False) as store:
        rows = tuple(records.pack(0xCAFE, seq, records.DICE, 0, 3, 1, seq) for seq in (5, 6, 8))
        # behind record 0 the board holds these only
        store.ingest(Batch("a" * 16, 0xCAFE, 0, rows, 5000))
    code, told = verify(path)
    assert code == 0
    log = f"Board {'a' * 16}, journal 0000cafe: "
    assert told.splitlines()[:-1] == [
        log + "records 1 to 4 are missing; the board no longer had them.",
        log + "record 7 is missing; the board no longer had it.",
    ]


def test_what_a_killed_host_has_left_is_whole(evening, tmp_path):
    killed_host()(tmp_path / "hall.db", evening)
    assert verify(tmp_path / "hall.db")[0] == 0


def test_heads_that_were_kept_are_compared(evening, tmp_path):
    path, kept = tmp_path / "hall.db", tmp_path / "heads.txt"
    path.write_bytes(evening.whole)
    code, told = verify(path, "--heads")
    assert (code, told.count("\n")) == (0, evening.heads.count(b"\n"))
    assert told.encode() == evening.heads
    kept.write_text(told)
    assert verify(path, "--head-file", str(kept))[0] == 0
    line = next(one for one in told.splitlines() if one.startswith("people "))
    assert verify(path, "--head", line[: line.rindex(" ") + 9])[0] == 0
    code, told = verify(path, "--head", line[: line.rindex(" ") + 1] + "12345678")
    assert (code, "Journal people: what it holds up to number" in told) == (1, True)
    code, told = verify(path, "--head", "people")
    assert (code, "is not the head of a journal" in told) == (2, True)
    path.write_bytes(evening.middle)
    code, told = verify(path, "--head-file", str(kept))
    assert (code, "Journal event/2: it reached number" in told) == (1, True)
