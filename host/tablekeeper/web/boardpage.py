"""The page of the board: a phone or tablet that runs the board's firmware, at a table or to try it.

`made` renders it with the addresses of its parts; the same page is written as files by `tryit`. A phone that
has opened an invitation becomes a board of the hall: the page sends the invitation, and gets a token.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from dataclasses import dataclass, field
from typing import Any

import jinja2
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tablekeeper.accounts.phones import PREFIX
from tablekeeper.boardkit.texts import LANGUAGES
from tablekeeper.errors import UserError
from tablekeeper.languages import _, language, shown
from tablekeeper.phone import vm
from tablekeeper.phone.pack import machine, make_pack

from .auth import FOREIGN, Auth, count_phone, same_origin
from .boardline import COOKIE, BoardLine
from .errors import HttpError
from .loginpage import LINK_LASTS
from .pages import Pages
from .ratelimit import RateLimit
from .security import POLICY

#: MicroPython is compiled in the browser: on this page alone the browser may do so
POLICY_HERE = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
_PLAIN = re.compile(r"[A-Za-z0-9.:\[\]-]+")
_KEPT = "public, max-age=31536000, immutable"
#: the firmware by its file, in each language of the board
PACKS = {f"pack-{one}.json": one for one in LANGUAGES}
#: what a browser loads, and its media type
PARTS = {
    vm.LOADER: "text/javascript", vm.MACHINE: "application/wasm", **dict.fromkeys(PACKS, "application/json")
}


def made(templates: jinja2.Environment, *, head: str, body: str = "", **addresses: str) -> str:
    """Return the page; `head` and `body` are HTML that load its style and its script."""
    given = {"uid": "", "line": "", "note": "", "loader": "", "machine": "", "pack": "", **addresses}
    seats = ((0, _("Left player")), (1, _("Right player")), (2, _("Third player")), (3, _("Fourth player")))
    say = {
        "memory": _("This browser keeps nothing now: records of this board last only as long as this page."),
        "memory_back": _("This browser keeps records again: reload this page when no game is running."),
        "window": _("This board is open in another window."),
        "program": _("The board's program fails again and again: save its memory, then reload this page."),
        "start": _("The board cannot start in this browser: use a newer browser, or reload this page."),
        "lock": _("Switch the phone's automatic lock off while you play."),
        "offline": _("No connection to the host: the board goes on, and the host gets everything later."),
        "pair": _("This phone could not reach the host: scan the invitation again."),
        "revoked": _("This phone is no longer a board of this hall: ask the director for a new invitation."),
    }
    return templates.get_template("board.html").render(
        title=_("The board"), head=Markup(head), body=Markup(body),
        seats=[(key, shown(name)) for key, name in seats],
        say={name: shown(text) for name, text in say.items()}, **given,
    )  # fmt: skip


@dataclass(slots=True)
class BoardPage:
    """Shows the board, sends what it runs, and makes a phone a board."""

    pages: Pages
    auth: Auth
    line: BoardLine
    #: invitations that are none: 128 bits cannot be guessed, but each try asks a file
    _tried: RateLimit = field(default_factory=lambda: RateLimit(10))

    async def show(self, request: Request) -> Response:
        """GET /board: the board."""
        return await asyncio.to_thread(self._show, request)

    def _show(self, request: Request) -> Response:
        machine()
        chosen = language()
        edition: Any = self.pages.templates.globals["static_edition"]
        phone = self.line.phone(request.cookies)
        gone = phone is None and COOKIE in request.cookies
        text = made(
            self.pages.templates,
            head=f'<link rel="stylesheet" href="/static/board/board.css?{edition}">\n'
            f'<script type="module" src="/static/board/board.js?{edition}"></script>',
            loader=f"/board/{vm.LOADER}?{vm.VERSION}", machine=f"/board/{vm.MACHINE}?{vm.VERSION}",
            pack=f"/board/pack-{chosen}.json?{make_pack(chosen).edition}",
            uid="" if phone is None else phone.uid, line="" if phone is None else "/board/line",
            note="revoked" if gone else "",
        )  # fmt: skip
        answer = HTMLResponse(text, headers={"content-security-policy": _policy(request)})
        if gone:
            answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    async def pair(self, request: Request) -> Response:
        """POST /board/pair: the secret of an `invitation`; the answer's cookie makes this phone a board."""
        if not same_origin(request):
            raise HttpError(403, FOREIGN)
        address = count_phone(request, self._tried, self.pages.clock())
        form = await request.form(max_files=0, max_fields=2, max_part_size=200)
        secret = str(form.get("invitation", ""))
        token = await asyncio.to_thread(self._pair, secret, request.cookies, address)
        self._tried.forget(address)
        answer = Response(status_code=204)
        if token:
            self.auth.set_cookie(request, answer, COOKIE, token, LINK_LASTS)
        return answer

    def _pair(self, secret: str, cookies: dict[str, str], address: str) -> str:
        """Use an invitation: a phone that is a board goes to the table; return the token of a new one."""
        accounts = self.auth.settings.accounts
        if accounts is None:
            raise HttpError(404, _("This host has no accounts: only its login link signs in."))
        phone = self.line.phone(cookies)
        invitation = accounts.phones.accept(secret)
        uid = phone.uid if phone is not None else PREFIX + secrets.token_hex(6)
        try:
            if invitation.table:
                self.pages.service.tables.seat_phone(uid, invitation.table, actor=invitation.by)
        except UserError:
            accounts.phones.give_back(invitation)
            raise
        return "" if phone is not None else accounts.phones.add(uid, by=invitation.by, address=address)

    async def part(self, request: Request) -> Response:
        """GET /board/{name}: MicroPython's build, or the firmware with its texts in a language."""
        name = request.path_params["name"]
        if name not in PARTS:
            raise HttpError(404, _("There is no such file: open the page of the board."))
        body = await asyncio.to_thread(_part, name)
        return Response(body, media_type=PARTS[name], headers={"cache-control": _KEPT})


def _policy(request: Request) -> str:
    """Return the policy of this page alone: it compiles MicroPython, and opens a line to this host."""
    host = request.headers.get("host", "")
    # browsers do not agree whether 'self' means WebSockets, too
    lines = f" ws://{host} wss://{host}" if _PLAIN.fullmatch(host) else ""
    return POLICY_HERE.replace("connect-src 'self'", f"connect-src 'self'{lines}")


def _part(name: str) -> bytes:
    if name in PACKS:
        return make_pack(PACKS[name]).body
    return (machine() / name).read_bytes()
