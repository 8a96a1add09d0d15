"""One board on one cable, without a thread: stores what arrives, and sends what is due.

    the board sends         the host does
    hello                   notes the board, welcomes it with what is stored, asks for the time twice;
                            in the middle of a session it starts a new session
    anything before that    asks for a hello: the board is still in an older session
    records                 stores them; acknowledges after the commit, never before
    time                    anchors the time base it belongs to (timemap)
    status, answer, display tells the listener

A board with another major protocol version is not welcomed. When the database fails, nothing is
acknowledged: the board keeps its records and sends them again. The caller must call `pump` often. If it
raises TransportLost, the connection has ended; a new one continues from the stored records.

One board must not slow the others. So the host does not read from it while IN_FLIGHT of its frames wait for
their commit, nor faster than its allowances of bytes and records; the rest waits in the cable. A board that
exceeds a limit of the store is cut off with a sentence (`CutOff`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from tablecore import hostlink, messages, records
from tablecore.hostlink import HostLink
from tablecore.sheets import BLANK
from tablekeeper.store import Base, Batch, Ingested, PendingWrite, Store, StoreError
from tablekeeper.store.commands import DONE, EXPIRED, REFUSED
from tablekeeper.tables.allowance import BYTES, HELLOS, RECORDS, Allowance
from tablekeeper.tables.hello import Hello, Status, version_problem
from tablekeeper.tables.listener import Listener
from tablekeeper.tables.notice import SINCE_MINOR, Sender
from tablekeeper.tables.presence import Presence
from tablekeeper.tables.timemap import TimeMap
from tablekeeper.tables.trace import RECEIVED, SENT, FrameRing
from tablekeeper.tables.transport import CutOff, Transport, TransportLost

ASK_TIME_MS = 5000
#: the second request for the time follows soon, so that one slow answer does not make a bad first anchor
ASK_SOON_MS = 200
#: a board sends a message every 2 s
SILENT_MS = 8000
#: for a board without the request for a hello (protocol 1.1): its port is then opened again
NAMELESS_MS = 3000
WATCH_MS = 10_000
RENEW_WATCH_MS = 4000
#: the version of the protocol, 1.this, from which a board accepts the program of its next set-up
EXPECTS_SINCE_MINOR = 4
SCREEN_BYTES = 1024
#: the largest number of frames that wait for their commit; then reading pauses
IN_FLIGHT = 8
COLUMNS = 128


class Connection:
    """The connection to one board. `clock` returns the hall's time; `pump` gets the link's time.

    The two are the same in a virtual hall; on real ports the link's time is monotonic, so that a
    corrected wall clock does not disturb it. Both are integer milliseconds. With `asks` the board is asked
    for a hello at once; do not use it on a port that may be a board's console, which does not read input.
    `presence` knows what is online on other ports than `address`.
    """

    def __init__(
        self,
        transport: Transport,
        store: Store,
        clock: Callable[[], int],
        listener: Listener,
        *,
        asks: bool = False,
        address: str = "",
        presence: Presence | None = None,
    ) -> None:
        self.ring = FrameRing()
        self.times = TimeMap()
        self.hello: Hello | None = None
        self.online = False
        self.only = ""  # the only uid that may speak here; "" until a board has introduced itself
        #: reading is paused: a wait for bytes would return at once
        self.paused = False
        #: called from another thread after a commit of received records: pump soon
        self.wake: Callable[[], None] = lambda: None
        self._transport = transport
        self._store = store
        self._clock = clock
        self._listener = listener
        self._address = address
        self._presence = presence or Presence(store.hosts)
        self._link = HostLink()
        #: the last counts of refused lines and of damaged records
        self._refused = (0, 0)
        if asks:
            self._link.call()
        self._out = bytearray()
        self._now = 0
        self._ready = False  # of the session
        #: the time since which an open port has been silent while it was read
        self._silent_since: int | None = None
        self._nameless_since: int | None = None
        self._ask_at = 0
        self._asked: dict[int, int] = {}
        self._token = 0
        # of the store
        self._ingesting: deque[tuple[Batch, int, PendingWrite[Ingested]]] = deque()
        self._noting: deque[PendingWrite[Any]] = deque()
        self._acknowledge: dict[int, int] = {}
        #: the journal that the board must send again, and its last sequence
        self._asked_again: tuple[int, int] | None = None
        self._generation = -1
        self._sending: set[int] = set()
        self._ordered = 0
        self._more_commands = False
        self._bytes = Allowance(*BYTES)
        self._records = Allowance(*RECORDS)
        self._hellos = Allowance(*HELLOS)
        self._told: set[str] = set()
        self._store_said: set[str] = set()
        self._unstored = False  # whether the last records were not stored
        # of the screen
        self._screen = bytearray(SCREEN_BYTES)
        self._redrawn = False
        self._watch_until: int | None = None
        self._watch_at = 0
        self._notices = Sender()
        #: the next program that was sent to the board
        self._expected = BLANK

    @property
    def uid(self) -> str:
        """The board's uid; "" before its hello."""
        return "" if self.hello is None else self.hello.uid

    def want_screen(self, until_ms: int) -> None:
        """Ask for the display until a hall time; may be called from any thread."""
        if self._watch_until is None or until_ms > self._watch_until:
            self._watch_until = until_ms

    def idle(self) -> bool:
        """Return whether everything that the board has sent is committed and acknowledged."""
        return not (self._ingesting or self._noting or self._acknowledge or self._out)

    def close(self, reason: str = "The connection was closed.") -> None:
        """Close the port."""
        self._leave(reason)
        self._transport.close()

    # --- the loop -------------------------------------------------------------------------

    def pump(self, now_ms: int) -> bool:
        """Read received bytes and send what is due; return whether anything happened."""
        self._now = now_ms
        reads = self._may_read()
        self.paused = not reads
        try:
            data = self._transport.read() if reads else b""
        except ConnectionError as error:
            raise self._lost(error) from error
        if data:
            self._bytes.spend(len(data))
            self.ring.add(now_ms, RECEIVED, data)
            for event in self._link.receive(data):
                self._take(event)
            if self._count_refused():
                self._problem("Records were damaged in the board's memory and are missing in its log: have "
                              "its storage looked at.")
        elif not reads:
            # bytes that wait in the cable do not count as silence
            self._silent_since = now_ms
        elif self.online and self._silent_since is not None and now_ms - self._silent_since >= SILENT_MS:
            self._leave("Nothing has been heard from the board for 8 seconds.")
        moved = bool(self._ingesting or self._noting) and self._collect()
        if self._redrawn:
            self._redrawn = False
            self._listener.screen(self.uid, bytes(self._screen))
        sent = self._send()
        return bool(data) or moved or sent

    def _count_refused(self) -> bool:
        """Count lines that could not be read since the last call; return whether records were damaged."""
        link, (lines, damaged) = self._link, self._refused
        self._refused = (link.malformed + link.reader.stray + link.reader.overlong, link.damaged)
        if self._refused != (lines, damaged):
            self._store.counters.refused(self._refused[0] - lines, self._refused[1] - damaged)
        return self._refused[1] != damaged

    def _may_read(self) -> bool:
        if len(self._ingesting) >= IN_FLIGHT:
            return False
        if all(one.left(self._now) > 0 for one in (self._bytes, self._records, self._hellos)):
            return True
        self._problem("The board sends more than a table can write: it is read slowly, so that others need "
                      "not wait.")
        return False

    def _send(self) -> bool:
        sent = bool(self._out) and self._write()
        if not self._out:
            # one round of messages at a time: if the board does not read, messages must not pile up here
            self._queue_due()
            out, events = self._link.tick(self._now, self._ready)
            for event in events:
                self._take(event)
            if out:
                self._out += out
                sent = self._write() or sent
        return sent

    def _write(self) -> bool:
        """Send what waits, as far as the port accepts it; return whether anything was sent."""
        try:
            taken = self._transport.write(bytes(self._out))
        except ConnectionError as error:
            raise self._lost(error) from error
        if taken:
            self.ring.add(self._now, SENT, bytes(self._out[:taken]))
            del self._out[:taken]
        return taken > 0

    def _queue_due(self) -> None:
        hello = self.hello
        if hello is None or not self.online:
            return
        if self._acknowledge:
            for journal, seq in self._acknowledge.items():
                self._link.acknowledge(journal, seq)
            self._acknowledge.clear()
        if not self._ready:
            return
        if self._now >= self._ask_at:
            self._token = (self._token + 1) & 0xFFFFFFFF
            # a question without an answer is dropped at the second question after it
            self._asked = {token: at for token, at in self._asked.items() if self._now - at < 2 * ASK_TIME_MS}
            self._asked[self._token] = self._now
            self._ask_at = self._now + (ASK_SOON_MS if self._token == 1 else ASK_TIME_MS)
            self._link.ask_time(self._token)
        if self._watch_until is not None and self._now >= self._watch_at:
            left = self._watch_until - self._clock()
            if left > 0:
                self._link.watch(WATCH_MS)
                self._watch_at = self._now + RENEW_WATCH_MS
            else:
                self._watch_until = None
        if self._notices.is_due(self._now) and hello.minor >= SINCE_MINOR:
            self._notices.send(self._listener.notice(hello.uid), self._link, self._now)
            self._expect(hello)
        generation = self._store.commands.generation(hello.uid)
        if generation != self._generation:
            self._generation = generation
            self._more_commands = True
        if self._more_commands and not self._sending:
            self._queue_command()

    def _expect(self, hello: Hello) -> None:
        expected = self._listener.expected(hello.uid) if hello.minor >= EXPECTS_SINCE_MINOR else BLANK
        if expected != self._expected:
            self._expected = expected
            self._link.expect(expected)

    def _queue_command(self) -> None:
        """Send the next command: one at a time, because a command may depend on the previous one."""
        try:
            wanted = self._store.commands.open(self.uid)
        except StoreError as error:
            self._failed(error)
            return
        wanted = [command for command in wanted if command.id > self._ordered]
        self._more_commands = len(wanted) > 1
        for command in wanted[:1]:
            until = hostlink.FOREVER
            if command.until_ms is not None:
                until = self._now + command.until_ms - self._clock()
            expected = records.NONE if command.expected is None else command.expected
            self._link.command(
                command.id, command.verb, command.tail, match=command.match_id, expected=expected, until=until
            )
            self._sending.add(command.id)
            self._ordered = command.id
            self._noting.append(self._store.commands.sent(command.id))

    # --- messages of the board ------------------------------------------------------------

    def _take(self, event: tuple[Any, ...]) -> None:
        kind, *fields = event
        if kind == hostlink.EXPIRED:
            self._answered(fields[0], EXPIRED, 0, "The board did not answer in time.")
            return
        if kind == hostlink.STRAY:
            return
        self._silent_since = self._now
        if kind == hostlink.HELLO:
            # several may be in one piece; the board sends another one if this was its newest
            if self._hellos.left(self._now) > 0:
                self._hellos.spend(1)
                self._greet(Hello.of(fields))
            return
        if self.hello is None:
            if self._nameless_since is None:
                self._nameless_since = self._now
            elif self._now - self._nameless_since >= NAMELESS_MS:
                raise self._lost(TransportLost("The board did not identify itself: its port is opened "
                                               "again."))
            return
        if version_problem(self.hello) is not None:
            return
        if not self.online:
            # the board was silent for a while, and is back in the same session
            self._enter()
        self._ready = True
        if kind == hostlink.RECORDS:
            journal, before, whole = fields
            if whole:
                batch = Batch(self.uid, journal, before, tuple(whole), self._clock())
                committed = self._store.ingest(batch)
                committed.add_done_callback(lambda _: self.wake())
                self._ingesting.append((batch, self._now, committed))
        elif kind == hostlink.STATUS:
            self._listener.status(self.uid, Status.of(fields))
        elif kind == hostlink.TIME:
            self._anchor(*fields[:3])
        elif kind == hostlink.ANSWER:
            number, result, seq, reason = fields
            state = REFUSED if result == messages.REFUSED else DONE
            self._answered(number, state, seq, reason.decode("ascii", "replace"))
        elif kind == hostlink.DISPLAY:
            self._draw(*fields)
        elif kind == hostlink.PRESSED:
            self._listener.pressed(self.uid)

    def _greet(self, hello: Hello) -> None:
        problem = version_problem(hello)
        known = self.hello is not None
        if hello.uid != (self.only or hello.uid):
            # no message for the other board may reach this one
            raise self._lost(TransportLost("Another board is on the port now: it is opened again."))
        again = self.hello is not None and self.hello.session == hello.session
        self.hello, self.only = hello, hello.uid
        self._nameless_since = None
        if problem is not None:
            self._problem(problem)
            return
        try:
            stored = self._stored(hello)
            if not known:
                self._ordered = 0
                self._generation = -1
                self.times = TimeMap()
                for base in self._store.bases(hello.uid):
                    self.times.know(base.journal, base.base_seq, base.offset_ms, base.rtt_ms, self._clock())
        except StoreError as error:
            # the board sends its hello again in a second
            self._failed(error)
            return
        self._link.welcome(hello.session, hello.journal, stored)
        self._ready = False
        self._asked.clear()
        self._token = 0
        self._ask_at = self._now
        self._watch_at = self._now
        self._notices.begin(self._now)
        self._expected = BLANK
        self._acknowledge.clear()
        if not (again and self.online):
            self._enter()

    def _stored(self, hello: Hello) -> int:
        """Return the sequence behind which the board starts to send: 0 after a restore, or for older data."""
        stored = self._store.acked(hello.uid, hello.journal)
        self._asked_again = None
        if hello.acked > stored or self._store.asks_again(hello.uid, hello.journal):
            if hello.last:
                self._asked_again = hello.journal, hello.last
                return 0
            self._noting.append(self._store.asked_again(hello.uid, hello.journal))
        return stored

    def _confirmed(self, batch: Batch, acked: int) -> int:
        """Return the sequence to confirm for a batch: a board that resends must not skip stored records."""
        if self._asked_again is None or batch.journal != self._asked_again[0]:
            return acked
        sent: int = records.sequence(batch.records[-1])
        if sent < self._asked_again[1]:
            return min(acked, sent)
        self._asked_again = None
        self._noting.append(self._store.asked_again(batch.uid, batch.journal))
        return acked

    def _enter(self) -> None:
        assert self.hello is not None
        try:
            on = self._presence.enter(self.uid, self._address)
        except StoreError as error:
            raise self._lost(TransportLost(str(error))) from error
        if on != self._address:
            raise self._lost(TransportLost(
                "Board %(uid)s is online on %(on)s already: a second board with its uid is not read. Find "
                "out which of the two is a copy.",
                uid=self.uid, on=on,
            ))
        self.online = True
        self._noting.append(self._store.board_seen(self.uid, self.hello.firmware))
        self._listener.online(self.uid, self.hello)

    def _leave(self, reason: str) -> None:
        if self.online:
            self.online = False
            self._ready = False
            self._presence.leave(self.uid, self._address)
            self._noting.append(self._store.board_seen(self.uid))
            self._listener.offline(self.uid, reason)

    def _anchor(self, token: int, device_ms: int, base_seq: int) -> None:
        asked = self._asked.pop(token, None)
        if asked is None or self.hello is None:
            return
        journal = self.hello.journal
        anchor = self.times.sample(
            journal, base_seq, device_ms=device_ms, rtt_ms=self._now - asked, wall_ms=self._clock()
        )
        if anchor is not None:
            base = Base(self.uid, journal, base_seq, anchor.offset_ms, anchor.rtt_ms)
            self._noting.append(self._store.set_base(base))

    def _draw(self, page: int, column: int, columns: bytes) -> None:
        if page >= SCREEN_BYTES // COLUMNS or column + len(columns) > COLUMNS:
            return
        place = page * COLUMNS + column
        self._screen[place : place + len(columns)] = columns
        self._redrawn = True

    def _answered(self, number: int, state: str, seq: int, reason: str) -> None:
        if number in self._sending:
            self._sending.discard(number)
            self._noting.append(self._store.commands.answered(number, state, seq or None, reason))
            self._listener.answered(self.uid, number, state, seq, reason)

    # --- finished jobs of the store -------------------------------------------------------

    def _collect(self) -> bool:
        """Collect the store's finished jobs; committed records can now be acknowledged."""
        moved = False
        while self._ingesting and self._ingesting[0][2].done():
            moved = True
            batch, arrived, future = self._ingesting.popleft()
            error = future.exception()
            self._unstored = error is not None
            if error is not None:
                self._failed(error)
                continue
            done = future.result()
            if done.over:
                raise self._lost(CutOff(
                    "Board %(uid)s %(over)s: it is cut off for a minute. Unplug it and have it looked at.",
                    uid=batch.uid, over=done.over,
                ))
            self._records.spend(len(done.fresh))
            self._recovered()
            confirmed = self._confirmed(batch, done.acked)
            if confirmed:
                self._acknowledge[batch.journal] = confirmed
                self._store.counters.acknowledged(max(0, self._now - arrived))
            if done.quarantined:
                self._problem("The board sends records that differ from those stored under the same numbers: "
                              f"they are set aside and not counted (journal {batch.journal:08x}); call the "
                              "director.")
            for first, last in done.gaps:
                which = f"Record {first} is" if first == last else f"Records {first} to {last} are"
                self._problem(f"{which} missing: the board no longer has them (journal {batch.journal:08x}).")
        while self._noting and self._noting[0].done():
            error = self._noting.popleft().exception()
            if error is not None:
                self._failed(error)
            elif not self._unstored:  # a full disk may still take these small changes
                self._recovered()
        return moved

    def _recovered(self) -> None:
        """Report that the store works again, if it had failed: another failure will be reported again."""
        if self._store_said:
            self._told -= self._store_said
            self._listener.solved(self.uid, self._store_said)
            self._store_said = set()

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, StoreError):
            raise error
        self._store_said.add(str(error))
        self._problem(str(error))

    def _problem(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._listener.problem(self.uid, sentence)

    def _lost(self, error: ConnectionError) -> TransportLost:
        reason = str(error) or "The port is gone."
        self._leave(reason)
        return error if isinstance(error, TransportLost) else TransportLost(reason)
