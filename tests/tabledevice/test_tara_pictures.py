"""The pictures of TARA in docs/board.md: made by playing, and held against what is committed.

`--renew-golden` writes them anew; then look at them.
"""

import pytest

from tablecore import clock, messages, records
from tableprograms.tara import sheet as tara
from tablesim import pixels
from tests.tabledevice.hands import Host, Table
from tests.tabledevice.test_app_pictures import SCALE

NAMES = ("Ann", "Bert", "Cleo", "Dora")
#: seats and keys: nine turns, BATTLE, on to the first OUT, the last turns, the count
DOUBLES = (0, 0, 1, 2, 3, 0, 1, 2, 3, 0, "7")
OUT = (*DOUBLES, 1, 2, 3, 0, 1, "8", 2)
SINGLES = (1, 1, 0, 1, 0, "7", 1, 0, 1, "8", 0, "8", 1)
SCENES = {
    "battle": (4, DOUBLES),
    "last": (4, OUT),
    "count": (2, (*SINGLES, "1", "0", "#", "2", "3", "#", "1", "2")),
    "agree": (2, (*SINGLES, "1", "0", "#", "2", "3", "#", "1", "2", "#", "2", "0", "#", 0)),
}


def picture(name):
    """Return what the display shows in a scene."""
    seats, keys = SCENES[name]
    table = Table()
    host = Host(table)
    table.wait(2500)
    rows = ((records.TARA, tara.VERSION, seats, 0, 5, 0), (records.TIME, 255, clock.SUDDEN, 0, 1_200_000, 0))
    assert host.run(*rows)[0] == messages.DONE
    for seat in range(seats):
        host.order(messages.NAME, bytes([seat]) + NAMES[seat].encode())
    for place, key in enumerate(keys):
        if isinstance(key, int):
            table.wait(5000 + 3700 * place % 17_000)
        table.press(key, gap=400)
    table.wait(2000)
    shown = table.board.pixels
    assert table.board.crashes == []
    table.board.power_off()
    return shown


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_shows_what_the_board_shows(name, repository, request):
    path = repository / "docs" / "pictures" / f"tara-{name}.png"
    drawn = pixels.png(picture(name), SCALE)
    if request.config.getoption("--renew-golden"):
        path.write_bytes(drawn)
    assert path.read_bytes() == drawn, "another picture; renew with --renew-golden and look at it"


def test_every_picture_is_shown_and_made(repository):
    page = (repository / "docs" / "board.md").read_text("utf-8")
    made = {f"tara-{name}.png" for name in SCENES}
    assert {path.name for path in (repository / "docs" / "pictures").glob("tara-*.png")} == made
    assert {name for name in made if f"pictures/{name}" in page} == made
