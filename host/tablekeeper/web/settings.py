"""Settings of the pages: the accounts, and the accepted host names."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from tablekeeper.accounts.accountfile import Accounts

#: valid host names of a server on the loopback interface
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


#: in `Settings.allowed_hosts`: any bare IP address; unlike a name, it cannot be rebound by DNS
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
    """Settings for the access to the pages."""

    #: accounts that may sign in; None: no login with a password or a token
    accounts: Accounts | None = None
    #: the key of the printed link: opens a director's session once, only from this computer; if there is no
    #: director yet, it opens the form for the first one's name and password
    login_key: str | None = None
    #: the accepted Host names, without port; empty: all (never leave it empty on loopback, because a
    #: foreign page could reach the host under a foreign name that resolves to 127.0.0.1)
    allowed_hosts: tuple[str, ...] = LOOPBACK_NAMES
    #: this computer's addresses in its network under which the pages can be reached (`serve --lan`)
    lan: tuple[str, ...] = ()
    #: the pages are reached through https: cookies are marked Secure
    https: bool = False
    #: the address of the only proxy whose report of the sender is trusted
    proxy: str | None = None
    session_hours: int = 12
    title: str = "Tablekeeper"
