"""What players report of the match that is seated at their table now; each report is a claim of a result.

Only the match at a table now can be claimed, by one of its players. When the other side agrees from another
browser the result counts as one that both have confirmed on a board; otherwise the director decides.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.events import journal
from tablekeeper.director.events.claims import BOTH, OFF, Claim
from tablekeeper.director.events.contradictions import standing
from tablekeeper.director.events.matchrows import MatchRow, match_rows
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.state import Entered
from tablekeeper.director.events.views import EventView
from tablekeeper.director.overview import Overview
from tablekeeper.director.views import TableView
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _


@dataclass(frozen=True, slots=True)
class Seated:
    """A match that is seated at a table now."""

    event: EventView
    row: MatchRow
    table: TableView
    #: the id of the table's match
    match: int

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Return the claims of its players."""
        return tuple(one for one in self.event.claims if one.match == self.match and one.by)


@dataclass(frozen=True, slots=True)
class WaitingClaim:
    """A claim that waits for an answer."""

    event: EventView
    claim: Claim
    #: the result that it contradicts
    entered: Entered | None
    #: whether the director must answer it
    needs_director: bool


class PlayerClaims:
    """Results from players. All methods may be called from any thread."""

    def __init__(self, overview: Overview, events: Events) -> None:
        self._overview = overview
        self._events = events
        #: so that of two reports at the same moment the second one sees the first one
        self._lock = threading.Lock()

    # --- asking ---------------------------------------------------------------------------

    def seated(self) -> Iterator[Seated]:
        """Yield the matches of running events that are at tables now."""
        hall = self._overview.hall()
        for row in self._events.all():
            if row.phase != "running":
                continue
            view = self._events.get(row.id)
            for one in match_rows(view, hall.tables, hall.now_ms):
                if one.pairing is not None and one.tables and one.tables[0].match is not None:
                    yield Seated(view, one, one.tables[0], one.tables[0].match.id)

    def of_player(self, event: int, player: str) -> Seated | None:
        """Return the match of an event at which a player sits now."""
        return next(
            (one for one in self.seated() if one.event.id == event and player in one.row.players), None
        )

    def at_table(self, uid: str) -> Seated | None:
        """Return the match that is at a table now."""
        return next((one for one in self.seated() if one.table.uid == uid), None)

    def closed(self, seated: Seated) -> str:
        """Return why no claim of this match is taken now, as a sentence; "" if claims are taken."""
        if seated.event.claim_rule.rule == OFF:
            return _("Results of %(event)s are not reported by players: tell the director.",
                event=seated.event.name)
        if "result" not in seated.row.can or not seated.event.here.get(seated.match):
            return _("This match takes no result now: ask the director.")
        if seated.table.device and not seated.table.away and not seated.table.out:
            return _("The board at %(table)s takes the result: enter it there.", table=seated.table.name)
        return ""

    def waiting(self) -> tuple[WaitingClaim, ...]:
        """Return the claims that wait for an answer, of boards and of players, by event."""
        now_ms = self._overview.hall().now_ms
        found = []
        for row in self._events.all():
            view = self._events.get(row.id)
            for claim in view.claims:
                same = [one for one in view.claims if one.match == claim.match]
                needs = view.needs_director(same, now_ms)
                found.append(WaitingClaim(view, claim, standing(view, claim), needs))
        return tuple(found)

    # --- acting ---------------------------------------------------------------------------

    def report(
        self, event: int, player: str, result: Mapping[str, Any], *, match: int | None = None,
        way: str = journal.COMMAND, browser: str = "", actor: str = "director",
    ) -> bool:  # fmt: skip
        """Enter what a player reports of the match at the own table; return whether the result counts now.

        If the other side has reported the same, this is its confirmation. `match` is the match that the
        player has seen there.
        """
        with self._lock:
            seated = self._open(event, player, match)
            whole = self._events.reported(event, seated.match, result)
            same = [one for one in seated.claims if one.result == whole]
            if others := [one for one in same if one.by != player]:
                return self._agreed(seated, others[0], player, way, browser, actor)
            if not same:
                said = {"by": player, "way": way} | ({"browser": browser} if browser else {})
                self._events.report(event, seated.match, whole, said, actor)
            return False

    def agree(
        self, event: int, player: str, claim: int, *, match: int | None = None, way: str = journal.COMMAND,
        browser: str = "", actor: str = "director",
    ) -> bool:  # fmt: skip
        """Confirm, as a player of the match, the other side's claim; return whether the result counts now."""
        with self._lock:
            seated = self._open(event, player, match)
            found = next((one for one in seated.claims if one.seq == claim and one.by != player), None)
            if found is None:
                raise UserError("This report was changed or answered meanwhile: look at it again.")
            return self._agreed(seated, found, player, way, browser, actor)

    def _open(self, event: int, player: str, match: int | None) -> Seated:
        """Return the match at which a player sits; refuse if there is none, or it takes no claims."""
        try:
            seated = self.of_player(event, player)
        except NotFound:
            seated = None
        if seated is None:
            raise UserError(
                "%(player)s plays at no table now: only the match at the own table can be reported.",
                player=player,
            )
        if match not in (None, seated.match):
            raise UserError("Another match is at this table now: look at the page again.")
        if closed := self.closed(seated):
            raise UserError(closed)
        return seated

    def _agreed(
        self, seated: Seated, claim: Claim, player: str, way: str, browser: str, actor: str
    ) -> bool:
        rule = seated.event.claim_rule
        if player in claim.agreed:
            return False
        if browser and browser == claim.browser and not rule.one_browser:
            raise UserError(
                "%(other)s has reported this from the same device: %(player)s confirms it on another one, or "
                "the director does.", other=claim.by, player=player,
            )  # fmt: skip
        # with more than two sides all of them have to agree
        agreed = {claim.by, player, *claim.agreed}
        counts = rule.rule == BOTH and agreed >= set(seated.row.players)
        said = {"by": player, "way": way}
        self._events.agree(seated.event.id, claim.seq, said, actor, counts=counts)
        return counts
