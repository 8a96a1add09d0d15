"""A league's course: what a result may be, positions, throws, cancelled games, playoffs."""

import copy

import pytest

from tablekeeper.formats import standings
from tablekeeper.strictjson import DocumentError
from tests.formats.league_events import league as event
from tests.formats.league_events import result
from tests.nonempty import nonempty
from tests.refusal import document_error

#: A first (4-0), B second (2-2), C third: all by records
DECIDED = "4-2 2-4 4-2 2-4 4-2 2-4"
#: everybody beats everybody once by 4-2 in 30 minutes: dice
LEVEL = "4-2 4-2 4-2 4-2 4-2 4-2"


def game(winner, loser, **more):
    return result((winner, loser), "4-2") | more


def playoff(winner, loser, stage):
    return {"players": [winner, loser], "winner": winner, "stage": stage}


def rows(answer):
    return [(row.rank, row.player) for row in answer.rows]


# Refusals

FIRST = game("A", "B")
WRONG = {
    # name: (change of a document with two games, beginning of the sentence)
    "pawns of both winners": ({"pawns": [4, 4]}, "results[1].pawns: the winner has 4 counted pawns"),
    "pawns of nobody": ({"pawns": [3, 2]}, "results[1].pawns: the winner has 4 counted pawns"),
    "the loser's pawns first": ({"pawns": [2, 4]}, "results[1].pawns: the winner has 4"),
    "pawns below zero": ({"pawns": [4, -1]}, "results[1].pawns[1]: -1 is out of range"),
    "three pawns": ({"pawns": [4, 2, 1]}, "results[1].pawns: give 2 here, not 3"),
    "pawns in words": ({"pawns": ["4", 2]}, 'results[1].pawns[0]: a whole number is wanted here, not "4"'),
    "pawns as a fraction": ({"pawns": [4.0, 2]}, "results[1].pawns[0]: a whole number is wanted"),
    "pawns as truth": ({"pawns": [True, 2]}, "results[1].pawns[0]: a whole number is wanted here, not true"),
    "no pawns": ({"pawns": None}, "results[1].pawns: a list is wanted here, not null"),
    "colours without XL": ({"colours": [1, 0]}, "results[1].colours: completed colours are"),
    "unknown winner": ({"winner": "Dan"}, 'results[1].winner: "Dan" is not among the players'),
    "a winner who sat out": ({"winner": "B"}, 'results[1].winner: "B" is not among the players'),
    "one player": ({"players": ["C"]}, "results[1].players: give 2 here, not 1"),
    "the same player twice": ({"players": ["C", "C"]}, "results[1].players: a player is named twice"),
    "unknown player": ({"players": ["C", "Dan"]}, 'results[1].players[1]: "Dan" is not among the players'),
    "time below zero": ({"minutes": -1}, "results[1].minutes: -1 is out of range: 0 to 100000"),
    "endless time": ({"minutes": "1e999999"}, "results[1].minutes: 1E+999999 is out of range: 0 to 100000"),
    "time in words": ({"minutes": "long"}, 'results[1].minutes: a number is wanted here, not "long"'),
    "unknown key": ({"pawn": [4, 2]}, "results[1].pawn: unknown key"),
    "unknown stage": ({"stage": "semifinal"}, 'results[1].stage: "semifinal" is not one of qualifying'),
    "a playoff too early": ({"stage": "final"}, "results[1].stage: there are no playoffs now"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_result_is_refused_with_its_place(name):
    change, sentence = WRONG[name]
    document = event("", more=[FIRST, game("C", "A") | change])
    assert document_error(standings, document).startswith(sentence)


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("players", "results[0].players: is missing"),
        ("winner", "results[0].winner: is missing"),
        ("pawns", "results[0].pawns: is missing"),
    ],
)
def test_what_a_result_needs(missing, sentence):
    one = copy.deepcopy(FIRST)
    del one[missing]
    assert document_error(standings, event("", more=[one])) == sentence


@pytest.mark.parametrize(
    ("pawns", "colours", "sentence"),
    [
        ([8, 3], [2, 1], "the winner has 2 completed colours, a loser with 3 pawns 0"),
        ([8, 7], [2, 0], "the winner has 2 completed colours, a loser with 7 pawns 1"),
        ([8, 4], [2, 2], "the winner has 2 completed colours, a loser with 4 pawns 0 or 1"),
        ([8, 4], [1, 1], "the winner has 2 completed colours"),
        ([8, 4], [1, 2], "the winner has 2 completed colours"),
    ],
)
def test_completed_colours_fit_the_pawns(pawns, colours, sentence):
    document = event("8-5/1")
    document.value["results"].append(game("C", "A") | {"pawns": pawns, "colours": colours})
    assert document_error(standings, document).startswith(f"results[1].colours: {sentence}")


