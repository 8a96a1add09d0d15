"""The director's decisions about a match in progress: results, seals, clocks, points.

A decision is an entry in the director's journal, with its reason, plus orders to the board. Each order
becomes a record that holds the command's number, or the board refuses it. The board must be online, because
the players at the table wait for the decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

from tablecore import messages, records
from tablecore.clock import NOBODY, NONE
from tablecore.sheets.sheet import Sheet
from tablekeeper.director.decisions import Decision, decision
from tablekeeper.director.hall import Hall
from tablekeeper.director.tablestate import TableState
from tablekeeper.errors import UserError
from tablekeeper.games import catalogue
from tablekeeper.games.backgammon import matchsetup as setup
from tablekeeper.games.backgammon.matchsetup import LONGEST_MATCH
from tablekeeper.games.clockview import read_at
from tablekeeper.games.orders import forfeit_stub
from tablekeeper.games.registry import GAMES
from tablekeeper.languages import _
from tablekeeper.textchecks import check_reason
from tableprograms.backgammon.sheet import DOUBLED, OPENING, OVER, RESULT, MatchSheet

#: hall ms after which an order that the board has not obeyed is void: its table may have changed
ORDER_MS = 60_000


class MatchOrders:
    """Decides about the matches of a hall. All methods may be called from any thread."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    # --- results ----------------------------------------------------------------------------

    def seal(
        self, match_id: int, games: int | None = None, *, actor: str = "director",
        more: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """Seal the games played so far, or only the first `games`: the table can no longer undo them."""
        with self._hall.action():
            with self._hall.lock:
                table, sheet = self.live(match_id)
                if games is None and sheet.games == sheet.sealed:
                    raise UserError(
                        "Match %(match_id)s has no game that is not sealed yet.",
                        match_id=match_id,
                    )
                games = sheet.games if games is None else games
            self._hall.store.act(actor, "seal", {"match": match_id, "games": games, **more})
            self._hall.order(table.uid, sheet.match_id, [messages.stub(records.SEAL, 0, 0, 0, games, 0)])

    def confirm(self, match_id: int, *, actor: str = "director") -> None:
        """Confirm the result that waits at the table, for both players."""
        with self._hall.action():
            with self._hall.lock:
                table, sheet = self.live(match_id)
                self._hall.check_online(table)
                if sheet.phase != sheet.RESULT:
                    raise UserError("At %(name)s no result waits to be confirmed.", name=table.name)
                live = table.log.live
                # confirm only the result that the director has seen, and nothing later
                expected = None if live is None else live.folded
            self._hall.store.act(actor, "confirm", {"match": match_id})
            self._hall.order(
                table.uid, sheet.match_id, [messages.stub(records.CONFIRM, records.NOBODY)], expected=expected
            )

    def forfeit(self, match_id: int, winner: int, *, actor: str = "director") -> None:
        """Give the match to a seat because the other one forfeits it; a game must be in progress."""
        with self._hall.action():
            with self._hall.lock:
                table, sheet = self._live_match(match_id)
                self._hall.check_online(table)
                if winner not in (0, 1):
                    raise UserError("The winner is seat 0 (left) or 1 (right).")
                if not OPENING <= sheet.phase <= DOUBLED:
                    raise UserError(
                        "At %(name)s no game is in progress that could be forfeited.",
                        name=table.name,
                    )
            self._hall.store.act(actor, "forfeit", {"match": match_id, "winner": winner})
            confirm = messages.stub(records.CONFIRM, records.NOBODY)
            self._hall.order(table.uid, sheet.match_id, [forfeit_stub(winner), confirm])

    def end_game(self, match_id: int, winner: int | None = None, *, actor: str = "director") -> None:
        """End the game in progress at a table (not for backgammon); `winner` is a seat, or None for nobody.

        In TARA the side of the winner (0 or 1) gets the match; in other games there need be no winner.
        """
        with self._hall.action():
            with self._hall.lock:
                table, sheet = self.live(match_id)
                self._hall.check_online(table)
                stub = GAMES.of(sheet.PROGRAM).end_order(table.name, sheet, winner)
            self._hall.store.act(actor, "end game", {"match": match_id, "winner": winner})
            confirm = messages.stub(records.CONFIRM, records.NOBODY)
            self._hall.order(table.uid, sheet.match_id, [stub, confirm])

    def pause(self, match_id: int, *, actor: str = "director") -> None:
        """Stop the clock that runs at a table; the players start it again."""
        with self._hall.action():
            with self._hall.lock:
                table, sheet = self.live(match_id)
                self._hall.check_online(table)
                if not sheet.clock.running:
                    raise UserError("At %(name)s no clock runs.", name=table.name)
            self._hall.store.act(actor, "pause", {"match": match_id})
            stub = messages.stub(records.PAUSE, records.DIRECTOR)
            self._hall.order(table.uid, sheet.match_id, [stub])

    # --- clocks and points ------------------------------------------------------------------

    def introduce_clock(self, match_id: int, control: str, *, actor: str = "director") -> None:
        """Give a match a clock, or another one, between two games or within one.

        A reserve per point is multiplied by the average of the points that both players still need ("3m/pt
        b12", 4 and 6 needed: 15 minutes each). The time of the present move starts when the players resume.
        """
        with self._hall.action():
            with self._hall.lock:
                table, sheet = self._live_match(match_id)
                self._hall.check_online(table)
                self._check_undecided(table, sheet)
                if sheet.clock.flagged != NOBODY:
                    raise UserError(
                        "At %(name)s a flag has fallen: correct that clock first.",
                        name=table.name,
                    )
                stub = setup.introduced(control, sheet.length, (sheet.score[0], sheet.score[1]))
                reserve = messages.stubs(stub)[0][4]
            payload = {"match": match_id, "control": control, "reserve": reserve}
            self._hall.store.act(actor, "introduce clock", payload)
            self._hall.order(table.uid, sheet.match_id, [stub])

    def correct(
        self, match_id: int, seat: int, left_ms: int, reason: str, *, actor: str = "director",
        more: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """Order the board to set a seat's clock to `left_ms`; this also takes a fallen flag back.

        `more` is added to the action's body.
        """
        why = check_reason(reason)
        with self._hall.action():
            with self._hall.lock:
                table, sheet = self.live(match_id)
                self._hall.check_online(table)
                self._check_seat(seat, sheet.seats)
                if sheet.clock.method[seat] == NONE:
                    raise UserError(
                        "Match %(match_id)s is played without a clock: introduce one.",
                        match_id=match_id,
                    )
                setup.check_time(left_ms)
                device_now, _ = table.device_time(self._hall.clock.now_ms())
                at = read_at(sheet.clock, device_now)
                before = max(0, sheet.clock.remaining(seat, at))
            payload = {
                "match": match_id, "seat": seat, "left_ms": left_ms, "before_ms": before, "reason": why,
                **more,
            }  # fmt: skip
            self._hall.store.act(actor, "correct clock", payload)
            stub = messages.stub(records.CORRECT, seat, records.NOBODY, 0, left_ms, 0)
            self._hall.order(table.uid, sheet.match_id, [stub])

    def award(
        self,
        match_id: int,
        seat: int,
        points: int,
        reason: str,
        *,
        cause: int = records.RULING,
        take_back: bool = False,
        actor: str = "director",
        more: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """Give points to a seat outside of a game, for the opponent's fault; or take such points back.

        `cause` is a number of `catalogue.AWARDS`, `reason` the director's words. 0 points are a warning.
        Points beyond the match length do not count; a player who reaches it wins the match.
        """
        why = check_reason(reason)
        with self._hall.action():
            with self._hall.lock:
                table, sheet = self._live_match(match_id)
                self._hall.check_online(table)
                self._check_seat(seat)
                if cause not in dict(catalogue.AWARDS):
                    raise UserError("Points are awarded only for a cause in the list: choose one.")
                if take_back:
                    if not 0 < points <= sheet.score[seat]:
                        raise UserError(
                            "1 to %(score)s points can be taken back there, not %(points)s.",
                            score=sheet.score[seat], points=points,
                        )
                    if sheet.phase == RESULT or (sheet.phase == OVER and sheet.winner != NOBODY):
                        raise UserError(
                            "At %(name)s the match has a result: penalty points cannot be taken back there.",
                            name=table.name,
                        )
                else:
                    self._check_undecided(table, sheet)
                    if not 0 <= points <= LONGEST_MATCH:
                        raise UserError(
                            "0 (a warning) to %(longest_match)s points can be awarded.",
                            longest_match=LONGEST_MATCH,
                        )
                    if sheet.length:
                        points = min(points, sheet.length - sheet.score[seat])
            payload = {
                "match": match_id, "seat": seat, "points": points, "cause": cause, "take_back": take_back,
                "reason": why, **more,
            }  # fmt: skip
            self._hall.store.act(actor, "award", payload)
            stub = messages.stub(records.AWARD, seat, points, cause, int(take_back), 0)
            self._hall.order(table.uid, sheet.match_id, [stub])

    def decisions(self, uid: str) -> tuple[Decision, ...]:
        """Return the director's decisions about the matches of a table, newest first."""
        with self._hall.lock:
            self._hall.table(uid)
            names = {
                entry.match.id: entry.match.names
                for entry in self._hall.entries.values()
                if any(segment.uid == uid for segment in entry.segments)
            }
        found = [decision(action, names) for action in self._hall.store.actions()]
        return tuple(one for one in reversed(found) if one is not None)

    # --- checks -----------------------------------------------------------------------------

    def live(self, match_id: int) -> tuple[TableState, Sheet]:
        """Return the table and the sheet of a match that is now at a board. Call with the lock held."""
        entry = self._hall.entry(match_id)
        segment = self._hall.open_segment(entry)
        table = self._hall.tables[segment.uid]
        self._hall.check_device(table)
        part = self._hall.part(segment)
        if part.log_segment is None or part.sheet is None or part.log_segment is not table.log.current:
            raise UserError(
                "%(name)s has not taken match %(match_id)s over yet.",
                name=table.name, match_id=match_id,
            )
        return table, part.sheet

    def _live_match(self, match_id: int) -> tuple[TableState, MatchSheet]:
        table, sheet = self.live(match_id)
        if not GAMES.of(sheet.PROGRAM).directed:
            raise UserError(
                "At %(name)s no backgammon is played: this is for backgammon matches only.",
                name=table.name,
            )
        return table, cast(MatchSheet, sheet)

    def _check_seat(self, seat: int, seats: int = 2) -> None:
        if not 0 <= seat < seats:
            known = (
                _("0 (left) or 1 (right)")
                if seats == 2
                else _("a number from 0 to %(seats)s", seats=seats - 1)
            )
            raise UserError("A seat is %(known)s.", known=known)

    def _check_undecided(self, table: TableState, sheet: MatchSheet) -> None:
        if sheet.phase == RESULT:
            raise UserError(
                "At %(name)s a result waits: confirm it, or let the players reject it.",
                name=table.name,
            )
        if sheet.phase == OVER:
            raise UserError("The match at %(name)s is over.", name=table.name)
