"""Sentences about what each player of a league needs, from all results of one or two open games.

A simple search combines the results into few conditions: a winner, a loser, a margin in pawns, and in XL
the loser's completed colours. Together the conditions cover exactly these results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from tablekeeper.formats.format import Futures, Need
from tablekeeper.formats.league.futures import Prospect, losers_games, magic_number, prospect
from tablekeeper.formats.league.tally import ALL, SEATS, LeagueTally
from tablekeeper.languages import _, joined, ngettext, pgettext
from tablekeeper.text import alternatives, counted

#: up to this number of open games, results are listed one by one
TOLD = 2

#: one result: winner, loser, margin in pawns, loser's completed colours
OpenResult = tuple[int, int, int, int]
_PLACES = (pgettext("place", "first"), pgettext("place", "second"), pgettext("place", "third"))


class Condition(NamedTuple):
    """A group of results of one game: a winner, margins, the loser's colours (None: any)."""

    winner: int
    loser: int
    low: int
    high: int
    colours: int | None = None

    def holds(self, result: OpenResult) -> bool:
        """Return whether a result belongs to the group."""
        winner, _, margin, colours = result
        same = winner == self.winner and self.low <= margin <= self.high
        return same and (self.colours is None or colours == self.colours)

    def text(self, players: Sequence[str], most: int) -> str:
        """Return the condition in words: "Cid beats Bob by 2 pawns or more"."""
        said = _("%(players)s beats %(players2)s", players=players[self.winner], players2=players[self.loser])
        if self.low == self.high:
            pawns = counted(self.low, "pawn")
            exactly = 1 < self.low < most
            said += _(" by exactly %(pawns)s", pawns=pawns) if exactly else _(" by %(pawns)s", pawns=pawns)
        elif self.low > 1 and self.high == most:
            said += _(" by %(pawns)s or more", pawns=counted(self.low, "pawn"))
        elif self.low == 1 and self.high < most:
            said += _(" by %(pawns)s or fewer", pawns=counted(self.high, "pawn"))
        elif self.low > 1:
            said += _(" by %(low)s to %(pawns)s", low=self.low, pawns=counted(self.high, "pawn"))
        if self.colours is not None:
            loser = players[self.loser]
            said += (
                _(", %(player)s having completed a colour", player=loser)
                if self.colours
                else _(", %(player)s not having completed a colour", player=loser)
            )
        return said


#: one condition for each open game; None if the game does not matter
Case = tuple[Condition | None, ...]


def results_of(pair: tuple[int, int], tally: LeagueTally) -> list[OpenResult]:
    """Return every result of a game between two seats."""
    return [
        (winner, loser, tally.pawns - pawns, colours)
        for winner, loser in (pair, pair[::-1])
        for pawns, colours in losers_games(tally.full)
    ]


