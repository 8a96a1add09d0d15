"""`tablekeeper race`: games of six-colour pawn races refereed from a text, or pawn by pawn at a terminal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from tablekeeper.cli.eventfiles import read_bytes
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.errors import UserError
from tablekeeper.formats.race_record import RaceGame, RaceRecord, read_lineup, read_record
from tablekeeper.formats.race_result import checked_format, result
from tablekeeper.games.race.lineup import RULES
from tablekeeper.languages import _, joined, shown


@click.group(cls=CommandGroup, epilog="Example: tablekeeper race check games.race")
def command() -> None:
    """Referee pawn races: the result that follows from the pawns brought home, or the first impossible entry.

    A FILE is a text: lines such as "rules: 2T-XL" and "players: Ann red+green, Bob yellow+blue", then
    "game 1" and what happened, word by word: a colour for each pawn home, a number for a throw.
    """


@command.command(epilog="Example: tablekeeper race check games.race --json")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print the results as an event file has them.")
def check(file: Path, as_json: bool) -> None:
    """Referee the games in FILE ("-": standard input) and print their results.

    Exit status 2 and one line that names line, game, word and reason when an entry is impossible, or a stated
    result does not follow.
    """
    record = _read(file)
    try:
        found = record.results()
    except UserError as error:
        raise UserError("%(file)s: %(error)s.", file=file, error=error) from error
    if as_json:
        document = {"format": record.form, "players": list(record.lineup.players), "results": found}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
        return
    for number, (game, told) in enumerate(zip(record.games, found, strict=True), 1):
        say(_("game %(number)s: %(told)s (%(pawns)s)", number=number, told=_told(told), pawns=_pawns(game)))


@command.command(epilog="Example: tablekeeper race play --rules 3T --players Ann,Bob,Cid evening.race")
@click.argument("file", type=click.Path(path_type=Path), metavar="[FILE]", required=False)
@click.option("--rules", type=click.Choice(list(RULES)), help="Rules (2T).")
@click.option(
    "--players",
    metavar="NAME,...", help='In turn order, with colours if chosen: "Ann red+green,Bob yellow+blue".',
)
@click.option(
    "--format", "form", metavar="FORMAT", help="Format of the event; triathlon: a GP game ends early."
)
def play(file: Path | None, rules: str | None, players: str | None, form: str | None) -> None:
    """Record a game at the terminal, word by word; an impossible word is refused with the reason.

    FILE stores the game after every word. An existing FILE is continued; its next game begins when
    the last one is decided. "undo" takes a word back, "quit" stops.
    """
    if file is not None and file.exists():
        if rules or players or form:
            raise UserError(
                "%(file)s has its rules, players and format already: leave these options out.",
                file=file,
            )
        record = _read(file)
    else:
        rules = rules or "2T"
        try:
            nameless = ", ".join(f"P{place + 1}" for place in range(RULES[rules].players))
            lineup = read_lineup(rules, players or nameless)
        except UserError as error:
            raise UserError("--players: %(error)s.", error=error) from error
        try:
            record = RaceRecord(lineup, checked_format(rules, form), ())
        except UserError as error:
            raise UserError("--format: %(error)s.", error=error) from error
    games = list(record.games)
    if not games or games[-1].race.decided:
        games.append(record.new_game())
    _play(file, record, games)


def _play(file: Path | None, record: RaceRecord, games: list[RaceGame]) -> None:
    while True:
        kept = replace(record, games=tuple(games))
        if file is not None:
            _write(file, kept)
        game = games[-1]
        say(_pawns(game))
        if game.race.decided:
            say(_("game %(count)s: %(told)s", count=len(games), told=_told(result(game.race, record.form))))
        try:
            word = click.prompt(shown(_asked(game)), prompt_suffix="> ").strip().lower()
        except click.Abort:
            # the end of the input works like "quit": the game is stored
            click.echo()
            return
        if word == "quit":
            return
        try:
            for one in word.split():
                game = game.play(one)
        except UserError as error:
            say(joined((str(error), "."), ""))
            continue
        games[-1] = game


def _asked(game: RaceGame) -> str:
    race = game.race
    if race.decided:
        return _("undo or quit")
    if race.thrower is None:
        return _("pawn home")
    return _("pawn home, throw: %(name)s", name=race.lineup.players[race.thrower])


def _pawns(game: RaceGame) -> str:
    race = game.race
    return "; ".join(
        f"{name} " + " ".join(f"{colour} {race.pawns[colour]}" for colour in own)
        for name, own in zip(race.lineup.players, race.lineup.colours, strict=True)
    )


def _told(found: dict[str, object]) -> str:
    parts = []
    for key, value in found.items():
        if key in ("players", "game"):
            continue
        text = (
            ("-" if key in ("pawns", "colours") else ", ").join(map(str, value))
            if isinstance(value, list)
            else value
        )
        parts.append(f"{key.replace('_', ' ')} {'nobody' if text is None else text}")
    return ", ".join(parts)


def _write(file: Path, record: RaceRecord) -> None:
    try:
        file.write_text(str(record), "utf-8")
    except OSError as error:
        raise UserError("%(file)s: %(strerror)s.", file=file, strerror=error.strerror) from error


def _read(file: Path) -> RaceRecord:
    try:
        return read_record(read_bytes(file).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UserError("%(file)s: the file is not UTF-8 text.", file=file) from None
    except UserError as error:
        raise UserError("%(file)s: %(error)s.", file=file, error=error) from error
