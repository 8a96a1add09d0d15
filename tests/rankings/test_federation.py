"""One pass over a federation: ratings and all ranking tables agree with those computed one by one."""

import random
import resource
from datetime import date

import pytest

from benchmarks.onepass import Federation
from tablekeeper.rankings import document, ranking_table, read, read_tournament
from tablekeeper.rankings.book import recompute
from tablekeeper.rankings.partnership import OpenSkill
from tablekeeper.strictjson import Cursor
from tests.rankings.ranking_files import random_tournament, tournament
from tests.rankings.test_ratings import names, random_results, three_player_results


def test_one_pass_is_what_the_parts_are():
    chance = random.Random(21)
    for _ in range(5):
        tournaments = sorted(
            (random_tournament(chance, number, names(5)) for number in range(60)),
            key=lambda one: (one["date"], one["name"]),
        )
        federation = Federation(games=OpenSkill())
        matches, games = [], []
        for count, one in enumerate(tournaments, 1):
            event = random_results(chance, 4), three_player_results(chance, 2)
            matches += event[0]
            games += event[1]
            federation.add(*event, [read_tournament(Cursor(one))])
            if count % 15:
                continue
            for ranking in ("world", "double-threat", "medal"):
                so_far = {"ranking": ranking, "tournaments": tournaments[:count]}
                whole = document(ranking_table(read(Cursor(so_far))))
                # what does not count is not held, so it cannot be named
                whole.pop("notes", None) if ranking != "medal" else None
                assert document(federation.table(ranking)) == whole
        assert list(federation.matches.rows()) == list(recompute(matches).rows())
        assert list(federation.games.rows()) == list(recompute(games, OpenSkill()).rows())


def test_a_tournament_that_comes_late_is_refused():
    federation = Federation()
    one = read_tournament(Cursor(tournament("T1", {"A": 1, "B": 0}, date="2025-05-01")))
    federation.add(tournaments=[one])
    assert federation.table("world").rules.since == date(2025, 1, 1)
    for late in ("2025-04-30", None):
        more = {"date": late} if late else {}
        other = read_tournament(Cursor(tournament("T2", {"A": 1, "B": 0}, **more)))
        with pytest.raises(ValueError, match="T2 has no date, or one before 2025-05-01"):
            federation.add(tournaments=[other])


@pytest.mark.soak
def test_ten_million_matches_take_ten_times_as_long_and_no_more_memory(record_property):
    from benchmarks import bench_ratings

    rates, resident = [], []
    for count in (1_000_000, 10_000_000):
        drawn = bench_ratings.drawing(count)
        federation, took = bench_ratings.whole_pass(count)
        rates.append(count / (took - drawn))
        resident.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        assert sum(row.matches for row in federation.matches.rows()) == 2 * count
    # a few states more are kept for corrections, and nothing of the results
    assert resident[1] - resident[0] < 200
    record_property(
        "figure",
        f"1,000,000 matches of 100,000 players at {rates[0]:,.0f}/s in {resident[0]:.0f} MiB, "
        f"10,000,000 at {rates[1]:,.0f}/s in {resident[1]:.0f} MiB",
    )
