"""`tablekeeper rankings`: World Rankings, Double-Threat Rankings and Medal Race, of a file or of the club.

A word that is no verb is a file: `rankings world.json` is short for `rankings file world.json`.
"""

from __future__ import annotations

import importlib
import json
from datetime import date
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from tablekeeper import rankings
from tablekeeper.cli.dates import day
from tablekeeper.cli.eventfiles import named, read_document
from tablekeeper.rankings.figures import shown
from tablekeeper.strictjson import DocumentError as Wrong

#: verb -> (module of this package that holds it, by the verb's name or as `command`; its first line of help)
VERBS: dict[str, tuple[str, str]] = {
    "show": ("rankings_club", "Show a ranking or a rating list of the club."),
    "history": ("rankings_club", "Show, day by day, which events began to count and who moved where."),
    "player": ("rankings_club", "Show a person's ranks, titles, records, time and dice."),
    "entries": ("rankings_entries", "List the entries that count, and those that wait to be confirmed."),
    "propose": ("rankings_entries", "Show what a finished event is worth, and who would move."),
    "confirm": ("rankings_entries", "Confirm a finished event: it counts."),
    "correct": ("rankings_entries", "Count a corrected event as it is now."),
    "withdraw": ("rankings_entries", "Withdraw an entry: it no longer counts."),
    "restore": ("rankings_entries", "Count a withdrawn entry again."),
    "adopt": ("rankings_entries", "Import the tournaments of a ranking file into the database."),
    "export": ("rankings_export", "Write a ranking or a rating list for other programs."),
}
_FILE = "file"


class _Rankings(click.Group):
    """The verbs of the table above, loaded when they are used; a word that is no verb is a file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [_FILE, *VERBS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == _FILE:
            return of_file
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"tablekeeper.cli.{VERBS[cmd_name][0]}")
        found = getattr(module, cmd_name, None)
        command: click.Command = found if isinstance(found, click.Command) else module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.list_commands(ctx):
            return _FILE, of_file, args
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        first = of_file.get_short_help_str()
        with formatter.section("Commands"):
            formatter.write_dl([(_FILE, first), *((verb, text) for verb, (_, text) in VERBS.items())])


@click.group(
    cls=_Rankings,
    # options before the file are those of the verb `file`
    context_settings={"ignore_unknown_options": True},
    epilog="Example: tablekeeper rankings world.json --as-of 2025-06-29 --explain",
)
def command() -> None:
    """Show rankings with the reasons.

    A FILE in the place of the verb is a ranking file: `rankings FILE` is short for `rankings file FILE`.
    """


@click.command(_FILE, epilog="Example: tablekeeper rankings file world.json --as-of 2025-06-29")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=day,
    metavar="DATE",
    help="Show it as it was on this day, under the rules valid then.",
)
@click.option("--explain", is_flag=True, help="Say what separated players, and where each point comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def of_file(file: Path, as_of: date | None, explain: bool, as_json: bool) -> None:
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
    show(Console(), table, explain)


def show(console: Console, table: rankings.RankingTable, explain: bool = False) -> None:
    """Print a ranking for people: totals, the tournaments that count, and the reasons if wanted."""
    grid = Grid(title=f"{table.title}, rules of {table.rules.key}", title_justify="left")
    grid.add_column("", justify="right")
    grid.add_column("player")
    for heading in ("TP", "WP", "CP", "total"):
        grid.add_column(heading, justify="right")
    for row in table.rows:
        grid.add_row(
            str(row.rank),
            escape(row.player),
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
    console.print("Counted, oldest first:" if table.window else "No tournament counts yet.")
    for number, one in enumerate(table.window):
        ended = f"{one.date}  " if one.date else ""
        points = ", ".join(
            f"{row.player} {shown(row.tournament_points[number])}+{shown(row.winner_points[number])}"
            + (f"+{shown(row.compensatory_points[number])}" if row.compensatory_points[number] else "")
            for row in table.rows
            if row.player in one.wins
        )
        console.print(
            escape(f"  {ended}{one.name} ({one.style}, level {one.level}): {points}"), soft_wrap=True
        )
    for sentence in table.notes:
        console.print(escape(sentence), soft_wrap=True)
    if explain:
        for sentence in rankings.explained(table):
            console.print(escape(f"  {sentence}"), soft_wrap=True)
