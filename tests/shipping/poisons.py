"""What one venue can send to stop the others: a table of poisons, each with the place where it is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tablekeeper.federation.messages import Mark, Question, ShippingSession
from tablekeeper.federation.messages import Shipment as Entry
from tablekeeper.federation.wire import encode
from tablekeeper.store.chain import begin, link


@dataclass(frozen=True, slots=True)
class Poison:
    """Entries of journals with right checksums: only the content is wrong."""

    name: str
    entries: tuple[tuple[str, str], ...]
    #: whether the last entry is refused at the intake; else only its fold refuses it
    at_intake: bool = True


def _rows(*rows: object) -> str:
    return json.dumps(rows)


def _act(action: str, body: object, seq: int = 1, at_ms: object = 5, actor: object = "x") -> str:
    return _rows([seq, at_ms, actor, action, body if isinstance(body, str) else json.dumps(body)])


#: an entry of the list of events, of ranking entries
_EVENT = ("events", _rows([1, "Cup", "league", 5]))
_ENTRY = ("entries", _rows([1, "world", None, 5]))
_CUP = {"name": "Cup", "style": "GP", "level": 3, "date": "2026-03-01", "wins": {"1": 2, "2": 1}}
_NAMED = _CUP | {"wins": {"Zoe": 1}}
_DEEP = '{"a":' * 900 + "1" + "}" * 900
_REGISTER = (
    ("aliases", _rows([1, "Zoe"], [2, "Max"])),
    (
        "people",
        _rows(*([one, 5, "x", "entered", json.dumps({"person": one, "alias": one})] for one in (1, 2))),
    ),
)


def _counts(body: object) -> tuple[tuple[str, str], ...]:
    return (_ENTRY, ("ranking/1", _act("confirmed", body)))


def _rated(**changed: object) -> tuple[tuple[str, str], ...]:
    return _counts({"day": "2026-03-01", "results": [{"sides": [[1], [2]], "length": 5} | changed]})


def _registered(*actions: tuple[str, object]) -> tuple[tuple[str, str], ...]:
    rows = [[3 + place, 5, "x", action, json.dumps(body)] for place, (action, body) in enumerate(actions)]
    return (*_REGISTER, ("people", _rows(*rows)))


POISONS = (
    Poison("a NUL in a row", (("events", '[[1,"Cup\\u0000","league",5]]'),)),
    Poison("a NUL behind the rows", (("events", '[[1,"Cup","league",5]]\0'),)),
    Poison("too few columns", (("events", "[[1]]"),)),
    Poison("no list of rows", (("events", '{"1":2}'),)),
    Poison("no rows", (("events", "[]"),)),
    Poison("no JSON", (("events", "Cup"),)),
    Poison("nested a hundred thousand deep", (("events", "[" * 100_000),)),
    Poison("nested deep, and closed", (("events", "[" * 300 + "]" * 300),)),
    Poison("half a character", (("events", '[[1,"\\ud800","league",5]]'),)),
    Poison("a text as a time", (("events", _rows([1, "Cup", "league", "today"])),)),
    Poison("a list as a time", (("events", _rows([1, "Cup", "league", []])),)),
    Poison("a time after all calendars", (("events", _rows([1, "Cup", "league", 2**63 - 1])),)),
    Poison("a time before all calendars", (("events", _rows([1, "Cup", "league", -(2**70)])),)),
    Poison("a time that is true", (("events", _rows([1, "Cup", "league", True])),)),
    Poison("a time that is infinite", (("events", '[[1,"Cup","league",1e999999]]'),)),
    Poison("an object as a name", (("events", _rows([1, {"a": 1}, "league", 5])),)),
    Poison("a name of a million letters", (("aliases", _rows([1, "x" * 1_000_000])),)),
    Poison("a number as a name", (("aliases", _rows([1, 7])),)),
    Poison("a name with an escape of a terminal", (("aliases", _rows([1, "\x1b[2J"])),)),
    Poison("an unknown journal", (("secret", "[[1]]"),)),
    Poison("rows in no order", (("aliases", _rows([2, "Max"], [1, "Zoe"])),)),
    Poison("a body that is no JSON", (_EVENT, ("event/1", _act("start", "{")))),
    Poison("a body that is a list", (_EVENT, ("event/1", _act("start", [])))),
    Poison("a body that is nested deep", (_EVENT, ("event/1", _act("start", _DEEP)))),
    Poison("an action at no time", (_EVENT, ("event/1", _act("start", {}, at_ms="now")))),
    Poison("an undo of itself", (_EVENT, ("event/1", _act("undo", {"undoes": 1})))),
    Poison("an undo of a list", (_EVENT, ("event/1", _act("undo", {"undoes": [1]}, seq=2)))),
    Poison("an unknown action", (_EVENT, ("event/1", _act("explode", {}))), at_intake=False),
    Poison("an action without its fields", (_EVENT, ("event/1", _act("start", {}))), at_intake=False),
    Poison("a person that is a list", _registered(("entered", {"person": [1], "alias": 1}))),
    Poison("a person that is a text", _registered(("entered", {"person": "1", "alias": 1}))),
    Poison("doubles that are no list", _registered(("removed", {"person": 1, "doubles": 3, "alias": 1}))),
    Poison(
        "two people, each a duplicate of the other",
        _registered(("merged", {"kept": 1, "merged": 2}), ("merged", {"kept": 2, "merged": 1})),
        at_intake=False,
    ),
    Poison("a tournament without anything", _counts({"tournaments": [{}]}), at_intake=False),
    Poison("tournaments that are a text", _counts({"tournaments": "Cup"}), at_intake=False),
    Poison("a tournament without a day", _counts({"tournaments": [_CUP | {"date": None}]}), at_intake=False),
    Poison("a tournament with names", _counts({"tournaments": [_NAMED]}), at_intake=False),
    Poison("astronomic points", _counts({"tournaments": [_CUP | {"wins": {"1": 1e300}}]}), at_intake=False),
    Poison("a tournament twice", _counts({"tournaments": [_CUP, _CUP]}), at_intake=False),
    Poison("results on no day", _counts({"results": [{"sides": [[1], [2]]}]}), at_intake=False),
    Poison("a side that is a number", _rated(sides=[1, 2]), at_intake=False),
    Poison("one side alone", _rated(sides=[[1]]), at_intake=False),
    Poison("a match of a thousand million points", _rated(length=10**9), at_intake=False),
    Poison("a length that is a text", _rated(length="5"), at_intake=False),
    Poison("more places than sides", _rated(length=None, ranks=[1, 1, 1, 1]), at_intake=False),
    Poison("a record of one byte", (("board/e66118604b2f3c21/0000abcd", _rows([1, 5, "00"])),)),
    Poison("a record that is a number", (("board/e66118604b2f3c21/0000abcd", _rows([1, 5, 7])),)),
    Poison("a record without end", (("board/e66118604b2f3c21/0000abcd", _rows([2**40, 5, "00" * 24])),)),
)  # fmt: skip


def entries(venue: str, session: ShippingSession, poison: Poison) -> list[Entry]:
    """Return the messages that ship a poison."""
    ends: dict[str, Mark] = {}
    found = []
    for journal, content in poison.entries:
        end = ends.get(journal, Mark(0, begin(journal)))
        number = end.number + 1
        checksum = link(end.checksum, number, content)
        found.append(Entry(venue, session, journal, number, end.checksum, checksum, content))
        ends[journal] = Mark(number, checksum)
    return found


def damaged(question: Question, **changed: object) -> bytes:
    """Return the bytes of a message with other fields."""
    return json.dumps(json.loads(encode(question)) | changed).encode()
