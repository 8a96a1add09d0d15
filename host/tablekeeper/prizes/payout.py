"""Computes the pool and the payouts of an event: their sum is the pool, always.

A place gets its part of the pool, rounded down to the plan's step; first place gets the rest. If there are
fewer players than places, the other places are omitted, and the pool is divided among the remaining ones.
Players of equal rank share the sum of their places; cents that cannot be shared go to them one by one, in the
order of the standings.

    >>> plan = FeePlan("EUR", Decimal(20), (), (), "percent", (Decimal(60), Decimal(40)), Decimal(5))
    >>> sheet = compute(plan, ["Ann", "Bob", "Cid"], ["Ann"], [(1, "Bob"), (2, "Ann"), (2, "Cid")])
    >>> sheet.pool, sheet.collected, sheet.by_place
    (Decimal('60.00'), Decimal('20.00'), (Decimal('40.00'), Decimal('20.00')))
    >>> [(prize.player, prize.first, prize.last, str(prize.amount)) for prize in sheet.prizes]
    [('Bob', 1, 1, '40.00'), ('Ann', 2, 3, '10.00'), ('Cid', 2, 3, '10.00')]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from tablekeeper.prizes.plan import CENT, FeePlan

_CENTS = 100


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of a player, for one place or for the places that players of equal rank share."""

    player: str
    first: int
    last: int
    amount: Decimal


@dataclass(frozen=True, slots=True)
class FeeSheet:
    """The money of an event; all amounts have two decimals."""

    plan: FeePlan
    #: the players who owe the fee, and those of them who have paid it
    players: tuple[str, ...]
    paid: tuple[str, ...]
    due: Decimal
    collected: Decimal
    #: the sum of the payouts; `short` is the amount by which the deductions exceed the income
    pool: Decimal
    short: Decimal
    by_place: tuple[Decimal, ...]
    #: by the present standings, best first; players without a prize are left out
    prizes: tuple[Prize, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The players who have not paid yet."""
        return tuple(name for name in self.players if name not in self.paid)


def compute(
    plan: FeePlan, players: Sequence[str], paid: Collection[str], ranks: Sequence[tuple[int, str]]
) -> FeeSheet:
    """Return the sheet; `ranks` are places and players of the standings, () if there are no standings yet.

    The pool counts the fees of all players, paid or not.
    """
    there = tuple(name for name in players if name in paid)
    due, collected = _money(plan.fee * len(players)), _money(plan.fee * len(there))
    total = due + sum(amount for _, amount in plan.additions) - sum(amount for _, amount in plan.deductions)
    pool = _money(max(total, Decimal(0)))
    places = by_place(pool, plan, len(players))
    return FeeSheet(
        plan, tuple(players), there, due, collected, pool, _money(max(-total, Decimal(0))), places,
        _shared(places, ranks),
    )  # fmt: skip


def by_place(pool: Decimal, plan: FeePlan, players: int) -> tuple[Decimal, ...]:
    """Return the prize of each place; () without players."""
    weights = [Fraction(weight) for weight in plan.places[:players]]
    if not weights:
        return ()
    step = Fraction(plan.step)
    exact = [Fraction(pool) * weight / sum(weights) for weight in weights]
    rounded = [_money(Decimal(share // step) * plan.step) for share in exact]
    rounded[0] += pool - sum(rounded)
    return tuple(rounded)


def _shared(places: Sequence[Decimal], ranks: Sequence[tuple[int, str]]) -> tuple[Prize, ...]:
    found: list[Prize] = []
    first = 1
    for _, group in groupby(sorted(ranks, key=lambda one: one[0]), key=lambda one: one[0]):
        names = [name for _, name in group]
        last = first + len(names) - 1
        cents = int(sum(places[first - 1 : last], Decimal(0)) * _CENTS)
        each, left = divmod(cents, len(names))
        for number, name in enumerate(names):
            amount = _money(Decimal(each + (number < left)) / _CENTS)
            if amount:
                found.append(Prize(name, first, last, amount))
        first = last + 1
    return tuple(found)


def _money(amount: Decimal) -> Decimal:
    return amount.quantize(CENT)
