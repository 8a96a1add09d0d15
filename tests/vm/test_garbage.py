"""What a press leaves behind: garbage that the board collects when nothing is due (tabledevice.app).

Counted by a 32-bit Python whose collector waits until a step of the loop is over.
Presses of games by all
five programs: the same scripts as the other tests here.
"""

import pytest

from tablecore import records
from tests.vm import evening, machine, test_plain_evening, test_race_evening, test_tara_evening
from tests.vm.evening import TAP

#: bytes that a press and its drawing may leave (DESIGN.md)
A_PRESS = 1536
#: a game that begins or ends: its state is packed, kept and compared
A_GAME = 2560
#: a held key: what an undo would take back is looked up in the memory
A_HOLD = 2048
#: an undo folds the game anew; it takes longer than a collection does
AN_UNDO = 12 * 1024
#: a step in which nothing happens; the checksum of the sign of life is a large number
IDLE = 64
EVENINGS = {
    "backgammon": evening.MATCH_BY_KEYS,
    "races": test_race_evening.KEYS,
    "tara": test_tara_evening.KEYS,
    "clocks and dice": test_plain_evening.KEYS,
}


def most(held, kinds):
    """Return what a step that writes these records may leave."""
    if held:
        return A_HOLD
    if records.UNDO in kinds:
        return AN_UNDO
    return A_GAME if records.GAME in kinds or records.END in kinds else A_PRESS


@pytest.mark.parametrize("name", EVENINGS)
def test_a_press_leaves_little_garbage(name, repository, wasm, readable, tmp_path, record_property):
    pressed = [
        key if isinstance(key, tuple) else ("*", 700, evening.LONG) if key == "hold" else (key, 1100, TAP)
        for key in EVENINGS[name]
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening, "MATCH_BY_KEYS", tuple(pressed))
        played = evening.on_the_virtual_board(patch)
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
