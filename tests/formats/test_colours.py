"""Who plays which game of an event with which colours, against a second reading game by game."""

import random

import pytest

from tablekeeper.audit.journalreading import read_journal
from tablekeeper.director.events import journal
from tablekeeper.director.events.document import export, read
from tablekeeper.formats import FORMATS
from tablekeeper.formats.colours import GameColours, same_colours
from tablekeeper.formats.event import Event
from tablekeeper.games.race.lineup import Lineup
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents import generation

RACES = (
    "league-2t",
    "league-2t-xl",
    "challengers",
    "series",
    "championship",
    "masters",
    "grand-prix-plus",
    "triathlon",
)


def noted(told, game, players, stage=None):
    """Return what was noted last for a game between these players."""
    found = None
    for pairing, colours in told:
        if (pairing.get("game"), pairing.get("stage")) == (game, stage) and set(colours) == set(players):
            found = colours
    return found


def challengers(event, pairing):
    """Go from the first duel on: the winner stays with the colours, who comes gets the others."""
    results = [result for _, result in event.results]
    held = None
    for game in range(1, pairing["game"] + 1):
        players = results[game]["players"] if game < len(results) else pairing["players"]
        if held is not None:
            winner = results[game - 1]["winner"]
            [own] = [held[name] for name in held if name == winner]
            [others] = [held[name] for name in held if name != winner]
            held = {name: own if name == winner else others for name in players}
        held = noted(event.colours, game, players) or held
    return held


def the_same_players(event, pairing):
    """Go from the first game of the round on: everybody keeps the colours."""
    stage, held = pairing.get("stage"), None
    for game in range(1, pairing["game"] + 1):
        if stage is None and event.format.startswith("league"):
            held = None
        held = noted(event.colours, game, pairing["players"], stage) or held
    return held


def second_reading(event, pairing):
    """Return the colours of a game as the audit's reading of the journal has them."""
    if event.format == "challengers":
        return challengers(event, pairing) if pairing["game"] else noted(event.colours, 0, pairing["players"])
    if event.format == "triathlon":
        # the allies of another game may lie elsewhere: only what was noted for this one
        return noted(event.colours, pairing["game"], pairing["players"])
    return the_same_players(event, pairing)


def agree(actions):
    """Compare every game that is to be played after these actions; return how many have colours."""
    state = journal.checked(actions)
    told = read_journal(Cursor(export(actions, state)["journal"]))
    assert told.findings == []
    event, found = state.event(), 0
    # a departure ends duels that the journal does not name: who then has which colours is not read here
    left = event.format == "challengers" and any("absent" in result for _, result in told.results)
    for pairing in state.answer().next if not left else ():
        if "players" not in pairing:
            continue  # a round of die-roll
        wanted, held = second_reading(told, pairing), state.format.board.next_colours(event, pairing)
        if event.format == "triathlon" and wanted is None:
            continue
        assert (held is None) == (wanted is None), (pairing, wanted, held)
        if held is not None:
            assert {name: {*own} for name, own in wanted.items()} == {
                name: {*own} for name, own in held.lineup.by_player.items()
            }, pairing
            found += 1
    return found


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
        found += agree(part)
    return found


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
