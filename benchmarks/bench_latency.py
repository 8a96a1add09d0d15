"""How long a press takes to show, from the contact to the last byte on the display, and what a board's memory
does meanwhile: estimates of the simulator's processor and heap.

The I2C bus and the keys have the modelled speed of the real ones (400 kHz, a scan each 5 ms); the processor
is charged {step_us} us for each step of the lines it executes (STEP_US in the environment changes that),
for modules that it loads as .mpy, and for collections of garbage in the heap of a stock image
({heap:,} bytes): `simulator/tablesim/costs.py` has each figure with its source. Presses count while a clock
runs; `*` and `#` act when they have come up and stayed so for {chatter} ms, which is part of the figure. The
parts are reported apart, each with the p99 of 100 presses or more, of fewer with the longest one: waiting for
the program, the processor (lines, loading, collections), collections that came by themselves, the bus to the
display, the bus to the memory; and the garbage a press leaves. Random presses come in bursts, faster than the
board can draw; at human pace 150 to 600 ms apart.
The evening is all five programs in one life, each set up through the menu and left again; what a program and
the menu need counts from the moment at which the key acts, a program's from the key that ends its set-up.
FIRMWARE in the environment names the folder of another firmware than the present one (without the scenario
that needs a host).
"""

import os
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.figure import Figure, highest, percentile
from tablecore import sheets
from tabledevice import keys
from tablekeeper.games.backgammon.check import examine
from tablekeeper.games.backgammon.mat import read_mat
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.transcripts import shipped
from tablekeeper.virtual.hall import VirtualHall
from tablekeeper.virtual.replay import START_MS
from tablesim.board import VirtualBoard
from tablesim.costs import HEAP_BYTES, STEP_US
from tablesim.player import Players
from tablesim.processor import Processor
from tablesim.realtime import Table
from tablesim.script import write_script
from tablesim.stopwatch import DOWN, HELD, PRESS, TAP, Effect, Stopwatch, watched
from tablesim.timeline import Timeline
from tests.tabledevice import programs_evening

#: what a step of the firmware costs here: STEP_US=3 python -m benchmarks latency
COST_US = float(os.environ.get("STEP_US", STEP_US))
__doc__ = __doc__.format(step_us=COST_US, chatter=keys.CHATTER, heap=HEAP_BYTES)
#: the folder of the firmware that is measured; None: the present one
FIRMWARE = Path(os.environ["FIRMWARE"]) if "FIRMWARE" in os.environ else None

ASKED_MS = 50
UNDO_MS = 150
_SECOND = 1_000_000
_HOUR = 3600 * _SECOND
Keys = tuple[int | str, ...]
_UID = b"LATENCY1"
#: from power to the welcome screen
_START_US = 8 * _SECOND
#: a whole frame on the bus, with its addresses, control bytes and one window
FULL_REFRESH = 1024 + 2 + 8
#: presses of nobody in particular: bursts faster than hands, then a rest
_BURSTS, _BURST = 40, 25
FEW = 12
#: how far apart presses are (us): in bursts faster than hands; as quick people press
_FAST = (20_000, 400_000)
HUMAN = (150_000, 600_000)
_TICKS_S = 120
#: records of the longest game a board keeps whole, nearly; actions of it that are taken back
_LONG_GAME, _TAKEN_BACK = 950, 40
#: of each program of the evening
_EVENING_PRESSES = 60


@dataclass(frozen=True, slots=True)
class Measured:
    """What one scenario gave."""

    effects: list[Effect]
    processor: Processor
    again: int = 0
    """How many records the game has at its end, where something is taken back."""


def run() -> list[Figure]:
    """Play every scenario; report p50, p99 and the longest of each, and the parts."""
    figures: list[Figure] = []
    for name, play in SCENARIOS.items():
        if FIRMWARE is None or play is not with_host:
            figures += figures_of(name, play())
    return [*figures, *ticks(), *whole_evening()]


def figures_of(name: str, measured: Measured) -> list[Figure]:
    """Return the figures of one scenario."""
    presses = [one for one in measured.effects if one.running and one.how in (PRESS, DOWN)]
    taps = [one.last_us for one in measured.effects if one.running and one.how == TAP]
    still = [one.last_us for one in measured.effects if not one.running and one.how == PRESS]
    undo = [one.last_us for one in measured.effects if one.how == HELD]
    rows = [
        ("press", [one.last_us for one in presses]),
        ("first byte", [one.first_us for one in presses]),
        ("waiting", [one.waited_us for one in presses]),
        ("processor", [one.processor_us for one in presses]),
        ("collections by themselves", [one.collected_us for one in presses]),
        ("display's bus", [one.display_us for one in presses]),
        ("memory's bus", [one.memory_us for one in presses]),
        ("tap of * or #", taps),
        ("press, no clock running", still),
    ]
    found = []
    for words, values in rows:
        if values:
            asked = f"{ASKED_MS} ms asked" if words == "press" else ""
            spread = (
                f"{len(values)} presses, median {_ms(values, 50):.1f} ms, longest {_ms(values, 100):.1f} ms"
            )
            what, most = highest(values)
            found.append(Figure(f"{name}: {words}, {what}", most / 1000, "ms", asked, spread))
    left = [one.garbage for one in presses]
    if left:
        spread = f"median {percentile(left, 50):,} B, most {max(left):,} B"
        what, most = highest(left, "most")
        found.append(Figure(f"{name}: garbage of a press, {what}", most, "B", "1,536 B asked", spread))
    if undo:
        note = f"from the end of the hold; the longest of {len(undo)}, the game has {measured.again} records"
        found.append(Figure(f"{name}: undo", max(undo) / 1000, "ms", f"{UNDO_MS} ms asked", note))
    return found


