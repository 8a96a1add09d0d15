"""Swiss: the pairs of a round, every tie-break by hand, byes, arrivals, departures, refusals, open places."""

import doctest
import random

import pytest

from tablekeeper.audit.swiss import SMALL, matched
from tablekeeper.formats import standings, swiss
from tablekeeper.formats.swiss import pairing
from tablekeeper.formats.swiss.pairing import SwissSeat, paired
from tablekeeper.formats.swiss.rules import TIES, Swiss
from tablekeeper.strictjson import Cursor
from tests.formats.second_reading import agree
from tests.nonempty import nonempty
from tests.refusal import document_error

FORMAT = Swiss()
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def event(*results, count=4, **options):
    return {
        "format": "swiss",
        "options": {"length": 5} | options,
        "players": NAMES[:count],
        "results": list(results),
    }


def match(winner, loser, points=3, **more):
    return {"players": [winner, loser], "winner": winner, "score": [5, points]} | more


def pairs(answer):
    return [pairing["players"] for pairing in answer.next]


def seat(player, wins=0, met="", had_bye=False, floated=0):
    return SwissSeat(player, wins, frozenset(met), had_bye, floated)


def test_the_examples():
    assert doctest.testmod(pairing).failed == 0
    assert doctest.testmod(swiss).failed == 0


def test_an_answer_says_which_round_of_how_many_is_played():
    round_1 = [match("Ann", "Cid"), match("Bob", "Dan")]
    round_2 = [match("Ann", "Bob"), match("Cid", "Dan")]
    told = [agree(event(*some)).progress for some in ([], round_1[:1], round_1, [*round_1, *round_2])]
    assert told == ["Round 1 of 2.", "Round 1 of 2.", "Round 2 of 2.", ""]


def test_what_no_result_names_is_given():
    # Eve has the bye; Dan leaves, so Bob has won; Fay arrives for round 2
    late = {"late": "Fay", "kept": 1}
    value = event({"absent": "Dan"}, late, match("Ann", "Cid"), count=5, rounds=2)
    given = FORMAT.given(FORMAT.read(Cursor(value)))
    assert [(at, " ".join(one["players"]), one.get("winner")) for at, one in given] == [
        (1, "Eve", "Eve"), (1, "Bob Dan", "Bob"), (1, "Fay", None), (2, "Fay", "Fay"), (2, "Dan", None),
    ]  # fmt: skip


# --- the pairs of a round


@pytest.mark.parametrize(
    ("seats", "neighbours", "wanted"),
    [
        # the upper half meets the lower half in order, or neighbours meet
        ([seat(one) for one in "ABCDEF"], False, "AD BE CF"),
        ([seat(one) for one in "ABCDEF"], True, "AB CD EF"),
        # an odd group: one of it floats to the next one
        ([*(seat(one, 1) for one in "ABC"), seat("D"), seat("E"), seat("F")], True, "AB CD EF"),
        # nobody meets twice, though it costs floats
        ([seat("A", 1, "B"), seat("B", 1, "A"), seat("C"), seat("D")], False, "AC BD"),
        # if it cannot be avoided, as few as possible do
        ([seat("A", 3, "BCD"), seat("B", 2, "ACD"), seat("C", 1, "ABD"), seat("D", 0, "ABC")], True, "AB CD"),
        # the bye is for the last player, and never twice
        ([seat("A", 1), seat("B", 1), seat("C")], False, "AB C"),
        ([seat("A", 1), seat("B", 1), seat("C", had_bye=True)], False, "AC B"),
        # who floated down before stays in the group
        ([seat("A", 1), seat("B", 1), seat("C", 1, floated=-1), seat("D")], True, "AC BD"),
        # who floated up before does not do it again
        ([seat("A", 1), seat("D", floated=1), seat("E"), seat("F")], True, "AE DF"),
    ],
)
def test_the_pairs_of_a_round(seats, neighbours, wanted):
    assert ["".join(pair) for pair in paired(tuple(seats), neighbours)] == wanted.split()


