"""Fees and payouts of an event, as in its journal (docs/event-files.md, `fees`). Amounts are texts.

    >>> plan = read(Cursor({"currency": "EUR", "fee": "20", "additions": [["Club", "50.50"]],
    ...     "deductions": [], "unit": "percent", "places": ["60", "40"], "step": "1"}))
    >>> plan.fee, plan.additions, plan.places
    (Decimal('20'), (('Club', Decimal('50.50')),), (Decimal('60'), Decimal('40')))
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any

from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor
from tablekeeper.textchecks import line_at

#: the unit of the places' numbers: percent, or shares of their sum
PERCENT, SHARES = "percent", "shares"
UNITS = (PERCENT, SHARES)
#: a field of a plan -> its name
LABELS = {
    "currency": _("Currency"), "fee": _("Fee"), "additions": _("Additions"), "deductions": _("Deductions"),
    "unit": _("Unit"), "places": _("Places"), "step": _("Step"), "stages": _("Stages"),
}  # fmt: skip
#: the smallest difference between amounts of money
CENT = Decimal("0.01")
#: the most letters of a currency and of an addition's name, and the most paid places
_CURRENCY, _WHAT, _PLACES = 10, 60, 256
_AMOUNT = re.compile(r"\d{1,9}(\.\d{1,2})?")
#: (largest number of players, percent of the places); both losers of a semi-final share places 3 and 4
SUGGESTED = (
    (3, "100"), (7, "65,35"), (15, "50,30,10,10"), (31, "45,25,10,10,2.5,2.5,2.5,2.5"),
    (10**9, "40,22,9,9,5,5,5,5"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FeePlan:
    """The fee of a player, the additions to and deductions from the pool, and the plan of its payout."""

    currency: str
    fee: Decimal
    additions: tuple[tuple[str, Decimal], ...]
    deductions: tuple[tuple[str, Decimal], ...]
    unit: str  # one of UNITS
    #: the part of each place, first place first; it never increases
    places: tuple[Decimal, ...]
    #: amounts are multiples of it, except for first place and for shares of players of equal rank
    step: Decimal


def suggested(players: int) -> str:
    """Return usual percentages of the places for a number of players; no regulation defines them."""
    return next(places for most, places in SUGGESTED if players <= most)


def body_of(plan: FeePlan) -> dict[str, Any]:
    """Return the journal's form of a plan, the inverse of `read`."""
    return {
        "currency": plan.currency, "fee": f"{plan.fee:f}", "unit": plan.unit, "step": f"{plan.step:f}",
        "additions": [[what, f"{amount:f}"] for what, amount in plan.additions],
        "deductions": [[what, f"{amount:f}"] for what, amount in plan.deductions],
        "places": [f"{one:f}" for one in plan.places],
    }  # fmt: skip


def read(body: Cursor) -> FeePlan:
    """Return a plan; refuse wrong amounts, a sum that is not 100 percent, and places with rising amounts."""
    keys = ("currency", "fee", "additions", "deductions", "unit", "places", "step")
    fields = body.fields(keys, keys)
    unit = fields["unit"].choice(UNITS)
    places = tuple(_number(item) for item in fields["places"].items(1, _PLACES))
    for number, (one, after) in enumerate(pairwise(places), 2):
        if after > one:
            raise fields["places"].refuse(
                "place %(number)s gets more than place %(number2)s",
                number=number, number2=number - 1,
            )
    if places[0] == 0:
        raise fields["places"].refuse("first place gets nothing")
    if unit == PERCENT and sum(places) != 100:
        raise fields["places"].refuse(
            "the places are %(places)s percent together, not 100",
            places=f"{sum(places):f}",
        )
    step = _number(fields["step"])
    if step == 0:
        raise fields["step"].refuse("an amount above 0 is wanted here")
    return FeePlan(
        line_at(fields["currency"], _CURRENCY),
        _number(fields["fee"]),
        _items(fields["additions"]),
        _items(fields["deductions"]),
        unit,
        places,
        step,
    )


def _items(cursor: Cursor) -> tuple[tuple[str, Decimal], ...]:
    found = []
    for item in cursor.items(0, 50):
        what, amount = item.items(2, 2)
        found.append((line_at(what, _WHAT), _number(amount)))
    return tuple(found)


def _number(cursor: Cursor) -> Decimal:
    if not isinstance(cursor.value, str) or not _AMOUNT.fullmatch(cursor.value):
        raise cursor.refuse("an amount such as 20 or 12.50 is wanted here")
    return Decimal(cursor.value)
