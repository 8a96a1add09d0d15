"""`keypad`: keys scanned from the tick interrupt, on a grid of ticks, while the program does something else.

A scan happens every ``interval`` (cut to whole 1/1024 s ticks); all its events carry the scan's own
`supervisor.ticks_ms`. Each key has a counter that runs between -threshold and +threshold; coming from one end
to zero reports the change and jumps to the other end. A full queue drops the new event and says `overflowed`.
Here a scan is only carried out when it can change anything: contacts moved, or a counter is under way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from tablesim.costs import CALL_US
from tablesim.crystal import TICKS_PER_SECOND
from tablesim.pins import Pin
from tablesim.vm import Vm


class EventQueue:
    """The changes the program has not fetched yet."""

    def __init__(self, vm: Vm, size: int) -> None:
        self.overflowed = False
        self._vm = vm
        self._size = size
        self._events: deque[tuple[int, bool, int]] = deque()

    def record(self, key_number: int, pressed: bool, timestamp: int) -> None:
        """Add a change; drop it if there is no room."""
        if len(self._events) >= self._size:
            self.overflowed = True
        else:
            self._events.append((key_number, pressed, timestamp))

    def get(self) -> Event | None:
        """Fetch the oldest change, or None."""
        self._vm.spend(CALL_US)
        if not self._events:
            return None
        key_number, pressed, timestamp = self._events.popleft()
        return Event(key_number, pressed, timestamp)

    def get_into(self, event: Event) -> bool:
        """Fetch the oldest change into an existing object."""
        self._vm.spend(CALL_US)
        if not self._events:
            return False
        event.key_number, event.pressed, event.timestamp = self._events.popleft()
        return True

    def clear(self) -> None:
        """Forget all changes and the overflow."""
        self._vm.spend(CALL_US)
        self._events.clear()
        self.overflowed = False

    def __bool__(self) -> bool:
        self._vm.spend(CALL_US)
        return bool(self._events)

    def __len__(self) -> int:
        self._vm.spend(CALL_US)
        return len(self._events)


class Event:
    """One change of one key."""

    __slots__ = ("key_number", "pressed", "timestamp")
    _vm: Vm

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int | None = None) -> None:
        self.key_number = key_number
        self.pressed = pressed
        if timestamp is None:
            timestamp = self._vm.crystal.ticks_ms(self._vm.timeline.now_us)
        self.timestamp = timestamp

    @property
    def released(self) -> bool:
        """The opposite of `pressed`."""
        return not self.pressed

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return (self.key_number, self.pressed) == (other.key_number, other.pressed)

    def __hash__(self) -> int:
        return hash((self.key_number, self.pressed))


class Scanner:
    """The base of `Keys` and `KeyMatrix`: the grid of scans, the counters and the queue."""

    _vm: Vm
    """The board's processor; set by the class that `build` makes for each board."""

    def _open(self, pins: Sequence[Pin], keys: int, interval: float, max_events: int, threshold: int) -> None:
        if max_events < 1:
            raise ValueError("max_events must be >= 1")
        if not 1 <= threshold <= 127:
            raise ValueError("debounce_threshold must be 1-127")
        for pin in pins:
            pin.claim(self)
        vm = self._vm
        self._pins: tuple[Pin, ...] = tuple(pins)
        self._interval = max(1, int(interval * TICKS_PER_SECOND))
        self._threshold = threshold
        self._counters = [0] * keys
        self._scheduled: int | None = None
        self.events = EventQueue(vm, max_events)
        vm.board.wiring.watch([pin.name for pin in pins], self._moved)
        vm.on_exit(self.deinit)

    @property
    def key_count(self) -> int:
        """How many keys are scanned."""
        return len(self._counters)

    def deinit(self) -> None:
        """End scanning and release the pins."""
        if self._pins:
            self._vm.board.wiring.unwatch(self._moved)
            if self._scheduled is not None:
                self._vm.timeline.cancel(self._scheduled)
                self._scheduled = None
            for pin in self._pins:
                pin.release()
            self._pins = ()

    def __enter__(self) -> Scanner:
        return self

    def __exit__(self, *error: object) -> None:
        self.deinit()

    def reset(self) -> None:
        """Count all keys as released; keys that are down are reported again."""
        self._counters = [-self._threshold] * len(self._counters)
        self._start()

    def _start(self) -> None:
        self._grid = self._vm.crystal.tick(self._vm.timeline.now_us)
        self._scan()

    def _down(self) -> list[bool]:
        raise NotImplementedError

    def _scan(self) -> None:
        timestamp = self._vm.crystal.ticks_ms(self._vm.timeline.now_us)
        threshold, counters = self._threshold, self._counters
        unsettled = changed = False
        for key, down in enumerate(self._down()):
            before = counters[key]
            end = threshold if down else -threshold
            if before == end:
                continue
            after = before + (1 if down else -1)
            if after == 0:
                after = end
                self.events.record(key, down, timestamp)
                changed = True
            counters[key] = after
            unsettled = unsettled or after != end
        if unsettled:
            self._schedule()
        if changed:
            self._vm.stimulate()

    def _moved(self) -> None:
        if self._scheduled is None:
            self._schedule()

    def _schedule(self) -> None:
        vm = self._vm
        crystal, now = vm.crystal, max(vm.timeline.now_us, vm.interrupts_off_until)
        if now > vm.timeline.now_us:
            # No tick interrupts: the first scan comes with the first tick after, and starts a new grid.
            self._grid = crystal.tick(now) + 1
            when = crystal.tick_us(self._grid)
        else:
            steps = (crystal.tick(now) - self._grid) // self._interval + 1
            when = crystal.tick_us(self._grid + steps * self._interval)
        self._scheduled = vm.timeline.push(when, self._due, None)

    def _due(self, _: None) -> None:
        self._scheduled = None
        if self._vm.timeline.now_us < self._vm.interrupts_off_until:
            self._schedule()
        else:
            self._scan()