def random_seats(chance, count):
    names = [f"P{number}" for number in range(count)]
    wins = sorted((chance.randrange(4) for _ in names), reverse=True)
    met = {name: set() for name in names}
    for _ in range(chance.randrange(count * 2)):
        one, other = chance.sample(names, 2)
        met[one].add(other)
        met[other].add(one)
    return tuple(
        SwissSeat(name, won, frozenset(met[name]), chance.random() < 0.3, chance.choice((-1, 0, 0, 1)))
        for name, won in zip(names, wins, strict=True)
    )


@pytest.mark.parametrize("sizes", [range(2, SMALL + 1), range(13, 30)], ids=["all subsets", "library"])
def test_pairs_are_those_of_the_audit(sizes):
    chance = random.Random("pairs")
    for count in nonempty(sizes):
        for neighbours in (False, True):
            seats = random_seats(chance, count)
            about = {one.player: (one.wins, one.met, one.had_bye, one.floated) for one in seats}
            wanted = matched([one.player for one in seats], about, neighbours)
            assert [list(pair) for pair in paired(seats, neighbours)] == wanted


def everything(players):
    """Yield all pairings of some players, in the order of the first opponents."""
    if len(players) < 2:
        yield [tuple(players)] if players else []
        return
    first, rest = players[0], players[1:]
    for place, other in enumerate(rest):
        for pairing_of_rest in everything(rest[:place] + rest[place + 1 :]):
            yield [(first, other), *pairing_of_rest]
    if len(players) % 2:
        for pairing_of_rest in everything(rest):
            yield [*pairing_of_rest, (first,)]


def test_no_other_pairing_has_fewer_matches_played_before_or_smaller_differences():
    chance = random.Random("fewer")
    for _ in range(60):
        seats = random_seats(chance, chance.randrange(2, 8))
        of = {one.player: one for one in seats}

        def cost(found, seats=seats, of=of):
            two = [pair for pair in found if len(pair) == 2]
            [bye] = [pair[0] for pair in found if len(pair) == 1] or [None]
            return (
                sum(other in of[one].met for one, other in two),
                bye is not None and of[bye].had_bye,
                len(seats) - seats.index(of[bye]) if bye else 0,
                sum((of[one].wins - of[other].wins) ** 2 for one, other in two),
            )

        least = min(map(cost, everything([one.player for one in seats])))
        assert cost(paired(seats)) == least


def test_the_seed_gives_another_order_with_equal_wins():
    assert pairs(agree(event(count=8))) == [["Ann", "Eve"], ["Bob", "Fay"], ["Cid", "Gus"], ["Dan", "Hal"]]
    drawn = {str(pairs(agree(event(count=8, seed=seed)))) for seed in range(20)}
    assert len(drawn) > 15
    assert FORMAT.draw(FORMAT.read(Cursor(event())), 7) == {"seed": 7}


@pytest.mark.parametrize("count", [9, 16])
def test_rounds_that_are_over_are_not_drawn_again(count):
    names = [f"P{number}" for number in range(count)]
    value = {"format": "swiss", "options": {"length": 5, "rounds": 3}, "players": names, "results": []}
    while not (answer := standings(Cursor(value))).over:
        value["results"] += [match(*pair) for pair in pairs(answer)]
    before = paired.cache_info()
    assert standings(Cursor(value)) == answer
    assert paired.cache_info() == before
    # only the round that is being played
    value["results"].pop()
    standings(Cursor(value))
    after = paired.cache_info()
    assert after.hits + after.misses == before.hits + before.misses + 1


# --- the standings

#: round 1: A-C, B-D; round 2: A-B, C-D; round 3: A-D, B-C
FIRST = [match("Ann", "Cid"), match("Bob", "Dan", 0)]
SECOND = [match("Ann", "Bob"), match("Cid", "Dan", 4)]
THIRD = [match("Dan", "Ann", 1), match("Bob", "Cid", 2)]


