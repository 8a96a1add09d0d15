"""Tables over time: each is the ranking of its day, and moves lead from one to the next."""

import random
from datetime import date

from tablekeeper.rankings import ranking_table, read
from tablekeeper.rankings.history import history, moves
from tablekeeper.strictjson import Cursor
from tests.nonempty import nonempty
from tests.rankings.ranking_files import file, random_file, tournament


def test_each_table_is_that_of_its_day():
    for seed in range(40):
        found = read(Cursor(random_file(random.Random(seed))))
        days = []
        for ended, table in history(found):
            (day,) = {one.date for one in ended}
            days.append(day)
            assert table == ranking_table(found, day)
        assert days == sorted({one.date for one in found.tournaments})


def test_without_dates_each_tournament_is_a_step():
    found = file(tournament("T1", {"A": 1, "B": 0}), tournament("T2", {"A": 0, "B": 1}), rules="2024-04")
    steps = list(history(read(Cursor(found))))
    assert [[one.name for one in ended] for ended, _ in steps] == [["T1"], ["T2"]]
    assert {table.rules.key for _, table in steps} == {"2024-04"}


def test_moves_lead_from_one_table_to_the_next():
    for seed in range(40):
        before = None
        for _, table in nonempty(history(read(Cursor(random_file(random.Random(seed), "world"))))):
            if before is not None:
                totals = {row.player: row.total for row in before.rows}
                ranks = {row.player: row.rank for row in before.rows}
                found = moves(before, table)
                for move in found:
                    assert ranks.pop(move.player, None) == move.before
                    totals[move.player] = totals.get(move.player, 0) + move.gained
                assert not ranks
                after = {row.player: (row.rank, row.total) for row in table.rows}
                assert {
                    move.player: (move.after, totals[move.player]) for move in found if move.after
                } == after
                assert all(totals[move.player] == 0 for move in found if move.after is None)
            before = table


def test_who_comes_and_goes():
    found = file(
        tournament("T1", {"A": 2, "B": 1}, date="2025-05-01"),
        tournament("T2", {"B": 3, "C": 1}, date="2025-06-01"),
        window=1,
    )
    before, after = (table for _, table in history(read(Cursor(found))))
    assert [(move.player, move.before, move.after, move.climbed) for move in moves(before, after)] == [
        ("B", 2, 1, 1),
        ("C", None, 2, 0),
        ("A", 1, None, 0),
    ]
    assert ranking_table(read(Cursor(found)), date(2025, 5, 31)) == before
