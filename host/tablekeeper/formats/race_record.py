"""Races as a text for people: players and rules, then the throws and pawns, one word each.

    rules: 2T
    players: Ann red+green, Bob yellow+blue
    game 1
    red yellow red 6 2 green undo red red
    result: {"winner": "Ann", "pawns": [4, 1]}

A colour is a pawn that comes home (`red`, or `red3` for the third one), a number is a throw of the player
on turn, and `undo` cancels the last valid word. `#` starts a remark. The headings above the games are
optional. A stated result is optional, too, and is checked. Further headings: `format` (of the event with the
results), `begins` (the player who throws first in a game), `minutes` (of the game, for leagues).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats import FORMATS
from tablekeeper.formats import race_result as results
from tablekeeper.games.race.lineup import COLOURS, RULES, Lineup, usual
from tablekeeper.games.race.race import Home, Race
from tablekeeper.text import parts, plain_name, quoted_name, quoting_hint

_HEADING = re.compile(r"(rules|players|format|begins|minutes|result)\s*:\s*(.*)")
_GAME = re.compile(r"game\s+([0-9]+)", re.IGNORECASE)
_PAWN = re.compile(r"([a-z]+)([1-9])?")
_DECIMAL = re.compile(r"[0-9]{1,5}(\.[0-9]{1,3})?")
#: words on each line of a printed record
_ROW = 12


@dataclass(frozen=True, slots=True)
class RaceGame:
    """A game with the facts stated about it."""

    race: Race
    begins: int | None = None
    minutes: float | None = None
    stated: dict[str, Any] | None = None

    def play(self, word: str) -> RaceGame:
        """Return the game after one more word; UserError gives the reason if the word is impossible."""
        race = self.race
        if word == "undo":
            return replace(self, race=race.undo())
        if word.isascii() and word.isdigit():
            if len(word) > 1:
                raise UserError("a throw is one die, 1 to 6, not %(word)s", word=word[:9])
            player = race.thrower if race.thrower is not None else self.begins
            return replace(self, race=race.throw(int(word), player))
        found = _PAWN.fullmatch(word)
        if found is None:
            raise UserError(
                '"%(word)s" is unknown in a race: write a colour, a throw from 1 to 6, or undo',
                word=word[:20],
            )
        number = found.group(2)
        return replace(self, race=race.home(found.group(1), int(number) if number else None))


@dataclass(frozen=True, slots=True)
class RaceRecord:
    """The games of one line-up."""

    lineup: Lineup
    form: str
    games: tuple[RaceGame, ...]

    def new_game(self) -> RaceGame:
        """Return a new game of this line-up."""
        return RaceGame(Race(self.lineup, triathlon=bool(FORMATS[self.form].board.ends_early)))

    def results(self) -> list[dict[str, Any]]:
        """Return every game's result for its event; UserError names a game without a result."""
        found = []
        for number, game in enumerate(self.games, 1):
            try:
                told = (
                    results.result(game.race, self.form)
                    if game.stated is None
                    else results.check(game.race, game.stated, self.form)
                )
            except UserError as error:
                raise UserError("game %(number)s: %(error)s", number=number, error=error) from None
            if game.minutes is not None:
                if not results.has_minutes(self.form):
                    raise UserError("game %(number)s: only games of a league have minutes", number=number)
                if told.get("minutes", game.minutes) != game.minutes:
                    raise UserError("game %(number)s: two different minutes are stated", number=number)
                told = {**told, "minutes": game.minutes}
            found.append(told)
        return found

    def __str__(self) -> str:
        lineup = self.lineup
        lines = [f"rules: {lineup.rules}", f"format: {self.form}", f"players: {written_lineup(lineup)}"]
        for number, game in enumerate(self.games, 1):
            lines.append(f"game {number}")
            if game.begins is not None:
                lines.append(f"begins: {lineup.players[game.begins]}")
            words = [act.colour if isinstance(act, Home) else str(act.die) for act in game.race.acts]
            lines += [" ".join(words[first : first + _ROW]) for first in range(0, len(words), _ROW)]
            if game.minutes is not None:
                lines.append(f"minutes: {str(game.minutes).removesuffix('.0')}")
            if game.stated is not None:
                lines.append(f"result: {json.dumps(game.stated, ensure_ascii=False)}")
        return "\n".join(lines) + "\n"