def test_an_event_of_three_rounds():
    answer = agree(event(rounds=3))
    assert pairs(answer) == [["Ann", "Cid"], ["Bob", "Dan"]]
    assert answer.next[0]["round"] == 1
    answer = agree(event(*FIRST, rounds=3))
    assert pairs(answer) == [["Ann", "Bob"], ["Cid", "Dan"]]
    answer = agree(event(*FIRST, *SECOND, rounds=3))
    assert pairs(answer) == [["Ann", "Dan"], ["Bob", "Cid"]]
    answer = agree(event(*FIRST, *SECOND, *THIRD, rounds=3))
    assert answer.over
    assert (answer.winner, answer.next) == ("Ann", ())
    # Ann and Bob have two wins, Ann has beaten Bob; Cid and Dan have one, Cid has beaten Dan
    assert [(row.rank, row.player, row.decided_by, row.explain) for row in answer.rows] == [
        (1, "Ann", "head-to-head matches won", "1 v 0"),
        (2, "Bob", "matches won", "2 v 1"),
        (3, "Cid", "head-to-head matches won", "1 v 0"),
        (4, "Dan", None, None),
    ]


def test_every_tie_break_by_hand():
    """Wins: Ann 2, Bob 2, Cid 1, Dan 1. Opponents of Ann: Cid 1, Bob 2, Dan 1; she has beaten Cid and Bob."""
    answer = agree(event(*FIRST, *SECOND, *THIRD, rounds=3, ties=list(TIES)))
    figures = {row.player: row.figures for row in answer.rows}
    assert figures["Ann"] == {
        "won": 2, "lost": 1, "buchholz_1": 3, "buchholz": 4, "median": 1, "sonneborn_berger": 3,
        "progressive": 1 + 2 + 2, "difference": 2 + 2 - 4,
    }  # fmt: skip
    assert figures["Bob"] == {
        "won": 2, "lost": 1, "buchholz_1": 3, "buchholz": 4, "median": 1, "sonneborn_berger": 2,
        "progressive": 1 + 1 + 2, "difference": 5 - 2 + 3,
    }  # fmt: skip


def test_head_to_head_counts_only_among_players_who_have_all_met():
    # Ann beats Eve, Bob beats Cid, Dan has ... after one round the four winners have not met each other
    first = [match(one, other) for one, other in zip(NAMES[:4], NAMES[4:], strict=True)]
    answer = agree(event(*first, count=8, rounds=1, ties=["head-to-head"]))
    assert [row.rank for row in answer.rows] == [1, 1, 1, 1, 5, 5, 5, 5]
    assert answer.winner is None
    assert answer.notes == ("First place is shared: the director decides.",)


def test_a_bye_is_a_win_and_an_opponent_as_strong_as_the_player():
    answer = agree(event(count=3, rounds=3))
    assert pairs(answer) == [["Ann", "Bob"]]
    assert answer.resting == ("Cid has the bye of round 1.",)
    answer = agree(event(match("Ann", "Bob"), count=3, rounds=3, ties=["buchholz", "sonneborn-berger"]))
    # Bob, who has no win, has the bye now; Cid had one before
    assert (pairs(answer), answer.resting) == ([["Ann", "Cid"]], ("Bob has the bye of round 2.",))
    figures = {row.player: (row.figures["buchholz"], row.figures["sonneborn_berger"]) for row in answer.rows}
    # Cid: the bye counts one win; Bob: Ann has one, and the bye of round 2 counts Bob's own one
    assert figures == {"Ann": (1, 1), "Bob": (2, 1), "Cid": (1, 1)}


def test_rounds_without_a_number_leave_at_most_one_player_without_a_defeat():
    rounds = {count: FORMAT.course(FORMAT.read(Cursor(event(count=count)))).rounds for count in range(2, 9)}
    assert rounds == {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3}


