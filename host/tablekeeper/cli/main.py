"""The command `tablekeeper` and its verbs."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

import click

from tablekeeper.cli import remote
from tablekeeper.cli.refusal import Refusal
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.version import __version__

#: verb -> (module of this package that holds it, its first line of help)
_VERBS = {
    "demo": ("demo", "Play real matches on virtual tables and show the hall in a browser."),
    "serve": ("serve", "Collect the tables plugged into this computer and show the hall."),
    "watch": ("watch", "Show the tables and events of the running host in the terminal, live."),
    "replay": ("replay", "Play transcripts through firmware, wire and database, and check them."),
    "standings": ("standings", "Show the standings of an event file, with the reasons."),
    "rankings": ("rankings", "Show rankings of tournaments, with the reasons."),
    "ratings": (
        "ratings",
        "Show the rating list after a file of results: Elo by match length, OpenSkill.",
    ),
    "people": ("people", "Keep the register: names, duplicates, consent, and the removal of a name."),
    "club": ("club", "Keep the clubs of the people in the register."),
    "event": ("event", "Run events: players, draws, results, standings, undo, export and import."),
    "tara": ("tara", "Check, show and play games of TARA (Sacred Hill)."),
    "race": ("race", "Referee pawn races: the result that follows from the pawns, or the first error."),
    "ruling": ("ruling", "Rule on a case by the regulation of tournaments; write reports of the decisions."),
    "penalty": ("penalty", "Warnings, points and disqualifications: the ladder and the ledger."),
    "late": ("late", "Note who is missing, and rule at the arrival."),
    "break": ("breaks", "Breaks: allowed, taken, exceeded."),
    "committee": ("committee", "Name the ruling committee, and substitutes for a dispute."),
    "appeal": ("appeal", "Appeals against rulings, decided by majority."),
    "journal": ("journal", "Show everything that was done, by whom and why."),
    "referee": ("referee", "Answer a backgammon referee's questions: plays, cube, start, match equity."),
    "dice": ("dice", "Say whether dice look fair, and name the sets of dice."),
    "adjudicate": ("adjudicate", "Compute the points of a one-point game that ended by a timeout."),
    "account": ("account", "Make, list, change and disable the accounts of those who sign in."),
    "token": ("token", "Make, list and revoke tokens for commands on other computers."),
    "generate": ("generate", "Write a random complete event with its journal."),
    "backup": ("backup", "Copy the database while it is used; restore a copy."),
    "verify": ("verify", "Compute a database again from its logs and journals, and tell each difference."),
    "check": ("check", "Recount an exported event from its journal, and list each difference."),
    "board": ("board", "Install, list, watch and trace the boards plugged in."),
}


class _Verbs(click.Group):
    """Loads a verb's module when the verb is used, so that `--help` and `--version` answer at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _VERBS:
            return None
        module = importlib.import_module(f"tablekeeper.cli.{_VERBS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb, or have another computer run it; a refusal is one line on standard error."""
        try:
            words = [*ctx._protected_args, *ctx.args]
            if remote.HOLDER in os.environ:
                if not remote.check(self, words, os.environ[remote.HOLDER]):
                    raise UserError("A host runs only commands about its database for another computer.")
            elif ctx.params["host"] is not None and remote.check(self, words):
                return remote.run(ctx.params["host"], ctx.params["token_file"], words)
            return super().invoke(ctx)
        except (UserError, ResourceError) as error:
            raise Refusal(str(error)) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(verb, text) for verb, (_, text) in _VERBS.items()])


@click.group(
    cls=_Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: tablekeeper demo --tables 4",
)
@click.version_option(__version__, prog_name="tablekeeper")
@click.option(
    "--host",
    metavar="URL",
    envvar="TABLEKEEPER_HOST",
    help="Run the command at the host of these pages, on another computer.",
)
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    envvar="TABLEKEEPER_TOKEN_FILE",
    help="Where the token for it is (`tablekeeper token new`).",
)
def main(host: str | None, token_file: Path | None) -> None:
    """Keep the clocks, dice and scores of a hall of game tables."""
