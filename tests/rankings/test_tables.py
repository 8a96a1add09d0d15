"""The rankings' rules one by one, each with a worked example of docs/rules/races.md."""

from datetime import date

import pytest

from tablekeeper.rankings import VERSIONS, explained, ties, version_at
from tablekeeper.strictjson import DocumentError
from tests.rankings.ranking_files import answer, file, table, tournament

WINS = {"A": 3, "B": 1, "C": 0}


def points(found):
    """Return player -> (TP, WP, CP) of a file with one tournament."""
    return {row["player"]: (row["TP"][0], row["WP"][0], row["CP"][0]) for row in answer(found)["rows"]}


def places(found, as_of=None):
    """Return (rank, player, decided_by) of each row."""
    return [(row["rank"], row["player"], row["decided_by"]) for row in answer(found, as_of)["rows"]]


# World Rankings: TP, WP, CP


def test_basic_points_times_level():
    assert points(file(tournament("T", WINS, level=3))) == {"A": (21, 3, 0), "B": (12, 1, 0), "C": (6, 0, 0)}


def test_second_without_a_winner_point_has_two_basic_points():
    assert points(file(tournament("T", {"A": 2, "B": 0, "C": 0}, level=4)))["B"] == (8, 0, 0)


def test_half_a_winner_point_is_not_one():
    found = tournament("T", {"A": 2, "B": 0.5, "C": 0.5}, "TA")
    assert points(file(found)) == {"A": (7, 2, 0), "B": (2, 0.5, 0), "C": (2, 0.5, 0)}


def test_level_for_second_both_have_four():
    assert points(file(tournament("T", {"A": 4, "B": 3, "C": 3})))["C"] == (4, 3, 0)


def test_a_winner_without_a_winner_point_has_seven():
    found = tournament("T", {"A": 0, "B": 3, "C": 3}, "GP", places=[["A"], ["B"], ["C"]])
    assert points(file(found)) == {"A": (7, 0, 0), "B": (4, 3, 0), "C": (2, 3, 0)}


def test_places_win_over_wins():
    # the Grand Prix World Series of 2024: second by points, third by wins
    wins = {"S": 8, "N": 7, "H": 6}
    found = tournament("T", wins, "GP", 3, places=[["S"], ["H"], ["N"]])
    assert points(file(found)) == {"S": (21, 8, 0), "H": (12, 6, 0), "N": (6, 7, 0)}


def test_points_of_a_grand_prix_decide_where_no_places_are_given():
    found = tournament("T", {"A": 0, "B": 3, "C": 1}, "GP", gpp={"A": 30, "B": 28, "C": 26})
    assert points(file(found)) == {"A": (7, 0, 0), "B": (4, 3, 0), "C": (2, 1, 0)}


def test_compensatory_points_are_the_winners():
    cp = {"player": "A", "points": 1.5, "reason": "ahead of B by half a point"}
    found = file(tournament("T", {"A": 2, "B": 6, "C": 0}, "GP", places=[["A"], ["B"], ["C"]], cp=cp))
    assert points(found) == {"A": (7, 2, 1.5), "B": (4, 6, 0), "C": (2, 0, 0)}
    assert [row["total"] for row in answer(found)["rows"]] == [10.5, 10, 2]
    assert "T: A 1.5 CP: ahead of B by half a point" in explained(table(found))


def test_compensatory_points_are_proposed_where_a_winner_is_not_ahead():
    one = tournament("T", {"A": 2, "B": 5, "C": 0}, "GP", places=[["A"], ["B"], ["C"]])
    wanted = "T: A could be given 0.5 CP: A won with 9 points, B has 9: the winner must be 0.5 ahead"
    assert wanted in explained(table(file(one)))
    # by the rules of its own date, whatever the file's are
    dated = one | {"date": "2024-06-01"}
    assert not any("could be given" in sentence for sentence in explained(table(file(dated))))
    assert any("given 1 CP" in sentence for sentence in explained(table(file(one | {"date": "2026-06-01"}))))


def test_the_last_nine_count_and_the_absent_have_nothing():
    nine = [tournament(f"T{number}", WINS) for number in range(9)]
    late = tournament("T9", {"B": 1, "C": 0, "D": 0})
    found = answer(file(*nine, late))
    assert found["window"] == [f"T{number}" for number in range(1, 10)]
    rows = {row["player"]: row for row in found["rows"]}
    assert rows["A"]["TP"] == [7] * 8 + [0]
    assert rows["D"]["TP"] == [0] * 8 + [2]
    assert answer(file(*nine, late, window=1))["window"] == ["T9"]
    # who has been pushed out altogether is not ranked
    assert [row["player"] for row in answer(file(*nine, late, window=1))["rows"]] == ["B", "C", "D"]


