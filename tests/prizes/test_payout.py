"""Payouts are the pool to the last cent, whatever the plan; places and ties get what the rule says."""

from decimal import Decimal
from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.prizes.payout import compute
from tablekeeper.prizes.plan import PERCENT, SHARES, SUGGESTED, FeePlan, read, suggested
from tablekeeper.strictjson import Cursor, DocumentError

BODY = {
    "currency": "EUR", "fee": "20", "additions": [["Club", "50"]], "deductions": [["Dice", "30.50"]],
    "unit": "percent", "places": ["60", "40"], "step": "1",
}  # fmt: skip


def plan(fee="20", places=("60", "40"), step="1", unit=PERCENT, additions=(), deductions=()):
    numbers = tuple(map(Decimal, places))
    return FeePlan("EUR", Decimal(fee), additions, deductions, unit, numbers, Decimal(step))


def names(count):
    return [f"P{number}" for number in range(1, count + 1)]


def paid_out(found, count, ranks=None):
    players = names(count)
    ranks = ranks if ranks is not None else list(enumerate(players, 1))
    return {one.player: str(one.amount) for one in compute(found, players, (), ranks).prizes}


def test_a_worked_example():
    sheet = compute(read(Cursor(BODY)), names(8), ["P2", "P7", "Nobody"], list(enumerate(names(8), 1)))
    # 8 x 20 + 50 - 30.50
    assert [str(one) for one in (sheet.due, sheet.collected, sheet.pool)] == ["160.00", "40.00", "179.50"]
    # 60 % are 107.70 and 40 % are 71.80: second place gets 71, first the rest
    assert [str(one) for one in sheet.by_place] == ["108.50", "71.00"]
    assert sheet.missing == ("P1", "P3", "P4", "P5", "P6", "P8")


def test_losers_of_a_semi_final_share_their_places():
    found = plan(places=("50", "30", "15", "5"), step="0.01", fee="10.01")
    assert paid_out(found, 4, [(1, "P1"), (2, "P2"), (3, "P4"), (3, "P3")]) == {
        "P1": "20.03", "P2": "12.01", "P4": "4.00", "P3": "4.00",
    }  # fmt: skip


def test_cents_that_cannot_be_shared_go_in_the_order_of_the_standings():
    found = plan(places=("1",), step="0.01", fee="1", unit=SHARES)
    assert paid_out(found, 3, [(1, "P3"), (1, "P1"), (1, "P2")]) == {"P3": "1.00", "P1": "1.00", "P2": "1.00"}
    assert paid_out(plan(places=("1",), fee="0.05", step="0.01", unit=SHARES), 2, [(1, "P2"), (1, "P1")]) == {
        "P2": "0.05", "P1": "0.05",
    }  # fmt: skip
    extra = plan(places=("1",), fee="1", step="0.01", unit=SHARES, additions=(("Box", Decimal("0.02")),))
    assert paid_out(extra, 3, [(1, "P3"), (1, "P1"), (1, "P2")]) == {"P3": "1.01", "P1": "1.01", "P2": "1.00"}


def test_places_that_nobody_can_take_go_to_the_others():
    assert paid_out(plan(places=("50", "30", "20")), 2) == {"P1": "25.00", "P2": "15.00"}
    assert compute(plan(), [], (), ()).by_place == ()


def test_a_step_larger_than_the_pool_gives_all_to_the_first():
    assert paid_out(plan(step="1000"), 3) == {"P1": "60.00"}


def test_deductions_larger_than_what_comes_in_are_told():
    sheet = compute(plan(deductions=(("Hall", Decimal(100)),)), names(2), (), [(1, "P1"), (2, "P2")])
    assert (str(sheet.pool), str(sheet.short), sheet.prizes) == ("0.00", "60.00", ())


def test_before_there_are_standings_only_places_have_amounts():
    sheet = compute(plan(), names(2), (), ())
    assert (sheet.prizes, [str(one) for one in sheet.by_place]) == ((), ["24.00", "16.00"])


@pytest.mark.parametrize("players", [1, 3, 4, 7, 8, 15, 16, 31, 32, 256])
def test_what_is_suggested_can_be_used(players):
    places = suggested(players).split(",")
    assert read(Cursor({**BODY, "places": places})).places == tuple(map(Decimal, places))
    assert len(places) <= max(players, 1)
    assert [most for most, _ in SUGGESTED] == sorted(most for most, _ in SUGGESTED)


