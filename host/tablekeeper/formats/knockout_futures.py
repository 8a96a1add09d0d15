"""What is still open in a knockout: places over every way in which the matches to come can end.

Few matches to come are played out one by one, draws included. With more, the Main alone is exact by
counting; beside it a Consolation leaves those who went out together in any order, and a reunion leaves
too much open to say anything. Nobody is supposed to withdraw.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from tablekeeper.formats.completions import span_text, summary
from tablekeeper.formats.format import Futures
from tablekeeper.formats.knockout_bracket import NOBODY, Bracket
from tablekeeper.formats.knockout_places import criteria
from tablekeeper.standings.ranking import rank

#: ways of ending times matches drawn: so much is played out one by one, in a fraction of a second
_WORK = 4_096

#: a player and his place
_Table = tuple[tuple[str, int], ...]


def futures(bracket: Bracket) -> Futures | None:
    """Return the places open to each player, None while late arrivals may come or too much is open."""
    if bracket.kept:
        return None
    if 2 ** _to_come(bracket) * len(bracket.matches) <= _WORK:
        ends = list(_ends(bracket))
        return _summary(bracket, [_table(end) for end, _ in ends], _magic(bracket, ends))
    if bracket.reunion is not None:
        return None
    return _by_counting(bracket)


def _by_counting(bracket: Bracket) -> Futures:
    """Return the places by the Main alone: who loses in a round comes behind all who play the next one."""
    occupied = [[name != NOBODY for name in bracket.lines[0]]]
    for number in range(bracket.depth):
        line = occupied[number]
        occupied.append([one or other for one, other in zip(line[::2], line[1::2], strict=True)])
    losers = [
        sum(line[place] and line[place + 1] for place in range(0, len(line), 2)) for line in occupied[:-1]
    ]
    first = [2 + sum(losers[number + 1 :]) for number in range(bracket.depth)]
    out = {str(match.loser()): match.round for match in bracket.matches.values()
           if match.stage == "Main" and match.winner is not None}  # fmt: skip
    spans: dict[str, tuple[int, int]] = {}
    wins: dict[str, int] = {}
    for player in bracket.players:
        # those who go out together share a place, unless a Consolation separates them
        if player in out:
            number = out[player]
            spans[player] = first[number], first[number] + (losers[number] - 1 if bracket.stages else 0)
            continue
        number = max(at for at in range(bracket.depth + 1) if player in bracket.lines[at])
        place = bracket.lines[number].index(player)
        rounds = [at for at in range(number, bracket.depth) if occupied[at][(place >> (at - number)) ^ 1]]
        wins[player] = len(rounds)
        worst = first[rounds[0]] + (losers[rounds[0]] - 1 if bracket.stages else 0) if rounds else 1
        spans[player] = 1, worst
    best = tuple((player, span[0]) for player, span in spans.items())
    worst_table = tuple((player, span[1]) for player, span in spans.items())
    found = _summary(bracket, [best, worst_table], wins)
    if not bracket.stages:
        return found
    note = "Those who go out in the same Main round can be in any order until the Consolation is over."
    return Futures(found.determined, found.contenders, found.needs, False, note)


def _summary(bracket: Bracket, tables: list[_Table], magic: dict[str, int]) -> Futures:
    def sentence(player: str, best: int, worst: int) -> str:
        missing = magic.get(player)
        if best > 1 or not missing:
            return span_text(player, best, worst)
        return f"{player} wins with {missing} more {'win' if missing == 1 else 'wins'}."

    return summary(bracket.players, tables, sentence, magic.get)


def _table(bracket: Bracket) -> _Table:
    return tuple((one.player, one.rank) for one in rank(bracket.players, criteria(bracket)))


def _to_come(bracket: Bracket) -> int:
    """Return how many matches one way of ending has: the first players win."""
    end = copy.deepcopy(bracket)
    count = 0
    while waiting := end.open():
        end.play(waiting[0].name, waiting[0].players[0])
        count += 1
    return count


def _ends(bracket: Bracket, wins: tuple[str, ...] = ()) -> Iterator[tuple[Bracket, tuple[str, ...]]]:
    """Yield every end of the event, with the winners of the matches that led there."""
    waiting = bracket.open()
    if not waiting:
        yield bracket, wins
        return
    for winner in waiting[0].players:
        after = copy.deepcopy(bracket)
        after.play(waiting[0].name, winner)
        yield from _ends(after, (*wins, winner))


def _magic(bracket: Bracket, ends: list[tuple[Bracket, tuple[str, ...]]]) -> dict[str, int]:
    """Return the fewest further wins with which a player has won the event, whatever the others do."""
    found: dict[str, int] = {}
    for player in bracket.players:
        lost = [wins.count(player) for end, wins in ends if end.winner() != player]
        won = [wins.count(player) for end, wins in ends if end.winner() == player]
        enough = max(lost, default=-1) + 1
        if won and max(won) >= enough:
            found[player] = enough
    return found
