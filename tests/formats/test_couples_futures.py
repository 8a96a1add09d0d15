"""What is open among couples, against every winner and every margin of the matches to come."""

import random
from itertools import combinations, product

import pytest

from tablekeeper.formats import FORMATS, read_event
from tablekeeper.strictjson import Cursor
from tests.formats.second_reading import ranks, recount, spans, told
from tests.nonempty import nonempty

COUPLES = FORMATS["couples"]
#: phase -> which players of the first couple meet which of the second (None: both, consulting)
SEATS = {1: [(0, 1), (1, 0)], 2: [None], 3: [(0, 0), (1, 1)]}


def futures(document):
    """Return what an event document says of its futures."""
    return COUPLES.futures(COUPLES.read(Cursor(document)))


def fixtures(couples):
    """Yield every match of an event: couples, phase, names."""
    for one, other in combinations(couples, 2):
        for phase, seats in SEATS.items():
            for seat in seats:
                names = [one, other] if seat is None else [couples[one][seat[0]], couples[other][seat[1]]]
                yield {"couples": [one, other], "phase": phase, "players": names}


def result(fixture, seat, margin):
    """Return a match won by one of its two, by a margin."""
    score = [margin, 0] if seat == 0 else [0, margin]
    return fixture | {"winner": fixture["players"][seat], "score": score}


def partial(seed, count, left, margins=(1, 2), lean=0.5):
    """Return a random event of so many couples with so many matches to come."""
    chance = random.Random(f"couples {seed} {count} {left}")
    couples = {name: [f"{name}1", f"{name}2"] for name in "ABCDEFGH"[:count]}
    order = list(combinations(couples, 2))
    chance.shuffle(order)
    # whole encounters are played in random order, so what is open is spread by taking matches off ends
    played = {pair: [one for one in fixtures(couples) if tuple(one["couples"]) == pair] for pair in order}
    for _ in range(left):
        played[chance.choice([pair for pair in order if played[pair]])].pop()
    results = [
        result(one, int(chance.random() < lean), chance.choice(margins))
        for matches in played.values() for one in matches
    ]  # fmt: skip
    return {"format": "couples", "options": {"couples": couples}, "players": list(couples),
            "results": results}  # fmt: skip


def to_come(document):
    """Return the matches that are not played."""
    done = [(one["couples"], one["phase"], one["players"]) for one in document["results"]]
    return [one for one in fixtures(document["options"]["couples"])
            if (one["couples"], one["phase"], one["players"]) not in done]  # fmt: skip


def every_end(document, most):
    """Return best and worst place and the wins that are enough: every end with margins up to `most`."""
    waiting = to_come(document)
    tables = []
    for ways in product(product((0, 1), range(1, most + 1)), repeat=len(waiting)):
        end = [result(one, *way) for one, way in zip(waiting, ways, strict=True)]
        won = [one["couples"][seat] for one, (seat, _) in zip(waiting, ways, strict=True)]
        tables.append((table(document, end), won))
    return spans(document, tables)


def table(document, end):
    """Return the places after more matches."""
    return ranks(recount(document | {"results": [*document["results"], *end]}))


def compare(document, most):
    """Compare the places told with those of every end."""
    assert told(*read_event(Cursor(document))) == every_end(document, most), document


@pytest.mark.parametrize(("count", "left", "most", "seeds"), [(2, 1, 9, 12), (3, 1, 9, 30), (4, 1, 12, 20)])
def test_the_last_matches(count, left, most, seeds):
    for seed in range(seeds):
        compare(partial(seed, count, left), most)


def test_two_matches_to_come():
    """Margins so far are 1, so that 8 points are more than any difference there is."""
    for seed in range(5):
        compare(partial(seed, 3, 2, (1,)), 8)


def test_three_matches_to_come():
    for seed in range(2):
        compare(partial(seed, 3, 3, (1,)), 4)


@pytest.mark.soak
def test_many_with_two_and_three_matches_to_come(record_property):
    cases = 0
    for seed in range(60):
        for count, left, most in ((3, 2, 8), (4, 2, 8), (3, 3, 5), (4, 3, 4)):
            if left == 2 or seed < 12:
                compare(partial(seed + 1000, count, left, (1,)), most)
                cases += 1
    record_property("figure", f"{cases} events of couples: places as in every end of the matches to come")


def test_points_flow_past_a_couple_that_has_ended():
    """A has ended level with B and C; who of them beats the other by how much is open."""
    couples = {name: [f"{name}1", f"{name}2"] for name in "ABC"}
    results = []
    for one in fixtures(couples):
        pair, last = one["couples"], one["phase"] == 3 and one["players"][0].endswith("2")
        if pair == ["A", "B"]:
            results.append(result(one, 0 if one["phase"] != 3 else 1, 1))
        elif pair == ["A", "C"]:
            results.append(result(one, 1 if one["phase"] != 3 else 0, 1))
        elif not last:
            results.append(result(one, len([1 for r in results if r["couples"] == pair]) % 2, 1))
    document = {"format": "couples", "options": {"couples": couples}, "players": list(couples),
                "results": results}  # fmt: skip
    compare(document, 12)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_each_end_lies_within_what_was_told(count):
    for seed in nonempty(range(3 if count < 5 else 1)):
        matches = 5 * count * (count - 1) // 2
        chance = random.Random(seed)
        for left in (matches, 2 * matches // 3, matches // 3):
            document = partial(seed, count, left)
            found = futures(document)
            assert found.exact or found.note
            end = [result(one, chance.randrange(2), chance.randint(1, 5)) for one in to_come(document)]
            places = table(document, end)
            for need in nonempty(found.needs):
                assert need.best <= places[need.player] <= need.worst
                won = [one["couples"][one["players"].index(one["winner"])] for one in end]
                if need.magic is not None and won.count(need.player) >= need.magic:
                    assert places[need.player] == 1


def test_before_the_first_match():
    document = partial(0, 3, 15)
    found = futures(document)
    assert (found.determined, found.contenders, found.exact) == ((), ("A", "B", "C"), True)
    # two encounters 3-2 and one more match: nobody else can have as many
    assert {need.magic for need in found.needs} == {8}
    assert found.needs[0].sentence == (
        "A can still be anything from 1st to 3rd; 8 more matches won make it first for certain."
    )