@pytest.mark.parametrize("lost", range(8))
def test_every_possible_score_of_xl_is_taken(lost):
    for colours in nonempty({0: (0,), 1: (0, 1), 2: (1,)}[(lost > 3) + (lost > 6)]):
        assert standings(event(f"8-{lost}/{colours}")).rows[0].player == "A"


def test_xl_needs_the_colours():
    document = event("8-5/1")
    del document.value["results"][0]["colours"]
    wanted = r"^results\[0\]\.colours: is missing; a loser with 5 pawns has completed 0 or 1$"
    with pytest.raises(DocumentError, match=wanted):
        standings(document)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"drr": 0}, "options.drr: 0 is out of range"),
        ({"drr": "2"}, 'options.drr: a whole number is wanted here, not "2"'),
        ({"playoffs": "top3"}, 'options.playoffs: "top3" is not one of none, top2, all'),
        ({"head_start": 1}, "options.head_start: true or false is wanted here"),
        ({"final_to": 0}, "options.final_to: 0 is out of range"),
        ({"final": 3}, "options.final: unknown key"),
        ({"positions": [["A", "B"]]}, "options.positions[0]: give 3 here, not 2"),
        ({"positions": [["A", "B", "B"]]}, "options.positions[0]: a player is named twice"),
        ({"positions": [["A", "B", "C"]] * 2}, "options.positions: give 0 to 1 here, not 2"),
        ({"dice": [["A", 7]]}, "options.dice[0][1]: 7 is out of range: 1 to 6"),
        ({"dice": [["D", 6]]}, 'options.dice[0][0]: "D" is not among the players'),
        ({"dice": [["A"]]}, "options.dice[0]: give 2 here, not 1"),
    ],
)
def test_wrong_options_are_refused(options, sentence):
    assert document_error(standings, event("", **options)).startswith(sentence)


@pytest.mark.parametrize("players", [["A", "B"], ["A", "B", "C", "D"], ["A", "B", "B"], ["A", "B", ""]])
def test_a_league_has_three_players(players):
    document = event("")
    document.value["players"] = players
    assert document_error(standings, document).startswith("players")


# The order of games


def test_a_pair_plays_once_in_each_half():
    with pytest.raises(DocumentError, match=r"results\[1\]\.players: B and A have played this half"):
        standings(event("", more=[game("A", "B"), game("B", "A")]))
    with pytest.raises(DocumentError, match=r"results\[6\]: every game of the round-robins is played"):
        standings(event(DECIDED, more=[game("A", "B")]))


def test_the_bottom_half_may_be_played_in_any_order():
    later = [game("C", "B"), game("A", "C"), game("B", "A")]
    assert not standings(event("4-2 2-4 4-2", more=later)).provisional


def test_recorded_positions_make_the_schedule():
    positions = [["C", "A", "B"]]
    answer = standings(event("", positions=positions))
    assert [one["players"] for one in answer.next] == [
        ["C", "A"], ["B", "C"], ["A", "B"], ["A", "C"], ["C", "B"], ["B", "A"]
    ]
    with pytest.raises(DocumentError, match=r"results\[0\]\.players: game 1 of round-robin 1 is C v A"):
        standings(event("4-2", positions=positions))


def test_before_a_round_robin_without_positions_there_is_a_round_of_die_roll():
    asked = ({"round_robin": 2, "positions": ["A", "B", "C"]}, {"round_robin": 3, "lots": "to come"})
    assert standings(event(DECIDED, drr=3, positions=[["A", "B", "C"]])).next == asked
    assert standings(event(DECIDED, drr=3)).next == asked
    assert [one["game"] for one in standings(event(DECIDED, drr=3, positions=None)).next] == [*range(7, 19)]


def test_throws_give_the_positions_and_who_is_level_throws_again():
    first = [["B", 5], ["A", 3], ["C", 3]]
    assert standings(event("", lots=first)).next == ({"round_robin": 1, "positions": ["A", "C"]},)
    order = [*first, ["C", 4], ["A", 4], ["A", 6], ["C", 2]]
    assert [one["players"] for one in standings(event("", lots=order)).next][:3] == [
        ["B", "A"], ["C", "B"], ["A", "C"]
    ]
    # each round-robin has a round of its own; positions that are recorded need none
    second = [["A", 1], ["B", 1], ["C", 1], ["A", 2], ["B", 4], ["C", 6]]
    answer = standings(event("", drr=2, positions=[["C", "B", "A"]], lots=second))
    assert [one["players"] for one in answer.next][5:7] == [["A", "B"], ["C", "B"]]
    with pytest.raises(DocumentError, match=r"lots\[3\]: B does not throw now; still to throw: A, C"):
        standings(event("", lots=[*first, ["B", 1], ["A", 2]]))
    # what has been thrown stays when the rest goes by order of entry
    answer = standings(event("", drr=2, positions=None, lots=second))
    assert [one["players"] for one in answer.next][5:8] == [["A", "B"], ["A", "B"], ["C", "A"]]
    for needless, place in (({"positions": None}, 6), ({"positions": [["C", "B", "A"]]}, 0)):
        told = rf"options\.lots\[{place}\]: nobody throws for positions any more"
        with pytest.raises(DocumentError, match=told):
            standings(event("", lots=[*second, ["A", 3]], **needless))


