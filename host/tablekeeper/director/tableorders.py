"""The director's orders at a table; table and player are given as on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablecore import records
from tablekeeper.director.hall import Hall
from tablekeeper.director.matchorders import MatchOrders
from tablekeeper.director.overview import players_of
from tablekeeper.director.projection import ended
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.errors import UserError
from tablekeeper.text import listing


class TableOrders:
    """Orders at tables. All methods may be called from any thread; `uid` is the uid of the table's board."""

    def __init__(self, hall: Hall, matches: TableMatches, match_orders: MatchOrders) -> None:
        self._hall = hall
        self._matches = matches
        self._match_orders = match_orders

    def set_up(
        self, uid: str, game: str, options: Mapping[str, str], names: Sequence[str], *,
        actor: str = "director",
    ) -> int:  # fmt: skip
        """Set a table up for a game with its options and players; return the match's number."""
        return self._matches.set_up(uid, game, options, names, actor=actor)

    def confirm(self, uid: str, *, actor: str = "director") -> None:
        """Confirm the result that waits at a table, for its players."""
        self._match_orders.confirm(self._match(uid), actor=actor)

    def seal(self, uid: str, *, actor: str = "director") -> None:
        """Seal the games that were played at a table."""
        self._match_orders.seal(self._match(uid), actor=actor)

    def pause(self, uid: str, *, actor: str = "director") -> None:
        """Stop the clock that runs at a table."""
        self._match_orders.pause(self._match(uid), actor=actor)

    def end(self, uid: str, winner: str = "", *, actor: str = "director") -> None:
        """End the game at a table for a player, or for nobody; backgammon is given by forfeit instead."""
        match = self._match(uid)
        self._match_orders.end_game(match, self._seat(match, winner) if winner else None, actor=actor)

    def forfeit(self, uid: str, winner: str, *, actor: str = "director") -> None:
        """Give a match of backgammon to a player because the opponent forfeits it."""
        match = self._match(uid)
        self._match_orders.forfeit(match, self._seat(match, winner), actor=actor)

    def close(self, uid: str, *, actor: str = "director") -> None:
        """Close the match of a table, which is then free."""
        self._matches.close(self._match(uid), actor=actor)

    def clear(self, uid: str, *, actor: str = "director") -> None:
        """Free a board that still shows a match that continued elsewhere."""
        self._matches.clear_table(uid, actor=actor)

    def introduce(self, uid: str, control: str, *, actor: str = "director") -> None:
        """Give a match of backgammon a clock from now on."""
        self._match_orders.introduce_clock(self._match(uid), control, actor=actor)

    def set_clock(
        self, uid: str, player: str, left_ms: int, reason: str, *, actor: str = "director"
    ) -> None:
        """Correct a player's clock (ms)."""
        match = self._match(uid)
        self._match_orders.correct(match, self._seat(match, player), left_ms, reason, actor=actor)

    def award(
        self, uid: str, player: str, points: int, reason: str, *, cause: str = "ruling",
        take_back: bool = False, actor: str = "director",
    ) -> None:  # fmt: skip
        """Give a player points outside of a game for a cause of `CAUSES`, or take such points back."""
        match = self._match(uid)
        self._match_orders.award(
            match, self._seat(match, player), points, reason, cause=CAUSES[cause], take_back=take_back,
            actor=actor,
        )  # fmt: skip

    def _match(self, uid: str) -> int:
        with self._hall.lock:
            name = self._hall.table(uid).name
            there = [
                one.match.id for one in self._hall.entries.values()
                if one.match.closed_ms is None and one.segments and one.segments[-1].uid == uid
                and not ended(one.segments[-1])
            ]  # fmt: skip
        if not there:
            raise UserError("No match is at %(name)s: `tablekeeper table list` has the tables.", name=name)
        return max(there)

    def _seat(self, match: int, player: str) -> int:
        names = players_of(self._hall.entry(match))
        if player not in names:
            raise UserError(
                "%(player)s does not play there: %(names)s do.", player=player, names=listing(list(names))
            )
        return names.index(player)


#: cause of awarded points, as in commands -> its number in the boards' records
CAUSES = {
    "ruling": records.RULING, "late": records.LATE, "break": records.LONG_BREAK,
    "conduct": records.CONDUCT, "clock": records.CLOCK_USE,
}  # fmt: skip
