"""Ranking entries of finished events: what an event is worth in a ranking file, for the director to confirm.

Every event of pawn races is one tournament or unit, but for an XLeague (2T-XL), of which each pair of double
round-robins is a unit and its playoffs are another. Level, name and date are the director's.
Sources: rules/xmadn.md, "World Rankings" and "Double-Threat Rankings".

    >>> from tablekeeper import formats
    >>> from tablekeeper.strictjson import Cursor
    >>> form, event = formats.read_event(Cursor({"format": "masters", "options": {"first_to": 2},
    ...     "players": ["Ann", "Bob", "Cid"],
    ...     "results": [{"winner": "Bob"}, {"winner": "Ann"}, {"winner": "Bob"}]}))
    >>> entries_of(event, form.answer(event), name="Spring Masters", on=date(2025, 4, 1), level=2)
    ... # doctest: +NORMALIZE_WHITESPACE
    ({'name': 'Spring Masters', 'style': '3T+', 'level': 2, 'date': '2025-04-01',
      'wins': {'Ann': 1, 'Bob': 2, 'Cid': 0}, 'places': [['Bob'], ['Ann'], ['Cid']]},)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats.answer import Answer
from tablekeeper.formats.event import Event
from tablekeeper.formats.league.table import LeagueGame, criteria
from tablekeeper.rankings.figures import number
from tablekeeper.rankings.rules import Version, version_at
from tablekeeper.rankings.winners import game_points, grand_prix_game, triathlon_game
from tablekeeper.standings.ranking import rank

#: double round-robins of one unit of an XLeague
_PAIR = 2
_ROBIN = 6
_FINAL = "final"
Groups = list[list[str]]


class NoEntry(UserError):
    """An event is worth nothing in the rankings, or not yet."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """What an event, or a part of it, was worth: places are groups of level players."""

    style: str
    wins: Mapping[str, Fraction]
    places: Groups
    gpp: Mapping[str, int] | None = None
    label: str = ""


def entries_of(
    event: Event,
    answer: Answer,
    *,
    name: str,
    on: date,
    level: int = 1,
    major: bool = False,
    world_championship: bool = False,
) -> tuple[dict[str, Any], ...]:
    """Return the tournaments of the ranking file (docs/rankings.md) that a finished event is worth.

    `answer` is the format's answer to the event, `on` the day on which it ended: the rules valid then award
    the winner points. Most events are one tournament. Raises `NoEntry` for an event that is not over, and
    for a format that no ranking counts. Where a unit's table leaves its first place tied, the first group
    has several players, which the ranking refuses until the director says who it was.
    """
    units = _UNITS.get(event.format)
    if units is None:
        raise NoEntry(f"Events of the format {event.format} count in no ranking.")
    if not answer.over:
        raise NoEntry("The event is not over yet: its ranking entry is proposed when it is.")
    found = []
    worth = units(event, answer, version_at(on))
    for count, unit in enumerate(worth, 1):
        # of one day, units count by name: their numbers keep them in the order in which they were played
        label = f"{name}, unit {count:0{len(str(len(worth)))}}: {unit.label}"
        entry: dict[str, Any] = {
            "name": label if unit.label else name,
            "style": unit.style,
            "level": level,
            "date": on.isoformat(),
            "wins": {player: number(won) for player, won in unit.wins.items()},
            "places": unit.places,
        }
        if unit.gpp is not None:
            entry["gpp"] = dict(unit.gpp)
        if major:
            entry["major"] = True
        if world_championship:
            entry["world_championship"] = True
        found.append(entry)
    return tuple(found)


def entry_of(
    event: Event,
    answer: Answer,
    *,
    name: str,
    on: date,
    level: int = 1,
    major: bool = False,
    world_championship: bool = False,
) -> dict[str, Any]:
    """Return the one tournament that an event is worth; `NoEntry` for an XLeague, which is several units."""
    found = entries_of(
        event, answer, name=name, on=on, level=level, major=major, world_championship=world_championship
    )
    if len(found) > 1:
        raise NoEntry(f"This league is worth {len(found)} units, not one tournament.")
    return found[0]


def counts(format_key: str) -> bool:
    """Return whether events of a format count in a ranking."""
    return format_key in _UNITS


# Places


def _by_rank(answer: Answer) -> Groups:
    return [[row.player for row in group] for _, group in groupby(answer.rows, key=lambda row: row.rank)]


def _whole(wins: Mapping[str, int]) -> dict[str, Fraction]:
    return {player: Fraction(won) for player, won in wins.items()}


def _count(players: Sequence[str], winners: Iterable[str]) -> dict[str, Fraction]:
    found = dict.fromkeys(players, Fraction(0))
    for winner in winners:
        found[winner] += 1
    return found


def _sum(players: Sequence[str], games: Iterable[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    found = dict.fromkeys(players, Fraction(0))
    for game in games:
        for player, won in game.items():
            found[player] += won
    return found


# One tournament each


def _first_to(style: str) -> Callable[[Event, Answer, Version], list[_Unit]]:
    def units(event: Event, answer: Answer, rules: Version) -> list[_Unit]:
        winners = [result.value["winner"] for result in event.results]
        return [_Unit(style, _count(event.players, winners), _by_rank(answer))]

    return units


def _challengers(event: Event, answer: Answer, rules: Version) -> list[_Unit]:
    # Game 0 counts for nothing
    winners = [result.value["winner"] for result in event.results[1:]]
    return [_Unit(event.options["rules"], _count(event.players, winners), _by_rank(answer))]


def _grand_prix(style: str) -> Callable[[Event, Answer, Version], list[_Unit]]:
    def units(event: Event, answer: Answer, rules: Version) -> list[_Unit]:
        tariff, bonus = event.options["tariff"], event.options["bonus"]
        colours = event.options["colours"].value if style == "GP" else {one: [one] for one in event.players}
        owner = {thing: player for player, things in colours.items() for thing in things}
        games = [[owner[thing] for thing in result.value["order"]] for result in event.results]
        wins = _sum(event.players, (grand_prix_game(game, tariff, bonus, rules.sharing) for game in games))
        gpp = dict.fromkeys(event.players, 0)
        for game in games:
            for player, scored in game_points(game, tariff, bonus).items():
                gpp[player] += scored
        return [_Unit(style, wins, _by_rank(answer), gpp)]

    return units


def _triathlon(event: Event, answer: Answer, rules: Version) -> list[_Unit]:
    def game(result: Mapping[str, Any]) -> Mapping[str, Fraction]:
        if result.get("winner") is not None:
            return _count(event.players, [result["winner"]])
        return triathlon_game(event.players, result["first_colour"], result.get("first_both"))

    wins = _sum(event.players, (game(result.value) for result in event.results))
    return [_Unit("TA", wins, _by_rank(answer))]


# Leagues


def _league(event: Event, answer: Answer, rules: Version) -> list[_Unit]:
    games = [result.value for result in event.results if "cancelled" not in result.value]
    wins = _count(event.players, (game["winner"] for game in games))
    return [_Unit("2T", wins, _playoff_places(games, event.players) or _by_rank(answer))]


def _xleague(event: Event, answer: Answer, rules: Version) -> list[_Unit]:
    slots = [result.value for result in event.results if "stage" not in result.value]
    playoffs = [result.value for result in event.results if "stage" in result.value]
    robins = event.options["drr"]
    found = []
    for first in range(0, robins, _PAIR):
        last = min(first + _PAIR, robins)
        played = [one for one in slots[first * _ROBIN : last * _ROBIN] if "cancelled" not in one]
        if not played:
            # all was determined before: a unit that nobody played is none
            continue
        label = f"round-robins {first + 1} and {last}" if last - first == _PAIR else f"round-robin {last}"
        places = _by_rank(answer) if robins <= _PAIR else _table(event.players, played)
        label = label if robins > _PAIR or playoffs else ""
        found.append(
            _Unit("2T-XL", _count(event.players, (one["winner"] for one in played)), places, label=label)
        )
    if playoffs:
        players = [player for player in event.players if any(player in one["players"] for one in playoffs)]
        places = _playoff_places(playoffs, players) or []
        wins = _count(players, (one["winner"] for one in playoffs))
        found.append(_Unit("2T-XL", wins, places, label="playoffs"))
    return found


def _table(players: Sequence[str], played: Sequence[Mapping[str, Any]]) -> Groups:
    # the league's own steps over the games of these round-robins, without dice
    games = [_game(one) for one in played]
    standings = rank(players, criteria(games, True, None), "after a split")
    return [[one.player for one in group] for _, group in groupby(standings, key=lambda one: one.rank)]


def _game(one: Mapping[str, Any]) -> LeagueGame:
    winner = one["winner"]
    pair = one["players"]
    first = pair[0] == winner
    pawns, colours = (tuple(one[key] if first else one[key][::-1]) for key in ("pawns", "colours"))
    minutes = int(Fraction(str(one["minutes"]))) if "minutes" in one else None
    return LeagueGame(winner, pair[1] if first else pair[0], pawns, colours, minutes)


def _playoff_places(games: Sequence[Mapping[str, Any]], players: Sequence[str]) -> Groups | None:
    # the last game is the final's; who plays in no final comes after those who do
    finals = [game for game in games if game.get("stage") == _FINAL]
    if not finals:
        return None
    winner = finals[-1]["winner"]
    other = next(player for player in finals[-1]["players"] if player != winner)
    rest = [player for player in players if player not in (winner, other)]
    return [[winner], [other], *([player] for player in rest)]


_UNITS: dict[str, Callable[[Event, Answer, Version], list[_Unit]]] = {
    "championship": _first_to("3T"),
    "masters": _first_to("3T+"),
    "grand-prix": _grand_prix("GP"),
    "grand-prix-plus": _grand_prix("GP+"),
    "triathlon": _triathlon,
    "challengers": _challengers,
    "league-2t": _league,
    "league-2t-xl": _xleague,
}
