"""Tric Trac Tourneys: points, official and friendly matches, removal, invitations, ties, refusals."""

import random
from collections import Counter
from decimal import Decimal
from itertools import combinations

import pytest

from tablekeeper.formats import FORMATS, read_event, standings
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.ttt.matches import invitations
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import number
from tests.formats.second_reading import agree

NAMES = [f"P{number:02}" for number in range(1, 25)]
RATES = {"wins": 87.6, "gammons": 0, "backgammons": 0}


def won(match, winner, loser, kind="single", **more):
    """Return a match that was played to its end."""
    return {"match": match, "players": [winner, loser], "winner": winner, "kind": kind, **more}


def left(match, absent, other, way="timeout", **more):
    """Return a match that somebody let time out; it is worth 1.4."""
    return {"match": match, "players": [other, absent], way: absent, **RATES, **more}


def answer(players, results, **options):
    """Return the standings of a tourney."""
    return standings(Cursor({"format": "ttt", "options": options, "players": players, "results": results}))


def points(found):
    """Return points as text by player."""
    return {row.player: str(number(row.figures["points"])) for row in found.rows}


def test_points_of_a_match():
    for kind, worth in (("single", "1"), ("gammon", "2"), ("backgammon", "3")):
        assert points(answer(["Ann", "Bob"], [won(1, "Ann", "Bob", kind)])) == {"Ann": worth, "Bob": "0.5"}
    assert points(answer(["Ann", "Bob"], [left(1, "Bob", "Ann")])) == {"Ann": "1.4", "Bob": "0"}


def test_24_players_have_23_games_each():
    results = [won(match, *pair) for match, pair in enumerate(combinations(NAMES, 2), 1)]
    assert len(results) == 276
    found = answer(NAMES, results)
    assert found.over
    assert found.winner == "P01"
    assert {row.figures["played"] for row in found.rows} == {23}
    # one of every pair has won: 276 x 1.5 points
    assert sum(row.figures["points"] for row in found.rows) == 414


@pytest.mark.parametrize("count", range(2, 31))
def test_each_player_invites_half_of_his_opponents(count):
    pairs = invitations(NAMES[:24] + ["a", "b", "c", "d", "e", "f"][: max(0, count - 24)]
                        if count > 24 else NAMES[:count])  # fmt: skip
    assert len(pairs) == len({frozenset(pair) for pair in pairs}) == count * (count - 1) // 2
    issued = Counter(one for one, _ in pairs)
    received = Counter(other for _, other in pairs)
    for player in {player for pair in pairs for player in pair}:
        assert issued[player] + received[player] == count - 1
        assert abs(issued[player] - received[player]) <= 1
    if count == 24:
        assert set(issued.values()) == {11, 12}


def timed_out(count):
    """Return a complete tourney of 24 in which the first player times out so often."""
    return [
        left(match, "P01", pair[1]) if match <= count else won(match, *pair)
        for match, pair in enumerate(combinations(NAMES, 2), 1)
    ]


def test_11_timeouts_are_not_removed():
    found = answer(NAMES, timed_out(11))
    row = next(row for row in found.rows if row.player == "P01")
    assert (row.figures["timeouts"], row.figures["removed"], row.figures["played"]) == (11, False, 23)
    assert row.figures["points"] == 12


def test_12_timeouts_are_removed_with_all_games():
    found = answer(NAMES, timed_out(12))
    last = found.rows[-1]
    assert (last.player, last.rank, last.figures["timeouts"], last.figures["removed"]) == (
        "P01", 24, 12, True,
    )
    assert (last.figures["points"], last.figures["played"]) == (0, 0)
    assert {row.figures["played"] for row in found.rows[:-1]} == {22}
    assert "P01 is removed with all games: 12 timeouts." in found.notes
    assert found.winner == "P02"


def test_removed_players_leave_together():
    """Timeouts are counted over all official matches first: those against somebody removed count, too."""
    results = [left(1, "Ann", "Bob"), left(2, "Bob", "Cid"), left(3, "Bob", "Dan"), left(4, "Ann", "Cid"),
               left(5, "Ann", "Dan"), won(6, "Cid", "Dan")]  # fmt: skip
    found = answer(["Ann", "Bob", "Cid", "Dan"], results, removal_at=2)
    assert [(row.rank, row.player) for row in found.rows] == [(1, "Cid"), (2, "Dan"), (3, "Ann"), (3, "Bob")]
    assert points(found) == {"Cid": "1", "Dan": "0.5", "Ann": "0", "Bob": "0"}


