"""`tablekeeper tara`: games of TARA checked turn by turn, shown, or played at one terminal."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper import formats
from tablekeeper.cli.eventfiles import named, read_bytes
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.errors import UserError
from tablekeeper.formats.tara.rules import Tara
from tablekeeper.games.tara.diagram import diagram
from tablekeeper.games.tara.picture import description, picture
from tablekeeper.games.tara.position import Position, start
from tablekeeper.games.tara.record import TaraRecord, read_names, read_record
from tablekeeper.games.tara.refusal import refusal
from tablekeeper.games.tara.rules import FREE, LINKED, TaraRules
from tablekeeper.games.tara.score import score
from tablekeeper.games.tara.turn import Turn, read_turn
from tablekeeper.languages import _, joined
from tablekeeper.strictjson import DocumentError, loads
from tablekeeper.text import versus


@click.group(cls=CommandGroup, epilog="Example: tablekeeper tara check match.tara")
def command() -> None:
    """Check, show and play games of TARA (Sacred Hill).

    A FILE is an event file of Tara match play, or the same as text: a few lines such as "level: 2" and
    "players: Ann, Bob", then "game 1" and its turns, "game 2" and so on. "-" reads standard input.
    """


@command.command(epilog="Example: tablekeeper tara check match.tara")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
def check(file: Path) -> None:
    """Play the games in FILE by the rules and count them.

    Exit status 2 and one line that names game, turn and reason when a turn is not legal.
    """
    record = _read(file)
    for number in range(len(record.games)):
        *_rest, position = _course(file, record, number)
        say(_(
            "game %(number)s: %(told)s",
            number=number + 1, told=_told(record, position, len(record.games[number])),
        ))


@command.command(epilog="Example: tablekeeper tara show match.tara --game 2 --turn 30 --svg board.svg")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--game", type=Whole(1), help="Which game; without it the last one in the file.")
@click.option("--turn", type=Whole(0), help="After which turn; without it after the last one.")
@click.option(
    "--svg", type=click.Path(path_type=Path), help='Write the board there as a picture ("-": print it).'
)
def show(file: Path, game: int | None, turn: int | None, svg: Path | None) -> None:
    """Show a position of FILE as text, or as an SVG picture."""
    record = _read(file)
    number = len(record.games) if game is None else game
    if number > len(record.games):
        raise UserError(
            "%(file)s: there is no game %(number)s, only %(count)s",
            file=file, number=number, count=len(record.games),
        )
    course = _course(file, record, number - 1)
    at = len(course) - 1 if turn is None else turn
    if at >= len(course):
        raise UserError(
            "%(file)s: game %(number)s has %(count)s turns, not %(turn)s",
            file=file, number=number, count=len(course) - 1, turn=turn,
        )
    position = course[at]
    if svg is None:
        say(diagram(position) + "\n\n" + description(position))
        return
    text = picture(position, f"TARA, game {number}, after turn {at}")
    if str(svg) == "-":
        click.echo(text, nl=False)
        return
    try:
        svg.write_text(text, "utf-8")
    except OSError as error:
        raise UserError("%(svg)s: %(strerror)s", svg=svg, strerror=error.strerror) from error


@command.command(epilog="Example: tablekeeper tara play --players Ann,Bob --level 2 match.tara")
@click.argument("file", type=click.Path(path_type=Path), metavar="[FILE]", required=False)
@click.option(
    "--players",
    default="Red,Blue", show_default=True,
    help="2 or 4 names in turn order, separated by commas.",
)
@click.option("--level", type=click.Choice(["1", "2"]), default="1", show_default=True, help="Level.")
@click.option(
    "--opening", type=click.Choice([FREE, LINKED]), default=FREE, show_default=True, help="In doubles."
)
@click.option(
    "--op0-builds", is_flag=True, help="Level 2: OP0 hills may be built when nothing higher exists."
)
def play(file: Path | None, players: str, level: str, opening: str, op0_builds: bool) -> None:
    """Play a match with two to four people at one terminal; illegal turns are refused with the reason.

    FILE stores the match after every turn; an existing FILE is continued. "undo" takes a turn
    back, "quit" stops.
    """
    if file is not None and file.exists():
        record = _read(file, text_only=True)
        for number in range(len(record.games)):
            _course(file, record, number)
    else:
        try:
            names = read_names(players)
        except UserError as error:
            raise UserError("--players: %(error)s", error=error) from error
        record = TaraRecord(TaraRules(len(names), int(level), opening, op0_builds), names, ((),))
    _play(file, record)


def _play(file: Path | None, record: TaraRecord) -> None:
    games = [list(turns) for turns in record.games]
    while True:
        kept = TaraRecord(record.rules, record.players, tuple(tuple(turns) for turns in games))
        position = start(record.rules, len(games) - 1)
        for turn in games[-1]:
            position = position if position.over else position.play(turn)
        if file is not None:
            _write(file, kept)
        say(f"\n{diagram(position)}\n")
        if position.over:
            say(_("Game %(count)s: %(told)s", count=len(games), told=_told(kept, position, len(games[-1]))))
            if len(games) == record.rules.seats:
                return
            games.append([])
            continue
        turn_or_none = _asked(record, position)
        if turn_or_none is not None:
            games[-1].append(turn_or_none)
        elif games[-1]:
            games[-1].pop()
        else:
            say(_("There is no turn in this game to take back."))


def _asked(record: TaraRecord, position: Position) -> Turn | None:
    """Read a legal turn from the terminal; return None for "undo"."""
    who = f"{record.players[position.turn]} ({record.rules.seat_name(position.turn)})"
    while True:
        hint = " BATTLE" if position.announces() else ""
        text = click.prompt(f"{who}{hint}", prompt_suffix="> ").strip()
        if text.lower() == "undo":
            return None
        if text.lower() == "quit":
            raise click.exceptions.Exit(0)
        try:
            turn = read_turn(text)
        except UserError as error:
            say(str(error))
            continue
        why = refusal(position, turn)
        if why is None:
            return turn
        say(joined((str(turn), ": ", why, "."), ""))


def _write(file: Path, record: TaraRecord) -> None:
    try:
        file.write_text(str(record), "utf-8")
    except OSError as error:
        raise UserError("%(file)s: %(strerror)s", file=file, strerror=error.strerror) from error


def _told(record: TaraRecord, position: Position, turns: int) -> str:
    counted = score(position)
    kingdoms, territory, points = (
        versus(map(str, one)) for one in (counted.kingdoms, counted.territory, counted.points)
    )
    if not position.over:
        return _("%(turns)s turns, %(player)s is on turn", turns=turns, player=record.players[position.turn])
    return _(
        "%(turns)s turns, kingdoms %(kingdoms)s, territory %(territory)s, points %(points)s",
        turns=turns, kingdoms=kingdoms, territory=territory, points=points,
    )


def _course(file: Path, record: TaraRecord, number: int) -> list[Position]:
    try:
        course = list(record.course(number))
    except UserError as error:
        raise UserError("%(file)s: %(error)s", file=file, error=error) from error
    if number + 1 < len(record.games) and not course[-1].over:
        who = record.players[course[-1].turn]
        raise UserError(
            "%(file)s: game %(number)s is not over, %(who)s is on turn: finish it before game %(number2)s",
            file=file, number=number + 1, who=who, number2=number + 2,
        )
    return course


def _read(file: Path, *, text_only: bool = False) -> TaraRecord:
    try:
        text = read_bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError("%(file)s: the file is not UTF-8 text", file=file) from None
    event = text.lstrip().startswith("{")
    try:
        record = _event(text) if event else read_record(text)
    except DocumentError as error:
        raise named(file, error) from error
    except UserError as error:
        raise UserError("%(file)s: %(error)s", file=file, error=error) from error
    if event and text_only:
        # the match is written as text, so the rest of the event file would be lost
        raise UserError(
            "%(file)s: this is an event file, but the match is stored as text: name another file",
            file=file,
        )
    return record


def _event(text: str) -> TaraRecord:
    form, event = formats.read_event(loads(text))
    if not isinstance(form, Tara):
        raise DocumentError(
            "format",
            "this is an event of %(title)s, not of Tara match play",
            title=form.title,
        )
    # refuses a wrong turn with its place in the document
    form.answer(event)
    told = (result.value["moves"] for result in event.results if "moves" in result.value)
    games = tuple(tuple(read_turn(turn) for turn in moves) for moves in told)
    return TaraRecord(form.rules(event), event.players, games or ((),))
