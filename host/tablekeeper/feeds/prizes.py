"""The fees and prizes of an event as a sheet: a line for each player."""

from __future__ import annotations

from tablekeeper.director.events.fees import EventMoney
from tablekeeper.feeds.sheet import Cell, Sheet
from tablekeeper.prizes.payout import FeeSheet, Prize


def places_text(prize: Prize) -> str:
    """Return the place of a prize, or the places that players of equal rank share: "3-4"."""
    return str(prize.first) if prize.first == prize.last else f"{prize.first}-{prize.last}"


def prizes_sheet(money: EventMoney, sheet: FeeSheet) -> Sheet:
    """Return the fee, payment and prize of each player, then the sums."""
    prizes = {one.player: one for one in sheet.prizes}
    rows: list[tuple[Cell, ...]] = []
    for name in money.players:
        prize = prizes.get(name)
        # not "3-4", which a spreadsheet reads as a date when it opens CSV
        place = None if prize is None else places_text(prize).replace("-", " to ")
        rows.append((
            name, sheet.plan.fee, "yes" if name in sheet.paid else "no",
            place, None if prize is None else prize.amount,
        ))  # fmt: skip
    paid_out = sum(one.amount for one in sheet.prizes)
    rows.append(("All", sheet.due, str(len(sheet.paid)), None, paid_out if sheet.prizes else None))
    columns = ("Player", f"Fee ({sheet.plan.currency})", "Paid", "Place", f"Prize ({sheet.plan.currency})")
    return Sheet("Fees and prizes", columns, tuple(rows))
