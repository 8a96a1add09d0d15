"""Settings of the pages: who may sign in, and under which host names the pages answer."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass

#: valid host names of a server on the loopback interface
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


#: in `Settings.allowed_hosts`: any bare IP address, which no foreign name can be made to resolve to
ANY_ADDRESS = "any address"


def is_address(name: str) -> bool:
    """Say whether a host name is a bare IP address."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Say whether an address or host name means this machine."""
    if address == "localhost":
        return True
    try:
        found = ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


@dataclass(frozen=True, slots=True)
class Settings:
    """How access to the pages is controlled."""

    #: a line made by `hash_password`; None: nobody signs in with a password
    password: str | None = None
    #: opens the director's session once, from this machine only (the link a demo prints)
    login_key: str | None = None
    #: the tokens that stand for the director elsewhere: the name of each by its SHA-256; asked each time
    tokens: Callable[[], Mapping[str, str]] = dict
    #: the Host names answered, without port; empty: any (never leave it empty on loopback, where a
    #: foreign page could reach us under a name of its own that resolves to 127.0.0.1)
    allowed_hosts: tuple[str, ...] = LOOPBACK_NAMES
    #: the pages are reached through https: cookies are marked Secure
    https: bool = False
    #: the address of the only proxy whose report of the sender is trusted
    proxy: str | None = None
    session_hours: int = 12
    title: str = "Tablekeeper"
