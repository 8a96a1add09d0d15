"""The results of a backgammon event that ratings count: who won against whom, over how many points. Pure.

Counted are matches that were played to their end. A forfeit, a game that timed out, a match that goes on and
one with somebody who has not entered say nothing of strength, and are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.formats import Event


@dataclass(frozen=True, slots=True)
class Duel:
    """A match for the ratings: the winners, the losers (one name each, or partners), its points."""

    winners: tuple[str, ...]
    losers: tuple[str, ...]
    length: int


def rates(form: str) -> bool:
    """Return whether events of a format count in the ratings."""
    return form in _READERS


def duels_of(event: Event) -> tuple[Duel, ...]:
    """Return the rated matches of an event, in order."""
    reader = _READERS.get(event.format)
    if reader is None:
        return ()
    return tuple(duel for result in event.results for duel in reader(event, result.value))


def _pair(players: Collection[str], result: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return winner and loser, None where there are none that count."""
    pair, winner = result.get("players"), result.get("winner")
    if not isinstance(pair, list) or not isinstance(winner, str) or winner not in pair:
        return None
    if result.get("forfeit"):
        return None
    if any(player not in players for player in pair):
        return None
    return winner, str(pair[1] if winner == pair[0] else pair[0])


def _match(event: Event, result: Mapping[str, Any]) -> list[Duel]:
    """A match to points: its length is what the winner reached."""
    pair = _pair(event.players, result)
    length = max(result.get("score") or (0,))
    return [] if pair is None or length < 1 else [Duel((pair[0],), (pair[1],), length)]


def _knockout(event: Event, result: Mapping[str, Any]) -> list[Duel]:
    # late arrivals come as results, and are players from then on
    late = [one.value["late"] for one in event.results if one.value.get("late")]
    pair, score = _pair((*event.players, *late), result), result.get("score")
    if pair is None or not score:
        return []
    if event.options["sets"] == 1:
        return [Duel((pair[0],), (pair[1],), max(score))] if max(score) > 0 else []
    # the score counts sets, each a match by itself; the last one was the winner's
    length = event.options["length"]
    if length is None or not isinstance(length.value, int):
        return []
    won, lost = Duel((pair[0],), (pair[1],), length.value), Duel((pair[1],), (pair[0],), length.value)
    return [lost] * min(score) + [won] * max(score)


def _game(event: Event, result: Mapping[str, Any]) -> list[Duel]:
    """A single game, whatever it was worth: a match to one point."""
    pair = _pair(event.players, result)
    return [] if pair is None else [Duel((pair[0],), (pair[1],), 1)]


def _couples(event: Event, result: Mapping[str, Any]) -> list[Duel]:
    members: Mapping[str, list[str]] = event.options["couples"].value
    length = max(result.get("score") or (0,))
    if length < 1:
        return []
    # in phase 2 the partners consult: it is one match of two pairs
    together = result["phase"] == 2
    pair, winner = result["couples" if together else "players"], result["winner"]
    loser = pair[1] if winner == pair[0] else pair[0]
    if together:
        return [Duel(tuple(members[winner]), tuple(members[loser]), length)]
    return [Duel((winner,), (loser,), length)]


_READERS: dict[str, Callable[[Event, Mapping[str, Any]], list[Duel]]] = {
    "round-robin": _match,
    "knockout": _knockout,
    "swing": _game,
    "ttt": _game,
    "couples": _couples,
}