def _ms(values: Sequence[int], per_cent: int) -> float:
    return percentile(values, per_cent) / 1000


# --- scenarios ------------------------------------------------------------------------------


def _transcript(length: int) -> Transcript:
    """Return a shipped match of so many points."""
    matches = (match for path in shipped() for match in read_mat(path.read_bytes(), path.name))
    return next(match for match in matches if match.length == length)


def _switched_on(processor: Processor) -> tuple[VirtualBoard, Stopwatch]:
    """Return a board that shows its welcome, and the stopwatch at it."""
    timeline = Timeline()
    board = VirtualBoard(timeline, _UID, processor=processor, firmware=FIRMWARE)
    bus = watched(board)
    board.power_on()
    timeline.run_until(_START_US)
    return board, Stopwatch(board, bus)


def by_transcript() -> Measured:
    """A match of three points at human pace, set up with the keys; no host."""
    processor = Processor(COST_US)
    board, stopwatch = _switched_on(processor)
    said: list[str] = []
    transcript = _transcript(3)
    Table(board, [transcript], 0, said.append)
    if not board.timeline.run(lambda: bool(said), 12 * _HOUR) or "is played:" not in said[0]:
        raise AssertionError(f"the match was not played: {said}")
    return Measured(stopwatch.effects, processor)


def with_host() -> Measured:
    """A match of one point with a host that stores its records, and somebody who watches the display."""
    processor = Processor(COST_US)
    with tempfile.TemporaryDirectory() as folder:
        hall = VirtualHall(f"sqlite:///{Path(folder) / 'one.db'}", start_ms=START_MS)
        table = hall.add_table("Latency")
        table.board.processor = processor
        bus = watched(table.board)
        overview = hall.director.overview
        reached = hall.run(lambda: any(row.online for row in overview.hall().tables), 60 * _SECOND)
        transcript = _transcript(1)
        hall.director.matches.create(table.uid, transcript.players, transcript.length, "3m/pt b12")
        reached = reached and hall.run(lambda: table.board.running("app").fold.sheet.length > 0, 60 * _SECOND)
        hall.run_for(3 * _SECOND)
        stopwatch = Stopwatch(table.board, bus)
        players = Players(table.board, write_script(transcript, examine(transcript), 0).intents)
        players.start()
        while reached and not players.finished:
            # whoever looks at a table's page is shown its display for a minute
            hall.director.overview.table(table.uid)
            hall.run(lambda: players.finished, 30 * _SECOND)
        if not reached or players.stuck:
            raise AssertionError(f"the match was not played: {players.stuck}")
        hall.close()
    return Measured(stopwatch.effects, processor)


def at_random(program: int, gaps_us: tuple[int, int], bursts: int = _BURSTS) -> Measured:
    """Bursts of random presses in a game, so many microseconds apart (at least, at most)."""
    processor = Processor(COST_US)
    board, stopwatch = _switched_on(processor)
    _begin(board, program)
    pressed = STORMS[program][1]
    timeline = board.timeline
    chance = random.Random(1)
    for _ in range(bursts):
        at = timeline.now_us
        for _ in range(_BURST):
            key = chance.choice(pressed)
            board.press(key, at, chance.choice((60, 120)))
            at += chance.randrange(*gaps_us)
        timeline.run_until(at + 3 * _SECOND)
    # and an undo
    app = board.running("app")
    again = app.journal.last - app.fold.mark_seq
    board.press("*", timeline.now_us, 1000)
    timeline.run_until(timeline.now_us + 3 * _SECOND)
    if board.crashes:
        raise AssertionError(board.crashes[0])
    return Measured(stopwatch.effects, processor, again)


