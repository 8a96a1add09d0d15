"""The pictures of the plain clock and the dice log in docs/board.md: made by playing, held against the page.

`--renew-golden` writes them anew; then look at them.
"""

import pytest

from tablesim import pixels
from tests.tabledevice.hands import Table
from tests.tabledevice.test_app_pictures import SCALE

#: keys; between them a while passes once the clock runs
SCENES = {
    "two": ("#", "4", "2", "3", "#", 0, 1, 0),
    "four": ("#", "4", "4", "4", "#", 0, 1, "4", 3, 0),
    "six": ("#", "4", "6", "1", "2", 1, 2, 3, "5", "6"),
    "byoyomi": ("#", "4", "2", "0", "0", "1", "1", "1", "#", "5", "#", "3", "0", "#", "#", 0, 1, 0, 1),
    "dice": ("#", "5", "2", "1", *"315266436154"),
}


def picture(name):
    """Return what the display shows in a scene."""
    table = Table()
    for key in SCENES[name]:
        if table.sheet.clock.running:
            table.wait(21_000)
        table.press(key, gap=400)
    table.wait(2000)
    shown = table.board.pixels
    assert (table.board.crashes, table.sheet.odd) == ([], 0)
    table.board.power_off()
    return shown


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_shows_what_the_board_shows(name, repository, request):
    path = repository / "docs" / "pictures" / f"plain-{name}.png"
    drawn = pixels.png(picture(name), SCALE)
    if request.config.getoption("--renew-golden"):
        path.write_bytes(drawn)
    assert path.read_bytes() == drawn, "another picture; renew with --renew-golden and look at it"


def test_every_picture_is_shown_and_made(repository):
    page = (repository / "docs" / "board.md").read_text("utf-8")
    made = {f"plain-{name}.png" for name in SCENES}
    assert {path.name for path in (repository / "docs" / "pictures").glob("plain-*.png")} == made
    assert {name for name in made if f"pictures/{name}" in page} == made
