"""A connection to NATS: its addresses, the secret from a file, TLS, and how long to wait until the next try.

The client's own reconnecting is not used: it would keep messages of a session that may be over, and it waits
equally long each time. This module connects again, after a wait that doubles.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import ssl
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import nats.errors
from nats.aio.client import Client
from nats.js.errors import APIError
from nats.js.errors import Error as JetStreamError

from tablekeeper.errors import UserError

#: seconds until the next try: doubled each time, up to LONGEST_S; then reduced by a random factor
FIRST_S, LONGEST_S = 0.5, 16.0
#: seconds within which work that fails has not begun, such as at a server without a stream
AT_ONCE_S = 2.0
#: seconds between pings, and how many may stay unanswered: this detects a cut cable
_PING_S, _PINGS = 5, 2
_CONNECT_S = 5
#: seconds after which an attempt to connect, and work after the end of a connection, are cancelled
_CONNECT_LONGEST_S, _FINISH_S = 15, 20
T = TypeVar("T")
# Python's TLS streams report each end of a connection at which nobody can do anything
logging.getLogger("asyncio").addFilter(lambda record: "eof_received" not in record.getMessage())
#: the exceptions of a lost, slow or refused connection
FAILURES = (OSError, asyncio.TimeoutError, nats.errors.Error, JetStreamError)


@dataclass(frozen=True, slots=True)
class NatsServer:
    """The addresses of the federation's servers, and the account and certificate to connect with."""

    #: addresses, separated by commas: nats://HOST:PORT, or tls://HOST:PORT
    servers: str
    user: str = ""
    #: the file with the password, "" for servers without passwords
    secret: str = ""
    #: the file with the certificate of the authority, "" for the system's authorities
    authority: str = ""

    def check(self) -> None:
        """Raise UserError if an address or a file is wrong."""
        for address in self.addresses():
            scheme, _, rest = address.partition("://")
            if scheme not in ("nats", "tls") or not rest:
                raise UserError(
                    "'%(words)s' is not the address of a NATS server: write nats://HOST:PORT, or "
                    "tls://HOST:PORT.",
                    words=address[:60],
                )
            if "@" in rest:
                raise UserError(
                    "A password has no place in an address, which others can read: write it into a file that "
                    "only you can read, and give --secret FILE."
                )
        self.password()
        self.tls()

    def addresses(self) -> list[str]:
        """Return the addresses."""
        return [one.strip() for one in self.servers.split(",") if one.strip()]

    def password(self) -> str | None:
        """Return the password in the file; None if no file is named. Raises UserError if it can't be read."""
        if not self.secret:
            return None
        file = Path(self.secret)
        try:
            if os.name == "posix" and file.stat().st_mode & 0o004:
                raise UserError(
                    "Every user of this computer can read %(file)s: run chmod 600 on it.", file=file
                )
            return file.read_text("utf-8").strip()
        except (OSError, UnicodeError) as error:
            raise UserError("%(file)s can't be read: name the file with the secret.", file=file) from error

    def tls(self) -> ssl.SSLContext | None:
        """Return the TLS context that checks the server's certificate; None without TLS."""
        if not self.authority and not self.servers.startswith("tls://"):
            return None
        try:
            return ssl.create_default_context(cafile=self.authority or None)
        except (OSError, ssl.SSLError) as error:
            raise UserError(
                "%(file)s is not a certificate: name the certificate of the authority that signed the "
                "server's.",
                file=self.authority,
            ) from error

    def reason(self, error: BaseException) -> str:
        """Return why the servers are not reached: a part of a sentence, with what to check."""
        if "authorization violation" in str(error).lower():
            if not self.secret:
                return "the server wants a password: name its file with --secret"
            return f"the server refuses the password in {self.secret}: compare it with the server's accounts"
        if isinstance(error, ssl.SSLCertVerificationError):
            known = self.authority or "the system's authorities"
            return (
                f"the server's certificate is not accepted, {error.verify_message}: compare it with the "
                f"address and with {known} (--authority)"
            )
        if isinstance(error, TimeoutError | ConnectionError | nats.errors.NoServersError):
            return f"no answer from {self.servers.replace(',', ', ')}"
        if isinstance(error, APIError):
            return f"the server says: {error.description}"
        return str(error) or type(error).__name__


async def _quiet(_: Exception) -> None:
    """Ignore an error: the owner of the connection sees that it ended."""


