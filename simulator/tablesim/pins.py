"""The board's pins and what is wired to them: levels follow from drivers, pulls and closed switches."""

from __future__ import annotations

from collections.abc import Callable, Iterable

GROUND = "GND"
DEINITIALIZED = "Object has been deinitialized and can no longer be used. Create a new object."

SDA, SCL = "GP4", "GP5"
SEATS = ("GP6", "GP7", "GP8", "GP9")
SEAT_LEDS = ("GP10", "GP11", "GP12", "GP13")
PIEZO = "GP15"
KEY_ROWS = ("GP16", "GP17", "GP18", "GP19")
KEY_COLUMNS = ("GP20", "GP21", "GP22")
KEY_LABELS = ("123", "456", "789", "*0#")
VBUS_SENSE = "GP24"
VOLTAGE_MONITOR = "GP29"

SWITCHES: dict[int | str, tuple[str, str]] = {
    **{seat: (pin, GROUND) for seat, pin in enumerate(SEATS)},
    **{
        label: (KEY_ROWS[row], KEY_COLUMNS[column])
        for row, labels in enumerate(KEY_LABELS)
        for column, label in enumerate(labels)
    },
}
"""Each key and the two nets it joins when pressed: seat buttons 0 to 3, keypad keys by their label."""


class Pin:
    """One pin of the processor: at most one owner, driven or pulled."""

    __slots__ = ("driven", "name", "owner", "pull")

    def __init__(self, name: str) -> None:
        self.name = name
        self.owner: object | None = None
        self.driven: bool | None = None
        """The level the pin is driven to, None as an input."""
        self.pull: bool | None = None
        """True pulled up, False pulled down, None neither."""

    def __repr__(self) -> str:
        return f"board.{self.name}"

    def claim(self, owner: object) -> None:
        """Take the pin for a peripheral; raise ValueError if another has it."""
        if self.owner is not None:
            raise ValueError(f"{self.name} in use")
        self.owner = owner

    def release(self) -> None:
        """Release the pin: it becomes an input without pull, as after a reset."""
        self.owner = self.driven = self.pull = None


class Wiring:
    """All pins of a board, and the switches between them."""

    def __init__(self) -> None:
        self.pins = {f"GP{number}": Pin(f"GP{number}") for number in range(30)}
        self.closed: dict[int | str, tuple[str, str]] = {}
        """The keys that are pressed now."""
        self.external: dict[str, bool] = {}
        """Levels that something outside drives (USB power, for one)."""
        self._watchers: dict[str, list[Callable[[], None]]] = {}

    def watch(self, pins: Iterable[str], changed: Callable[[], None]) -> None:
        """Call ``changed`` whenever a switch at one of these pins opens or closes."""
        for pin in pins:
            self._watchers.setdefault(pin, []).append(changed)

    def unwatch(self, changed: Callable[[], None]) -> None:
        """End a watch."""
        for watchers in self._watchers.values():
            while changed in watchers:
                watchers.remove(changed)

    def set_switch(self, key: int | str, closed: bool) -> None:
        """Close or open a key's contact."""
        nets = SWITCHES[key]
        if closed == (key in self.closed):
            return
        if closed:
            self.closed[key] = nets
        else:
            del self.closed[key]
        seen: list[Callable[[], None]] = []
        for net in nets:
            for changed in self._watchers.get(net, ()):
                if changed not in seen:
                    seen.append(changed)
        for changed in seen:
            changed()

    def joined(self, pin: str) -> set[str]:
        """All nets connected to a pin through closed switches (without diodes: also the long way round)."""
        found = {pin}
        grown = True
        while grown:
            grown = False
            for one, other in self.closed.values():
                if (one in found) != (other in found):
                    found |= {one, other}
                    grown = True
        return found

    def level(self, pin: str) -> bool:
        """Return the level a pin reads: driven, else through closed switches, else its pull, else low."""
        own = self.pins[pin]
        if own.driven is not None:
            return own.driven
        if pin in self.external:
            return self.external[pin]
        if self.closed:
            nets = self.joined(pin)
            if GROUND in nets:
                return False
            driven = [self.pins[net].driven for net in nets if net != pin]
            if False in driven:
                return False
            if True in driven:
                return True
        return bool(own.pull)

    def release_all(self) -> None:
        """Release every pin, as a reset does."""
        for pin in self.pins.values():
            pin.release()
