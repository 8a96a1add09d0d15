"""`tablekeeper board check`: a board tests itself, while a person presses its keys."""

from __future__ import annotations

import json
import secrets
import time

import click

from tablekeeper.boardkit import Wiring, board_toml
from tablekeeper.cli.stopping import Stop, stopping
from tablekeeper.cli.terminal import say
from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined, shown
from tablekeeper.tables import Hello, SerialTransport, candidates, probe
from tablekeeper.tables.checkup import BEGINS, PASSED, CheckUp, CheckUpFinding
from tablekeeper.tables.discovery import PROBE_SECONDS, no_board

_WAIT_S = 0.02
_INTERRUPTED = 130


@click.command("check", epilog="Example: tablekeeper board check --port /dev/ttyACM1")
@click.option("--port", "address", metavar="ADDRESS", help="The board's port.  [default: the only board]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line, one for each event.")
def check(address: str | None, as_json: bool) -> None:
    """Let a board test its memory, display, lamps, sound and keys.

    Somebody stands before the board and presses what its screen asks for; each result is printed at once. The
    board must have no match on it. Nothing is stored or acknowledged. Exit status 1 when something failed.
    """
    if address is None:
        address = _only()
    with stopping() as stop:
        passed = _run(address, as_json, stop)
    if passed is None:
        raise SystemExit(_INTERRUPTED)
    raise SystemExit(0 if passed else 1)


def _run(address: str, as_json: bool, stop: Stop) -> bool | None:
    # far above the command ids of a serving host, which counts from 1
    test = CheckUp(1 << 31 | secrets.randbits(30))
    transport = SerialTransport(address)
    passed = None
    try:
        nobody_at = time.monotonic() + PROBE_SECONDS
        waiting = b""
        while passed is None and not stop.asked:
            transport.wait(_WAIT_S)
            now = time.monotonic_ns() // 1_000_000
            for finding in test.receive(transport.read(), now):
                _tell(finding, test, as_json)
                if not finding.step:
                    passed = finding.state == PASSED
            waiting = waiting or test.tick(now)
            if waiting:
                waiting = waiting[transport.write(waiting) :]
            if test.problem is not None:
                raise UserError(test.problem)
            if test.hello is None and time.monotonic() >= nobody_at:
                raise UserError(no_board(address, test.heard))
    finally:
        transport.close()
    return passed


def _tell(finding: CheckUpFinding, test: CheckUp, as_json: bool) -> None:
    look = [] if finding.step else Wiring(board_toml()).advice(test.failed, test.battery)
    if as_json:
        uid = test.hello.uid if test.hello else ""
        told = {
            "board": uid,
            "step": finding.step or None,
            "state": finding.state,
            "why": finding.why or None,
        }
        click.echo(json.dumps({**told, "task": finding.task or None, "look": look}))
    elif not finding.step:
        say(_("All is right.") if finding.state == PASSED else _("Something is wrong."))
        for sentence in look:
            say(sentence)
    elif finding.state == BEGINS:
        if finding.task:
            say(joined((shown(finding.step).ljust(9), finding.task), " "))
    else:
        state = joined(filter(None, (finding.state, finding.why)), ": ")
        say(joined((shown(finding.step).ljust(9), state), " "))


def _only() -> str:
    """Return the port of the only board; without a board, or with several, say what to do."""
    boards = [port.address for port in candidates() if isinstance(probe(port.address), Hello)]
    if len(boards) == 1:
        return boards[0]
    if boards:
        raise UserError(
            "There are %(count)s boards (%(boards)s): name one with --port.",
            count=len(boards), boards=", ".join(boards),
        )
    raise UserError("No board is plugged in, or a host has it: plug one in, or name its port with --port.")
