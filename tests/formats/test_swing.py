"""Swing: what a game moves, who plays and who waits, an independent reading, and every refusal."""


import pytest

from tablekeeper.formats import standings
from tablekeeper.formats.swing.rules import Swing
from tablekeeper.strictjson import Cursor, DocumentError
from tests.formats.second_reading import agree

SWING = Swing()


def game(winner, loser, number=1, points=1, cube=1):
    """Return a result."""
    return {"players": [winner, loser], "winner": winner, "points": points, "cube": cube, "round": number}


def document(results, players=("Ann", "Bob"), **options):
    """Return an event."""
    options = {"stake": 6000, "cpp": [300]} | options
    return {"format": "swing", "options": options, "players": list(players), "results": results}


def answer(results, players=("Ann", "Bob"), **options):
    """Return the standings of an event."""
    return standings(Cursor(document(results, players, **options)))


def holdings(found):
    """Return Victory Points by player."""
    return {row.player: row.figures["vp"] for row in found.rows}


def test_a_gammon_with_the_cube_at_4_and_a_cpp_of_300_is_2400():
    assert holdings(answer([game("Ann", "Bob", points=2, cube=4)])) == {"Ann": 8400, "Bob": 3600}


def test_whoever_holds_less_than_the_cpp_is_all_in():
    results = [game("Ann", "Bob"), game("Bob", "Ann", 2, points=2)]
    # Bob has 100 left: that is the stake of the second game, and a gammon wins him 200
    assert holdings(answer(results, stake=400, cpp=[300, 500])) == {"Ann": 500, "Bob": 300}
    # and he can't lose more than his 100
    results[1] = game("Ann", "Bob", 2, points=3, cube=64)
    found = answer(results, stake=400, cpp=[300, 500])
    assert holdings(found) == {"Ann": 800, "Bob": 0}
    assert (found.over, found.winner, found.provisional, found.next) == (True, "Ann", False, ())


def test_with_both_below_the_cpp_the_smaller_holding_is_the_stake():
    results = [game("Ann", "Bob"), game("Ann", "Bob", 2)]
    assert holdings(answer(results, stake=300, cpp=[100, 1000])) == {"Ann": 600, "Bob": 0}
    results = [game("Ann", "Bob"), game("Bob", "Ann", 2)]
    assert holdings(answer(results, stake=300, cpp=[100, 1000])) == {"Ann": 200, "Bob": 400}


def test_nobody_loses_more_than_he_holds_nor_wins_more_than_the_other_holds():
    assert holdings(answer([game("Ann", "Bob", points=3, cube=64)])) == {"Ann": 12000, "Bob": 0}


def test_the_last_step_of_the_ladder_stays():
    results = [game("Ann", "Bob"), game("Bob", "Ann", 2), game("Ann", "Bob", 3), game("Ann", "Bob", 4)]
    found = answer(results, stake=10000, cpp=[100, 200])
    assert holdings(found) == {"Ann": 10300, "Bob": 9700}


@pytest.mark.parametrize(("rises", "stakes", "moved"), [
    ("round", [300, 300, 500, 500], 500),
    # two games of the first round have ended: two steps more
    ("game", [300, 300, 700, 700], 700),
])
def test_the_cpp_rises_after_each_round_or_for_each_game_of_it(rises, stakes, moved):
    four = ("Ann", "Bob", "Cid", "Dan")
    seed = {"stake": 6000, "cpp": [300, 500, 700, 1000], "cpp_rises": rises, "seed": 3}
    first = [pairing["players"] for pairing in agree(document([], four, **seed)).next]
    results = [game(*pair, 1) for pair in first]
    told = [agree(document(results[:count], four, **seed)) for count in (0, 1, 2)]
    # the games of a round begin together: a game that ends does not change the others
    assert [one["stake"] for one in (*told[0].next, *told[2].next)] == stakes
    assert [one["stake"] for one in told[1].next] == [300]
    pair = told[2].next[0]["players"]
    before, after = told[2], agree(document([*results, game(*pair, 2)], four, **seed))
    assert holdings(after)[pair[0]] - holdings(before)[pair[0]] == moved


def test_the_odd_player_out_waits_and_fewest_waits_first():
    players = ("Ann", "Bob", "Cid")
    assert answer([game("Ann", "Bob")], players).notes == ()
    assert answer([game("Ann", "Bob"), game("Ann", "Cid", 2)], players).notes == ()
    again = answer([game("Ann", "Bob"), game("Ann", "Bob", 2), game("Ann", "Cid", 3)], players)
    assert again.notes == ("Cid waited in round 2 though others had waited less often.",)


def test_next_is_drawn_with_a_seed_and_left_to_the_director_without():
    players = ("Ann", "Bob", "Cid", "Dan", "Eve")
    assert answer([], players).next == ({"round": 1, "players": list(players), "draw": True},)
    found = answer([], players, seed=3)
    assert found == answer([], players, seed=3)
    assert len(found.next) == 2
    assert {pairing["stake"] for pairing in found.next} == {300}
    draws = {str(answer([], players, seed=seed).next) for seed in range(40)}
    assert len(draws) > 10


def test_equal_holdings_share_a_rank():
    found = answer([game("Ann", "Bob"), game("Cid", "Dan")], ("Ann", "Bob", "Cid", "Dan"))
    assert [(row.rank, row.player) for row in found.rows] == [(1, "Ann"), (1, "Cid"), (3, "Bob"), (3, "Dan")]
    assert found.rows[1].decided_by == "most victory points"
    assert found.rows[1].explain == "6300 v 5700"


