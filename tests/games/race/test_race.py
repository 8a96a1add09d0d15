"""The race referee: every refusal with its reason, and the results that event files want."""

import doctest
import importlib
import random

import pytest

from tablekeeper.errors import UserError
from tablekeeper.formats import standings
from tablekeeper.formats.race_record import read_record
from tablekeeper.formats.race_result import check, format_of, result
from tablekeeper.games.race.lineup import COLOURS, RULES, Lineup, usual
from tablekeeper.games.race.race import Home, Race, RaceThrow
from tablekeeper.strictjson import Cursor
from tests.refusal import refusal

TWO = ("Ann", "Bob")
THREE = ("Ann", "Bob", "Cid")


def told(rules, words, players=None, **options):
    race = Race(usual(rules, players or (TWO if RULES[rules].players == 2 else THREE)), **options)
    for colour in words.split():
        race = race.home(colour)
    return race


def complete(race, *colours):
    for colour in colours:
        for _ in range(4 - race.pawns[colour]):
            race = race.home(colour)
    return race


# --- what is refused ------------------------------------------------------------------------------


def test_a_fifth_pawn_and_a_colour_completed_twice_are_refused():
    race = told("2T-XL", "red red red red")
    assert "red is complete: Ann has its 4 pawns home, there is no fifth" in refusal(race.home, "red")


def test_a_colour_not_in_play_is_refused():
    assert "black is not in play: red, green, yellow, blue are" in refusal(told, "2T", "black")
    assert '"pink" is not a colour' in refusal(told, "2T", "pink")
    assert "green is not in play" in refusal(told, "3T-XS", "green")


def test_a_gap_is_refused():
    race = told("2T", "red")
    assert race.home("red", 2).pawns["red"] == 2
    assert "the order has a gap: red has 1 home, so the next is pawn 2, not 3" in refusal(race.home, "red", 3)


def test_nothing_happens_after_the_game_is_decided():
    race = told("2T", "red yellow red red red")
    for act in (lambda: race.home("yellow"), lambda: race.throw(3)):
        assert "the game is decided, Ann has won: a" in refusal(act)
    assert race.undo().home("yellow").pawns["yellow"] == 2
    with pytest.raises(UserError, match="the game is decided: a pawn of green"):
        complete(Race(usual("GP", THREE)), "red", "blue", "white", "yellow", "black").home("green")


def test_a_value_that_is_wrong_cannot_be_made():
    lineup = usual("2T", TWO)
    for acts in (
        (Home("red"),) * 5,
        (Home("white"),),
        (RaceThrow(0, 7),),
        (RaceThrow(2, 1),),
        (RaceThrow(0, 5), RaceThrow(0, 5)),
    ):
        with pytest.raises(UserError):
            Race(lineup, acts)
    race = Race(lineup, (Home("red"),))
    with pytest.raises(TypeError):
        race.pawns["red"] = 4
    with pytest.raises(AttributeError):
        race.acts = ()
    assert "nothing to take back" in refusal(Race(lineup).undo)
    assert "TripleAthlon is played by" in refusal(Race, lineup, triathlon=True)


def test_line_ups_that_no_rules_have_are_refused():
    for rules, players, colours, why in (
        ("4T", TWO, (), "there are no rules"),
        ("3T", TWO, (("red", "green"), ("blue", "yellow")), "3T is played by 3 players"),
        ("2T", ("Ann", "Ann"), (("red", "green"), ("blue", "yellow")), "Ann is named twice"),
        ("2T", ("Ann", " "), (("red", "green"), ("blue", "yellow")), "player 2 has no name"),
        ("2T", TWO, (("red",), ("blue", "yellow")), "each player has 2 colours, Ann has 1"),
        ("2T", TWO, (("red", "pink"), ("blue", "yellow")), '"pink" is not a colour'),
        ("2T", TWO, (("red", "green"), ("red", "yellow")), "red belongs to Ann already"),
    ):
        with pytest.raises(UserError, match=why):
            Lineup(rules, players, colours)


def test_throws_go_round_and_a_six_earns_another():
    race = Race(usual("3T", THREE)).throw(6, 1).throw(6).throw(2).throw(5)
    assert [act.player for act in race.acts] == [1, 1, 1, 2]
    assert race.thrower == 0
    assert "it is Ann's throw, not Cid's" in refusal(race.throw, 1, 2)
    assert "a die shows 1 to 6" in refusal(race.throw, 0)


# --- worked examples of docs/rules/races.md, "Single games" --------------------------------------------


def test_2t_counts_the_best_colour():
    race = told("2T", "yellow yellow red blue red red green red")
    assert result(race, minutes=31.5) == {
        "players": ["Ann", "Bob"],
        "winner": "Ann",
        "pawns": [4, 2],
        "minutes": 31.5,
    }
    assert result(race, "challengers") == {"players": ["Ann", "Bob"], "winner": "Ann"}


def test_2t_xl_counts_both_colours():
    race = complete(told("2T-XL", "yellow yellow yellow"), "red", "blue", "green")
    assert result(race) == {"players": ["Ann", "Bob"], "winner": "Ann", "pawns": [8, 7], "colours": [2, 1]}


