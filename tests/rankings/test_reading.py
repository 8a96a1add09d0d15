"""Ranking files: every wrong one is refused with its place and reason."""

import copy

import pytest

from tablekeeper.rankings import in_order, read
from tablekeeper.strictjson import Cursor, DocumentError
from tests.rankings.ranking_files import file, tournament
from tests.refusal import document_error

GOOD = file(
    tournament(
        "GP Series",
        {"A": 1, "B": 2.5, "C": 0.5},
        "GP",
        2,
        date="2025-05-04",
        places=[["A"], ["B", "C"]],
        gpp={"A": 41, "B": 40, "C": 31},
        cp={"player": "A", "points": 1.5, "reason": "a new winner"},
        major=True,
        world_championship=False,
    ),
    tournament("Masters", {"A": 1, "B": 2, "C": 1}, "3T+", 1, date="2025-06-01"),
    window=9,
    source="a page",
    printed={"A": 1},
)


class _Missing:
    """A value that is left out; its name is that of a test, the same in every process."""

    def __str__(self):
        return "(left out)"


MISSING = _Missing()


def test_a_good_file_is_read():
    found = read(Cursor(GOOD))
    assert (found.ranking, found.rules.key, found.window) == ("world", "2025-06", 9)
    assert found.tournaments[0].places == (("A",), ("B", "C"))
    assert found.tournaments[1].places == (("B",), ("A", "C"))


def changed(path, value):
    """Return the good file with something else at a path."""
    found = copy.deepcopy(GOOD)
    at = found
    for key in path[:-1]:
        at = at[key]
    if value is MISSING:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return found


T = ("tournaments", 0)
WRONG = [
    (("nonsense",), 1, "nonsense", "unknown key"),
    (("ranking",), "galaxy", "ranking", '"galaxy" is not one of world, double-threat, medal'),
    (("ranking",), MISSING, "ranking", "is missing"),
    (("rules",), "2023-01", "rules", '"2023-01" is not one of 2024-04, 2025-06, 2026-05'),
    (("window",), 0, "window", "0 is out of range"),
    (("window",), 9.0, "window", "a whole number is wanted"),
    (("tournaments",), {}, "tournaments", "a list is wanted"),
    ((*T, "colour"), "red", "tournaments[0].colour", "unknown key"),
    ((*T, "name"), " ", "tournaments[0].name", "a text is wanted"),
    ((*T, "name"), MISSING, "tournaments[0].name", "is missing"),
    (
        (*T, "style"),
        "4T",
        "tournaments[0].style",
        '"4T" is not one of 3T, 3T+, GP, GP+, TA, 2T, 2T-XL, L, XL, C',
    ),
    ((*T, "style"), "3T-XS", "tournaments[0].style", "is not one of"),
    ((*T, "level"), 0, "tournaments[0].level", "0 is out of range: 1 to 4"),
    ((*T, "level"), 5, "tournaments[0].level", "5 is out of range: 1 to 4"),
    ((*T, "level"), 1.5, "tournaments[0].level", "a whole number is wanted"),
    ((*T, "level"), True, "tournaments[0].level", "a whole number is wanted"),
    ((*T, "level"), MISSING, "tournaments[0].level", "is missing"),
    ((*T, "date"), "4 May 2025", "tournaments[0].date", '"4 May 2025" is not a date'),
    ((*T, "date"), "20250504", "tournaments[0].date", "is not a date"),
    ((*T, "date"), "2025-02-30", "tournaments[0].date", "is not a date"),
    ((*T, "date"), None, "tournaments[0].date", "a text is wanted"),
    ((*T, "wins"), [1, 2], "tournaments[0].wins", "an object is wanted"),
    ((*T, "wins", "A"), -1, "tournaments[0].wins.A", "-1 is out of range"),
    ((*T, "wins", "A"), 0.3, "tournaments[0].wins.A", "whole or half numbers in this style, not 0.3"),
    ((*T, "wins", "A"), "2", "tournaments[0].wins.A", 'a number is wanted here, not the text "2"'),
    ((*T, "wins", "A"), True, "tournaments[0].wins.A", "a number is wanted"),
    ((*T, "wins", "A"), float("nan"), "tournaments[0].wins.A", "a number is wanted"),
    ((*T, "wins", "A"), 1e300, "tournaments[0].wins.A", "out of range"),
    ((*T, "wins", " "), 1, "tournaments[0].wins. ", "a player without a name"),
    ((*T, "wins"), {}, "tournaments[0].wins", "nobody took part"),
    (("tournaments", 1, "wins", "A"), 1.5, "tournaments[1].wins.A", "whole numbers in this style, not 1.5"),
    (("tournaments", 1, "wins", "A"), 2, "tournaments[1].places", "A and B have most wins, so say who came"),
    ((*T, "places"), [["A"], ["B"], ["X"]], "tournaments[0].places[2][0]", '"X" is not among the players'),
    ((*T, "places"), [["A"], ["B", "A"]], "tournaments[0].places[1][1]", '"A" has a place already'),
    ((*T, "places"), [["A"], ["B"]], "tournaments[0].places", "C took part, but has no place"),
    ((*T, "places"), [["A", "B"], ["C"]], "tournaments[0].places", "a tournament has one winner"),
    ((*T, "places"), [], "tournaments[0].places", "give at least 1 here"),
    ((*T, "places"), [["A"], []], "tournaments[0].places[1]", "give at least 1 here"),
    ((*T, "places"), ["A", "B", "C"], "tournaments[0].places[0]", "a list is wanted"),
    ((*T, "gpp", "X"), 1, "tournaments[0].gpp.X", '"X" is not among the players in wins'),
    ((*T, "gpp", "A"), 1.5, "tournaments[0].gpp.A", "a whole number is wanted"),
    ((*T, "gpp", "A"), -1, "tournaments[0].gpp.A", "out of range"),
    (("tournaments", 1, "gpp"), {"A": 1}, "tournaments[1].gpp", "are scored in GP and GP+, not in 3T+"),
    ((*T, "cp", "player"), "B", "tournaments[0].cp.player", "for the winner, A"),
    ((*T, "cp", "player"), "X", "tournaments[0].cp.player", "is not among the players"),
    ((*T, "cp", "reason"), MISSING, "tournaments[0].cp.reason", "is missing"),
    ((*T, "cp", "reason"), "", "tournaments[0].cp.reason", "a text is wanted"),
    ((*T, "cp", "points"), -0.5, "tournaments[0].cp.points", "out of range"),
    ((*T, "cp", "points"), 0, "tournaments[0].cp.points", "leave cp out"),
    ((*T, "cp", "points"), 0.12345, "tournaments[0].cp.points", "at most three decimals"),
    ((*T, "cp", "why"), "x", "tournaments[0].cp.why", "unknown key"),
    ((*T, "date"), "2024-05-04", "tournaments[0].cp", "the rules of 2024-04 have no compensatory points"),
    ((*T, "major"), 1, "tournaments[0].major", "true or false is wanted"),
    ((*T, "name"), "GP\x1b[2J", "tournaments[0].name", "no control characters"),
    ((*T, "wins", "A\n"), 1, "tournaments[0].wins", "no line breaks"),
    (("tournaments", 1), GOOD["tournaments"][0], "tournaments[1].name", "already, at tournaments[0]"),
]


