"""`tablekeeper ruling`: the regulation's answer to a case, the director's decision, and the reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tablekeeper.cli import desk as shared
from tablekeeper.cli import eventflags
from tablekeeper.cli.desk import Opened, asked, changes, opened, reads, say_finding, say_json, say_ruling
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.terminal import say
from tablekeeper.cli.undoings import say_history, say_undoing, show_option, undoable
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.desk.journal import ORDER
from tablekeeper.director.desk.report import markdown
from tablekeeper.director.desk.wording import ruling_text
from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined, sentence, shown
from tablekeeper.regulation.cases import KINDS, CaseKind
from tablekeeper.regulation.paragraphs import PARAGRAPHS


class _Cases(CommandGroup):
    """The group's commands and each kind of case as a command, with the flags of its option table."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        kind = KINDS.get(cmd_name)
        return super().get_command(ctx, cmd_name) if kind is None else _case(kind)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(shown(_("Cases"))):
            formatter.write_dl([(kind.key, sentence(kind.title).translated()) for kind in KINDS.values()])
        super().format_commands(ctx, formatter)


def _case(kind: CaseKind) -> click.Command:
    def rule(
        names: tuple[str, ...], match: int | None, event: str | None, instead: tuple[str, ...], reason: str,
        games: str, dry_run: bool, as_json: bool, database: str | None, **given: Any,
    ) -> None:  # fmt: skip
        facts = eventflags.values(kind.options, given)
        decision = shared.decided(instead)
        shared.check_dry(dry_run, instead, reason)
        tables = bool(match or event)
        opening = asked(database, tables=tables) if dry_run else opened(database, writes=True, tables=tables)
        with opening as here:
            about: dict[str, Any] = {"match": match, "event": here.event(event)}
            if dry_run:
                say_finding(here.desk.propose(kind.key, names, facts, **about), as_json=as_json)
                return
            about |= {"instead": decision, "reason": reason, "games": games}
            seq = here.desk.rule(kind.key, names, facts, **about)
            say_ruling(here.desk, seq, as_json=as_json)

    words = " ".join([*kind.names, kind.example]).strip()
    made = click.Command(
        kind.key,
        callback=rule, params=[*eventflags.parameters(kind.options)],
        help=f"{kind.title}. NAMEs are the players of the match, or come from --match.",
        epilog=f"Example: tablekeeper ruling {kind.key} {words}",
    )
    shared.options(
        shared.names_argument, shared.about, shared.deciding, shared.dry_run, shared.as_json, shared.database
    )(made)
    return made


@click.group(
    cls=_Cases, epilog="Example: tablekeeper ruling length Ann Bob --stated 7 --played 5 --score 4,2"
)
def command() -> None:
    """Rule on a case as the regulation says, or with --instead as the director decides, with a reason.

    `tablekeeper ruling CASE --help` lists the facts of a case. Orders to a table are stored, and sent when
    the hall is open and its board is online; until then they are shown as not carried out.
    """


ruling_argument = click.argument("ruling", type=Whole(min=1), metavar="RULING")


@command.command("list", epilog="Example: tablekeeper ruling list")
@click.option("--open", "only_open", is_flag=True, help="Only those with an order that is not carried out.")
@shared.as_json
@reads
def list_rulings(here: Opened, only_open: bool, as_json: bool) -> None:
    """List every ruling that was not undone, and the state of its orders at the table."""
    found = here.desk.rulings(only_open=only_open)
    if as_json:
        say_json([shared.ruling_document(one.ruling, one.became) | {"undone": one.undone} for one in found])
        return
    for one in found:
        ruling = one.ruling
        marks = _(" (undone)") if one.undone else ""
        if ruling.overturned_by is not None:
            marks += _(" (overturned by %(ruling)s)", ruling=ruling.overturned_by)
        say(_(
            "Ruling %(seq)s: %(ruling_text)s%(marks)s.",
            seq=ruling.seq, ruling_text=ruling_text(ruling), marks=marks,
        ))
        for effect, said in zip(ruling.effects, one.became, strict=True):
            if said:
                say("  " + effect.sentence() + ": " + said)
    if not found:
        say(_("There is no ruling."))


@command.command(epilog="Example: tablekeeper ruling history")
@shared.as_json
@reads
def history(here: Opened, as_json: bool) -> None:
    """List every entry of the desk; undone entries are marked."""
    found = here.desk.history()
    say_history(found, as_json=as_json)


@command.command(epilog="Example: tablekeeper ruling report --player Ann --output ann.md")
@click.option("--player", metavar="NAME", help="Only rulings about this player.")
@shared.about
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it into this new file."
)
@shared.as_json
@reads
def report(
    here: Opened, player: str | None, match: int | None, event: str | None, output: Path | None, as_json: bool
) -> None:
    """Write the incident report, about everything or a match, an event, a player: Markdown, or JSON."""
    told = here.desk.report(match=match, event=here.event(event), player=player)
    if output is None:
        if as_json:
            say_json(told)
        else:
            click.echo(markdown(told), nl=False)
        return
    text = shared.json_text(told) + "\n" if as_json else markdown(told)
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UserError(
            "%(output)s: %(strerror)s: name another file with --output.",
            output=output, strerror=error.strerror,
        ) from error
    say(_("Written: %(output)s.", output=output), err=True)


@command.command("carry", epilog="Example: tablekeeper ruling carry 12")
@ruling_argument
@changes
def carry(here: Opened, ruling: int) -> None:
    """Carry out again what RULING changes in its event, and show the orders that wait for its table."""
    became = here.desk.carry_out(ruling)
    said = "; ".join(one for one in became if one)
    say(_("Ruling %(ruling)s: %(said)s", ruling=ruling, said=said or _("there is nothing to carry out")))


@command.command(epilog="Example: tablekeeper ruling undo 12 --reason 'the wrong table'")
@click.argument("entry", type=Whole(min=1), required=False, metavar="[ENTRY]")
@shared.reason_option
@show_option
@shared.database
def undo(entry: int | None, reason: str, show: bool, database: str | None) -> None:
    """Undo an entry of the desk, else the last one; both stay in the journal."""
    if show:
        with opened(database, writes=False) as here:
            # an order is listed with its ruling
            history = (one for one in here.desk.history() if one.action != ORDER or one.seq == entry)
            number = undoable(history, entry)
            say_undoing(number, here.desk.undoing(number))
        return
    with opened(database, writes=True) as here:
        told = here.desk.undo(entry, reason)
    say(_("Undone: %(told)s.", told=told))


@command.command(epilog="Example: tablekeeper ruling paragraphs late")
@click.argument("word", required=False, metavar="[WORD]")
@shared.as_json
def paragraphs(word: str | None, as_json: bool) -> None:
    """List the paragraphs of the regulation, by number and short name; only those with WORD."""
    wanted = (word or "").casefold()
    found = [
        one for one in PARAGRAPHS
        if wanted in f"{one.number} {one.name} {one.gist} {one.opening}".casefold()
    ]  # fmt: skip
    if as_json:
        say_json([{"number": one.number, "name": one.name, "gist": one.gist} for one in found])
        return
    for one in found:
        say(joined((f"§{one.number} ", one.name, ": ", one.gist), ""))
    if not found:
        say(_("No paragraph has that word."))
