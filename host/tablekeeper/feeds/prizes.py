"""The fees and prizes of an event as a sheet: a line for each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

from tablekeeper.director.events.fees import EventMoney
from tablekeeper.feeds.sheet import Cell, Sheet
from tablekeeper.languages import joined, pgettext
from tablekeeper.prizes.payout import FeeSheet, Prize
from tablekeeper.prizes.plan import MAIN


def places_text(prize: Prize) -> str:
    """Return the place of a prize, or the places that players of equal rank share: "3-4"."""
    return str(prize.first) if prize.first == prize.last else f"{prize.first}-{prize.last}"


def stage_title(key: str, titles: Mapping[str, str]) -> str:
    """Return the title of a stage of the sheet; `titles` has those besides the Main."""
    return pgettext("stage", "Main") if key == MAIN else titles.get(key, key)


def prize_lines(
    sheet: FeeSheet, titles: Mapping[str, str]
) -> Iterable[tuple[str, list[tuple[str, str | None, Decimal]]]]:
    """Yield each stage of a sheet: title, and lines (place, player or None while not known, amount)."""
    for stage in sheet.stages:
        lines = [(one.first, places_text(one), one.player, one.amount) for one in stage.prizes]
        open_places = [(place, str(place), None, amount) for place, amount in stage.open]
        ordered = sorted((*lines, *open_places), key=lambda one: one[0])
        yield stage_title(stage.stage, titles), [line[1:] for line in ordered]


def prizes_sheet(money: EventMoney, sheet: FeeSheet) -> Sheet:
    """Return the fee, payment and prize of each player, then the sums."""
    prizes: dict[str, list[Prize]] = {}
    for one in sheet.prizes:
        prizes.setdefault(one.player, []).append(one)
    rows: list[tuple[Cell, ...]] = []
    for name in money.players:
        own = prizes.get(name, [])
        # not "3-4", which a spreadsheet reads as a date when it opens CSV
        places = [
            joined((stage_title(one.stage, money.stages), places_text(one).replace("-", " to ")), " ")
            if one.stage
            else places_text(one).replace("-", " to ")
            for one in own
        ]
        rows.append((
            name, sheet.plan.fee, "yes" if name in sheet.paid else "no",
            joined(places) if own else None, sum(one.amount for one in own) if own else None,
        ))  # fmt: skip
    paid_out = sum(one.amount for one in sheet.prizes)
    rows.append(("All", sheet.due, str(len(sheet.paid)), None, paid_out if sheet.prizes else None))
    columns = ("Player", f"Fee ({sheet.plan.currency})", "Paid", "Place", f"Prize ({sheet.plan.currency})")
    return Sheet("Fees and prizes", columns, tuple(rows))
