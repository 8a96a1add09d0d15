"""Grand Prix and Grand Prix Plus: the examples of the rules, refusals, a second reading, all ends."""

import random
from itertools import permutations, product

import pytest

from tablekeeper.audit.races import gains
from tablekeeper.formats import read_event, standings
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.grand_prix.rules import COLOURS
from tablekeeper.rankings.rules import VERSIONS
from tablekeeper.strictjson import Cursor, DocumentError
from tests.formats import second_reading as every_end
from tests.formats.second_reading import agree, recount
from tests.formats.three_players import PLAYERS, document, random_documents, refused, spans
from tests.nonempty import nonempty

KEYS = ("grand-prix", "grand-prix-plus")
A, B, C = PLAYERS
OWNED = {A: ["red", "blue"], B: ["green", "black"], C: ["yellow", "white"]}
FIRST = "red white black green blue yellow"
TARIFF, TARIFF_2023 = [10, 6, 4, 3, 2, 1], [9, 6, 4, 3, 2, 1]
#: Ann and Bob level at 12, Cid 4: white yellow last
LEVEL = "red green black white blue yellow"


def gp(*orders, games=3, **options):
    """Return an event of orders such as "red white black green blue yellow"."""
    return document("grand-prix", [{"order": one.split()} for one in orders],
                    games=games, **({"colours": OWNED} | options))  # fmt: skip


def plus(*orders, games=3, **options):
    """Return an event of orders such as "ACB"."""
    names = {name[0]: name for name in PLAYERS}
    return document("grand-prix-plus", [{"order": [names[one] for one in order]} for order in orders],
                    games=games, **options)  # fmt: skip


def points(value):
    figures = {row.player: row.figures["gpp"] for row in standings(Cursor(value)).rows}
    return "-".join(str(figures[player]) for player in value["players"])


# By name


@pytest.mark.parametrize("kind", [gp, plus])
def test_the_last_place_may_be_left_out(kind):
    whole, short = (FIRST, FIRST.rsplit(" ", 1)[0]) if kind is gp else ("ACB", "AC")
    one, other = kind(whole, games=1), kind(short, games=1)
    assert agree(one).rows == agree(other).rows
    (form, first), (_, second) = read_event(Cursor(one)), read_event(Cursor(other))
    rules = VERSIONS[0]
    units = [form.ranking.units(event, form.answer(event), rules)[0] for event in (first, second)]
    assert units[0] == units[1]
    assert list(form.rated(first)) == list(form.rated(second))
    # a result that is entered is stored whole
    given = GivenResult(second.results[0].value)
    begun = read_event(Cursor(kind(games=1)))[1]
    assert form.completed(begun, given) == first.results[0].value


def test_allied_colours_that_do_not_lie_opposite_each_other_are_doubted():
    side_by_side = {A: ["red", "green"], B: ["yellow", "white"], C: ["black", "blue"]}
    assert standings(Cursor(gp(FIRST, colours=side_by_side))).doubts == (
        "By GP allied colours lie opposite each other: red and green of Ann do not.",
        "By GP allied colours lie opposite each other: black and blue of Cid do not.",
    )
    assert standings(Cursor(gp(FIRST))).doubts == standings(Cursor(plus("ACB"))).doubts == ()
    assert len(standings(Cursor(plus("ACB", colours=side_by_side))).doubts) == 2


def test_the_example_that_is_not_over_and_the_one_that_is():
    assert points(gp(FIRST)) == "12-9-7"
    answer = standings(Cursor(gp(FIRST, "blue red black yellow green white")))
    assert points(gp(FIRST, "blue red black yellow green white")) == "30-15-11"
    # one game can bring 15: Bob can still come level
    assert (answer.over, answer.provisional, answer.cancelled) == (False, True, ())
    assert answer.next == ({"game": 3, "players": PLAYERS},)
    value = gp(FIRST, "red blue white yellow green black")
    answer = standings(Cursor(value))
    assert points(value) == "30-12-14"
    assert (answer.over, answer.provisional, answer.winner, answer.next) == (True, False, A, ())
    assert answer.cancelled == ({"game": 3},)
    assert answer.notes == ("Ann cannot be caught: the remaining games are cancelled.",)
    assert [(row.player, row.decided_by, row.explain) for row in answer.rows] == [
        (A, "most points", "30 v 14"), (C, "most points", "14 v 12"), (B, None, None)]  # fmt: skip
    value["results"].append({"order": FIRST.split()})
    refused(value, "results[2]", "over")


