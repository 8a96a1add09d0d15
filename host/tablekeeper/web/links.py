"""Addresses of pages for other devices, with their QR codes."""

from __future__ import annotations

from starlette.requests import Request

from tablekeeper.pictures import qr

from .settings import Settings, is_loopback


def links(request: Request, settings: Settings, path: str, *, here: bool = False) -> list[dict[str, str]]:
    """Return the addresses under which others reach a path, each with its code.

    If only this computer reaches the pages there are none, or with `here` the one of the request.
    """
    host = request.url.netloc
    if settings.https:
        found = [f"https://{host}"]
    elif settings.lan:
        port = request.scope["server"][1]
        found = [f"http://{address}:{port}" for address in settings.lan]
    elif here or not is_loopback(request.url.hostname or ""):
        found = [f"http://{host}"]
    else:
        found = []
    addresses = [f"{base}{path}" for base in found]
    return [{"address": one, "picture": qr.svg(one, "QR code of the address")} for one in addresses]