def test_a_timeout_in_a_friendly_match_does_not_count():
    results = [won(1, "Ann", "Bob"), left(2, "Ann", "Bob"), left(3, "Ann", "Stranger")]
    found = answer(["Ann", "Bob"], results, removal_at=1)
    assert [row.figures["timeouts"] for row in found.rows] == [0, 0]
    assert found.notes == ("2 friendly matches do not count.",)


def test_with_everybody_removed_the_tourney_is_over_without_a_winner():
    results = [left(1, "Ann", "Bob"), left(2, "Bob", "Cid"), left(3, "Cid", "Ann")]
    found = answer(["Ann", "Bob", "Cid"], results, removal_at=1)
    assert (found.over, found.provisional, found.winner, found.next) == (True, False, None, ())
    assert [row.rank for row in found.rows] == [1, 1, 1]


def test_the_lowest_match_id_is_official_whichever_ends_first():
    found = answer(["Ann", "Bob"], [won(102, "Ann", "Bob", "backgammon"), won(101, "Bob", "Ann")])
    assert points(found) == {"Bob": "1", "Ann": "0.5"}
    assert found.notes == ("1 friendly match does not count.",)


def test_a_started_match_with_the_lowest_id_is_official_while_it_is_open():
    started = {"match": 101, "players": ["Ann", "Bob"], "started": True}
    results = [won(102, "Ann", "Bob", "backgammon"), started]
    found = answer(["Ann", "Bob"], results)
    assert points(found) == {"Ann": "0", "Bob": "0"}
    assert (found.over, found.provisional) == (False, True)
    assert found.next == ({"match": 101, "players": ["Ann", "Bob"], "started": True},)
    assert points(answer(["Ann", "Bob"], [*results, won(101, "Bob", "Ann")])) == {"Bob": "1", "Ann": "0.5"}


def test_matches_across_groups_and_with_outsiders_are_friendly():
    results = [won(1, "Ann", "Cid"), won(2, "Ann", "Zoe"), won(3, "X", "Y"), won(4, "Ann", "Bob")]
    found = answer(["Ann", "Bob", "Cid", "Dan"], results, groups=[["Ann", "Bob"], ["Cid", "Dan"]])
    assert [(row.rank, row.player, row.figures["group"]) for row in found.rows] == [
        (1, "Ann", 1), (2, "Bob", 1), (1, "Cid", 2), (1, "Dan", 2),
    ]  # fmt: skip
    assert "3 friendly matches do not count." in found.notes
    assert "Group 1: Ann has won." in found.notes
    assert (found.over, found.winner) == (False, None)


def test_a_name_that_is_nearly_a_players_is_doubted_and_the_match_stays_friendly():
    players = ["Ann", "Bob", "Cynthia"]
    results = [won(1, "Ann", "Cyntia"), won(2, "Ann", "Somebody else")]
    found = agree({"format": "ttt", "options": {}, "players": players, "results": results})
    assert found.notes == ("2 friendly matches do not count.",)
    assert found.doubts == (
        'Match 1 is friendly: "Cyntia" is not among the players; perhaps "Cynthia" is meant.',
    )
    form, event = read_event(Cursor({"format": "ttt", "options": {}, "players": players, "results": []}))
    with pytest.raises(DocumentError, match=r'"Cyntia" is not among .*; perhaps "Cynthia" is meant; a'):
        form.completed(event, GivenResult({"players": ["Ann", "Cyntia"], "winner": "Ann"}))


@pytest.mark.parametrize("groups", [2, [["2"]]])
def test_a_number_of_groups_is_drawn(groups):
    with pytest.raises(DocumentError, match="to draw 2 groups, enter the players and use"):
        answer(["Ann", "Bob"], [], groups=groups)


def test_a_draw_of_groups_is_repeatable_and_even():
    form, event = read_event(Cursor({"format": "ttt", "players": NAMES, "results": []}))
    drawn = form.draw(event, 7, groups=5)
    assert drawn == form.draw(event, 7, groups=5)
    assert drawn != form.draw(event, 8, groups=5)
    assert sorted(name for group in drawn["groups"] for name in group) == NAMES
    assert sorted(len(group) for group in drawn["groups"]) == [4, 5, 5, 5, 5]


