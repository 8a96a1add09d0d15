"""What is still open in a match of TARA: a search of the last game, or else a bound.

A game in progress is searched turn by turn while few positions can follow; equal positions are searched
once. For a game too far from its end only the maximum points of any game are used.
Source: docs/rules/tara.md, "Match", "Scoring".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tablekeeper.formats.format import Futures, Need
from tablekeeper.games.tara.hills import BOARD
from tablekeeper.games.tara.position import Position
from tablekeeper.games.tara.score import WINNERS, score

#: no game is worth more: all hills but one of difference
MOST = WINNERS + BOARD.bit_count()
#: positions of the last game that are walked through
POSITIONS = 3_000
#: what a match can come to for a side
_WIN, _DRAW, _LOSS = 1, 0, -1


def futures_of(
    players: Sequence[str], points: tuple[int, int], played: int, position: Position | None
) -> Futures:
    """Return who can still win; `position` is the game in progress, None when all are over."""
    lead = points[0] - points[1]
    games = len(players) - played
    leads: Collection[int] | None = {0}
    if games:
        # an empty board is not walked through
        leads = _leads(position) if games == 1 and position is not None and any(position.forts) else None
    if leads is None:
        settled = abs(lead) > games * MOST
        outcomes = {_sign(lead)} if settled else {_WIN, _DRAW, _LOSS}
        note = f"A game brings at most {MOST} points: a bound, the true most is less."
    else:
        outcomes = {_sign(lead + one) for one in leads}
        note = ""
    low = 1 + len(players) // 2
    needs = []
    for seat, player in enumerate(players):
        mine = {outcome if not seat & 1 else -outcome for outcome in outcomes}
        best = low if mine == {_LOSS} else 1
        worst = low if _LOSS in mine else 1
        ahead = lead if not seat & 1 else -lead
        needs.append(Need(player, best, worst, None, _need(player, ahead, games, mine)))
    determined = tuple((need.best, need.player) for need in needs if len(outcomes) == 1)
    contenders = tuple(need.player for need in needs if need.best == 1)
    return Futures(determined, contenders, tuple(needs), leads is not None, note)


def _leads(position: Position) -> set[int] | None:
    """Return by how many points the first side can win the game in progress, None where too much follows."""
    seen = {position}
    waiting = [position]
    found: set[int] = set()
    while waiting:
        here = waiting.pop()
        if here.over:
            red, blue = score(here).points
            found.add(red - blue)
            continue
        for turn in here.turns():
            after = here.play(turn)
            if after not in seen:
                if len(seen) == POSITIONS:
                    return None
                seen.add(after)
                waiting.append(after)
    return found


def _sign(lead: int) -> int:
    return (lead > 0) - (lead < 0)


def _need(player: str, ahead: int, games: int, outcomes: set[int]) -> str:
    if len(outcomes) == 1:
        (outcome,) = outcomes
        if games:
            verb = {_WIN: "wins", _DRAW: "draws", _LOSS: "loses"}[outcome]
            return f"{player} {verb} the match, whatever happens."
        said = {_WIN: "has won", _DRAW: "has drawn", _LOSS: "has lost"}[outcome]
        return f"{player} {said} the match."
    if games > 1:
        return f"{player} can still win or lose: {games} games are open."
    cannot = "" if _WIN in outcomes else ", but can only draw"
    if ahead > 0:
        return f"{player} wins unless the other side wins the last game by {ahead} points or more{cannot}."
    if not ahead:
        return f"{player} wins by winning the last game{cannot}."
    if cannot:
        return f"{player} cannot win any more: a last game won by {-ahead} points is a draw."
    return f"{player} wins by winning the last game by more than {-ahead} points."
