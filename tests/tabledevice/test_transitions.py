"""From any screen to any other: what shows the same is left standing, and nothing else is left over."""

import random

import pytest

from tablecore import sheets
from tabledevice.canvas import Canvas
from tableprograms.backgammon.screen import MatchScreens
from tableprograms.plain.screen import PlainScreens
from tableprograms.race.screen import RaceScreens
from tableprograms.tara.screen import TaraScreens
from tests.nonempty import nonempty
from tests.tabledevice import test_screens
from tests.tabledevice.goldens import settle
from tests.tableprograms.plain import test_screens as plain_screens
from tests.tableprograms.race import test_screens as race_screens
from tests.tableprograms.tara import test_screens as tara_screens

PROGRAMS = {
    "backgammon": (MatchScreens, test_screens.SCENES),
    "race": (RaceScreens, race_screens.SCENES),
    "tara": (TaraScreens, tara_screens.SCENES),
    "plain": (PlainScreens, plain_screens.SCENES),
}
NUMBERS = {
    "backgammon": sheets.BACKGAMMON, "race": sheets.RACE, "tara": sheets.TARA, "plain": sheets.PLAIN,
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_screen_does_not_depend_on_what_was_there_before(program):
    look, scenes = PROGRAMS[program]
    chance = random.Random(program)
    names = sorted(scenes)
    frame = bytearray(1024)
    board = look(Canvas(frame))
    before = ""
    for _ in range(1200):
        name = chance.choice(names)
        table = scenes[name]()
        if not hasattr(table, "sheet") or NUMBERS[program] != table.sheet.PROGRAM:
            # a menu; another program's
            continue
        now = table.now
        for _ in nonempty(range(chance.randrange(1, 4))):
            settle(board, table, now)
            if table.view.dirty:
                # the rest of a result
                table.view.dirty = False
                settle(board, table, now)
            fresh = bytearray(1024)
            settle(look(Canvas(fresh)), table, now)
            assert frame == fresh, (before, name)
            now += chance.choice((0, 1000, 70_000))
            before = name