@pytest.mark.parametrize("tariff", [TARIFF, TARIFF_2023])
def test_the_points_of_a_game_are_conserved(tariff):
    total = sum(tariff) + 2
    assert total == (28 if tariff == TARIFF else 27)
    for order in list(permutations(COLOURS))[::7]:
        figures = [int(one) for one in points(gp(" ".join(order), tariff=tariff)).split("-")]
        assert sum(figures) == total


def test_how_early_an_event_ends_follows_from_the_tariff():
    # 2023: at most 14 in a game, so that 28-14 is open and 28-13 is not
    assert points(gp(FIRST, "blue red black yellow green white", tariff=TARIFF_2023)) == "28-15-11"
    assert game_points(gp(tariff=TARIFF_2023))[1] == 14
    assert game_points(gp())[1] == 15
    lopsided = [60, 5, 4, 3, 2, 1]
    event = gp("red green blue black yellow white", games=2, tariff=lopsided)
    assert points(event) == "66-8-3"
    # 58 behind, and one game can bring 60 + 5 + 2 - 1 - 2
    assert not standings(Cursor(event)).over


def test_the_bonus_is_the_first_players_with_both_home():
    assert points(gp(FIRST, bonus=0)) == "12-7-7"
    assert points(gp(FIRST, bonus=5)) == "12-12-7"


def test_a_tie_is_played_off_by_all_three_until_one_leads():
    # red 10 + blue 2 v green 6 + black 4 + bonus 2
    value = gp(LEVEL, games=1)
    assert points(value) == "12-12-4"
    answer = standings(Cursor(value))
    assert not answer.over
    assert answer.next == ({"game": 2, "players": PLAYERS, "extra": True},)
    assert answer.notes == ("The leaders are level: a counted extra game for all three.",)
    assert [row.rank for row in answer.rows] == [1, 1, 3]
    assert not standings(Cursor(gp(LEVEL, LEVEL, games=1))).over
    # the third wins
    answer = standings(Cursor(gp(LEVEL, "yellow white red green black blue", games=1)))
    assert (answer.over, answer.winner, answer.cancelled) == (True, C, ())


def test_level_players_behind_the_winner_share_their_place():
    answer = standings(Cursor(gp("red white green black yellow blue", games=1, bonus=0)))
    assert [(row.rank, row.figures["gpp"]) for row in answer.rows] == [(1, 11), (2, 8), (3, 7)]
    answer = standings(Cursor(gp("red blue green white yellow black", games=1)))
    assert {row.rank for row in answer.rows} == {1, 2}
    assert sorted(row.figures["gpp"] for row in answer.rows) == [5, 5, 18]


def test_plus_scores_players():
    assert points(plus("ACB")) == "4-1-2"
    assert points(plus("ACB", tariff=[5, 3, 0], bonus=1)) == "6-0-3"
    assert sum(int(one) for one in points(plus("ACB", "BCA", "CAB")).split("-")) == 21
    # at most 3 in a game: 4-1-2 with one to come can still be levelled by Bob
    assert not standings(Cursor(plus("ACB", games=2))).over
    answer = standings(Cursor(plus("ACB", "ABC")))
    assert points(plus("ACB", "ABC")) == "8-3-3"
    assert (answer.over, answer.winner, answer.cancelled) == (True, A, ({"game": 3},))


# Refusals

ORDER = FIRST.split()


@pytest.mark.parametrize(
    ("result", "place", "words"),
    [
        ({"order": ORDER[:4]}, "results[0].order", "give 5 to 6 here"),
        ({"order": [*ORDER, "red"]}, "results[0].order", "give 5 to 6 here"),
        ({"order": [*ORDER[:5], "red"]}, "results[0].order[5]", "red finishes twice"),
        ({"order": [*ORDER[:5], "pink"]}, "results[0].order[5]", "is not one of"),
        ({"order": [*ORDER[:5], 3]}, "results[0].order[5]", "the number 3"),
        ({"order": [A, B, C]}, "results[0].order", "give 5 to 6 here"),
        ({"order": FIRST}, "results[0].order", "a list"),
        ({"order": None}, "results[0].order", "null"),
        ({}, "results[0].order", "is missing"),
        ({"order": ORDER, "winner": A}, "results[0].winner", "unknown key"),
        (ORDER, "results[0]", "an object"),
    ],
)
def test_a_wrong_result_is_refused_with_its_place(result, place, words):
    refused(gp() | {"results": [result]}, place, words)


