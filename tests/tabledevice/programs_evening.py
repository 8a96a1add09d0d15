"""An evening of all five programs at one board whose processor, loading and heap take their time.

Each program is set up through the menu and played by random presses, without a restart of the board. For
every press the picture, the loaded modules and the state of the heap are noted. The host's link is closed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from tablecore import sheets
from tabledevice import keys, texts
from tabledevice.canvas import COLUMNS, PAGES, Canvas
from tabledevice.screens import MIDDLE
from tablesim.board import VirtualBoard
from tablesim.costs import HEAP_BYTES
from tablesim.processor import MPY, Processor
from tablesim.stopwatch import Effect, Stopwatch, watched
from tablesim.timeline import Timeline

Keys = tuple[int | str, ...]
_MS = 1000
_SECOND = 1_000_000
_UID = b"EVENING1"
#: how far the start and the answer to a press are looked for
_START_US = 15 * _SECOND
_ANSWER_US = 2_500_000
#: between two pieces of one picture
_QUIET_US = 60_000
_HELD_MS = 80
HELD_HASH = "held #"
_MENU = ("#", HELD_HASH)

@dataclass(frozen=True, slots=True)
class Part:
    """What is pressed for one program: the keys behind `#` in the menu, the game's, those that end it."""

    chosen: Keys
    often: Keys
    end: Keys
    #: `#` is held to leave a series; otherwise tapped
    held: bool = False