def test_a_round_robin_that_was_begun_without_lots_goes_on_by_order_of_entry():
    answer = standings(event("4-2", drr=2))
    assert [one.get("game") for one in answer.next] == [2, 3, 4, 5, 6, None]
    assert answer.next[-1] == {"round_robin": 2, "lots": "to come"}


def test_running_places_are_shared_and_provisional():
    answer = standings(event("4-2"))
    assert answer.provisional
    assert not answer.over
    assert rows(answer) == [(1, "A"), (2, "B"), (2, "C")]
    assert {row.decided_by for row in answer.rows} == {None}


def test_records_compare_as_wins_per_game():
    # A 1-1, B 1-0: half the games against all of them
    assert rows(standings(event("2-4 2-4"))) == [(1, "B"), (2, "A"), (3, "C")]


# Throws


def test_step_9_asks_for_throws():
    answer = standings(event(LEVEL))
    assert answer.next == ({"dice": ["A", "B", "C"]},)
    assert not answer.over
    assert not answer.provisional
    answer = standings(event(LEVEL, dice=[["B", 3]]))
    assert answer.next == ({"dice": ["A", "C"]},)


def test_only_players_still_tied_throw_again():
    dice = [["A", 5], ["B", 5], ["C", 3], ["A", 1]]
    answer = standings(event(LEVEL, dice=dice))
    assert answer.next == ({"dice": ["B"]},)
    answer = standings(event(LEVEL, dice=[*dice, ["B", 2]]))
    assert rows(answer) == [(1, "B"), (2, "A"), (3, "C")]
    assert answer.rows[0].decided_by == "9 round of die-roll"
    assert answer.winner == "B"


def test_all_equal_throw_again():
    dice = [["A", 5], ["B", 5], ["C", 5], ["C", 6], ["B", 4], ["A", 1]]
    assert rows(standings(event(LEVEL, dice=dice))) == [(1, "C"), (2, "B"), (3, "A")]


def test_throws_that_nobody_has_to_make_are_refused():
    still = r"options\.dice\[3\]: C does not throw now; still to throw: A, B"
    with pytest.raises(DocumentError, match=still):
        standings(event(LEVEL, dice=[["A", 5], ["B", 5], ["C", 3], ["C", 1], ["B", 2]]))
    with pytest.raises(DocumentError, match=r"options\.dice\[0\]: nobody throws any more"):
        standings(event(DECIDED, dice=[["A", 5]]))


def test_after_the_dice_split_three_the_two_begin_with_step_1():
    # A has beaten B twice, B C, and C A: only the dice split the three, then the two have met
    scores = "4-2 4-2 4-2 2-4 2-4 2-4"
    answer = standings(event(scores, dice=[["A", 2], ["B", 2], ["C", 6]]))
    assert rows(answer) == [(1, "C"), (2, "A"), (3, "B")]
    assert answer.rows[1].decided_by == "1 head-to-head win-loss record"


def test_a_time_that_nobody_recorded_leaves_it_to_the_dice():
    document = event(LEVEL, [30, 31, 32, 33, 34, 35])
    assert standings(document).over
    del document.value["results"][3]["minutes"]
    answer = standings(document)
    assert answer.next == ({"dice": ["A", "B", "C"]},)
    assert "Step 8" in answer.notes[-1]


# Cancelled games


def test_what_is_settled_may_be_cancelled():
    # A 3-0, B 0-3 before the last game of each half: C is between them whatever happens
    scores = "4-0 4-0 0-4 0-4 0-4"
    document = event(scores)
    assert standings(document).cancelled == ({"game": 6, "players": ["C", "B"], "proposed": True},)
    document.value["results"].append({"cancelled": ["B", "C"]})
    answer = standings(document)
    assert answer.over
    assert not answer.provisional
    assert answer.cancelled == ({"players": ["B", "C"]},)
    assert answer.next == ()