@pytest.mark.parametrize(
    ("result", "place", "words"),
    [
        ({"order": [A]}, "results[0].order", "give 2 to 3 here"),
        ({"order": [A, B, "Dan"]}, "results[0].order[2]", "not among the players"),
        ({"order": [A, B, B]}, "results[0].order", "twice"),
        ({"order": ORDER}, "results[0].order", "give 2 to 3 here"),
        ({"first": A}, "results[0].first", "unknown key"),
    ],
)
def test_a_wrong_result_of_a_plus_is_refused_with_its_place(result, place, words):
    refused(plus() | {"results": [result]}, place, words)


@pytest.mark.parametrize(
    ("options", "place", "words"),
    [
        ({"games": 0}, "options.games", "1 to 999"),
        ({"games": 2.5}, "options.games", "a whole number"),
        ({"tariff": [10, 6, 4, 3, 2]}, "options.tariff", "6 places score, not 5"),
        ({"tariff": [10, 6, 4, 3, 2, -1]}, "options.tariff[5]", "at least 0"),
        ({"tariff": [10, 6, 4, 3, 2, "1"]}, "options.tariff[5]", "a whole number"),
        ({"tariff": 10}, "options.tariff", "a list"),
        ({"tariff": [1] * 6, "bonus": 0}, "options.tariff", "nobody can ever win"),
        ({"bonus": -2}, "options.bonus", "at least 0"),
        ({"bonus": True}, "options.bonus", "a whole number"),
        ({"colours": None}, "options.colours", "an object"),
        ({"colours": OWNED | {"Dan": ["red", "blue"]}}, "options.colours.Dan", "not among the players"),
        ({"colours": {A: OWNED[A], B: OWNED[B]}}, "options.colours.Cid", "is missing"),
        ({"colours": OWNED | {B: ["green"]}}, "options.colours.Bob", "give 2 here"),
        ({"colours": OWNED | {B: ["green", "pink"]}}, "options.colours.Bob[1]", "is not one of"),
        ({"colours": OWNED | {B: ["green", "red"]}}, "options.colours.Bob[1]", "belongs to Ann"),
        ({"colours": OWNED | {A: ["red", "red"]}}, "options.colours.Ann[1]", "belongs to Ann"),
        ({"target": 5}, "options.target", "unknown key"),
    ],
)
def test_a_wrong_option_is_refused_with_its_place(options, place, words):
    refused(gp(**options), place, words)


@pytest.mark.parametrize(
    ("options", "place", "words"),
    [
        ({"tariff": TARIFF}, "options.tariff", "3 places score, not 6"),
        ({"tariff": [2, 2, 2]}, "options.tariff", "nobody can ever win"),
        ({"colours": {A: ["red", "blue"]}}, "options.colours.Bob", "is missing"),
    ],
)
def test_a_wrong_option_of_a_plus_is_refused_with_its_place(options, place, words):
    refused(plus(**options), place, words)


def test_what_a_file_has_to_say():
    refused(document("grand-prix", [], colours=OWNED), "options.games", "is missing")
    refused(document("grand-prix", [], games=3), "options.colours", "is missing")
    refused(document("grand-prix-plus", []), "options.games", "is missing")
    assert read_event(Cursor(gp()))[1].options["tariff"] == tuple(TARIFF)
    assert read_event(Cursor(plus()))[1].options["tariff"] == (4, 2, 1)
    assert points(plus("ABC", colours=OWNED)) == "4-2-1"


# A second reading


def varied(key, seeds):
    """Yield random events, some with tariffs of their own (in which ties are frequent)."""
    for number, value in enumerate(random_documents(key, seeds)):
        if number % 4 == 3:
            chance = random.Random(number)
            count = 6 if key == "grand-prix" else 3
            value["options"]["tariff"] = sorted((chance.randint(0, 6) for _ in range(count)), reverse=True)
            value["options"]["bonus"] = chance.randint(1, 4)
            while value["results"]:
                try:
                    standings(Cursor(value))
                    break
                except DocumentError:
                    value["results"].pop()
        yield value


@pytest.mark.parametrize("key", KEYS)
def test_random_events_agree(key):
    for value in varied(key, range(200)):
        agree(value)


@pytest.mark.soak
def test_random_events_agree_soak(record_property):
    for key in KEYS:
        for value in varied(key, range(1000, 6000)):
            agree(value)
    record_property("figure", "5,000 random events each, of every fourth with a tariff of its own")


# Futures


