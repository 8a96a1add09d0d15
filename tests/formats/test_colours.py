"""Who plays which game of an event with which colours, against a second reading game by game."""

import random

import pytest

from tablekeeper.director.events import journal
from tablekeeper.director.events.document import export, read
from tablekeeper.formats import FORMATS
from tablekeeper.formats.colours import GameColours, same_colours
from tablekeeper.formats.event import Event
from tablekeeper.games.race.lineup import Lineup
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents import generation
from tests.formats.colour_reading import agree

RACES = (
    "league-2t", "league-2t-xl", "challengers", "series", "championship", "masters", "grand-prix-plus",
    "triathlon",
)


def walk(key, seed):
    """Take back and cut short a random event; compare each; return the games that had colours."""
    actions = read(Cursor(generation.generate(FORMATS[key], seed)), "unused", 0, "unused")
    chance = random.Random(seed)
    found = 0
    for _ in range(3):
        part = actions[: chance.randrange(2, len(actions))]
        # half of them with an undo that opens a game again
        if chance.random() < 0.5:
            undoable = [one.seq for one in part if one.action in (journal.RESULT, journal.COLOURS)]
            if undoable:
                body = {"undoes": chance.choice(undoable[-3:])}
                part = [*part, Action(len(part) + 1, part[-1].at_ms, "director", UNDO, body)]
        try:
            state = journal.checked(part)
            if not state.started or state.finished:
                continue
            state.answer()
        except DocumentError:
            continue  # later actions build on what was undone
        found += agree(state, export(part, state))
    return found


@pytest.mark.turns(4)
@pytest.mark.parametrize("key", RACES)
def test_random_events_agree_with_a_second_reading(key):
    assert sum(walk(key, seed) for seed in range(12)) >= 4


@pytest.mark.soak
@pytest.mark.parametrize("key", RACES)
def test_5000_random_events_agree_with_a_second_reading(key, record_property):
    # of leagues 5,000 in both formats together
    seeds = range(1000, 3500 if key.startswith("league") else 6000)
    games = sum(walk(key, seed) for seed in seeds)
    record_property("figure", f"{len(seeds):,} random events of {key}: {games:,} games with colours agree")


def coming(key, pairing, *known, options=None, results=()):
    """Return the colours of a game, after games whose colours are known."""
    form = FORMATS[key]
    event = Event(
        key, ("Ann", "Bob", "Cid"), dict(options or {}), tuple(Cursor(one) for one in results),
        tuple(GameColours(one, colours) for one, colours in known),
    )  # fmt: skip
    return form.board.next_colours(event, pairing)


TWO = {"Ann": ("red", "blue"), "Bob": ("green", "yellow")}


def test_a_winner_of_a_challengers_keeps_the_colours():
    """docs/rules/races.md, "Challengers": the winner stays with the colours."""
    order = {"game": 0, "order": ["Ann", "Bob", "Cid"]}
    duels = [{"players": ["Ann", "Bob"], "winner": "Bob"}, {"players": ["Bob", "Cid"], "winner": "Cid"}]
    first = ({"game": 1, "players": ["Ann", "Bob"]}, TWO)
    options = {"rules": "2T", "first_to": 7}
    held = coming(
        "challengers",
        {"game": 2, "players": ["Bob", "Cid"]},
        first,
        options=options,
        results=[order, *duels[:1]],
    )
    assert str(held) == "Bob green and yellow, Cid red and blue"
    # a game that was played away from the boards lies between
    held = coming(
        "challengers", {"game": 3, "players": ["Cid", "Ann"]}, first, options=options, results=[order, *duels]
    )
    assert str(held) == "Cid red and blue, Ann green and yellow"
    assert held.warnings == ()


def test_colours_stay_for_a_whole_round_of_the_playoffs():
    """docs/rules/races.md, "League": the higher seed chooses colours for the whole round."""
    first = ({"stage": "final", "game": 1, "players": ["Ann", "Bob"]}, TWO)
    second = {"stage": "final", "game": 2, "players": ["Ann", "Bob"]}
    assert same_colours(coming("league-2t", second, first).lineup.by_player, TWO)
    other = {"Ann": TWO["Bob"], "Bob": TWO["Ann"]}
    held = coming("league-2t", second, first, (second, other))
    assert same_colours(held.lineup.by_player, other)
    assert held.warnings == ("By the rules the colours stay: Ann red and blue, Bob green and yellow.",)
    # another round, and a round-robin, have colours of their own
    assert coming("league-2t", {"stage": "qualifying", "game": 2, "players": ["Ann", "Bob"]}, first) is None
    pairing = {"players": ["Ann", "Bob"]}
    assert coming("league-2t", {"game": 4, **pairing}, ({"game": 1, **pairing}, TWO)) is None


def test_a_triathlon_keeps_the_first_colour_when_allies_come_to_lie_opposite():
    three = {"Ann": ("green", "yellow"), "Bob": ("blue", "black"), "Cid": ("white", "red")}
    pairing = {"players": ["Ann", "Bob", "Cid"]}
    options = {"rotation": ["3T", "3T+", "GP"]}
    held = coming("triathlon", {"game": 3, **pairing}, ({"game": 2, **pairing}, three), options=options)
    assert held.warnings == ()
    assert all(set(held.lineup.by_player[name]) & set(three[name]) for name in three)


@pytest.mark.parametrize(
    ("rules", "colours", "warned"),
    [
        ("2T", "red blue, green yellow", []),
        ("2T-XL", "red yellow, green blue", ["side by side: red and yellow of P1", "green and blue of P2"]),
        ("2T", "red black, green yellow", ["The four-colour board has no black, which P1 has."]),
        ("3T", "red white, green yellow, blue black", []),
        ("3T+", "red blue, green yellow, white black", ["side by side: red and blue of P1"]),
        ("3T-XS", "red, green, yellow", []),
        ("GP", "red blue, green black, yellow white", []),
        ("GP+", "red green, blue black, yellow white", ["opposite each other: red and green of P1", "of P2"]),
    ],
)
def test_allies_that_lie_elsewhere_are_warned_about(rules, colours, warned):
    """docs/rules/races.md, "Single games": the line-up of allies."""
    own = tuple(tuple(one.split()) for one in colours.split(", "))
    told = Lineup(rules, tuple(f"P{one + 1}" for one in range(len(own))), own).warnings
    assert len(told) == len(warned)
    assert all(part in one for part, one in zip(warned, told, strict=True))
