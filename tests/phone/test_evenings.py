"""The board in Chromium writes and shows what the simulator's board does, byte by byte.

The page's time stands still and passes as the test says, so each key has the very stamp that the simulator's
scanner gave it. The browser keeps the records in its own storage, from which they are read.
"""

import pytest

from tablecore import records
from tests.phone.conftest import BoardInBrowser
from tests.vm import evening
from tests.vm.scripts import BACKGAMMON
from tests.vm.test_five_programs import pressed

pytestmark = pytest.mark.chromium


@pytest.mark.parametrize("keys", [BACKGAMMON, pressed(fails=False)], ids=["a match", "all five programs"])
def test_an_evening_is_the_same_in_the_browser(context, alone, keys, record_property):
    played = evening.on_the_virtual_board(keys)
    board = BoardInBrowser(context, alone, standing=True)
    board.play(played)
    log = board.log()
    # the boot's time apart: each board takes its own time to start
    assert log[1:] == played.records[1:]
    assert log[0][:8] == played.records[0][:8]
    assert board.screen() == played.screen
    assert board.errors == []
    openers = {one[4] for one in log} & set(records.OPENERS)
    assert len(openers) == (1 if keys is BACKGAMMON else len(records.OPENERS))
    record_property("figure", f"{len(log)} records in Chromium")
