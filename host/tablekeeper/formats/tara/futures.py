"""Futures of a match of TARA: a search of the last game, or else a bound.

A game in progress is searched turn by turn if few positions can follow; equal positions are searched once.
For a game too far from its end, the bound is the maximum points of any game.
Source: docs/rules/tara.md, "Match", "Scoring".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tablekeeper.formats.format import Futures, Need
from tablekeeper.games.tara.hills import BOARD
from tablekeeper.games.tara.position import Position
from tablekeeper.games.tara.score import WINNERS, score
from tablekeeper.languages import _

#: upper bound of a game's points: the winner's points and a difference of all hills
MOST = WINNERS + BOARD.bit_count()
#: most positions to search in the last game
POSITIONS = 3_000
#: the possible results of a match for a side
_WIN, _DRAW, _LOSS = 1, 0, -1


def futures_of(
    players: Sequence[str], points: tuple[int, int], played: int, position: Position | None
) -> Futures:
    """Return each player's possible places; `position` is the game in progress, None after the last game."""
    lead = points[0] - points[1]
    games = len(players) - played
    leads: Collection[int] | None = {0}
    if games:
        # a game on an empty board is not searched
        leads = _leads(position) if games == 1 and position is not None and any(position.forts) else None
    if leads is None:
        settled = abs(lead) > games * MOST
        outcomes = {_sign(lead)} if settled else {_WIN, _DRAW, _LOSS}
        note = _(
            "A game brings at most %(most)s points; this is an upper bound, the true maximum is lower.",
            most=MOST,
        )
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
    """Return the possible leads of the first side after the current game, None if the search is too long."""
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
            return {
                _WIN: _("%(player)s wins the match, whatever happens.", player=player),
                _DRAW: _("%(player)s draws the match, whatever happens.", player=player),
                _LOSS: _("%(player)s loses the match, whatever happens.", player=player),
            }[outcome]
        return {
            _WIN: _("%(player)s has won the match.", player=player),
            _DRAW: _("%(player)s has drawn the match.", player=player),
            _LOSS: _("%(player)s has lost the match.", player=player),
        }[outcome]
    if games > 1:
        return _("%(player)s can still win or lose: %(games)s games are open.", player=player, games=games)
    cannot = "" if _WIN in outcomes else _(", but can only draw")
    if ahead > 0:
        return _(
            "%(player)s wins unless the other side wins the last game by %(ahead)s points or more%(cannot)s.",
            player=player,
            ahead=ahead,
            cannot=cannot,
        )
    if not ahead:
        return _("%(player)s wins by winning the last game%(cannot)s.", player=player, cannot=cannot)
    if cannot:
        return _(
            "%(player)s cannot win any more: a last game won by %(value)s points is a draw.",
            player=player,
            value=-ahead,
        )
    return _(
        "%(player)s wins by winning the last game by more than %(value)s points.", player=player, value=-ahead
    )
