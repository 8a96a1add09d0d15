"""Ships the journals of a hall that runs, if the database has joined a federation."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from contextlib import ExitStack

from tablekeeper.director.service import Director
from tablekeeper.store import Store


def ship(stack: ExitStack, director: Director, store: Store, told: Callable[[str], None]) -> None:
    """Ship until the stack is left; the database may join and leave meanwhile."""
    if importlib.util.find_spec("nats") is None:
        joined = store.shipped.membership()
        if joined is not None:
            told(f"The venue {joined.venue} ships nothing: install 'tablekeeper[federation]'.")
        return
    # here, because a hall without a federation needs no client
    from tablekeeper.shipping.venue import VenueShipping

    alone = store.hosts.does_alone
    stack.enter_context(VenueShipping(store.shipped, director.venue.remove, told, lambda: alone("shipping")))
