"""Addresses of pages: of players and matches, for other devices with QR codes, and for redirects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape, unescape

from starlette.requests import Request

from tablekeeper.accounts.accountfile import Accounts
from tablekeeper.director.boards import TableLine
from tablekeeper.director.events.matchrows import match_key, match_name
from tablekeeper.director.events.views import EventView
from tablekeeper.languages import _
from tablekeeper.pictures import qr

from .settings import Settings, is_loopback


@dataclass(frozen=True, slots=True)
class TableLink:
    """The event and match that a table's match belongs to."""

    event: int
    title: str  # the event's name
    name: str  # "A1"; "" if the event's matches have no names
    address: str  # of the match's page
    #: name -> address of the player's page
    players: Mapping[str, str]


def player_pages(view: EventView) -> dict[str, str]:
    """Return the address of each player's page in an event, by name."""
    return {name: f"/events/{view.id}/players/{place}" for place, name in enumerate(view.players, 1)}


def table_links(views: Iterable[EventView]) -> dict[int, TableLink]:
    """Return the events and matches that the hall's matches belong to, by their ids."""
    found = {}
    for view in views:
        pages = player_pages(view)
        entered = {one.match: f"n{one.seq}" for one in view.entered if one.match is not None}
        for match, pairing in view.here.items():
            key = match_key(pairing)
            if "match" not in pairing:
                key = entered.get(match, key)  # the key that `match_rows` gives a finished match
            address = f"/events/{view.id}/matches/{key}"
            found[match] = TableLink(view.id, view.name, match_name(pairing), address, pages)
    return found


def linked_picture(picture: str, pages: Mapping[str, str]) -> str:
    """Return a page's picture in which each text that is exactly a name links to its address.

    >>> linked_picture("<text>Ann</text><text>won 3</text>", {"Ann": "/events/1/players/1"})
    '<text><a href="/events/1/players/1">Ann</a></text><text>won 3</text>'
    """

    def linked(found: re.Match[str]) -> str:
        address = pages.get(unescape(found[1]))
        return found[0] if address is None else f'><a href="{escape(address)}">{found[1]}</a></text>'

    # links inside an element with the role "img" cannot be reached by keyboard
    return re.sub(r">([^<>]+)</text>", linked, picture.replace(' role="img"', ' role="group"', 1))


def links(request: Request, settings: Settings, path: str, *, here: bool = False) -> list[dict[str, str]]:
    """Return the addresses under which other devices reach a path, each with its QR code.

    If only this computer can reach the pages, there are none, or with `here` only the one of the request.
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
    return [{"address": one, "picture": qr.svg(one, _("QR code of the address"))} for one in addresses]


def card_path(accounts: Accounts, table: TableLine, day: str) -> str:
    """Return the path of the link on the card of a table for a day, which was made before."""
    return f"/card/{table.uid}/{day}/{accounts.card_proof(table.uid, day, table.name)}"


def invitation_path(secret: str) -> str:
    """Return the path of an invitation of a phone: a browser sends the part behind # to nobody."""
    return f"/board#invite={secret}"


def local_path(wanted: str) -> str:
    """Return a path of this server to redirect to; any other address becomes the hall."""
    plain = wanted.isascii() and wanted.isprintable() and "\\" not in wanted
    return wanted if plain and wanted.startswith("/") and not wanted.startswith("//") else "/"
