"""POST /command: a command of another computer, run here by the holder of a token.

The command runs in a separate process that sends its actions to this host like every command
(`hallsocket`), so a long one slows nothing. The answer is a sequence of frames: a letter (o output, e errors,
x exit status), the length in four bytes, and the bytes.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tablekeeper.accounts.account import Account
from tablekeeper.accounts.roles import DISPLAY
from tablekeeper.director.service import Director
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor, loads
from tablekeeper.version import __version__

from .auth import Auth
from .errors import HttpError
from .openapi import TEXT, lists, objects
from .settings import Settings

#: the most commands at the same time, and the most seconds and bytes of output of one
MOST_COMMANDS, LONGEST_S, LARGEST = 4, 120.0, 16 << 20
#: environment variable of the process: the role of the token's holder
HOLDER = "TABLEKEEPER_HOLDER"
_PARTS = ("version", "words", "stdin", "columns")
#: the request body, for the description of the address
COMMAND = objects(
    version=TEXT, stdin=TEXT, words={**lists(TEXT), "minItems": 1, "maxItems": 1000},
    columns={"type": "integer", "minimum": 20, "maximum": 1000},
)  # fmt: skip


def frame(kind: str, data: bytes) -> bytes:
    """Return a frame."""
    return kind.encode() + len(data).to_bytes(4, "big") + data


class CommandPage:
    """Runs the commands of tokens' holders."""

    def __init__(self, service: Director, auth: Auth, settings: Settings) -> None:
        self._service = service
        self._auth = auth
        self._settings = settings
        self._watching: set[asyncio.Task[None]] = set()

    async def run(self, request: Request) -> Response:
        """POST /command: run a command beside the host; the answer is a row of frames."""
        holder = self._holder(request)
        file = self._service.hall.store.file
        if file is None:
            raise UserError(_("Commands of other computers need a database in a file: this host has none."))
        try:
            asked = loads(await request.body()).fields(_PARTS, _PARTS)
            version, columns = asked["version"].text(), asked["columns"].whole(20, 1000)
            words, stdin = [_word(one) for one in asked["words"].items(1, 1000)], _word(asked["stdin"])
        except UserError as error:
            raise HttpError(400, _("This is no command: %(error)s.", error=error)) from error
        if version != __version__:
            theirs = _(
                "The host is Tablekeeper %(version)s and this command is %(version2)s",
                version=__version__,
                version2=version[:20],
            )
            raise UserError(_("%(theirs)s: use the host's version; nothing was done.", theirs=theirs))
        if len(self._watching) >= MOST_COMMANDS:
            raise HttpError(503, _("The host is too busy, and nothing was done: try again."), retry_after=5)
        environment = os.environ | {
            HOLDER: holder.role,
            "TABLEKEEPER_ACTOR": holder.name,
            "TABLEKEEPER_DATABASE": str(file.resolve()),
            "COLUMNS": str(columns),
            "PYTHONUNBUFFERED": "1",
        }
        process = await self._start(words, stdin.encode(), environment)
        return StreamingResponse(_frames(process), media_type="application/octet-stream")

    def _holder(self, request: Request) -> Account:
        """Return the account of a token. Cookies are ignored, because no browser sends such requests."""
        if "origin" in request.headers:
            raise HttpError(403, "This address is for commands, not for pages.")
        holder = self._auth.holder(request)
        if holder is None or holder.role == DISPLAY:
            raise HttpError(401, "The host does not know this token: ask its director for another one.")
        return holder

    async def _start(
        self, words: list[str], stdin: bytes, environment: dict[str, str]
    ) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tablekeeper", *words,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env=environment, cwd=Path(sys.executable).anchor,
        )  # fmt: skip
        watching = asyncio.create_task(self._watch(process))
        self._watching.add(watching)
        watching.add_done_callback(self._watching.discard)
        assert process.stdin is not None
        process.stdin.write(stdin)
        process.stdin.close()
        return process

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """End a process that takes too long, even if nobody reads its output."""
        try:
            await asyncio.wait_for(process.wait(), LONGEST_S)
        except TimeoutError:
            process.kill()


async def _frames(process: asyncio.subprocess.Process) -> AsyncIterator[bytes]:
    sent = 0
    try:
        async for kind, data in _read(process):
            sent += len(data)
            if sent > LARGEST:
                yield frame("e", b"Error: This is too much for one answer: ask for less.\n")
                yield frame("x", b"2")
                return
            yield frame(kind, data)
        status = await process.wait()
        if status < 0:
            yield frame("e", b"Error: The command took too long: run it on the host's computer.\n")
        yield frame("x", str(status if status >= 0 else 2).encode())
    finally:
        # the host carries out the actions, so each of them is complete or not begun. Kill a running process;
        # close its pipes now, because the host may stop before they close by themselves
        process._transport.close()  # type: ignore[attr-defined]


async def _read(process: asyncio.subprocess.Process) -> AsyncIterator[tuple[str, bytes]]:
    """Yield the output of a process as it arrives, with the letter of its stream."""
    assert process.stdout is not None
    assert process.stderr is not None
    streams = {"o": process.stdout, "e": process.stderr}
    waiting = {asyncio.create_task(stream.read(65536)): kind for kind, stream in streams.items()}
    try:
        while waiting:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                kind = waiting.pop(task)
                if data := task.result():
                    waiting[asyncio.create_task(streams[kind].read(65536))] = kind
                    yield kind, data
    finally:
        for task in waiting:
            task.cancel()


def _word(cursor: Cursor) -> str:
    if not isinstance(cursor.value, str) or "\0" in cursor.value:
        raise cursor.refuse("a text is wanted here")
    return cursor.value