def test_two_level_leaders_are_separated_by_their_game():
    # Ann 0.5 + 2, Bob 1 + 1.5: Cid timed out against Bob in a position worth 1.5
    rates = {"wins": 50, "gammons": 20, "backgammons": 0}
    last = {"match": 3, "players": ["Bob", "Cid"], "timeout": "Cid", **rates}
    level = [won(1, "Bob", "Ann"), won(2, "Ann", "Cid", "gammon"), last]
    found = answer(["Ann", "Bob", "Cid"], level)
    assert points(found) == {"Ann": "2.5", "Bob": "2.5", "Cid": "0.5"}
    assert [(row.rank, row.player, row.decided_by, row.explain) for row in found.rows] == [
        (1, "Bob", "their game", "1 v 0"),
        (2, "Ann", "most points", "2.5 v 0.5"),
        (3, "Cid", None, None),
    ]


def test_three_level_leaders_are_separated_by_most_wins_among_them():
    # Ann has two wins among the three, Bob one and Cid none, who made up for it against Dan
    results = [won(1, "Ann", "Bob"), won(2, "Ann", "Cid"), won(3, "Dan", "Ann"), won(4, "Bob", "Cid"),
               won(5, "Bob", "Dan"), won(6, "Cid", "Dan")]  # fmt: skip
    found = answer(["Ann", "Bob", "Cid", "Dan"], results)
    assert points(found) == {"Ann": "2.5", "Bob": "2.5", "Cid": "2", "Dan": "2"}
    results[5] = {**left(6, "Dan", "Cid"), "wins": 50, "gammons": 20}
    assert points(answer(["Ann", "Bob", "Cid", "Dan"], results))["Cid"] == "2.5"
    found = answer(["Ann", "Bob", "Cid", "Dan"], results)
    row = found.rows[0]
    assert (row.player, row.decided_by, row.explain) == ("Ann", "most wins among the tied", "2 v 1")
    assert [row.rank for row in found.rows] == [1, 2, 2, 4]


FOUR = ["Ann", "Bob", "Cid", "Dan"]
#: a win by timeout that is worth 1.5 points
HALF = {"wins": 50, "gammons": 20}


def reading(results, **options):
    """Return the first row, and who is to play a mini-TTT."""
    seen = agree({"format": "ttt", "options": options, "players": FOUR, "results": results})
    mini = {name for pairing in seen.next for name in pairing["players"]}
    return seen.rows[0].player, seen.rows[0].decided_by, seen.rows[0].explain, mini


def test_three_level_leaders_can_be_separated_by_points_among_them():
    # among them Ann has two wins and 2 points, Bob one win and 3.5 points, Cid 1 point; all have 4 points
    results = [won(1, "Ann", "Bob"), won(2, "Ann", "Cid"), won(3, "Bob", "Cid", "backgammon"),
               won(4, "Ann", "Dan", "gammon"), won(5, "Dan", "Bob"),
               won(6, "Cid", "Dan", "backgammon")]  # fmt: skip
    assert reading(results) == ("Ann", "most wins among the tied", "2 v 1", set())
    assert reading(results, tie_by="points") == ("Bob", "most points among the tied", "3.5 v 2", set())


def test_a_mini_ttt_can_be_of_those_who_are_best_in_the_games_of_the_tied():
    # a circle in which Ann and Bob have 2.5 points and Cid has 1.5; all have 3 points
    results = [won(1, "Ann", "Bob", "gammon"), won(2, "Bob", "Cid", "gammon"), won(3, "Cid", "Ann"),
               won(4, "Dan", "Ann"), won(5, "Dan", "Bob"), {**left(6, "Dan", "Cid"), **HALF}]  # fmt: skip
    three, two = {"Ann", "Bob", "Cid"}, {"Ann", "Bob"}
    options = [{}, {"tie_by": "points"}, {"mini_of": "best"}, {"tie_by": "points", "mini_of": "best"}]
    assert [reading(results, **one)[-1] for one in options] == [three, three, three, two]
    futures = FORMATS["ttt"].futures(read_event(Cursor(
        {"format": "ttt", "options": options[-1], "players": FOUR, "results": results}
    ))[1])  # fmt: skip
    assert [(need.best, need.worst) for need in futures.needs] == [(1, 2), (1, 2), (2, 2), (4, 4)]
    assert futures.contenders == ("Ann", "Bob")
    # one game decides, and the others share the second place
    last = [*results, won(7, "Bob", "Ann", mini=1)]
    assert reading(last, **options[-1]) == ("Bob", "mini-TTT 1", "1 v 0.5", set())
    assert [row.rank for row in answer(FOUR, last, **options[-1]).rows] == [1, 2, 2, 4]
    with pytest.raises(DocumentError, match="Cid is not in mini-TTT 1"):
        answer(FOUR, [*results, won(7, "Cid", "Ann", mini=1)], **options[-1])