# --- who comes and who leaves


def test_a_late_arrival_plays_from_the_next_round_on():
    late = {"late": "Eve", "kept": 1}
    answer = agree(event(FIRST[0], late, rounds=3))
    assert pairs(answer) == [["Bob", "Dan"]]
    assert answer.resting == ("Eve plays from round 2 on.",)
    answer = agree(event(FIRST[0], late, FIRST[1], rounds=3))
    # Ann and Bob have won; of those without a win the last in order has the bye
    assert pairs(answer) == [["Ann", "Bob"], ["Cid", "Dan"]]
    assert answer.resting == ("Eve has the bye of round 2.",)
    # the missed round counts as an opponent without wins
    assert {row.player: row.figures["buchholz"] for row in answer.rows}["Eve"] == 1
    # between two rounds: the next one is on paper or not
    drawn = agree(event(*FIRST, rounds=3)).next
    assert agree(event(*FIRST, {"late": "Eve", "kept": 2}, rounds=3)).next == drawn
    assert len(agree(event(*FIRST, {"late": "Eve", "kept": 1}, rounds=3)).resting) == 1


def test_who_leaves_loses_the_open_match_and_is_in_no_later_round():
    answer = agree(event({"absent": "Ann"}, FIRST[1], rounds=3))
    # Cid has won without a match
    assert {row.player: row.figures["won"] for row in answer.rows}["Cid"] == 1
    assert pairs(answer) == [["Bob", "Cid"]]
    assert answer.resting == ("Dan has the bye of round 2.",)
    # after a round: the pairs of the next one stay if they are on paper
    kept = agree(event(*FIRST, {"absent": "Ann", "kept": 2}, rounds=3))
    assert pairs(kept) == [["Cid", "Dan"]]
    assert {row.player: row.figures["won"] for row in kept.rows}["Bob"] == 2
    again = agree(event(*FIRST, {"absent": "Ann"}, rounds=3))
    assert pairs(again) == [["Bob", "Cid"]]


def test_the_event_is_over_when_one_player_is_left():
    answer = agree(event({"absent": "Bob"}, count=2, rounds=1))
    assert (answer.over, answer.winner) == (True, "Ann")


def test_other_pairs_than_the_drawn_ones_may_play():
    answer = agree(event(match("Ann", "Bob"), rounds=3))
    assert pairs(answer) == [["Cid", "Dan"]]
    assert answer.doubts == (
        "Round 1: Ann and Bob have played, who were not drawn against each other.",
    )
    assert agree(event(match("Ann", "Bob"), match("Dan", "Cid"), rounds=3)).doubts == ()
    assert agree(event(FIRST[0], {"absent": "Bob"}, rounds=3)).doubts == ()


def test_who_has_the_bye_may_play_and_the_other_opponent_has_it():
    answer = agree(event(match("Eve", "Ann"), count=5, rounds=3))
    assert (pairs(answer), answer.resting) == ([["Bob", "Dan"]], ("Cid has the bye of round 1.",))
    assert {row.player: row.figures["won"] for row in answer.rows} == {
        "Eve": 1, "Cid": 1, "Ann": 0, "Bob": 0, "Dan": 0,
    }  # fmt: skip


def test_who_has_won_without_play_may_play_and_the_other_opponent_has_won():
    answer = agree(event({"absent": "Ann"}, match("Dan", "Cid"), count=5, rounds=3))
    # Ann was to meet Cid, Bob was to meet Dan
    assert {row.player: row.figures["won"] for row in answer.rows} == {
        "Dan": 1, "Eve": 1, "Bob": 1, "Cid": 0, "Ann": 0,
    }  # fmt: skip


