"""What is open in a knockout, against every way in which its matches can end."""

import random

import pytest

from tablekeeper.formats import standings
from tablekeeper.formats.knockout import futures as knockout_futures
from tablekeeper.formats.knockout.rules import Knockout
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import random_results
from tests.formats.second_reading import ends, ranks, recount, spans, told
from tests.guards import sample

KNOCKOUT = Knockout()


def complete(document, chance):
    """Return random results to the end, in which nobody leaves."""
    while True:
        results = random_results(KNOCKOUT, KNOCKOUT.read(Cursor(document)), chance)
        if not any("absent" in result for result in results):
            return results


def futures(document):
    return KNOCKOUT.futures(KNOCKOUT.read(Cursor(document)))


def every_end(document):
    """Return best and worst place and the further wins that are enough, of every way to the end."""
    def ways(pairing):
        match = {"match": pairing["match"], "players": pairing["players"], "forfeit": True}
        return [match | {"winner": winner} for winner in match["players"]]

    tables = [(ranks(found), [one["winner"] for one in more]) for found, more in ends(document, ways)]
    return spans(document, tables)


def partial(seed, most, **options):
    """Return a random event whose last matches, at most so many, are still to come."""
    chance = random.Random(seed)
    document = {"format": "knockout", "options": {"seed": seed} | options, "results": [],
                "players": [f"Player {n}" for n in range(chance.randint(2, 9))]}  # fmt: skip
    results = document["results"]
    while waiting := standings(Cursor(document)).next:
        match = chance.choice(waiting)
        result = {"match": match["match"], "players": match["players"], "forfeit": True}
        results.append(result | {"winner": chance.choice(match["players"])})
    return document | {"results": results[: max(0, len(results) - most)]}


@pytest.mark.turns(3)
@pytest.mark.parametrize("consolation", [None, "A.B.|", "A.B.|.C.X.R", "AB.X"])
@pytest.mark.parametrize("seed", sample.drawn(range(12), of=3))
def test_few_matches_to_come_are_played_out(seed, consolation):
    document = partial(seed, 4 + seed % 2, consolation=consolation)
    assert told(KNOCKOUT, KNOCKOUT.read(Cursor(document))) == every_end(document)


def compare_the_main(count):
    """Compare the Main of so many players, before its first match, with every way in which it can end."""
    document = {"format": "knockout", "options": {"seed": 3}, "results": [],
                "players": [f"Player {n}" for n in range(count)]}  # fmt: skip
    found = told(KNOCKOUT, KNOCKOUT.read(Cursor(document)))
    assert found == every_end(document)
    assert {best for best, _, _ in found.values()} == {1}


@pytest.mark.parametrize("count", [9, 10])
def test_the_main_alone_is_exact_by_counting(count):
    compare_the_main(count)


@pytest.mark.soak
@pytest.mark.parametrize("count", [11, 12, 13])
def test_a_larger_main_alone_is_exact_by_counting(count, record_property):
    compare_the_main(count)
    record_property("figure", f"{count} players: every one of {2 ** (count - 1)} ends")


def test_a_consolation_leaves_bounds():
    chance = random.Random(5)
    document = {"format": "knockout", "options": {"seed": 5, "consolation": "A.B.|.C.|"}, "results": [],
                "players": [f"Player {n}" for n in range(13)]}  # fmt: skip
    results = complete(document, chance)
    table = ranks(recount(document | {"results": results}))
    for count in range(len(results)):
        found = futures(document | {"results": results[:count]})
        assert found.exact == (found.note == "")
        assert all(need.best <= table[need.player] <= need.worst for need in found.needs)
    assert found.exact


def test_nothing_is_said_while_places_are_kept_open():
    players = [f"Player {n}" for n in range(9)]
    document = {"format": "knockout", "options": {"late": 1}, "players": players, "results": []}
    assert futures(document) is None


@pytest.mark.turns(3)
@pytest.mark.parametrize("consolation", ["A.B.|.C.X.R", "AB.X", "A.B.X", "B.X", "A.B.|.C.X"])
@pytest.mark.parametrize("seed", range(4))
def test_before_a_reunion_it_is_certain_who_can_still_win(monkeypatch, seed, consolation):
    """The bounds are asked where every end can be played out, too."""
    monkeypatch.setattr(knockout_futures, "_WORK", 0)
    for left in (1, 4):
        document = partial(seed, left, consolation=consolation)
        expected = every_end(document)
        if not standings(Cursor(document)).next:
            continue
        found = futures(document)
        assert not found.exact
        assert found.note
        assert set(found.contenders) == {player for player, span in expected.items() if span[0] == 1}
        for need in found.needs:
            best, worst, _ = expected[need.player]
            assert need.best <= best <= worst <= need.worst, (need, expected)


@sample.scenario("a double elimination of 32")
def test_a_double_elimination_of_32_says_who_is_out():
    options = {"seed": 2, "consolation": "A.B.|.C.|.D.|.E.X.R"}
    players = [f"Player {n}" for n in range(32)]
    document = {"format": "knockout", "options": options, "results": [], "players": players}
    results = complete(document, random.Random(4))
    table = ranks(recount(document | {"results": results}))
    contenders = []
    for count in range(0, len(results), 3):
        found = futures(document | {"results": results[:count]})
        contenders.append(len(found.contenders))
        assert all(need.best <= table[need.player] <= need.worst for need in found.needs)
    assert contenders[0] == 32
    assert contenders == sorted(contenders, reverse=True)
    assert contenders[-1] < 4


def test_a_draw_is_a_seed():
    event = KNOCKOUT.read(Cursor({"format": "knockout", "players": ["Ann", "Bob"], "results": []}))
    assert KNOCKOUT.draw(event, 7) == {"seed": 7}


def test_with_a_consolation_the_wins_that_are_enough_are_those_in_the_main():
    """Wins of the Consolation do not bring the event: a magic number of wins, whichever, there is none."""
    document = {"format": "knockout", "options": {"consolation": "A.B.|.C.|"},
                "players": [f"Player {n}" for n in range(1, 17)], "results": []}  # fmt: skip
    needs = futures(document).needs
    assert {need.magic for need in needs} == {None}
    assert needs[0].sentence == "Player 1 wins with 4 more wins in the Main."
    assert futures(document | {"options": {}}).needs[0].sentence == "Player 1 wins with 4 more wins."
