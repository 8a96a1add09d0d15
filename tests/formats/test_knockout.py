"""Knockouts: the module's own example, the Main's draw, late arrivals, scores, refusals."""

import doctest

import pytest

from tablekeeper.formats import standings
from tablekeeper.formats.knockout import rules as knockout
from tablekeeper.formats.knockout.draw import free_places
from tablekeeper.strictjson import Cursor, DocumentError
from tests.formats.second_reading import agree
from tests.refusal import document_error

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def event(*results, count=4, **options):
    return {
        "format": "knockout",
        "options": {"length": 5} | options,
        "players": NAMES[:count],
        "results": list(results),
    }


def match(name, winner, loser, score=(5, 3), **more):
    return {"match": name, "players": [winner, loser], "winner": winner, "score": list(score)} | more


def upcoming(document):
    return {one["match"]: one["players"] for one in standings(Cursor(document)).next}


def test_the_example():
    assert doctest.testmod(knockout).failed == 0


def test_without_a_seed_players_stand_in_the_order_of_entry():
    assert upcoming(event()) == {"A1": ["Ann", "Bob"], "A2": ["Cid", "Dan"]}
    assert upcoming(event(match("A2", "Dan", "Cid"), match("A1", "Ann", "Bob"))) == {"B1": ["Ann", "Dan"]}


def test_a_seed_draws_the_main_and_repeats_it():
    drawn = [str(upcoming(event(count=8, seed=seed))) for seed in range(20)]
    assert drawn == [str(upcoming(event(count=8, seed=seed))) for seed in range(20)]
    assert len(set(drawn)) == 20


