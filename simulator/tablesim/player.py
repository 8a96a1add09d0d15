"""The players at one board: press a script's keys at human speed and watch the board's records.

Like people they look at the board before they continue: they repeat a press without effect (after a power
cut), start a stopped clock again, and wait while the board has no power.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tablecore import records
from tabledevice import journal as journals
from tablekeeper.games import catalogue
from tableprograms.backgammon import sheet as match
from tablesim.board import VirtualBoard
from tablesim.script import Intent

_LOOK_MS = 250
_WAIT_MS = 700
_TRIES = 8
_HELD_MS = 80
#: records that are not actions of the script: time, power, and automatic ones
_ASIDE = (
    records.BOOT,
    records.SITTING,
    records.RESUME,
    records.END,
    records.FAULT,
    records.VOLATILE,
    records.UNDO,
)


class Players:
    """Both players of a match, played from a script; `stuck` is the reason if they gave up.

    `on_director(intent)` is called for intents that only the director can carry out; False: not now.
    """

    def __init__(
        self,
        board: VirtualBoard,
        intents: Sequence[Intent],
        *,
        on_director: Callable[[Intent], bool] | None = None,
    ) -> None:
        self.board = board
        self.intents = intents
        self.done = 0
        self.stuck = ""
        self.finished = not intents
        self._on_director = on_director
        self._seq = 0
        self._tries = 0
        self._restarts = 0

    def start(self) -> None:
        """Start playing; the match must be set up."""
        app = self._app()
        self._seq = app.fold.seq if app is not None else 0
        if self.intents:
            self._act()

    def _app(self) -> Any:
        return self.board.running("app")

    def _later(self, ms: int, fn: Callable[[], None]) -> None:
        timeline = self.board.timeline
        timeline.at(timeline.now_us + ms * 1000, fn)

    def _act(self) -> None:
        """Press the keys of the present intent."""
        intent = self.intents[self.done]
        self._restarts = self.board.resets
        if not intent.keys:
            if self._on_director is None:
                self._give_up("only the director can do this")
            elif self._on_director(intent):
                self._later(_WAIT_MS, self._look)
            else:
                self._later(_WAIT_MS, self._act)
            return
        at = self.board.timeline.now_us
        for key, wait in intent.keys:
            at += wait * 1000
            self.board.press(key, at, _HELD_MS)
        self.board.timeline.at(at + _LOOK_MS * 1000, self._look)

    def _look(self) -> None:
        """Check whether the board has recorded the keys."""
        app = self._app()
        if app is None:
            # no power, or still starting
            self._later(_WAIT_MS, self._look)
            return
        seq = self._left_trace(app)
        if seq:
            self._seq = seq
            self._tries = 0
            self.done += 1
            if self.done == len(self.intents):
                self.finished = True
                return
        sheet = app.fold.sheet
        if sheet.pause == records.POWER and sheet.in_game() and sheet.phase != match.RESULT:
            self.board.press("#", None, _HELD_MS)
            self._later(_LOOK_MS, self._look_again)
        elif seq:
            self._act()
        else:
            self._look_again()

    def _look_again(self) -> None:
        app = self._app()
        if app is None:
            self._later(_WAIT_MS, self._look)
            return
        if self._left_trace(app):
            self._look()
            return
        if self.board.resets == self._restarts:
            # the board had no power cut: either it was slow, or the keys have another meaning here
            self._tries += 1
            if self._tries >= _TRIES:
                self._give_up("the board did not take it")
                return
            if self._tries < 3:
                self._later(_WAIT_MS, self._look)
                return
            self.board.press("*", None, _HELD_MS)
        self._later(_WAIT_MS, self._act)

    def _give_up(self, why: str) -> None:
        intent = self.intents[self.done]
        what = f"{catalogue.name(intent.record[0])} {intent.record[1:]}"
        self.stuck = f"game {intent.game}, line {intent.line}: {what}: {why}"
        self.finished = True

    def _lies_in_memory(self, journal: Any, seq: int) -> bytes | None:
        """Return a record from the memory without the board's bus, which the board may be using."""
        if self.board.fram is not None and seq <= journal.kept:
            place = journals.RING + (seq - 1) % journals.PLACES * records.SIZE
            return bytes(self.board.fram.memory[place : place + records.SIZE])
        record: bytes | None = journal.in_ram(seq)
        return record

    def _left_trace(self, app: Any) -> int:
        """Return the sequence of the record that shows the present intent was carried out, else 0."""
        intent = self.intents[self.done]
        fold = app.fold
        seq = fold.seq
        while seq > self._seq:
            record = self._lies_in_memory(app.journal, seq)
            if record is not None and record[4] not in _ASIDE and not fold.is_undone(seq):
                if tuple(record[4:8]) == intent.record:
                    return int(seq)
                if record[4] != records.GAME and not (record[4] == records.CONFIRM and not intent.keys):
                    return 0
            seq -= 1
        return 0
