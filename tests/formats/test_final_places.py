"""The final places of every format: the winner is first and gets the first prize; a second reading agrees."""

import random
from decimal import Decimal

import pytest

from tablekeeper.director.events.fees import USUAL
from tablekeeper.formats import FORMATS
from tablekeeper.formats.answer import document, grouped
from tablekeeper.prizes.payout import compute
from tablekeeper.prizes.plan import read
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import random_document
from tests.formats.league_events import league
from tests.formats.second_reading import agree, told

PLAN = read(Cursor({**USUAL, "fee": "10", "places": ["60", "30", "10"]}))
#: A wins each game of the round-robin, B comes second, C third
TABLE = "4-0 0-4 4-1 0-4 4-2 2-4"


def final(*winners, stage="final", players=("A", "B")):
    return [{"stage": stage, "players": list(players), "winner": winner} for winner in winners]


def held(key, seed):
    """Check a random event, whole and cut short; return whether its final places differ from the table."""
    chance = random.Random(f"{key} {seed} places")
    value = random_document(FORMATS[key], chance)
    results = value["results"]
    agree(value | {"results": results[: chance.randrange(len(results))]})
    answer = agree(value)
    first, *_ = grouped(answer.placed)
    players = sorted(row.player for row in answer.rows)
    assert sorted(row.player for row in answer.placed) == players
    ranks = [(row.rank, row.player) for row in answer.placed]
    assert [rank for rank, _ in ranks] == [1 + sum(one < rank for one, _ in ranks) for rank, _ in ranks]
    sheet = compute(PLAN, players, (), ranks)
    assert sum(one.amount for one in sheet.prizes) == sheet.pool
    best = max(one.amount for one in sheet.prizes)
    assert [one.player for one in sheet.prizes if one.first == 1] == first
    if answer.winner is None:
        assert len(first) > 1, answer
    else:
        # the winner of a match between two teams is the team
        assert answer.winner in (first[0], " and ".join(first))
        assert sheet.prizes[0].amount == best
        if len(first) == 1:
            assert best == sheet.by_place[0]
    return answer.placed != answer.rows


@pytest.mark.turns(4)
@pytest.mark.parametrize("key", FORMATS)
def test_who_has_won_is_first_and_gets_the_first_prize(key):
    differ = sum(held(key, seed) for seed in range(40))
    assert bool(differ) == (key in ("league-2t", "league-2t-xl", "ttt"))


@pytest.mark.soak
@pytest.mark.parametrize("key", FORMATS)
def test_1000_events_of_each_format(key, record_property):
    differ = sum(held(key, seed) for seed in range(1000, 2000))
    record_property("figure", f"1,000 random events of {key}: final places differ from the table in {differ}")


@pytest.mark.parametrize(
    ("playoffs", "more", "places"),
    [
        # the table decides as long as there is no final
        ("none", [], "ABC"),
        ("top2", [], "ABC"),
        # the winner of the final is first, though second in the table
        ("top2", final("B", "B"), "BAC"),
        ("top2", final("B", "A", "A"), "ABC"),
        # C reaches the final from third place of the table: B is third, whoever wins the final
        ("all", final("C", "C", stage="qualifying", players="BC"), "ACB"),
        ("all", [*final("C", "C", stage="qualifying", players="BC"), *final("C", "C", players="AC")], "CAB"),
        # who leaves the final comes last
        ("top2", [*final("B"), {"absent": "A", "ruling": "walkovers"}], "BCA"),
        # the first of the table leaves during the qualifying round: its winner has won
        ("all", [*final("C", stage="qualifying", players="BC"), {"absent": "A", "ruling": "walkovers"},
                 *final("C", stage="qualifying", players="BC")], "CBA"),
        # who leaves after the end keeps the place
        ("top2", [*final("B", "B"), {"absent": "B", "ruling": "walkovers"}], "BAC"),
    ],
)  # fmt: skip
def test_places_after_playoffs(playoffs, more, places):
    cursor = league(TABLE, more=more, playoffs=playoffs, qualifying_to=2, final_to=2)
    answer = agree(cursor.value)
    assert [row.player for row in answer.rows] == ["A", "B", "C"]
    assert "".join(row.player for row in answer.placed) == places
    assert [one["player"] for one in document(answer)["places"]] == list(places)
    if answer.over:
        # what is at stake says the same places
        form = FORMATS["league-2t"]
        needs = told(form, form.read(cursor))
        assert [needs[player][:2] for player in places] == [(1, 1), (2, 2), (3, 3)]


def test_the_reasons_of_final_places_are_those_of_the_playoffs():
    answer = agree(league(TABLE, more=final("B"), playoffs="top2").value)
    told = [(row.rank, row.player, row.figures["table_rank"], row.decided_by, row.explain)
            for row in answer.placed]  # fmt: skip
    assert told == [
        (1, "B", 2, "final round", "won v lost"), (2, "A", 1, "final round", "lost v not in it"),
        (3, "C", 3, None, None),
    ]  # fmt: skip
    assert answer.rows[0].decided_by == "overall win-loss record"


def test_players_of_the_same_rank_in_two_groups_share_a_place():
    groups = [["A", "B"], ["C", "D"]]
    results = [{"match": 1, "players": ["A", "B"], "winner": "B", "kind": "single"},
               {"match": 2, "players": ["C", "D"], "winner": "C", "kind": "single"}]  # fmt: skip
    value = {"format": "ttt", "options": {"groups": groups}, "players": list("ABCD"), "results": results}
    answer = agree(value)
    assert [(row.rank, row.player) for row in answer.rows] == [(1, "B"), (2, "A"), (1, "C"), (2, "D")]
    assert document(answer)["places"] == [
        {"place": 1, "player": "B"}, {"place": 1, "player": "C"},
        {"place": 3, "player": "A"}, {"place": 3, "player": "D"},
    ]  # fmt: skip
    assert compute(PLAN, list("ABCD"), (), [(row.rank, row.player) for row in answer.placed]).prizes[
        0
    ].amount == Decimal("18.00")
