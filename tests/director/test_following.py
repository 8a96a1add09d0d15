"""Ratings that follow what counts are those of a whole computation, whatever was looked at before."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.director.ranking.difference import TableStanding
from tablekeeper.director.ranking.following import Follower
from tablekeeper.director.ranking.journal import RankingEntry
from tablekeeper.rankings.book import recompute
from tablekeeper.rankings.systems import SYSTEMS
from tests.nonempty import nonempty


def entry(number, day, results, last=2, state="confirmed"):
    body = {"day": day, "results": [{"sides": [[one], [other]], "length": 5} for one, other in results]}
    return RankingEntry(number, "rating", number, state, body, 7, last)


def whole(entries, roots, system="fibs"):
    """The ratings of these entries, computed at once."""
    ordered = sorted((one for one in entries if one.counts), key=lambda one: (one.day, one.id))
    results = [
        (tuple(tuple(roots.get(person, person) for person in side) for side in one["sides"]), 5, ())
        for each in ordered
        for one in each.body["results"]
    ]
    return {
        row.player: TableStanding(row.rank, Fraction(round(row.figures["rating"] * 100), 100))
        for row in recompute(results, SYSTEMS[system].make()).rows()
    }


pairs = st.lists(st.tuples(st.integers(1, 3), st.integers(4, 6)), min_size=1, max_size=4)
entries = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 3), pairs, st.sampled_from(["confirmed", "withdrawn"])),
    unique_by=lambda one: one[0], max_size=5,
)  # fmt: skip


@settings(max_examples=60)
@given(st.lists(st.tuples(entries, st.booleans()), min_size=1, max_size=5))
def test_any_sequence_of_looks_gives_what_a_whole_computation_does(looks):
    follower = Follower("fibs")
    for version, (asked, merged) in nonempty(enumerate(looks)):
        # what changes has another last action, as in a journal
        found = [
            entry(number, f"2026-05-0{day}", results, version, state) for number, day, results, state in asked
        ]
        roots = {6: 4} if merged else {}
        assert list(follower.standings(found, roots).items()) == list(whole(found, roots).items())


def test_the_newest_entry_is_looked_at_without_the_others(monkeypatch):
    follower = Follower("fibs")
    old = [entry(number, "2026-05-01", [(1, 2), (2, 3), (3, 1)] * 200) for number in range(1, 21)]
    follower.standings(old, {})
    rated = []
    add = follower._book.add
    monkeypatch.setattr(follower._book, "add", lambda results: rated.append(len(results)) or add(results))
    newest = entry(30, "2026-05-02", [(1, 2), (1, 3)])
    follower.standings([*old, newest], {})
    assert rated == [2]
    follower.standings(old, {})
    # back to a state that was kept: a few entries, not all of them
    assert sum(rated) < 2 + 600 * 4
    assert follower.standings(old, {}) == whole(old, {})


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_takes_its_own_results_only(system):
    found = RankingEntry(1, "world", 1, "confirmed", {
        "day": "2026-05-01",
        "results": [{"sides": [[1], [2]], "length": 5}, {"sides": [[3], [4], [5]], "ranks": [1, 2, 2]}],
    }, 3, 2)  # fmt: skip
    assert set(Follower(system).standings([found], {})) == (
        {1, 2} if SYSTEMS[system].lengths else {3, 4, 5}
    )
