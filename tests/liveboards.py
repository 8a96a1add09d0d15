"""Virtual boards in real time behind pseudo-terminals, run by a separate thread, and players at them.

Everything is real: a host opens the ports with pyserial, and the boards run the firmware.
"""

import queue
import threading
from collections.abc import Callable, Iterator

from tablecore.sheets.sheet import READY
from tableprograms.backgammon import sheet as match
from tableprograms.race import sheet as race
from tablesim import Timeline, VirtualBoard
from tablesim.pty import TerminalPort, run_in_real_time
from tests.patience import PATIENCE_S

TAP_MS, HOLD_MS = 80, 1500
#: ms between two presses, as with one finger: a busy machine delivers several at the same time
APART_MS = 80
#: interval at which players look at a board
LOOK_US = 600_000
#: names by seat -> name of the player who wins the next game there; "" while the players are absent
Winner = Callable[[tuple[str, ...]], str]


class LiveBoards:
    """`with LiveBoards(uids) as boards`: their `ports` are open, and the boards have started."""

    def __init__(self, uids: list[str], speed: float = 1.0) -> None:
        self.uids = uids
        self.ports: list[str] = []
        self.crashes: list[str] = []
        #: what each board's display has shown, without repetitions in a row
        self.shown: dict[str, list[bytes]] = {uid: [] for uid in uids}
        self._speed = speed
        self._presses: queue.SimpleQueue = queue.SimpleQueue()
        self._ready = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="boards", daemon=True)
        self._players: list[Players] = []
        #: cleared while the players wait
        self.playing = threading.Event()
        self.playing.set()

    def press(self, uid: str, key: str, held: bool = False) -> None:
        """Press a key of a board, as the director's service names it."""
        self._presses.put((uid, key, held))

    def sit_down(self, winner: Winner) -> None:
        """Let players play the matches that are set up at any board; call it before the boards start."""
        self._players = [Players(uid, winner) for uid in self.uids]

    def _run(self) -> None:
        timeline = Timeline()
        boards = self.boards = {uid: VirtualBoard(timeline, bytes.fromhex(uid)) for uid in self.uids}
        for board in boards.values():
            board.power_on()
        timeline.run_until(3_000_000)
        terminals = [TerminalPort(board.usb) for board in boards.values()]
        self.ports = [terminal.path for terminal in terminals]
        self._ready.set()

        free_us = 0

        def look() -> bool:
            nonlocal free_us
            while not self._presses.empty():
                uid, key, held = self._presses.get()
                name = int(key.removeprefix("seat")) if key.startswith("seat") else key
                at_us, length = max(timeline.now_us, free_us), HOLD_MS if held else TAP_MS
                boards[uid].press(name, at_us, length)
                free_us = at_us + (length + APART_MS) * 1000
            for players in self._players if self.playing.is_set() else ():
                players.look(boards[players.uid], timeline.now_us)
            for uid, board in boards.items():
                pixels = bytes(board.pixels)
                if self.shown[uid][-1:] != [pixels]:
                    self.shown[uid].append(pixels)
            return self._stopping.is_set()

        run_in_real_time(timeline, terminals, look, self._speed)
        for terminal in terminals:
            terminal.close()
        self.crashes = [crash for board in boards.values() for crash in board.crashes]

    def __enter__(self) -> "LiveBoards":
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join(PATIENCE_S)
        assert self.crashes == []


class Players:
    """The players at one board: they play each game that the host sets up, to its agreed end."""

    def __init__(self, uid: str, winner: Winner) -> None:
        self.uid = uid
        self._winner = winner
        self._next_us = 0

    def look(self, board: VirtualBoard, now_us: int) -> None:
        """Press the next key, some time after the last press."""
        app = board.running("app")
        if now_us < self._next_us or app is None:
            return
        at_us = now_us
        for key in self._keys(app):
            board.press(key, at_us, TAP_MS)
            at_us += (TAP_MS + APART_MS) * 1000
        self._next_us = at_us + LOOK_US

    def _keys(self, app) -> Iterator[int | str]:
        sheet = app.fold.sheet
        if not sheet.match_id or sheet.pause != match.NOBODY:
            return
        playing = {match.MatchSheet.PROGRAM: _backgammon, race.RaceSheet.PROGRAM: _race}[sheet.PROGRAM]
        names = tuple(app.view.names[: sheet.chairs()])
        # the names arrive after the set-up
        if all(names) and (winner := self._winner(names)):
            yield from playing(sheet, names.index(winner))


def _backgammon(sheet, winner: int) -> Iterator[int | str]:
    """The dice of the opening, then a backgammon: few games make a match."""
    if sheet.phase in (match.READY, match.OPENING):
        yield from ("6", "3")
    elif sheet.phase in (match.TURN, match.MOVE):
        yield from ("9", "3", winner)
    elif sheet.phase == match.RESULT:
        yield from (seat for seat in (0, 1) if not sheet.confirmed & 1 << seat)


def _race(sheet, winner: int) -> Iterator[int | str]:
    """All pawns of the winner, one after the other; a seat's die while positions are thrown for."""
    if sheet.phase == READY and not sheet.game:
        yield 0
    elif sheet.phase == race.PLAY:
        yield from (str(colour + 1) for colour in sheet.colours_of(winner) if sheet.home[colour] < 4)
    elif sheet.phase == race.RESULT:
        yield from (seat for seat in range(sheet.seats) if not sheet.confirmed & 1 << seat)
