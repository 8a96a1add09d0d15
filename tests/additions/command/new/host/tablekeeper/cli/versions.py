"""`tablekeeper versions`: the versions of this program and of the boards' protocol."""

from __future__ import annotations

import json

import click

from tablecore import messages
from tablekeeper.version import __version__


@click.command(epilog="Example: tablekeeper versions")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(as_json: bool) -> None:
    """Tell the versions of this program and of the boards' protocol."""
    told = {"program": __version__, "protocol": f"{messages.MAJOR}.{messages.MINOR}"}
    click.echo(json.dumps(told) if as_json else "\n".join(f"{name} {one}" for name, one in told.items()))
