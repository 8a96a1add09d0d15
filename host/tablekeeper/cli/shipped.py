"""Ships the journals of a running hall if its database has joined a federation."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from contextlib import ExitStack

from tablekeeper.director.service import Director
from tablekeeper.store import Store


def ship(stack: ExitStack, director: Director, store: Store, told: Callable[[str], None]) -> None:
    """Ship until the stack is closed; during that time the database may join or leave a federation."""
    if importlib.util.find_spec("nats") is None:
        joined = store.shipped.membership()
        if joined is not None:
            told(f"The venue {joined.venue} ships nothing: install 'tablekeeper[federation]'.")
        return
    # imported here, because a hall without a federation needs no client
    from tablekeeper.shipping.venue import VenueShipping

    alone = store.hosts.does_alone
    stack.enter_context(VenueShipping(store.shipped, director.venue.remove, told, lambda: alone("shipping")))
