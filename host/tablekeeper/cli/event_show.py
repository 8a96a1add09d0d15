"""`tablekeeper event history|next|standings|picture|export`: the commands that only read events."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from tablekeeper.cli import hall, terminal
from tablekeeper.cli.eventdatabase import reads, which
from tablekeeper.cli.eventfiles import write_document, write_out
from tablekeeper.cli.hall import Access
from tablekeeper.cli.options import as_json, event_argument, say_json
from tablekeeper.cli.standings import drawn_or_refused, show, show_futures
from tablekeeper.cli.terminal import say
from tablekeeper.cli.undoings import say_history
from tablekeeper.director.events.boardqueue import board_queue, sitting
from tablekeeper.director.events.contradictions import standing
from tablekeeper.director.events.opengames import game
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import UserError
from tablekeeper.formats.answer import document
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _, joined
from tablekeeper.pictures.event import picture
from tablekeeper.text import listing, name_list, number


@click.command(epilog="Example: tablekeeper event history 3")
@event_argument
@as_json
@reads
def history(events: Events, event: int, as_json: bool) -> None:
    """List every action of an event; undone actions are marked."""
    view = events.get(event)
    say_history(view.history, as_json=as_json)


@click.command("next", epilog="Example: tablekeeper event next 3")
@click.argument("event", metavar="[EVENT]", required=False)
@as_json
@hall.reads
def next_games(here: Access, event: str | None, as_json: bool) -> None:
    """List what is to be played, and which claims of tables wait for an answer.

    Without EVENT: of all running events, in the order in which free boards go to their matches.
    """
    events = Events(here.store)
    if event is None:
        views = [events.get(one.id) for one in events.all()]
        _say_queue(board_queue(views, sitting(views, here.store.matches.closed())), as_json)
        return
    chosen = which(events, event)
    view, pairings = events.get(chosen), events.colours.coming(chosen)
    if as_json:
        say_json([
            number(pairing if held is None else {**pairing, "colours": held.lineup.by_player})
            for pairing, held in pairings
        ])  # fmt: skip
        return
    for pairing, held in pairings:
        gone = [name for name in pairing.get("players", ()) if name in view.withdrawn]
        told = [_("colours %(colours)s", colours=held)] if held is not None else []
        told += [_("%(players)s: withdrawn", players=listing(gone))] if gone else []
        told += [due] if (due := game(view, pairing).due) else []
        say(pairing_text(pairing) + (joined((" (", joined(told, "; "), ")"), "") if told else ""))
        for warning in () if held is None else held.warnings:
            say("  " + warning)
    for sentence in () if view.answer is None else view.answer.resting:
        say(sentence)
    for claim in view.claims:
        line = _("claim %(seq)s of a table: %(told)s", seq=claim.seq, told=pairing_text(claim.result))
        if (entered := standing(view, claim)) is not None:
            line += _(", but %(told)s is entered", told=pairing_text(entered.result or {}))
        say(line)
    if view.answer is None:
        say(
            view.problem
            or _(
                "It has not started; players so far: %(players)s.",
                players=name_list(view.players) or _("none"),
            )
        )
    elif not pairings:
        say(_("Nothing is to be played."))


def _say_queue(queue: list[tuple[EventView, Mapping[str, Any]]], as_json: bool) -> None:
    if as_json:
        say_json([{"event": view.id, **number(pairing)} for view, pairing in queue])
        return
    for view, pairing in queue:
        say(f"{view.name}: " + pairing_text(pairing))
    if not queue:
        say(_("Nothing waits for a board."))


@click.command(epilog="Example: tablekeeper event standings 3 --explain")
@event_argument
@click.option("--explain", is_flag=True, help="Say what separated whom, what is settled and who needs what.")
@as_json
@reads
def standings(events: Events, event: int, explain: bool, as_json: bool) -> None:
    """Show the standings of an event, with the reasons."""
    view = events.get(event)
    if view.answer is None:
        raise UserError(
            view.problem
            or _("Event %(event)s has not started: there are no standings yet.", event=event)
        )
    futures = events.futures(event) if explain and not as_json else None
    if as_json:
        say_json(document(view.answer))
        return
    console = terminal.Console()
    show(console, joined((view.name, view.form.title), ": "), view.answer, explain)
    for player, reason in view.withdrawn.items():
        left = (
            _("%(player)s has withdrawn: %(reason)s.", player=player, reason=reason)
            if reason
            else _("%(player)s has withdrawn.", player=player)
        )
        console.print(terminal.escape(left), soft_wrap=True)
    if explain:
        show_futures(console, view.answer, futures)


@click.command("picture", epilog="Example: tablekeeper event picture 3 --output cup.svg")
@event_argument
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@reads
def draw_picture(events: Events, event: int, output: Path | None) -> None:
    """Draw an event as SVG: a crosstable, bracket, grid of games or race; printed unless a file is named."""
    view = events.get(event)
    if view.answer is None:
        raise UserError(
            view.problem or _("Event %(event)s has not started: there is nothing to draw yet.", event=event)
        )
    futures = None if view.answer.over else events.futures(event)
    drawn = picture(view.form, view.played, view.name, futures=futures)
    write_out(drawn_or_refused(drawn, view.form.title), output)


@click.command(epilog="Example: tablekeeper event export 3 --output cup.json")
@event_argument
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@reads
def export(events: Events, event: int, output: Path | None) -> None:
    """Write an event with its journal and standings as JSON, on standard output unless a file is named."""
    exported = events.export(event)
    write_document(exported, output)
