"""Couples: the three phases of an encounter, the table, and every refusal."""

import pytest

from tablekeeper.formats import standings
from tablekeeper.formats.couples.rules import Couples
from tablekeeper.strictjson import Cursor, DocumentError
from tests.formats.second_reading import agree
from tests.nonempty import nonempty

COUPLES = Couples()
PAIRS = {"A": ["a1", "a2"], "B": ["b1", "b2"]}


def match(phase, players, score, couples=("A", "B")):
    """Return a result; the higher score has won."""
    winner = players[score.index(max(score))]
    return {"couples": list(couples), "phase": phase, "players": players, "winner": winner, "score": score}


FIVE = [
    match(1, ["a1", "b2"], [5, 3]),
    match(1, ["a2", "b1"], [2, 5]),
    match(2, ["A", "B"], [5, 0]),
    match(3, ["a1", "b1"], [5, 4]),
    match(3, ["a2", "b2"], [1, 5]),
]


def answer(results, couples=PAIRS, players=None):
    """Return the standings of an event."""
    players = list(couples) if players is None else players
    document = {"format": "couples", "options": {"couples": couples}, "players": players, "results": results}
    return standings(Cursor(document))


def test_the_three_phases_of_an_encounter():
    """Crossed first, then both couples consulting at one board, then each with his own number."""
    wanted = [
        [(1, ["a1", "b2"]), (1, ["a2", "b1"])],
        [(1, ["a2", "b1"])],
        [(2, ["A", "B"])],
        [(3, ["a1", "b1"]), (3, ["a2", "b2"])],
        [(3, ["a2", "b2"])],
        [],
    ]
    for count, expected in nonempty(enumerate(wanted)):
        found = answer(FIVE[:count])
        assert [(pairing["phase"], pairing["players"]) for pairing in found.next] == expected
        assert found.over == (count == 5)
        assert found.provisional == (count < 5)


def test_most_matches_won_wins_the_encounter_even_with_fewer_points():
    results = [match(1, ["a1", "b2"], [5, 4]), match(1, ["a2", "b1"], [0, 5]), match(2, ["A", "B"], [5, 4]),
               match(3, ["a1", "b1"], [5, 4]), match(3, ["a2", "b2"], [0, 5])]  # fmt: skip
    found = answer(results)
    assert [(row.rank, row.player, dict(row.figures)) for row in found.rows] == [
        (1, "A", {"won": 1, "lost": 0}),
        (2, "B", {"won": 0, "lost": 1}),
    ]
    assert (found.winner, found.rows[0].decided_by, found.rows[0].explain) == ("A", "encounters won", "1 v 0")


def test_nothing_is_won_before_the_fifth_match():
    assert [row.rank for row in answer([FIVE[0], match(1, ["a2", "b1"], [5, 0])]).rows] == [1, 1]


def test_the_consultation_may_be_told_without_its_players():
    short = {key: value for key, value in FIVE[2].items() if key != "players"}
    assert answer([*FIVE[:2], short, *FIVE[3:]]) == answer(FIVE)
    # the score is in the order of the couples then
    turned = short | {"couples": ["B", "A"], "score": [0, 5]}
    assert answer([*FIVE[:2], turned, *FIVE[3:]]) == answer(FIVE)


def test_the_consultation_may_be_told_with_its_four_players():
    four = FIVE[2] | {"players": ["b1", "a1", "b2", "a2"], "score": [0, 5]}
    assert answer([*FIVE[:2], four, *FIVE[3:]]) == answer(FIVE)


def test_players_may_be_entered_by_name():
    assert answer(FIVE, players=["a1", "a2", "b1", "b2"]) == answer(FIVE)


THREE = PAIRS | {"C": ["c1", "c2"]}


def encounter(one, other, scores):
    """Return five matches with these scores."""
    (a, b), (c, d) = THREE[one], THREE[other]
    names = [(1, [a, d]), (1, [b, c]), (2, [one, other]), (3, [a, c]), (3, [b, d])]
    return [match(phase, players, score, (one, other))
            for (phase, players), score in zip(names, scores, strict=True)]  # fmt: skip


