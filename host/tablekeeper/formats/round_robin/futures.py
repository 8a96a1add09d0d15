"""Possible places in a round robin with many open matches, by wins alone: flows over the open matches.

For the best place a player wins all open matches, and as few others as possible get more wins; for the worst
place the player loses them all, and as many others as possible get at least as many wins. Players level in
wins may end in any order, so these places are bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tablekeeper.formats.completions import settled, span_clause, span_text
from tablekeeper.formats.format import Futures, Need
from tablekeeper.formats.passing import block_of, fewest_through
from tablekeeper.languages import _, joined, ngettext

#: beyond this number of players times open matches nothing is computed: 32 players, a second of work
WORK = 16_000
NOTE = _("Margins of matches to come are left open: who is level in wins can be in any order.")


def futures_by_wins(
    players: Sequence[str], won: Mapping[str, int], pairs: Sequence[tuple[str, str]]
) -> Futures | None:
    """Return the places open to each player by wins, None where too many matches are to come."""
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
    # the number of other matches a rival may lose and still be level
    room = {
        rival: left[rival] - max(0, wins[seat] - count - met[rival])
        for rival, count in enumerate(wins)
        if rival != seat
    }
    return 1 + len(room) - fewest_through(block_of(rest, room), len(room))[0]


def _magic(wins: Sequence[int], games: Sequence[tuple[int, int]], seat: int) -> int | None:
    """Return fewest further wins with which nobody can come level any more, None where not even all do."""
    own = sum(seat in pair for pair in games)
    for more in range(own + 1):
        ahead = True
        for rival, count in enumerate(wins):
            if rival == seat:
                continue
            between = sum(seat in pair and rival in pair for pair in games)
            # the others are beaten first, as long as there are any
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