def test_3t_and_3t_plus_have_a_winner():
    assert result(told("3T", "red yellow yellow yellow yellow")) == {"winner": "Bob"}
    assert result(complete(Race(usual("3T+", THREE)), "red", "black", "yellow", "white")) == {"winner": "Cid"}


def test_game_0_places_all_three():
    race = complete(Race(usual("3T-XS", THREE)), "black", "red")
    assert result(race) == {"game": 0, "order": ["Cid", "Ann", "Bob"]}
    assert race.winner is None


def test_a_grand_prix_places_six_colours_the_last_by_itself():
    race = complete(Race(usual("GP", THREE)), "red", "white", "black", "green", "blue")
    assert result(race) == {"order": ["red", "white", "black", "green", "blue", "yellow"]}
    assert (race.first_colour, race.first_both) == ("Ann", "Cid")


def test_a_grand_prix_plus_places_players():
    race = complete(Race(usual("GP+", THREE)), "red", "white", "black", "green", "yellow")
    assert result(race) == {"order": ["Cid", "Bob", "Ann"]}


def test_a_triathlons_grand_prix_ends_with_the_first_player_home():
    race = complete(Race(usual("GP", THREE), triathlon=True), "red", "white", "yellow")
    assert race.decided
    assert result(race) == {"first_colour": "Ann", "first_both": "Bob"}
    early = complete(Race(usual("GP", THREE), triathlon=True), "red")
    assert "nobody has both colours home" in refusal(result, early)
    assert result(early, event_over=True) == {"first_colour": "Ann", "first_both": None}
    assert check(early, {"first_colour": "Ann", "first_both": None}) == result(early, event_over=True)
    assert "did not end with the first one" in refusal(result, race, event_over=True)
    assert "ends an event early" in refusal(result, told("2T", "red"), event_over=True)


def test_an_open_game_has_no_result():
    assert "not decided: at home are red 1, green 0, yellow 0, blue 0" in refusal(result, told("2T", "red"))
    assert "no colour is complete" in refusal(result, Race(usual("GP", THREE), triathlon=True))
    with pytest.raises(UserError, match="belongs to league-2t, challengers or series, not to masters"):
        result(told("2T", "red red red red"), "masters")


def test_a_stated_result_has_to_follow():
    race = told("2T", "yellow red red red red")
    assert check(race, {"winner": "Ann", "pawns": [4, 1]})["pawns"] == [4, 1]
    for stated, why in (
        (
            {"winner": "Bob"},
            '"winner" does not agree with the pawns: it is stated as Bob, but by the pawns it is Ann',
        ),
        ({"pawns": [4, 2]}, "4-2, but by the pawns it is 4-1"),
        ({"score": [1, 0]}, 'has no "score"'),
    ):
        with pytest.raises(UserError, match=why):
            check(race, stated)
    race = complete(Race(usual("GP", THREE)), "red", "white", "black", "green", "blue")
    right = ["red", "white", "black", "green", "blue", "yellow"]
    for order, why in (
        (right[:3] + right[4:], "the order has a gap: green is not in it"),
        ([*right[:5], "red"], "names red twice"),
        ([*right[:2], "", *right[3:]], "nobody in place 3"),
        (right[::-1], "does not agree with the pawns, which give red, white"),
        ("red", "a list of names"),
    ):
        with pytest.raises(UserError, match=why):
            check(race, {"order": order})


# --- with the formats -----------------------------------------------------------------------------


def played_out(lineup, chance, **options):
    race = Race(lineup, **options)
    while not race.decided:
        race = race.home(chance.choice([colour for colour in lineup.in_play if race.pawns[colour] < 4]))
    return race


@pytest.mark.parametrize("rules", RULES)
def test_every_result_is_one_that_its_format_takes(rules):
    chance = random.Random(rules)
    options = {
        "championship": {"first_to": 9}, "masters": {"first_to": 9}, "grand-prix-plus": {"games": 3},
        "triathlon": {"rotation": ["GP", "3T", "3T+"]},
    }  # fmt: skip
    for _ in range(20):
        lineup = usual(rules, TWO if RULES[rules].players == 2 else THREE)
        race = played_out(lineup, chance, triathlon=rules == "GP" and chance.random() < 0.3)
        key = format_of(race)
        document = {"format": key, "options": options.get(key, {}), "players": list(THREE)}
        if key == "grand-prix":
            owned = zip(lineup.players, map(list, lineup.colours), strict=True)
            document["options"] = {"games": 3, "colours": dict(owned)}
        answer = standings(Cursor({**document, "results": [result(race)]}))
        assert len(answer.rows) == 3


# --- as text --------------------------------------------------------------------------------------


GAMES = """\
# a league game and another
rules: 2T-XL
players: Ann red+green, Bob yellow+blue
game 1
begins: Bob
6 3 yellow 2 red4 undo red1, red red red   # his first is home
green green green green
minutes: 31.5
result: {"winner": "Ann", "pawns": [8, 1], "colours": [2, 0]}
game 2
blue blue blue blue yellow yellow yellow yellow
"""


