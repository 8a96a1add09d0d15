"""`tablekeeper generate`: a random complete event, as an exported one."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper.cli.eventfiles import write_document
from tablekeeper.director.events.generation import generate
from tablekeeper.formats import FORMATS


@click.command(epilog="Example: tablekeeper generate league-2t --seed 7 --output league.json")
@click.argument("form", type=click.Choice(tuple(FORMATS)), metavar="FORMAT")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the chance.")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
def command(form: str, seed: int, output: Path | None) -> None:
    """Write a random complete event of FORMAT with its journal and standings, as JSON."""
    write_document(generate(FORMATS[form], seed), output)