def test_a_circle_of_couples_is_separated_by_matches_then_by_points():
    circle = encounter("A", "B", [[5, 0]] * 4 + [[0, 5]]) + encounter("B", "C", [[5, 0]] * 3 + [[0, 5]] * 2)
    circle += encounter("C", "A", [[5, 0]] * 3 + [[4, 5]] * 2)
    found = answer(circle, THREE)
    assert [(row.player, row.decided_by, row.explain) for row in found.rows] == [
        ("A", "matches won", "6 v 5"),
        ("C", "matches won", "5 v 4"),
        ("B", None, None),
    ]
    circle = encounter("A", "B", [[5, 0]] * 3 + [[4, 5]] * 2) + encounter(
        "B", "C", [[5, 0]] * 3 + [[3, 5]] * 2
    )
    circle += encounter("C", "A", [[5, 0]] * 3 + [[2, 5]] * 2)
    found = answer(circle, THREE)
    # A +13 -9, B +11 -13, C +9 -11
    assert [(row.player, row.decided_by, row.explain) for row in found.rows] == [
        ("A", "points difference", "+4 v -2"),
        ("B", None, None),
        ("C", None, None),
    ]
    assert [row.rank for row in found.rows] == [1, 2, 2]


def test_first_place_that_nothing_separates_is_told():
    circle = [result for pair in (("A", "B"), ("B", "C"), ("C", "A"))
              for result in encounter(*pair, [[5, 0]] * 3 + [[0, 5]] * 2)]  # fmt: skip
    found = answer(circle, THREE)
    assert [row.rank for row in found.rows] == [1, 1, 1]
    assert (found.over, found.winner) == (True, None)
    assert found.notes == ("First place is shared: the director decides.",)


@pytest.mark.parametrize(
    ("results", "place"),
    [
        ([[]], "results[0]"),
        ([{**FIVE[0], "points": 1}], "results[0].points"),
        ([{key: value for key, value in FIVE[0].items() if key != "players"}], "results[0].players"),
        ([{key: value for key, value in FIVE[0].items() if key != "couples"}], "results[0].couples"),
        ([{**FIVE[0], "couples": ["A", "Z"]}], "results[0].couples[1]"),
        ([{**FIVE[0], "couples": ["A", "A"]}], "results[0].couples"),
        ([{**FIVE[0], "couples": "A"}], "results[0].couples"),
        ([{**FIVE[0], "phase": 0}], "results[0].phase"),
        ([{**FIVE[0], "phase": 4}], "results[0].phase"),
        ([{**FIVE[0], "phase": "1"}], "results[0].phase"),
        ([FIVE[2]], "results[0].phase"),
        ([FIVE[0], FIVE[2]], "results[1].phase"),
        ([*FIVE[:3], FIVE[2]], "results[3].phase"),
        ([match(1, ["a1", "b1"], [5, 3])], "results[0].players"),
        ([match(1, ["A", "B"], [5, 3])], "results[0].players"),
        ([match(1, ["a1", "a2"], [5, 3])], "results[0].players"),
        ([match(1, ["a1", "c1"], [5, 3])], "results[0].players[1]"),
        ([*FIVE[:2], match(2, ["a1", "b1"], [5, 3])], "results[2].players"),
        ([*FIVE[:2], FIVE[2] | {"players": ["a1", "a2", "b1", "A"]}], "results[2].players"),
        ([*FIVE[:2], FIVE[2] | {"players": ["a1", "a2", "b1", "b1"]}], "results[2].players"),
        ([*FIVE[:2], FIVE[2] | {"players": ["a1", "a2", "b1", "b2"], "winner": "a1"}], "results[2].winner"),
        ([FIVE[0] | {"players": ["a1", "a2", "b1", "b2"]}], "results[0].players"),
        ([*FIVE[:3], match(3, ["a1", "b2"], [5, 3])], "results[3].players"),
        ([FIVE[0], FIVE[0]], "results[1].players"),
        ([{**FIVE[0], "winner": "b1"}], "results[0].winner"),
        ([{**FIVE[0], "winner": "A"}], "results[0].winner"),
        ([{**FIVE[0], "score": [5]}], "results[0].score"),
        ([{**FIVE[0], "score": [5, -1]}], "results[0].score[1]"),
        ([{**FIVE[0], "score": [5, "3"]}], "results[0].score[1]"),
        ([{**FIVE[0], "score": [5, 5]}], "results[0].score"),
        ([{**FIVE[0], "score": [3, 5]}], "results[0].score"),
        ([{**FIVE[0], "score": None}], "results[0].score"),
        ([*FIVE, FIVE[0]], "results[5]"),
    ],
)
def test_results_that_are_refused(results, place):
    with pytest.raises(DocumentError) as caught:
        answer(results)
    assert caught.value.place == place, caught.value


