"""Fees and payouts of an event, as in its journal (docs/event-files.md, `fees`). Amounts are texts.

    >>> plan = read(Cursor({"currency": "EUR", "fee": "20", "additions": [["Club", "50.50"]],
    ...     "deductions": [], "unit": "percent", "places": ["60", "40"], "step": "1"}))
    >>> plan.fee, plan.additions, plan.places
    (Decimal('20'), (('Club', Decimal('50.50')),), (Decimal('60'), Decimal('40')))
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined, shown, told
from tablekeeper.strictjson import Cursor
from tablekeeper.textchecks import line_at

#: the unit of the places' numbers: percent, shares of their sum, or fixed sums
PERCENT, SHARES, SUMS = "percent", "shares", "sums"
UNITS = (PERCENT, SHARES, SUMS)
#: the stage that has what the others leave: the Main of a knockout
MAIN = "main"
#: a field of a plan -> its name
LABELS = {
    "currency": _("Currency"), "fee": _("Fee"), "additions": _("Additions"), "deductions": _("Deductions"),
    "unit": _("Unit"), "places": _("Places"), "step": _("Step"), "stages": _("Stages"),
}  # fmt: skip
#: the smallest difference between amounts of money
CENT = Decimal("0.01")
#: the most letters of a currency and of an addition's name, and the most paid places
_CURRENCY, _WHAT, _PLACES, _STAGES = 10, 60, 256, 20
_AMOUNT = re.compile(r"\d{1,9}(\.\d{1,2})?")
_STAGE = re.compile(
    r"(?P<stage>[^\W\d][^%\d]*?)\s+((?P<percent>[\d.]+)\s*%\s+)?(?P<places>[\d.]+(\s*,\s*[\d.]+)*)"
)
#: (largest number of players, percent of the places); both losers of a semi-final share places 3 and 4
SUGGESTED = (
    (3, "100"), (7, "65,35"), (15, "50,30,10,10"), (31, "45,25,10,10,2.5,2.5,2.5,2.5"),
    (10**9, "40,22,9,9,5,5,5,5"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StagePlan:
    """The prizes of a stage: `places` are shares of a `percent` of the pool, or without it fixed sums."""

    stage: str
    percent: Decimal | None
    places: tuple[Decimal, ...]

    @property
    def text(self) -> str:
        """The line that `stages_of` reads, with the stage's word in the reader's language."""
        share = "" if self.percent is None else f"{self.percent:f}% "
        return joined((stage_word(self.stage), f"{share}{','.join(f'{one:f}' for one in self.places)}"), " ")

    @property
    def body(self) -> dict[str, Any]:
        """The journal's form."""
        share = {} if self.percent is None else {"percent": f"{self.percent:f}"}
        return {"stage": self.stage, **share, "places": [f"{one:f}" for one in self.places]}


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
    #: the stages that have a part of the pool; `places` are the Main's then, which has what is left
    stages: tuple[StagePlan, ...] = ()


def stage_word(key: str) -> str:
    """Return the word for a stage, which people type and read in their language."""
    return told(key.replace("_", " "), {})


def stage_of(text: str) -> dict[str, Any] | None:
    """Return a stage's prizes for the journal, from a line; None if it is not such a line.

    >>> stage_of("Last chance 10% 2,1")
    {'stage': 'last_chance', 'percent': '10', 'places': ['2', '1']}
    >>> stage_of("consolation 60, 40")
    {'stage': 'consolation', 'places': ['60', '40']}
    """
    found = _STAGE.fullmatch(text.strip())
    if found is None:
        return None
    share = {} if found["percent"] is None else {"percent": found["percent"]}
    places = [one.strip() for one in found["places"].split(",")]
    return {"stage": _key(found["stage"]), **share, "places": places}


def stages_of(lines: Iterable[str], known: Iterable[str] = ()) -> list[dict[str, Any]] | tuple[()]:
    """Return the prizes of stages for the journal, from their lines; () for the line "none".

    The `known` stages may be named by their words in the reader's language, too.
    """
    keys = {_key(shown(stage_word(key))): key for key in known}
    found = []
    given = [line for line in lines if line.strip()]
    if [line.strip().lower() for line in given] == ["none"]:
        return ()
    for line in given:
        one = stage_of(line)
        if one is None:
            raise UserError(
                "Write a stage, its percentage of the pool and the shares of its places, such as "
                "'consolation 25%% 60,40', or its fixed sums, such as 'consolation 60,40'; not '%(line)s'.",
                line=line.strip(), field="stages",
            )
        found.append(one | {"stage": keys.get(one["stage"], one["stage"])})
    return found


def _key(stage: str) -> str:
    return "_".join(stage.lower().split())


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
    } | ({"stages": [one.body for one in plan.stages]} if plan.stages else {})  # fmt: skip


def read(body: Cursor) -> FeePlan:
    """Return a plan; refuse wrong amounts, a sum that is not 100 percent, and places with rising amounts."""
    keys = ("currency", "fee", "additions", "deductions", "unit", "places", "step")
    fields = body.fields((*keys, "stages"), keys)
    unit = fields["unit"].choice(UNITS)
    places = _places(fields["places"])
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
        _stages(fields["stages"]) if "stages" in fields else (),
    )


def _places(cursor: Cursor) -> tuple[Decimal, ...]:
    places = tuple(_number(item) for item in cursor.items(1, _PLACES))
    for number, (one, after) in enumerate(pairwise(places), 2):
        if after > one:
            raise cursor.refuse(
                "place %(number)s gets more than place %(number2)s",
                number=number, number2=number - 1,
            )
    if places[0] == 0:
        raise cursor.refuse("first place gets nothing")
    return places


def _stages(cursor: Cursor) -> tuple[StagePlan, ...]:
    found: list[StagePlan] = []
    for item in cursor.items(1, _STAGES):
        fields = item.fields(("stage", "percent", "places"), ("stage", "places"))
        stage = line_at(fields["stage"], _WHAT)
        if stage == MAIN or stage in [one.stage for one in found]:
            raise fields["stage"].refuse("%(stage)s has its prizes already", stage=stage)
        percent = _number(fields["percent"]) if "percent" in fields else None
        found.append(StagePlan(stage, percent, _places(fields["places"])))
    total = sum(one.percent or Decimal(0) for one in found)
    if total > 100:
        raise cursor.refuse("the stages get %(total)s percent together, more than 100", total=f"{total:f}")
    return tuple(found)


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
