"""Couples as a crosstable: matches won and the difference of points of every encounter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablekeeper.formats.answer import StandingsRow
from tablekeeper.formats.couples.encounter import Encounter, Members
from tablekeeper.languages import _, joined
from tablekeeper.pictures import crosstable
from tablekeeper.pictures.crosstable import CrosstableCell
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.text import listing, signed

NOTE = _("Matches won of the five of an encounter, and the difference of points.")


def draw(
    sheet: Drawing, rows: Sequence[StandingsRow], encounters: Iterable[Encounter], members: Members
) -> None:
    """Draw the crosstable of all encounters, and list the members of each couple."""
    y = crosstable.draw(sheet, 30, rows, cells(encounters)) + 24
    sheet.text(0, y, NOTE, size=11, soft=True)
    for couple, pair in members.items():
        y += 18
        sheet.text(0, y, joined((couple, listing(pair)), ": "), size=11, limit=640)


def cells(encounters: Iterable[Encounter]) -> dict[tuple[str, str], CrosstableCell]:
    """Return the cells of the crosstable: matches won, and the difference of points."""
    found: dict[tuple[str, str], CrosstableCell] = {}
    for encounter in encounters:
        if not any(encounter.played.values()) and not encounter.walkover:
            continue
        winner = encounter.winner()
        for mine, theirs in (encounter.couples, encounter.couples[::-1]):
            won = f"{encounter.won[mine]}-{encounter.won[theirs]}"
            found[mine, theirs] = CrosstableCell((won, f"{signed(encounter.points[mine])} p"), winner == mine)
    return found
