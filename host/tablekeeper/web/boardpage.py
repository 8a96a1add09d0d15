"""The page of the board: a phone or tablet that runs the board's firmware, at a table or to try it.

`made` renders it with the addresses of its parts; the same page is written as files by `tryit`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import jinja2
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tablekeeper.boardkit.texts import LANGUAGES
from tablekeeper.languages import _, language, shown
from tablekeeper.phone import vm
from tablekeeper.phone.pack import machine, make_pack

from .errors import HttpError
from .pages import Pages
from .security import POLICY

#: MicroPython is compiled in the browser: on this page alone the browser may do so
POLICY_HERE = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
_KEPT = "public, max-age=31536000, immutable"
#: the firmware by its file, in each language of the board
PACKS = {f"pack-{one}.json": one for one in LANGUAGES}
#: what a browser loads, and its media type
PARTS = {
    vm.LOADER: "text/javascript", vm.MACHINE: "application/wasm", **dict.fromkeys(PACKS, "application/json")
}


def made(templates: jinja2.Environment, *, head: str, body: str = "", **addresses: str) -> str:
    """Return the page; `head` and `body` are HTML that load its style and its script."""
    given = {"uid": "", "line": "", "loader": "", "machine": "", "pack": "", **addresses}
    seats = ((0, _("Left player")), (1, _("Right player")), (2, _("Third player")), (3, _("Fourth player")))
    say = {
        "memory": _("This browser keeps nothing now: records of this board last only as long as this page."),
        "memory_back": _("This browser keeps records again: reload this page when no game is running."),
        "window": _("This board is open in another window."),
        "program": _("The board's program fails again and again: save its memory, then reload this page."),
        "start": _("The board cannot start in this browser: use a newer browser, or reload this page."),
        "lock": _("Switch the phone's automatic lock off while you play."),
        "offline": _("No connection to the host: the board goes on, and the host gets everything later."),
        "revoked": _("This phone is no longer a board of this hall: ask the director for a new invitation."),
    }
    return templates.get_template("board.html").render(
        title=_("The board"), head=Markup(head), body=Markup(body),
        seats=[(key, shown(name)) for key, name in seats],
        say={name: shown(text) for name, text in say.items()}, **given,
    )  # fmt: skip


@dataclass(slots=True)
class BoardPage:
    """Shows the board, and sends what it runs."""

    pages: Pages

    async def show(self, request: Request) -> Response:
        """GET /board: the board."""
        return await asyncio.to_thread(self._show)

    def _show(self) -> Response:
        machine()
        chosen = language()
        edition: Any = self.pages.templates.globals["static_edition"]
        text = made(
            self.pages.templates,
            head=f'<link rel="stylesheet" href="/static/board/board.css?{edition}">\n'
            f'<script type="module" src="/static/board/board.js?{edition}"></script>',
            loader=f"/board/{vm.LOADER}?{vm.VERSION}", machine=f"/board/{vm.MACHINE}?{vm.VERSION}",
            pack=f"/board/pack-{chosen}.json?{make_pack(chosen).edition}",
        )  # fmt: skip
        return HTMLResponse(text, headers={"content-security-policy": POLICY_HERE})

    async def part(self, request: Request) -> Response:
        """GET /board/{name}: MicroPython's build, or the firmware with its texts in a language."""
        name = request.path_params["name"]
        if name not in PARTS:
            raise HttpError(404, _("There is no such file: open the page of the board."))
        body = await asyncio.to_thread(_part, name)
        return Response(body, media_type=PARTS[name], headers={"cache-control": _KEPT})


def _part(name: str) -> bytes:
    if name in PACKS:
        return make_pack(PACKS[name]).body
    return (machine() / name).read_bytes()