def test_nothing_else_is_cancelled():
    with pytest.raises(DocumentError, match=r"results\[5\]\.cancelled: no game can be cancelled yet"):
        standings(event("4-2 2-4 4-3 4-2 2-4", more=[{"cancelled": ["B", "C"]}]))
    with pytest.raises(DocumentError, match=r"results\[6\]: every game of the round-robins is played"):
        standings(event(DECIDED, more=[{"cancelled": ["B", "C"]}]))
    with pytest.raises(DocumentError, match=r"results\[5\]\.cancelled: A and B have no game left"):
        standings(event("4-0 4-0 0-4 0-4 0-4", more=[{"cancelled": ["A", "B"]}]))
    with pytest.raises(DocumentError, match=r"results\[0\]\.winner: unknown key"):
        standings(event("", more=[{"cancelled": ["A", "B"], "winner": "A"}]))


def test_a_right_to_a_head_start_keeps_a_game_from_being_cancelled():
    later = [result("AC", "2-4"), result("BA", "3-4"), {"cancelled": ["B", "C"]}]
    assert standings(event("4-1 1-4 2-4", more=later)).over
    options = {"playoffs": "top2", "final_to": 3, "head_start": True}
    with pytest.raises(DocumentError, match="no game can be cancelled yet"):
        standings(event("4-1 1-4 2-4", more=later, **options))


# Playoffs


def test_top_two_play_a_final():
    answer = standings(event(DECIDED, playoffs="top2"))
    assert answer.next == ({"stage": "final", "game": 1, "players": ["A", "B"]},)
    assert not answer.over
    assert answer.notes == ("Final: A 0-0 B, first to 1; A chooses colours.",)
    answer = standings(event(DECIDED, playoffs="top2", more=[playoff("B", "A", "final")]))
    assert (answer.over, answer.winner, answer.next) == (True, "B", ())
    assert rows(answer)[0] == (1, "A")


def test_all_three_play_a_qualifying_round_and_a_final():
    options = {"playoffs": "all", "qualifying_to": 2, "final_to": 2}
    more = [playoff("C", "B", "qualifying")]
    assert standings(event(DECIDED, more=more, **options)).next == (
        {"stage": "qualifying", "game": 2, "players": ["B", "C"]},
    )
    more += [playoff("C", "B", "qualifying"), playoff("C", "A", "final"), playoff("A", "C", "final")]
    answer = standings(event(DECIDED, more=more, **options))
    assert answer.next == ({"stage": "final", "game": 3, "players": ["A", "C"]},)
    answer = standings(event(DECIDED, more=[*more, playoff("C", "A", "final")], **options))
    assert (answer.over, answer.winner) == (True, "C")


def test_playoff_games_do_not_count_in_the_table():
    plain = standings(event(DECIDED)).rows
    more = [playoff("B", "A", "final") | {"pawns": [4, 0], "minutes": 9}]
    assert standings(event(DECIDED, playoffs="top2", more=more)).rows == plain


def test_the_better_record_starts_a_series_one_up():
    answer = standings(event(DECIDED, playoffs="top2", final_to=3, head_start=True))
    assert answer.notes == ("Final: A 1-0 B, first to 3; A chooses colours. A began 1-0.",)
    assert answer.next[0]["game"] == 1
    more = [playoff("A", "B", "final")] * 2
    assert standings(
        event(DECIDED, playoffs="top2", final_to=3, head_start=True, more=more)
    ).winner == "A"


def test_no_head_start_in_a_single_game_or_after_a_tie_break():
    assert "1-0" not in standings(event(DECIDED, playoffs="top2", head_start=True)).notes[0]
    # A, B and C 2-2 each: settled by pawns alone
    tied = standings(event("4-0 4-2 2-4 4-2 4-2 1-4", playoffs="top2", final_to=3, head_start=True))
    assert tied.notes[0].startswith("Final: A 0-0 B")


@pytest.mark.parametrize(
    ("options", "more", "sentence"),
    [
        (
            {}, [playoff("A", "B", "final")],
            "results[6].stage: there are no playoffs now: this league has none",
        ),
        ({"playoffs": "top2"}, [playoff("A", "C", "final")], "results[6].players: A and B play this round"),
        (
            {"playoffs": "all"}, [playoff("A", "B", "final")],
            "results[6].stage: the qualifying round is being played",
        ),
        (
            {"playoffs": "top2"}, [playoff("A", "B", "final")] * 2,
            "results[7]: the final round is over: A has won it",
        ),
        ({"playoffs": "top2"}, [playoff("A", "B", "final"), game("A", "B")], "results[7]: every game"),
        (
            {"playoffs": "top2"}, [playoff("A", "B", "final") | {"pawns": [4, 4]}],
            "results[6].pawns: the winner has 4",
        ),
    ],
)
def test_a_wrong_playoff_is_refused(options, more, sentence):
    assert document_error(standings, event(DECIDED, more=more, **options)).startswith(sentence)


def test_an_undecided_table_has_no_playoffs():
    with pytest.raises(DocumentError, match="no playoffs now: the places in the table are not decided"):
        standings(event(LEVEL, playoffs="top2", more=[playoff("A", "B", "final")]))
