"""The command `tablekeeper` and its verbs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from tablekeeper.cli import clicktexts
from tablekeeper.cli.helptexts import HelpFormatter
from tablekeeper.cli.options import HOLDER
from tablekeeper.cli.refusal import Refusal
from tablekeeper.cli.verbs import Verbs
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import language_of, shown, speak
from tablekeeper.languages.catalogues import LANGUAGES
from tablekeeper.languages.choice import of_system
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
    "table": ("table", "Make, name and order tables, set them up, decide at them; replace a broken board."),
    "event": ("event", "Run events: players, draws, results, standings, undo, export and import."),
    "claim": ("claim", "Results that boards and players report: list, confirm and answer them."),
    "request": ("request", "What players ask of the desk: list, accept and refuse."),
    "tara": ("tara", "Check, show and play games of TARA (Sacred Hill)."),
    "race": ("race", "Referee pawn races: the result that follows from the pawns, or the first error."),
    "ruling": ("ruling", "Rule on a case by the regulation of tournaments; write reports of the decisions."),
    "penalty": ("penalty", "Warnings, points and disqualifications: the ladder and the ledger."),
    "late": ("late", "Note who is missing, and rule at the arrival."),
    "break": ("breaks", "Breaks: allowed, taken, exceeded."),
    "committee": ("committee", "Name the ruling committee, and substitutes for a dispute."),
    "appeal": ("appeal", "Appeals against rulings, decided by majority."),
    "journal": ("journal", "Show everything that was done, by whom and why."),
    "call": ("call", "List what waits for the director, and say what is done."),
    "announce": ("announce", "Show an announcement on every page."),
    "hall": ("hallpause", "Pause the whole hall, and choose what its projector shows."),
    "referee": ("referee", "Answer a backgammon referee's questions: plays, cube, start, match equity."),
    "dice": ("dice", "Say whether dice look fair, and name the sets of dice."),
    "adjudicate": ("adjudicate", "Compute the points of a one-point game that ended by a timeout."),
    "account": ("account", "Make, list, change and disable the accounts of those who sign in."),
    "token": ("token", "Make, list and revoke tokens for commands on other computers."),
    "generate": ("generate", "Write a random complete event with its journal."),
    "publish": ("publish", "Write events, rankings and players as static pages for any web server."),
    "venue": ("venue", "Ship this hall's journals to a federation: join, status, leave."),
    "federation": ("federation", "Copy the journals of many venues, and show their rankings together."),
    "support": ("support", "Gather what helps to find a fault, without names."),
    "backup": ("backup", "Copy the database while it is used; restore a copy."),
    "doctor": ("doctor", "Look at this computer and the database, and say what is wrong and what to do."),
    "verify": ("verify", "Compute a database again from its logs and journals, and tell each difference."),
    "check": ("check", "Recount an exported event from its journal, and list each difference."),
    "phone": ("phone", "Use a phone or tablet as a board: try it, or write its page as files."),
    "board": ("board", "Install, list, watch and trace the boards plugged in."),
}


# the contexts of all commands of this program use this formatter
click.Context.formatter_class = HelpFormatter
clicktexts.translate()


class _Main(Verbs):
    """Runs the verbs above, here or on another computer; prints a refusal as one line on standard error."""

    def main(self, *given: Any, **named: Any) -> Any:
        """Run a command line; print its errors in the chosen language, else in the system's language."""
        with language_of(of_system(os.environ)):
            return super().main(*given, **named)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb here, or send it to another computer."""
        try:
            words = [*ctx._protected_args, *ctx.args]
            holder = os.environ.get(HOLDER)
            if holder is not None or ctx.params["host"] is not None:
                # imported here, because HTTP would double the time of --version
                from tablekeeper.cli import remote

                concerns = remote.check(self, words, holder)
                if holder is not None and not concerns:
                    raise UserError("For another computer, a host runs only commands about its database.")
                if concerns and holder is None:
                    return remote.run(ctx.params["host"], ctx.params["token_file"], words)
            return super().invoke(ctx)
        except (UserError, ResourceError) as error:
            raise Refusal(shown(str(error))) from error
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "nats":
                raise
            refused = UserError("A federation needs the package nats-py: install 'tablekeeper[federation]'.")
            raise Refusal(shown(str(refused))) from error


def _choose(ctx: click.Context, option: click.Parameter, code: str | None) -> None:
    """Show texts in the requested language until the command ends."""
    if code:
        speak(code)


@click.group(
    cls=_Main, verbs=_VERBS, context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: tablekeeper demo --tables 4",
)
@click.version_option(__version__, prog_name="tablekeeper")
@click.option(
    "--language",
    type=click.Choice(tuple(LANGUAGES)), callback=_choose, is_eager=True, expose_value=False,
    help="Print all texts in this language.  [default: the system's]",
)
@click.option(
    "--host",
    metavar="URL", envvar="TABLEKEEPER_HOST",
    help="Run the command at the host of these pages, on another computer.",
)
@click.option(
    "--token-file",
    type=click.Path(path_type=Path), metavar="FILE", envvar="TABLEKEEPER_TOKEN_FILE",
    help="Where the token for it is (`tablekeeper token new`).",
)
def main(host: str | None, token_file: Path | None) -> None:
    """Keep the clocks, dice and scores of a hall of game tables."""
