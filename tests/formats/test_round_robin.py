"""Round robins for match play: the example, the schedule, every step, refusals, places still open."""

import doctest
import random
from collections import Counter
from itertools import product

import pytest

from tablekeeper.audit import matchplay
from tablekeeper.formats import standings
from tablekeeper.formats.round_robin import rules as round_robin
from tablekeeper.formats.round_robin import schedule as rounds_of_it
from tablekeeper.formats.round_robin.rules import RoundRobin
from tablekeeper.formats.round_robin.schedule import schedule, with_newcomer
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import random_document
from tests.formats.second_reading import agree, ends, ranks, recount, spans, told
from tests.guards import sample
from tests.nonempty import nonempty
from tests.refusal import document_error

FORMAT = RoundRobin()
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]


def event(*results, count=4, **options):
    return {
        "format": "round-robin",
        "options": {"length": 5} | options,
        "players": NAMES[:count],
        "results": list(results),
    }


def match(winner, loser, points=3, **more):
    return {"players": [winner, loser], "winner": winner, "score": [5, points]} | more


def test_the_example():
    assert doctest.testmod(rounds_of_it).failed == 0


@pytest.mark.parametrize("count", range(2, 13))
@pytest.mark.parametrize("double", [False, True])
def test_the_schedule(count, double):
    players = [str(number) for number in range(count)]
    rounds = schedule(players, double)
    met = [frozenset(pair) for _, pair in rounds]
    assert len(met) == count * (count - 1) // 2 * (1 + double)
    assert all(met.count(pair) == 1 + double for pair in met)
    for number in {number for number, _ in rounds}:
        playing = [name for one, pair in rounds if one == number for name in pair]
        assert len(playing) == len(set(playing)) == count // 2 * 2


@pytest.mark.parametrize("double", [False, True])
def test_rounds_that_stand_at_late_entries_never_move(double):
    chance = random.Random(f"late {double}")
    for _ in range(60):
        names = [f"P{number}" for number in range(chance.randrange(2, 7))]
        before = schedule(names, double)
        second = matchplay._rounds(names, 1 + double)
        for late in nonempty(range(chance.randrange(1, 4))):
            stays = chance.randrange(1, before[-1][0] + 1)
            names.append(f"L{late}")
            after = with_newcomer(before, names, stays, double)
            assert [one for one in after if one[0] <= stays] == [one for one in before if one[0] <= stays]
            meetings = Counter(frozenset(pair) for _, pair in after)
            assert set(meetings.values()) == {2 if double else 1}
            assert len(meetings) == len(names) * (len(names) - 1) // 2
            # two players who meet twice take turns in being named first
            assert len({pair for _, pair in after}) == len(after)
            seats = Counter((number, name) for number, pair in after for name in pair)
            assert set(seats.values()) == {1}
            assert sorted({number for number, _ in after}) == list(range(1, after[-1][0] + 1))
            second = matchplay._joined(second, names, stays, 1 + double)
            assert after == [(number, tuple(two)) for number, two in second]
            before = after


@pytest.mark.parametrize("count", range(2, 10))
def test_a_newcomer_in_the_first_round_costs_no_more_rounds_than_needed(count):
    names = [str(number) for number in range(count)]
    after = with_newcomer(schedule(names), [*names, "late"], 1, False)
    # with an odd number somebody else sits out the first round, too, and their match comes last
    assert after[-1][0] == count + 1


@sample.scenario("every step of a tie")
def test_every_step_is_reached():
    documents = [random_document(FORMAT, random.Random(seed)) for seed in range(600)]
    steps = {row.decided_by for document in documents for row in agree(document).rows}
    assert steps >= {
        "matches won", "head-to-head matches won", "head-to-head points difference", "points difference",
        "points won", None,
    }


def test_what_is_played_twice():
    document = event(match("Ann", "Bob"), match("Bob", "Ann"), count=2, double=True)
    answer = standings(Cursor(document))
    assert answer.over
    assert [(row.rank, row.player) for row in answer.rows] == [(1, "Ann"), (1, "Bob")]
    assert answer.winner is None
    assert answer.notes == ("First place is shared: the director decides.",)


def test_equal_records_share_a_place_while_it_runs():
    answer = standings(Cursor(event(match("Ann", "Bob", 0), match("Cid", "Dan", 4))))
    assert [(row.rank, row.player, row.decided_by) for row in answer.rows] == [
        (1, "Ann", None),
        (1, "Cid", "matches won"),
        (3, "Bob", None),
        (3, "Dan", None),
    ]
    assert answer.provisional
    assert answer.next[0] == {"round": 1, "players": ["Ann", "Dan"], "length": 5}
    assert len(answer.next) == 4


def test_a_forfeit_counts_as_won_to_nothing():
    forfeit = {"players": ["Bob", "Ann"], "winner": "Ann", "forfeit": True}
    answer = standings(Cursor(event(forfeit, match("Bob", "Cid", 0), match("Cid", "Ann", 0), count=3)))
    assert [(row.rank, row.player) for row in answer.rows] == [(1, "Ann"), (1, "Bob"), (1, "Cid")]


