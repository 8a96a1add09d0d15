"""Formats of events: what to play next, what a result may be, who stands where and why, when it is over.

One folder per format, pure: results in, answers out. `FORMATS` is the one registry.
"""

from __future__ import annotations

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.challengers.rules import Challengers
from tablekeeper.formats.championship.rules import Championship, Masters
from tablekeeper.formats.couples.rules import Couples
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format
from tablekeeper.formats.grand_prix.rules import GrandPrix, GrandPrixPlus
from tablekeeper.formats.knockout.rules import Knockout
from tablekeeper.formats.league.rules import League
from tablekeeper.formats.league_xl.rules import LeagueXl
from tablekeeper.formats.round_robin.rules import RoundRobin
from tablekeeper.formats.swing.rules import Swing
from tablekeeper.formats.tara.rules import Tara
from tablekeeper.formats.triathlon.rules import Triathlon
from tablekeeper.formats.ttt.rules import Ttt
from tablekeeper.strictjson import Cursor

#: Every format by the key of its event files, in the order people meet them.
FORMATS: dict[str, Format] = {
    one.key: one
    for one in (
        League(),
        LeagueXl(),
        Challengers(),
        Championship(),
        Masters(),
        GrandPrix(),
        GrandPrixPlus(),
        Triathlon(),
        Ttt(),
        Swing(),
        Knockout(),
        RoundRobin(),
        Couples(),
        Tara(),
    )
}


def read_event(document: Cursor) -> tuple[Format, Event]:
    """Return the format and the event of a document."""
    if not isinstance(document.value, dict):
        raise document.refuse("an event file holds one object")
    if not document.has("format"):
        raise document.at("format").refuse("is missing")
    form = FORMATS[document.at("format").choice(tuple(FORMATS))]
    return form, form.read(document)


def standings(document: Cursor) -> Answer:
    """Return the standings of the event in a document."""
    form, event = read_event(document)
    return form.answer(event)


__all__ = ["FORMATS", "Answer", "Event", "Format", "read_event", "standings"]