class Keys(Scanner):
    """Keys with a pin each."""

    def __init__(
        self,
        pins: Sequence[Pin],
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        self._open(pins, len(pins), interval, max_events, debounce_threshold)
        self._value_when_pressed = bool(value_when_pressed)
        for pin in pins:
            pin.pull = (not value_when_pressed) if pull else None
        self._start()

    def _down(self) -> list[bool]:
        level, pressed = self._vm.board.wiring.level, self._value_when_pressed
        return [level(pin.name) == pressed for pin in self._pins]


class KeyMatrix(Scanner):
    """Keys at the crossings of rows and columns."""

    def __init__(
        self,
        row_pins: Sequence[Pin],
        column_pins: Sequence[Pin],
        columns_to_anodes: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        keys = len(row_pins) * len(column_pins)
        self._open((*row_pins, *column_pins), keys, interval, max_events, debounce_threshold)
        self._rows, self._columns = tuple(row_pins), tuple(column_pins)
        for pin in self._pins:
            pin.pull = bool(columns_to_anodes)
        self._start()

    def key_number_to_row_column(self, key_number: int) -> tuple[int, int]:
        """Return row and column of a key."""
        return divmod(key_number, len(self._columns))

    def row_column_to_key_number(self, row: int, column: int) -> int:
        """Return the key at a row and column."""
        return row * len(self._columns) + column

    def _down(self) -> list[bool]:
        wiring = self._vm.board.wiring
        if not wiring.closed:
            return [False] * len(self._counters)
        found: list[bool] = []
        for row in self._rows:
            joined = wiring.joined(row.name)
            found += [column.name in joined for column in self._columns]
        return found


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""

    return {
        "Event": type("Event", (Event,), {"_vm": vm, "__slots__": ()}),
        "EventQueue": EventQueue,
        "KeyMatrix": type("KeyMatrix", (KeyMatrix,), {"_vm": vm}),
        "Keys": type("Keys", (Keys,), {"_vm": vm}),
    }