async def _connect(server: NatsServer, ended: asyncio.Event) -> Client:
    client = Client()

    async def closed() -> None:
        ended.set()

    password = server.password()
    try:
        await client.connect(
            servers=server.addresses(),
            user=server.user if password is not None else None,
            password=password,
            tls=server.tls(),
            # answers come to a separate inbox, so that no other user needs the right to read them
            inbox_prefix=f"_INBOX.{server.user}" if server.user else "_INBOX",
            allow_reconnect=False,
            connect_timeout=_CONNECT_S,
            ping_interval=_PING_S,
            max_outstanding_pings=_PINGS,
            error_cb=_quiet,
            closed_cb=closed,
            name=f"tablekeeper {server.user}".strip(),
        )
    except FAILURES:
        await _close(client)
        raise
    except asyncio.CancelledError:
        _abort(client)
        raise
    return client


def _abort(client: Client) -> None:
    """Close the socket of a client: its own `close` leaves it open in the middle of a handshake."""
    writer = getattr(getattr(client, "_transport", None), "_bare_io_writer", None)
    if writer is not None:
        writer.transport.abort()


def _unless_done(working: asyncio.Task[None], later: asyncio.TimerHandle) -> None:
    working.add_done_callback(lambda _: later.cancel())


async def stay_connected(
    server: NatsServer,
    work: Callable[[Client, asyncio.Event], Coroutine[Any, Any, None]],
    stop: asyncio.Event,
    told: Callable[[str], None],
    random: Random,
) -> None:
    """Connect and do `work` until it is stopped; connect again when the connection ends.

    `work` returns when the event that it is given is set: the connection has ended, or it is stopped. A
    client may wait without limit for a frozen server, so each of its calls has a time limit.
    """
    wait, said, loop = FIRST_S, "", asyncio.get_running_loop()
    # why the last work failed at once, which is told only once
    failed = ""
    while not stop.is_set():
        ended = asyncio.Event()
        try:
            client = await _within(_CONNECT_LONGEST_S, _connect(server, ended))
        except FAILURES as error:
            reason = server.reason(error)
            if reason != said:
                told(f"The federation is not reached ({reason}); it is tried again.")
                said = reason
            await pause(stop, wait * random.uniform(0.5, 1.0))
            wait = min(2 * wait, LONGEST_S)
            continue
        began, working = loop.time(), asyncio.create_task(work(client, ended))
        if failed:
            _unless_done(working, loop.call_later(AT_ONCE_S, told, "The federation is reached."))
        else:
            told("The federation is reached.")
            wait = FIRST_S
        said = ""
        stopping = asyncio.create_task(_forward(stop, ended))
        ending = asyncio.create_task(_watch(client, ended))
        try:
            await asyncio.wait({working, ending}, return_when=asyncio.FIRST_COMPLETED)
            await _within(_FINISH_S, working)
        except FAILURES as error:
            reason, at_once = server.reason(error), loop.time() - began < AT_ONCE_S
            if not at_once or reason != failed:
                told(f"The federation no longer answers ({reason}); it is tried again.")
            wait = min(2 * wait, LONGEST_S) if at_once and failed else FIRST_S
            failed = reason if at_once else ""
            await pause(stop, wait)
        else:
            failed = ""
        finally:
            stopping.cancel()
            ending.cancel()
            await _close(client)


async def _within(seconds: float, doing: Coroutine[Any, Any, T] | asyncio.Task[T]) -> T:
    """Return the result of `doing`; if it takes longer than `seconds`, cancel it and raise TimeoutError."""
    task = doing if isinstance(doing, asyncio.Task) else asyncio.create_task(doing)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    if not done:
        task.cancel()
        # do not wait for its end; read its exception, so that asyncio does not report it
        task.add_done_callback(lambda one: one.cancelled() or one.exception())
        raise TimeoutError
    return task.result()


async def _watch(client: Client, ended: asyncio.Event) -> None:
    """Set the event when the connection has ended: the client reports it only after closing everything."""
    while not await pause(ended, _PING_S):
        if not client.is_connected:
            ended.set()


async def _forward(stop: asyncio.Event, ended: asyncio.Event) -> None:
    await stop.wait()
    ended.set()


async def _close(client: Client) -> None:
    try:
        # it is gone already, or does not answer
        with contextlib.suppress(*FAILURES):
            await _within(_CONNECT_S, client.close())
    finally:
        _abort(client)


def end(loop: asyncio.AbstractEventLoop) -> None:
    """Close an event loop that this module made, with the abandoned tasks that still wait in it."""
    tasks = asyncio.all_tasks(loop)
    for one in tasks:
        one.cancel()
    # sockets that were closed leave the loop in its next round
    loop.run_until_complete(asyncio.wait(tasks, timeout=_CONNECT_S) if tasks else asyncio.sleep(0))
    loop.run_until_complete(asyncio.sleep(0.05))
    loop.close()


async def pause(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, at most this number of seconds; return whether it is set."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
    return event.is_set()
