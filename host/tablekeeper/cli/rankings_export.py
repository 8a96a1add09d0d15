"""`tablekeeper rankings export`: rankings and rating lists as files for everybody, with published names."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path

import click

from tablekeeper.cli.dates import day
from tablekeeper.cli.options import database
from tablekeeper.cli.rankingsdatabase import opened
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.service import Events
from tablekeeper.director.published import RANKINGS, RATINGS, Published
from tablekeeper.errors import UserError
from tablekeeper.feeds.csvtext import csv_text
from tablekeeper.feeds.ranking import ranking_document, ranking_sheets, ratings_document, ratings_sheet
from tablekeeper.feeds.sheet import Sheet
from tablekeeper.feeds.workbook import workbook
from tablekeeper.languages import _
from tablekeeper.pictures.ranking import picture
from tablekeeper.pictures.season import picture as season_picture

#: kinds of files; the last two are pictures
KINDS = ("csv", "json", "xlsx", "svg", "season.svg")


@click.command(
    "export", epilog="Example: tablekeeper rankings export world --format xlsx --output world.xlsx"
)
@click.argument(
    "ranking", type=click.Choice(RANKINGS), default="world", metavar="[world|double-threat|medal|...]"
)
@click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]), callback=day, metavar="DATE",
    help="As it was on this day, under the rules valid then.",
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(KINDS), help=f"{', '.join(KINDS)}.  [default: as FILE ends, else csv]", metavar="KIND",
)
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@database
def export(
    ranking: str, as_of: date | None, kind: str | None, output: Path | None, database: str | None
) -> None:
    """Write a ranking (world, double-threat, medal) or a rating list (fibs, openskill) for other programs.

    People who want no name published have a neutral one. Printed unless a file is named.
    """
    kind = kind or _kind_of(output)
    if kind.endswith("svg") and ranking in RATINGS:
        raise UserError(
            "There is no picture of the rating list %(ranking)s: choose csv, json or xlsx.",
            ranking=ranking,
        )
    if kind == "xlsx" and output is None:
        raise UserError("A workbook is not text: name a file with --output.")
    with opened(database, writes=False) as club:
        published = Published(club.register, club.rankings, Events(club.store))
        content = _content(published, ranking, as_of, kind)
    if output is None:
        # write bytes, because lines of CSV end with CR and LF on every system
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    try:
        # "x": never overwrite an existing file
        with output.open("xb") as file:
            file.write(content)
    except OSError as error:
        raise UserError(
            "%(output)s: %(strerror)s: name another file with --output.",
            output=output, strerror=error.strerror,
        ) from error
    say(_("Written: %(output)s.", output=output), err=True)


def _kind_of(output: Path | None) -> str:
    name = "" if output is None else output.name.lower()
    return next((kind for kind in reversed(KINDS) if name.endswith(f".{kind}")), KINDS[0])


def _content(published: Published, ranking: str, as_of: date | None, kind: str) -> bytes:
    if ranking in RATINGS:
        ratings = published.ratings(ranking, as_of)
        sheets: tuple[Sheet, ...] = (ratings_sheet(ratings),)
        document = ratings_document(ratings)
    else:
        view = published.ranking(ranking, as_of)
        if kind == "svg":
            return picture(view.table, view.before).encode()
        if kind == "season.svg":
            return season_picture(view.table, view.past).encode()
        sheets, document = ranking_sheets(view), ranking_document(view)
    if kind == "json":
        return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
    return workbook(sheets) if kind == "xlsx" else csv_text(sheets[0]).encode()
