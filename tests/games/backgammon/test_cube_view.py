"""The cube as pages show it: the centred one with the value that the board's display shows."""

from types import SimpleNamespace

import pytest

from tablekeeper.games.backgammon.view import _cube


@pytest.mark.parametrize(
    ("value", "owner", "face", "text"),
    [
        (1, None, "1", "cube at 1, centred"),
        (2, None, "2", "cube at 2, centred"),
        (2, 1, "2", "cube at 2, Bob has it"),
    ],
)
def test_the_cube_has_the_value_of_the_display(value, owner, face, text):
    facts = SimpleNamespace(cube=value, cube_owner=owner, crawford=False)
    shown = _cube(facts, "turn", ("Ann", "Bob"))
    assert (shown.face, shown.owner, shown.text) == (face, owner, text)