PARTS = {
    sheets.BACKGAMMON: Part(
        ("1", "1", "#", "1", "3", "1", 1), (*(0, 1) * 3, *"123456"), ("0", "1", "1", 1, 0)
    ),
    sheets.RACE: Part(("2", "0", "1", "2", "1", "6", 0), (*(0, 1), *"123456"), ("0", "1", 1, 0)),
    sheets.TARA: Part(("3", "1", "1", "6", 0), (0, 1), ("0", "1", "1", 1, 0), held=True),
    sheets.PLAIN: Part(("4", "4", "5", 0), (0, 1, 2, 3), ("9", "#", 0, 1, 2, 3)),
    sheets.DICELOG: Part(("5", "2", "1"), (*"123456",), ("9", "#")),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One press of the set-up, in ms from the moment it acts; None: the display did not change.

    `last_ms` is when the picture stands that follows, behind the one that says that something is loaded.
    """

    program: int
    key: int | str
    first_ms: float | None
    last_ms: float | None
    loaded: int
    """Bytes as .mpy of the modules that were loaded for it."""
    least_free: int
    """The fewest bytes of the heap that were free meanwhile."""
    left_menu: bool
    """Whether the menu stood before, and the program after it."""


@dataclass
class Played:
    """What an evening has shown."""

    first_picture_ms: float = 0
    answers: list[Answer] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    """Of the presses in the games."""
    garbage: list[int] = field(default_factory=list)
    """Bytes that each of them left."""
    pauses: int = 0
    """Collections that came by themselves after the start."""
    free: int = 0
    """Free bytes after a collection at the end."""
    crashes: list[str] = field(default_factory=list)

    @property
    def loads(self) -> list[Answer]:
        """The presses that a program was loaded for; the menu is in `menus`."""
        return [one for one in self.answers if one.loaded and one.key not in _MENU]

    @property
    def set_up(self) -> list[Answer]:
        """The presses that ended the menu: what follows is the game."""
        return [one for one in self.answers if one.left_menu]

    @property
    def menus(self) -> list[Answer]:
        """The presses that opened the menu."""
        return [one for one in self.answers if one.key in _MENU and one.loaded]


class _Display:
    """Notes when what the display holds was changed."""

    def __init__(self, board: VirtualBoard) -> None:
        self.changed_us: list[int] = []
        self.loading = 0
        """How many of these only said that something is being loaded."""
        oled = board.oled
        assert oled is not None
        write = oled.write

        def writing(data: bytes) -> None:
            before = bytes(oled.ram)
            write(data)
            if oled.ram != before:
                self.changed_us.append(board.timeline.now_us)
                if _says_loading(board.pixels):
                    self.loading = len(self.changed_us)

        oled.write = writing  # type: ignore[method-assign]


def play(
    presses: int,
    *,
    firmware: Path | None = None,
    heap_bytes: int = HEAP_BYTES,
    form: str = MPY,
    seed: int = 1,
) -> Played:
    """Plays all programs with so many presses each, on the firmware of this folder or the present one."""
    timeline = Timeline()
    processor = Processor(heap_bytes=heap_bytes, form=form)
    board = VirtualBoard(timeline, _UID, processor=processor, firmware=firmware)
    bus = watched(board)
    display = _Display(board)
    played = Played()
    # the first boot writes boot_out.txt, which no later one does
    board.power_on()
    timeline.run_until(timeline.now_us + _START_US // 2)
    board.power_off()
    began = timeline.now_us
    board.power_on()
    # the noise of the display's RAM, which is cleared, then what the program draws
    for lit in (True, False, True):
        while timeline.now_us - began < _START_US and any(board.pixels) != lit:
            timeline.run_until(timeline.now_us + _MS)
    timeline.run_until(timeline.now_us + _QUIET_US)
    played.first_picture_ms = (display.changed_us[-1] - began) / _MS
    timeline.run_until(timeline.now_us + 3 * _SECOND)
    stopwatch = Stopwatch(board, bus)
    started = processor.pauses
    chance = random.Random(seed)
    for program, part in PARTS.items():
        for key in (HELD_HASH if part.held else "#", *part.chosen):
            played.answers.append(_answer(board, display, processor, program, key))
        if not board.crashes and program != board.running("app").fold.sheet.PROGRAM:
            raise AssertionError(f"program {program} was not set up: has its menu changed?")
        del stopwatch.effects[:]
        for _ in range(presses):
            board.press(chance.choice(part.often), timeline.now_us, _HELD_MS)
            timeline.run_until(timeline.now_us + chance.randrange(250, 900) * _MS)
        played.effects += stopwatch.effects
        for key in part.end:
            board.press(key)
            timeline.run_until(timeline.now_us + _SECOND)
    timeline.run_until(timeline.now_us + _SECOND)
    played.garbage = [one.garbage for one in played.effects]
    played.pauses = processor.pauses - started
    processor.heap.collect()
    played.free = processor.heap.free
    played.crashes = list(board.crashes)
    board.power_off()
    return played


def _answer(
    board: VirtualBoard, display: _Display, processor: Processor, program: int, key: int | str
) -> Answer:
    timeline = board.timeline
    del display.changed_us[:]
    display.loading = 0
    loaded = processor.loaded_bytes
    stood = _menu_stands(board)
    processor.heap.least_free = processor.heap.free
    acts = timeline.now_us
    if key == HELD_HASH:
        acts += keys.HOLD * _MS
        board.press("#", timeline.now_us, keys.HOLD + _HELD_MS)
    else:
        if key == "#":
            # it acts when it has come up and stayed so
            acts += (_HELD_MS + keys.CHATTER) * _MS
        board.press(key, timeline.now_us, _HELD_MS)
    timeline.run_until(acts + _ANSWER_US)
    since = [us - acts for us in display.changed_us if us > acts]
    # what comes a while after a picture is no answer any more: the clock's next second, the end of a flash
    rest = [us - acts for us in display.changed_us[display.loading :] if us > acts]
    last = next((us for us, then in pairwise([*rest, 1 << 60]) if then - us > _QUIET_US), 0)
    return Answer(
        program, key, since[0] / _MS if since else None, last / _MS if since else None,
        processor.loaded_bytes - loaded, processor.heap.least_free, stood and not _menu_stands(board),
    )


def _menu_stands(board: VirtualBoard) -> bool:
    return board.running("app").menu is not None


def _says_loading(pixels: bytes) -> bool:
    """Whether the middle of the display says that something is being loaded."""
    return bytes(pixels[_LOADING_AT]) == _LOADING


def _loading() -> tuple[slice, bytes]:
    drawn = bytearray(COLUMNS * PAGES)
    Canvas(drawn).large_centre(MIDDLE, texts.LOADING, True)
    place = slice(MIDDLE * COLUMNS, (MIDDLE + 2) * COLUMNS)
    return place, bytes(drawn[place])


_LOADING_AT, _LOADING = _loading()


def percentile(values: list[float], per_cent: int) -> float:
    """Return the smallest value that so many per cent of all do not exceed."""
    return sorted(values)[max(0, -(-len(values) * per_cent // 100) - 1)]


def told(played: Played) -> Iterator[str]:
    """Yields the figures as sentences."""
    last = [one.last_us / _MS for one in played.effects if one.running]
    yield f"first picture {played.first_picture_ms:.0f} ms after power-on"
    if last:
        yield (
            f"{len(last)} presses: median {percentile(last, 50):.1f} ms, p99 {percentile(last, 99):.1f} ms, "
            f"{sum(one.collected_us > 0 for one in played.effects)} with a collection inside"
        )
    yield f"garbage: {percentile(played.garbage, 50):.0f} B a press, at most {max(played.garbage)} B"
    for name, answers in (("load", played.loads), ("program", played.set_up), ("menu", played.menus)):
        first = max((one.first_ms or 0 for one in answers), default=0)
        done = max((one.last_ms or 0 for one in answers), default=0)
        least = min((one.least_free for one in answers), default=0)
        yield f"{name}: changes after {first:.0f} ms, shown after {done:.0f} ms; {least} B free meanwhile"
    yield f"{played.free} B free at the end, {played.pauses} collections by themselves"
