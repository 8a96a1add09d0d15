"""Bot players of all games except backgammon: the next key, chosen from the state of their table.

A bot player reads the board's sheet as people read its display. So a power cut or a lost key is harmless: the
bot repeats a press without effect. Pure: the same seed and the same sheets give the same keys.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablecore.sheets.sheet import NOBODY, READY, Sheet
from tableprograms.plain import sheet as plain
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tableprograms.tara import sheet as tara

Key = int | str
#: keys, each after a wait in ms
Keys = tuple[tuple[Key, int], ...]
#: (the board's sheet, random numbers) -> the next keys; None if these players have finished
Bot = Callable[[Any, random.Random], Keys | None]

#: the numbers of races in a series, and of moves with a clock
_RACES = 2
_MOVES = 36
#: chances per turn: a pawn comes home, Battle is called, OUT is called
_HOME, _BATTLE, _OUT = 0.22, 0.08, 0.15


@dataclass(frozen=True, slots=True)
class Activity:
    """A game at a table, as the director's service sets it up."""

    table: str
    program: str
    options: dict[str, str]
    names: tuple[str, ...]
    bot: Bot


def _agree(sheet: Sheet, seats: range, chance: random.Random) -> Keys:
    missing = [seat for seat in seats if not sheet.confirmed & (1 << seat)]
    return ((missing[0], chance.randint(1500, 4000)),) if missing else ()


def race_bot(sheet: race.RaceSheet, chance: random.Random) -> Keys | None:
    """Return the next keys of the players of a series of races; they type the throws."""
    if sheet.phase == race.RESULT:
        return _agree(sheet, range(sheet.seats), chance)
    if sheet.phase == READY:
        if sheet.games >= _RACES:
            return None
        if sheet.rolling:
            return ((str(chance.randint(1, 6)), chance.randint(2000, 4000)),)
        places = list(sheet.place)
        return ((places.index(1) if 1 in places else 0, chance.randint(4000, 7000)),)
    if sheet.pause != NOBODY:
        return (("#", 2000),)
    homing = [
        key
        for key, colour in zip("79", sheet.colours_of(sheet.turn), strict=False)
        if sheet.home[colour] < racerules.PAWNS
    ]
    if sheet.die and homing and chance.random() < _HOME:
        return ((chance.choice(homing), chance.randint(700, 2000)),)
    return ((str(chance.randint(1, 6)), chance.randint(1500, 5000)),)


def tara_bot(sheet: tara.TaraSheet, chance: random.Random) -> Keys | None:
    """Return the next keys of the players of a match of TARA."""
    if sheet.phase == tara.OVER:
        return None
    if sheet.phase == tara.RESULT:
        return _agree(sheet, range(2), chance)
    if sheet.pause != NOBODY:
        return (("#", 2000),)
    if sheet.phase in (tara.READY, tara.OPENING):
        starter = sheet.starter()
        return ((0 if starter == NOBODY else starter, chance.randint(3000, 6000)),)
    if sheet.phase == tara.COUNT:
        hills = chance.randint(12, 22)
        kingdoms = chance.randint(1, 4)
        typed = (*str(kingdoms), "#", *str(hills), "#")
        return tuple((key, 4000 if not place else 350) for place, key in enumerate(typed))
    think = chance.randint(3000, 20_000)
    if not sheet.battle and chance.random() < _BATTLE:
        return (("7", think),)
    if sheet.in_battle(sheet.turn) and chance.random() < _OUT:
        return (("8", think), (sheet.turn, 600))
    return ((sheet.turn, think),)


def plain_bot(sheet: plain.PlainSheet, chance: random.Random) -> Keys | None:
    """Return the next keys of the players who share a clock, seat after seat."""
    if sheet.phase == plain.OVER:
        return None
    if sheet.phase == plain.RESULT:
        return _agree(sheet, range(sheet.seats), chance)
    if sheet.pause != NOBODY:
        return (("#", 2000),)
    if sheet.turn == NOBODY:
        # the last seat's button starts the first seat
        return ((sheet.seats - 1, chance.randint(3000, 6000)),)
    if sheet.all_moves() >= _MOVES:
        return (("9", 2000), (chance.randrange(sheet.seats), 900))
    return ((sheet.turn, chance.randint(2000, 15_000)),)


ACTIVITIES = (
    Activity(
        "Race", "race", {"rules": "3T+", "throws": "typed", "roll": "yes"}, ("Ann", "Bob", "Cleo"), race_bot
    ),
    Activity("TARA", "tara", {"control": "30m b12"}, ("Dan", "Eve"), tara_bot),
    Activity(
        "Clock", "plain", {"seats": "4", "control": "10m f5"}, ("Finn", "Gus", "Hana", "Ida"), plain_bot
    ),
)
