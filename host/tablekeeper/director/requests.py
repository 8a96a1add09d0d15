"""What players ask of the desk by their own link or their table's card; the director accepts it in one step.

A request changes nothing. Accepting it does what the director could do by hand, and notes that.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass

from tablekeeper.director.desk.requests import (
    ANSWER,
    COME,
    ENTRY,
    HERE,
    LEAVE,
    MOST_OPEN,
    NAME,
    REQUEST,
    REST,
    PlayerRequest,
)
from tablekeeper.director.desk.service import Desk
from tablekeeper.director.desk.timekeeping import BREAK
from tablekeeper.director.events.service import Events
from tablekeeper.director.people.register import Register
from tablekeeper.director.playerclaims import PlayerClaims
from tablekeeper.director.published import Published
from tablekeeper.errors import NotFound, UserError
from tablekeeper.languages import _
from tablekeeper.textchecks import check_registered_name


@dataclass(frozen=True, slots=True)
class Offer:
    """A request that a player can make now."""

    ask: str
    player: str
    event: int | None = None
    title: str = ""  # the event's name


class Requests:
    """The requests of players. All methods may be called from any thread."""

    def __init__(
        self, desk: Desk, events: Events, people: Register, published: Published, claims: PlayerClaims
    ) -> None:
        self._desk, self._events, self._people = desk, events, people
        self._published, self._claims = published, claims
        #: so that one request is not made or answered twice at the same moment
        self._lock = threading.Lock()

    # --- asking ---------------------------------------------------------------------------

    def waiting(self) -> tuple[PlayerRequest, ...]:
        """Return the requests without an answer, oldest first."""
        return tuple(one for one in self._desk.state().requests.values() if one.accepted is None)

    def of(self, person: int) -> tuple[PlayerRequest, ...]:
        """Return the requests of a person, the newest first."""
        found = [one for one in self._desk.state().requests.values() if one.person == person]
        return tuple(found[::-1])

    def offers(self, person: int) -> tuple[Offer, ...]:
        """Return what a person of the register can ask now, and has not asked yet."""
        asked = {(one.ask, one.event) for one in self.of(person) if one.accepted is None}
        return tuple(one for one in self._possible(person) if (one.ask, one.event) not in asked)

    def _possible(self, person: int) -> Iterator[Offer]:
        known = self._people.book().people.get(person)
        if known is None or known.removed:
            return
        try:
            entries = self._published.entries(person, own=True)
        except NotFound:
            entries = ()
        playing = False
        for one in entries:
            view = self._events.get(one.event.id)
            said = (one.name, view.id, view.name)
            playing = playing or view.phase in ("entries", "running")
            if view.phase == "entries" and one.name not in view.present:
                yield Offer(HERE, *said)
            if view.phase == "running" and one.name not in view.withdrawn:
                if self._claims.of_player(view.id, one.name) is not None:
                    yield Offer(REST, *said)
                yield Offer(LEAVE, *said)
        if playing:
            yield Offer(COME, known.name)
        entered = {one.event.id for one in entries}
        for row in self._events.all():
            if row.phase == "entries" and row.id not in entered and not self._events.get(row.id).is_full:
                yield Offer(ENTRY, known.name, row.id, row.name)
        yield Offer(NAME, known.name)

    # --- acting ---------------------------------------------------------------------------

    def ask(
        self, person: int, ask: str, event: int | None = None, text: str = "", *, actor: str = "director"
    ) -> int:
        """Enter a request of a person of the register; return its number. Refuse what can't be asked now."""
        with self._lock:
            offer = next((one for one in self.offers(person) if (one.ask, one.event) == (ask, event)), None)
            if offer is None:
                raise UserError(_("This can't be asked now, or waits for an answer: ask at the desk."))
            if sum(one.accepted is None for one in self.of(person)) >= MOST_OPEN:
                raise UserError(_("Many requests of yours wait for an answer: ask at the desk."))
            if ask == NAME:
                text = check_registered_name(text)
            elif ask == COME and not text.strip():
                raise UserError(_("Say in a few words why the director is to come."), field="text")
            return self._enter(ask, offer.player, event, person, text, actor)

    def call(self, table: str, text: str, *, actor: str = "director") -> int:
        """Call the director to a table; return the request's number."""
        with self._lock:
            if any(one.ask == COME and one.player == table for one in self.waiting()):
                raise UserError(_("The director is called to %(table)s already.", table=table))
            return self._enter(COME, table, None, None, text, actor)

    def _enter(
        self, ask: str, player: str, event: int | None, person: int | None, text: str, actor: str
    ) -> int:
        facts = {"ask": ask, "player": player, "event": event, "person": person, "text": text}
        return self._desk.act(REQUEST.key, facts, actor=actor)

    def accept(self, number: int, ruling: str = "", *, actor: str = "director") -> str:
        """Do what a request asks for; return it in words. `ruling`: as for a withdrawal that needs one."""
        with self._lock:
            one = self._waiting(number)
            self._do(one, ruling, actor)
            self._desk.act(ANSWER.key, {"request": number, "accepted": True}, actor=actor)
            return one.told

    def refuse(self, number: int, reason: str = "", *, actor: str = "director") -> str:
        """Refuse a request; return it in words."""
        with self._lock:
            one = self._waiting(number)
            self._desk.act(
                ANSWER.key, {"request": number, "accepted": False, "reason": reason}, actor=actor
            )
            return one.told

    def _waiting(self, number: int) -> PlayerRequest:
        found = self._desk.state().requests.get(number)
        if found is None or found.accepted is not None:
            raise UserError(
                "There is no request %(number)s that waits: `request list` shows them.", number=number
            )
        return found

    def _do(self, one: PlayerRequest, ruling: str, actor: str) -> None:
        event = one.event or 0
        if one.ask == HERE:
            self._events.presence.check_in(event, [one.player], actor=actor)
        elif one.ask == ENTRY:
            self._events.enter(event, [one.player], actor=actor)
        elif one.ask == NAME and one.person is not None:
            self._people.name(one.person, one.text, actor=actor)
            self._people.show(one.person, one.text, actor=actor)
        elif one.ask == LEAVE:
            if (seated := self._claims.of_player(event, one.player)) is not None:
                raise UserError(
                    "%(player)s still plays at %(table)s: accept it when that match is over.",
                    player=one.player, table=seated.table.name,
                )
            self._events.withdraw(event, one.player, _("asked to leave"), ruling=ruling, actor=actor)
        elif one.ask == REST:
            seated = self._claims.of_player(event, one.player)
            others = [] if seated is None else [name for name in seated.row.players if name != one.player]
            if len(others) != 1:
                raise UserError("%(player)s plays no match of two now: refuse it.", player=one.player)
            facts = {"player": one.player, "opponent": others[0], "event": event}
            self._desk.act(BREAK.key, facts, actor=actor)
