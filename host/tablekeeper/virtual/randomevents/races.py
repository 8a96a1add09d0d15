"""Random events of races: leagues, series, Championship, Challengers, Grand Prix and TripleAthlon."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, cast

from tablekeeper.formats import Event, Format
from tablekeeper.formats.grand_prix.rules import COLOURS
from tablekeeper.formats.league.futures import losers_games
from tablekeeper.formats.league.rules import SCHEDULE, League
from tablekeeper.virtual.randomevents.generator import Generator, Results, answer, players


def _challengers_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    return {"first_to": chance.randint(4, 8), "rules": chance.choice(("2T", "2T-XL"))}, players(3)


def _challengers(form: Format, event: Event, chance: random.Random) -> Results:
    order = list(event.players)
    chance.shuffle(order)
    found: Results = [{"game": 0, "order": order}]
    while following := answer(form, event, found).next:
        pair = following[0]["players"]
        found.append({"players": list(pair), "winner": chance.choice(pair)})
    return found


def _series_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    return {"first_to": chance.randint(2, 7), "rules": chance.choice(("2T", "2T-XL"))}, players(2)


def _championship_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    return {"first_to": chance.randint(1, 7)}, players(3)


def _championship(form: Format, event: Event, chance: random.Random) -> Results:
    found: Results = []
    while not answer(form, event, found).over:
        found.append({"winner": chance.choice(event.players)})
    return found


def _grand_prix_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    names, colours = players(3), list(COLOURS)
    chance.shuffle(colours)
    owned = {player: colours[2 * place : 2 * place + 2] for place, player in enumerate(names)}
    return {"games": chance.randint(1, 6), "colours": owned}, names


def _grand_prix_plus_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    return {"games": chance.randint(1, 8)}, players(3)


def _grand_prix(things: Sequence[str] = ()) -> Callable[[Format, Event, random.Random], Results]:
    # colours finish, or the players themselves
    def results(form: Format, event: Event, chance: random.Random) -> Results:
        order = list(things or event.players)
        found: Results = []
        while not answer(form, event, found).over:
            chance.shuffle(order)
            found.append({"order": list(order)})
        return found

    return results


def _triathlon_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    rotation = ["3T", "3T+", "GP"]
    chance.shuffle(rotation)
    return {"target": chance.randint(5, 9), "rotation": rotation}, players(3)


def _triathlon(form: Format, event: Event, chance: random.Random) -> Results:
    found: Results = []
    while following := answer(form, event, found).next:
        player = chance.choice(event.players)
        if following[0]["rules"] != "GP":
            found.append({"winner": player})
            continue
        points = {row.player: row.figures["points"] for row in answer(form, event, found).rows}
        first = points.pop(player) + 1
        at_once = first >= event.options["target"] > max(points.values()) + 1
        both = None if at_once else chance.choice(event.players)
        found.append({"first_colour": player, "first_both": both})
    return found


def _league_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    names = players(3)
    drr = chance.choice((1, 1, 2, 3))
    recorded = chance.choice((None, drr, 0, chance.randint(0, drr)))
    return {
        "drr": drr,
        "playoffs": chance.choice(("none", "top2", "all")),
        "qualifying_to": chance.randint(1, 3),
        "final_to": chance.randint(1, 4),
        "head_start": chance.random() < 0.5,
        "positions": None if recorded is None else [chance.sample(names, 3) for _ in range(recorded)],
        # the throws of step 9 are added to it with the results
        "lots": _lots(names, 0 if recorded is None else drr - recorded, chance),
        "dice": [],
    }, names


def _lots(names: Sequence[str], rounds: int, chance: random.Random) -> list[list[Any]]:
    """Throw for the positions of so many double round-robins: who is level throws again."""
    found: list[list[Any]] = []
    for _ in range(rounds):
        level = list(names)
        while level:
            chance.shuffle(level)
            thrown = {name: chance.choice((1, 2, 2, 6)) for name in level}
            found += [[name, die] for name, die in thrown.items()]
            level = [name for name in level if list(thrown.values()).count(thrown[name]) > 1]
    return found


class _League:
    """Results of a league: scores are close, so that ties occur; settled games are cancelled now and then."""

    def __init__(self, large: bool) -> None:
        self.large = large

    def __call__(self, form: Format, event: Event, chance: random.Random) -> Results:
        narrow = chance.random() < 0.5
        found = self._robins(form, event, chance, narrow)
        while True:
            following = answer(form, event, found).next
            throwing = next((one["dice"] for one in following if "dice" in one), None)
            pairing = next((one for one in following if "stage" in one), None)
            if throwing:
                event.options["dice"].value.extend([player, chance.choice((1, 1, 6))] for player in throwing)
            elif pairing is None:
                return found
            else:
                game = self._game(pairing["players"], chance, narrow)
                found.append(game | {"stage": pairing["stage"]})

    def _robins(self, form: Format, event: Event, chance: random.Random, narrow: bool) -> Results:
        found: Results = []
        cancels = chance.random() < 0.5
        positions = cast("League", form).lots(event).positions
        for number, place in enumerate(positions, 1):
            half = list(SCHEDULE[3:])
            chance.shuffle(half)
            pairs = [(place[one], place[other]) for one, other in (*SCHEDULE[:3], *half)]
            for game, pair in enumerate(pairs):
                if cancels and number == len(positions) and answer(form, event, found).cancelled:
                    return found + [{"cancelled": list(open_pair)} for open_pair in pairs[game:]]
                found.append(self._game(pair, chance, narrow))
        return found

    def _game(self, pair: Sequence[str], chance: random.Random, narrow: bool) -> dict[str, Any]:
        place = chance.randrange(2)
        often = (5, 1) if self.large else (2, 0)
        lost, colours = often if narrow else chance.choice(losers_games(2 if self.large else 0))
        won = 8 if self.large else 4
        game = {
            "players": list(pair),
            "winner": pair[place],
            "pawns": [lost, won] if place else [won, lost],
            "minutes": 30 if narrow and chance.random() < 0.8 else chance.choice((20, 25.5, 30, 30.9)),
        }
        return game | ({"colours": [colours, 2] if place else [2, colours]} if self.large else {})


CHALLENGERS = Generator(_challengers_event, _challengers)
SERIES = Generator(_series_event, _championship)
CHAMPIONSHIP = Generator(_championship_event, _championship)
GRAND_PRIX = Generator(_grand_prix_event, _grand_prix(COLOURS))
GRAND_PRIX_PLUS = Generator(_grand_prix_plus_event, _grand_prix())
TRIATHLON = Generator(_triathlon_event, _triathlon)
LEAGUE = Generator(_league_event, _League(False))
LEAGUE_XL = Generator(_league_event, _League(True))
