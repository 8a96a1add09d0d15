"""TripleAthlon: the examples of the rules, refusals, and every end played out."""

from itertools import permutations, product

import pytest

from tablekeeper.formats import read_event, standings
from tablekeeper.formats.triathlon.rules import RULES, ends_at_once
from tablekeeper.strictjson import Cursor, DocumentError
from tests.formats import second_reading as every_end
from tests.formats.second_reading import ranks, recount
from tests.formats.three_players import PLAYERS, document, random_documents, refused, spans, table
from tests.nonempty import nonempty

A, B, C = PLAYERS


def gp(first, both):
    return {"first_colour": first, "first_both": both}


def event(*results, **options):
    """Return an event; a name alone is the winner of a game by 3T or 3T+ rules."""
    return document(
        "triathlon", [{"winner": one} if isinstance(one, str) else one for one in results], **options
    )


#: the points before the second GP game, game 6, at PT5
AT_433 = (A, A, gp(B, C), B, C)
AT_442 = (A, A, gp(B, B), B, C)


def points(*results, **options):
    answer = standings(Cursor(event(*results, **options)))
    return "-".join(str(row.figures["points"]) for row in sorted(answer.rows, key=lambda row: row.player))


def test_the_rotation_goes_round():
    seen = [standings(Cursor(event(*AT_442[:played]))).next[0]["rules"] for played in range(len(AT_442) + 1)]
    assert seen == ["3T", "3T+", "GP", "3T", "3T+", "GP"]
    options = {"rotation": ["GP", "3T+", "3T"]}
    assert standings(Cursor(event(**options))).next == ({"game": 1, "rules": "GP", "players": PLAYERS},)
    assert standings(Cursor(event(gp(A, B), **options))).next[0]["rules"] == "3T+"


def test_what_games_are_worth():
    assert points(A) == "2-0-0"
    assert points(A, B, gp(C, C)) == "2-2-2"
    assert points(A, B, gp(C, A)) == "3-2-1"


def test_at_5_each_set_of_rules_is_played_before_the_end():
    for rotation in permutations(RULES):
        ends = []
        for first in product(PLAYERS, repeat=3):
            games = [gp(*one) if rules == "GP" else one[0] for rules, one in
                     zip(rotation, product(first, repeat=2), strict=False)]  # fmt: skip
            ends += [standings(Cursor(event(*games[:2], rotation=list(rotation)))).over]
        assert not any(ends)
    assert standings(Cursor(event(A, A, gp(A, None)))).over


def test_the_first_colour_ends_the_event_when_nobody_else_can_reach_the_target():
    # no event comes to 4-3-2 before a GP game: two points a game make even sums
    assert ends_at_once({A: 5, B: 3, C: 2}, A, 5)
    assert ends_at_once({A: 5, B: 3, C: 3}, A, 5)
    assert not ends_at_once({A: 5, B: 4, C: 2}, A, 5)
    assert not ends_at_once({A: 4, B: 3, C: 2}, A, 5)
    assert not ends_at_once({A: 6, B: 5, C: 2}, A, 5)
    assert points(*AT_433) == "4-3-3"
    answer = standings(Cursor(event(*AT_433, gp(A, None))))
    assert (answer.over, answer.winner, answer.next) == (True, A, ())
    assert table(answer, "points") == {A: (1, 5), B: (2, 3), C: (2, 3)}
    # not told is the same: a form or a command line leaves the field out
    assert standings(Cursor(event(*AT_433, {"first_colour": A}))) == answer
    refused(event(*AT_433, gp(A, B)), "results[5].first_both", "Ann has won")
    # another's first colour takes nobody to the target
    refused(event(*AT_433, gp(B, None)), "results[5].first_both", "goes on")


def test_at_4_4_2_it_is_played_on():
    assert points(*AT_442) == "4-4-2"
    refused(event(*AT_442, gp(A, None)), "results[5].first_both", "goes on")
    refused(event(*AT_442, {"first_colour": A}), "results[5].first_both", "goes on")
    assert standings(Cursor(event(*AT_442, gp(A, A)))).winner == A
    assert standings(Cursor(event(*AT_442, gp(A, C)))).winner == A


