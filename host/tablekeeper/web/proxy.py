"""Finds the sender's address of a request; behind the named proxy, the proxy reports it.

Any sender can write any header. So X-Forwarded-For is read only when the request comes from the proxy's
own address, and only its last entry, which the proxy itself has added; earlier entries are not trusted.
"""

from __future__ import annotations

import ipaddress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tablekeeper.languages import _

from .settings import is_loopback

#: used for a sender that the proxy names by something other than an address
UNKNOWN = "unknown"


def sender(peer: str, forwarded: list[str], proxy: str | None) -> str:
    """Return the sender of a request that comes from `peer` with these X-Forwarded-For headers.

    If the proxy adds no header, the proxy itself is the sender.
    """
    if proxy is None or not forwarded or not _same(peer, proxy):
        return peer
    last = forwarded[-1].rpartition(",")[2].strip()
    found = _parsed(last)
    return UNKNOWN if found is None else str(found)


def limited_as(address: str) -> str:
    """Return the key of an address in limits: addresses of this computer, or of an IPv6 /64, share one."""
    if is_loopback(address):
        return _("this computer")
    found = _parsed(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address if found is None else str(found)


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _same(peer: str, proxy: str) -> bool:
    found = _parsed(peer)
    return found is not None and found == _parsed(proxy)


class BehindProxy:
    """Wraps the application: puts the real sender's address into the request."""

    def __init__(self, app: ASGIApp, *, proxy: str | None) -> None:
        self.app = app
        self.proxy = proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        client = scope.get("client")
        if scope["type"] in ("http", "websocket") and client is not None:
            forwarded = Headers(scope=scope).getlist("x-forwarded-for")
            scope["client"] = (sender(client[0], forwarded, self.proxy), client[1])
        await self.app(scope, receive, send)