@pytest.mark.parametrize("count", range(2, 9))
def test_free_places_are_spread(count):
    size = 2 if count == 2 else 4 if count < 5 else 8
    free = free_places(size, size - count)
    byes = [place // 2 for place in free]
    assert len(set(byes)) == len(byes) == size - count


def test_players_with_a_bye_wait_for_round_b():
    # the free places of 5 players are 2, 4, 6 of 8: Ann, Bob and Cid have byes
    assert upcoming(event(count=5)) == {"A4": ["Dan", "Eve"], "B1": ["Ann", "Bob"]}


def test_lengths_per_round_and_the_last_one_repeats():
    document = event(match("A1", "Ann", "Bob", (3, 0)), match("A2", "Cid", "Dan", (3, 2)), length=[3, 7])
    assert standings(Cursor(document)).next == ({"match": "B1", "players": ["Ann", "Cid"], "length": 7},)
    wide = event(*(match(f"A{n + 1}", NAMES[2 * n], NAMES[2 * n + 1], (3, 0)) for n in range(4)),
                 match("B1", "Ann", "Cid", (7, 6)), match("B2", "Eve", "Gus", (7, 6)),
                 count=8, length=[3, 7])  # fmt: skip
    assert standings(Cursor(wide)).next == ({"match": "C1", "players": ["Ann", "Eve"], "length": 7},)


def test_late_arrivals_take_kept_places_in_numerical_order():
    document = event(count=5, late=2)
    assert standings(Cursor(document)).notes == ("2 places are kept open for late arrivals.",)
    # places 2 and 4 are kept, 6 is a bye: Ann and Bob wait
    assert upcoming(document) == {"A4": ["Dan", "Eve"]}
    document["results"] = [match("A4", "Dan", "Eve"), {"late": "Zoe"}]
    assert upcoming(document) == {"A1": ["Ann", "Zoe"], "B2": ["Cid", "Dan"]}
    document["results"].append({"late": "Yan"})
    assert upcoming(document) == {"A1": ["Ann", "Zoe"], "A2": ["Bob", "Yan"], "B2": ["Cid", "Dan"]}
    document["results"][2] = {"closed": True}
    assert upcoming(document) == {"A1": ["Ann", "Zoe"], "B2": ["Cid", "Dan"]}


def test_byes_and_who_waits_for_a_late_arrival_are_told():
    document = event(count=5, late=2)
    assert standings(Cursor(document)).resting == (
        "Cid has a bye in round A.",
        "Ann waits in A1 for a late arrival.",
        "Bob waits in A2 for a late arrival.",
    )
    document["results"] = [{"late": "Zoe"}, {"closed": True}, match("A4", "Dan", "Eve")]
    # who has a bye is told until the next match is known
    assert standings(Cursor(document)).resting == ("Bob has a bye in round A.",)


def test_the_board_grows_for_places_that_are_kept():
    # four players and two places kept: a board of eight, whose other free places are byes
    document = event({"closed": True}, count=4, late=2)
    assert list(upcoming(document)) == ["B1", "B2"]


def test_losers_drop_where_the_notation_says():
    document = event(
        *(match(f"A{n + 1}", NAMES[2 * n], NAMES[2 * n + 1]) for n in range(4)),
        count=8,
        consolation="A.B.|.C.|",
    )
    assert list(upcoming(document)) == ["B1", "B2", "PC1-1", "PC1-2"]
    assert sorted(upcoming(document)["PC1-1"] + upcoming(document)["PC1-2"]) == ["Bob", "Dan", "Fay", "Hal"]


@pytest.mark.parametrize("count", [2, 4, 8])
@pytest.mark.parametrize(
    ("words", "notations"),
    [
        ("Progressive Consolation", {2: "A", 4: "A", 8: "A.B"}),
        ("first-round consolation", {2: "A", 4: "A", 8: "A"}),
        ("double elimination", {2: "A.X", 4: "A.B.X", 8: "A.B.|.C.X"}),
        ("double  elimination with recharge", {2: "A.X.R", 4: "A.B.X.R", 8: "A.B.|.C.X.R"}),
    ],
)
def test_usual_notations_can_be_said_in_words(count, words, notations):
    said, written = (event(count=count, consolation=text, seed=4) for text in (words, notations[count]))
    while upcoming(written):
        assert agree(said) == agree(written)
        name, (one, other) = next(iter(upcoming(written).items()))
        for document in (said, written):
            document["results"].append(match(name, other, one))
    assert agree(said).over
    last = event(count=4, consolation=words, last_chance="Consolation losers")
    assert ("X" in notations[4]) or agree(last)


def test_a_double_elimination_with_recharge():
    document = event(match("A1", "Ann", "Bob"), match("A2", "Cid", "Dan"), match("PC1-1", "Bob", "Dan"),
                     match("B1", "Ann", "Cid"), consolation="A.B.X.R")  # fmt: skip
    assert upcoming(document) == {"PC2-1": ["Bob", "Cid"]}
    document["results"] += [match("PC2-1", "Bob", "Cid"), match("X1-1", "Bob", "Ann")]
    answer = standings(Cursor(document))
    assert upcoming(document) == {"R": ["Ann", "Bob"]}
    assert not answer.over and answer.winner is None  # noqa: PT018 - one state
    document["results"].append(match("R", "Bob", "Ann"))
    answer = standings(Cursor(document))
    assert [(row.rank, row.player) for row in answer.rows] == [(1, "Bob"), (2, "Ann"), (3, "Cid"), (4, "Dan")]
    document["options"]["consolation"] = "A.B.X"
    document["results"].pop()
    assert standings(Cursor(document)).winner == "Bob"


def test_no_recharge_for_who_has_lost_before():
    document = event(match("A1", "Ann", "Bob"), match("A2", "Cid", "Dan"), match("PC1-1", "Bob", "Dan"),
                     match("B1", "Ann", "Cid"), match("PC2-1", "Bob", "Cid"), match("X1-1", "Ann", "Bob"),
                     consolation="A.B.X.R")  # fmt: skip
    answer = standings(Cursor(document))
    assert answer.over
    assert answer.winner == "Ann"


def test_who_withdraws_enters_no_consolation():
    document = event(match("A1", "Ann", "Bob", forfeit=True, withdrawn=True, score=(2, 3)),
                     match("A2", "Cid", "Dan"), match("B1", "Ann", "Cid"), consolation="A")  # fmt: skip
    answer = standings(Cursor(document))
    assert answer.over
    assert answer.notes == ("Dan wins the Progressive Consolation.",)


def test_a_last_chance_takes_losers_of_the_consolation():
    document = event(*(match(f"A{n + 1}", NAMES[2 * n], NAMES[2 * n + 1]) for n in range(4)),
                     match("PC1-1", "Bob", "Dan"), match("PC1-2", "Hal", "Fay"),
                     count=8, consolation="A.|", last_chance="1,B")  # fmt: skip
    assert "LC1-1" not in upcoming(document)
    document["results"] += [match("B1", "Ann", "Cid"), match("B2", "Gus", "Eve")]
    found = upcoming(document)
    assert sorted(found["LC1-1"] + found["LC1-2"]) == ["Cid", "Dan", "Eve", "Fay"]


def test_sets():
    document = event(match("A1", "Ann", "Bob", (2, 1)), sets=3)
    assert standings(Cursor(document)).next[0] == {
        "match": "A2",
        "players": ["Cid", "Dan"],
        "length": 5,
        "sets": 3,
    }


def test_any_score_without_a_length():
    document = event(match("A1", "Ann", "Bob", (13, 1)), length=None)
    assert standings(Cursor(document)).next == ({"match": "A2", "players": ["Cid", "Dan"]},)


WRONG_RESULTS = [
    (match("A3", "Ann", "Bob"), 'match: there is no match "A3" yet; to be played: A1'),
    (match("B1", "Ann", "Cid"), 'match: there is no match "B1" yet'),
    (match(1, "Ann", "Bob"), "match: a text is wanted here, not the number 1"),
    (match("A1", "Ann", "Cid"), "players: A1 is Ann v Bob"),
    (match("A1", "Ann", "Zoe"), 'players[1]: "Zoe" is not among the players'),
    (match("A1", "Ann", "Ann"), "players: a player is named twice"),
    (match("A1", "Ann", "Bob") | {"winner": "Cid"}, 'winner: "Cid" is not among the players'),
    (match("A1", "Ann", "Bob") | {"players": ["Ann"]}, "players: give 2 here, not 1"),
    (match("A1", "Ann", "Bob", (3, 5)), "score: the winner has 3, but whoever reaches 5 wins"),
    (match("A1", "Ann", "Bob", (6, 3)), "score: the winner has 6, but whoever reaches 5 wins"),
    (match("A1", "Ann", "Bob", (5, 5)), "score: the loser has 5, but whoever reaches 5 wins"),
    (match("A1", "Ann", "Bob", (5, -1)), "score[1]: -1 is out of range: at least 0"),
    (match("A1", "Ann", "Bob", (5, "3")), 'score[1]: a whole number is wanted here, not "3"'),
    (match("A1", "Ann", "Bob", (5,)), "score: give 2 here, not 1"),
    (match("A1", "Ann", "Bob", (2, 5), forfeit=True), "score: a match to 5 does not stop at 2-5"),
    (match("A1", "Ann", "Bob", forfeit=1), "forfeit: true or false is wanted here, not the number 1"),
    (match("A1", "Ann", "Bob", withdrawn="yes"), 'withdrawn: true or false is wanted here, not "yes"'),
    (match("A1", "Ann", "Bob", pawns=3), "pawns: unknown key"),
    ({"match": "A1", "players": ["Ann", "Bob"], "winner": "Ann"}, "score: is missing"),
    ({"match": "A1", "players": ["Ann", "Bob"], "score": [5, 3]}, "winner: is missing"),
    ({"match": "A1", "winner": "Ann", "score": [5, 3]}, "players: is missing"),
    ({"late": "Zoe"}, "late: no place is kept open for Zoe"),
    ({"late": "Ann"}, 'late: "Ann" is entered twice'),
    ({"late": "Zoe", "match": "A1"}, "match: unknown key; known here: late"),
    ({"closed": True}, "closed: no place is kept open"),
    ({"closed": False}, "closed: late arrivals can only be closed"),
]


@pytest.mark.parametrize(("result", "sentence"), WRONG_RESULTS)
def test_a_wrong_result_is_refused_with_its_place(result, sentence):
    document = event(match("A2", "Cid", "Dan"), result)
    assert document_error(standings, Cursor(document)).startswith(f"results[1].{sentence}")


def test_a_match_is_played_once():
    with pytest.raises(DocumentError, match=r"results\[1\]\.match: A1 has been played: Ann won it"):
        standings(Cursor(event(match("A1", "Ann", "Bob"), match("A1", "Ann", "Bob"))))


WRONG_OPTIONS = [
    ({"length": 0}, "length: 0 is out of range"),
    ({"length": [5, "7"]}, 'length[1]: a whole number is wanted here, not "7"'),
    ({"length": []}, "length: give at least 1 here, not 0"),
    ({"consolation_length": -1, "consolation": "A"}, "consolation_length: -1 is out of range"),
    ({"sets": 2}, "sets: best of 2 can end level"),
    ({"sets": 0}, "sets: 0 is out of range"),
    ({"seed": "x"}, 'seed: a whole number is wanted here, not "x"'),
    ({"late": -1}, "late: -1 is out of range"),
    ({"consolation": ""}, 'consolation: a text is wanted here, not ""'),
    ({"consolation": "|.|"}, 'consolation: "|.|": no round sends its losers here'),
    ({"consolation": "A.a"}, 'consolation: "A.a": "a" is no round of drop notation'),
    ({"consolation": "A..B"}, 'consolation: "A..B": "" is no round of drop notation'),
    ({"consolation": "A.1"}, 'consolation: "A.1": "1" is no round of drop notation'),
    ({"consolation": "A.A"}, 'consolation: "A.A": the losers of round A enter twice'),
    ({"consolation": "B.A"}, 'consolation: "B.A": earlier rounds enter earlier'),
    ({"consolation": "A.X.B"}, 'consolation: "A.X.B": nothing follows a reunion X but R'),
    ({"consolation": "A.X.R.R"}, 'consolation: "A.X.R.R": nothing follows a reunion X but R'),
    ({"consolation": "A.R"}, 'consolation: "A.R": a recharge R follows a reunion X'),
    ({"last_chance": "A.X"}, 'last_chance: "A.X": "X" is no round of drop notation'),
    ({"last_chance": ","}, 'last_chance: ",": "," names no round'),
    ({"last_chance": "1"}, "last_chance: round 1 of a Consolation sends its losers here, but there is none"),
    ({"consolation": "A", "last_chance": "A"}, "last_chance: the losers of round A enter the Consolation"),
    ({"target": 5}, "target: unknown key"),
]


@pytest.mark.parametrize(("options", "sentence"), WRONG_OPTIONS)
def test_wrong_options_are_refused_with_their_place(options, sentence):
    assert document_error(standings, Cursor(event(**options))).startswith(f"options.{sentence}")