# Ties


def level_totals(first, second, rules="2024-04"):
    """Return what decides between A, who won `first`, and B, who won `second`; their totals are level."""
    found = answer(file(*first, *second, rules=rules))
    rows = [row for row in found["rows"] if row["player"] in "AB"]
    assert rows[0]["total"] == rows[1]["total"]
    return rows[0]["player"], rows[0]["decided_by"]


def won_by(player, name, level=1, wins=1, style="3T", **more):
    """Return a tournament that a player won against nobody else who matters."""
    return tournament(name, {player: wins, "C": 0, "D": 0}, style, level, **more)


def test_1_tournament_points():
    first = [won_by("A", "T1", wins=8)]
    second = [won_by("B", "T2", level=2, wins=1)]
    assert level_totals(first, second) == ("B", "1 TP 14 v 7")
    assert level_totals(first, second, "2026-05") == ("B", "1 TP 14 v 7")


def test_2_and_3_world_championships_and_majors():
    championship = [won_by("A", "T1", world_championship=True)]
    major = [won_by("B", "T2", major=True)]
    assert level_totals(championship, major) == ("A", "2 World Championships won 1 v 0")
    assert level_totals(championship, major, "2026-05") == ("B", "3 Majors won 1 v 0")
    assert level_totals([won_by("A", "T1")], major) == ("B", "3 Majors won 1 v 0")
    assert level_totals(championship, [won_by("B", "T2")], "2026-05") == (
        "A",
        "4 World Championships won 1 v 0",
    )


def test_2_winner_points_from_2026():
    # compensatory points make up what winner points lack
    cp = {"player": "A", "points": 2, "reason": "level with B"}
    first, second = [won_by("A", "T1", wins=1, cp=cp)], [won_by("B", "T2", wins=3)]
    assert level_totals(first, second, "2026-05") == ("B", "2 WP 3 v 1")


def test_4_and_5_tournaments_won():
    first = [won_by("A", "T1", 2), won_by("A", "T2", 2)]
    second = [won_by("B", "T3", 4, wins=2)]
    assert level_totals(first, second) == ("A", "4 tournaments won 2 v 1")
    two = [won_by("A", "T1", 2), won_by("A", "T2", 2)]
    other = [won_by("B", "T3", 1), won_by("B", "T4", 3)]
    assert level_totals(two, other) == ("A", "5 level-2 tournaments won 2 v 0")


def test_6_and_7_grand_prix_points():
    first = [won_by("A", "T1", style="GP", gpp={"A": 30, "C": 20, "D": 6})]
    second = [won_by("B", "T2", style="GP+", gpp={"B": 31, "C": 20, "D": 5})]
    assert level_totals(first, second) == ("B", "6 GPP in all GP events 31 v 30")
    # as many in all, more of them in Majors that somebody else won
    gpp = {"A": 20, "B": 10, "C": 26}
    major = tournament("T3", {"C": 1, "A": 0, "B": 0}, "GP", gpp=gpp, major=True)
    more = [won_by("B", "T4", style="GP", gpp={"B": 40, "C": 0, "D": 0})]
    other = [won_by("A", "T5", style="GP", gpp={"A": 30, "C": 0, "D": 0})]
    assert level_totals([major, *other], more) == ("A", "7 GPP in Majors 20 v 10")


def test_what_nothing_separates_is_shared():
    found = file(won_by("A", "T1"), won_by("B", "T2"))
    assert places(found) == [(1, "A", None), (1, "B", "total 8 v 4"), (3, "C", None), (3, "D", None)]


# Versions by date


def test_versions_are_found_by_date():
    assert [
        version_at(date(*day)).key for day in ((2024, 12, 31), (2025, 1, 1), (2026, 2, 28), (2026, 3, 1))
    ] == ["2024-04", "2025-06", "2025-06", "2026-05"]
    assert [version.sharing for version in VERSIONS] == ["each", "split", "best-colour"]
    assert [version.lead for version in VERSIONS] == [None, 0.5, 1]


