"""Possible places in a round robin with many open matches, by wins alone: flows over the open matches.

For the best place a player wins all open matches, and as few others as possible get more wins. For the worst
place the player loses them all, and as many others as possible get at least the same wins. Players with
equal wins may end in any order, so these places are bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tablekeeper.formats.completions import settled, span_clause, span_text
from tablekeeper.formats.format import Futures, Need
from tablekeeper.formats.passing import block_of, fewest_through
from tablekeeper.languages import _, joined, ngettext

#: most players times open matches (32 players, a second of work); with more, nothing is computed
WORK = 16_000
NOTE = _(
    "The margins of future matches are left open: players who are level in wins can finish in any order."
)


def futures_by_wins(
    players: Sequence[str], won: Mapping[str, int], pairs: Sequence[tuple[str, str]]
) -> Futures | None:
    """Return each player's possible places by wins, None if too many matches are open."""
    if len(players) * len(pairs) > WORK:
        return None
    seat = {player: number for number, player in enumerate(players)}
    games = [(seat[one], seat[other]) for one, other in pairs]
    wins = [won[player] for player in players]
    needs = []
    for number, player in enumerate(players):
        best, worst = _best(wins, games, number), _worst(wins, games, number)
        magic = _magic(wins, games, number) if best == 1 else None
        needs.append(Need(player, best, worst, magic, _sentence(player, best, worst, magic)))
    found = settled(needs)
    return Futures(found.determined, found.contenders, found.needs, False, NOTE)


def _best(wins: Sequence[int], games: Sequence[tuple[int, int]], seat: int) -> int:
    rest = [pair for pair in games if seat not in pair]
    total = wins[seat] + len(games) - len(rest)
    room = {rival: total - count for rival, count in enumerate(wins) if rival != seat}
    return 1 + fewest_through(block_of(rest, room), len(room))[0]


def _worst(wins: Sequence[int], games: Sequence[tuple[int, int]], seat: int) -> int:
    rest = [pair for pair in games if seat not in pair]
    met = Counter(rival for pair in games if seat in pair for rival in pair if rival != seat)
    left = Counter(player for pair in rest for player in pair)
    # the number of other matches that a rival may lose and still be level
    room = {
        rival: left[rival] - max(0, wins[seat] - count - met[rival])
        for rival, count in enumerate(wins)
        if rival != seat
    }
    return 1 + len(room) - fewest_through(block_of(rest, room), len(room))[0]


def _magic(wins: Sequence[int], games: Sequence[tuple[int, int]], seat: int) -> int | None:
    """Return the smallest number of further wins that keeps everybody behind, None if no number does."""
    own = sum(seat in pair for pair in games)
    for more in range(own + 1):
        ahead = True
        for rival, count in enumerate(wins):
            if rival == seat:
                continue
            between = sum(seat in pair and rival in pair for pair in games)
            # the worst case: the player's wins are against other rivals first
            beaten = max(0, more - (own - between))
            most = count + sum(rival in pair for pair in games) - beaten
            ahead = ahead and wins[seat] + more > most
        if ahead:
            return more
    return None


def _sentence(player: str, best: int, worst: int, magic: int | None) -> str:
    if not magic:
        return span_text(player, best, worst)
    more = ngettext(
        "%(num)s more win makes first place certain.", "%(num)s more wins make first place certain.", magic
    )
    return joined((span_clause(player, best, worst), more), "; ")
