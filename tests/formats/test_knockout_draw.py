"""Draws of knockouts: of every size, in any order of results, without a rematch that can be avoided."""

import random
from functools import cache
from itertools import combinations

import pytest

from tablekeeper.audit.knockout_draw import AuditedDraw, Drawer, kept_spread
from tablekeeper.formats import standings
from tablekeeper.formats.knockout.draw import draw_round, free_places, late_places
from tablekeeper.formats.knockout.rules import Knockout
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generator import random_document, random_results
from tests.formats.second_reading import agree, recount
from tests.guards import sample
from tests.nonempty import nonempty

KNOCKOUT = Knockout()


def complete(document, chance):
    """Return a document with random results to the end."""
    document = document | {"results": []}
    return document | {"results": random_results(KNOCKOUT, KNOCKOUT.read(Cursor(document)), chance)}


def random_documents(seeds, leaving=True):
    for seed in seeds:
        document = random_document(KNOCKOUT, random.Random(seed))
        if leaving or not any("absent" in result for result in document["results"]):
            yield document


NOTATIONS = (None, "A.B.|.C.|.D.|.E.|.F.|", "AB.|.CD", "A.B.|.C.|.D.X.R", "A.B.X", "C")
SIZES = (*range(2, 20), 31, 32, 33)
#: of all notations they take as long as all others together
LARGEST = (47, 63, 64)


@pytest.mark.turns(2)
@pytest.mark.parametrize("notation", NOTATIONS)
def test_sizes_of_the_day(notation):
    """All sizes without a consolation; a third of them with one, another third each day."""
    every_size(notation, [*SIZES, *LARGEST] if notation is None else sample.todays(SIZES, of=3))


@pytest.mark.soak
@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_size(notation):
    every_size(notation, [*SIZES, *LARGEST])


def every_size(notation, sizes):
    for count in sizes:
        document = {"format": "knockout", "players": [f"Player {n}" for n in range(count)],
                    "options": {"consolation": notation, "seed": count, "length": 3}}  # fmt: skip
        if notation and "X" not in notation:
            document["options"]["last_chance"] = "1.2.3"
        assert agree(complete(document, random.Random(count))).over


@sample.scenario("the order of ends in a knockout")
@pytest.mark.parametrize("count", [40, pytest.param(900, marks=pytest.mark.soak)])
def test_the_order_in_which_matches_end_changes_nothing(count):
    for document in nonempty(random_documents(range(count), leaving=False)):
        if any("late" in result or "closed" in result for result in document["results"]):
            continue
        waiting = {result["match"]: result for result in document["results"]}
        again = document | {"results": []}
        while upcoming := standings(Cursor(again)).next:
            # the last one that can be played, instead of a random one
            again["results"].append(waiting.pop(upcoming[-1]["match"]))
        assert not waiting
        assert standings(Cursor(again)).rows == standings(Cursor(document)).rows


@sample.scenario("every prefix of a knockout")
@pytest.mark.parametrize("events", [15, pytest.param(400, marks=pytest.mark.soak)])
def test_every_prefix_has_standings_and_a_next_match(events):
    for document in nonempty(random_documents(range(events))):
        for count in nonempty(range(len(document["results"]))):
            answer = standings(Cursor(document | {"results": document["results"][:count]}))
            assert answer.provisional
            assert not answer.over
            assert answer.next or "kept open" in answer.notes[0]
            assert answer.rows[0].rank == 1


@sample.scenario("a match left out of a draw")
@pytest.mark.parametrize("count", [50, pytest.param(1_200, marks=pytest.mark.soak)])
def test_a_match_that_is_left_out_is_seen(count):
    """Without the first match somebody plays on who has not won yet: both readings refuse."""
    seen = 0
    for document in random_documents(range(count), leaving=False):
        results = document["results"]
        places = [place for place, result in enumerate(results) if "match" in result]
        if len(places) < 3:
            continue
        cut = document | {"results": [one for one in results if one is not results[places[0]]]}
        for reading in (recount, lambda value: standings(Cursor(value))):
            with pytest.raises(DocumentError):
                reading(cut)
        seen += 1
    assert seen > count // 4


def minimum(pool, met):
    """Return the fewest rematches in any pairing of a pool, by trying all of them."""

    @cache
    def fewest(left):
        if not left:
            return 0
        one, rest = left[0], left[1:]
        return min(
            (frozenset((one, rest[n])) in met) + fewest(rest[:n] + rest[n + 1 :]) for n in range(len(rest))
        )

    return fewest(tuple(sorted(pool)))


