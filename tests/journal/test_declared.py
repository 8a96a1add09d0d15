"""Declared actions: fields, folds, undos and sentences of a small journal that counts stones."""

import pytest

from tablekeeper.strictjson import Cursor, DocumentError
from tests.journal.stones import KIND, moves

PUT, TAKE = ("put", {"stones": 5}), ("take", {"stones": 2})
UNDO_PUT, UNDO_TAKE = ("undo", {"undoes": 1}), ("undo", {"undoes": 2})


def test_a_fold_leaves_out_what_was_undone():
    assert KIND.fold(moves()).count == 0
    assert KIND.fold(moves(PUT, TAKE)).count == 3
    folded = KIND.fold(moves(PUT, TAKE, UNDO_TAKE))
    assert (folded.count, folded.undone) == (5, {2})
    # the undo is undone: the move counts again
    assert KIND.fold(moves(PUT, TAKE, UNDO_TAKE, ("undo", {"undoes": 3}))).count == 3


def test_what_builds_on_an_undone_action_is_refused():
    with pytest.raises(DocumentError, match="so many") as refused:
        KIND.fold(moves(PUT, TAKE, UNDO_PUT))
    assert refused.value.place == "moves[2].stones"


@pytest.mark.parametrize("later", [(PUT,), (TAKE, TAKE), (TAKE, UNDO_TAKE), (UNDO_PUT, PUT)])
def test_folding_on_gives_the_whole_fold_and_leaves_the_earlier_one(later):
    whole = moves(PUT, *later)
    first = KIND.fold(whole[:1])
    further = KIND.fold_on(first, whole[:1], whole[1:])
    again = KIND.fold(whole)
    assert (further.count, further.undone) == (again.count, again.undone)
    assert (first.count, first.undone) == (5, frozenset())


@pytest.mark.parametrize(
    ("action", "place", "reason"),
    [
        (("throw", {}), "journal", '"throw" is no move'),
        (("put", {}), "moves[1].stones", "is missing"),
        (("put", {"stones": 1, "far": 2}), "moves[1].far", "unknown key; known here: stones, why"),
        (("take", {"stones": 1, "why": "x"}), "moves[1].why", "unknown key; known here: stones"),
        (("put", 3), "moves[1]", "an object is wanted here"),
    ],
)
def test_what_is_not_declared_is_refused(action, place, reason):
    with pytest.raises(DocumentError, match=reason) as refused:
        KIND.fold(moves(action))
    assert refused.value.place == place


def test_the_state_is_asked_before_the_fields():
    full = moves(PUT, PUT, ("put", {"nothing": 0}))
    with pytest.raises(DocumentError, match="the bowl is full"):
        KIND.fold(full)
    state = KIND.fold(full[:1])
    KIND.take(state, full[1], Cursor(full[1].body, "elsewhere"))
    with pytest.raises(DocumentError, match="full") as refused:
        KIND.take(state, full[1], Cursor(full[1].body, "elsewhere"))
    assert refused.value.place == "elsewhere"


def test_sentences_may_tell_of_other_actions():
    actions = moves(PUT, ("count", {"of": 1}), *(("undo", {"undoes": seq}) for seq in (2, 3, 4)))
    assert [KIND.sentence(actions, seq) for seq in (1, 2, 3, 4, 5)] == [
        "5 more", "after 5 more",
        "the undoing of after 5 more", "the redoing of after 5 more", "the undoing of after 5 more",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "place", "reason"),
    [
        ({}, "here.undoes", "is missing"),
        ({"undoes": 1, "how": "x"}, "here.how", "unknown key; known here: undoes, reason"),
        ({"undoes": 1, "reason": ""}, "here.reason", "a text is wanted"),
        ({"undoes": 0}, "here.undoes", "0 is out of range: at least 1"),
        ({"undoes": 5}, "here.undoes", "there is no move 5: the history lists them"),
        ({"undoes": 2}, "here.undoes", "move 2 is undone already"),
        ({"undoes": 4}, "here.undoes", "what was counted stays"),
        ({"undoes": 1}, "here.undoes", "the first stones stay"),
    ],
)
def test_what_cannot_be_undone(body, place, reason):
    actions = moves(PUT, TAKE, UNDO_TAKE, ("count", {"of": 1}))
    assert KIND.names == ("put", "take", "count", "undo")
    with pytest.raises(DocumentError, match=reason) as refused:
        KIND.check_undo(KIND.fold(actions), actions, Cursor(body, "here"))
    assert refused.value.place == place


def test_what_can_be_undone():
    actions = moves(PUT, TAKE, PUT, UNDO_TAKE)
    for seq in (3, 4):
        KIND.check_undo(KIND.fold(actions), actions, Cursor({"undoes": seq, "reason": "a slip"}))
