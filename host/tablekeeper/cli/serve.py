"""`tablekeeper serve`: the boards of this computer, their database and their pages, until Ctrl-C."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import click

from tablekeeper.cli.addresses import names_answered, phones_reach, private_addresses, say_lan, say_where
from tablekeeper.cli.announcer import Announcer
from tablekeeper.cli.hall import patiently
from tablekeeper.cli.logs import HOST, log_options, logging_to
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import database as database_option
from tablekeeper.cli.shipped import ship
from tablekeeper.cli.stopping import stopping
from tablekeeper.cli.whoacts import own_accounts
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.errors import UserError
from tablekeeper.store import open_store
from tablekeeper.tables import Hub
from tablekeeper.web.app import make_app
from tablekeeper.web.hallsocket import HallSocket
from tablekeeper.web.serving import Serving
from tablekeeper.web.settings import Settings, is_address, is_loopback


@click.command(epilog="Example: tablekeeper serve --port /dev/ttyACM1 --database hall.db")
@database_option
@click.option(
    "--port",
    "ports",
    multiple=True, metavar="ADDRESS",
    help="A board's port (a serial port, a pseudo-terminal, socket://HOST:PORT); may be given several times."
    "  [default: every port with the board's USB name]",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of the pages.")
@click.option("--http-port", type=Whole(0, 65535), default=8000, show_default=True, help="Port of the pages.")
@click.option("--lan", is_flag=True, help="Open the pages to the private network, too; prints a QR code.")
@click.option(
    "--https", metavar="NAME", help="The pages are reached as https://NAME, through a proxy of yours."
)
@click.option(
    "--proxy", metavar="ADDRESS", help="Address of that proxy.  [default: 127.0.0.1, this computer]"
)
@log_options
def command(
    database: str | None,
    ports: tuple[str, ...],
    host: str,
    http_port: int,
    lan: bool,
    https: str | None,
    proxy: str | None,
    log_format: str,
    log_file: Path | None,
) -> None:
    """Collect the tables plugged into this computer: store their records and show the hall.

    Boards are found when they are plugged in; one line is printed for each that is connected or lost. At the
    first start a link is printed that asks for the director's name and password, once, on this computer; from
    then on who has an account (`tablekeeper account`) signs in from anywhere.
    """
    addresses = _lan(host, https) if lan else ()
    with ExitStack() as stack:
        stack.enter_context(logging_to(log_format, log_file))
        stack.push(_closed)
        stop = stack.enter_context(stopping())
        accounts = own_accounts()
        key = None if accounts.has_director() else secrets.token_urlsafe(16)
        clock = HallClock()
        store = stack.enter_context(patiently(partial(open_store, database, now=clock.now_ms)))
        director = Director(store, clock)
        stack.callback(director.topics.close)
        settings = Settings(
            accounts=accounts, login_key=key, allowed_hosts=names_answered(host, https) + addresses,
            lan=addresses, https=https is not None, proxy=_proxy(https, proxy),
        )
        try:
            app = make_app(director, settings=settings)
            serving = stack.enter_context(Serving(app, host, http_port, also=addresses))
        except UserError as error:
            # the option is called --http-port here
            raise UserError(str(error).replace("--port", "--http-port")) from error
        stack.enter_context(HallSocket(director))
        say_where(serving.url, host, key, https)
        if addresses:
            say_lan(serving.url, addresses)
        announcer = Announcer(director, HOST.info)
        director.other_hosts.start()
        hub = Hub(store, announcer, clock=clock.now_ms, ports=ports or None, told=announcer.port)
        director.overview.attach_screens(hub.want_screen)
        director.overview.attach_wires(hub.traces)
        stack.callback(hub.stop)
        stack.callback(announcer.hush)
        if store.lost:
            HOST.warning(
                "The database has lost something that it had: `tablekeeper verify` lists it, and "
                "`tablekeeper backup list` the copies. %s", store.lost[0],
            )  # fmt: skip
        waiting = f"the ports {', '.join(ports)}" if ports else "boards to be plugged in"
        HOST.info("The database is %s; waiting for %s. Ctrl-C ends it.", store.name, waiting)
        hub.start()
        accounts.phones.reached_at(phones_reach(serving.url, host, https, addresses))
        app.state.board_line.attach = hub.attach
        ship(stack, director, store, HOST.info)
        while not stop.wait(60):
            pass


def _closed(kind: type[BaseException] | None, *_: object) -> None:
    if kind is None:
        HOST.info("The hall is closed: everything that was acknowledged to a board is stored.")


def _lan(host: str, https: str | None) -> tuple[str, ...]:
    """Return the addresses of this computer in private networks; refuse options that contradict --lan."""
    if https is not None or not is_loopback(host):
        raise UserError("--lan opens the pages to the network by itself: leave --host and --https out.")
    if not (found := private_addresses()):
        raise UserError(
            "This computer is in no private network: connect it to one, or name an address with --host."
        )
    return found


def _proxy(https: str | None, proxy: str | None) -> str | None:
    """Return the address of the only trusted proxy; None without a proxy."""
    if https is None:
        if proxy is not None:
            raise UserError(
                "--proxy is the address of a proxy: give the pages' address behind it with --https."
            )
        return None
    if proxy is not None and not is_address(proxy):
        raise UserError(
            "'%(proxy)s' is not an IP address: give the proxy's address with --proxy, such as 192.0.2.1.",
            proxy=proxy[:60],
        )
    return proxy or "127.0.0.1"