def test_a_text_is_refereed_word_by_word():
    assert 'line 6: game 1, word 5 "red4": the order has a gap' in refusal(read_record, GAMES)
    record = read_record(GAMES.replace("red4 undo red1", "red undo red1"))
    assert record.results() == [
        {"players": ["Ann", "Bob"], "winner": "Ann", "pawns": [8, 1], "colours": [2, 0], "minutes": 31.5},
        {"players": ["Ann", "Bob"], "winner": "Bob", "pawns": [0, 8], "colours": [0, 2]},
    ]
    assert [act.player for act in record.games[0].race.acts if isinstance(act, RaceThrow)] == [1, 1, 0]
    again = read_record(str(record))
    assert again == record
    assert str(again) == str(record)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rules: 5T\nred", 'line 2: there are no rules "5T"'),
        ("red\nrules: 2T", 'line 2: write "rules" above the first game'),
        ("rules: 2T\nrules: 2T\n", "a second time"),
        ("format: masters\nred", "line 2: a game by 2T belongs to"),
        ("game 2\nred", "line 1: this is game 1, not 2"),
        ("red reddish", '"reddish" is not a colour'),
        ("red re-d", "unknown in a race"),
        ("red 7", "a die shows 1 to 6"),
        ("red 66", "a throw is one die"),
        ("undo", "nothing to take back"),
        ("red\nbegins: P1", 'write "begins" before'),
        ("begins: Zoe", "Zoe is not in this game"),
        ("minutes: long", "a number such as 47.5"),
        ("result: Ann", "a result is written like"),
        ("result: [1]", "a result is written like"),
        ("red red red red\nresult: {}\nred", "game 1 has its result already"),
        ("players: Ann red+green, Bob\nred", "of every player, or of none"),
        ("players: Ann\nred", "2T is played by 2 players, not 1"),
        ("rules: 3T-XS\nplayers: Ann red, Bob blue, Cid\n", "of every player, or of none"),
        ("game " + "9" * 6000, "line 1: this is game 1, not 99999999999999999999$"),
        ("red\nresult: " + "[" * 100_000, "line 2: a result is written like"),
        ("begins: P1\nbegins: P2", 'line 2: "begins" is given a second time'),
        ("red\nminutes: 3\nminutes: 4", 'line 3: "minutes" is given a second time'),
        ("red\nminutes: \u0663", "a number such as 47.5"),
        ("red\nresult: {}\nresult: {}", 'line 3: "result" is given a second time'),
        ("players: Ann, Bo\tb\nred", "is not a name"),
        ("1 " * 5001, "a game has at most 5000 pawns and throws"),
    ],
    ids=lambda text: text[:30],
)
def test_a_wrong_line_is_named(text, why):
    with pytest.raises(UserError, match=why):
        read_record(text)


def test_results_of_a_text_name_their_game():
    assert "game 1: the game is not decided" in refusal(read_record("red red").results)
    with pytest.raises(UserError, match="game 1: only games of a league have minutes"):
        read_record("rules: 3T\nred red red red\nminutes: 3").results()
    won = "red red red red\n"
    for minutes in ("NaN", "Infinity", "-1", '"30"', "true", "[3]"):
        with pytest.raises(UserError, match=r'game 1: "minutes" is a number such as 47\.5'):
            read_record(f'{won}result: {{"minutes": {minutes}}}').results()
    with pytest.raises(UserError, match="game 1: two different minutes are stated"):
        read_record(f'{won}minutes: 20\nresult: {{"minutes": 30}}').results()
    assert read_record(f'{won}result: {{"minutes": 30}}').results()[0]["minutes"] == 30
    long = f"{won}minutes: 12345.678\n"
    assert "minutes: 12345.678\n" in str(read_record(long))
    assert "minutes: 30\n" in str(read_record(f"{won}minutes: 30"))
    single = read_record(
        "rules: 3T-XS\nplayers: Ann Lee red, Bob blue, Cid white\nred red red red blue blue blue blue\n"
    )
    assert single.results() == [{"game": 0, "order": ["Ann Lee", "Bob", "Cid"]}]


def test_any_text_is_read_or_refused():
    chance = random.Random(7)
    words = [
        *COLOURS,
        "6",
        "1",
        "undo",
        "game",
        "2",
        ":",
        "\n",
        "rules: GP\n",
        "players: A, B, C\n",
        "result: {}\n",
        "red9",
        "é",
        "#",
    ]
    for _ in range(2000):
        text = " ".join(chance.choices(words, k=chance.randrange(12)))
        try:
            read_record(text).results()
        except UserError as error:
            assert str(error)  # noqa: PT017 - the sentence is the answer


@pytest.mark.parametrize(
    "name", ["games.race.lineup", "games.race.race", "formats.race_result", "formats.race_record"]
)
def test_the_examples_are_right(name):
    seen = doctest.testmod(importlib.import_module(f"tablekeeper.{name}"))
    assert seen.attempted > 0
    assert seen.failed == 0
