"""Turns the effects of a ruling into orders to the board, so that board and ledger agree.

Points and warnings become awards. A lost match becomes a forfeit while a game is in progress; between games
it becomes the points that the winner still needs. For a late player the clock's reserve is shortened.
"""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.director.desk.consequences import forfeit
from tablekeeper.director.desk.entries import DeskOrder, Ruling
from tablekeeper.director.events.service import Events
from tablekeeper.director.matchorders import MatchOrders
from tablekeeper.director.overview import Overview
from tablekeeper.errors import UserError
from tablekeeper.formats.board import named_players
from tablekeeper.games.backgammon.facts import BackgammonFacts
from tablekeeper.games.view import MatchView
from tablekeeper.languages import _
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.finding import (
    CLOCK,
    DISQUALIFICATION,
    EXCLUSION,
    INTRODUCE,
    LOSING,
    POINTS,
    WARNING,
    WITHDRAWAL,
    Effect,
)
from tablekeeper.store import Command, Store
from tablekeeper.store.commands import DONE, SENT, WAITING
from tablekeeper.textchecks import LONGEST_REASON

#: why a player is out of an event, as shown to everybody
_OUT = {DISQUALIFICATION: _("disqualified"), EXCLUSION: _("excluded"), WITHDRAWAL: _("gave up")}
#: phases of a match in which a game is in progress
PLAYING = frozenset({"opening", "turn", "move", "doubled"})
#: effects that need an order at a table
AT_TABLE = LOSING | {POINTS, WARNING, CLOCK, INTRODUCE, WITHDRAWAL}
#: the problem of a command while no hall runs
NO_HALL = _("No hall is running here: the order is given as soon as one runs.")


def needs_table(ruling: Ruling, place: int) -> bool:
    """Return whether an effect requires an order at a table."""
    return ruling.match is not None and ruling.effects[place].kind in AT_TABLE


def wanted(ruling: Ruling, place: int) -> bool:
    """Return whether an effect requires an order at a table or in an event."""
    effect = ruling.effects[place]
    if needs_table(ruling, place):
        return True
    return ruling.event is not None and (effect.leaves or effect.kind in LOSING)


def _number(ruling: Ruling) -> str:
    """Return the end of the reason for each consequence of a ruling."""
    return _(" (ruling %(seq)s)", seq=ruling.seq)


def state_of(order: DeskOrder | None, command: Callable[[int], Command | None]) -> str:
    """Return the state of an order: "open", "ordered", "done", "refused" or "taken back"."""
    if order is None:
        return "open"
    states = [found.state if found else DONE for found in map(command, order.commands)]
    if any(state not in (WAITING, SENT, DONE) for state in states):
        return "refused"
    if any(state != DONE for state in states):
        return "ordered"
    return "done" if order.give else _("taken back")


