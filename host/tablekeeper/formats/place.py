"""A place in a JSON document: reads values strictly and names where one is wrong.

Every reader of event and ranking files walks a document with it, so that a wrong value is refused
with its place (`results[3].pawns`) and a reason, and nothing of the file is used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any


class Refusal(ValueError):
    """What is wrong with a file: the place in it ("" is the whole document) and the reason."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | Decimal):
        return f"the number {_short(str(value))}"
    if isinstance(value, str):
        return f'"{_short(value)}"'
    return "a list" if isinstance(value, list) else "an object"


def _span(low: Decimal | int | None, high: Decimal | int | None) -> str:
    if low == high:
        return str(low)
    if high is None:
        return f"at least {low}"
    return f"at most {high}" if low is None else f"{low} to {high}"


class Place:
    """A value and where it stands. Readers return plain values or raise `Refusal`."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def refuse(self, reason: str) -> Refusal:
        """Return the refusal of this place, to be raised."""
        return Refusal(self.path, reason)

    # Objects and lists

    def fields(self, known: Collection[str], needed: Collection[str] = ()) -> dict[str, Place]:
        """Return the members of an object; others than the known ones and missing ones are refused."""
        if not isinstance(self.value, dict):
            raise self.refuse(f"an object is wanted here, not {_kind(self.value)}")
        for key in self.value:
            if key not in known:
                raise self.at(key).refuse(f"unknown key; known here: {', '.join(known)}")
        for key in needed:
            if key not in self.value:
                raise self.at(key).refuse("is missing")
        return {key: self.at(key) for key in self.value}

    def at(self, key: str) -> Place:
        """Return a member of an object (None when it is missing)."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return Place(value, f"{self.path}.{key}" if self.path else key)

    def has(self, key: str) -> bool:
        """Return whether an object has a member."""
        return isinstance(self.value, dict) and key in self.value

    def items(self, least: int = 0, most: int | None = None) -> list[Place]:
        """Return the items of a list of `least` to `most` items."""
        if not isinstance(self.value, list):
            raise self.refuse(f"a list is wanted here, not {_kind(self.value)}")
        count = len(self.value)
        if count < least or (most is not None and count > most):
            raise self.refuse(f"{_span(least, most)} items are wanted here, not {count}")
        return [Place(item, f"{self.path}[{place}]") for place, item in enumerate(self.value)]

    def members(self) -> Iterator[tuple[str, Place]]:
        """Yield every member of an object whose keys are names."""
        if not isinstance(self.value, dict):
            raise self.refuse(f"an object is wanted here, not {_kind(self.value)}")
        for key in self.value:
            yield key, self.at(key)

    # Values

    def text(self) -> str:
        """Return a text that is not empty."""
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.refuse(f"a text is wanted here, not {_kind(self.value)}")
        return self.value

    def name(self) -> str:
        """Return a name: a text that can be shown, without blanks around it."""
        found = self.text()
        if found != found.strip() or not found.isprintable():
            raise self.refuse("a name has letters only, and no blanks around them")
        return found

    def choice(self, choices: Sequence[str]) -> str:
        """Return one of the texts in `choices`."""
        if not isinstance(self.value, str) or self.value not in choices:
            raise self.refuse(f"{_kind(self.value)} is none of {', '.join(choices)}")
        return self.value

    def truth(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.refuse(f"true or false is wanted here, not {_kind(self.value)}")
        return self.value

    def whole(self, low: int | None = None, high: int | None = None) -> int:
        """Return a whole number from `low` to `high`."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.refuse(f"a whole number is wanted here, not {_kind(self.value)}")
        if (low is not None and self.value < low) or (high is not None and self.value > high):
            raise self.refuse(f"{_short(str(self.value))} is out of range: {_span(low, high)}")
        return self.value

    def decimal(self, low: Decimal | int | None = None, high: Decimal | int | None = None) -> Decimal:
        """Return an exact decimal from a JSON number or from a text such as "2.7"."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
            raise self.refuse(f"a number is wanted here, not {_kind(value)}")
        try:
            # the shortest text that reads back as the same float is what was written in the file
            number = Decimal(str(value))
        except InvalidOperation:
            raise self.refuse(f"a number is wanted here, not {_kind(value)}") from None
        if not number.is_finite():
            raise self.refuse(f"a number is wanted here, not {_kind(value)}")
        if (low is not None and number < low) or (high is not None and number > high):
            raise self.refuse(f"{_short(str(number))} is out of range: {_span(low, high)}")
        return number

    def player(self, players: Collection[str]) -> str:
        """Return one of the players' names."""
        if not isinstance(self.value, str) or self.value not in players:
            raise self.refuse(f"{_kind(self.value)} is not among the players")
        return self.value

    def pair(self, players: Collection[str], count: int = 2) -> tuple[str, ...]:
        """Return `count` different players."""
        names = [item.player(players) for item in self.items(count, count)]
        if len(set(names)) < count:
            raise self.refuse("a player is named twice")
        return tuple(names)
