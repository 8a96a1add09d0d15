"""Rulings and their effects as sentences: the history, the report and the answers of commands use them."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.director.desk.entries import Ruling
from tablekeeper.languages import _, joined
from tablekeeper.regulation.finding import Effect
from tablekeeper.regulation.paragraphs import cited


def effects_text(effects: Sequence[Effect]) -> str:
    """Return the effects in one line, "nothing follows" if there are no effects."""
    return joined((effect.sentence() for effect in effects), "; ") or _("nothing follows")


def ruling_text(ruling: Ruling) -> str:
    """Return a ruling in one line: case, effects, paragraphs, and the reason for any other decision."""
    told = ruling.sentence
    if ruling.effects:
        told += "; " + effects_text(ruling.effects)
    told += joined((" [", cited(ruling.paragraphs), "]"), "")
    if ruling.proposed is not None:
        told += _("; the regulation alone: %(effects_text)s", effects_text=effects_text(ruling.proposed))
    return told + (f" ({ruling.reason})" if ruling.reason else "")