CIRCLE = [won(1, "Ann", "Bob"), won(2, "Bob", "Cid"), won(3, "Cid", "Ann")]


def test_a_circle_of_three_asks_for_a_mini_ttt():
    found = answer(["Ann", "Bob", "Cid"], CIRCLE)
    assert (found.over, found.winner) == (False, None)
    assert [row.rank for row in found.rows] == [1, 1, 1]
    assert [row.decided_by for row in found.rows] == [None, None, None]
    assert found.next == tuple(
        {"mini": 1, "players": pair} for pair in (["Ann", "Bob"], ["Bob", "Cid"], ["Cid", "Ann"])
    )
    assert "Mini-TTT 1 decides first place." in found.notes


def test_a_mini_ttt_is_decided_in_the_same_way_and_repeated():
    again = [won(place, *match["players"], mini=1) for place, match in enumerate(CIRCLE, 4)]
    found = answer(["Ann", "Bob", "Cid"], CIRCLE + again)
    assert {pairing["mini"] for pairing in found.next} == {2}
    third = [
        won(7, "Ann", "Bob", "gammon", mini=2),
        won(8, "Bob", "Cid", mini=2),
        won(9, "Cid", "Ann", mini=2),
    ]
    found = answer(["Ann", "Bob", "Cid"], CIRCLE + again + third)
    assert (found.over, found.winner) == (True, "Ann")
    assert (found.rows[0].decided_by, found.rows[0].explain) == ("mini-TTT 2", "2.5 v 1.5")
    assert [row.rank for row in found.rows] == [1, 2, 2]


def test_two_level_after_a_mini_ttt_are_separated_by_their_game_in_it():
    mini = [won(4, "Ann", "Bob", mini=1), left(5, "Ann", "Cid", mini=1), won(6, "Bob", "Cid", mini=1)]
    # Ann 1, Bob 1.5, Cid 1.9
    assert answer(["Ann", "Bob", "Cid"], CIRCLE + mini).winner == "Cid"
    mini = [won(4, "Ann", "Bob", mini=1), {**left(5, "Cid", "Ann", mini=1), "wins": 50, "gammons": 20},
            won(6, "Bob", "Cid", "gammon", mini=1)]  # fmt: skip
    found = answer(["Ann", "Bob", "Cid"], CIRCLE + mini)
    assert (found.winner, found.rows[0].decided_by) == ("Ann", "mini-TTT 1, their game")


def test_other_places_are_shared():
    results = [won(1, "Ann", "Bob"), won(2, "Ann", "Cid"), won(3, "Ann", "Dan")]
    rest = [won(4, "Bob", "Cid"), won(5, "Cid", "Dan"), won(6, "Dan", "Bob")]
    found = answer(["Ann", "Bob", "Cid", "Dan"], results + rest)
    assert found.winner == "Ann"
    assert [row.rank for row in found.rows] == [1, 2, 2, 2]


def test_while_it_runs_equal_points_share_a_rank():
    found = answer(["Ann", "Bob", "Cid"], [won(1, "Ann", "Bob")])
    assert [(row.rank, row.player) for row in found.rows] == [(1, "Ann"), (2, "Bob"), (3, "Cid")]
    found = answer(["Ann", "Bob", "Cid"], CIRCLE[:2])
    assert [(row.rank, row.player) for row in found.rows] == [(1, "Bob"), (2, "Ann"), (3, "Cid")]
    assert found.provisional
    assert [row.rank for row in answer(["Ann", "Bob", "Cid"], []).rows] == [1, 1, 1]


