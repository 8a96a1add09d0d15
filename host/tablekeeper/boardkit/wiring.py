"""Finds the wires to check after a board's self-test has failed, by hw/board.toml.

The test reports the failed steps and the dead keys. Some patterns of dead keys have only one cause: a dead
row is a broken wire; a row and a column that are dead except for their common key are two exchanged wires.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from tablecore import records
from tablekeeper.languages import _

#: percent of charge up to which a battery may be too weak for lamps and display
_WEAK = 15
_SEATS = 4
#: colours of the wires, as named in hw/board.toml
_COLOURS = {
    "black": _("black"), "blue": _("blue"), "brown": _("brown"), "green": _("green"), "grey": _("grey"),
    "orange": _("orange"), "red": _("red"), "violet": _("violet"), "white": _("white"), "yellow": _("yellow"),
}  # fmt: skip


class Wiring:
    """The wires of a board, by net, from a text of hw/board.toml."""

    def __init__(self, board_toml: str) -> None:
        self._keys = tomllib.loads(board_toml)
        self._parts: dict[str, Any] = {
            ref: part for part in self._keys["part"] for ref in part.get("refs", ())
        }

    def wire(self, net: str) -> str:
        """Return the description of a net's wire: colour, plug and pin, or the Pico's pin without a plug."""
        colour = self._keys["nets"][net]["colour"]
        for plug, ends in self._keys["cables"].items():
            names = self._parts[plug]["pins"]
            for place, end in enumerate(ends):
                if end and end in self._keys["nets"][net]["nodes"]:
                    return _(
                        "the %(colour)s wire at %(plug)s pin %(pin)s (%(name)s)",
                        colour=_COLOURS.get(colour, colour), plug=plug, pin=place + 1, name=names[place],
                    )
        return self.pin(net)

    def pin(self, net: str) -> str:
        """Return the Pico's pin of a net: GP4 (pin 6)."""
        name = next(node[3:] for node in self._keys["nets"][net]["nodes"] if node.startswith("U1."))
        return _("%(name)s (pin %(pin)s)", name=name, pin=self._parts["U1"]["pins"].index(name) + 1)

    def advice(self, failed: Mapping[str, int], battery: int | None = None) -> list[str]:
        """Return sentences with the parts to check, for the failed steps (name -> the board's reason).

        `battery` is the charge in percent if the board runs on it.
        """
        found = []
        if battery is not None and battery <= _WEAK:
            found.append(_(
                "The battery has %(battery)s %% left: charge it, or plug in USB, and repeat.", battery=battery
            ))
        no_memory = failed.get("memory") == records.NONE
        no_display = failed.get("display") == 1
        if no_memory and no_display:
            found.append(_(
                "Neither display nor memory answers: SDA (%(sda)s, %(sda_pin)s) and SCL (%(scl)s, "
                "%(scl_pin)s) may be swapped, or the pull-ups R1 and R2 have no 3.3 V.",
                sda=self.wire("SDA"), sda_pin=self.pin("SDA"), scl=self.wire("SCL"), scl_pin=self.pin("SCL"),
            ))
        elif no_memory:
            found.append(_(
                "The memory U3 does not answer at %(address)s: is it the wrong way round or shifted by one "
                "pin, or is one of its pins A0 to A2 joined to 3.3 V?",
                address=f"{self._keys['memory']['address']:#04x}",
            ))
        elif no_display:
            found.append(_(
                "The display does not answer at %(address)s: is it set to I2C, and are its pins CS and DC at "
                "ground (J3 pins 5 and 6)?",
                address=f"{self._keys['display']['address']:#04x}",
            ))
        elif "memory" in failed:
            found.append(_(
                "The memory answers but does not keep what is written: its pin WP has to stay "
                "unconnected. If it is unconnected, solder U3's socket again."
            ))
        if "lamps" in failed:
            found.append(_(
                "A lamp that stays dark is most often the wrong way round: swap its wires LAMP and GND_L "
                "(seat 1: %(wire)s; the long leg belongs to LAMP).",
                wire=self.wire("LAMP1_OUT"),
            ))
        if "sound" in failed:
            found.append(_(
                "No sound: look at R51, which joins LS1 to %(pin)s; LS1 has to be a sounder without its own "
                "oscillator.",
                pin=self.pin("PIEZO"),
            ))
        if "keys" in failed:
            found += self._keys_advice(failed["keys"])
        return found

    def _keys_advice(self, missing: int) -> list[str]:
        found = []
        for seat in range(_SEATS):
            if missing >> seat & 1:
                wire = self.wire(f"SEAT{seat + 1}_OUT")
                found.append(_(
                    "Button %(letter)s does nothing: look at %(wire)s, its ground beside it, and "
                    "%(resistor)s.",
                    letter="ABCD"[seat], wire=wire, resistor=f"R1{seat + 1}",
                ))
        labels = self._keys["keypad"]["keys"]
        columns = len(labels[0])
        dead = {
            (row, column)
            for row in range(len(labels))
            for column in range(columns)
            if missing >> (_SEATS + row * columns + column) & 1
        }
        return found + self._pad_advice(dead, len(labels), columns)

    def _pad_advice(self, dead: set[tuple[int, int]], rows: int, columns: int) -> list[str]:
        everything = {(row, column) for row in range(rows) for column in range(columns)}
        if dead == everything:
            return [_("No key of the keypad works: is its plug in J8?")]
        for row, column in sorted(everything):
            cross = {(r, c) for r, c in everything if (r == row) != (c == column)}
            if dead == cross:
                wires = (self.wire(f"ROW{row + 1}_OUT"), self.wire(f"COLUMN{column + 1}_OUT"))
                return [_(
                    "A row and a column of the keypad are swapped: %(row)s and %(column)s.",
                    row=wires[0], column=wires[1],
                )]
        found = []
        left = set(dead)
        for kind, axis, count in (("ROW", 0, rows), ("COLUMN", 1, columns)):
            for line in range(count):
                whole = {key for key in everything if key[axis] == line}
                if whole <= dead:
                    resistor = ("R3" if kind == "ROW" else "R4") + str(line + 1)
                    wire = self.wire(f"{kind}{line + 1}_OUT")
                    found.append(
                        _("No key of row %(line)s works: look at %(wire)s and %(resistor)s.", line=line + 1,
                          wire=wire, resistor=resistor)
                        if kind == "ROW"
                        else _("No key of column %(line)s works: look at %(wire)s and %(resistor)s.",
                               line=line + 1, wire=wire, resistor=resistor)
                    )
                    left -= whole
        if left:
            found.append(_("If only single keys do nothing, the keypad itself is faulty, not its wires."))
        return found
