"""Reads board.toml: parts, nets, and the names of pins."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

#: Parts that are wired to the circuit but are elsewhere in the case, by the letters of their reference.
OFF_BOARD = ("BT", "DS", "K", "LED", "SW")


class DesignError(ValueError):
    """A sentence that says what cannot be read in board.toml."""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the parts list. `fields` holds the part's own values (ohm, capacitance in F, ...)."""

    refs: tuple[str, ...]
    count: int
    what: str
    maker: str
    number: str
    seen: str
    price: Decimal
    alternatives: tuple[str, ...]
    per_seat: bool
    build: str
    footprint: str
    pins: tuple[str, ...]
    fields: Mapping[str, Any]

    @property
    def value(self) -> str:
        """The value printed beside the part: 470, 2k2, 4u7, or the maker's part number."""
        if "ohm" in self.fields:
            ohm = self.fields["ohm"]
            return _marked(ohm / 1000, "k") if ohm >= 1000 else str(ohm)
        if self.refs[0][0] == "C":
            micro = round(self.fields["capacitance"] * 1e6, 6)
            return _marked(micro, "u") if micro >= 1 else f"{micro * 1000:g}n"
        return self.number

    def pin(self, name: str) -> int:
        """Returns the number of a pin, given by number or unique name; raises a DesignError otherwise."""
        if name.isdecimal() and self.pins.count(name) == 0:
            number = int(name)
        elif self.pins.count(name) == 1:
            number = self.pins.index(name) + 1
        else:
            raise DesignError(f"{self.refs[0]} has {self.pins.count(name)} pins named {name}.")
        if not 1 <= number <= len(self.pins):
            raise DesignError(f"{self.refs[0]} has no pin {number}.")
        return number


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """A pin of a part: its reference and the pin's number."""

    ref: str
    pin: int


@dataclass(frozen=True, slots=True)
class Net:
    """Pins that are connected with each other; `colour` is the colour of their wires."""

    name: str
    colour: str
    wire: str
    nodes: tuple[Node, ...]


class Design:
    """All of board.toml: `keys` as they are in the file, `parts`, `nets` and pins left `unconnected`."""

    def __init__(self, keys: dict[str, Any]) -> None:
        self.keys = keys
        self.parts = tuple(_part(one) for one in keys["part"])
        self._by_ref: dict[str, Part] = {}
        for part in self.parts:
            for ref in part.refs:
                if self._by_ref.setdefault(ref, part) is not part:
                    raise DesignError(f"{ref} stands twice in the parts list.")
        self.nets = {
            name: Net(name, net["colour"], net["wire"], tuple(map(self.node, net["nodes"])))
            for name, net in keys["nets"].items()
        }
        self.unconnected = tuple(map(self.node, keys["unconnected"]["nodes"]))

    def part(self, ref: str) -> Part:
        """Returns the part with a reference; raises a DesignError if there is none."""
        if ref not in self._by_ref:
            raise DesignError(f"No part is called {ref}.")
        return self._by_ref[ref]

    def node(self, text: str) -> Node:
        """Returns the node that `PART.PIN` names."""
        ref, _, pin = text.partition(".")
        return Node(ref, self.part(ref).pin(pin))

    def name(self, node: Node) -> str:
        """Returns a node as board.toml writes it: with the pin's name, or its number if names repeat."""
        pins = self.part(node.ref).pins
        name = pins[node.pin - 1]
        return f"{node.ref}.{name if pins.count(name) == 1 else node.pin}"

    def net_of(self, node: Node) -> Net | None:
        """Returns the net that a pin belongs to, or None."""
        return next((net for net in self.nets.values() if node in net.nodes), None)

    def every_node(self) -> Iterator[Node]:
        """Yields every pin of every part that has a place in the circuit."""
        for part in self.parts:
            for ref in part.refs:
                for number in range(1, len(part.pins) + 1):
                    yield Node(ref, number)


def off_board(ref: str) -> bool:
    """Returns whether a part is in the case and not on the board."""
    return ref.rstrip("0123456789") in OFF_BOARD


def read(text: str | None = None) -> Design:
    """Returns the design that a text of board.toml describes; without a text, that of the file."""
    return Design(tomllib.loads((HERE / "board.toml").read_text("utf-8") if text is None else text))


def _marked(number: float, letter: str) -> str:
    whole, _, rest = f"{number:g}".partition(".")
    return f"{whole}{letter}{rest}"


def _part(one: dict[str, Any]) -> Part:
    known = {
        "refs", "count", "what", "maker", "number", "seen", "price", "alternatives", "per", "build",
        "footprint", "pins",
    }  # fmt: skip
    return Part(
        refs=tuple(one.get("refs", ())),
        count=one.get("count", len(one.get("refs", ()))),
        what=one["what"],
        maker=one["maker"],
        number=one["number"],
        seen=one.get("seen", ""),
        price=Decimal(str(one["price"])),
        alternatives=tuple(one["alternatives"]),
        per_seat=one.get("per") == "seat",
        build=one.get("build", ""),
        footprint=one.get("footprint", ""),
        pins=tuple(one.get("pins", ())),
        fields={key: value for key, value in one.items() if key not in known},
    )
