"""`tablekeeper rankings FILE`: the ranking of the tournaments in a file, and how a ranking is printed."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import click

from tablekeeper import rankings
from tablekeeper.cli import terminal
from tablekeeper.cli.dates import day
from tablekeeper.cli.eventfiles import named, read_document
from tablekeeper.languages import _
from tablekeeper.rankings.figures import shown
from tablekeeper.strictjson import DocumentError as Wrong


@click.command("file", epilog="Example: tablekeeper rankings file world.json --as-of 2025-06-29")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]), callback=day, metavar="DATE",
    help="Show it as it was on this day, under the rules valid then.",
)
@click.option("--explain", is_flag=True, help="Say what separated players, and where each point comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(file: Path, as_of: date | None, explain: bool, as_json: bool) -> None:
    """Show the ranking of the tournaments in FILE ("-" reads standard input).

    Exit status 2 and one line that names the place when the file is wrong.
    """
    place = read_document(file)
    try:
        table = rankings.ranking_table(rankings.read(place), as_of)
    except Wrong as error:
        raise named(file, error) from error
    if as_json:
        click.echo(json.dumps(rankings.document(table, explain), ensure_ascii=False, indent=2))
        return
    show(terminal.Console(), table, explain)


def show(console: terminal.Console, table: rankings.RankingTable, explain: bool = False) -> None:
    """Print a ranking for people: totals, the tournaments that count, and the reasons if wanted."""
    title = _("%(ranking)s, rules of %(rules)s", ranking=table.title, rules=table.rules.key)
    grid = terminal.headed(title=title)
    grid.add_column("", justify="right")
    grid.add_column(terminal.escape(_("player")))
    for heading in ("TP", "WP", "CP", _("total")):
        grid.add_column(terminal.escape(heading), justify="right")
    for row in table.rows:
        grid.add_row(
            str(row.rank),
            terminal.escape(row.player),
            *map(
                shown,
                (
                    sum(row.tournament_points),
                    sum(row.winner_points),
                    sum(row.compensatory_points),
                    row.total,
                ),
            ),
        )
    console.print(grid)
    console.print(
        terminal.escape(_("Counted, oldest first:") if table.window else _("No tournament counts yet."))
    )
    for number, one in enumerate(table.window):
        ended = f"{one.date}  " if one.date else ""
        points = ", ".join(
            f"{row.player} {shown(row.tournament_points[number])}+{shown(row.winner_points[number])}"
            + (f"+{shown(row.compensatory_points[number])}" if row.compensatory_points[number] else "")
            for row in table.rows
            if row.player in one.wins
        )
        console.print(
            terminal.escape(
                f"  {ended}"
                + _("%(name)s (%(style)s, level %(level)s)", name=one.name, style=one.style, level=one.level)
                + f": {points}"
            ),
            soft_wrap=True,
        )
    for sentence in table.notes:
        console.print(terminal.escape(sentence), soft_wrap=True)
    if explain:
        for sentence in rankings.explained(table):
            console.print(terminal.escape("  " + sentence), soft_wrap=True)
