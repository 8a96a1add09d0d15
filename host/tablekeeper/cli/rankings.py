"""`tablekeeper rankings`: World Rankings, Double-Threat Rankings and Medal Race, of a file or of the club.

A word that is not a verb is a file: `rankings world.json` is short for `rankings file world.json`.
"""

from __future__ import annotations

import click

from tablekeeper.cli.verbs import Verbs

_FILE = "file"
#: verb -> (module of this package that holds it, its first line of help)
_VERBS = {
    _FILE: ("rankings_file", 'Show the ranking of the tournaments in FILE ("-" reads standard input).'),
    "show": ("rankings_club", "Show a ranking or a rating list of the club."),
    "history": ("rankings_club", "Show, day by day, which events began to count and who moved where."),
    "player": ("rankings_player", "Show a person's ranks, titles, records, time and dice."),
    "entries": ("rankings_entries", "List the entries that count, and those that wait to be confirmed."),
    "propose": ("rankings_entries", "Show what a finished event is worth, and who would move."),
    "confirm": ("rankings_entries", "Confirm a finished event: it counts."),
    "correct": ("rankings_entries", "Count a corrected event as it is now."),
    "withdraw": ("rankings_entries", "Withdraw an entry: it no longer counts."),
    "restore": ("rankings_entries", "Count a withdrawn entry again."),
    "adopt": ("rankings_entries", "Import the tournaments of a ranking file into the database."),
    "export": ("rankings_export", "Write a ranking or a rating list for other programs."),
}


class _Rankings(Verbs):
    """The group of the verbs above; any other word is a file."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        return super().resolve_command(ctx, args if args[0] in self.verbs else [_FILE, *args])


@click.group(
    cls=_Rankings, verbs=_VERBS,
    # options before the file belong to the verb `file`
    context_settings={"ignore_unknown_options": True},
    epilog="Example: tablekeeper rankings world.json --as-of 2025-06-29 --explain",
)
def command() -> None:
    """Show rankings with the reasons.

    A FILE in the place of the verb is a ranking file: `rankings FILE` is short for `rankings file FILE`.
    """
