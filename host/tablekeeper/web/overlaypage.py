"""One table for video software: a transparent page with only names, score, cube, clocks and dice.

Size, colours and corner are in its address, so that the software keeps them: `?size=40&ground=000000cc`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from tablekeeper.languages import _

from .errors import HttpError
from .fragments import Fragment
from .pages import Pages

#: parameter -> custom property of the style, and its default
_COLOURS = {
    "ground": "101814e6",
    "ink": "ffffff",
    "accent": "8fd6b6",
    "alarm": "ff9a8d",
}
_COLOUR = re.compile(r"(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})", re.ASCII)
_SIZES = range(12, 121)
_SIZE = 32
#: corner -> layout of the page
_CORNERS = {
    "bottom-left": "end start",
    "bottom-right": "end end",
    "top-left": "start start",
    "top-right": "start end",
}
#: the parameters of an overlay's address
PARAMETERS = (*_COLOURS, "size", "corner")


def style(parameters: Mapping[str, str]) -> str:
    """Return the style sheet of an overlay's parameters; an HttpError 400 names the wrong one."""
    lines = []
    for name, usual in _COLOURS.items():
        value = parameters.get(name, usual).lower().removeprefix("#")
        if _COLOUR.fullmatch(value) is None:
            raise HttpError(400, _(
                "%(name)s: write a colour as 3, 6 or 8 hex digits, like ffcc00.",
                name=name,
            ))
        lines.append(f"--{name}: #{value};")
    size = parameters.get("size", str(_SIZE))
    if not (size.isascii() and size.isdigit() and len(size) < 4 and int(size) in _SIZES):
        raise HttpError(400, _(
            "size: write the height of the letters in pixels, %(sizes)s to %(sizes2)s.",
            sizes=_SIZES[0], sizes2=_SIZES[-1],
        ))
    corner = parameters.get("corner", "bottom-left")
    if corner not in _CORNERS:
        raise HttpError(400, _("corner: choose one of %(corners)s.", corners=', '.join(_CORNERS)))
    lines += [f"--size: {int(size)}px;", f"--corner: {_CORNERS[corner]};"]
    return ":root { " + " ".join(lines) + " }\n"


@dataclass(slots=True)
class OverlayPage:
    """Shows a table to video software."""

    pages: Pages

    async def part(self, uid: str) -> Fragment:
        """Return the part that shows one table."""

        def render() -> Fragment:
            detail = self.pages.detail(uid, 0)
            return self.pages.part("_overlay.html", self.pages.service.clock.now_ms(), table=detail.table)

        return await self.pages.fragments.get(f"table/{uid}", render, "overlay")

    async def show(self, request: Request) -> Response:
        """GET /overlay/{uid}?size=32&ground=101814e6&ink=ffffff&accent=8fd6b6&alarm=ff9a8d&corner=top-left"""
        style(request.query_params)  # a mistake in the address is shown on the page
        uid = request.path_params["uid"]
        part = await self.part(uid)
        name = self.pages.detail(uid, 0).table.name
        return self.pages.whole(request, "overlay.html", part, uid=uid, name=name, query=request.url.query)

    async def sheet(self, request: Request) -> Response:
        """GET /overlay/style.css: the style sheet for the parameters of the page."""
        return Response(style(request.query_params), media_type="text/css")

    async def fragment(self, request: Request) -> Response:
        """GET /fragments/overlay/{uid}"""
        return self.pages.fragment(request, await self.part(request.path_params["uid"]))
