"""A hall of virtual boards and the host that serves them, on one virtual clock and one thread.

The host's side is the real one (connections, store, director). Entries of the timeline replace the threads
of real ports, so that a run repeats exactly and takes only its computing time. The host can be killed and
restarted on the same database.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.store import Store, open_store
from tablekeeper.tables.connection import Connection
from tablekeeper.tables.reader import CUT_OFF_SECONDS
from tablekeeper.tables.transport import CutOff, TransportLost
from tablekeeper.virtual.cable import Cable
from tablesim.board import VirtualBoard
from tablesim.lanes import Lanes

#: keys of a board as the director's service names them
KEYS = ("seat0", "seat1", "seat2", "seat3", *"123456789*0#")
#: how often the host checks a quiet cable
_LOOK_US = 500_000
#: how soon the host checks it again after bytes have arrived
_SOON_US = 500
#: time between the starts of two boards; not a divisor of a second
_APART_US = 83_000
#: a key clicked in a browser: the duration of a press, and of a long press
_TAP_MS, _HELD_MS = 90, 950


class VirtualTable:
    """One board, its cable, and the connection that serves it while the host runs."""

    def __init__(self, board: VirtualBoard) -> None:
        self.board = board
        self.connection: Connection | None = None
        self.due = False
        #: its port stays closed until then, because the host has cut the board off
        self.closed_until_us = 0

    @property
    def uid(self) -> str:
        """The board's uid, 16 hex digits."""
        return self.board.uid.hex()


