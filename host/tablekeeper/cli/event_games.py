"""`tablekeeper event turn|overdue|player`: deadlines of turn-based games, and the games of one player."""

from __future__ import annotations

from dataclasses import asdict

import click

from tablekeeper.cli.eventdatabase import changes, reads
from tablekeeper.cli.options import as_json, event_argument, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.opengames import overdue, player_games
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import UserError
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _, joined
from tablekeeper.text import listing, meant


@click.command(epilog="Example: tablekeeper event turn Tourney Ann Bob")
@event_argument
@click.argument("on_turn", metavar="NAME")
@click.argument("against", metavar="OPPONENT")
@changes
def turn(events: Events, event: int, on_turn: str, against: str) -> None:
    """Note that NAME is on turn against OPPONENT from now on: the deadline of their game starts again."""
    seq = events.turn(event, on_turn, against)
    say(_("Action %(seq)s: %(words)s.", seq=seq, words=events.get(event).history[seq - 1].text))


@click.command("overdue", epilog="Example: tablekeeper event overdue Tourney")
@event_argument
@as_json
@reads
def overdue_games(events: Events, event: int, as_json: bool) -> None:
    """List the games played by turns whose deadline has passed, the oldest first."""
    view = events.get(event)
    if view.options.get("turns_a_day") is None:
        raise UserError(
            "%(name)s has no deadlines: set --turns-a-day, where the format has it.",
            name=view.name,
        )
    found = overdue(view, wall_ms())
    if as_json:
        say_json([asdict(game) for game in found])
        return
    for game in found:
        say(str(game))
    if not found:
        say(_("Nothing is overdue."))


@click.command(epilog="Example: tablekeeper event player Tourney Ann")
@event_argument
@click.argument("name", metavar="NAME")
@as_json
@reads
def player(events: Events, event: int, name: str, as_json: bool) -> None:
    """List whom a player is to invite, who invites the player, what is being played and what was."""
    view = events.get(event)
    if name not in view.players:
        raise UserError(
            "%(name)s is not in %(name2)s%(near)s: its players are %(players)s.",
            name=name, name2=view.name, near=meant(name, view.players), players=listing(view.players),
        )
    found = player_games(view, name)
    if as_json:
        say_json(asdict(found))
        return
    for heading, games in (
        (_("%(player)s invites", player=name), found.invites),
        (_("Who invited %(player)s", player=name), found.invited),
        (_("To be played"), found.open),
    ):
        _say(heading, list(map(str, games)))
    _say(_("Played"), list(map(pairing_text, found.played)))
    if name in view.withdrawn:
        why = view.withdrawn[name]
        say(_("withdrawn: %(reason)s", reason=why) if why else _("withdrawn"))


def _say(heading: str, lines: list[str]) -> None:
    say(joined((heading, ": ", str(len(lines)) if lines else _("none")), ""))
    for line in lines:
        say("  " + line)