def test_at_5_5_2_one_more_game_under_the_next_rules():
    level = (*AT_442, gp(A, B))
    answer = standings(Cursor(event(*level)))
    assert points(*level) == "5-5-2"
    assert not answer.over
    assert answer.provisional
    assert answer.next == ({"game": 7, "rules": "3T", "players": PLAYERS, "extra": True},)
    assert answer.notes == ("The leaders are level at the target: an extra game by 3T rules.",)
    assert standings(Cursor(event(*level, B))).winner == B
    # all three play, and the third may come up and win
    assert standings(Cursor(event(*level, C))).next[0]["rules"] == "3T+"
    assert standings(Cursor(event(*level, C, C))).winner == C
    refused(event(*level, C, C, gp(A, C)), "results[8]", "Cid has already won the event")


def test_level_leaders_in_an_extra_gp_game_play_it_to_its_end():
    level = (A, B, gp(A, B), A, B, gp(A, B), C, C)
    assert points(*level, target=6) == "6-6-4"
    assert standings(Cursor(event(*level, target=6))).next[0]["rules"] == "GP"
    refused(event(*level, gp(A, None), target=6), "results[8].first_both", "goes on")
    assert not standings(Cursor(event(*level, gp(A, B), target=6))).over
    assert standings(Cursor(event(*level, gp(A, C), target=6))).winner == A


@pytest.mark.parametrize(
    ("results", "place", "words"),
    [
        ([gp(A, B)], "results[0]", "by 3T rules"),
        ([A, gp(A, B)], "results[1]", "by 3T+ rules"),
        ([A, B, C], "results[2]", "by GP rules"),
        ([{}], "results[0]", "its result is a winner"),
        ([{"winner": "Dan"}], "results[0].winner", "not among the players"),
        ([{"winner": None}], "results[0].winner", "null"),
        ([{"winner": A, "points": 2}], "results[0].points", "unknown key"),
        ([{"winner": A, "first_colour": A}], "results[0]", "its result is a winner"),
        ([A, B, {}], "results[2]", "by GP rules"),
        ([A, B, {"first_both": A}], "results[2]", "by GP rules"),
        ([A, B, gp("red", A)], "results[2].first_colour", "not among the players"),
        ([A, B, gp(A, "red")], "results[2].first_both", "not among the players"),
        ([A, B, gp(None, A)], "results[2].first_colour", "null"),
        ([A, B, gp(A, None)], "results[2].first_both", "goes on"),
        ([A, B, gp(A, B) | {"winner": A}], "results[2]", "by GP rules"),
        ([A, B, gp(A, A), A, B], "results[4]", "Ann has already won the event"),
        ([7], "results[0]", "an object"),
    ],
)
def test_a_wrong_result_is_refused_with_its_place(results, place, words):
    refused(event(*results), place, words)


@pytest.mark.parametrize(
    ("options", "place", "words"),
    [
        ({"target": 4}, "options.target", "at least 5"),
        ({"target": "5"}, "options.target", "a whole number"),
        ({"target": 5.0}, "options.target", "a whole number"),
        ({"rotation": ["3T", "3T+"]}, "options.rotation", "once"),
        ({"rotation": ["3T", "3T", "GP"]}, "options.rotation", "once"),
        ({"rotation": ["3T", "3T+", "GP", "GP"]}, "options.rotation", "once"),
        ({"rotation": ["3T", "3T+", "GP+"]}, "options.rotation[2]", "is not one of"),
        ({"rotation": "GP"}, "options.rotation", "a list"),
        ({"first_to": 5}, "options.first_to", "unknown key"),
    ],
)
def test_a_wrong_option_is_refused_with_its_place(options, place, words):
    refused(event(**options), place, words)


def test_the_defaults():
    assert read_event(Cursor(event()))[1].options == {"target": 5, "rotation": RULES}


def futures(value):
    form, read = read_event(Cursor(value))
    return form.futures(read)