def read_record(text: str) -> RaceRecord:
    """Parse a record and check every word; UserError names the line and the reason.

    >>> record = read_record("players: Ann, Bob\\nred red red yellow red\\n")
    >>> record.results()
    [{'players': ['Ann', 'Bob'], 'winner': 'Ann', 'pawns': [4, 1]}]
    """
    headings: dict[str, str] = {}
    record: RaceRecord | None = None
    games: list[RaceGame] = []
    begun = False
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        try:
            heading = _HEADING.fullmatch(line)
            if heading is not None and heading.group(1) in ("rules", "players", "format"):
                _note(headings, heading.group(1), heading.group(2).strip(), begun)
                continue
            if record is None:
                record = _headed(headings)
            begun = True
            game = _GAME.fullmatch(line)
            if game is not None:
                if game.group(1) != str(len(games) + 1):
                    raise UserError(
                        "this is game %(count)s, not %(value)s",
                        count=len(games) + 1, value=game.group(1)[:20],
                    )
                games.append(record.new_game())
                continue
            if not games:
                games.append(record.new_game())
            if heading is not None:
                games[-1] = _noted(games[-1], heading.group(1), heading.group(2).strip())
            else:
                games[-1] = _played(games[-1], line.lower().replace(",", " ").split(), len(games))
        except UserError as error:
            raise UserError("line %(number)s: %(error)s", number=number, error=error) from None
    if record is None:
        record = _headed(headings)
    return replace(record, games=tuple(games))


def _note(headings: dict[str, str], key: str, value: str, begun: bool) -> None:
    if begun:
        raise UserError('write "%(key)s" above the first game', key=key)
    if key in headings:
        raise UserError('"%(key)s" is given a second time', key=key)
    headings[key] = value


def _headed(headings: dict[str, str]) -> RaceRecord:
    rules = headings.get("rules", "2T")
    if rules not in RULES:
        raise UserError(
            'there are no rules "%(rules)s": they are %(rules2)s',
            rules=rules, rules2=", ".join(RULES),
        )
    lineup = read_lineup(
        rules, headings.get("players", ", ".join(f"P{one + 1}" for one in range(RULES[rules].players)))
    )
    return RaceRecord(lineup, results.checked_format(rules, headings.get("format")), ())


def read_lineup(rules: str, text: str) -> Lineup:
    """Parse a line-up such as "Ann red+green, Bob yellow+blue"; without colours return the usual one."""
    names, colours = [], []
    for part in parts(text, ","):
        name, _, last = part.rpartition(" ")
        if name and ("+" in last or (last in COLOURS and RULES[rules].colours == 1)):
            names.append(plain_name(name.strip()))
            colours.append(tuple(one.lower() for one in last.split("+")))
        else:
            names.append(plain_name(part))
        if "#" in names[-1] or not names[-1].isprintable():
            raise UserError(
                "%(names)s is not a name: a remark begins with #, and a name has one line",
                names=f"{names[-1][:20]!r}",
            )
    if not colours:
        return usual_for(rules, names)
    if len(colours) != len(names):
        raise UserError("name the colours of every player, or of none: Ann red+green, Bob yellow+blue")
    return Lineup(rules, tuple(names), tuple(colours))


def written_lineup(lineup: Lineup) -> str:
    """Return a line-up as `read_lineup` reads it.

    >>> written_lineup(read_lineup("2T", '"Lee, Ann" red+green, Bob yellow+blue'))
    '"Lee, Ann" red+green, Bob yellow+blue'
    """
    each = lineup.by_player.items()
    return ", ".join(f"{quoted_name(name)} {'+'.join(own)}" for name, own in each)


def usual_for(rules: str, names: Sequence[str]) -> Lineup:
    """Return the usual line-up of these players; UserError when there are too many or too few."""
    if len(names) != RULES[rules].players:
        raise UserError(
            "%(rules)s is played by %(players)s players, not %(count)s%(hint)s",
            hint=quoting_hint(names, RULES[rules].players), rules=rules,
            players=RULES[rules].players, count=len(names),
        )
    return usual(rules, names)


def _noted(game: RaceGame, key: str, value: str) -> RaceGame:
    if {"begins": game.begins, "minutes": game.minutes, "result": game.stated}[key] is not None:
        raise UserError('"%(key)s" is given a second time', key=key)
    if key == "begins":
        if value not in game.race.lineup.players:
            raise UserError("%(value)s is not in this game", value=value)
        if game.race.acts:
            raise UserError('write "begins" before what happened in the game')
        return replace(game, begins=game.race.lineup.players.index(value))
    if key == "minutes":
        if _DECIMAL.fullmatch(value) is None:
            raise UserError("minutes must be a number such as 47.5")
        return replace(game, minutes=float(value))
    try:
        stated = json.loads(value)
    except (ValueError, RecursionError):
        raise UserError('a result is written like {"winner": "Ann", "pawns": [4, 1]}') from None
    if not isinstance(stated, dict):
        raise UserError('a result is written like {"winner": "Ann", "pawns": [4, 1]}')
    return replace(game, stated=stated)


def _played(game: RaceGame, words: Sequence[str], number: int) -> RaceGame:
    if game.stated is not None:
        raise UserError(
            "game %(number)s has its result already: what comes after it is the next game",
            number=number,
        )
    for place, word in enumerate(words, 1):
        try:
            game = game.play(word)
        except UserError as error:
            raise UserError(
                'game %(number)s, word %(where)s "%(word)s": %(error)s',
                number=number, where=place, word=word[:20], error=error,
            ) from None
    return game
