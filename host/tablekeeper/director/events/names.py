"""Names of events and of their players: names in use, and similar names that need a confirmation."""

from __future__ import annotations

from collections.abc import Iterable

from tablekeeper.director.events.summaries import EventSummary
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.text import listing


def check_free(name: str, events: Iterable[EventSummary], own: int = 0) -> None:
    """Refuse the name of another event in the phase "entries" or "running"; `own` is the event to name."""
    for one in events:
        if one.name.casefold() == name.casefold() and one.id != own and one.phase in ("entries", "running"):
            raise UserError(
                "Event %(id)s is called %(name)s, too: finish or discard it, or take another name.",
                id=one.id, name=one.name,
            )


def check_names(names: Iterable[str], entered: Iterable[str]) -> None:
    """Raise `Unconfirmed` for new names that differ from others of the event only in upper and lower case."""
    known = {name.casefold(): name for name in entered}
    twice = []
    for name in names:
        other = known.setdefault(name.casefold(), name)
        if other != name:
            twice.append(_('"%(name)s" and "%(other)s"', name=name, other=other))
    if twice:
        raise Unconfirmed(
            _(
                "Nobody was entered, because %(names)s are written alike: leave one of them out, or enter "
                "different people with --different.",
                names=listing(twice),
            ),
            _("Different people?"),
            [_("%(two)s differ only in capital letters.", two=two) for two in twice],
            _("They are different people"),
            {"different": "1"},
        )