@pytest.mark.parametrize("count", [6, 7])
def test_any_result_of_a_round_that_is_over_can_be_corrected(count):
    chance = random.Random(f"corrected {count}")
    for _ in range(20):
        value = event(count=count, rounds=3)
        while not (answer := standings(Cursor(value))).over:
            value["results"].append(match(*chance.sample(answer.next[0]["players"], 2)))
            # with byes and departures, who left may have had the bye before the correction, and not after it
            if count == 6 and len(value["results"]) == 4:
                value["results"].append({"absent": chance.choice(NAMES[:count])})
        results = value["results"]
        for place, result in enumerate(results):
            if "absent" not in result and chance.random() < 0.5:
                loser, winner = sorted(result["players"], key=lambda one: one != result["winner"])
                results[place] = match(winner, loser)
        agree(value | {"results": results[: chance.randrange(len(results) + 1)]})


# --- refusals


@pytest.mark.parametrize(
    ("value", "place", "words"),
    [
        (event(rounds=4), "options.rounds", "4 players play at most 3 rounds without meeting twice"),
        (event(count=5, rounds=6), "options.rounds", "5 players play at most 5 rounds"),
        (event(ties=["buchholz", "buchholz"]), "options.ties[1]", "is entered twice"),
        (event(ties=["wins"]), "options.ties[0]", '"wins" is not one of'),
        (event(FIRST[0], FIRST[0]), "results[1].players", "Ann has no match to play in round 1"),
        (event(match("Ann", "Cid"), match("Ann", "Eve"), count=5), "results[1].players", "Ann has no match"),
        (event({"absent": "Ann"}, match("Cid", "Eve"), count=5), "results[1].players", "Cid has no match"),
        (event(*FIRST, rounds=1) | {"results": [*FIRST, SECOND[0]]}, "results[2]", "all rounds are played"),
        (event({"late": "Ann", "kept": 0}), "results[0].late", '"Ann" is entered twice'),
        (event({"absent": "Ann"}, {"absent": "Ann"}), "results[1].absent", "Ann has left already"),
        (event({"players": ["Ann", "Cid"], "winner": "Ann"}), "results[0].score", "is missing"),
        (event(match("Ann", "Cid") | {"score": [4, 3]}), "results[0].score", "4"),
    ],
)
def test_refusals(value, place, words):
    told = document_error(standings, Cursor(value))
    assert told.startswith(f"{place}: ")
    assert words in told


# --- places still open


def possible(value):
    """Yield the final ranks of every player over all ways in which the event can go on."""
    answer = standings(Cursor(value))
    if answer.over:
        yield {row.player: row.rank for row in answer.rows}
        return
    pair = answer.next[0]["players"]
    for winner, loser in (pair, pair[::-1]):
        yield from possible(value | {"results": [*value["results"], match(winner, loser)]})


@pytest.mark.parametrize("count", [3, 4, 5])
def test_possible_places_hold_in_every_course_of_the_event(count):
    chance = random.Random(f"places {count}")
    value = event(count=count, rounds=2)
    for _ in range(3):
        found = FORMAT.futures(FORMAT.read(Cursor(value)))
        span = {need.player: (need.best, need.worst) for need in found.needs}
        for ranks in nonempty(possible(value)):
            for player, rank in ranks.items():
                assert span[player][0] <= rank <= span[player][1], player
        answer = standings(Cursor(value))
        if answer.over:
            break
        pair = chance.sample(answer.next[0]["players"], 2)
        value["results"].append(match(*pair))
    # in the last round one of Cid and Dan stays without a win; Bob, who plays Ann, can pass her
    last = FORMAT.futures(FORMAT.read(Cursor(event(*FIRST, rounds=2))))
    assert {need.player: (need.best, need.worst) for need in last.needs} == {
        "Ann": (1, 3), "Bob": (1, 3), "Cid": (2, 4), "Dan": (2, 4),
    }  # fmt: skip
    over = event(*FIRST, *SECOND, *THIRD, rounds=3)
    found = FORMAT.futures(FORMAT.read(Cursor(over)))
    assert found.exact
    assert found.determined == ((1, "Ann"), (2, "Bob"), (3, "Cid"), (4, "Dan"))
