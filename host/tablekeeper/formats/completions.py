"""All completions of an event: searches all future games and collects each player's possible places.

An event is a *state*, its *outcomes* (every result the next game can have) and its *places* once it is
over. Equivalent states are equal, so the search visits states, not games. If play has no limit (extra
games while players are level), the states repeat, so the search ends.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from tablekeeper.formats.answer import StandingsRow
from tablekeeper.formats.format import Futures, Need
from tablekeeper.languages import _, ngettext
from tablekeeper.text import ordinal

State = TypeVar("State", bound=Hashable)
#: a final table: pairs of player and place, sorted by player
Table = tuple[tuple[str, int], ...]


def endings(
    state: State,
    outcomes: Callable[[State], Iterable[State]],
    places: Callable[[State], Mapping[str, int] | None],
    limit: int = 200_000,
) -> frozenset[Table] | None:
    """Return every possible final table (pairs of player and place), None if there are over `limit` states.

    `places` returns None while the event is not over.
    """
    seen = {state}
    waiting = [state]
    found: set[Table] = set()
    while waiting:
        here = waiting.pop()
        final = places(here)
        if final is not None:
            found.add(tuple(sorted(final.items())))
            continue
        for following in outcomes(here):
            if following not in seen:
                if len(seen) == limit:
                    return None
                seen.add(following)
                waiting.append(following)
    return frozenset(found)


def sure_wins(
    state: State,
    seat: int,
    games: Callable[[State], Iterable[tuple[int | None, State]]],
    leader: Callable[[State], int | None],
    most: int,
) -> int | None:
    """Return the smallest number of further wins that makes a seat first for certain; None if no number does.

    `games` yields the seat that wins the next game (or None) and the state after it, `leader` returns the
    winner of a finished event. If more than `most` wins are needed, no number is enough.
    """
    level = {state}
    for wins in range(most + 1):
        # all states that can be reached with this number of wins, without an end in first place
        seen: set[State] = set()
        waiting = [here for here in level if leader(here) != seat]
        following: set[State] = set()
        while waiting:
            here = waiting.pop()
            if here in seen:
                continue
            seen.add(here)
            if leader(here) is not None:
                continue
            for winner, after in games(here):
                if winner == seat:
                    following.add(after)
                elif leader(after) != seat:
                    waiting.append(after)
        if not seen:
            return wins
        level = following
    return None


def summary(
    players: Sequence[str],
    tables: Iterable[Table],
    sentence: Callable[[str, int, int], str],
    magic: Callable[[str], int | None],
) -> Futures:
    """Return the outcomes that a set of final tables settles, worded by `sentence(player, best, worst)`."""
    span = {player: [len(players), 1] for player in players}
    for table in tables:
        for player, place in table:
            span[player][0] = min(span[player][0], place)
            span[player][1] = max(span[player][1], place)
    needs = tuple(
        Need(player, best, worst, magic(player) if best == 1 else None, sentence(player, best, worst))
        for player, (best, worst) in span.items()
    )
    return settled(needs)


def settled(needs: Sequence[Need]) -> Futures:
    """Return the outcomes that the needs of all players settle."""
    return Futures(
        tuple(
            (need.best, need.player)
            for need in sorted(needs, key=lambda one: one.best)
            if need.best == need.worst
        ),
        tuple(need.player for need in needs if need.best == 1),
        tuple(needs),
    )


def wins_text(player: str, missing: int, best: int, worst: int) -> str:
    """Return a sentence about a player who needs `missing` more wins in an event decided by wins."""
    if best > 1 or not missing:
        return span_text(player, best, worst)
    return ngettext(
        "%(player)s wins with %(num)s more win.",
        "%(player)s wins with %(num)s more wins.",
        missing,
        player=player,
    )


def span_text(player: str, best: int, worst: int) -> str:
    """Return a sentence about the places that are open to a player."""
    return span_clause(player, best, worst) + "."


def span_clause(player: str, best: int, worst: int) -> str:
    """Return the sentence of `span_text` without the full stop."""
    if best == worst:
        return _("%(player)s is %(best)s, whatever happens", player=player, best=ordinal(best))
    return _(
        "%(player)s can still be anything from %(best)s to %(worst)s",
        player=player,
        best=ordinal(best),
        worst=ordinal(worst),
    )


def places_of(figures: Mapping[str, int]) -> dict[str, int]:
    """Return every player's place; larger figures are better, and equal players share a place."""
    return {
        player: 1 + sum(1 for other in figures.values() if other > figure)
        for player, figure in figures.items()
    }


def table_of(figures: Mapping[str, int]) -> Table:
    """Return the final table for the players' figures."""
    return tuple(sorted(places_of(figures).items()))


def table_of_rows(rows: Iterable[StandingsRow]) -> Table:
    """Return the final table from the standings of a finished event."""
    return tuple(sorted((row.player, row.rank) for row in rows))
