"""`tablekeeper board`: lists the plugged-in boards, and shows their messages and frames."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import click
from rich.box import SIMPLE_HEAD

from tablekeeper.cli import terminal
from tablekeeper.cli.announcer import console_of
from tablekeeper.cli.board_check import check
from tablekeeper.cli.board_install import install
from tablekeeper.cli.board_quarantine import quarantine
from tablekeeper.cli.refusal import REFUSED
from tablekeeper.cli.stopping import Stop, stopping
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.cli.watching import Watch, meaning
from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined
from tablekeeper.tables import Hello, Port, PortError, SerialTransport, TransportLost, candidates, probe
from tablekeeper.tables.discovery import PROBE_SECONDS, no_board
from tablekeeper.tables.trace import RECEIVED, SENT, Wire

_WAIT_S = 0.02
_AGAIN_S = 0.5


@click.group(cls=CommandGroup, epilog="Example: tablekeeper board list")
def command() -> None:
    """Install the firmware; look at boards that are plugged in and test them, without storing anything."""


command.add_command(install)
command.add_command(check)
command.add_command(quarantine)


# --- list -----------------------------------------------------------------------------------


@command.command("list", epilog="Example: tablekeeper board list --port /dev/ttyACM1 --json")
@click.option(
    "--port",
    "ports",
    multiple=True, metavar="ADDRESS",
    help="Ask this port; may be given several times.  [default: every port with the board's USB name]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line, one for each port.")
def list_boards(ports: tuple[str, ...], as_json: bool) -> None:
    """Ask ports which board they have; a board introduces itself within a second.

    Exit status 2 when a port named with --port has no board.
    """
    found = candidates()
    addresses = list(dict.fromkeys(ports)) if ports else [port.address for port in found]
    speak = {*ports, *(port.address for port in found if port.data)}
    with ThreadPoolExecutor(max(1, len(addresses))) as probes:
        answers = list(probes.map(lambda address: probe(address, asks=address in speak), addresses))
    said = {
        address: _note(address, answer, addresses, answers, found)
        for address, answer in zip(addresses, answers, strict=True)
        if isinstance(answer, str)
    }
    if as_json:
        for address, answer in zip(addresses, answers, strict=True):
            sys.stdout.write(json.dumps(_as_json(address, answer, said.get(address))) + "\n")
    elif not addresses:
        say(_("No board is plugged in: plug one in, or name its port with --port."))
    else:
        _show(dict(zip(addresses, answers, strict=True)), {} if ports else said)
    if ports:
        for sentence in said.values():
            say(_("Error: %(sentence)s", sentence=sentence), err=True)
        if said:
            raise SystemExit(REFUSED)


def _note(
    address: str, sentence: str, addresses: list[str], answers: list[Hello | str], found: list[Port]
) -> str:
    sister = console_of(address, found)
    if sister in addresses and isinstance(answers[addresses.index(sister)], Hello):
        return _("This is the console of the board on %(port)s.", port=sister)
    return sentence


def _as_json(address: str, answer: Hello | str, note: str | None) -> dict[str, object]:
    if isinstance(answer, str):
        return {"port": address, "board": None, "problem": note}
    told = asdict(answer)
    uid, major, minor = told.pop("uid"), told.pop("major"), told.pop("minor")
    return {"port": address, "board": uid, "protocol": f"{major}.{minor}", **told, "problem": None}


def _show(answers: dict[str, Hello | str], said: dict[str, str]) -> None:
    # narrow enough for 80 columns; --json has the rest
    table = terminal.Table(box=SIMPLE_HEAD)
    for heading in (_("port"), _("board"), _("firmware"), _("protocol"), _("records"), _("acknowledged")):
        table.add_column(terminal.escape(heading), overflow="fold")
    for address, answer in answers.items():
        if isinstance(answer, Hello):
            table.add_row(
                terminal.escape(address),
                answer.uid,
                answer.firmware,
                f"{answer.major}.{answer.minor}",
                terminal.escape(
                    _("%(first)s to %(last)s", first=answer.first, last=answer.last)
                    if answer.last
                    else _("none")
                ),
                str(answer.acked),
            )
    if table.row_count:
        # a file has no width
        out = terminal.Console() if sys.stdout.isatty() else terminal.Console(width=200)
        out.print(table)
    for address, sentence in said.items():
        say(f"{address}: " + sentence)


# --- monitor --------------------------------------------------------------------------------


@command.command(epilog="Example: tablekeeper board monitor /dev/ttyACM1")
@click.argument("address")
def monitor(address: str) -> None:
    """Show what a board says, live: its introduction, its state, its records as sentences, its texts.

    Nothing is stored or acknowledged, so a board keeps all of it for its host. When the port goes, the
    monitor waits until it is back. Ctrl-C ends it.
    """
    watch = Watch()

    def heard(direction: str, data: bytes, said: list[str]) -> None:
        for sentence in said:
            say(joined((time.strftime("%H:%M:%S"), sentence), "  "))

    with stopping() as stop:
        transport = SerialTransport(address)
        nobody_at = time.monotonic() + PROBE_SECONDS
        while not stop.asked:
            try:
                _follow(transport, watch, heard, stop, nobody_at)
            except TransportLost as lost:
                if watch.hello is None and nobody_at != float("inf"):
                    raise  # this port never had a board
                say(
                    _("%(strftime)s  %(lost)s Waiting for it.", strftime=time.strftime("%H:%M:%S"), lost=lost)
                )
            finally:
                transport.close()
            again = None
            while again is None and not stop.wait(_AGAIN_S):
                again = _open_again(address)
            if again is not None:
                transport = again
                watch.reopened()
                # the port had a board before: it may need time to start
                nobody_at = float("inf")


def _open_again(address: str) -> SerialTransport | None:
    try:
        return SerialTransport(address)
    except PortError:
        return None  # the port is not back yet, or in use: try again


def _follow(
    transport: SerialTransport,
    watch: Watch,
    heard: Callable[[str, bytes, list[str]], None],
    stop: Stop,
    nobody_at: float,
    until: float = float("inf"),
) -> None:
    """Keep a session until the time is over or it is stopped; refuse a port without one of our boards."""
    waiting = b""
    while not stop.asked and time.monotonic() < until:
        transport.wait(_WAIT_S)
        now = time.monotonic_ns() // 1_000_000
        data = transport.read()
        if data:
            heard(RECEIVED, data, watch.receive(data, now))
        if watch.problem is not None:
            raise UserError(watch.problem)
        if watch.hello is None and time.monotonic() >= nobody_at:
            raise UserError(no_board(transport.name, watch.heard))
        if not waiting:
            waiting, said = watch.tick(now)
            if waiting or said:
                heard(SENT, waiting, said)
        if waiting:
            waiting = waiting[transport.write(waiting) :]
    if watch.hello is None and not stop.asked:
        raise UserError(no_board(transport.name, watch.heard))


# --- trace ----------------------------------------------------------------------------------


@command.command(epilog="Example: tablekeeper board trace /dev/ttyACM1 --seconds 10")
@click.argument("address")
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), help="Stop after this time.  [default: at Ctrl-C]"
)
def trace(address: str, seconds: float | None) -> None:
    """Show every frame that goes over a board's wire.

    Each line has the milliseconds since the beginning, the direction ("<": from the board) and
    what the frame means. Like the monitor it stores and acknowledges nothing.
    """
    wire = Wire()
    began = time.monotonic_ns() // 1_000_000

    def heard(direction: str, data: bytes, said: list[str]) -> None:
        ms = time.monotonic_ns() // 1_000_000 - began
        for line in wire.lines(direction, data):
            first, *more = meaning(line)
            say(f"{ms:>10} {direction} " + first)
            for sentence in more:
                say(" " * 13 + sentence)

    with stopping() as stop:
        transport = SerialTransport(address)
        began_s = time.monotonic()
        until = float("inf") if seconds is None else began_s + seconds
        try:
            _follow(transport, Watch(), heard, stop, began_s + PROBE_SECONDS, until)
        finally:
            transport.close()