class Orders:
    """Gives orders, and takes points back."""

    def __init__(
        self, store: Store, events: Events, overview: Overview | None, match_orders: MatchOrders | None
    ) -> None:
        self._store = store
        self._events = events
        self._overview = overview
        self._match_orders = match_orders

    def give(self, ruling: Ruling, effect: Effect, actor: str) -> tuple[int, ...]:
        """Order an effect; return the ids of the boards' commands. Raise UserError if that is impossible."""
        before = self._commands(ruling)
        # the event first: it does not wait for a table that is away
        if ruling.event is not None and effect.leaves:
            self._withdraw(ruling, ruling.event, effect, actor)
        elif ruling.event is not None and ruling.match is None:
            self._enter_forfeit(ruling.event, effect, actor)
        if ruling.match is not None and effect.kind in AT_TABLE:
            self._at_table(ruling, ruling.match, effect, actor)
        return tuple(sorted(self._commands(ruling) - before))

    def take_back(self, ruling: Ruling, effect: Effect, actor: str, *, ordered: bool) -> tuple[int, ...]:
        """Take back points or an exclusion from an event; raise UserError for other effects at the table.

        Points that were not `ordered`, because the match was over, need nothing there.
        """
        if ruling.event is not None and effect.leaves:
            self._bring_back(ruling, ruling.event, effect.player, actor)
        elif ruling.event is not None and ruling.match is None:
            self._undo_forfeit(ruling, ruling.event, effect, actor)
        if effect.kind == WARNING or ruling.match is None or effect.kind not in AT_TABLE:
            return ()
        if effect.kind == POINTS and not ordered:
            return ()
        if effect.kind != POINTS:
            raise UserError(
                "This stays as it is (%(effect)s): correct it where it was entered.",
                effect=effect.sentence(),
            )
        before = self._commands(ruling)
        seat = self._winner(ruling, effect)
        cause = CAUSES[effect.cause].award
        self._table().award(
            ruling.match, seat, effect.points, self._why(ruling), cause=cause, take_back=True, actor=actor
        )
        return tuple(sorted(self._commands(ruling) - before))

    def board_score(self, match: int) -> tuple[int, int]:
        """Return the score of a match that its board reports."""
        return self._facts(match)[1].score

    # --- inside ---------------------------------------------------------------------------

    def _table(self) -> MatchOrders:
        if self._match_orders is None:
            raise UserError(NO_HALL)
        return self._match_orders

    def _facts(self, match: int) -> tuple[MatchView, BackgammonFacts]:
        if self._overview is None:
            raise UserError(NO_HALL)
        view = self._overview.match(match).match
        if view is None or not isinstance(view.details, BackgammonFacts):
            raise UserError("Match %(match)s is not at a board that plays backgammon.", match=match)
        return view, view.details

    def _commands(self, ruling: Ruling) -> frozenset[int]:
        if ruling.match is None:
            return frozenset()
        uids = {one.uid for one in self._store.matches.segments(ruling.match)}
        return frozenset(command.id for uid in uids for command in self._store.commands.all(uid))

    def _why(self, ruling: Ruling) -> str:
        said, number = ruling.reason or ruling.sentence, _number(ruling)
        return said[: LONGEST_REASON - len(number)] + number

    def _seat(self, ruling: Ruling, match: int, player: str) -> int:
        row = self._store.matches.get(match)
        names = () if row is None else row.names
        # a match that was set up at the table has no names: the ruling gives its players in order of seats
        for seated in (names, ruling.players):
            if player in seated[:2]:
                return seated.index(player)
        raise UserError("%(player)s has no seat in match %(match)s.", player=player, match=match)

    def _winner(self, ruling: Ruling, effect: Effect) -> int:
        assert ruling.match is not None
        if effect.to:
            return self._seat(ruling, ruling.match, effect.to)
        return 1 - self._seat(ruling, ruling.match, effect.player)

    def _at_table(self, ruling: Ruling, match: int, effect: Effect, actor: str) -> None:
        table, why = self._table(), self._why(ruling)
        winner = self._winner(ruling, effect)
        cause = CAUSES[effect.cause].award
        if effect.kind in (POINTS, WARNING):
            if self._facts(match)[0].phase == "over":
                # its result stands, and the ledger has the penalty
                return
            table.award(match, winner, effect.points, why, cause=cause, actor=actor)
        elif effect.kind == CLOCK:
            left = self._facts(match)[0].clocks[1 - winner].remaining_ms - effect.ms
            table.correct(match, 1 - winner, max(0, left), why, actor=actor)
        elif effect.kind == INTRODUCE:
            table.introduce_clock(match, effect.control, actor=actor)
        else:
            view, facts = self._facts(match)
            if view.phase == "over":
                return
            if view.phase in PLAYING:
                table.forfeit(match, winner, actor=actor)
            elif facts.length:
                missing = facts.length - facts.score[winner]
                table.award(match, winner, missing, why, cause=cause, actor=actor)
            else:
                raise UserError("Match %(match)s has no limit: close it at its table.", match=match)

    def _enter_forfeit(self, event: int, effect: Effect, actor: str) -> None:
        # no match is open if its result was entered by hand before
        lost = forfeit(self._events.get(event), effect)
        if lost is not None:
            self._events.result(event, lost, actor=actor)

    def _undo_forfeit(self, ruling: Ruling, event: int, effect: Effect, actor: str) -> None:
        """Undo the forfeit that the ruling caused; a forfeit entered before the ruling stays."""
        view = self._events.get(event)
        since = {one.seq for one in view.history if one.at_ms >= ruling.at_ms}
        for one in view.entered:
            result = one.result or {}
            lost = result.get("forfeit") and result.get("winner") == effect.to
            if lost and one.seq in since and effect.player in named_players(result):
                self._events.undo(event, one.seq, _("ruling %(seq)s is undone", seq=ruling.seq), actor=actor)

    def _withdraw(self, ruling: Ruling, event: int, effect: Effect, actor: str) -> None:
        found, player = self._events.get(event), effect.player
        # the player may have been taken out by hand, or before the table could be reached
        if player in found.players and player not in found.withdrawn:
            # everybody can read this text: the reason of the ruling is only for the director
            why = _OUT[effect.kind] + _number(ruling)
            self._events.withdraw(event, player, why, ruling=ruling.games, actor=actor)

    def _bring_back(self, ruling: Ruling, event: int, player: str, actor: str) -> None:
        """Undo the withdrawal that the ruling caused; a withdrawal entered by hand stays."""
        for seq, (name, why) in self._events.get(event).withdrawals.items():
            if name == player and why.endswith(_number(ruling)):
                self._events.undo(event, seq, _("ruling %(seq)s is undone", seq=ruling.seq), actor=actor)