def test_pairings_of_the_director_leave_the_rest_to_the_seed():
    """The director paired somebody else than the seed drew: the others of the round still meet once each."""
    players = [f"P{number}" for number in range(8)]
    for seed in range(30):
        event = document([], players, seed=seed)
        drawn = standings(Cursor(event)).next
        crossed = [drawn[0]["players"][0], drawn[1]["players"][0]]
        agree(event | {"results": [game(*crossed)]})


FOUR = ("Ann", "Bob", "Cid", "Dan")


@pytest.mark.parametrize(
    ("results", "place"),
    [
        (["Ann"], "results[0]"),
        ([{**game("Ann", "Bob"), "score": 3}], "results[0].score"),
        ([{key: value for key, value in game("Ann", "Bob").items() if key != "winner"}], "results[0].winner"),
        ([{key: value for key, value in game("Ann", "Bob").items() if key != "round"}], "results[0].round"),
        ([game("Ann", "Zoe")], "results[0].players[1]"),
        ([game("Ann", "Ann")], "results[0].players"),
        ([{**game("Ann", "Bob"), "players": ["Ann"]}], "results[0].players"),
        ([{**game("Ann", "Bob"), "winner": "Cid"}], "results[0].winner"),
        ([{**game("Ann", "Bob"), "winner": None}], "results[0].winner"),
        ([game("Ann", "Bob", points=0)], "results[0].points"),
        ([game("Ann", "Bob", points=4)], "results[0].points"),
        ([game("Ann", "Bob", points=True)], "results[0].points"),
        ([game("Ann", "Bob", points="2")], "results[0].points"),
        ([game("Ann", "Bob", cube=0)], "results[0].cube"),
        ([game("Ann", "Bob", cube=3)], "results[0].cube"),
        ([game("Ann", "Bob", cube=2.0)], "results[0].cube"),
        ([game("Ann", "Bob", cube=2048)], "results[0].cube"),
        ([game("Ann", "Bob", 0)], "results[0].round"),
        ([game("Ann", "Bob", 2)], "results[0].round"),
        ([game("Ann", "Bob"), game("Cid", "Dan"), game("Ann", "Bob", 3)], "results[2].round"),
        ([game("Ann", "Bob"), game("Ann", "Bob", 2)], "results[1].round"),
        ([game("Ann", "Bob"), game("Cid", "Dan"), game("Ann", "Bob", 2), game("Cid", "Dan", 1)],
         "results[3].round"),
        ([game("Ann", "Bob"), game("Ann", "Bob")], "results[1].players"),
        ([game("Ann", "Bob"), game("Cid", "Bob")], "results[1].players"),
        ([game("Ann", "Bob", 1, 3, 64), game("Cid", "Dan"), game("Cid", "Bob", 2)], "results[2].players"),
        ([game("Ann", "Bob", 1, 3, 64), game("Cid", "Dan", 1, 3, 64), game("Ann", "Cid", 2, 3, 64),
          game("Ann", "Cid", 3)], "results[3]"),
    ],
)  # fmt: skip
def test_results_that_are_refused(results, place):
    with pytest.raises(DocumentError) as caught:
        answer(results, FOUR)
    assert caught.value.place == place, caught.value


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"stake": 6000}, "options.cpp"),
        ({"cpp": [300]}, "options.stake"),
        ({"stake": 0, "cpp": [300]}, "options.stake"),
        ({"stake": 1.5, "cpp": [300]}, "options.stake"),
        ({"stake": 6000, "cpp": []}, "options.cpp"),
        ({"stake": 6000, "cpp": 300}, "options.cpp"),
        ({"stake": 6000, "cpp": [300, 0]}, "options.cpp[1]"),
        ({"stake": 6000, "cpp": [300, 200]}, "options.cpp[1]"),
        ({"stake": 6000, "cpp": [300], "seed": -1}, "options.seed"),
        ({"stake": 6000, "cpp": [300], "chips": 1}, "options.chips"),
    ],
)
def test_options_that_are_refused(options, place):
    with pytest.raises(DocumentError) as caught:
        standings(Cursor({"format": "swing", "options": options, "players": ["Ann", "Bob"], "results": []}))
    assert caught.value.place == place, caught.value


def test_who_leaves_loses_the_open_game_and_the_rest_is_out_of_play():
    drawn = [one["players"] for one in answer([], FOUR, seed=1).next]
    gone = drawn[0][0]
    found = agree(document([{"absent": gone}], FOUR, seed=1))
    assert holdings(found) == {**dict.fromkeys(FOUR, 6000), drawn[0][1]: 6300, gone: 0}
    assert found.notes == (f"{gone} has left with 5700 Victory Points, which are out of play.",)
    assert [one["players"] for one in found.next] == drawn[1:], "the other pair stays"
    over = agree(document([{"absent": name} for name in FOUR[:3]], FOUR, seed=1))
    assert (over.over, over.winner, over.next) == (True, "Dan", ())


def test_without_a_seed_nobody_wins_by_a_departure():
    found = agree(document([{"absent": "Ann"}], FOUR))
    assert found.next == ({"round": 1, "players": ["Bob", "Cid", "Dan"], "draw": True},)
    assert holdings(found) == {"Ann": 0, **dict.fromkeys(FOUR[1:], 6000)}
    for results, reason in (
        ([{"absent": "Ann"}, game("Ann", "Bob")], "Ann has left"),
        ([{"absent": "Ann"}, {"absent": "Ann"}], "Ann has left already"),
    ):
        with pytest.raises(DocumentError, match=reason):
            answer(results, FOUR)
    # the round is complete when the three who are there cannot be paired any more
    assert agree(document([{"absent": "Ann"}, game("Bob", "Cid"), game("Dan", "Bob", 2)], FOUR)).next
