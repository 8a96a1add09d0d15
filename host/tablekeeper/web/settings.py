"""Settings of the pages: who may sign in, and under which host names the pages answer."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from tablekeeper.accounts.accountfile import Accounts

#: valid host names of a server on the loopback interface
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


#: in `Settings.allowed_hosts`: any bare IP address, which no foreign name can be made to resolve to
ANY_ADDRESS = "any address"


def is_address(name: str) -> bool:
    """Return whether a host name is a bare IP address."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Return whether an address or host name means this machine."""
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

    #: accounts that may sign in; None: no login with a password or a token
    accounts: Accounts | None = None
    #: opens a director's session once, from this machine only (the link that is printed); without any
    #: director it asks for the first one's name and password
    login_key: str | None = None
    #: the Host names answered, without port; empty: any (never leave it empty on loopback, where a
    #: foreign page could reach us under a name of its own that resolves to 127.0.0.1)
    allowed_hosts: tuple[str, ...] = LOOPBACK_NAMES
    #: the addresses in its network under which this computer's pages answer (`serve --lan`)
    lan: tuple[str, ...] = ()
    #: the pages are reached through https: cookies are marked Secure
    https: bool = False
    #: the address of the only proxy whose report of the sender is trusted
    proxy: str | None = None
    session_hours: int = 12
    title: str = "Tablekeeper"