def test_a_day_counts_what_was_over_under_the_rules_valid_then():
    found = file(
        won_by("A", "T1", world_championship=True, date="2025-05-01"),
        won_by("B", "T2", major=True, date="2025-06-01"),
        won_by("E", "T3", date="2026-05-01"),
        rules="2026-05",
    )
    assert answer(found, date(2025, 4, 30)) == {"rows": [], "window": []}
    assert answer(found, date(2025, 5, 1))["window"] == ["T1"]
    assert places(found, date(2025, 6, 1))[0] == (1, "A", "2 World Championships won 1 v 0")
    assert places(found, date(2026, 4, 1))[0] == (1, "B", "3 Majors won 1 v 0")


def test_rules_are_those_of_the_last_date_where_the_file_names_none():
    first = won_by("A", "T1", world_championship=True, date="2025-05-01")
    second = won_by("B", "T2", major=True, date="2025-06-01")
    found = {"ranking": "world", "tournaments": [first, second]}
    assert table(found).rules.key == "2025-06"
    found["tournaments"].append(won_by("E", "T3", date="2026-05-01"))
    assert table(found).rules.key == "2026-05"


# The order of tournaments


def test_dates_order_and_names_within_a_date():
    found = file(
        won_by("A", "T2", date="2025-05-01"),
        won_by("A", "T1", date="2025-05-01"),
        won_by("A", "T0", date="2025-05-02"),
        window=2,
    )
    assert answer(found)["window"] == ["T2", "T0"]


def test_without_dates_the_file_orders_and_dates_may_not_contradict_it():
    assert answer(file(won_by("A", "T2"), won_by("A", "T1")))["window"] == ["T2", "T1"]
    some = [won_by("A", "T2", date="2025-05-01"), won_by("A", "T1"), won_by("A", "T0", date="2025-05-01")]
    assert answer(file(*some))["window"] == ["T2", "T1", "T0"]
    some[2]["date"] = "2025-04-30"
    with pytest.raises(DocumentError, match=r"tournaments\[2\].date: 2025-04-30 comes after 2025-05-01"):
        answer(file(*some))


def test_a_day_needs_dates():
    with pytest.raises(DocumentError, match=r"tournaments\[1\].date: is missing"):
        answer(file(won_by("A", "T1", date="2025-05-01"), won_by("A", "T2")), date(2025, 6, 1))


# Double-Threat Rankings


def test_the_last_six_units_count():
    units = [tournament(f"U{number}", WINS, "2T-XL", 2) for number in range(7)]
    found = answer(file(*units, ranking="double-threat"))
    assert found["window"] == [f"U{number}" for number in range(1, 7)]
    assert [(row["player"], row["total"]) for row in found["rows"]] == [("A", 102), ("B", 54), ("C", 24)]


def test_the_other_part_does_not_count_and_is_named():
    both = [tournament("Masters", WINS, "3T+"), tournament("XLeague", WINS, "2T-XL")]
    world = answer(file(*both))
    assert world["window"] == ["Masters"]
    assert world["notes"] == ["Not triple-threat, so not counted in the World Rankings: XLeague."]
    assert answer(file(*both, ranking="double-threat"))["window"] == ["XLeague"]
    assert answer(file(*both, ranking="medal"))["window"] == ["Masters", "XLeague"]


# Medal Race


def test_a_season_of_very_many_players_costs_what_was_played(monkeypatch):
    asked = []

    def counted(figure):
        return lambda one, player: asked.append(player) or figure(one, player)

    for name, figure in ties.STEPS.items():
        monkeypatch.setitem(ties.STEPS, name, counted(figure))
    season = [
        tournament(
            f"T{number:03d}", {f"{number:03d}{one}": won for one, won in WINS.items()}, level=number % 4 + 1
        )
        for number in range(80)
    ]
    rows = answer(file(*season, ranking="medal", rules="2024-04"))["rows"]
    assert [row["total"] for row in rows][::20] == [31, 24, 17, 17, 13, 10, 9, 8, 6, 5, 4, 2]
    # every figure once for everybody who took part: the total, TP and WP, and the lists of two parts
    assert len(asked) <= 240 * (3 + 2 * len(ties.STEPS))


