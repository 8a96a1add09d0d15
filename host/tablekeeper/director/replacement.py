"""Replaces the board of a match of any game: another board continues with its score, turn and clocks."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.director.hall import Hall, MatchEntry
from tablekeeper.director.halltables import HallTables
from tablekeeper.director.overview import players_of
from tablekeeper.director.projection import ended
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.director.tablestate import TableState
from tablekeeper.errors import UserError
from tablekeeper.games.clockview import read_at
from tablekeeper.games.registry import GAMES
from tablekeeper.games.takeover import TakeOver
from tablekeeper.languages import _
from tablekeeper.regulation.moment import minutes
from tableprograms.backgammon.sheet import DOUBLED, NOBODY, OVER, RESULT, MatchSheet


@dataclass(frozen=True, slots=True)
class Carried:
    """The data that move to another board; seats are 0 (left) and 1 (right), times ms."""

    match: int
    players: tuple[str, ...]
    length: int
    score: tuple[int, int]
    #: number of finished games
    games: int
    in_game: bool
    cube: int = 1
    cube_owner: int | None = None
    turn: int | None = None
    #: the times of both clocks; None without clocks
    reserves: tuple[int, int] | None = None
    #: hall time of these clock times; if the old board is offline, the time of its last message
    at_ms: int = 0
    #: a sentence with the steps that players must repeat at the other board, or ""
    again: str = ""
    #: for games other than backgammon: label and text of the data that move
    facts: tuple[tuple[str, str], ...] = ()


class BoardReplacement:
    """Moves matches to other boards. All methods may be called from any thread."""

    def __init__(self, hall: Hall, matches: TableMatches, tables: HallTables) -> None:
        self._hall = hall
        self._matches = matches
        self._tables = tables

    def carried(self, uid: str) -> Carried:
        """Return the data that would move from a board; refuse a board without a movable match."""
        with self._hall.lock:
            table = self._hall.table(uid)
            entry = self._match_at(table)
            if not GAMES.of(entry.match.program).directed:
                return self._of_game(table, entry)[0]
            last = self._hall.course(entry).last
            sheet = last.sheet if last is not None and isinstance(last.sheet, MatchSheet) else None
            if sheet is not None and sheet.phase == OVER:
                raise UserError(
                    "The match at %(name)s is over: enter its result, or close it.",
                    name=table.name,
                )
            now = self._hall.clock.now_ms()
            at = now if table.online or table.last_seen_ms is None else min(now, table.last_seen_ms)
            reserves = self._matches.reserves(entry, sheet, at)
        return standing_of(entry, sheet, players_of(entry), reserves, at)

    def replace(self, uid: str, to_uid: str, *, actor: str = "director") -> Carried:
        """Continue the match of a board at another one; return the data that moved."""
        with self._hall.acting:
            told = self.carried(uid)
            if told.facts:
                with self._hall.lock:
                    table = self._hall.table(uid)
                    told, found = self._of_game(table, self._match_at(table))
                self._matches.take_over(told.match, to_uid, found, actor=actor)
                return told
            self._matches.handover(
                told.match, to_uid, score=told.score, cube=told.cube, cube_owner=told.cube_owner,
                turn=told.turn, in_game=told.in_game, reserves=told.reserves, games=told.games, actor=actor,
            )  # fmt: skip
            return told

    def detach(self, uid: str, *, actor: str = "director") -> str:
        """Take a board away from its table; a match there goes on without a board, as it stands.

        Return the uid of the table from now on.
        """
        with self._hall.acting:
            busy = self.check_detach(uid)
            made = self._tables.detach(uid, busy=busy, actor=actor)
            if busy:
                self.replace(uid, made, actor=actor)
            return made

    def check_detach(self, uid: str) -> bool:
        """Return whether a match moves with the table of a board; refuse a board that cannot leave it."""
        with self._hall.lock:
            table = self._hall.table(uid)
            busy = not self._matches.is_free(uid) and bool(self._matches_at(table))
            self._tables.check_detach(uid, busy=busy)
        if busy:
            self.carried(uid)
        return busy

    def _of_game(self, table: TableState, entry: MatchEntry) -> tuple[Carried, TakeOver]:
        """Return the data of a match of another game, in words and for the board. Call with the lock held."""
        last = self._hall.course(entry).last
        if last is None or last.sheet is None or last.segment is not entry.segments[-1]:
            raise UserError(
                "%(name)s has not taken the match over: close it, and seat it elsewhere.",
                name=table.name,
            )
        sheet, game = last.sheet, GAMES.of(last.sheet.PROGRAM)
        if game.take_over is None:
            raise UserError(
                "A match of %(title)s cannot move: close it, and set another table up.",
                title=game.title,
            )
        if sheet.phase == sheet.OVER:
            raise UserError("The match at %(name)s is over: enter its result, or close it.", name=table.name)
        now = self._hall.clock.now_ms()
        seen = now if table.online or table.last_seen_ms is None else min(now, table.last_seen_ms)
        device_now, offset = table.device_time(seen)
        at = read_at(sheet.clock, device_now)
        players = players_of(entry)
        found = game.take_over(sheet, players, at)
        view = game.view(entry.match.id, sheet, players, device_now, offset)
        facts = [] if view is None else [("Game", view.title), (view.counted, view.standing)]
        if view is not None:
            facts += [(one.name, ", ".join(one.notes)) for one in view.seats if one.notes]
            facts += [(_("On turn"), one.name) for one in view.seats if one.on_turn]
            shown = [f"{view.seats[seat].name} {minutes(left)}" for seat, left, _count in found.clocks]
            facts += [("Clocks", ", ".join(shown))] if shown else []
        told = Carried(
            entry.match.id, players, entry.match.length, (0, 0), sheet.games, sheet.in_game(),
            at_ms=seen, again=found.again, facts=tuple(facts),
        )  # fmt: skip
        return told, found

    def _match_at(self, table: TableState) -> MatchEntry:
        """Return the match in progress at a table. Call with the lock held."""
        if not (there := self._matches_at(table)):
            raise UserError("No match is at %(name)s: there is nothing to carry over.", name=table.name)
        return max(there, key=lambda entry: (entry.match.created_ms, entry.match.id))

    def _matches_at(self, table: TableState) -> list[MatchEntry]:
        return [
            entry
            for entry in self._hall.entries.values()
            if entry.match.closed_ms is None
            and entry.segments
            and entry.segments[-1].uid == table.uid
            and not ended(entry.segments[-1])
        ]


def standing_of(
    entry: MatchEntry, sheet: MatchSheet | None, players: tuple[str, ...],
    reserves: tuple[int, int] | None, at: int,
) -> Carried:  # fmt: skip
    """Return the state of a match of backgammon, for a board that continues it from this sheet."""
    match = entry.match
    if sheet is None or not sheet.in_game():
        score = match.start if sheet is None else (sheet.score[0], sheet.score[1])
        games = 0 if sheet is None else sheet.games
        return Carried(match.id, players, match.length, score, games, False, reserves=reserves, at_ms=at)
    again, turn = "", sheet.turn
    if sheet.phase == DOUBLED:
        turn, again = sheet.doubler, _("%(players)s doubles again.", players=players[sheet.doubler])
    elif sheet.phase == RESULT:
        again = _("The players enter the result of this game again.")
    return Carried(
        match.id, players, match.length, (sheet.score[0], sheet.score[1]), sheet.games, True,
        sheet.cube_value(), _seat(sheet.owner), _seat(turn), reserves, at, again,
    )  # fmt: skip


def _seat(number: int) -> int | None:
    return None if number == NOBODY or number > 1 else number
