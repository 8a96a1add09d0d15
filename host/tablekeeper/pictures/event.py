"""The picture of an event: its format draws it, below its name and with the standings in words."""

from __future__ import annotations

from tablekeeper.formats import Answer, Event, Format
from tablekeeper.formats.format import Futures
from tablekeeper.languages import _, joined, pgettext
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.text import figure_name, value_text


def picture(
    form: Format, event: Event, name: str = "", alone: bool = True, futures: Futures | None = None
) -> str | None:
    """Return the picture of an event as SVG; None if its format has none.

    `alone` is for a separate file; without it the picture takes the colours of the page around it.
    With `futures` the settled places are listed below.
    """
    sheet = Drawing()
    answer = form.answer(event)
    title = name or form.title
    sheet.text(0, 16, title, size=18, bold=True, limit=640)
    if not form.picture(sheet, event, answer):
        return None
    if futures is not None and futures.determined:
        settled = joined(
            _("place %(place)s %(player)s", place=place, player=player)
            for place, player in futures.determined
        )
        told_so = _("Settled: %(places)s.", places=settled)
        sheet.text(0, sheet.bottom + 24, told_so, limit=max(640.0, sheet.right))
    return sheet.svg(title, told(form, answer), alone)


def told(form: Format, answer: Answer) -> str:
    """Return the standings in words, for people who cannot see the picture."""
    rows = joined(
        (
            f"{row.rank} {row.player}: "
            + joined(joined((figure_name(key), value_text(value)), " ") for key, value in row.shown.items())
            for row in answer.rows
        ),
        "; ",
    )
    state = pgettext("event", "over") if answer.over else _("not over")
    return joined((form.title, state)) + ". " + rows + "."
