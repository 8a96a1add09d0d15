"""The bytes of the messages: JSON with the fields of messages.py and `kind`. Pure.

Even a sender that may publish on a subject can send wrong bytes: they are refused unless they are a message.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from tablekeeper.federation.messages import (
    CHECKSUM,
    JOURNAL,
    LONGEST_JOURNAL,
    LONGEST_LIFE,
    MOST_MARKS,
    VENUE,
    Between,
    Enquiry,
    Fork,
    Held,
    Mark,
    Message,
    Over,
    Receipt,
    RemovalDone,
    Replaced,
    Rewritten,
    Shipment,
    ShippingSession,
    Welcome,
)
from tablekeeper.strictjson import Cursor, loads
from tablekeeper.textchecks import line_at

_KINDS: dict[str, type[Message]] = {
    "enquiry": Enquiry,
    "shipment": Shipment,
    "fork": Fork,
    "rewritten": Rewritten,
    "replaced": Replaced,
    "removal-done": RemovalDone,
    "welcome": Welcome,
    "receipt": Receipt,
    "between": Between,
    "held": Held,
    "over": Over,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
#: columns of the store hold signed 64-bit numbers
_HIGHEST = 2**63 - 1


def _number(one: Cursor) -> int:
    return one.whole(0, _HIGHEST)


def _venue(one: Cursor) -> str:
    if not VENUE.fullmatch(one.text()):
        raise one.refuse("a venue's name has up to 32 small letters, digits and hyphens")
    return one.text()


def _journal(one: Cursor) -> str:
    if not JOURNAL.fullmatch(one.text()) or len(one.text()) > LONGEST_JOURNAL:
        raise one.refuse("a journal's name has up to 4 words of small letters and digits")
    return one.text()


def _life(one: Cursor) -> str:
    return line_at(one, LONGEST_LIFE)


def _checksum(one: Cursor) -> str:
    if not CHECKSUM.fullmatch(one.text()):
        raise one.refuse("a checksum has up to 32 hex digits")
    return one.text()


def _session(one: Cursor) -> ShippingSession:
    number, life = one.items(2, 2)
    return ShippingSession(_number(number), _life(life))


def _mark(one: Cursor) -> Mark:
    number, checksum = one.items(2, 2)
    return Mark(_number(number), _checksum(checksum))


def _end(one: Cursor) -> tuple[str, Mark]:
    journal, mark = one.items(2, 2)
    return _journal(journal), _mark(mark)


def _parted(one: Cursor) -> tuple[str, int]:
    journal, agreed = one.items(2, 2)
    return _journal(journal), _number(agreed)


def _removal(one: Cursor) -> tuple[int, tuple[int, ...]]:
    number, people = one.items(2, 2)
    return _number(number), tuple(map(_number, people.items()))


def _each(read: Callable[[Cursor], Any], most: int | None = None) -> Callable[[Cursor], tuple[Any, ...]]:
    return lambda one: tuple(map(read, one.items(0, most)))


#: the readers of the fields that are not numbers, the same in every message
_READ: dict[str, Callable[[Cursor], Any]] = {
    "venue": _venue,
    "life": _life,
    "session": _session,
    "journal": _journal,
    "before": _checksum,
    "checksum": _checksum,
    "content": Cursor.text,
    "marks": _each(_mark, MOST_MARKS),
    "end": _mark,
    "at": _mark,
    "ends": _each(_end),
    "kept": _each(_end),
}


def encode(message: Message) -> bytes:
    """Return the bytes of a message.

    >>> encode(Enquiry("udine", "5f", 1))
    b'{"kind":"enquiry","venue":"udine","life":"5f","nonce":1}'
    """
    told = {"kind": _NAMES[type(message)]}
    told |= {field.name: getattr(message, field.name) for field in fields(message)}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def decode(data: bytes) -> Message:
    """Return the message in `data`; raise DocumentError if it is not a message."""
    cursor = loads(data)
    kind = _KINDS[cursor.at("kind").choice(tuple(_KINDS))]
    names = [field.name for field in fields(kind)]
    told = cursor.fields(("kind", *names), needed=names)
    read = _READ
    if kind is Welcome:
        read = _READ | {"held": _each(_parted), "removals": _each(_removal)}
    elif kind is Rewritten:
        read = _READ | {"low": _mark}
    message: Message = kind(**{name: read.get(name, _number)(told[name]) for name in names})
    return message
