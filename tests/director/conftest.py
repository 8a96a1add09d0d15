"""A small hall for the director's tests: boards that write real records, and a store with a clock.

`Scribe` is the smallest possible board: it writes the records that a board writes, folds them itself
(so its checksums are those of a board) and obeys commands as the firmware does.
"""

import contextlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tablecore import messages, records, sheets
from tablecore.sheets.fold import Fold
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.people.register import Register
from tablekeeper.director.service import Director
from tablekeeper.games import timecontrol
from tablekeeper.store import Base, Batch, Store, open_store
from tablekeeper.store.commands import DONE
from tablekeeper.tables.hello import Hello
from tableprograms.backgammon import sheet as match
from tableprograms.backgammon.sheet import CRAWFORD_RULE
from tests.blankdatabase import new_databases  # noqa: F401
from tests.director.journals import Clock

START = 1_700_000_000_000


def closing(sheet, ms):
    """Return a, b, c, p and q of the END record that a board writes at `ms`, by the kind of game."""
    check = sheet.checksum()
    if sheet.PROGRAM == sheets.RACE:
        return sheet.winner, sheet.rules, sheet.how, sheet.game_time(ms), check
    if sheet.PROGRAM == sheets.PLAIN:
        return sheet.winner, 0, sheet.how, sheet.all_moves(), check
    if sheet.PROGRAM == sheets.DICELOG:
        return records.NOBODY, 0, 0, sheet.throws, check
    return sheet.winner, sheet.kind, sheet.how, sheet.points(sheet.kind), check


class Scribe:
    """Writes a journal as a board does; `ms` is the time of its sitting."""

    def __init__(self, uid: str, journal: int = 0xCAFE) -> None:
        self.uid = uid
        self.journal = journal
        self.log: list[bytes] = []
        self.fold = Fold(lambda seq: self.log[seq - 1] if 0 < seq <= len(self.log) else None)
        self.ms = 0
        self.base = 0
        self.sent = 0
        self.boots = 0

    @property
    def sheet(self):
        return self.fold.sheet

    @property
    def last(self) -> int:
        return len(self.log)

    def write(self, kind, a=0, b=0, c=0, p=0, q=0, step=1000) -> int:
        """Write a record `step` ms after the last one; return its sequence."""
        self.ms += step
        seq = len(self.log) + 1
        self.log.append(records.pack(self.journal, seq, kind, a, b, c, self.ms, p, q))
        self.fold.apply(*records.unpack(self.log[-1]))
        return seq

    def boot(self) -> int:
        self.boots += 1
        self.ms = 0
        self.base = self.write(records.BOOT, 1, 1, 1, records.NONE, self.boots, step=0)
        return self.base

    def run(self, length=5, control="21m b12", match_id=0, command=0, options=CRAWFORD_RULE) -> int:
        """Set a match up, as at the table; return the sequence of its MATCH record."""
        method, reserve, delay, precredit, _ = timecontrol.for_match(timecontrol.parse(control), length)
        first = self.write(records.MATCH, match.VERSION, length, options, match_id, command)
        self.write(records.TIME, records.NOBODY, method, precredit, reserve, delay)
        self.write(records.COMMIT, 2, records.MATCH, 0, first, command)
        return first

    def obey(self, command) -> int:
        """Carry out a command, as the firmware does; return the sequence of its record."""
        if command.verb == messages.NAME:
            return 0
        stubs = messages.stubs(command.tail)
        if command.verb == messages.RECORD:
            [(kind, a, b, c, p, _)] = stubs
            seq = self.write(kind, a, b, c, p, command.id)
            if self.sheet.is_agreed():
                self.end()
            return seq
        first = self.last + 1
        for kind, a, b, c, p, q in stubs:
            self.write(kind, a, b, c, p, command.id if kind in records.OPENERS else q)
        return self.write(records.COMMIT, len(stubs), stubs[0][0], 0, first, command.id)

    def game(self) -> int:
        number = self.sheet.games + 1
        return self.write(records.GAME, number & 255, int(self.sheet.is_crawford_game()), 0, number)

    def opening(self, first=3, second=1) -> int:
        """Roll for the opening; the lower roller starts the other's clock."""
        seq = self.write(records.OPENING, first, second)
        if first != second:
            self.write(records.PRESS, int(first > second), int(first < second))
        return seq

    def begin(self, first=3, second=1) -> int:
        """Begin a game with its opening roll."""
        self.game()
        return self.opening(first, second)

    def turn(self, first=4, second=2) -> int:
        """Roll and press for the seat on turn; return the sequence of the throw."""
        seat = self.sheet.turn
        seq = self.write(records.DICE, seat, first, second)
        self.write(records.PRESS, seat, 1 - seat)
        return seq

    def double(self) -> None:
        seat = self.sheet.turn
        self.write(records.DOUBLE, seat, self.sheet.cube + 1)

    def take(self) -> None:
        self.write(records.TAKE, self.sheet.turn)

    def claim(self, winner: int, kind: int = records.SINGLE, how: int = records.PLAYED) -> int:
        return self.write(records.RESULT, winner, kind, how, winner, 0)

    def end(self, check=None) -> int:
        a, b, c, p, right = closing(self.sheet, self.ms + 1000)
        return self.write(records.END, a, b, c, p, right if check is None else check)

    def win(self, winner: int, kind: int = records.SINGLE, check=None) -> int:
        """Claim, confirm and end a game; return the sequence of the closing record."""
        self.claim(winner, kind)
        self.write(records.CONFIRM, 1 - winner)
        return self.end(check)

    def play(self, winner: int, kind: int = records.SINGLE, turns: int = 2, check=None) -> int:
        """Play a whole short game."""
        self.begin()
        for _ in range(turns):
            self.turn()
        return self.win(winner, kind, check)

    def undo(self, target: int) -> int:
        return self.write(records.UNDO, 0, 0, 0, target)


