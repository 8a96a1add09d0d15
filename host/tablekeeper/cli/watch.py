"""`tablekeeper watch`: the hall of the running host in the terminal, live."""

from __future__ import annotations

import threading
import time
from typing import Any

import click
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from tablekeeper.cli.hall import host_of
from tablekeeper.cli.hostsocket import Host, HostGone
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.stopping import stopping
from tablekeeper.cli.terminal import escape, headed
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _, shown
from tablekeeper.text import counted

#: how often clocks are drawn (seconds)
_DRAW_S = 0.5
#: a smaller reserve is shown as low (ms)
_LOW_MS = 60_000


@click.command(epilog="Example: tablekeeper watch --once")
@click.option("--once", is_flag=True, help="Print the hall as it is now, and stop.")
@as_json
@database
def command(once: bool, as_json: bool, database: str | None) -> None:
    """Show the tables and events of the running host, live, until Ctrl-C.

    Tables that need the director come first. When the output is no terminal, the hall is printed once.
    """
    address = host_of(database)
    try:
        if address is None:
            raise HostGone
        host = Host(address)
        first = host.dashboard(None)
    except HostGone:
        raise UserError("The hall is closed: `tablekeeper serve` opens it.") from None
    console = Console()
    if as_json:
        say_json(first["hall"])
    elif once or not console.is_terminal:
        console.print(picture(first["hall"], 0))
    else:
        _live(console, host, first)


def _live(console: Console, host: Host, first: dict[str, Any]) -> None:
    seen = [(first, time.monotonic())]
    ended: list[ResourceError] = []

    def follow() -> None:
        told = first
        while not ended:
            try:
                told = host.dashboard(told["revision"])
            except ResourceError as error:
                ended.append(error)
            else:
                seen[0] = (told, time.monotonic())

    with stopping() as stop, Live(console=console, screen=True, auto_refresh=False) as live:
        threading.Thread(target=follow, daemon=True).start()
        while not ended and not stop.asked:
            told, at = seen[0]
            live.update(picture(told["hall"], int((time.monotonic() - at) * 1000)), refresh=True)
            stop.wait(_DRAW_S)
    if not stop.asked:
        raise UserError("The hall is closed.")


def picture(hall: dict[str, Any], passed_ms: int) -> Group:
    """Return the hall as it is `passed_ms` after the host described it."""
    now_ms = hall["now_ms"] + int(passed_ms * hall["rate"])
    rows = headed(_("table"), _("players"), _("standing"), _("clocks"), _("state"), expand=True)
    for one in hall["tables"]:
        here = one["online"] or not one["device"]
        state = escape("; ".join([*one["problems"], one["state"] if here else shown(_("away"))]))
        rows.add_row(
            escape(one["table"]),
            escape(" v ".join(one["players"])),
            escape(one["standing"]),
            Text(" ").join(_clock(clock, now_ms, passed_ms) for clock in one["clocks"]),
            f"[bold red]{state}[/bold red]" if one["problems"] else state,
        )
    lines = [
        Text(
            f"{one['name']}: {one['phase']}, {shown(counted(one['results'], 'result'))}"
            + (f", {shown(counted(one['claims'], 'claim waits', 'claims wait'))}" if one["claims"] else ""),
            style="bold" if one["claims"] else "",
        )
        for one in hall["events"]
    ]
    if hall["rulings"]:
        count = counted(hall["rulings"], "ruling is", "rulings are")
        lines.append(Text(shown(_("%(rulings)s not carried out", rulings=count)), style="bold"))
    none = _("No table yet: make some on the page Tables, or connect a board by USB.")
    return Group(rows if hall["tables"] else Text(shown(none)), *lines)


def _clock(clock: dict[str, Any], now_ms: int, passed_ms: int) -> Text:
    left = clock["remaining_ms"]
    if clock["running"] and clock["deadline_ms"] is not None:
        left = min(left, max(clock["deadline_ms"] - now_ms, 0))
    elif clock["running"] and clock["counts_up"]:
        left += passed_ms
    minutes, seconds = divmod(left // 1000, 60)
    low = not clock["counts_up"] and left < _LOW_MS
    style = "bold red" if clock["flagged"] or low else "bold" if clock["running"] else ""
    return Text(shown(_("flag")) if clock["flagged"] else f"{minutes}:{seconds:02}", style=style)
