"""Shared by the commands of the director's desk: options, parsing of times, and output."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from tablekeeper.cli import hall
from tablekeeper.cli.eventdatabase import which
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json as as_json
from tablekeeper.cli.options import database as database
from tablekeeper.cli.options import lending
from tablekeeper.cli.tables import found
from tablekeeper.cli.terminal import say
from tablekeeper.director.calls import Caller
from tablekeeper.director.desk.deskjournal import sentences
from tablekeeper.director.desk.entries import Ruling
from tablekeeper.director.desk.service import Desk
from tablekeeper.director.desk.wording import ruling_text
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import HallClock, wall_ms
from tablekeeper.director.service import Director
from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option
from tablekeeper.languages import _, heading
from tablekeeper.regulation.decision import read_decision
from tablekeeper.regulation.finding import Effect, Finding
from tablekeeper.regulation.moment import moment, span
from tablekeeper.regulation.paragraphs import cited
from tablekeeper.store import NoDatabase, Store, open_store

F = TypeVar("F", bound=Callable[..., Any])


def _option(*names: str, **more: Any) -> Callable[[F], F]:
    return click.option(*names, **more)


match_option = _option(
    "--match", type=Whole(min=1), metavar="NUMBER", help="The table's match; it names both players."
)
event_option = _option(
    "--event", metavar="EVENT",
    help="The event, by number or name; the match is the one that its player is playing at a table now.",
)  # fmt: skip
reason_option = _option("--reason", default="", metavar="TEXT", help="Why; it is kept.")
instead_option = _option(
    "--instead", multiple=True, metavar="DECISION",
    help="What is decided: 'warn Ann', '2 points against Ann for noise', 'disqualify Ann', 'nothing'.",
)  # fmt: skip
games_option = _option(
    "--games", default="", metavar="WHAT",
    help="Games of a player who is out of a Tric Trac Tourney: timeouts or removed, as `event withdraw`.",
)  # fmt: skip
length_option = _option(
    "--length",
    type=Whole(min=0), metavar="POINTS", help="Length of the match; else that of --match.",
)
dry_run = _option("--dry-run", is_flag=True, help="Print what the regulation says, and store nothing.")
names_argument = click.argument("names", nargs=-1, metavar="[NAME]...")


def options(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Join decorators of options; the first one is listed first in the help."""

    def decorate(function: F) -> F:
        for one in reversed(decorators):
            function = one(function)
        return function

    return decorate


#: options for the match or the event of the case
about = options(match_option, event_option)
#: options for a decision that differs from the regulation, its reason, and the treatment of a player's games
deciding = options(instead_option, reason_option, games_option)


