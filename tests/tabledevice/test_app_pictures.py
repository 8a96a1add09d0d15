"""The pictures of docs/board.md: made by playing, and held against what is committed.

`--renew-golden` writes them again; then look at them.
"""

import pytest

from tablecore import clock, messages, records
from tableprograms.race import rules as racerules
from tableprograms.tara import sheet as tara
from tablesim import pixels
from tests.tabledevice.hands import Host, Table

SCALE = 3
PAIR, THREE, FOUR = ("Ann", "Bob"), ("Ann", "Bob", "Cid"), ("Ann", "Bert", "Cleo", "Dora")

#: backgammon, played before the scene: a match of the host's; opening 6-2, Bob starts Ann's clock
BEGUN = ("6", "2", 1)
#: Bob is on turn and has not rolled
BOBS = (*BEGUN, "wait", 0, "wait")
BACKGAMMON = {
    "opening": (),
    "die": (*BOBS, "4"),
    "move": (*BOBS, "4", "1", "wait"),
    "double": (*BOBS, "7"),
    "doubled": (*BOBS, "7", 1, "wait"),
    "result": (*BOBS, "9"),
    "winner": (*BOBS, "9", "2"),
    "claimed": (*BOBS, "9", "2", 1),
    "reason": (*BOBS, "0"),
    "paused": (*BOBS, "0", "6", "*", "wait"),
    "break": (*BOBS, "9", "1", 1, 0, "0", "6", 1, *12 * ["wait"]),
    "undo": (*BOBS, "4", "1", "down"),
    "refused": (*BOBS, 0),
    "crawford": (*BOBS, "7", 1, "7", 0, "9", "2", 1, 0, *BOBS, "5", "3"),
    "flag": (*BOBS, "long"),
    "over": (*BOBS, "7", 1, "7", 0, "7", 0, "9", "3", 1, 0),
}
#: without a host: what players do who set a match up themselves
ALONE = {
    "welcome": (), "games": ("#", "1", "7", "#", "1", "hold"), "length": ("#", "1", "7"),
    "clock": ("#", "1", "7", "#"),
}
#: rules, options, keys; once a game is on, a minute passes before each key
RACES = {
    "game": (racerules.GRAND_PRIX, 0, (0, "1", "5", "2", "1", "1", "6", "1", "5", "4", "2", "5", "3")),
    "throws": (racerules.TWO_XL, racerules.LOGGED,
               (1, "6", "3", "9", "7", "5", "7", "4", "9", "9", "9", "6", "9", "2", "7", "6")),
    "over": (racerules.TWO_THREAT, 0, (0, "1", "3", "1", "4", "3", "1", "3", "3", 1)),
    "roll": (racerules.THREE_PLUS, racerules.ROLL_FIRST, ("3", "5", "3", "6")),
    "colours": (racerules.THREE_THREAT, 0, ("7", "2", "5", "1")),
}  # fmt: skip
#: TARA, seats and keys: nine turns, BATTLE, on to the first OUT, the last turns, the count
DOUBLES = (0, 0, 1, 2, 3, 0, 1, 2, 3, 0, "7")
OUT = (*DOUBLES, 1, 2, 3, 0, 1, "8", 2)
SINGLES = (1, 1, 0, 1, 0, "7", 1, 0, 1, "8", 0, "8", 1)
TARA = {
    "battle": (4, DOUBLES),
    "last": (4, OUT),
    "count": (2, (*SINGLES, "1", "0", "#", "2", "3", "#", "1", "2")),
    "agree": (2, (*SINGLES, "1", "0", "#", "2", "3", "#", "1", "2", "#", "2", "0", "#", 0)),
}
#: clocks and dice, without a host; between the keys a while passes once the clock runs
PLAIN = {
    "two": ("#", "4", "2", "3", "#", 0, 1, 0),
    "four": ("#", "4", "4", "4", "#", 0, 1, "4", 3, 0),
    "six": ("#", "4", "6", "1", "2", 1, 2, 3, "5", "6"),
    "byoyomi": ("#", "4", "2", "0", "0", "1", "1", "1", "#", "5", "#", "3", "0", "#", "#", 0, 1, 0, 1),
    "dice": ("#", "5", "2", "1", *"315266436154"),
}


def hosted(table, names, *rows):
    """Let a host set a game up with its players; without rows a match of five points."""
    host = Host(table)
    table.wait(2500)
    answer = host.run(*rows) if rows else host.set_up(length=5, time=(3, 0, 900_000, 12_000))
    assert answer[0] == messages.DONE
    for seat, name in enumerate(names):
        host.order(messages.NAME, bytes([seat]) + name.encode())


def board(table, name):
    """Play backgammon, and what is before it."""
    if name in BACKGAMMON:
        hosted(table, PAIR)
    for key in {**BACKGAMMON, **ALONE}[name]:
        if key == "wait":
            table.wait(17_000)
        elif key == "long":
            table.wait(900_000)
        elif key == "hold":
            table.hold("#")
        elif key == "down":
            table.board.press("*", hold_ms=None)
            table.wait(500)
        else:
            table.press(key, gap=400)
    # a digit may just be on its way to the display
    table.wait(5)


def race(table, name):
    """Play a race."""
    rules, options, keys = RACES[name]
    seats = racerules.seats_of(rules)
    hosted(table, THREE[:seats], (records.RACE, racerules.VERSION, rules, options, 5, 0))
    for place, key in enumerate(keys):
        if place and table.sheet.in_game():
            table.wait(61_000)
        table.press(key, gap=400)
    table.wait(2000)
    assert table.sheet.odd == 0


def tara_match(table, name):
    """Play TARA."""
    seats, keys = TARA[name]
    rows = ((records.TARA, tara.VERSION, seats, 0, 5, 0), (records.TIME, 255, clock.SUDDEN, 0, 1_200_000, 0))
    hosted(table, FOUR[:seats], *rows)
    for place, key in enumerate(keys):
        if isinstance(key, int):
            table.wait(5000 + 3700 * place % 17_000)
        table.press(key, gap=400)
    table.wait(2000)


def plain(table, name):
    """Press clocks and type dice."""
    for key in PLAIN[name]:
        if table.sheet.clock.running:
            table.wait(21_000)
        table.press(key, gap=400)
    table.wait(2000)
    assert table.sheet.odd == 0


#: first word of a picture's name: its scenes, and what plays them
PLAYED = {"board": ({**ALONE, **BACKGAMMON}, board), "race": (RACES, race), "tara": (TARA, tara_match),
          "plain": (PLAIN, plain)}  # fmt: skip


def picture(kind, name):
    """Return what the display shows in a scene."""
    table = Table()
    PLAYED[kind][1](table, name)
    shown = table.board.pixels
    assert table.board.crashes == []
    table.board.power_off()
    return shown


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in PLAYED for name in PLAYED[kind][0]])
def test_a_picture_shows_what_the_board_shows(kind, name, repository, request):
    path = repository / "docs" / "pictures" / f"{kind}-{name}.png"
    drawn = pixels.png(picture(kind, name), SCALE)
    if request.config.getoption("--renew-golden"):
        path.write_bytes(drawn)
    assert path.read_bytes() == drawn, "another picture; renew with --renew-golden and look at it"


@pytest.mark.parametrize("kind", PLAYED)
def test_every_picture_is_shown_and_made(kind, repository):
    page = (repository / "docs" / "board.md").read_text("utf-8")
    made = {f"{kind}-{name}.png" for name in PLAYED[kind][0]}
    assert {path.name for path in (repository / "docs" / "pictures").glob(f"{kind}-*.png")} == made
    assert {name for name in made if f"pictures/{name}" in page} == made
