"""Knockouts that players leave: walkovers at once, nobody absent in a round that is drawn later."""

import random

import pytest

from tablekeeper.formats import standings
from tablekeeper.formats.knockout.rules import Knockout
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generator import random_document
from tests.formats.second_reading import agree
from tests.formats.test_knockout import NAMES, event, match, upcoming
from tests.guards import sample

KNOCKOUT = Knockout()


def test_an_open_match_becomes_a_walkover_at_once():
    document = event({"absent": "Bob"})
    assert upcoming(document) == {"A2": ["Cid", "Dan"]}
    answer = agree(document)
    assert answer.notes == ("Bob has left: A1 without play.",)
    assert [(row.player, dict(row.figures)) for row in answer.rows][-1] == ("Bob", {"won": 0, "lost": 1})
    document["results"].append(match("A2", "Cid", "Dan"))
    assert upcoming(document) == {"B1": ["Ann", "Cid"]}


def test_who_waits_for_an_opponent_loses_to_it_without_play():
    document = event(match("A1", "Ann", "Bob"), {"absent": "Ann"})
    assert upcoming(document) == {"A2": ["Cid", "Dan"]}
    document["results"].append(match("A2", "Cid", "Dan"))
    answer = agree(document)
    assert (answer.over, answer.winner) == (True, "Cid")
    assert answer.rows[1].player == "Ann"


def test_nobody_goes_on_where_two_who_left_would_meet():
    # the places 2, 4 and 6 are free: Ann and Bob wait for late arrivals, and leave
    document = event({"absent": "Ann"}, {"absent": "Bob"}, {"closed": True}, count=5, late=2)
    assert upcoming(document) == {"A4": ["Dan", "Eve"]}
    document["results"].append(match("A4", "Dan", "Eve"))
    assert upcoming(document) == {"B2": ["Cid", "Dan"]}
    document["results"].append(match("B2", "Cid", "Dan"))
    answer = agree(document)
    assert (answer.over, answer.winner) == (True, "Cid")


def test_a_late_arrival_wins_against_who_has_left():
    document = event({"absent": "Ann"}, {"late": "Zoe"}, count=5, late=2)
    assert agree(document).notes == (
        "1 place is kept open for late arrivals.",
        "Ann has left: A1 without play.",
    )


def test_the_consolation_is_drawn_without_who_has_left():
    played = [match(f"A{n + 1}", one, other) for n, (one, other) in
              enumerate([("Ann", "Bob"), ("Cid", "Dan"), ("Eve", "Fay"), ("Gus", "Hal")])]  # fmt: skip
    document = event(*played[:3], {"absent": "Bob"}, {"absent": "Dan"}, played[3], count=8, consolation="A.B")
    found = upcoming(document)
    assert sorted(found["PC1-1"]) == ["Fay", "Hal"]
    assert "PC1-2" not in found
    # one who leaves after the draw of a round loses the match there; after a win the next round is without
    document["results"] += [match("PC1-1", "Fay", "Hal"), {"absent": "Fay"},
                            match("B1", "Ann", "Cid"), match("B2", "Eve", "Gus")]  # fmt: skip
    assert sorted(upcoming(document)["PC2-1"]) == ["Cid", "Gus"]
    assert agree(document)


def test_who_left_cannot_play_or_leave_again():
    for results, reason in (
        ([{"absent": "Bob"}, {"absent": "Bob"}], "Bob has left already"),
        ([{"absent": "Bob"}, match("A1", "Bob", "Ann")], "A1 has been played: Ann won it"),
        ([{"absent": "Zoe"}], '"Zoe" is not among'),
    ):
        with pytest.raises(DocumentError, match=reason):
            standings(Cursor(event(*results)))


@sample.scenario("nobody who left")
@pytest.mark.parametrize("part", sample.drawn(range(3), of=3))
def test_no_match_is_ever_open_for_somebody_who_left(part):
    seen = 0
    for seed in range(part, 150, 3):
        document = random_document(KNOCKOUT, random.Random(f"absent {seed}"))
        gone = set()
        for count, result in enumerate(document["results"], 1):
            gone |= {result["absent"]} if "absent" in result else set()
            if not gone:
                continue
            prefix = document | {"results": document["results"][:count]}
            bracket = KNOCKOUT.bracket(KNOCKOUT.read(Cursor(prefix)))
            assert not [one.name for one in bracket.open() if gone & set(one.players)]
        seen += bool(gone)
        for one in bracket.matches.values() if gone else ():
            assert not one.walkover or one.loser() in gone
    assert seen > 20


def test_whoever_leaves_whenever_no_two_who_left_are_ever_paired():
    """Every course of a knockout of four with Consolation and Last Chance in which up to three leave."""
    seen = 0

    def walk(results, left):
        nonlocal seen
        document = event(*results, consolation="A", last_chance="B", length=None, seed=3)
        bracket = KNOCKOUT.bracket(KNOCKOUT.read(Cursor(document)))
        seen += 1
        for one in bracket.matches.values():
            assert one.winner is not None or not left & set(one.players)
            drawn = [place for place, result in enumerate(results) if result.get("match") == one.name]
            assert drawn or one.winner is None or left & set(one.players)
        for one in bracket.open():
            for winner, loser in (one.players, one.players[::-1]):
                walk([*results, match(one.name, winner, loser)], left)
        if len(left) < 3 and bracket.open():
            for name in sorted(set(NAMES[:4]) - left):
                walk([*results, {"absent": name}], left | {name})

    walk([], set())
    assert seen > 1_500
