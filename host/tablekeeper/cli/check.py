"""`tablekeeper check`: an exported event recounted from its journal by the independent audit."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from tablekeeper.audit import audit
from tablekeeper.cli.eventfiles import named, read_document
from tablekeeper.cli.terminal import say
from tablekeeper.languages import _, sentence
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import counted


@click.command(epilog="Example: tablekeeper check league.json")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(file: Path, as_json: bool) -> None:
    """Recount the exported event of FILE ("-" reads standard input) and list each difference.

    Exit status 0: the file agrees with its journal; 1: there are differences; 2: it is no exported event.
    """
    try:
        report = audit(read_document(file))
    except DocumentError as error:
        raise named(file, error) from error
    if as_json:
        told = [{"place": one.place, "sentence": one.sentence} for one in report.findings]
        whole = {"differences": told, "unaudited": list(report.unaudited)}
        click.echo(json.dumps(whole, ensure_ascii=False, indent=2))
    else:
        for one in report.findings:
            say(str(one))
        count = len(report.findings)
        say(
            sentence(counted(count, "difference"))
            if count
            else _("%(file)s: what was recounted agrees.", file=file)
            if report.unaudited
            else _("%(file)s: everything was recounted, and agrees.", file=file)
        )
        if report.unaudited:
            say(_("Not recounted: %(unaudited)s.", unaudited="; ".join(report.unaudited)))
    if report.findings:
        sys.exit(1)