@pytest.mark.parametrize(
    ("options", "players", "place"),
    [
        ({}, ["A", "B"], "options.couples"),
        ({"couples": []}, ["A", "B"], "options.couples"),
        ({"couples": {"A": ["a1", "a2"]}}, ["A", "B"], "options.couples"),
        ({"couples": PAIRS | {"B": ["b1"]}}, ["A", "B"], "options.couples.B"),
        ({"couples": PAIRS | {"B": ["b1", "b1"]}}, ["A", "B"], "options.couples.B"),
        ({"couples": PAIRS | {"B": ["b1", "a1"]}}, ["A", "B"], "options.couples.B"),
        ({"couples": PAIRS | {"B": ["b1", 2]}}, ["A", "B"], "options.couples.B[1]"),
        ({"couples": PAIRS | {" ": ["c1", "c2"]}}, ["A", "B"], "options.couples. "),
        ({"couples": PAIRS | {"B": ["b1", "A"]}}, ["A", "B"], "options.couples"),
        ({"couples": PAIRS}, ["A", "C"], "players"),
        ({"couples": PAIRS}, ["a1", "a2", "b1"], "players"),
        ({"couples": PAIRS, "length": 5}, ["A", "B"], "options.length"),
    ],
)
def test_options_that_are_refused(options, players, place):
    with pytest.raises(DocumentError) as caught:
        standings(Cursor({"format": "couples", "options": options, "players": players, "results": []}))
    assert caught.value.place == place, caught.value


@pytest.mark.parametrize("players", [["A", "B", "C"], ["a1", "a2", "b1", "b2", "c1", "c2"]])
def test_a_couple_that_leaves_loses_all_its_open_matches(players):
    teams = PAIRS | {"C": ["c1", "c2"]}
    gone = players[0]
    document = {"format": "couples", "options": {"couples": teams}, "players": players,
                "results": [*FIVE[:2], {"absent": gone}]}  # fmt: skip
    found = agree(document)
    assert [(one["couples"], one["players"]) for one in found.next] == [
        (["B", "C"], ["b1", "c2"]), (["B", "C"], ["b2", "c1"])]  # fmt: skip
    assert {row.player: dict(row.figures) for row in found.rows} == {
        "A": {"won": 0, "lost": 2}, "B": {"won": 1, "lost": 0}, "C": {"won": 1, "lost": 0}}  # fmt: skip
    for more, reason in (
        (FIVE[2], "the encounter of A and B is over"),
        ({"absent": gone}, "has left already"),
    ):
        with pytest.raises(DocumentError, match=reason):
            standings(Cursor(document | {"results": [*document["results"], more]}))
    played = COUPLES.read(Cursor(document | {"results": FIVE[:2]}))
    assert list(COUPLES.rated(COUPLES.read(Cursor(document)))) == list(COUPLES.rated(played))
