"""Virtual boards in real time, each behind a pseudo-terminal, for `python -m tablesim --realtime`.

The boards are the same as in a virtual hall, but the clock is wall-clock time, and the cable's end is a
device file that any serial program can open. On one of them two players may play transcripts: they
set up each match with the board's own keys, like people without a director.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.transcript import Transcript
from tableprograms.backgammon import sheet as match
from tablesim.board import VirtualBoard
from tablesim.player import Players
from tablesim.pty import TerminalPort, run_in_real_time
from tablesim.script import write_script
from tablesim.timeline import Timeline

_MS = 1000
_SECOND = 1_000_000
_LOOK_US = 250 * _MS
#: ms between two keys of the menu, and of a press
_REACH_MS, _HELD_MS = 400, 80
#: the time for greetings before a match, and for looking at its result
_PAUSE_US = 4 * _SECOND
#: backgammon, the first game of the board's menu, and "3m/pt b12", its first clock
_GAME_KEY = _CLOCK_KEY = "1"
_LONGEST = 99


def board_uid(number: int) -> bytes:
    """Return the uid of the virtual board with this number, counted from 1.

    It is the same in every run, so that a host recognises the board; its journal differs each time.
    """
    return b"TKSIM" + number.to_bytes(3, "big")


def unplayable(transcript: Transcript) -> str | None:
    """Return why a match can't be set up with a board's own menu; None if it can."""
    if not 1 <= transcript.length <= _LONGEST:
        return f"a board's menu knows matches of 1 to {_LONGEST} points only"
    if transcript.start_score != (0, 0):
        return "a board's menu begins every match at 0-0"
    if not transcript.crawford:
        return "a board's menu sets up matches with the Crawford rule only"
    return None


class Table:
    """Two people at a board who play transcripts, one after the other; `say` gets the result of each."""

    def __init__(
        self, board: VirtualBoard, transcripts: Sequence[Transcript], seed: int, say: Callable[[str], None]
    ) -> None:
        self._board = board
        self._waiting = deque(transcripts)
        self._seed = seed
        self._say = say
        self._players: Players | None = None
        self._typed = False
        board.timeline.push(board.timeline.now_us, self._look, None)

    def _look(self, _: None) -> None:
        timeline = self._board.timeline
        pause = _LOOK_US
        app = self._board.running("app")
        if app is None or not self._waiting:
            pass
        elif self._players is not None:
            if self._players.finished:
                self._end(app.fold.sheet)
                pause = _PAUSE_US
        elif not self._typed:
            self._type(self._waiting[0].length)
            pause = _PAUSE_US
        else:
            self._begin(app.fold.sheet)
        if self._waiting:
            timeline.push(timeline.now_us + pause, self._look, None)

    def _type(self, length: int) -> None:
        """Set the match up through the menu: new match, game, points, OK, clock."""
        at = self._board.timeline.now_us
        for key in ("#", _GAME_KEY, *str(length), "#", _CLOCK_KEY):
            at += _REACH_MS * _MS
            self._board.press(key, at, _HELD_MS)
        self._typed = True

    def _begin(self, sheet: match.MatchSheet) -> None:
        transcript = self._waiting[0]
        if sheet.phase != match.READY or sheet.length != transcript.length or sheet.games:
            self._say(f"{transcript.file}: the board did not take the set-up; nothing more is played.")
            self._waiting.clear()
            return
        script = write_script(transcript, examine(transcript), self._seed)
        for note in script.notes:
            self._say(f"{transcript.file}: {note}")
        self._players = Players(self._board, script.intents)
        self._players.start()

    def _end(self, sheet: match.MatchSheet) -> None:
        transcript = self._waiting.popleft()
        if self._players is not None and self._players.stuck:
            self._say(f"{transcript.file}: {self._players.stuck}")
        self._say(f"{transcript.file} is played: {sheet.score[0]}-{sheet.score[1]}")
        if self._waiting and sheet.phase != match.OVER:
            self._say("The match is not over, and only a director can close it: nothing more is played.")
            self._waiting.clear()
        self._players = None
        self._typed = False


class Boards:
    """Boards on one timeline, each with its pseudo-terminal."""

    def __init__(self, count: int, seed: int) -> None:
        self.timeline = Timeline()
        self.boards = []
        for number in range(1, count + 1):
            board = VirtualBoard(self.timeline, board_uid(number), seed=seed, name=f"Board {number}")
            board.power_on()
            self.boards.append(board)
        self.terminals = [TerminalPort(board.usb) for board in self.boards]

    @property
    def paths(self) -> list[str]:
        """What a serial program opens, board by board."""
        return [terminal.path for terminal in self.terminals]

    def run(self, stop: Callable[[], bool], speed: float = 1.0) -> None:
        """Let time pass, `speed` times as fast as wall-clock time, until `stop()` is true."""
        run_in_real_time(self.timeline, self.terminals, stop, speed)

    def close(self) -> None:
        """Remove the terminals and switch the boards off."""
        for terminal in self.terminals:
            terminal.close()
        for board in self.boards:
            board.power_off()