def game_points(value):
    """Return the points that a game can bring, and the most that one player gains on another."""
    options = value["options"]
    if value["format"] == "grand-prix":
        owners = [(colour, player) for player, two in options["colours"].items() for colour in two]
        tariff, bonus = options.get("tariff", TARIFF), options.get("bonus", 2)
    else:
        owners = [(player, player) for player in value["players"]]
        tariff, bonus = options.get("tariff", [4, 2, 1]), options.get("bonus", 0)
    return gains(tuple(owners), tuple(tariff), bonus)


def all_ends(value, extra):
    """Return the table of every end with at most so many extra games: by points, as orders are too many."""
    found = recount(value)
    figures = {line.player: line.figures["gpp"] for line in found.lines}
    reached = {tuple(figures[player] for player in value["players"])}
    ends = reached if found.over else set()
    scores, gain = game_points(value)
    left = max(0, value["options"]["games"] - len(value["results"]))
    for game in range(0 if found.over else left + extra):
        after = {tuple(map(sum, zip(one, more, strict=True))) for one, more in product(reached, scores)}
        hope = gain * max(0, left - game - 1)
        certain = {one for one in after if sorted(one)[2] - sorted(one)[1] > hope}
        ends |= certain
        # only who is how far behind matters
        reached = {tuple(points - max(one) for points in one) for one in after - certain}
    return [dict(zip(value["players"], (1 + sum(other > one for other in end) for one in end), strict=True))
            for end in ends]  # fmt: skip


@pytest.mark.turns(2)
@pytest.mark.parametrize("key", KEYS)
def test_futures_are_those_of_every_end(key):
    # who is first for certain is so in every end that is played out, and in no other event
    for value in nonempty(varied(key, range(1, 200))):
        if len(value["results"]) < value["options"]["games"] - (1 if key == "grand-prix" else 4):
            continue
        tables = all_ends(value, 4 if key == "grand-prix" else 24)
        expected = every_end.spans(value, [(table, []) for table in tables])
        assert spans(value) == {player: span[:2] for player, span in expected.items()}, value
        certain = [p for p in value["players"] if all(one[p] == 1 for one in tables)]
        assert standings(Cursor(value)).winner == (certain or [None])[0], value


def test_a_far_third_comes_up_in_many_extra_games():
    # a tariff in which two can stay level while the third gains little; he lies 18 behind
    value = gp(*["red green black blue white yellow"] * 6, games=6, tariff=[5, 5, 5, 5, 4, 4], bonus=0)
    assert points(value) == "60-60-48"
    assert spans(value) == dict.fromkeys(PLAYERS, (1, 3))
    # here nobody can gain without one of the leaders losing: 2, 1, 0 by place
    value = plus("ABC", "BAC", games=2, tariff=[2, 1, 0])
    assert points(value) == "3-3-0"
    assert spans(value) == {A: (1, 3), B: (1, 3), C: (2, 3)} or spans(value) == {
        A: (1, 2),
        B: (1, 2),
        C: (3, 3),
    }


def sentences(value):
    form, event = read_event(Cursor(value))
    return [need.sentence for need in form.futures(event).needs]


def test_who_is_level_leads_by_nothing():
    assert sentences(gp(games=3)) == [
        f"{player} is level in the lead; 3 games can make up 45." for player in PLAYERS
    ]


def test_what_each_needs():
    assert sentences(gp(FIRST, games=3)) == [
        "Ann leads by 3; 2 games can make up 30.",
        "Bob is 3 behind; 2 games can make up 30.",
        "Cid is 5 behind; 2 games can make up 30.",
    ]
    assert sentences(gp(FIRST, games=2)) == [
        (
            "Ann is first if Bob scores at most 2 more than Ann and Cid scores at most 4 more than Ann"
            " in the last game."
        ),
        (
            "Bob is first if Bob scores at least 4 more than Ann and Cid scores at most 1 more than Bob"
            " in the last game."
        ),
        (
            "Cid is first if Cid scores at least 6 more than Ann and Cid scores at least 3 more than Bob"
            " in the last game."
        ),
    ]
    assert sentences(gp(FIRST, "blue red black yellow green white")) == [
        "Ann is first if Bob scores at most 14 more than Ann in the last game.",
        "Bob can only come level in the last game, and then an extra game follows.",
        "Cid is first only by extra games, if the others come out of the last game level.",
    ]
    assert sentences(gp(LEVEL, games=1))[2].endswith("in the extra game.")


def test_a_long_event_has_futures():
    assert spans(gp(FIRST, games=40)) == dict.fromkeys(PLAYERS, (1, 3))
