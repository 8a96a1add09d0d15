"""The results of an event that ratings are computed from: matches with a length, and games without one.

Backgammon matches have a length and go into Elo; games of races and TARA have none (0) and go into OpenSkill.
Not rated is what was not played to its end (a timeout, a forfeit), a friendly match, a single game for chips,
and a match whose length nobody said.

    >>> from tablekeeper import formats
    >>> from tablekeeper.strictjson import Cursor
    >>> form, event = formats.read_event(Cursor({"format": "championship", "options": {"first_to": 2},
    ...     "players": ["Ann", "Bob", "Cid"], "results": [{"winner": "Bob"}, {"winner": "Bob"}]}))
    >>> rated_results(event)[0]
    ((('Bob',), ('Ann',), ('Cid',)), 0, (1, 2, 2))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tablekeeper.formats.couples.rules import Couples
from tablekeeper.formats.event import Event
from tablekeeper.formats.knockout.rules import Knockout
from tablekeeper.formats.tara.rules import Tara
from tablekeeper.formats.ttt.matches import official, read_matches
from tablekeeper.formats.ttt.rules import Ttt
from tablekeeper.rankings.book import Named
from tablekeeper.rankings.elo import LONGEST
from tablekeeper.rankings.winners import game_points

Rated = Named[str]


def rated_results(event: Event) -> tuple[Rated, ...]:
    """Return an event's results for ratings, in the order in which they came; () where nothing is rated.

    The event's results have been read by its format before: what cannot be is refused there.
    """
    read = _READERS.get(event.format)
    return tuple(read(event)) if read else ()


def rates(format_key: str) -> bool:
    """Return whether results of events of a format are rated."""
    return format_key in _READERS


def _pair(winner: str, players: Sequence[str], length: int) -> Rated:
    loser = next(player for player in players if player != winner)
    return ((winner,), (loser,)), min(length, LONGEST), ()


def _placed(figures: Mapping[str, int]) -> Rated:
    # a game without a length: most is best, equal is level
    order = sorted(figures, key=lambda player: (-figures[player], player))
    ranks = tuple(1 + sum(figures[other] > figures[player] for other in order) for player in order)
    level = len(set(ranks)) < len(ranks)
    return tuple((player,) for player in order), 0, ranks if level else ()


# Backgammon


def _ttt(event: Event) -> Iterator[Rated]:
    matches = read_matches(event.results, event.options["cap"])
    counted = official(matches, Ttt().groups(event)).values()
    for match in matches:
        if (match.mini or match in counted) and match.winner is not None and match.absent is None:
            yield _pair(match.winner, match.players, 1)


def _knockout(event: Event) -> Iterator[Rated]:
    form = Knockout()
    bracket = form.bracket(event)
    for result in event.results:
        one = result.value
        if "winner" not in one or one.get("forfeit"):
            continue
        length = form.length(event, bracket, bracket.matches[one["match"]])
        if length is not None:
            # sets of one match are as much experience as a match of all the points they are won with
            yield _pair(one["winner"], one["players"], length * (event.options["sets"] // 2 + 1))


def _round_robin(event: Event) -> Iterator[Rated]:
    length = event.options["length"]
    for result in event.results:
        one = result.value
        if length is not None and not one.get("forfeit"):
            yield _pair(one["winner"], one["players"], length)


def _couples(event: Event) -> Iterator[Rated]:
    members = Couples().members(event)
    for result in event.results:
        one = result.value
        length = min(max(one["score"]), LONGEST)
        if one["phase"] != 2:
            yield _pair(one["winner"], one["players"], length)
            continue
        first, second = (members[couple] for couple in one["couples"])
        won = one["winner"] in (one["couples"][0], *first)
        yield ((first, second) if won else (second, first)), length, ()


# Races and TARA


def _three(event: Event) -> Iterator[Rated]:
    for result in event.results:
        yield _placed({player: int(player == result.value["winner"]) for player in event.players})


def _two(event: Event) -> Iterator[Rated]:
    for result in event.results:
        if "players" in result.value:
            yield _pair(result.value["winner"], result.value["players"], 0)


def _grand_prix(event: Event) -> Iterator[Rated]:
    tariff, bonus = event.options["tariff"], event.options["bonus"]
    plus = event.format == "grand-prix-plus"
    colours = {one: [one] for one in event.players} if plus else event.options["colours"].value
    owner = {thing: player for player, things in colours.items() for thing in things}
    for result in event.results:
        yield _placed(game_points([owner[thing] for thing in result.value["order"]], tariff, bonus))


def _triathlon(event: Event) -> Iterator[Rated]:
    for result in event.results:
        one = result.value
        winners = [one.get("winner"), one.get("first_colour"), one.get("first_both")]
        yield _placed({player: winners.count(player) for player in event.players})


def _tara(event: Event) -> Iterator[Rated]:
    course = Tara().course(event)
    sides = tuple(event.players[0::2]), tuple(event.players[1::2])
    points = course.points()
    if course.position is None:
        order = sides if points[0] >= points[1] else sides[::-1]
        yield order, 0, (1, 1) if points[0] == points[1] else ()


_READERS: dict[str, Callable[[Event], Iterator[Rated]]] = {
    "ttt": _ttt,
    "knockout": _knockout,
    "round-robin": _round_robin,
    "couples": _couples,
    "championship": _three,
    "masters": _three,
    "league-2t": _two,
    "league-2t-xl": _two,
    "challengers": _two,
    "grand-prix": _grand_prix,
    "grand-prix-plus": _grand_prix,
    "triathlon": _triathlon,
    "tara": _tara,
}
