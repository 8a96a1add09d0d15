"""Possible places in a knockout, over all results of the remaining matches.

If few matches remain, all their results are played through, draws included. If more remain, counting gives
exact places for a Main without other stages; with a Consolation, players who lost in the same round can be
in any order. Before a reunion the players who can still win are exact, and places are bounds. Further
departures are not considered. After a departure nothing is computed until few matches remain.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from tablekeeper.formats.completions import span_text, summary, wins_text
from tablekeeper.formats.format import Futures
from tablekeeper.formats.knockout.bracket import NOBODY, Bracket
from tablekeeper.formats.knockout.notation import LETTERS
from tablekeeper.formats.knockout.places import criteria
from tablekeeper.languages import _, ngettext
from tablekeeper.standings.ranking import rank

#: largest product of possible endings and drawn matches for the exact search, which takes under a second
_WORK = 4_096

#: a player and a place
_Table = tuple[tuple[str, int], ...]


def futures(bracket: Bracket) -> Futures | None:
    """Return each player's possible places, None while late arrivals are possible or too much is open."""
    if bracket.kept:
        return None
    if 2 ** _to_come(bracket) * len(bracket.matches) <= _WORK:
        ends = list(_ends(bracket))
        return _summary(bracket, [_table(end) for end, _ in ends], _magic(bracket, ends))
    if bracket.absent:
        return None
    return _by_counting(bracket) if bracket.reunion is None else _before_the_reunion(bracket)


def _by_counting(bracket: Bracket) -> Futures:
    """Return the places by the Main alone: the losers of a round come behind all players of the next one."""
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
        # players who lose in the same round share a place, unless a Consolation separates them
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
    if not bracket.stages:
        return _summary(bracket, [best, worst_table], wins)
    # wins outside the Main do not win the event, so no total number of wins is enough
    found = _summary(bracket, [best, worst_table], {}, wins)
    note = _("Players who go out in the same Main round can be in any order until the Consolation is over.")
    return Futures(found.determined, found.contenders, found.needs, False, note)


def _before_the_reunion(bracket: Bracket) -> Futures:
    """Return the players who can still win, and bounds of places; a later exit gives a better place."""
    exits: dict[str, int] = {}
    for match in bracket.matches.values():
        if match.winner is None:
            continue
        loser = str(match.loser())
        if match.stage == "PC":
            exits[loser] = match.round
        elif match.stage == "Main" and not _drops(bracket, match.round, loser):
            exits[loser] = -1
    out = set(exits)
    if bracket.reunion is not None and bracket.reunion.rounds:
        # in the reunion, players with a match to play, a bye or a win are still in; all others are out
        playing = {name for match in bracket.open() if match.stage in ("X", "R") for name in match.players}
        playing |= {bye for bye in bracket.reunion.byes[-1:] if bye is not None}
        playing |= {str(match.winner) for match in bracket.reunion.rounds[-1] if match.winner is not None}
        out = set(bracket.players) - playing
    alive = [player for player in bracket.players if player not in out]
    current = len(bracket.stages[0].rounds) - 1
    spans: dict[str, tuple[int, int]] = {}
    for player in bracket.players:
        # some players who are out can share their place with the next one to go out
        behind = sum(1 for other in out if exits.get(other, current) < current)
        if player not in out:
            spans[player] = 1, len(bracket.players) - behind
        else:
            spans[player] = 2, len(bracket.players)
    best = tuple((player, span[0]) for player, span in spans.items())
    worst = tuple((player, span[1]) for player, span in spans.items())
    found = _summary(bracket, [best, worst], {})
    note = _("Who can still win is certain; the places are bounds until the reunion is near.")
    return Futures((), tuple(alive), found.needs, False, note)


def _drops(bracket: Bracket, number: int, player: str) -> bool:
    """Return whether the loser of a match in a Main round plays on in the Consolation."""
    named = {source for entry in bracket.stages[0].entries for source in entry}
    return LETTERS[number] in named and player not in bracket.gone


def _summary(
    bracket: Bracket, tables: list[_Table], magic: dict[str, int], main: dict[str, int] | None = None
) -> Futures:
    """Return the settled outcomes; `main` are sufficient wins if only wins in the Main count."""

    def sentence(player: str, best: int, worst: int) -> str:
        missing = magic.get(player) if main is None else main.get(player)
        if best > 1 or not missing:
            return span_text(player, best, worst)
        if main is None:
            return wins_text(player, missing, best, worst)
        return ngettext(
            "%(player)s wins with %(num)s more win in the Main.",
            "%(player)s wins with %(num)s more wins in the Main.", missing, player=player,
        )  # fmt: skip

    return summary(bracket.players, tables, sentence, magic.get)


def _table(bracket: Bracket) -> _Table:
    return tuple((one.player, one.rank) for one in rank(bracket.players, criteria(bracket)))


def _to_come(bracket: Bracket) -> int:
    """Return the number of remaining matches if the first player of each pair wins."""
    end = copy.deepcopy(bracket)
    count = 0
    while waiting := end.open():
        end.play(waiting[0].name, waiting[0].players[0])
        count += 1
    return count


def _ends(bracket: Bracket, wins: tuple[str, ...] = ()) -> Iterator[tuple[Bracket, tuple[str, ...]]]:
    """Yield every possible end of the event, with the winners of the matches up to it."""
    waiting = bracket.open()
    if not waiting:
        yield bracket, wins
        return
    for winner in waiting[0].players:
        after = copy.deepcopy(bracket)
        after.play(waiting[0].name, winner)
        yield from _ends(after, (*wins, winner))


def _magic(bracket: Bracket, ends: list[tuple[Bracket, tuple[str, ...]]]) -> dict[str, int]:
    """Return for each player the smallest number of further wins that wins the event for certain."""
    found: dict[str, int] = {}
    for player in bracket.players:
        lost = [wins.count(player) for end, wins in ends if end.winner() != player]
        won = [wins.count(player) for end, wins in ends if end.winner() == player]
        enough = max(lost, default=-1) + 1
        if won and max(won) >= enough:
            found[player] = enough
    return found
