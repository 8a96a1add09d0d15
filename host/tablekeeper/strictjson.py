"""Strict reading of JSON: a cursor reads values one by one and names the place where one is wrong.

Every reader of event files, ranking files and journals reads a document through a `Cursor`. A wrong value is
refused with its place (`results[3].pawns`) and a reason, and the whole file is rejected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from math import inf
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined, told, visible
from tablekeeper.text import meant, quoting_hint, shortened

#: the highest time (ms): the first day of the year 9999, which pages can still write in any time zone
LATEST_MS = 253_370_764_800_000
#: Python's message about a text that is not JSON -> the message for people
_NO_JSON = {
    "Expecting value": _("a value is wanted here"),
    "Expecting property name enclosed in double quotes": _("a key in double quotes is wanted here"),
    "Expecting ':' delimiter": _("a colon is wanted here"),
    "Expecting ',' delimiter": _("a comma, or the end of this list or object, is wanted here"),
    "Extra data": _("nothing may follow the end"),
    "Unterminated string starting": _("this text has no closing quotes"),
    "Invalid control character": _("a text holds a line break or another sign that is not printed"),
}
#: objects and lists within each other: more than any document has, and few for code that goes down in them
_DEEPEST = 64
#: commas, colons and brackets of a document: a Python value takes up to forty times the room of its text
_MOST_SIGNS = 2_000_000
#: powers of ten of a number: more than anything that is counted here has
_MOST_DIGITS = 40
#: digits of a whole number that is read, so that its refusal can name its place
_LONGEST, _LONG = 1000, re.compile(r"[0-9]{1001}")
#: half of a surrogate pair, as JSON can write it: such a text cannot be stored or printed
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class DocumentError(UserError):
    """An error in a document: the place in it ("" is the whole document) and the reason."""

    def __init__(self, place: str, reason: str, /, **values: object) -> None:
        reason = told(reason, values)
        super().__init__(joined((place, reason), ": ") if place else reason)
        self.place = place
        self.reason = reason


class UnknownKey(DocumentError):
    """An object has a member that is not one of the `known` ones."""

    def __init__(self, place: str, known: Collection[str]) -> None:
        super().__init__(place, _("unknown key; known here: %(known)s", known=", ".join(known)))
        self.known = tuple(known)


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | Decimal):
        return _("the number %(value)s", value=shortened(str(value)))
    if isinstance(value, str):
        return f'"{shortened(value)}"'
    return _("a list") if isinstance(value, list) else _("an object")


def _span(low: Decimal | int | None, high: Decimal | int | None) -> str:
    if low == high:
        return str(low)
    if high is None:
        return _("at least %(low)s", low=low)
    return _("at most %(high)s", high=high) if low is None else _("%(low)s to %(high)s", low=low, high=high)


class Cursor:
    """A value and its place in the document. Methods return plain values or raise `DocumentError`."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def refuse(self, reason: str, /, **values: object) -> DocumentError:
        """Return a `DocumentError` for this place, to be raised, with its reason and the values in that."""
        return DocumentError(self.path, reason, **values)

    # Objects and lists

    def fields(self, known: Collection[str], needed: Collection[str] = ()) -> dict[str, Cursor]:
        """Return the members of an object; refuse unknown members, and the absence of needed ones."""
        if not isinstance(self.value, dict):
            raise self.refuse("an object is wanted here, not %(value)s", value=_kind(self.value))
        for key in self.value:
            if key not in known:
                raise UnknownKey(self.at(key).path, known)
        for key in needed:
            if key not in self.value:
                raise self.at(key).refuse("is missing")
        return {key: self.at(key) for key in self.value}

    def at(self, key: str) -> Cursor:
        """Return a member of an object (the cursor's value is None if it is missing)."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return Cursor(value, f"{self.path}.{visible(key)}" if self.path else visible(key))

    def has(self, key: str) -> bool:
        """Return whether an object has a member."""
        return isinstance(self.value, dict) and key in self.value

    def items(self, least: int = 0, most: int | None = None) -> list[Cursor]:
        """Return the items of a list of `least` to `most` items."""
        if not isinstance(self.value, list):
            raise self.refuse("a list is wanted here, not %(value)s", value=_kind(self.value))
        count = len(self.value)
        if count < least or (most is not None and count > most):
            raise self.refuse(
                "give %(least)s here, not %(count)s%(hint)s",
                least=_span(least, most), count=count, hint=quoting_hint(self.value, most),
            )
        return [Cursor(item, f"{self.path}[{place}]") for place, item in enumerate(self.value)]

    def members(self) -> Iterator[tuple[str, Cursor]]:
        """Yield every member of an object whose keys are names."""
        if not isinstance(self.value, dict):
            raise self.refuse("an object is wanted here, not %(value)s", value=_kind(self.value))
        for key in self.value:
            yield key, self.at(key)

    # Values

    def text(self) -> str:
        """Return a nonempty text."""
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.refuse("a text is wanted here, not %(value)s", value=_kind(self.value))
        return self.value

    def name(self) -> str:
        """Return a name: a text that can be shown, without blanks around it."""
        found = self.text()
        if found != found.strip() or not found.isprintable():
            raise self.refuse("a name has no spaces before or after it, and no control characters")
        return found

    def choice(self, choices: Sequence[str]) -> str:
        """Return one of the texts in `choices`."""
        if not isinstance(self.value, str) or self.value not in choices:
            raise self.refuse(
                "%(value)s is not one of %(choices)s",
                value=_kind(self.value), choices=', '.join(choices),
            )
        return self.value

    def truth(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.refuse("true or false is wanted here, not %(value)s", value=_kind(self.value))
        return self.value

    def whole(self, low: int | None = None, high: int | None = None) -> int:
        """Return a whole number from `low` to `high`."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.refuse("a whole number is wanted here, not %(value)s", value=_kind(self.value))
        if (low is not None and self.value < low) or (high is not None and self.value > high):
            raise self.refuse(
                "%(value)s is out of range: %(low)s",
                value=shortened(str(self.value)), low=_span(low, high),
            )
        return self.value

    def decimal(self, low: Decimal | int | None = None, high: Decimal | int | None = None) -> Decimal:
        """Return an exact decimal from a JSON number or from a text such as "2.7"."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
            raise self.refuse("a number is wanted here, not %(value)s", value=_kind(value))
        try:
            # the shortest text that gives the same float is the text in the file
            number = Decimal(str(value))
        except InvalidOperation:
            raise self.refuse("a number is wanted here, not %(value)s", value=_kind(value)) from None
        if not number.is_finite():
            raise self.refuse("a number is wanted here, not %(value)s", value=_kind(value))
        if (low is not None and number < low) or (high is not None and number > high):
            raise self.refuse(
                "%(number)s is out of range: %(low)s",
                number=shortened(str(number)), low=_span(low, high),
            )
        # a number such as 1e999999 takes no room here, but as a fraction it has a million digits
        if abs(number.adjusted()) > _MOST_DIGITS:
            raise self.refuse("a number is wanted here, not %(value)s", value=_kind(value))
        return number

    def player(self, players: Collection[str]) -> str:
        """Return one of the players' names."""
        if not isinstance(self.value, str) or self.value not in players:
            near = meant(self.value, players) if isinstance(self.value, str) else ""
            raise self.refuse(
                "%(value)s is not among the players%(near)s",
                value=_kind(self.value), near=near,
            )
        return self.value

    def pair(self, players: Collection[str], count: int = 2) -> tuple[str, ...]:
        """Return `count` different players."""
        names = [item.player(players) for item in self.items(count, count)]
        if len(set(names)) < count:
            raise self.refuse("a player is named twice")
        return tuple(names)