@pytest.mark.parametrize(
    ("change", "place", "reason"),
    [
        ({"fee": 20}, "fee", "an amount such as"),
        ({"fee": "-1"}, "fee", "an amount such as"),
        ({"fee": "1.005"}, "fee", "an amount such as"),
        ({"fee": "1e3"}, "fee", "an amount such as"),
        ({"fee": "NaN"}, "fee", "an amount such as"),
        ({"fee": "1234567890"}, "fee", "an amount such as"),
        ({"places": ["60", "30"]}, "places", "are 90 percent together"),
        ({"places": ["40", "60"]}, "places", "place 2 gets more than place 1"),
        ({"places": ["0"], "unit": "shares"}, "places", "first place gets nothing"),
        ({"places": []}, "places", "give 1 to 256 here"),
        ({"step": "0"}, "step", "above 0"),
        ({"unit": "parts"}, "unit", "is not one of"),
        ({"currency": ""}, "currency", "a text is wanted"),
        ({"additions": [["Club"]]}, "additions[0]", "give 2 here"),
        ({"additions": [["Club\n", "5"]]}, "additions[0][0]", "invisible character"),
        ({"tax": "5"}, "tax", "unknown key"),
    ],
)
def test_what_is_no_plan_is_refused_at_its_place(change, place, reason):
    with pytest.raises(DocumentError) as caught:
        read(Cursor({**BODY, **change}))
    assert caught.value.place == place
    assert reason in caught.value.reason


# --- an oracle of its own on random cases ---------------------------------------------------------------

cents = st.integers(0, 10**7).map(lambda number: Decimal(number) / 100)
plans = st.builds(
    FeePlan, st.just("EUR"), cents,
    st.lists(st.tuples(st.just("more"), cents), max_size=3).map(tuple),
    st.lists(st.tuples(st.just("less"), cents), max_size=3).map(tuple),
    st.just(SHARES),
    st.lists(st.integers(1, 400), min_size=1, max_size=12).map(
        lambda found: tuple(Decimal(one) / 4 for one in sorted(found, reverse=True))
    ),
    st.sampled_from([Decimal(one) for one in ("0.01", "0.05", "0.5", "1", "5", "10", "2.5", "0.03")]),
)  # fmt: skip


@st.composite
def finished(draw):
    """Players with the ranks of a finished event: after n players of one rank the next is n further on."""
    players = names(draw(st.integers(1, 20)))
    ranks, rank = [], 1
    left = draw(st.permutations(players))
    while left:
        size = draw(st.integers(1, len(left)))
        ranks += [(rank, name) for name in left[:size]]
        rank, left = rank + size, left[size:]
    return players, ranks


@given(plans, finished())
def test_the_payouts_are_the_pool_and_every_place_has_its_part(found, event):
    players, ranks = event
    sheet = compute(found, players, (), ranks)
    total = len(players) * Fraction(found.fee) + sum(Fraction(one) for _, one in found.additions)
    total -= sum(Fraction(one) for _, one in found.deductions)
    assert Fraction(sheet.pool) - Fraction(sheet.short) == total
    assert sum(sheet.by_place) == sum(one.amount for one in sheet.prizes) == sheet.pool
    # each place but the first is a multiple of the step, and less than a step below its part
    weights = [Fraction(one) for one in found.places[: len(players)]]
    for place, amount in list(enumerate(sheet.by_place))[1:]:
        part = Fraction(sheet.pool) * weights[place] / sum(weights)
        assert Fraction(amount) % Fraction(found.step) == 0
        assert 0 <= part - Fraction(amount) < Fraction(found.step)
    assert list(sheet.by_place) == sorted(sheet.by_place, reverse=True)
    # who is level gets the same but for a cent, and together what their places get
    got = {one.player: one.amount for one in sheet.prizes}
    for _, group in groupby(ranks, key=lambda one: one[0]):
        level = [name for _, name in group]
        amounts = [got.get(name, Decimal(0)) for name in level]
        start = ranks.index(next(one for one in ranks if one[1] == level[0]))
        assert sum(amounts) == sum(sheet.by_place[start : start + len(level)])
        assert max(amounts) - min(amounts) <= Decimal("0.01")