@dataclass(slots=True)
class Grid:
    """All combinations of results of the open games, numbered; a set of them is an int with one bit each."""

    tally: LeagueTally
    pairs: Sequence[tuple[int, int]]
    every: list[list[OpenResult]] = field(init=False)
    cells: list[tuple[OpenResult, ...]] = field(init=False)
    #: for each game: (winner, loser's colours or None for any) -> the set of results up to each margin
    _upto: list[dict[tuple[int, int | None], list[int]]] = field(init=False)

    def __post_init__(self) -> None:
        """List the results of each game, and all combinations."""
        self.every = [results_of(pair, self.tally) for pair in self.pairs]
        self.cells = list(product(*self.every))
        single = [dict.fromkeys(results, 0) for results in self.every]
        for number, results in enumerate(self.cells):
            for game, result in enumerate(results):
                single[game][result] |= 1 << number
        self._upto = []
        for masks in single:
            upto: dict[tuple[int, int | None], list[int]] = {}
            for (winner, _x, margin, colours), mask in masks.items():
                for full in (colours, None):
                    sums = upto.setdefault((winner, full), [0] * (self.tally.pawns + 1))
                    for most in range(margin, self.tally.pawns + 1):
                        sums[most] |= mask
            self._upto.append(upto)

    def mask(self, game: int, condition: Condition | None) -> int:
        """Return the set of combinations in which a condition holds for one of the games."""
        if condition is None:
            return (1 << len(self.cells)) - 1
        winner, _, low, high, colours = condition
        sums = self._upto[game].get((winner, colours))
        # the set below the lowest margin is a subset of the set up to the highest
        return sums[high] ^ sums[low - 1] if sums else 0

    def inside(self, case: Case) -> int:
        """Return the set of combinations that a case describes."""
        found = -1
        for game, condition in enumerate(case):
            found &= self.mask(game, condition)
        return found

    def places(self) -> list[tuple[frozenset[int], ...]]:
        """Return for each combination the places (from 0) that each seat can have."""
        found = []
        by_records: dict[tuple[int, ...], tuple[frozenset[int], ...]] = {}
        for results in self.cells:
            winners = tuple(result[0] for result in results)
            if winners in by_records:
                found.append(by_records[winners])
                continue
            # a pair has at most one of these games
            games = {
                3 * winner + loser: (1, self.tally.pawns - margin, colours)
                for winner, loser, margin, colours in results
            }
            later = self.tally.with_games(games)
            orders = later.orders()
            found.append(tuple(frozenset(order.index(seat) for order in orders) for seat in SEATS))
            if len(set(later.records())) == len(SEATS):
                # neither pawns nor times matter
                by_records[winners] = found[-1]
        return found

    def _widest(self, number: int, wanted: int, turn: Sequence[int]) -> Case:
        # the widest case with this combination and no unwanted one; widen the games in the order of `turn`
        case: list[Condition | None] = [
            Condition(winner, loser, margin, margin, colours)
            for winner, loser, margin, colours in self.cells[number]
        ]
        for game in turn:
            others = self.inside((*case[:game], None, *case[game + 1 :])) & ~wanted
            result = self.cells[number][game]
            case[game] = next(
                wider
                for wider in _wider(result, self.tally.pawns, bool(self.tally.full))
                if not self.mask(game, wider) & others
            )
        return tuple(case)

    def cover(self, wanted: int) -> list[Case]:
        """Return cases that together describe exactly the wanted set."""
        cases: list[Case] = []
        games = range(len(self.pairs))
        left = wanted
        while left:
            first = (left & -left).bit_length() - 1
            remaining = left
            cases.append(
                max(
                    (self._widest(first, wanted, turn) for turn in (tuple(games), tuple(reversed(games)))),
                    key=lambda case: (self.inside(case) & remaining).bit_count(),
                )
            )
            left &= ~self.inside(cases[-1])
        # remove a case if the others cover it
        for case in cases[:]:
            others = 0
            for other in cases:
                if other != case:
                    others |= self.inside(other)
            if not wanted & ~others:
                cases.remove(case)
        return cases


def _wider(result: OpenResult, most: int, colours: bool) -> Iterator[Condition | None]:
    """Yield the conditions that a result meets, the widest first."""
    yield None
    winner, loser, margin, full = result
    for width in range(most, 0, -1):
        for low in range(max(1, margin - width + 1), min(margin, most - width + 1) + 1):
            yield Condition(winner, loser, low, low + width - 1)
            if colours:
                yield Condition(winner, loser, low, low + width - 1, full)


def _said(cases: Sequence[Case], players: Sequence[str], most: int) -> str:
    ways = (
        joined([one.text(players, most) for one in case if one is not None], _(" and ")) for case in cases
    )
    return joined(ways, _(", or if "))