def _no_number(text: str) -> Any:
    raise DocumentError("", "%(value)s is no number that JSON has", value=text)


def _finite(text: str) -> float:
    number = float(text)
    return _no_number(shortened(text)) if number in (inf, -inf) else number


def _short(text: str) -> int:
    if len(text) > _LONGEST:
        raise DocumentError("", "a number has thousands of digits")
    return int(text)


def _is_deep(document: Any) -> bool:
    """Return whether objects and lists are nested deeper than _DEEPEST."""
    level = [document]
    for _level in range(_DEEPEST + 1):
        if not level:
            return False
        level = [
            one for outer in level for one in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(one, dict | list)
        ]  # fmt: skip
    return bool(level)


def loads(text: str | bytes) -> Cursor:
    """Return the document in a JSON text.

    Refuse a text that is not JSON, repeats a key, is nested deeper than 64 levels, has more than about a
    million values, or a number that is not finite or has more than 1,000 digits.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise DocumentError("", "the key \"%(key)s\" is in one object twice", key=key)
            found[key] = value
        return found

    try:
        written = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        opened = written.count("[") + written.count("{")
        if opened + written.count(",") + written.count(":") > _MOST_SIGNS:
            raise DocumentError("", "it has more than a million values: give it in parts")
        found = json.loads(
            written, object_pairs_hook=once, parse_constant=_no_number, parse_float=_finite,
            parse_int=_short if _LONG.search(written) else None,
        )
        if opened > _DEEPEST and _is_deep(found):
            raise RecursionError
        if _HALF.search(written) or not written.isascii():
            json.dumps(found, ensure_ascii=False).encode()
        return Cursor(found)
    except UnicodeDecodeError:
        raise DocumentError("", "the file is not UTF-8 text") from None
    except UnicodeEncodeError:
        raise DocumentError("", "a text holds half a character (\\ud800 to \\udfff)") from None
    except json.JSONDecodeError as error:
        where = _("line %(line)s, column %(column)s", line=error.lineno, column=error.colno)
        told = _NO_JSON.get(error.msg.removesuffix(" at"), _("it is not written as JSON is"))
        raise DocumentError("", "%(where)s: this is not JSON (%(told)s)", where=where, told=told) from None
    except RecursionError:
        raise DocumentError("", "objects and lists are nested too deeply") from None
    except ValueError:
        # the only other cause: a whole number with more digits than Python reads
        raise DocumentError("", "a number has thousands of digits") from None