WRONG = [
    (event(match("Ann", "Zoe")), 'results[0].players[1]: "Zoe" is not among the players'),
    (event(match("Ann", "Ann")), "results[0].players: a player is named twice"),
    (event(match("Ann", "Bob"), match("Bob", "Ann")), "results[1].players: Bob and Ann meet only once"),
    (event(*[match("Ann", "Bob")] * 3, double=True), "results[2].players: Ann and Bob meet only twice"),
    (event(match("Ann", "Bob", 5)), "results[0].score: the loser has 5, but whoever reaches 5 wins"),
    (
        event(match("Ann", "Bob") | {"winner": "Bob"}),
        "results[0].score: the winner has 3, but whoever reaches 5 wins",
    ),
    (event(match("Ann", "Bob") | {"winner": "Cid"}), 'results[0].winner: "Cid" is not among the players'),
    (event(match("Ann", "Bob", "3")), 'results[0].score[1]: a whole number is wanted here, not "3"'),
    (event(match("Ann", "Bob", pawns=1)), "results[0].pawns: unknown key"),
    (event(match("Ann", "Bob", forfeit="yes")), "results[0].forfeit: true or false is wanted here"),
    (event({"players": ["Ann", "Bob"], "winner": "Ann"}), "results[0].score: is missing"),
    (event({"players": ["Ann", "Bob"], "score": [5, 1]}), "results[0].winner: is missing"),
    (event({"winner": "Ann", "score": [5, 1]}), "results[0].players: is missing"),
    (event(length=0), "options.length: 0 is out of range"),
    (event(length="5"), 'options.length: a whole number is wanted here, not "5"'),
    (event(double=2), "options.double: true or false is wanted here"),
    (event(sets=3), "options.sets: unknown key"),
    (event(count=1), "players: give 2 to 64 here, not 1"),
]


@pytest.mark.parametrize(("document", "sentence"), WRONG)
def test_a_wrong_file_is_refused_with_its_place(document, sentence):
    assert document_error(standings, Cursor(document)).startswith(sentence)


def scores(pairing):
    """Return every result of a match."""
    one, other = pairing["players"]
    found = []
    for less in range(pairing["length"]):
        found.append({"players": [one, other], "winner": one, "score": [pairing["length"], less]})
        found.append({"players": [one, other], "winner": other, "score": [less, pairing["length"]]})
    return found


def every_match(document, chance):
    """Return random results of all matches, in random order; nobody leaves."""
    pairings = list(standings(Cursor(document)).next)
    chance.shuffle(pairings)
    return [chance.choice(scores({"length": 5} | pairing)) for pairing in pairings]


@pytest.mark.parametrize("seed", range(25))
def test_futures_are_those_of_every_completion(seed):
    chance = random.Random(seed)
    length = chance.randint(1, 4)
    document = event(count=chance.randint(2, 4), length=length, double=chance.random() < 0.3)
    results = every_match(document, chance)
    document["results"] = results[: max(0, len(results) - chance.randint(0, 3))]
    tables = [(ranks(found), [one["winner"] for one in more]) for found, more in ends(document, scores)]
    assert told(FORMAT, FORMAT.read(Cursor(document))) == spans(document, tables)


def test_bounds_hold_every_completion():
    """With too many scores only winners are tried: every place that can be reached is within the bounds."""
    chance = random.Random(3)
    for _ in range(20):
        document = event(length=9)
        results = every_match(document, chance)
        document["results"] = results[:2]
        found = FORMAT.futures(FORMAT.read(Cursor(document)))
        assert not found.exact
        assert found.note
        table = ranks(recount(document | {"results": results}))
        assert all(need.best <= table[need.player] <= need.worst for need in found.needs)
        assert len(found.contenders) >= 2


def by_wins(document):
    """Return best and worst place and the wins that are enough, from every winner: level in any order."""
    players, waiting = document["players"], [one["players"] for one in standings(Cursor(document)).next]
    won = Counter(one["winner"] for one in document["results"])
    found = {player: [99, 0] for player in players}
    enough = dict.fromkeys(players, 0)
    for winners in product(*waiting):
        after = won + Counter(winners)
        for player in players:
            ahead = sum(after[other] > after[player] for other in players)
            level = sum(after[other] >= after[player] for other in players)
            found[player] = [min(found[player][0], 1 + ahead), max(found[player][1], level)]
            if level > 1:
                enough[player] = max(enough[player], winners.count(player) + 1)
    left = Counter(player for pair in waiting for player in pair)
    return {
        player: (best, worst, enough[player] if best == 1 and enough[player] <= left[player] else None)
        for player, (best, worst) in found.items()
    }


@pytest.mark.parametrize("seed", range(30))
def test_flows_find_the_places_of_every_way_of_winning(monkeypatch, seed):
    """They are for many matches to come; here they are asked where all ways of winning can be tried."""
    monkeypatch.setattr(round_robin, "_WINNERS", 0)
    monkeypatch.setattr(round_robin, "_SCORES", 0)
    chance = random.Random(f"flows {seed}")
    document = event(count=chance.randint(3, 6), length=5, double=chance.random() < 0.3)
    results = every_match(document, chance)
    document["results"] = results[: max(0, len(results) - chance.randint(1, 9))]
    found = FORMAT.futures(FORMAT.read(Cursor(document)))
    assert not found.exact
    assert {need.player: (need.best, need.worst, need.magic) for need in found.needs} == by_wins(document)


def test_a_large_round_robin_is_told_by_wins_and_a_huge_one_not_at_all():
    players = [f"P{number:02}" for number in range(20)]
    document = event(count=2) | {"players": players}
    found = FORMAT.futures(FORMAT.read(Cursor(document)))
    assert found.contenders == tuple(players)
    assert {(need.best, need.worst) for need in found.needs} == {(1, 20)}
    results = every_match(document, random.Random(1))
    won = Counter(one["winner"] for one in results)
    found = FORMAT.futures(FORMAT.read(Cursor(document | {"results": results[:150]})))
    assert {name for name in players if won[name] == max(won.values())} <= set(found.contenders)
    assert len(found.contenders) < 20
    document["players"] = [f"P{number:02}" for number in range(64)]
    assert FORMAT.futures(FORMAT.read(Cursor(document))) is None