class VirtualHall:
    """Boards on a timeline, and a host on a database. `start_ms` is the hall's time at the beginning.

    `commit_us` is the longest time until arrived records are committed: longer means fewer commits.
    """

    def __init__(self, database: str, *, start_ms: int, commit_us: int = 20_000) -> None:
        # an event on one cable affects another one only after the next commit
        self.timeline = Lanes(lookahead_us=commit_us)
        self.clock = HallClock(lambda: start_ms + self.timeline.now_us // 1000)
        self.tables: list[VirtualTable] = []
        self.store: Store
        self.director: Director
        self.restarts = 0
        self.commits = 0
        self._database = database
        self._commit_us = commit_us
        self._committing = False
        self._up = False
        self._clicks: deque[Callable[[], None]] = deque()
        self.start_host()

    # The host

    def start_host(self) -> None:
        """Start the host's process: database, director, then the present ports."""
        if self._up:
            return
        self.store = open_store(self._database, now=self.clock.now_ms, threaded=False)
        self.director = Director(self.store, self.clock)
        self.director.overview.attach_screens(self._want_screen)
        self._up = True
        for table in self.tables:
            self._attach(table)

    def kill_host(self) -> None:
        """End the host's process at once: uncommitted data are lost, its ports close."""
        if not self._up:
            return
        self._up = False
        self.restarts += 1
        for table in self.tables:
            table.connection = None
            table.board.usb.close()
        self.director.topics.close()
        self.store.abandon()

    def close(self) -> None:
        """Stop the host normally, and switch the boards off."""
        for table in self.tables:
            self._drop(table)
        if self._up:
            self._up = False
            self.director.topics.close()
            self.store.close()
        for table in self.tables:
            table.board.power_off()

    # The tables

    def add_table(
        self, name: str, *, seed: int = 0, fram: bool = True, oled: bool = True
    ) -> VirtualTable:
        """Put a blank board into the hall and switch it on; of an earlier run its matches in progress end."""
        uid = b"TK" + len(self.tables).to_bytes(2, "big") + seed.to_bytes(4, "big")
        known = self.store.journals(uid.hex())
        for entry in list(self.director.hall.entries.values()):
            if entry.match.closed_ms is None and entry.segments and entry.segments[-1].uid == uid.hex():
                self.director.matches.close(entry.match.id, ends_game=True)
        # the seed of a blank board makes the number of its journal, which is a new one
        seed += len(known) << 32
        board = VirtualBoard(self.timeline.lane(), uid, seed=seed, name=name, fram=fram, oled=oled)
        return self.add_board(board)

    def add_board(self, board: VirtualBoard) -> VirtualTable:
        """Put this board, on a lane of the timeline, into the hall and switch it on."""
        table = VirtualTable(board)
        self.tables.append(table)
        board.usb.on_data(partial(self._soon, table))
        # start the boards at different times, because boards in step would wait for each other
        self.timeline.after(_APART_US * len(self.tables), board.power_on)
        self.store.board_seen(table.uid)
        self.store.flush()
        self._attach(table)
        self.director.boards.rename(table.uid, board.name)
        self._look(table)
        return table

    def _attach(self, table: VirtualTable) -> None:
        self.director.boards.attach_keys(table.uid, KEYS, partial(self._click, table))

    def table(self, uid: str) -> VirtualTable:
        """Return the table of a board."""
        return next(table for table in self.tables if table.uid == uid)

    def _click(self, table: VirtualTable, key: str, held: bool) -> None:
        """Take a key pressed in a browser; the thread that runs the hall presses it."""
        switch: int | str = int(key[4:]) if key.startswith("seat") else key
        self._clicks.append(
            lambda: table.board.press(switch, None, _HELD_MS if held else _TAP_MS)
        )

    def press_clicked(self) -> None:
        """Press the keys that were clicked since the last call; called by the thread that runs the hall."""
        while self._clicks:
            self._clicks.popleft()()

    def _want_screen(self, uid: str, until_ms: int) -> None:
        for table in self.tables:
            if table.uid == uid and table.connection is not None:
                table.connection.want_screen(until_ms)

    # The cables

    def _look(self, table: VirtualTable) -> None:
        """Check a cable, as the host does regularly: open the port if it is there."""
        now = self.timeline.now_us
        if self._up and table.connection is None and table.board.usb.present and now >= table.closed_until_us:
            try:
                cable = Cable(table.board.usb, table.board.name)
            except TransportLost:
                pass  # the port has gone again; the next check will find it
            else:
                table.connection = Connection(cable, self.store, self.clock.now_ms, self.director.boards)
        self._pump(table)
        timeline = table.board.timeline
        timeline.push(timeline.now_us + _LOOK_US, self._look, table)

    def _soon(self, table: VirtualTable) -> None:
        if not table.due and table.connection is not None:
            table.due = True
            timeline = table.board.timeline
            timeline.push(timeline.now_us + _SOON_US, self._pump, table)

    def _pump(self, table: VirtualTable) -> None:
        table.due = False
        connection = table.connection
        if connection is None or not self._up:
            return
        try:
            # once: nothing else arrives at this moment of virtual time
            connection.pump(self.timeline.now_us // 1000)
        except TransportLost as lost:
            if isinstance(lost, CutOff):
                table.closed_until_us = self.timeline.now_us + int(CUT_OFF_SECONDS * 1_000_000)
            self._drop(table)
            return
        if not connection.idle() and not self._committing:
            self._committing = True
            self.timeline.push(self.timeline.now_us + self._commit_us, self._commit, self.restarts)

    def _drop(self, table: VirtualTable) -> None:
        connection, table.connection = table.connection, None
        if connection is not None:
            connection.close()

    def _commit(self, life: int) -> None:
        self._committing = False
        if not self._up or life != self.restarts:
            return
        self.commits += 1
        self.store.flush()
        for table in self.tables:
            # the others have nothing that waited for this commit
            if table.connection is not None and not table.connection.idle():
                self._pump(table)

    # Time

    def run_for(self, us: int) -> None:
        """Let `us` of virtual time pass."""
        self.timeline.run_until(self.timeline.now_us + us)

    def run(self, stop: Callable[[], bool], limit_us: int) -> bool:
        """Run until `stop()` holds; False when `limit_us` of virtual time have passed before."""
        return self.timeline.run(stop, self.timeline.now_us + limit_us)

    def settled(self, table: VirtualTable) -> bool:
        """Return whether everything the board has recorded is stored and acknowledged."""
        app = table.board.running("app")
        return app is not None and app.journal.acked == app.journal.last