class Opened:
    """The desk of an opened database."""

    def __init__(self, store: Store, hall: bool, caller: Caller | None = None) -> None:
        self.store = store
        # only the hall knows the score and the clock of a match, and why an order to its table must wait
        desk = Director(store, HallClock()).desk if hall else Desk(store, wall_ms)
        self.desk = desk if caller is None else caller.acting("desk", desk)

    def event(self, text: str | None) -> int | None:
        """Return the number of an event given by number or name; None without a text."""
        return None if text is None else which(Events(self.store), text)

    def placed(self, options: Sequence[Option], typed: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was typed, with events and tables by their numbers."""
        find: dict[str, Callable[[str], Any]] = {
            "event": self.event, "place": lambda text: found(self.store, text).uid
        }  # fmt: skip
        kinds = {one.key: one.kind for one in options}
        return {key: find[kinds[key]](one) if kinds[key] in find else one for key, one in typed.items()}


@contextmanager
def opened(url: str | None, *, writes: bool, tables: bool = False) -> Iterator[Opened]:
    """Open the desk of a database for a `with` block, with the hall's `tables` if the case may be at one.

    A refusal is printed as one sentence.
    """
    with hall.opened(url, writes=writes) as here:
        # a running host knows its hall itself
        yield Opened(here.store, tables and here.caller.send is None, here.caller)


reads, changes = lending(opened, writes=False), lending(opened, writes=True)


@contextmanager
def asked(url: str | None, *, tables: bool = False) -> Iterator[Opened]:
    """Open the desk of a database for a query in a `with` block; without a database use an empty one.

    This also works while a hall is open; what its `tables` show is what the hall has stored.
    """
    try:
        store = open_store(url, now=wall_ms, threaded=False, read_only=True)
    except NoDatabase:
        store = open_store("sqlite://", now=wall_ms, threaded=False)
    with store:
        yield Opened(store, tables)


@contextmanager
def reading() -> Iterator[None]:
    """Turn an error in the words of a command line into one sentence."""
    with sentences():
        yield


def when(text: str | None, near_ms: int | None = None) -> int | None:
    """Parse a time as people write it, near `near_ms` or now; return Unix ms, or None without a text."""
    if text is None:
        return None
    with reading():
        return moment(text, wall_ms() if near_ms is None else near_ms)


def duration(text: str) -> int:
    """Parse a duration as people write it; return ms."""
    with reading():
        return span(text)


def check_dry(dry_run: bool, instead: Sequence[str], reason: str) -> None:
    """Refuse a decision together with --dry-run."""
    if dry_run and (instead or reason):
        raise UserError("With --dry-run nothing is decided: leave --instead and --reason out.")


def decided(texts: Sequence[str], cause: str = "other") -> tuple[Effect, ...] | None:
    """Return the decision of --instead; None without the option."""
    if not texts:
        return None
    with reading():
        return read_decision(texts, cause)


def two(names: Sequence[str]) -> tuple[str, str]:
    """Return a player and an opponent ("" for no opponent) from the words of a command line."""
    if not 1 <= len(names) <= 2:
        raise UserError("Name the player concerned first, then the opponent.")
    return names[0], names[1] if len(names) > 1 else ""


def json_text(value: Any) -> str:
    """Return one JSON document."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def say_json(value: Any) -> None:
    """Print one JSON document."""
    click.echo(json_text(value))


def finding_document(finding: Finding) -> dict[str, Any]:
    """Return the finding of the regulation as a JSON document."""
    return {
        "sentence": finding.sentence,
        "paragraphs": list(finding.paragraphs),
        "effects": [effect.document() for effect in finding.effects],
        "open": finding.open,
    }


def say_finding(finding: Finding, *, as_json: bool) -> None:
    """Print the finding of the regulation; nothing was stored."""
    if as_json:
        say_json(finding_document(finding))
        return
    say(heading(finding.sentence) + f" [{cited(finding.paragraphs)}].")
    for effect in finding.effects:
        say("  " + effect.sentence())
    if finding.open:
        say(_("  The director decides."))


def ruling_document(ruling: Ruling, became: Sequence[str]) -> dict[str, Any]:
    """Return a ruling as a JSON document."""
    return {
        "ruling": ruling.seq,
        "kind": ruling.kind,
        "players": list(ruling.players),
        "match": ruling.match,
        "event": ruling.event,
        "sentence": ruling.sentence,
        "paragraphs": list(ruling.paragraphs),
        "effects": [effect.document() for effect in ruling.effects],
        "proposed": None if ruling.proposed is None else [one.document() for one in ruling.proposed],
        "reason": ruling.reason,
        "overturned_by": ruling.overturned_by,
        "at_table": [one or None for one in became],
    }


def say_ruling(desk: Desk, seq: int, *, as_json: bool) -> None:
    """Print a ruling, and the state of its orders."""
    ruling, became = desk.state().rulings[seq], desk.status(seq)
    if as_json:
        say_json(ruling_document(ruling, became))
        return
    say(_("Ruling %(seq)s: %(ruling_text)s.", seq=seq, ruling_text=ruling_text(ruling)))
    for effect, said in zip(ruling.effects, became, strict=True):
        if said:
            say("  " + effect.sentence() + ": " + said)
        elif effect.points and ruling.event is not None and ruling.match is None:
            say(_("  No match of theirs is at a table now: enter these points with the result."))
