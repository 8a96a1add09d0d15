"""Measures how long a press takes to show: from the contact to the last byte on the display.

It does not disturb the board. It watches the contacts at the pins, every transfer on the bus, and three calls
of the running program (keys collected, keys taken, display updated), which show the presses that a drawing
belongs to. A press that does not change the display is not timed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from tabledevice import keys
from tablesim.board import VirtualBoard
from tablesim.i2c import Bus
from tablesim.pins import KEY_LABELS, SEATS, SWITCHES
from tablesim.timeline import Working

Key = int | str
DOWN, PRESS, TAP, HELD = "down", "press", "tap", "held"
"""How a key acted: `*` and `#` as they went down (a hint), others as they did; tapped; held for long."""
_HOW = {keys.PRESS: PRESS, keys.TAP: TAP, keys.HELD: HELD}
_KEPT = 256
#: a contact gets its stamp within this time
_SCANNED_US = 20_000


@dataclass(frozen=True, slots=True)
class Transfer:
    """One write or read on the bus: when, to which chip, how many bytes with the address."""

    began_us: int
    ended_us: int
    address: int
    count: int


class WatchedBus(Bus):
    """A bus that remembers its last transfers."""

    transfers: deque[Transfer]

    def write(self, vm: Working, address: int, data: bytes, byte_ns: int) -> None:
        """Send data like a bus, and note the time."""
        # let the processor's time pass first, because it is not a part of the transfer
        vm.spend(0)
        began = vm.timeline.now_us
        super().write(vm, address, data, byte_ns)
        self.transfers.append(Transfer(began, vm.timeline.now_us, address, len(data) + 1))

    def read(self, vm: Working, address: int, count: int, byte_ns: int) -> bytes:
        """Fetch data like a bus, and note the time."""
        vm.spend(0)
        began = vm.timeline.now_us
        found = super().read(vm, address, count, byte_ns)
        self.transfers.append(Transfer(began, vm.timeline.now_us, address, count + 1))
        return found


def watched(board: VirtualBoard) -> WatchedBus:
    """Put a bus that remembers transfers into a board without power, and return it."""
    if board.powered:
        raise ValueError("A board's bus is changed before it is switched on.")
    bus = WatchedBus(tuple(board.bus.devices.values()), board.bus.pull_ups)
    bus.transfers = deque(maxlen=_KEPT)
    board.bus = bus
    return bus


@dataclass(frozen=True, slots=True)
class Effect:
    """One press that changed the display; times in microseconds.

    `at_us` is the contact's: closing for a press, opening for a tap, the end of the wait for a held key.
    """

    key: Key
    how: str
    at_us: int
    running: bool
    """Whether a clock ran before or after it."""
    waited_us: int
    """Time until the program handled it: the wait for the next scan, and other work of the program."""
    first_us: int
    """Time until the first changed byte was on the display."""
    last_us: int
    """Time until the last changed byte was on the display."""
    display_us: int
    """The part for transfers to the display."""
    memory_us: int
    """The part for transfers to and from the memory."""
    collected_us: int = 0
    """The part for automatic garbage collections."""
    garbage: int = 0
    """Bytes that the program allocated from handling the keys until the last byte was on the display."""

    @property
    def processor_us(self) -> int:
        """The part in which the program computed."""
        return self.last_us - self.waited_us - self.display_us - self.memory_us


class Stopwatch:
    """Times the presses at one board from now on; `effects` are those that changed the display."""

    def __init__(self, board: VirtualBoard, bus: WatchedBus) -> None:
        self.effects: list[Effect] = []
        self.shown: list[tuple[int, int]] = []
        """Each time the display was changed: (microsecond of the last byte, bytes on the bus)."""
        self._board = board
        self._bus = bus
        self._closed: set[Key] = set()
        self._moved: dict[tuple[Key, bool], int] = {}
        self._pending: list[tuple[Key, str, int]] = []
        self._holding = 0
        self._looked_us = 0
        self._taken = 0
        self._running = False
        pins = {pin for nets in SWITCHES.values() for pin in nets}
        board.wiring.watch(sorted(pins), self._touch)
        self._attach(board.running("app"))

    def _touch(self) -> None:
        """Note the changed contacts and their times."""
        closed = set(self._board.wiring.closed)
        for key in closed ^ self._closed:
            self._moved[key, key in closed] = self._board.timeline.now_us
        self._closed = closed

    def _attach(self, app: Any) -> None:
        collect, take, show = app.keys.collect, app.keys.take, app.oled.show
        processor = self._board.processor

        def collecting(first_seat: int) -> Any:
            self._looked_us = self._board.timeline.now_us
            self._taken = 0 if processor is None else processor.heap.taken
            self._running = app.fold.sheet.clock.running
            return collect(first_seat)

        def taking(now: int) -> Any:
            event = take(now)
            if event is not None:
                self._note(event[1], _HOW[event[2]], self._looked_us - (now - event[0]) * 1000)
            holding = app.keys.holding()
            if holding and holding != self._holding:
                self._note(holding, DOWN, self._looked_us)
            self._holding = holding
            return event

        def showing(*arguments: Any) -> Any:
            sent = show(*arguments)
            if sent:
                self._running |= app.fold.sheet.clock.running
                self._shown(sent)
            self._pending.clear()
            return sent

        app.keys.collect, app.keys.take, app.oled.show = collecting, taking, showing

    def _note(self, number: int, how: str, stamp_us: int) -> None:
        key = _key(number)
        at = self._moved.get((key, how != TAP))
        if how != DOWN:
            self._moved.pop((key, True), None)
            self._moved.pop((key, False), None)
        if at is None or (how == PRESS and stamp_us - at > _SCANNED_US):
            # keys of a matrix without diodes also seem to close where nobody presses: that is not timed
            return
        if how == HELD:
            at += keys.HOLD * 1000
        self._pending.append((key, how, at))

    def _shown(self, sent: int) -> None:
        now = self._board.timeline.now_us
        self.shown.append((now, sent))
        oled = self._board.oled
        if oled is None:
            return
        since = [one for one in self._bus.transfers if one.began_us >= self._looked_us]
        display = [one for one in since if one.address == oled.address]
        # a transfer of a window comes before each one of data
        first = display[1].ended_us
        on_display = sum(one.ended_us - one.began_us for one in display)
        on_bus = sum(one.ended_us - one.began_us for one in since)
        processor = self._board.processor
        garbage = 0 if processor is None else processor.heap.taken - self._taken
        paused = [] if processor is None else processor.paused
        for key, how, at in self._pending:
            waited = max(0, self._looked_us - at)
            collected = sum(us for when, us in paused if when >= at)
            self.effects.append(
                Effect(
                    key, how, at, self._running, waited, first - at, now - at,
                    on_display, on_bus - on_display, collected, garbage,
                )
            )  # fmt: skip


def _key(number: int) -> Key:
    """Return a key's label from its number on the board."""
    return number if number < len(SEATS) else "".join(KEY_LABELS)[number - keys.KEYPAD]
