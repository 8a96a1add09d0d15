"""`tablekeeper event`: the events in the database, from the first entry to the import of a file."""

from __future__ import annotations

import click

from tablekeeper.cli.verbs import Verbs

#: verb -> (module of this package that holds it, its first line of help)
_VERBS = {
    "new": (
        "event_new",
        "Make an event from a template; `tablekeeper event new TEMPLATE --help` lists its options.",
    ),
    "templates": ("event_new", "List what a new event can be made from: every format, and presets of it."),
    "enter": (
        "event_entries",
        "Enter players, in this order; once the event has started they are late arrivals.",
    ),
    "checkin": (
        "event_entries",
        "Note who is there; without names, list who is there and who is still missing.",
    ),
    "withdraw": (
        "event_play",
        "Take a player off the list; after the start the results stay, and open matches become walkovers.",
    ),
    "set": ("event_course", "Set options of the event's format, such as throws that decide a tie."),
    "draw": (
        "event_draw",
        "Draw what the format leaves to chance; the seed is recorded, so that the draw can be repeated.",
    ),
    "fees": (
        "event_money",
        "Set the fees and prizes of an event, and show its sheet; what you leave out stays as it was.",
    ),
    "paid": ("event_money", "Note that players have paid the entry fee."),
    "payout": ("event_money", "Show who gets what of the prize pool by the standings as they are."),
    "start": ("event_entries", "Start an event: its entries are checked, and results can be entered."),
    "discard": (
        "event_course",
        "Discard an event that has not started; its name is free again, and `event undo` brings it back.",
    ),
    "seat": (
        "event_seat",
        "Seat the round: set tables up for all matches of an event that can be played now.",
    ),
    "timetable": (
        "event_timetable",
        "Show or change the timetable of an event: boards are set up and lateness is counted by it.",
    ),
    "throw": (
        "event_play",
        "Record the round of die-roll that `next` asks for; level players throw again.",
    ),
    "colours": (
        "event_play",
        "Choose who plays a race with which COLOURS; `next` shows those that are chosen or kept.",
    ),
    "result": (
        "event_play",
        "Enter a result; its fields are those of the event's format (without fields, list them).",
    ),
    "results": ("event_results", "Preview many results, and with --confirm enter all of them or none."),
    "cancel": (
        "event_play",
        "Enter that a game of these players need not be played, because it can change nothing.",
    ),
    "rule": ("event_play", "Replace the result of ACTION by another one; the REASON is kept."),
    "confirm": ("event_play", "Confirm the claim of a table, action number ACTION: its result counts."),
    "reject": ("event_play", "Reject the claim of a table, action number ACTION; the REASON is kept."),
    "turn": (
        "event_games",
        "Note that NAME is on turn against OPPONENT from now on: the deadline of their game starts again.",
    ),
    "overdue": ("event_games", "List the games played by turns whose deadline has passed, the oldest first."),
    "player": (
        "event_games",
        "List whom a player is to invite, who invites the player, what is being played and what was.",
    ),
    "list": ("event_list", "List the events, oldest first."),
    "history": ("event_show", "List every action of an event; undone actions are marked."),
    "next": ("event_show", "List what is to be played, and which claims of tables wait for an answer."),
    "standings": ("event_show", "Show the standings of an event, with the reasons."),
    "picture": (
        "event_show",
        "Draw an event as SVG: a crosstable, bracket, grid of games or race; printed unless a file is named.",
    ),
    "print": (
        "event_print",
        "Write a print as HTML: score sheets, pairings, brackets, standings; without WHAT list them.",
    ),
    "undo": (
        "event_course",
        "Undo the action with this number, else the last one; all of them stay in the journal.",
    ),
    "finish": ("event_course", "Finish an event: nothing more can be entered."),
    "reopen": ("event_course", "Reopen a finished event; the REASON is kept."),
    "export": (
        "event_show",
        "Write an event with its journal and standings as JSON, on standard output unless a file is named.",
    ),
    "import": (
        "event_course",
        'Import an event file into the database ("-" reads standard input); its journal is kept as it is.',
    ),
}


@click.group(
    cls=Verbs, verbs=_VERBS, epilog='Example: tablekeeper event new championship "Spring cup" --first-to 3'
)
def command() -> None:
    """Run events: enter players and results, see standings with reasons, undo, export and import.

    EVENT is an event's number or its name. While `tablekeeper serve` is running, it carries out these
    commands at once.
    """
