"""The pictures of the pawn races in docs/board.md: made by playing, and held against what is committed.

`--renew-golden` writes them anew; then look at them.
"""

import pytest

from tablecore import messages, records
from tableprograms.race import rules as racerules
from tablesim import pixels
from tests.tabledevice.hands import Host, Table
from tests.tabledevice.test_app_pictures import SCALE

NAMES = ("Ann", "Bob", "Cid")
#: rules, options, keys
SCENES = {
    "game": (racerules.GRAND_PRIX, 0, (0, "1", "5", "2", "1", "1", "6", "1", "5", "4", "2", "5", "3")),
    "throws": (racerules.TWO_XL, racerules.LOGGED,
               (1, "6", "3", "9", "7", "5", "7", "4", "9", "9", "9", "6", "9", "2", "7", "6")),
    "over": (racerules.TWO_THREAT, 0, (0, "1", "3", "1", "4", "3", "1", "3", "3", 1)),
    "roll": (racerules.THREE_PLUS, racerules.ROLL_FIRST, ("3", "5", "3", "6")),
    "colours": (racerules.THREE_THREAT, 0, ("7", "2", "5", "1")),
}  # fmt: skip


def picture(name):
    """Return what the display shows in a scene."""
    rules, options, keys = SCENES[name]
    table = Table()
    host = Host(table)
    table.wait(2500)
    assert host.run((records.RACE, racerules.VERSION, rules, options, 5, 0))[0] == messages.DONE
    for seat in range(racerules.seats_of(rules)):
        host.order(messages.NAME, bytes([seat]) + NAMES[seat].encode())
    for place, key in enumerate(keys):
        if place and table.sheet.in_game():
            table.wait(61_000)
        table.press(key, gap=400)
    table.wait(2000)
    shown = table.board.pixels
    assert (table.board.crashes, table.sheet.odd) == ([], 0)
    table.board.power_off()
    return shown


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_shows_what_the_board_shows(name, repository, request):
    path = repository / "docs" / "pictures" / f"race-{name}.png"
    drawn = pixels.png(picture(name), SCALE)
    if request.config.getoption("--renew-golden"):
        path.write_bytes(drawn)
    assert path.read_bytes() == drawn, "another picture; renew with --renew-golden and look at it"


def test_every_picture_is_shown_and_made(repository):
    page = (repository / "docs" / "board.md").read_text("utf-8")
    made = {f"race-{name}.png" for name in SCENES}
    assert {path.name for path in (repository / "docs" / "pictures").glob("race-*.png")} == made
    assert {name for name in made if f"pictures/{name}" in page} == made
