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

With prizes by stage, a stage gets its percentage of the pool, rounded down to the step, or fixed sums; the
Main has the rest. A stage in which nobody plays gets nothing. A player can have a prize in several stages.
Names are told for the places that no result can change any more. Fixed sums are paid whatever the pool is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain, groupby

from tablekeeper.prizes.plan import CENT, MAIN, SUMS, FeePlan

_CENTS = 100

#: places and players, best first
Ranks = Sequence[tuple[int, str]]
#: the known places within a stage, and the number of its players; None while more can enter
Stage = tuple[Ranks, int | None]


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of a player, for one place or for the places that players of equal rank share."""

    player: str
    first: int
    last: int
    amount: Decimal
    #: key of the stage, "" if the plan has no stages
    stage: str = ""


@dataclass(frozen=True, slots=True)
class StageSheet:
    """The prizes of a stage: what each place gets, who has it, and the places that are not known yet."""

    stage: str
    by_place: tuple[Decimal, ...]
    prizes: tuple[Prize, ...]
    open: tuple[tuple[int, Decimal], ...]


@dataclass(frozen=True, slots=True)
class FeeSheet:
    """The money of an event; all amounts have two decimals."""

    plan: FeePlan
    #: the players who owe the fee, and those of them who have paid it
    players: tuple[str, ...]
    paid: tuple[str, ...]
    due: Decimal
    collected: Decimal
    #: the payouts are the pool, except with fixed sums; then `left` is not paid out. `short` is the amount
    #: by which deductions and fixed sums exceed the income
    pool: Decimal
    short: Decimal
    left: Decimal
    #: what each place gets, in the Main if there are stages
    by_place: tuple[Decimal, ...]
    #: by the present standings, best first; players without a prize are left out
    prizes: tuple[Prize, ...]
    #: the Main and the stages that have a part of the pool; () if the plan has no stages
    stages: tuple[StageSheet, ...] = ()

    @property
    def payouts(self) -> Decimal:
        """The sum of all prizes, known or not."""
        places = [one.by_place for one in self.stages] or [self.by_place]
        return sum(chain.from_iterable(places), Decimal(0))

    @property
    def missing(self) -> tuple[str, ...]:
        """The players who have not paid yet."""
        return tuple(name for name in self.players if name not in self.paid)


def compute(
    plan: FeePlan,
    players: Sequence[str],
    paid: Collection[str],
    ranks: Ranks,
    stages: Mapping[str, Stage] | None = None,
) -> FeeSheet:
    """Return the sheet; `ranks` are places and players of the standings, () if there are no standings yet.

    `stages` are the stages of the event, the Main among them. The pool counts the fees of all players, paid
    or not.
    """
    there = tuple(name for name in players if name in paid)
    due, collected = _money(plan.fee * len(players)), _money(plan.fee * len(there))
    total = due + sum(amount for _, amount in plan.additions) - sum(amount for _, amount in plan.deductions)
    pool = _money(max(total, Decimal(0)))
    held = stages or {}
    parts = {
        one.stage: _part(pool, one.percent, one.places, plan.step, held[one.stage][1])
        for one in plan.stages
        if one.stage in held
    }
    rest = total - sum(map(sum, parts.values()))
    if plan.unit == SUMS:
        main = tuple(map(_money, plan.places[: len(players)]))
        rest -= sum(main)
    else:
        main = _divided(_money(max(rest, Decimal(0))), plan.places[: len(players)], plan.step)
    left = _money(max(rest, Decimal(0))) if plan.unit == SUMS else _money(Decimal(0))
    sheets: tuple[StageSheet, ...] = ()
    if plan.stages:
        known = held.get(MAIN, (ranks, len(players)))[0]
        others = (_sheet(key, part, held[key][0]) for key, part in parts.items())
        sheets = (_sheet(MAIN, main, known), *others)
        prizes = tuple(prize for one in sheets for prize in one.prizes)
    else:
        prizes = tuple(_shared(main, _in_turn(ranks)))
    return FeeSheet(
        plan, tuple(players), there, due, collected, pool, _money(max(-rest, Decimal(0))), left, main,
        prizes, sheets,
    )  # fmt: skip


def _part(
    pool: Decimal, percent: Decimal | None, places: Sequence[Decimal], step: Decimal, players: int | None
) -> tuple[Decimal, ...]:
    """Return the prizes of a stage: fixed sums, or shares of a percentage of the pool."""
    there = places[:players]
    if percent is None or not there:
        return tuple(map(_money, there))
    return _divided(_floor(Fraction(pool) * Fraction(percent) / 100, step), there, step)


def _divided(amount: Decimal, places: Sequence[Decimal], step: Decimal) -> tuple[Decimal, ...]:
    """Return the prize of each place; () without places."""
    weights = [Fraction(weight) for weight in places]
    if not weights:
        return ()
    rounded = [_floor(Fraction(amount) * weight / sum(weights), step) for weight in weights]
    rounded[0] += amount - sum(rounded)
    return tuple(rounded)


def _floor(amount: Fraction, step: Decimal) -> Decimal:
    return _money(Decimal(amount // Fraction(step)) * step)


def _in_turn(ranks: Ranks) -> list[tuple[int, str]]:
    """Return the places without gaps: after n players of a place the next one is n further on."""
    order = sorted(ranks, key=lambda one: one[0])
    return [(1 + sum(other < rank for other, _ in order), name) for rank, name in order]


def _sheet(stage: str, places: tuple[Decimal, ...], ranks: Ranks) -> StageSheet:
    known = {
        number
        for rank, group in groupby(ranks, key=lambda one: one[0])
        for number in range(rank, rank + len(list(group)))
    }
    open_places = tuple((one, amount) for one, amount in enumerate(places, 1) if one not in known)
    return StageSheet(stage, places, tuple(_shared(places, ranks, stage)), open_places)


def _shared(places: Sequence[Decimal], ranks: Ranks, stage: str = "") -> Iterable[Prize]:
    for first, group in groupby(ranks, key=lambda one: one[0]):
        names = [name for _, name in group]
        last = first + len(names) - 1
        cents = int(sum(places[first - 1 : last], Decimal(0)) * _CENTS)
        each, left = divmod(cents, len(names))
        for number, name in enumerate(names):
            amount = _money(Decimal(each + (number < left)) / _CENTS)
            if amount:
                yield Prize(name, first, last, amount, stage)


def _money(amount: Decimal) -> Decimal:
    return amount.quantize(CENT)
