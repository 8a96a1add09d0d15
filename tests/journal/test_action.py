"""Actions of journals: what is undone, and the one text of a body."""

import pytest

from tablekeeper.journal.action import Action, canonical, undone


def journal(*bodies):
    """Return a journal; a number in it undoes that action, anything else is a note."""
    return [
        Action(seq, 0, "director", "undo", {"undoes": one})
        if isinstance(one, int)
        else Action(seq, 0, "director", "note", {"text": one})
        for seq, one in enumerate(bodies, 1)
    ]


@pytest.mark.parametrize(
    ("actions", "gone"),
    [
        (journal(), set()),
        (journal("a", "b"), set()),
        (journal("a", "b", 2), {2}),
        (journal("a", "b", 1, 2), {1, 2}),
        # the undo of an undo lets the action count again
        (journal("a", 1, 2), {2}),
        (journal("a", 1, 2, 3), {1, 3}),
        (journal("a", "b", 1, 2, 3), {2, 3}),
    ],
)
def test_an_undo_may_be_undone(actions, gone):
    assert undone(actions) == gone


def test_a_body_has_one_text():
    assert canonical({"b": 1, "a": ["Zo\u00eb", None]}) == '{"a":["Zo\u00eb",null],"b":1}'
    with pytest.raises(ValueError, match="JSON"):
        canonical({"a": float("inf")})