def futures(
    players: Sequence[str],
    tally: LeagueTally,
    open_games: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    ranks: Sequence[int] | None,
) -> Futures:
    """Return the settled places of the table and each player's needs.

    `open_games` are each pair's games that could still have any result, `pairs` the games to be played,
    `ranks` the final ranks after all games, or None; players with the same rank wait for dice.
    """
    if ranks is None:
        seen = prospect(tally, open_games)
    else:
        seen = Prospect(frozenset(order for order in ALL if sorted(ranks) == [ranks[seat] for seat in order]))
    spans = [sorted({order.index(seat) + 1 for order in seen.orders}) for seat in SEATS]
    texts = [_span(player, span) for player, span in zip(players, spans, strict=True)]
    magic: list[int | None] = [0 if span == [1] else None for span in spans]
    if ranks is None and len(seen.orders) > 1:
        magic = [magic_number(tally, open_games, seat) for seat in SEATS]
        # the sentences need different pairs; after a departure all open games have the same pair
        if len(pairs) <= TOLD and len({frozenset(pair) for pair in pairs}) == len(pairs):
            texts = sentences(players, tally, pairs)
        else:
            texts = [
                text
                + (
                    ngettext(
                        " %(num)s more win is enough for first.",
                        " %(num)s more wins are enough for first.",
                        wins,
                    )
                    if wins
                    else ""
                )
                for text, wins in zip(texts, magic, strict=True)
            ]
    needs = tuple(
        Need(player, span[0], span[-1], wins, text)
        for player, span, wins, text in zip(players, spans, magic, texts, strict=True)
    )
    note = "" if seen.exact else _("Too many games are open to look at every end: more may be possible.")
    return Futures(
        tuple(
            (order_place, player)
            for order_place, player in sorted(
                (span[0], player) for player, span in zip(players, spans, strict=True) if len(span) == 1
            )
        ),
        tuple(player for player, span in zip(players, spans, strict=True) if span[0] == 1),
        needs,
        seen.exact,
        note,
    )


def _span(player: str, span: Sequence[int]) -> str:
    names = [_PLACES[place - 1] for place in span]
    if len(names) == 1:
        return _("%(player)s is %(names)s, whatever happens.", player=player, names=names[0])
    return _(
        "%(player)s can still be %(names)s or %(names2)s.",
        player=player,
        names=joined(names[:-1]),
        names2=names[-1],
    )


def sentences(players: Sequence[str], tally: LeagueTally, pairs: Sequence[tuple[int, int]]) -> list[str]:
    """Return a sentence for each seat: its places, and the results of open games that lead to them."""
    grid = Grid(tally, pairs)
    table = grid.places()
    return [_sentence(seat, players, grid, [possible[seat] for possible in table]) for seat in SEATS]


def _sentence(seat: int, players: Sequence[str], grid: Grid, possible: Sequence[frozenset[int]]) -> str:
    groups: dict[frozenset[int], int] = {}
    for number, group in enumerate(possible):
        groups[group] = groups.get(group, 0) | 1 << number
    name = players[seat]
    if len(groups) == 1:
        return _("%(name)s is %(place)s, whatever happens.", name=name, place=_place(possible[0]))
    # certain places first; places that times or dice decide are always in the sentence
    ordered = sorted(groups, key=lambda group: (len(group), sorted(group)))
    # there is a certain place: each open game has a margin that separates its players from every other one
    rest = max(groups, key=lambda group: (len(group) == 1, sorted(group)))
    said = [
        _(
            "%(place)s if %(said)s",
            place=_place(group),
            said=_said(grid.cover(groups[group]), players, grid.tally.pawns),
        )
        for group in ordered
        if group != rest
    ]
    return _(
        "%(name)s is %(value)s.",
        name=name,
        value=joined([*said, _("%(place)s otherwise", place=_place(rest))], "; "),
    )


def _place(group: frozenset[int]) -> str:
    names = [_PLACES[place] for place in sorted(group)]
    if len(names) == 1:
        return names[0]
    return _("%(names)s by quickness of victory or dice", names=alternatives(names))