def test_points_are_printed_without_noughts():
    found = answer(["Ann", "Bob", "Cid"], [won(1, "Ann", "Bob"), won(2, "Ann", "Cid"), won(3, "Bob", "Cid")])
    assert (found.rows[0].explain, found.rows[1].explain) == ("2 v 1.5", "1.5 v 1")


OPEN = {"match": 5, "players": ["Ann", "Bob"], "started": True}
MINI = won(4, "Ann", "Bob", mini=1)


def test_a_match_that_has_ended_may_say_that_it_is_not_just_started():
    assert points(answer(["Ann", "Bob"], [won(1, "Ann", "Bob", started=False)])) == {"Ann": "1", "Bob": "0.5"}


@pytest.mark.parametrize(
    ("results", "place"),
    [
        ([5], "results[0]"),
        ([won(1, "Ann", "Bob", colour="red")], "results[0].colour"),
        ([{"players": ["Ann", "Bob"], "winner": "Ann", "kind": "single"}], "results[0].match"),
        ([{"match": 1, "winner": "Ann", "kind": "single"}], "results[0].players"),
        ([won("1", "Ann", "Bob")], "results[0].match"),
        ([won(0, "Ann", "Bob")], "results[0].match"),
        ([won(True, "Ann", "Bob")], "results[0].match"),
        ([won(1.5, "Ann", "Bob")], "results[0].match"),
        ([won(1, "Ann", "Ann")], "results[0].players"),
        ([{**won(1, "Ann", "Bob"), "players": ["Ann"]}], "results[0].players"),
        ([{**won(1, "Ann", "Bob"), "players": ["Ann", "Bob", "Cid"]}], "results[0].players"),
        ([{**won(1, "Ann", "Bob"), "players": ["Ann", 7]}], "results[0].players[1]"),
        ([{**won(1, "Ann", "Bob"), "players": "Ann"}], "results[0].players"),
        ([{**won(1, "Ann", "Bob"), "winner": "Cid"}], "results[0].winner"),
        ([{**won(1, "Ann", "Bob"), "winner": None}], "results[0].winner"),
        ([won(1, "Ann", "Bob", "double")], "results[0].kind"),
        ([{"match": 1, "players": ["Ann", "Bob"], "winner": "Ann"}], "results[0].kind"),
        ([{"match": 1, "players": ["Ann", "Bob"]}], "results[0]"),
        ([left(1, "Ann", "Bob", resigned="Bob")], "results[0]"),
        ([won(1, "Ann", "Bob", timeout="Bob")], "results[0]"),
        ([won(1, "Ann", "Bob", wins=50)], "results[0].wins"),
        ([left(1, "Ann", "Bob", timeout="Cid")], "results[0].timeout"),
        ([left(1, "Ann", "Bob", "resigned", resigned="Cid")], "results[0].resigned"),
        ([left(1, "Ann", "Bob", kind="single")], "results[0].kind"),
        ([left(1, "Ann", "Bob", wins=100.1)], "results[0].wins"),
        ([left(1, "Ann", "Bob", wins="many")], "results[0].wins"),
        ([left(1, "Ann", "Bob", gammons=-1)], "results[0].gammons"),
        ([left(1, "Ann", "Bob", gammons=None)], "results[0].gammons"),
        ([left(1, "Ann", "Bob", gammons=88)], "results[0].gammons"),
        ([left(1, "Ann", "Bob", backgammons=1)], "results[0].backgammons"),
        ([{"match": 1, "players": ["Ann", "Bob"], "timeout": "Ann", "wins": 50, "gammons": 1}],
         "results[0].backgammons"),
        ([{**OPEN, "started": False}], "results[0]"),
        ([{**OPEN, "started": 1}], "results[0].started"),
        ([{**OPEN, "kind": "single"}], "results[0].kind"),
        ([OPEN, OPEN], "results[1].match"),
        ([won(1, "Ann", "Bob"), won(1, "Ann", "Bob")], "results[1].match"),
        ([won(1, "Ann", "Bob"), won(1, "Ann", "Cid")], "results[1].match"),
        ([won(5, "Ann", "Bob"), OPEN], "results[1].match"),
        ([OPEN, won(5, "Ann", "Bob", mini=1)], "results[1].match"),
        ([won(1, "Ann", "Bob", mini=0)], "results[0].mini"),
        ([won(1, "Ann", "Bob", mini="1")], "results[0].mini"),
        ([MINI], "results[0].mini"),
        ([*CIRCLE, won(4, "Ann", "Bob", mini=2)], "results[3].mini"),
        ([*CIRCLE[:2], won(3, "Ann", "Cid"), MINI], "results[3].mini"),
    ],
)  # fmt: skip
def test_results_that_are_refused(results, place):
    with pytest.raises(DocumentError) as caught:
        answer(["Ann", "Bob", "Cid"], results)
    assert caught.value.place == place, caught.value