@pytest.mark.parametrize(("path", "value", "place", "reason"), WRONG, ids=lambda value: str(value)[:30])
def test_wrong_files_are_refused(path, value, place, reason):
    with pytest.raises(DocumentError) as refused:
        read(Cursor(changed(path, value)))
    assert refused.value.place == place
    assert reason in refused.value.reason


@pytest.mark.parametrize("document", [[], None, "text", 3])
def test_another_document_is_refused(document):
    assert "one object" in document_error(read, Cursor(document))


def test_units_of_one_name_and_day_count_each():
    # the page does not say that names are different: an XLeague is several units
    one, other = (tournament("XLeague", {"A": 6, "B": won}, "2T-XL", date="2025-05-04") for won in (5, 4))
    both = read(Cursor(file(one, other, ranking="double-threat")))
    again = read(Cursor(file(other, one, ranking="double-threat")))
    assert in_order(both.tournaments) == in_order(again.tournaments)
    assert [int(found.wins["B"]) for found in in_order(both.tournaments)] == [4, 5]
    with pytest.raises(
        DocumentError,
        match=r"tournaments\[2\].name: \"XLeague\" is in the file already, at tournaments\[0\]",
    ):
        read(Cursor(file(one, other, one, ranking="double-threat")))


def test_points_that_nobody_scored_may_stand_in_any_style():
    assert read(Cursor(file(tournament("T", {"A": 2, "B": 1}, gpp={})))).tournaments[0].gpp == {}


def test_a_grand_prix_without_places_needs_everybodys_points():
    found = changed((*T, "places"), MISSING)
    assert read(Cursor(found)).tournaments[0].places == (("A",), ("B",), ("C",))
    del found["tournaments"][0]["gpp"]["C"]
    assert "is missing, and so are the points of C: say who came where" in document_error(read, Cursor(found))
    # without any points the wins tell, as they do everywhere
    del found["tournaments"][0]["gpp"], found["tournaments"][0]["cp"]
    assert read(Cursor(found)).tournaments[0].places == (("B",), ("A",), ("C",))
    found["tournaments"][0]["wins"]["A"] = 2.5
    assert "A and B have most wins, so say who came where" in document_error(read, Cursor(found))
    level = changed((*T, "places"), MISSING)
    level["tournaments"][0]["gpp"]["B"] = 41
    assert "A and B have most points, so say who came where" in document_error(read, Cursor(level))


def test_compensation_without_a_date_is_held_against_the_files_rules():
    found = changed((*T, "date"), MISSING)
    read(Cursor(found))
    found["rules"] = "2024-04"
    assert "have no compensatory points" in document_error(read, Cursor(found))


def test_rules_are_needed_where_a_date_is_missing():
    found = changed((*T, "date"), MISSING)
    del found["rules"]
    assert "rules: is missing, and not every tournament has a date" in document_error(read, Cursor(found))


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"level": 1}, "a Medal Game has only name, style, date and wins"),
        ({"wins": {"A": 2, "B": 0}}, "one player wins the Medal Game"),
        ({"wins": {"A": 1, "B": 1}}, "one player wins the Medal Game"),
        ({"wins": {"A": 1}}, "one player wins the Medal Game"),
    ],
)
def test_a_medal_game_is_one_game(more, reason):
    game = {"name": "Game", "style": "medal-game", "wins": {"A": 1, "B": 0}}
    read(Cursor(file(game, ranking="medal")))
    with pytest.raises(DocumentError, match=reason):
        read(Cursor(file(game | more, ranking="medal")))
