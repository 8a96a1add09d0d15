"""The pictures of docs/board.md: made by playing, and held against what is committed.

`--renew-golden` writes them anew; then look at them.
"""

import pytest

from tablecore import messages
from tablesim import pixels
from tests.tabledevice.hands import Host, Table

SCALE = 3
#: played before the scene: Ann and Bob at a match of the host's; opening 6-2, Bob starts Ann's clock
BEGUN = ("6", "2", 1)
#: Bob is on turn and has not rolled
BOBS = (*BEGUN, "wait", 0, "wait")
SCENES = {
    "opening": (),
    "die": (*BOBS, "4"),
    "move": (*BOBS, "4", "1", "wait"),
    "double": (*BOBS, "7"),
    "doubled": (*BOBS, "7", 1, "wait"),
    "result": (*BOBS, "9"),
    "winner": (*BOBS, "9", "2"),
    "claimed": (*BOBS, "9", "2", 1),
    "reason": (*BOBS, "0"),
    "paused": (*BOBS, "0", "6", "wait"),
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


def picture(name):
    """Return what the display shows in a scene."""
    table = Table()
    if name in SCENES:
        host = Host(table)
        table.wait(2500)
        assert host.set_up(length=5, time=(3, 0, 900_000, 12_000))[0] == messages.DONE
        for seat, player in enumerate(("Ann", "Bob")):
            host.order(messages.NAME, bytes([seat]) + player.encode())
    for key in SCENES.get(name, ALONE.get(name)):
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
    shown = table.board.pixels
    assert table.board.crashes == []
    table.board.power_off()
    return shown


@pytest.mark.parametrize("name", [*ALONE, *SCENES])
def test_a_picture_shows_what_the_board_shows(name, repository, request):
    path = repository / "docs" / "pictures" / f"board-{name}.png"
    drawn = pixels.png(picture(name), SCALE)
    if request.config.getoption("--renew-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(drawn)
    assert path.read_bytes() == drawn, "another picture; renew with --renew-golden and look at it"


def test_every_picture_is_shown_and_made(repository):
    page = (repository / "docs" / "board.md").read_text("utf-8")
    made = {f"board-{name}.png" for name in (*ALONE, *SCENES)}
    assert {path.name for path in (repository / "docs" / "pictures").glob("board-*.png")} == made
    assert {name for name in made if f"pictures/{name}" in page} == made