def test_a_season_counts_as_a_whole_and_starts_at_nothing():
    old = tournament("T0", {"C": 5, "A": 1, "B": 0}, date="2024-12-31")
    new = [tournament(f"T{day}", WINS, date=f"2025-01-{day:02d}") for day in range(1, 13)]
    found = answer(file(old, *new, ranking="medal"))
    assert len(found["window"]) == 12
    assert [(row["player"], row["total"]) for row in found["rows"]] == [("A", 120), ("B", 60), ("C", 24)]
    before = answer(file(old, *new, ranking="medal"), date(2024, 12, 31))
    assert [(row["player"], row["total"]) for row in before["rows"]] == [("C", 12), ("A", 5), ("B", 2)]


def test_a_medal_race_says_that_it_has_no_window():
    found = answer(file(tournament("T", WINS), ranking="medal", window=9))
    assert found["notes"] == ["The Medal Race counts the whole season: window is ignored."]


def medal(*tournaments):
    """Return what decides between A and B in a Medal Race of the rules of 2024-04."""
    found = answer(file(*tournaments, ranking="medal", rules="2024-04"))
    row = next(row for row in found["rows"] if row["player"] in "AB")
    return row["player"], row["decided_by"]


def test_medal_ties():
    # totals level: 8 + 7 = 15; 14 + 1 = 15
    assert medal(won_by("A", "T1", wins=8), won_by("B", "T2", 2)) == ("B", "1 TP 14 v 7")
    # A has more in the triple-threat part, B as much more in the double-threat part
    parts = [
        won_by("A", "T1", 2, style="3T"),
        won_by("B", "T2", 1, style="3T"),
        won_by("A", "U1", 1, style="2T"),
        won_by("B", "U2", 2, style="2T"),
    ]
    assert medal(*parts) == ("A", "3 order in the triple-threat part 1st v 2nd")
    # level there, too: one unit of level 4 against two of level 2, by the tournaments won
    parts = [won_by("A", "U1", 4, style="2T", wins=2)] + [
        won_by("B", name, 2, style="2T") for name in ("U2", "U3")
    ]
    assert medal(*parts) == ("B", "4 order in the double-threat part 1st v 2nd")


def test_compensatory_points_leave_winner_points_to_decide():
    cp = {"player": "A", "points": 2, "reason": "level with B"}
    found = file(won_by("A", "T1", cp=cp), won_by("B", "T2", wins=3), ranking="medal", rules="2025-06")
    assert places(found)[0] == (1, "B", "2 WP 3 v 1")


def test_a_tied_first_place_is_played_out():
    season = [won_by("A", "T1", date="2025-03-01"), won_by("B", "T2", date="2025-04-01")]
    found = answer(file(*season, ranking="medal"))
    assert found["next"] == [{"game": "Medal Game", "players": ["A", "B"]}]
    assert found["notes"] == ["A and B are level for first: a Medal Game, worth 1 WP here only, decides."]
    during = answer(file(*season, ranking="medal"), date(2025, 5, 1))
    assert "next" not in during
    assert during["notes"] == [
        "A and B are level for first: if the season ended now, a Medal Game would decide."
    ]
    assert "next" in answer(file(*season, ranking="medal"), date(2025, 12, 31))
    game = {"name": "A game", "style": "medal-game", "date": "2025-12-31", "wins": {"A": 0, "B": 1}}
    # of the same day, and by its name after the game
    late = tournament("T3", {"E": 0, "F": 0}, places=[["E"], ["F"]], date="2025-12-31")
    after = answer(file(game, *season, late, ranking="medal"))
    assert after["window"] == ["T1", "T2", "T3", "A game"]
    assert [(row["player"], row["TP"][3], row["WP"][3], row["total"]) for row in after["rows"][:2]] == [
        ("B", 0, 1, 9),
        ("A", 0, 0, 8),
    ]
    assert after["rows"][0]["decided_by"] == "total 9 v 8"
    # it counts nowhere else
    assert answer(file(game, *season))["window"] == ["T1", "T2"]


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        ({"A": 1, "C": 0}, "is for those level for first: A and B"),
        ({"A": 1, "B": 0, "C": 0}, "is for those level for first: A and B"),
    ],
)
def test_a_medal_game_of_others_is_refused(players, reason):
    game = {"name": "Game", "style": "medal-game", "wins": players}
    with pytest.raises(DocumentError, match=reason):
        answer(file(won_by("A", "T1"), won_by("B", "T2"), game, ranking="medal"))
    with pytest.raises(DocumentError, match="comes after all of its season"):
        answer(file(won_by("A", "T1"), game, won_by("B", "T2"), ranking="medal"))
