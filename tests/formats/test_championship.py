"""Championship and Masters: the module's own example, refusals, and ends."""

import doctest

import pytest

from tablekeeper.formats import Place, Refusal, championship, standings


def event(*winners, first_to=2):
    return Place(
        {
            "format": "championship",
            "options": {"first_to": first_to},
            "players": ["Ann", "Bob", "Cid"],
            "results": [{"winner": winner} for winner in winners],
        }
    )


def test_the_example():
    assert doctest.testmod(championship).failed == 0


def test_it_ends_with_the_last_win():
    answer = standings(event("Ann", "Bob", "Ann"))
    assert answer.over
    assert answer.winner == "Ann"
    assert not answer.next
    with pytest.raises(Refusal, match=r"results\[3\]: Ann has already won the event"):
        standings(event("Ann", "Bob", "Ann", "Bob"))


def test_equal_records_share_a_place():
    rows = standings(event("Ann", "Bob", first_to=5)).rows
    assert [(row.rank, row.player, row.decided_by, row.explain) for row in rows] == [
        (1, "Ann", None, None),
        (1, "Bob", "wins", "1 v 0"),
        (3, "Cid", None, None),
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"results": [{"winner": "Dan"}]}, 'results[0].winner: "Dan" is not among the players'),
        ({"results": [{"winer": "Ann"}]}, "results[0].winer: unknown key; known here: winner"),
        ({"options": {}}, "options.first_to: is missing"),
        ({"options": {"first_to": 0}}, "options.first_to: 0 is out of range: at least 1"),
        ({"players": ["Ann", "Bob", "Ann"]}, 'players[2]: "Ann" is entered twice'),
        ({"format": "chess"}, 'format: "chess" is none of'),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(change, sentence):
    document = event().value | change
    with pytest.raises(Refusal) as refusal:
        standings(Place(document))
    assert str(refusal.value).startswith(sentence)