def both_draws(names, met, byes):
    """Yield the pairs of a round as the format and as the audit draw them, the bye last."""
    yield draw_round(names, lambda one, other: frozenset((one, other)) in met, byes.__getitem__)
    yield Drawer(AuditedDraw(tuple(names), None, 0, None, None)).paired(names, frozenset(met), byes)


def all_graphs(count):
    names = "abcdefgh"[:count]
    edges = [frozenset(pair) for pair in combinations(names, 2)]
    for mask in range(2 ** len(edges)):
        yield names, {edge for number, edge in enumerate(edges) if mask >> number & 1}


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_no_rematch_that_can_be_avoided_whoever_has_met(count):
    """Every set of meetings among so many players, and every possible bye."""
    for names, met in nonempty(all_graphs(count)):
        byes = {name: (number % 2, number // 2) for number, name in enumerate(names)}
        rests = names if count % 2 else [None]
        choices = {rest: minimum(set(names) - {rest}, met) for rest in rests}
        for pairs in nonempty(both_draws(names, met, byes)):
            assert sorted(name for pair in pairs for name in pair if name) == sorted(names)
            rematches = sum(frozenset(pair) in met for pair in pairs)
            assert rematches == min(choices.values())
            if count % 2:
                least = [name for name in names if choices[name] == rematches]
                assert byes[pairs[-1][0]] == min(byes[name] for name in least)


def test_no_avoidable_rematch_in_larger_rounds():
    chance = random.Random(7)
    for _ in range(300):
        names = [str(number) for number in range(chance.randint(6, 9))]
        thick = chance.random()
        met = {frozenset(pair) for pair in combinations(names, 2) if chance.random() < thick}
        least = min(minimum(set(names) - {rest}, met) for rest in (names if len(names) % 2 else [None]))
        for pairs in nonempty(both_draws(names, met, dict.fromkeys(names, (0, 0)))):
            assert sum(frozenset(pair) in met for pair in pairs) == least


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_no_match_has_two_free_places_while_another_has_none(size):
    for free in nonempty(range(size - 1)):
        places = free_places(size, free)
        assert places == sorted(set(places))
        assert len(places) == free
        assert all(0 <= place < size for place in places)
        count = [sum(place // 2 == match for place in places) for match in range(size // 2)]
        assert max(count) - min(count) <= 1
        # and the byes are as even between the halves of the board
        halves = [sum(count[: size // 4]), sum(count[size // 4 :])]
        assert size == 2 or abs(halves[0] - halves[1]) <= 1


def byes(places, size):
    """Return the most byes of a player by `places`, less the fewest: byes until only one player is left."""
    count = []
    for place in places:
        widths = [1 << number for number in range(size.bit_length() - 1)]
        others = [range(width * (place // width ^ 1), width * ((place // width ^ 1) + 1)) for width in widths]
        count.append(sum(places.isdisjoint(other) for other in others))
    return max(count) - min(count)


@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_no_double_bye_whoever_comes_late(size):
    """Every number of entries, kept places and late arrivals on the board, by format and audit."""
    for entries in nonempty(range(2, size)):
        for late in nonempty(range(size // 2 + 1 - entries, size - entries + 1)):
            if late < 1:
                continue
            free, kept = late_places(size, entries, late)
            assert (free, kept) == kept_spread(size, entries, late)
            there = set(range(size)) - set(free)
            assert (len(there), len(kept), set(kept) - set(free)) == (entries, late, set())
            for come in nonempty(range(late + 1)):
                places = there | set(kept[:come])
                matches = [place // 2 for place in places]
                if entries + come <= size // 2:
                    # nobody plays in round A before each of its matches has a player
                    assert len(set(matches)) == entries + come or late > size // 2 + 1
                if late <= entries or size < 16:
                    assert byes(places, size) <= 1, (entries, late, come)


def test_a_double_bye_that_was_avoidable_is_avoided():
    """14 entries and 4 kept places: the first two late arrivals met in A1, while A9 was without a player."""
    assert byes({*range(0, 32, 2)} - {16} | {1}, 32) == 2
    document = {"format": "knockout", "players": [f"P{n}" for n in range(14)], "results": [],
                "options": {"late": 4, "late_places": "spread"}}  # fmt: skip
    for come in range(4):
        document["results"].append({"late": f"L{come + 1}"})
        assert not any(pair[1].startswith("L") and pair[0].startswith("L") for pair in
                       (one["players"] for one in agree(document).next))  # fmt: skip
