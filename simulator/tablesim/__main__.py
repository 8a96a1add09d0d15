"""`python -m tablesim --realtime`: virtual boards for any serial program, until Ctrl-C."""

from __future__ import annotations

import argparse
import secrets
import signal
import sys
from pathlib import Path
from types import FrameType

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.readers import read_transcript
from tablekeeper.games.backgammon.transcript import Transcript
from tablesim.realtime import Boards, Table, unplayable

_REFUSED = 2
_MOST_BOARDS = 40
_SLOWEST, _FASTEST = 0.1, 100.0
#: bytes: larger than any match
_LARGEST_FILE = 16 * 1024 * 1024


class _Refused(Exception):
    """An error with a sentence for the person at the terminal."""


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= _MOST_BOARDS:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of boards: give 1 to {_MOST_BOARDS}.")
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not _SLOWEST <= speed <= _FASTEST:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a speed: give a number from {_SLOWEST:g} to {_FASTEST:g}."
        )
    return speed


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tablesim",
        description="Run virtual boards in real time. Each is a pseudo-terminal; the paths are printed, one "
        "a line, for `tablekeeper serve --port PATH` or any serial program. Ctrl-C ends it.",
        epilog="Example: python -m tablesim --realtime --boards 2 --play match.mat",
    )
    parser.add_argument("--realtime", action="store_true", required=True, help="keep to the wall's clock")
    parser.add_argument("--boards", type=_count, default=1, metavar="N", help="how many boards (default: 1)")
    parser.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="X",
        help="how many times faster than life (default: 1); a host at life's speed seems slow to fast boards",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="make chance repeatable: boards of the same seed have the same journals, so give each run a "
        "database of its own (default: another seed each time)",
    )
    parser.add_argument(
        "--play",
        type=Path,
        metavar="FILE.mat",
        help="let two players play this transcript on the first board",
    )
    return parser


def _read(path: Path) -> list[Transcript]:
    try:
        with path.open("rb") as file:
            # the size of a device or a pipe is unknown, and it may never end
            data = file.read(_LARGEST_FILE + 1)
        if len(data) > _LARGEST_FILE:
            raise UserError(f"The file {path} is far too large to be a transcript: give a .mat or .sgf file.")
        matches = list(read_transcript(data, path.name))
    except UserError as error:
        raise _Refused(str(error)) from error
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise _Refused(f"The file {path} can't be read ({why}): check its name.") from error
    for transcript in matches:
        why_not = unplayable(transcript)
        if why_not is not None:
            raise _Refused(f"{path.name} can't be played at a board by itself: {why_not}.")
    return matches


class _Stopping:
    """Notes whether Ctrl-C or SIGTERM has arrived."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self.asked = True


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def main(words: list[str] | None = None) -> int:
    """Run the program; return its exit status."""
    wanted = _arguments().parse_args(words)
    try:
        matches = [] if wanted.play is None else _read(wanted.play)
    except _Refused as refused:
        _say(f"Error: {refused}")
        return _REFUSED
    seed = secrets.randbits(32) if wanted.seed is None else wanted.seed
    stopping = _Stopping()
    boards = Boards(wanted.boards, seed)
    try:
        if matches:
            Table(boards.boards[0], matches, seed, _say)
        print("\n".join(boards.paths), flush=True)
        boards.run(lambda: stopping.asked, wanted.speed)
    finally:
        boards.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
