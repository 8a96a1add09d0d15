"""Random events of races: leagues, series, Championship, Challengers, Grand Prix and TripleAthlon."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tablekeeper.formats import Event, Format
from tablekeeper.formats.grand_prix.rules import COLOURS
from tablekeeper.formats.league.futures import losers_games
from tablekeeper.formats.league.lots import SCHEDULE, read_lots
from tablekeeper.formats.league.options import GAME, RESTART, SETTLE, TOTAL
from tablekeeper.virtual.randomevents.generator import Generator, Results, answer, players


def _challengers_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    return {"first_to": chance.randint(4, 8), "rules": chance.choice(("2T", "2T-XL"))}, players(3)


class _Leaving:
    """Lets players leave sometimes: at most a number drawn from `often`; `there` are the others."""

    def __init__(self, event: Event, chance: random.Random, often: Sequence[int] = (0, 0, 1, 2)) -> None:
        self.there = list(event.players)
        self._chance, self._left = chance, chance.choice(often)

    def happens(self, found: Results, odds: int = 5, **ruling: str) -> bool:
        """Let a player leave with a probability of 1/`odds`; return whether it happened."""
        if not self._left or len(self.there) < 2 or self._chance.randrange(odds):
            return False
        self._left -= 1
        found.append({"absent": self.there.pop(self._chance.randrange(len(self.there))), **ruling})
        return True


def _challengers(form: Format, event: Event, chance: random.Random) -> Results:
    leaving = _Leaving(event, chance)
    found: Results = []
    while following := answer(form, event, found).next:
        pair = list(following[0]["players"])
        if leaving.happens(found):
            continue
        if following[0]["game"] == 0:
            found.append({"game": 0, "order": chance.sample(pair, len(pair))})
        else:
            found.append({"players": pair, "winner": chance.choice(pair)})
    leaving.happens(found)
    return found


def _series_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    return {"first_to": chance.randint(2, 7), "rules": chance.choice(("2T", "2T-XL"))}, players(2)


def _championship_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    return {"first_to": chance.randint(1, 7)}, players(3)


def _championship(form: Format, event: Event, chance: random.Random) -> Results:
    leaving = _Leaving(event, chance)
    found: Results = []
    while not answer(form, event, found).over:
        if not leaving.happens(found):
            found.append({"winner": chance.choice(leaving.there)})
    leaving.happens(found)
    return found


def _grand_prix_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    names, colours = players(3), list(COLOURS)
    chance.shuffle(colours)
    owned = {player: colours[2 * place : 2 * place + 2] for place, player in enumerate(names)}
    return {"games": chance.randint(1, 6), "colours": owned}, names


def _grand_prix_plus_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    return {"games": chance.randint(1, 8)}, players(3)


def _grand_prix(form: Format, event: Event, chance: random.Random) -> Results:
    owners = {player: [player] for player in event.players}
    if form.key == "grand-prix":
        owners = {player: place.value for player, place in event.options["colours"].members()}
    leaving = _Leaving(event, chance)
    found: Results = []
    while not answer(form, event, found).over:
        if not leaving.happens(found):
            order = [thing for player in leaving.there for thing in owners[player]]
            # the last place may be left out
            found.append({"order": chance.sample(order, len(order) - chance.randrange(2))})
    leaving.happens(found)
    return found


def _triathlon_event(chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    rotation = ["3T", "3T+", "GP"]
    chance.shuffle(rotation)
    return {"target": chance.randint(5, 9), "rotation": rotation}, players(3)


def _triathlon(form: Format, event: Event, chance: random.Random) -> Results:
    leaving = _Leaving(event, chance)
    found: Results = []
    while following := answer(form, event, found).next:
        if leaving.happens(found):
            continue
        player = chance.choice(leaving.there)
        if following[0]["rules"] != "GP":
            found.append({"winner": player})
            continue
        points = {row.player: row.figures["points"] for row in answer(form, event, found).rows}
        first = points.pop(player) + 1
        others = max(points[name] for name in leaving.there if name != player)
        at_once = first >= event.options["target"] > others + 1
        both = None if at_once else chance.choice(leaving.there)
        found.append({"first_colour": player, "first_both": both})
    leaving.happens(found)
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
        "three_apart": chance.choice((SETTLE, RESTART)),
        "quickness": chance.choice((GAME, TOTAL)),
        "positions": None if recorded is None else [chance.sample(names, 3) for _ in range(recorded)],
        # the results add the throws of step 9 to it
        "lots": _lots(names, 0 if recorded is None else drr - recorded, chance),
        "dice": [],
    }, names


def _lots(names: Sequence[str], rounds: int, chance: random.Random) -> list[list[Any]]:
    """Throw for the positions of this number of double round-robins: level players throw again."""
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
        leaving = _Leaving(event, chance, (0, 0, 0, 1, 2))
        found = self._robins(form, event, chance, narrow, leaving)
        while True:
            following = answer(form, event, found).next
            throwing = next((one["dice"] for one in following if "dice" in one), None)
            pairing = next((one for one in following if "players" in one), None)
            begun = any("stage" in one for one in found)
            if leaving.happens(found, ruling="walkovers" if begun else chance.choice(list(form.departures))):
                if pairing is None and throwing is None:
                    return found
            elif throwing:
                event.options["dice"].value.extend([player, chance.choice((1, 1, 6))] for player in throwing)
            elif pairing is None:
                return found
            else:
                game = self._game(pairing["players"], chance, narrow)
                found.append(game | ({"stage": pairing["stage"]} if "stage" in pairing else {}))

    def _robins(
        self, form: Format, event: Event, chance: random.Random, narrow: bool, leaving: _Leaving
    ) -> Results:
        found: Results = []
        cancels = chance.random() < 0.5
        positions = read_lots(event).positions
        for number, place in enumerate(positions, 1):
            half = list(SCHEDULE[3:])
            chance.shuffle(half)
            pairs = [(place[one], place[other]) for one, other in (*SCHEDULE[:3], *half)]
            for game, pair in enumerate(pairs):
                if leaving.happens(found, 12, ruling=chance.choice(list(form.departures))):
                    return found
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
GRAND_PRIX = Generator(_grand_prix_event, _grand_prix)
GRAND_PRIX_PLUS = Generator(_grand_prix_plus_event, _grand_prix)
TRIATHLON = Generator(_triathlon_event, _triathlon)
LEAGUE = Generator(_league_event, _League(False))
LEAGUE_XL = Generator(_league_event, _League(True))
