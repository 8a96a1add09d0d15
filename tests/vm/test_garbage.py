"""What a press leaves behind: garbage that the board collects when nothing is due (tabledevice.app).

Counted by a 32-bit Python whose collector waits until a step of the loop is over.
Presses of games by all
five programs: the same scripts as the other tests here.
"""

import pytest

from tablecore import records
from tests.guards import sample
from tests.vm import evening, machine
from tests.vm.scripts import BACKGAMMON, EVENINGS, timed

#: bytes that a press and its drawing may leave (DESIGN.md)
A_PRESS = 1536
#: a game that begins or ends: its state is packed, kept and compared
A_GAME = 2560
#: a held key: what an undo would take back is looked up in the memory
A_HOLD = 2048
#: an undo folds the game again; it takes longer than a collection does
AN_UNDO = 12 * 1024
#: a step in which nothing happens; the checksum of the sign of life is a large number
IDLE = 64
PRESSED = {"backgammon": BACKGAMMON, **{name: timed(keys) for name, (keys, _) in EVENINGS.items()}}


def most(held, kinds):
    """Return what a step that writes these records may leave."""
    if held:
        return A_HOLD
    if records.UNDO in kinds:
        return AN_UNDO
    return A_GAME if records.GAME in kinds or records.END in kinds else A_PRESS


@pytest.mark.parametrize("name", sample.drawn(tuple(PRESSED), of=2))
def test_a_press_leaves_little_garbage(name, repository, wasm, readable, tmp_path, record_property):
    pressed = PRESSED[name]
    played = evening.on_the_virtual_board(pressed)
    script = tmp_path / "keys"
    script.write_text(evening.script(played.edges, played.end), "utf-8")
    steps = machine.weighed(repository, readable, script, tmp_path / "run")
    assert len(steps) > 3 * len(pressed)
    for count, *what in steps:
        assert count <= most(*what), what
    drawn = sorted(count for count, *_ in steps if count > IDLE)
    assert len(drawn) > len(pressed) // 2, "garbage is seen when there is some"
    usual = [count for count, *what in steps if most(*what) == A_PRESS]
    games = [count for count, *what in steps if most(*what) == A_GAME]
    record_property(
        "figure", f"{name}: a press leaves {drawn[len(drawn) // 2]} B (median), {max(usual)} B at most; "
        f"a game's beginning or end {max(games, default=0)} B"
    )