class Room:
    """A store, a clock that the test sets, and the director over them."""

    def __init__(self, url: str, threaded: bool = False) -> None:
        self.now = START
        self.clock = HallClock(lambda: self.now)
        self.store: Store = open_store(url, now=self.clock.now_ms, threaded=threaded)
        self.director = Director(self.store, self.clock)

    def restart(self) -> None:
        """Start again with the contents of the database."""
        self.store.close()
        threaded = False
        self.store = open_store(self.store.name, now=self.clock.now_ms, threaded=threaded)
        self.director = Director(self.store, self.clock)

    def close(self) -> None:
        """End the subscriptions and close the database."""
        self.director.topics.close()
        self.store.close()

    def board(self, digit: str) -> Scribe:
        """Return a board with uid dddd..., switched on, known to the hall and online."""
        scribe = Scribe(digit * 16)
        scribe.boot()
        self.send(scribe)
        self.connect(scribe)
        return scribe

    def connect(self, scribe: Scribe, mapped: bool = True) -> None:
        """Let a board send its hello; without `mapped` the hall does not know when its sitting began."""
        if mapped:
            self.map(scribe, self.now - scribe.ms)
        hello = Hello(1, messages.MINOR, "1.0.0", scribe.uid, scribe.journal, scribe.boots, 1, 1, scribe.last,
                      scribe.sent, 90_000, scribe.ms, 77)  # fmt: skip
        self.store.board_seen(scribe.uid, hello.firmware)
        self.store.flush()
        self.director.boards.online(scribe.uid, hello)

    def map(self, scribe: Scribe, offset: int) -> None:
        self.store.set_base(Base(scribe.uid, scribe.journal, scribe.base, offset, 8))
        self.store.flush()

    def send(self, scribe: Scribe) -> None:
        """Send the records that a board has written since the last call, in frames of 7 records."""
        while scribe.sent < scribe.last:
            part = scribe.log[scribe.sent : scribe.sent + 7]
            self.store.ingest(Batch(scribe.uid, scribe.journal, scribe.sent, tuple(part), self.now))
            scribe.sent += len(part)
        self.store.flush()

    def contradicted(self, length: int = 1) -> tuple[Scribe, int]:
        """Let a board begin a match, and send its last number with another record: that goes to quarantine.

        Return the board and the match.
        """
        scribe = self.board("a")
        match = self.match(scribe, length)
        scribe.begin(6, 1)
        self.send(scribe)
        other = records.pack(scribe.journal, scribe.last, records.DICE, records.NOBODY, 3, 3, 0, 0, 0)
        self.store.ingest(Batch(scribe.uid, scribe.journal, scribe.last - 1, (other,), self.now))
        self.store.flush()
        return scribe, match

    def deliver(self, scribe: Scribe) -> list[int]:
        """Let a board obey its waiting commands, and send its records; return the written sequences."""
        done = []
        for command in self.store.commands.open(scribe.uid):
            seq = scribe.obey(command)
            done.append(seq)
            self.store.commands.answered(command.id, DONE, seq, "")
            self.director.boards.answered(scribe.uid, command.id, DONE, seq, "")
        self.send(scribe)
        return done

    def match(self, scribe: Scribe, length: int, time: str = "none", players=("Ann", "Bob"), **more) -> int:
        """Set a match up at a board, which obeys; return its number."""
        number = self.director.matches.create(scribe.uid, players, length, time, **more)
        self.deliver(scribe)
        return number

    def shown(self):
        """Return all of the hall's data about tables and matches, without values that change with time."""
        hall = self.director.overview.hall()
        now = {"revision": 0, "online": False, "last_seen_ms": None}
        tables = [replace(self.director.overview.table(row.uid).table, **now) for row in hall.tables]
        details = [self.director.overview.table(row.uid) for row in hall.tables]
        matches = [self.director.overview.match(number) for number in self.director.overview.matches()]
        return tables, [(one.games, one.dice, one.records) for one in details], matches

    def row(self, scribe: Scribe):
        """Return the hall's row of a board."""
        [row] = [row for row in self.director.overview.hall().tables if row.uid == scribe.uid]
        return row


