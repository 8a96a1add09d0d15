"""`tablekeeper generate`: a random complete event, as an exported one."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tablekeeper.cli.refusal import Refusal
from tablekeeper.director.events.generation import generate
from tablekeeper.formats import FORMATS


@click.command(epilog="Example: tablekeeper generate league-2t --seed 7 --output league.json")
@click.argument("form", type=click.Choice(tuple(FORMATS)), metavar="FORMAT")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the chance.")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
def command(form: str, seed: int, output: Path | None) -> None:
    """Write a random complete event of FORMAT with its journal and standings, as JSON."""
    text = json.dumps(generate(FORMATS[form], seed), ensure_ascii=False, indent=1) + "\n"
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        # a file that is there already may be somebody's only copy
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Refusal(f"{output}: {error.strerror}: name another file with --output.") from error
    click.echo(f"Written: {output}.", err=True)
