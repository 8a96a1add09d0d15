"""Futures of a Tric Trac Tourney: possible winners, best and worst places, over all results.

For the best place a player wins all open games, by backgammon or by timeout, and the others win as few
games as possible. A flow chooses the winners of the other open games. If others must pass the player, the
search branches on the players who block the flow. Worst places are computed in the opposite way.
Removals by further timeouts are searched for each set of removed players.
Source: docs/rules/ttt.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tablekeeper.formats.format import Futures, Need
from tablekeeper.formats.passing import Block, block_of, blocking, fewest_through
from tablekeeper.formats.ttt.contest import Contest, most_wins
from tablekeeper.formats.ttt.ties import TttTie
from tablekeeper.languages import _
from tablekeeper.text import counted, ordinal

#: most sets of further removals to examine; fewer if sets x players x open games exceed WORK
REMOVALS = 40
WORK = 8_000
#: most ways to time out own games to examine
WAYS = 60

_NOTE = _(
    "For some players the places are only bounds: there are too many possible outcomes to check each one."
)
_REMOVALS_NOTE = _("Removals by many further timeouts could bring other places: not all were looked at.")


@dataclass(slots=True)
class Span:
    """A player's possible places, 1 = first; if not `exact`, the true range may be narrower.

    `wins` says whether the player can win: if all players are removed, all are first and nobody wins.
    """

    best: int
    worst: int
    wins: bool
    exact: bool = True
    #: smallest number of won open games that makes the player first for certain; None: no such number
    magic: int | None = None


def spans(whole: Contest) -> tuple[list[Span], set[int], bool]:
    """Return each player's places, the possible numbers of removals, and whether all sets were examined."""
    found: list[Span | None] = [None] * len(whole.seats)
    sizes = {0}
    complete = True
    most = max(1, min(REMOVALS, WORK // (len(whole.seats) * len(whole.open) + 1)))
    for number, gone in enumerate(removals(whole)):
        if number == most:
            complete = False
            break
        sizes.add(len(gone))
        after = whole.without(gone)
        points = after.points()
        for seat in whole.seats:
            here = Span(len(after.seats) + 1, len(after.seats) + 1, False)
            if seat not in gone:
                best, sure = _best(after, points, seat)
                lowest, certain = worst(after, points, seat)
                here = Span(best, lowest, best == 1, sure and certain)
            before = found[seat] or here
            found[seat] = Span(
                min(before.best, here.best),
                max(before.worst, here.worst),
                before.wins or here.wins,
                before.exact and here.exact,
            )
    return [span for span in found if span is not None], sizes, complete


def removals(whole: Contest) -> Iterator[tuple[int, ...]]:
    """Yield every set of players who can be removed together, the empty set first, then by size."""
    games = [seat for pair in whole.open for seat in pair]
    near = [seat for seat in whole.seats if games.count(seat) > whole.spare[seat]]
    for size in range(len(near) + 1):
        for gone in combinations(near, size):
            if whole.removable(gone):
                yield gone


def _best(contest: Contest, points: Sequence[int], seat: int) -> tuple[int, bool]:
    rivals = [other for other in contest.seats if other != seat]
    mine = {one + other - seat for one, other in contest.open if seat in (one, other)}
    able = [rival for rival in mine if contest.spare[rival] > 0]
    blocks = [_ahead_block(contest, points, seat, rivals, absent, 1) for absent in range(len(able) + 1)]
    if any(block(frozenset()) is None for block in blocks):
        return 1, True
    blocks = [_ahead_block(contest, points, seat, rivals, absent, 0) for absent in range(len(able) + 1)]
    if any(block(frozenset()) is None for block in blocks):
        possible = TttTie(contest, seat, True).possible()
        return (2 if possible is False else 1), possible is not None
    found = [fewest_through(block, len(rivals)) for block in blocks]
    best = min(count for count, _ in found)
    return best + 1, (best, True) in found


def _ahead_block(
    contest: Contest, points: Sequence[int], seat: int, rivals: Sequence[int], absent: int, ahead: int
) -> Block:
    """Find the rivals who keep `seat` from leading by `ahead` units, with `absent` wins by timeout."""
    unit = contest.unit
    mine = {one + other - seat for one, other in contest.open if seat in (one, other)}
    rest = [pair for pair in contest.open if seat not in pair]
    games = [player for pair in rest for player in pair]
    total = points[seat] + 3 * unit * (len(mine) - absent) + contest.cap * absent

    def wins(rival: int, spare: int, paid: int) -> int:
        return most_wins(total - ahead - points[rival] - paid, games.count(rival), spare, unit)

    rooms = {rival: wins(rival, contest.spare[rival], unit // 2 if rival in mine else 0) for rival in rivals}
    timed = {
        rival: wins(rival, contest.spare[rival] - 1, 0) for rival in rivals
        if rival in mine and contest.spare[rival] > 0
    }  # fmt: skip

    def block(through: frozenset[int]) -> set[int] | None:
        room = {rival: rooms[rival] for rival in rivals if rival not in through}
        forced = {rival for rival in room if room[rival] < 0 <= timed.get(rival, -1)}
        room |= {rival: timed[rival] for rival in forced}
        for rival, won in room.items():
            if won < 0:
                return {rival}
        if len(forced) > absent:
            return forced
        extra = [rival for rival in room if rival not in forced and timed.get(rival, -1) > room[rival]]
        stuck = blocking(rest, room, extra, absent - len(forced))
        return None if stuck is None else stuck | forced

    return block


def worst(
    contest: Contest, points: Sequence[int], seat: int, won: frozenset[tuple[int, int]] = frozenset()
) -> tuple[int, bool]:
    """Return a player's worst place after winning the games `won`, and whether it is exact."""
    asked = contest
    if won:
        # a win gives at least a point, a loss at most half a point
        points = list(points)
        for pair in won:
            points[seat] += contest.unit
            points[sum(pair) - seat] += contest.unit // 2
        asked = replace(contest, open=tuple(pair for pair in contest.open if pair not in won))
    rivals = [other for other in contest.seats if other != seat]
    blocks, complete = _behind_blocks(asked, points, seat, rivals, 1)
    found = [fewest_through(block, len(rivals)) for block in blocks]
    fewest = min(count for count, _ in found)
    sure = complete and (fewest, True) in found
    above = len(rivals) - fewest
    if above or not rivals:
        return above + 1, sure
    blocks, _ = _behind_blocks(asked, points, seat, rivals, 0)
    if complete and all(block(frozenset(rivals) - {rival}) for block in blocks for rival in rivals):
        return 1, sure
    possible = TttTie(contest, seat, False, won).possible()
    return (1 if possible is False else 2), sure and possible is not None


def _behind_blocks(
    contest: Contest, points: Sequence[int], seat: int, rivals: Sequence[int], ahead: int
) -> tuple[list[Block], bool]:
    """Find the rivals who cannot lead `seat` by `ahead` units, for each way of losing all its games."""
    mine = sorted(one + other - seat for one, other in contest.open if seat in (one, other))
    most = min(len(mine), contest.spare[seat])
    # a timeout costs `seat` half a point, and gives rivals more unless the cap is low
    least = most if contest.cap * 2 >= 5 * contest.unit else 0
    blocks: list[Block] = []
    for count in range(most, least - 1, -1):
        for absent in combinations(mine, count):
            if len(blocks) == WAYS:
                return blocks, False
            blocks.append(_behind_block(contest, points, seat, rivals, frozenset(absent), ahead))
    return blocks, True


def _behind_block(
    contest: Contest,
    points: Sequence[int],
    seat: int,
    rivals: Sequence[int],
    absent: frozenset[int],
    ahead: int,
) -> Block:
    unit = contest.unit
    mine = {one + other - seat for one, other in contest.open if seat in (one, other)}
    rest = [pair for pair in contest.open if seat not in pair]
    games = [player for pair in rest for player in pair]
    total = points[seat] + (unit // 2) * (len(mine) - len(absent))
    room = {}
    for rival in rivals:
        left = games.count(rival)
        own = (contest.cap if rival in absent else 3 * unit) if rival in mine else 0
        missing = total + ahead - points[rival] - own - left * (unit // 2)
        # a win by backgammon gives 2.5 points more than a loss: the rest of the games can be lost
        room[rival] = left - max(0, -(-2 * missing // (5 * unit)))
    return block_of(rest, room)


def futures_of(names: Sequence[str], whole: Contest, gone: Sequence[str], group: str = "") -> Futures:
    """Return the futures of a contest's players, and of the removed players `gone`."""
    found, sizes, complete = spans(whole)
    named = dict(zip(names, found, strict=True))
    for seat, span in enumerate(found):
        if span.wins and complete:
            span.magic = enough(whole, seat)
    for name in gone:
        named[name] = Span(len(names) + 1 - max(sizes), len(names) + 1, False)
    return _futures(named, gone, group, "" if complete else _REMOVALS_NOTE)


def enough(whole: Contest, seat: int) -> int | None:
    """Return the smallest number of open games that makes a player first, whichever of them are won.

    Return None if winning all is not enough, or if there are too many ways of winning to examine.
    """
    mine = [pair for pair in whole.open if seat in pair]
    found = None
    looked = 0
    for wins in range(len(mine), -1, -1):
        if len(mine) - wins > whole.spare[seat]:
            # the remaining games allow enough timeouts to remove this player
            return found
        for after, won in _ways_of_winning(whole, seat, mine, wins):
            looked += 1
            if looked > WAYS:
                return None
            last, sure = worst(after, after.points(), seat, won)
            if last > 1:
                # a bound for `last` can only be too bad, so the place is unknown, also with fewer wins
                return found if sure else None
        found = wins
    return found


def _ways_of_winning(
    whole: Contest, seat: int, mine: Sequence[tuple[int, int]], wins: int
) -> Iterator[tuple[Contest, frozenset[tuple[int, int]]]]:
    """Yield the contest after each set of removals, with the player's won games in it (`wins` in all).

    Wins over removed players are worth nothing, so the player wins those games first.
    """
    for gone in removals(whole):
        if seat in gone:
            continue
        after = whole.without(gone)
        wasted = [pair for pair in mine if set(pair) & set(gone)]
        kept = [pair for pair in mine if pair not in wasted]
        if wins >= len(wasted):
            for won in combinations(kept, wins - len(wasted)):
                yield after, frozenset(won)
            continue
        for beaten in combinations(wasted, wins):
            # a removed player who wins against this one has no timeout in that game
            left = tuple(pair for pair in whole.open if pair not in wasted or pair in beaten)
            if replace(whole, open=left).removable(gone):
                yield after, frozenset()
                break


def settled(
    ranks: Mapping[str, int], level: Sequence[str], last: Contest, gone: Sequence[str], group: str = ""
) -> Futures:
    """Return the futures when only a mini-TTT is open: `level` are its players, `last` its games."""
    named = {
        name: Span(rank, rank, won := rank == 1 and name not in gone, magic=0 if won else None)
        for name, rank in ranks.items()
    }
    if level:
        # none of the players level for first has won yet; who is not in the mini-TTT cannot win any more
        named |= {name: Span(2, 2, False) for name, span in named.items() if span.wins}
        found, _, _ = spans(last)
        # a player who does not win the mini-TTT shares second place; the score there does not count
        named |= {
            name: Span(
                min(span.best, 2),
                min(span.worst, 2),
                span.wins,
                span.exact,
                enough(last, seat) if span.wins else None,
            )
            for seat, (name, span) in enumerate(zip(level, found, strict=True))
        }
    return _futures(named, gone, group, "")


def joined(players: Sequence[str], parts: Sequence[Futures]) -> Futures:
    """Return the futures of all groups as one, the players in order of entry."""
    needs = {need.player: need for part in parts for need in part.needs}
    return Futures(
        tuple(sorted(pair for part in parts for pair in part.determined)),
        tuple(player for player in players if any(player in part.contenders for part in parts)),
        tuple(needs[player] for player in players),
        all(part.exact for part in parts),
        " ".join(sorted({part.note for part in parts if part.note})),
    )


def _futures(named: Mapping[str, Span], gone: Sequence[str], group: str, note: str) -> Futures:
    exact = not note and all(span.exact for span in named.values())
    fixed = [(span.best, name) for name, span in named.items() if span.best == span.worst]
    return Futures(
        # bounds settle nothing
        tuple(sorted(fixed)) if exact else (),
        tuple(name for name, span in named.items() if span.wins),
        tuple(
            Need(name, span.best, span.worst, span.magic, group + _sentence(name, span, name in gone))
            for name, span in named.items()
        ),
        exact,
        note or ("" if exact else _NOTE),
    )


def _sentence(name: str, span: Span, gone: bool) -> str:
    if gone:
        return _("%(name)s is removed.", name=name)
    if span.best == span.worst == 1 and span.wins:
        return _("%(name)s has won.", name=name)
    if span.best == span.worst:
        return _("%(name)s is %(best)s, whatever happens.", name=name, best=ordinal(span.best))
    if span.wins and span.magic:
        more = counted(span.magic, "more win makes", "more wins make")
        return _(
            "%(name)s can still be first, and %(worst)s at worst; %(more)s it certain.",
            name=name,
            worst=ordinal(span.worst),
            more=more,
        )
    if span.wins:
        return _("%(name)s can still be first, and %(worst)s at worst.", name=name, worst=ordinal(span.worst))
    return _(
        "%(name)s cannot be first any more: %(best)s at best, %(worst)s at worst.",
        name=name,
        best=ordinal(span.best),
        worst=ordinal(span.worst),
    )
