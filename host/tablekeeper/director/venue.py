"""The venue as a member of a federation: joining, leaving, and the progress of the federation's copy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablekeeper.director.people.register import Register
from tablekeeper.director.people.removal import Removals
from tablekeeper.errors import UserError
from tablekeeper.federation.messages import VENUE
from tablekeeper.store import JoinedFederation, Shipped, Store

#: the actor of a removal that the federation has requested
FEDERATION = "federation"


@dataclass(frozen=True, slots=True)
class VenueStatus:
    """The federation that was joined (None: none), and each journal that is shipped."""

    joined: JoinedFederation | None
    journals: tuple[Shipped, ...]

    @property
    def waiting(self) -> int:
        """The number of entries that the federation has not committed, as far as is known."""
        return sum(one.waiting for one in self.journals)


class VenueMembership:
    """The membership of a venue in a federation. All methods may be called from any thread."""

    def __init__(self, store: Store, now: Callable[[], int], register: Register, removals: Removals) -> None:
        self._store = store
        self._now = now
        self._register = register
        self._removals = removals

    def status(self) -> VenueStatus:
        """Return the progress of the federation's copy."""
        joined = self._store.shipped.membership()
        return VenueStatus(joined, () if joined is None else self._store.shipped.state())

    def join(
        self, venue: str, servers: str, secret: str = "", authority: str = "", *, actor: str = "director"
    ) -> None:
        """Join a federation under a name; a running host starts to ship at once."""
        if not VENUE.fullmatch(venue):
            raise UserError(
                "'%(venue)s' is not a name for a venue: use up to 32 small letters, digits and hyphens, "
                "such as udine.",
                venue=venue[:40],
            )
        known = self._store.shipped.membership()
        if known is not None and known.venue != venue:
            raise UserError(
                "This venue is in a federation as %(venue)s: leave that one first with `tablekeeper venue "
                "leave`.",
                venue=known.venue,
            )
        self._store.shipped.join(JoinedFederation(venue, servers, secret, authority, self._now()))
        self._store.act(actor, "join federation", {"venue": venue, "servers": servers})

    def leave(self, *, actor: str = "director") -> None:
        """Leave the federation: nothing more is shipped; its copy stays there."""
        known = self._store.shipped.membership()
        if known is None:
            raise UserError("This venue is in no federation.")
        self._store.shipped.leave()
        self._store.act(actor, "leave federation", {"venue": known.venue})

    def remove(self, people: tuple[int, ...]) -> None:
        """Remove the names of people as the federation requests; an earlier removal is not an error."""
        for number in people:
            person = self._register.book().people.get(self._register.book().roots.get(number, number))
            if person is not None and not person.removed:
                self._removals.remove(person.id, actor=FEDERATION)
