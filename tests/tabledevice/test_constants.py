"""Numbers written twice: the board's compiler folds a constant only from numbers of the same module."""

import ast

import pytest

from tablecore import clock, messages
from tabledevice import canvas, keys, oled, screens
from tabledevice.programs import check, program
from tabledevice.screens import dialogs
from tableprograms.backgammon import irregular, rulings
from tableprograms.backgammon import keys as backgammon
from tableprograms.backgammon import screen as match_screens
from tableprograms.backgammon import setup as bg_setup
from tableprograms.backgammon import sheet as match_sheet
from tableprograms.dicelog import keys as dicelog
from tableprograms.dicelog import setup as dicelog_setup
from tableprograms.dicelog import sheet as dicelog_sheet
from tableprograms.plain import keys as plain
from tableprograms.plain import screen as plain_screens
from tableprograms.plain import setup as plain_setup
from tableprograms.plain import sheet as plain_sheet
from tableprograms.race import keys as race
from tableprograms.tara import keys as tara
from tableprograms.tara import setup as tara_setup
from tableprograms.tara import sheet as tara_sheet

#: never loaded by a board with little memory
ELSEWHERE = {"hardware_blinka.py"}
OWN_MODES = {
    backgammon: "_DIE _CUBE _DROP _KIND _WINNER _BREAK _ACCEPTED _VOID _TOO_SOON _NO_CUBE _ONE_DIE",
    dicelog: "_DIE _END",
    plain: "_WINNER",
    race: "_COLOURS _ROLL _STOP",
    tara: "_OUT _MATCH",
}
REPEATED = (
    (program._BREAK_OVER, match_sheet.BREAK_OVER),
    (bg_setup._VERSION, match_sheet.VERSION),
    (bg_setup._CRAWFORD_RULE, match_sheet.CRAWFORD_RULE),
    (bg_setup._DICE_REQUIRED, match_sheet.DICE_REQUIRED),
    (bg_setup._DICE_OFF, match_sheet.DICE_OFF),
    (bg_setup._DICE_BY_DEVICE, match_sheet.DICE_BY_DEVICE),
    (bg_setup._CONSULTATION, match_sheet.CONSULTATION),
    (tara_setup._VERSION, tara_sheet.VERSION),
    (tara_setup._LEVEL_2, tara_sheet.LEVEL_2),
    (tara_setup._LINKED_OPENING, tara_sheet.LINKED_OPENING),
    (tara_setup._OP0_BUILDS, tara_sheet.OP0_BUILDS),
    (plain_setup._VERSION, plain_sheet.PlainSheet.VERSION),
    (plain_setup._FLAG_GOES_ON, plain_sheet.FLAG_GOES_ON),
    (dicelog_setup._VERSION, dicelog_sheet.DicelogSheet.VERSION),
    (dicelog_setup._DICE_BY_DEVICE, dicelog_sheet.DICE_BY_DEVICE),
    (plain_sheet._HOURGLASS, clock.UP + 3),
    (irregular._ACCEPTED, backgammon._ACCEPTED),
    (irregular._VOID, backgammon._VOID),
    (rulings._TURN, match_sheet.TURN),
    (plain_screens._BYOYOMI, clock.UP + 1),
    (plain_screens._CANADIAN, clock.UP + 2),
    (plain_screens._HOURGLASS, clock.UP + 3),
    (plain_screens._FLAGGED, screens._FLAGGED),
    (plain_screens._NO_TIME, screens._NO_TIME),
    (dialogs._MENU, screens.MENU),
    (dialogs._ENTRY, screens.ENTRY),
    (dialogs._MESSAGE, screens.MESSAGE),
    (match_screens._BREAK_X, (canvas.COLUMNS - screens.HALF) // 2),
    (oled._PIECES, oled.COLUMNS // oled._PIECE),
    (check._PAD, keys.KEYPAD - keys.SEATS),
    (check._MEMORY, messages.CHECK_MEMORY),
    (check._DISPLAY, messages.CHECK_DISPLAY),
    (check._LAMPS, messages.CHECK_LAMPS),
    (check._SOUND, messages.CHECK_SOUND),
    (check._KEYS, messages.CHECK_KEYS),
)


def test_repeated_numbers_are_equal():
    for place, (here, there) in enumerate(REPEATED):
        assert here == there, f"line {place + 1} of REPEATED"


@pytest.mark.parametrize("module", OWN_MODES, ids=lambda module: module.__name__)
def test_modes_of_a_program_are_no_others_modes(module):
    modes = [getattr(module, name) for name in OWN_MODES[module].split()]
    shared = [program.MAIN, program.REASON]
    assert shared + modes == list(range(2 + len(modes)))


def test_private_numbers_are_folded(repository):
    """A private number that is no `const` takes a word and a place in a table of the board's memory."""
    found = []
    for path in sorted((repository / "firmware" / "lib").rglob("*.py")):
        if path.name in ELSEWHERE:
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.startswith("_"):
                    if isinstance(value, ast.Constant) and isinstance(value.value, int | str | bytes):
                        found.append(f"{path.relative_to(repository)}:{node.lineno}: {name}")
    assert found == []
