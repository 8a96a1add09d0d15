"""`tablekeeper generate`: makes a random finished event, in the format of an exported event."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper.cli.eventfiles import write_document
from tablekeeper.cli.numbers import Whole
from tablekeeper.formats import FORMATS
from tablekeeper.virtual.randomevents.generation import generate


def _known(context: click.Context, parameter: click.Parameter, value: str) -> str:
    # check it when the command runs: a club's package may be installed after this module was loaded
    found: str = click.Choice(tuple(FORMATS)).convert(value, parameter, context)
    return found


@click.command(epilog="Example: tablekeeper generate league-2t --seed 7 --output league.json")
@click.argument("form", callback=_known, metavar="FORMAT")
@click.option("--seed", type=Whole(min=0), default=0, show_default=True, help="Random seed.")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
def command(form: str, seed: int, output: Path | None) -> None:
    """Write a random complete event of FORMAT with its journal and standings, as JSON."""
    write_document(generate(FORMATS[form], seed), output)
