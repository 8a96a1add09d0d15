"""Late arrivals for whom no place was kept open: the byes that they can still take. Pure.

A bye can be given while the next match of its player has not begun. A player whose next match has no pairing
yet loses nothing; so these byes come first, each group in numerical order of the places (§11).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tablekeeper.director.events.redraw import identity, is_drawn, short
from tablekeeper.director.events.state import EventState
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined
from tablekeeper.text import meant


@dataclass(frozen=True, slots=True)
class SpareBye:
    """A bye of the first round: its player, and the open pairing that would not be played ("" = none)."""

    player: str
    pairing: str
    #: why it cannot be given any more; "" = it can
    why: str


def place(
    state: EventState, names: Sequence[str], bye_of: str, *, missing: Collection[frozenset[str]] = (),
    first: bool = False) -> dict[str, str]:  # fmt: skip
    """Return the bye that a late arrival takes, for its action; {} = none is needed.

    `missing` are the pairs of which somebody is late at the desk: their match has begun. Without `bye_of` or
    `first` it needs a confirmation (`Unconfirmed`).
    """
    room = state.format.room(state.event()) if state.format.bye else None
    if room is None or (room.kept >= len(names) and not bye_of):
        if bye_of:
            raise UserError("Late arrivals of %(name)s need no bye.", name=state.name)
        return {}
    if room.kept and bye_of:
        raise UserError("A place is kept open for late arrivals, which is taken first: leave out the bye.")
    if len(names) > 1:
        raise UserError(
            "Only places that were kept open take several late arrivals at once, and there are %(kept)s: "
            "enter the others one by one.", kept=room.kept,
        )  # fmt: skip
    byes = sorted(_byes(state, room.byes, missing), key=lambda one: one.pairing != "")
    free = [one for one in byes if not one.why]
    chosen = next((one for one in byes if one.player == bye_of), None)
    if bye_of and (chosen is None or chosen.why):
        if chosen is not None:
            raise UserError("%(player)s keeps the bye: %(why)s.", player=bye_of, why=chosen.why)
        near = meant(bye_of, [one.player for one in byes])
        raise UserError("%(player)s has no bye in the first round%(near)s.", player=bye_of, near=near)
    if not byes:
        raise UserError(
            "There is no place for %(name)s: none is kept open, and the first round has no bye.",
            name=names[0],
        )
    if not free:
        raise UserError(
            "There is no place for %(name)s: none is kept open, and no bye of the first round can be given "
            "any more (%(why)s).", name=names[0],
            why=joined([joined((one.player, one.why), ": ") for one in byes], "; "),
        )  # fmt: skip
    if chosen is None and not first:
        raise _question(names[0], free)
    return {"bye_of": free[0].player if chosen is None else chosen.player}


def _byes(
    state: EventState, byes: Mapping[str, str], missing: Collection[frozenset[str]]
) -> Iterator[SpareBye]:
    following = [one for one in state.answer().next if is_drawn(one)]
    seated = {identity(one) for one in state.tables.values()}
    for player, why in byes.items():
        own = next((one for one in following if player in one["players"]), None)
        if own is None:
            yield SpareBye(player, "", why)
            continue
        pairing = short(own)
        if not why and identity(own) in seated:
            why = _("%(pairing)s is at a table", pairing=pairing)
        elif not why and frozenset(own["players"]) in missing:
            why = _("somebody is missing in %(pairing)s", pairing=pairing)
        yield SpareBye(player, pairing, why)


def _question(name: str, free: Sequence[SpareBye]) -> Unconfirmed:
    return Unconfirmed(
        _(
            "No place is kept open for %(name)s; these byes of the first round can still be given: %(byes)s. "
            "Choose one with --bye-of NAME, or take the first with --yes.",
            name=name, byes="; ".join(_named(one) for one in free),
        ),
        _("Which bye does %(name)s get?", name=name),
        [_told(one) for one in free],
        "",
        {},
        choices=[
            ("bye_of", one.player, _("%(name)s plays against %(player)s", name=name, player=one.player))
            for one in free
        ],
    )


def _named(one: SpareBye) -> str:
    if not one.pairing:
        return one.player
    return _("%(player)s (%(pairing)s would wait)", player=one.player, pairing=one.pairing)


def _told(one: SpareBye) -> str:
    if one.pairing:
        return _(
            "%(player)s has a bye. %(pairing)s would wait for the new match: take it back if it is on paper.",
            player=one.player, pairing=one.pairing,
        )  # fmt: skip
    return _("%(player)s has a bye and waits for an opponent.", player=one.player)