@pytest.fixture(autouse=True)
def no_listener_failed(caplog):
    """The store logs a failing listener and continues; here it makes the test fail."""
    yield
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []


@pytest.fixture
def scribe() -> Scribe:
    """A board that has been switched on, connected to nothing."""
    board = Scribe("a" * 16)
    board.boot()
    return board


@pytest.fixture(scope="session")
def scribes() -> Callable[..., Scribe]:
    """The class of boards, for tests that need several."""
    return Scribe


@pytest.fixture
def room(tmp_path) -> Iterator[Room]:
    """A hall without boards, its store written on the test's thread."""
    with contextlib.closing(Room(str(tmp_path / "hall.db"))) as room:
        yield room


@pytest.fixture
def threaded_room(tmp_path) -> Iterator[Room]:
    """A hall whose store has its own writer thread, as in a real event."""
    with contextlib.closing(Room(str(tmp_path / "hall.db"), threaded=True)) as room:
        yield room


@pytest.fixture
def boards(room) -> tuple[Scribe, Scribe]:
    """Two boards of the room."""
    return room.board("a"), room.board("b")


@pytest.fixture(scope="session")
def rooms() -> type[Room]:
    """The class of halls, for tests that need several."""
    return Room


@pytest.fixture
def clock() -> Clock:
    """The time of `store`."""
    return Clock()


@pytest.fixture
def store(clock) -> Iterator[Store]:
    """A database in memory."""
    with open_store("sqlite://", now=clock, threaded=False) as opened:
        yield opened


@pytest.fixture
def events(store) -> Events:
    """The events of `store`."""
    return Events(store)


@pytest.fixture
def elsewhere(clock) -> Iterator[Events]:
    """The events of another database, into which an export of `events` is imported."""
    with open_store("sqlite://", now=clock, threaded=False) as opened:
        yield Events(opened)


@pytest.fixture
def register(store) -> Register:
    """The register of `store`."""
    return Register(store)


@pytest.fixture
def desk(room):
    """The director's desk."""
    return room.director.desk


@pytest.fixture
def waiting(room):
    """A match to 7 between Ann and Bob that has not begun: (board, id)."""
    board = room.board("a")
    return board, room.match(board, 7)


@pytest.fixture
def at_three_one(room, waiting):
    """The same match at 3-1, in its third game."""
    board, match_id = waiting
    board.play(0, records.BACKGAMMON)
    board.play(1)
    board.begin()
    room.send(board)
    return board, match_id


def only(desk, seq):
    """Return the outcome of a ruling's only effect."""
    [status] = desk.status(seq)
    return status