def near_the_end(count):
    """Yield events that lack at most three scheduled games."""
    for value in random_documents("triathlon", range(0, 2 * count, 2)):
        value["options"]["target"] = min(value["options"]["target"], 6)
        results = value["results"]
        while True:
            try:
                answer = standings(Cursor(value))
            except DocumentError:
                results.pop()
                continue
            break
        if max(row.figures["points"] for row in answer.rows) >= value["options"]["target"] - 2:
            yield value | {"results": results[:-1] if answer.over else results}


#: what can follow each state: events of the same points before a game by the same rules have the same future
KNOWN = {}


def scored(found):
    """Return the points of a recount, in order of names."""
    return tuple(line.figures["points"] for line in sorted(found.lines, key=lambda line: line.player))


def following(value):
    """Return (next event, its recount, who won the game alone) of every result of the next game."""
    options, players, results = value["options"], value["players"], value["results"]
    state = (*players, options["target"], *options["rotation"], len(results) % 3, scored(recount(value)))
    if state not in KNOWN:
        KNOWN[state] = []
        rules = options["rotation"][len(results) % 3]
        games = [gp(*pair) for pair in product(players, (None, *players))]
        for game in games if rules == "GP" else [{"winner": player} for player in players]:
            first, both = game.get("winner") or game["first_colour"], game.get("first_both")
            after = value | {"results": [*results, game]}
            try:
                KNOWN[state].append((after, recount(after), first if both in (first, None) else None))
            except DocumentError:
                continue  # the first colour ends the game, or does not
    return KNOWN[state]


def all_ends(value, extra, seen):
    """Yield the recount of every end with at most so many extra games."""
    found = recount(value)
    if found.over:
        yield found
        return
    extra -= "extra" in found.next[0]
    state = (len(value["results"]) % 3, scored(found), extra)
    if extra < 0 or state in seen:
        return
    seen.add(state)
    for after, _, _ in following(value):
        yield from all_ends(after, extra, seen)


def test_futures_are_those_of_every_end():
    # seven extra games suffice for a third as far behind as in these events
    seen = 0
    for value in near_the_end(200):
        if 3 * (value["options"]["target"] - 1) - sum(scored(recount(value))) > 5:
            continue
        tables = [(ranks(found), []) for found in all_ends(value, 7, set())]
        expected = every_end.spans(value, tables)
        assert spans(value) == {player: span[:2] for player, span in expected.items()}, value
        seen += 1
    assert seen > 5


def unpaid_wins(value, player, games, known):
    """Return how many of so many games a player can win alone without being the winner after them."""
    found = recount(value)
    if found.over:
        return -1 if found.winner == player else 0
    state = (len(value["results"]) % 3, scored(found), games)
    if games and state not in known:
        known[state] = 0
        for after, _, alone in following(value):
            then = unpaid_wins(after, player, games - 1, known)
            known[state] = max(known[state], then + (alone == player) if then >= 0 else -1)
    return known[state] if games else 0


def test_a_magic_number_is_enough_and_one_less_is_not():
    for value in nonempty(near_the_end(60)):
        for need in nonempty(futures(value).needs):
            assert unpaid_wins(value, need.player, 9, {}) == need.magic - 1, (value, need)


def test_what_each_needs():
    told = futures(event(*AT_442))
    assert told.contenders == (A, B, C)
    assert [(need.best, need.worst) for need in told.needs] == [(1, 2), (1, 2), (1, 3)]
    assert [need.sentence for need in told.needs] == [
        "Ann needs 1 more point for the target.",
        "Bob needs 1 more point for the target.",
        "Cid needs 3 more points for the target.",
    ]
    level = futures(event(*AT_442, gp(A, B)))
    assert [(need.magic, need.sentence) for need in level.needs] == [
        (1, "Ann is level in the lead at the target, and wins with a lead of one point."),
        (1, "Bob is level in the lead at the target, and wins with a lead of one point."),
        (2, "Cid needs 3 more points for the target."),
    ]
    assert futures(event(A, A, gp(A, None))).determined == ((1, A), (2, B), (2, C))


def test_a_far_target_is_open():
    form, read = read_event(Cursor(event(target=60)))
    assert form.futures(read) is None
    assert standings(Cursor(event(target=60))).next