def taken_back(actions: int = _TAKEN_BACK) -> Measured:
    """A game of backgammon as long as no other, of whose end so many actions are taken back one by one."""
    processor = Processor(COST_US)
    board, stopwatch = _switched_on(processor)
    _begin(board, sheets.BACKGAMMON)
    timeline = board.timeline
    app = board.running("app")
    sheet = app.fold.sheet

    while app.journal.last - app.fold.mark_seq < _LONG_GAME:
        for key in ("6", "5", sheet.turn):
            board.press(key)
            timeline.run_until(timeline.now_us + _SECOND // 4)
    again = app.journal.last - app.fold.mark_seq
    del stopwatch.effects[:]
    for _ in range(actions):
        board.press("*", hold_ms=1000)
        timeline.run_until(timeline.now_us + 2 * _SECOND)
    return Measured(stopwatch.effects, processor, again)


#: per program: the answers in the menu behind "new match" and the game, with what sets the clock going; and
#: what is pressed when nobody thinks: seats and the digits of the game most, the rest now and then
STORMS: dict[int, tuple[Keys, Keys]] = {
    sheets.BACKGAMMON: (("9", "9", "#", "1", "6", "3", 1), (*(0, 1) * 4, *"123456" * 2, *"78", "*", "#")),
    sheets.RACE: (("0", "1", "2", "1", "6", 0), (*(0, 1) * 2, *"123456" * 2, *"79", "*", "#")),
    sheets.TARA: (("1", "1", "6", 0), (*(0, 1) * 8, *"123456", "7", "*", "#")),
    sheets.PLAIN: (("4", "5", 0), (*range(4), *"1234", "6", "*", "#")),
    sheets.DICELOG: (("2", "1"), (*(0, 1), *"123456" * 2, "*", "#")),
}


def _begin(board: VirtualBoard, program: int) -> None:
    """Sets a game up at the table, and starts its clock."""
    timeline = board.timeline
    for key in ("#", str(program + 1), *STORMS[program][0]):
        board.press(key)
        timeline.run_until(timeline.now_us + _SECOND)
    if program != sheets.DICELOG and not board.running("app").fold.sheet.clock.running:
        raise AssertionError(f"no clock runs in program {program}: has its menu changed?")


SCENARIOS: dict[str, Callable[[], Measured]] = {
    "backgammon": by_transcript,
    "backgammon, host and watcher": with_host,
    "backgammon, random presses": partial(at_random, sheets.BACKGAMMON, _FAST),
    "backgammon, human pace": partial(at_random, sheets.BACKGAMMON, HUMAN, FEW),
    "race, random presses": partial(at_random, sheets.RACE, _FAST),
    "race, human pace": partial(at_random, sheets.RACE, HUMAN, FEW),
    "tara, random presses": partial(at_random, sheets.TARA, _FAST),
    "tara, human pace": partial(at_random, sheets.TARA, HUMAN, FEW),
    "plain clock, random presses": partial(at_random, sheets.PLAIN, _FAST),
    "plain clock, human pace": partial(at_random, sheets.PLAIN, HUMAN, FEW),
    "dice log, random presses": partial(at_random, sheets.DICELOG, _FAST),
    "dice log, human pace": partial(at_random, sheets.DICELOG, HUMAN, FEW),
    "backgammon, the longest game": taken_back,
}
"""Name and play; a program that is added gets a line here and in STORMS."""


def ticks() -> list[Figure]:
    """Bytes on the bus for each change of a running clock, while nobody presses anything.

    Of a page that has changed whole pieces of 32 columns are sent: half of these bytes are as they were, but
    to find them would take the processor longer (`oled.py`).
    """
    board, stopwatch = _switched_on(Processor(COST_US))
    _begin(board, sheets.BACKGAMMON)
    timeline = board.timeline
    timeline.run_until(timeline.now_us + 5 * _SECOND)
    del stopwatch.shown[:]
    timeline.run_until(timeline.now_us + _TICKS_S * _SECOND)
    sent = [count for _, count in stopwatch.shown]
    mean = sum(sent) / len(sent)
    note = f"{len(sent)} ticks, at most {max(sent)} bytes; whole pieces of 32 columns"
    return [Figure("a tick of the clock", mean, "bytes on the bus", f"{FULL_REFRESH:,} a full refresh", note)]


def whole_evening() -> list[Figure]:
    """All five programs in one life: the start, what is loaded in between, and the memory at the end."""
    played = programs_evening.play(_EVENING_PRESSES, firmware=FIRMWARE)
    if played.crashes:
        raise AssertionError(played.crashes[0])
    inside = sum(one.collected_us > 0 for one in played.effects)
    figures = [
        Figure("start: first picture", played.first_picture_ms, "ms", "3,200 ms asked", "a usual boot"),
        Figure("evening: collections inside presses", inside, "", "0", f"of {len(played.effects)}"),
    ]
    for name, answers, asked in (("a program", played.set_up, 200), ("the menu", played.menus, 120)):
        first = max(one.first_ms or 0 for one in answers)
        last = max(one.last_ms or 0 for one in answers)
        least = min(one.least_free for one in answers)
        note = f"the longest of {len(answers)}; at most {max(one.loaded for one in answers):,} B as .mpy"
        figures += [
            Figure(f"evening: {name} is loaded", last, "ms", f"{asked} ms asked", note),
            Figure(f"evening: the screen while {name} is loaded", first, "ms", "50 ms asked", "first change"),
            Figure(f"evening: free while {name} is loaded, least", least, "B", "6,144 B asked"),
        ]
    note = f"after a collection; {played.pauses} came by themselves"
    return [*figures, Figure("evening: free at its end", played.free, "B", "25,600 B asked", note)]
