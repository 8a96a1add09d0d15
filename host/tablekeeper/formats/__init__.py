"""Formats of events: the next pairings, valid results, standings with reasons, and the end of an event.

One folder per format, pure: results in, answers out. A format also defines the set-up of a board, the meaning
of the board's results, the value of an event in rankings and ratings, and its picture. `FORMATS` holds every
installed format, also the formats of other packages (see `registry`).
"""

from __future__ import annotations

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format
from tablekeeper.formats.registry import FormatRegistry
from tablekeeper.strictjson import Cursor

FORMATS = FormatRegistry()


def read_event(document: Cursor) -> tuple[Format, Event]:
    """Return the format and the event of a document."""
    if not isinstance(document.value, dict):
        raise document.refuse("an event file holds one object")
    if not document.has("format"):
        raise document.at("format").refuse("is missing")
    key = document.at("format")
    # only the refusal needs the names of all formats, because listing them loads every format
    known = isinstance(key.value, str) and key.value in FORMATS
    form = FORMATS[key.value if known else key.choice(tuple(FORMATS))]
    return form, form.read(document)


def standings(document: Cursor) -> Answer:
    """Return the standings of the event in a document."""
    form, event = read_event(document)
    return form.answer(event)


__all__ = ["FORMATS", "Answer", "Event", "Format", "read_event", "standings"]