def test_a_mini_ttt_is_of_the_level_leaders_of_one_group():
    players = ["Ann", "Bob", "Cid", "Dan"]
    rest = [won(match, name, "Dan") for match, name in enumerate(("Ann", "Bob", "Cid"), 11)]
    with pytest.raises(DocumentError) as caught:
        answer(players, [*CIRCLE, *rest, won(20, "Ann", "Dan", mini=1)])
    assert caught.value.place == "results[6].players"
    with pytest.raises(DocumentError) as caught:
        answer(players, [won(20, "Ann", "Dan", mini=1)], groups=[["Ann", "Bob"], ["Cid", "Dan"]])
    assert caught.value.place == "results[0].mini"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"players": ["Ann"]}, "players"),
        ({"players": ["Ann", "Ann"]}, "players[1]"),
        ({"options": {"cap": 0.9}}, "options.cap"),
        ({"options": {"cap": 3.1}}, "options.cap"),
        ({"options": {"cap": "NaN"}}, "options.cap"),
        ({"options": {"cap": True}}, "options.cap"),
        ({"options": {"removal_at": 0}}, "options.removal_at"),
        ({"options": {"removal_at": 2.5}}, "options.removal_at"),
        ({"options": {"group": []}}, "options.group"),
        ({"options": {"groups": []}}, "options.groups"),
        ({"options": {"groups": ["Ann", "Bob"]}}, "options.groups[0]"),
        ({"options": {"groups": [["Ann"], ["Bob", "Cid"]]}}, "options.groups[0]"),
        ({"options": {"groups": [["Ann", "Bob"]]}}, "options.groups"),
        ({"options": {"groups": [["Ann", "Bob"], ["Cid", "Ann"]]}}, "options.groups[1][1]"),
        ({"options": {"groups": [["Ann", "Zoe"]]}}, "options.groups[0][1]"),
        ({"results": {}}, "results"),
    ],
)
def test_events_that_are_refused(change, place):
    document = {"format": "ttt", "options": {}, "players": ["Ann", "Bob", "Cid"], "results": []} | change
    with pytest.raises(DocumentError) as caught:
        standings(Cursor(document))
    assert caught.value.place == place, caught.value


def test_the_default_cap_is_an_exact_decimal():
    cap = next(option for option in FORMATS["ttt"].options if option.key == "cap")
    assert cap.default == Decimal("2.7")


def level_document(seed):
    """Return a complete event of single games only: many players are level, and their minis again."""
    chance = random.Random(f"level {seed}")
    players = [f"Player {number}" for number in range(1, chance.randint(3, 6) + 1)]
    options = {"tie_by": ("wins", "points")[seed % 2], "mini_of": ("all", "best")[seed // 2 % 2]}
    event = {"format": "ttt", "options": options, "players": players, "results": []}
    while upcoming := standings(Cursor(event)).next:
        for pairing in upcoming:
            won = {
                "match": len(event["results"]) + 1,
                "winner": chance.choice(pairing["players"]),
                "kind": "single",
            }
            event["results"].append(pairing | won)
    return event


def test_level_leaders_and_their_minis_agree():
    steps = []
    for seed in range(150):
        event = level_document(seed)
        # what decided first place, one after the other
        decided = agree(event).rows[0].decided_by
        steps += [] if decided in (None, "most points") else [decided.split(", ")]
        agree(event | {"results": event["results"][:-1]})
    assert sum(one.startswith("mini-TTT") for decided in steps for one in decided) > 10
    assert any(len(decided) > 1 for decided in steps)
