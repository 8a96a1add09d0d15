"""What holds for every ranking file: the slow reading agrees, input order means nothing, adding is undone."""

import copy
import random
from datetime import date

import pytest

from tablekeeper.rankings import read
from tablekeeper.strictjson import Cursor, DocumentError
from tests.nonempty import nonempty
from tests.rankings import oracle_rankings as oracle
from tests.rankings.ranking_files import answer, random_file, random_tournament, table

FILES = 150


def files():
    """Yield random files with a generator for whatever is done with them."""
    for seed in range(FILES):
        chance = random.Random(seed)
        yield chance, random_file(chance)


def test_the_slow_reading_agrees():
    shared = 0
    for _, found in files():
        rows = table(found).rows
        mine = {
            row.player: (
                row.rank,
                list(row.tournament_points),
                list(row.winner_points),
                list(row.compensatory_points),
                row.total,
            )
            for row in rows
        }
        assert mine == oracle.table(found), found
        assert [one.name for one in table(found).window] == [one["name"] for one in oracle.counting(found)]
        shared += len({row.rank for row in rows}) < len(rows)
    assert shared > FILES // 20


def test_the_slow_reading_sees_a_fault():
    found = next(
        one
        for one in (random_file(random.Random(seed), "world", "2024-04") for seed in range(FILES))
        if len(oracle.counting(one)) > 1
    )
    other = table(found | {"window": 1}).rows
    assert {row.player: row.total for row in other} != {
        player: figures[-1] for player, figures in oracle.table(found).items()
    }


def test_the_order_of_the_file_means_nothing_where_all_have_dates():
    for chance, found in nonempty(files()):
        mixed = copy.deepcopy(found)
        chance.shuffle(mixed["tournaments"])
        for one in mixed["tournaments"]:
            players = list(one["wins"])
            chance.shuffle(players)
            one["wins"] = {player: one["wins"][player] for player in players}
        assert answer(mixed) == answer(found)


def test_the_order_is_total():
    for _, found in nonempty(files()):
        rows = answer(found)["rows"]
        assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
        for number, row in enumerate(rows):
            # a rank is one more than the number of those ahead; who shares it stands by name
            assert row["rank"] == 1 + sum(other["rank"] < row["rank"] for other in rows)
            if number and rows[number - 1]["rank"] == row["rank"]:
                assert rows[number - 1]["player"] < row["player"]
                assert rows[number - 1]["decided_by"] is None
            elif number:
                assert rows[number - 1]["decided_by"]


def test_adding_a_tournament_and_taking_it_away_changes_nothing():
    moved = 0
    for chance, found in files():
        before = answer(found)
        more = copy.deepcopy(found)
        players = sorted({player for one in found["tournaments"] for player in one["wins"]})
        more["tournaments"].insert(
            chance.randrange(len(more["tournaments"]) + 1), random_tournament(chance, 999, players)
        )
        moved += answer(more) != before
        more["tournaments"] = [one for one in more["tournaments"] if one["name"] != "T999"]
        assert answer(more) == before
    assert moved > FILES // 3


def test_a_day_is_the_file_without_what_came_later():
    for chance, found in nonempty(files()):
        day = date(chance.choice((2024, 2025, 2026)), chance.randint(1, 12), chance.randint(1, 28))
        shorter = copy.deepcopy(found)
        shorter["tournaments"] = [one for one in found["tournaments"] if one["date"] <= day.isoformat()]
        shorter["rules"] = table(found, day).rules.key
        if found["ranking"] == "medal":
            shorter["tournaments"] = [
                one for one in shorter["tournaments"] if one["date"][:4] == str(day.year)
            ]
        assert answer(found, day)["rows"] == answer(shorter)["rows"]


def test_points_are_conserved():
    answers = [answer(found) for _, found in files()]
    for row, window in nonempty((row, one["window"]) for one in answers for row in one["rows"]):
        assert row["total"] == row["TP_total"] + row["WP_total"] + sum(row["CP"])
        assert (row["TP_total"], row["WP_total"]) == (sum(row["TP"]), sum(row["WP"]))
        assert len(row["TP"]) == len(row["WP"]) == len(row["CP"]) == len(window)


def mutated(chance, value):
    """Return a document with one value put wrong somewhere."""
    junk = (None, -1, 0.25, "", "X", [], {}, True, 10**30, [["A"]], {"A": 1})
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        return {**value, key: mutated(chance, value[key])}
    if isinstance(value, list) and value and chance.random() < 0.9:
        place = chance.randrange(len(value))
        return [*value[:place], mutated(chance, value[place]), *value[place + 1 :]]
    return chance.choice(junk)


@pytest.mark.parametrize("seed", range(10))
def test_nonsense_is_refused_or_read(seed):
    chance = random.Random(seed)
    refused = 0
    for _ in range(100):
        found = mutated(chance, random_file(chance))
        try:
            read(Cursor(found))
            answer(found)
        except DocumentError:
            refused += 1
    assert refused > 50
