"""What a journal makes is folded once: counted by the bodies that are applied."""

import pytest

from tablekeeper.errors import UserError
from tablekeeper.journal.action import Action
from tablekeeper.journal.reading import Readings
from tests.journal.stones import KIND, moves

PUT, TAKE = ("put", {"stones": 5}), ("take", {"stones": 2})


class Shelf:
    """Journals by owner, which count how many actions were read."""

    def __init__(self):
        self.journals = {}
        self.stamp = self.read = 0
        self.readings = Readings(KIND, self.actions, lambda: self.stamp)

    def actions(self, owner, after):
        found = self.journals.get(owner, [])[after:]
        self.read += len(found)
        return found


def test_only_what_is_new_is_read():
    shelf = Shelf()
    assert shelf.readings.of().state.count == 0
    shelf.journals = {0: moves(PUT, TAKE), 7: moves(PUT)}
    assert (shelf.readings.of().state.count, shelf.readings.of(7).state.count) == (3, 5)
    assert shelf.read == 3
    first = shelf.readings.of()
    assert shelf.readings.of() is first
    assert shelf.read == 3
    shelf.journals[0] = moves(PUT, TAKE, PUT, ("undo", {"undoes": 2}))
    later = shelf.readings.of()
    assert (later.state.count, later.state.undone, shelf.read) == (10, {2}, 5)
    assert (first.state.count, len(first.actions)) == (3, 2)


def test_rows_that_have_changed_are_read_again():
    shelf = Shelf()
    shelf.journals = {0: moves(PUT)}
    assert shelf.readings.of().sentences == ("5 more",)
    shelf.journals = {0: moves(("put", {"stones": 6}))}
    assert shelf.readings.of().sentences == ("5 more",)
    shelf.stamp += 1
    assert shelf.readings.of().sentences == ("6 more",)


def test_what_changes_while_it_is_read_is_not_kept():
    shelf = Shelf()
    shelf.journals = {0: moves(PUT)}
    fetch = shelf.readings._actions

    def meanwhile(owner, after):
        found = fetch(owner, after)
        shelf.journals = {0: moves(("put", {"stones": 6}))}
        shelf.stamp += 1
        shelf.readings._actions = fetch
        return found

    shelf.readings._actions = meanwhile
    shelf.readings.of()
    assert shelf.readings.of().state.count == 6


def test_sentences_are_told_once(monkeypatch):
    shelf = Shelf()
    shelf.journals = {0: moves(PUT, TAKE)}
    told = []
    sentence = KIND.sentence
    monkeypatch.setattr(KIND, "sentence", lambda actions, seq: told.append(seq) or sentence(actions, seq))
    assert shelf.readings.of().sentences == shelf.readings.of().sentences == ("5 more", "2 fewer")
    shelf.journals[0] = moves(PUT, TAKE, ("count", {"of": 2}))
    assert shelf.readings.of().sentences[2:] == ("after 2 fewer",)
    assert told == [1, 2, 3]


@pytest.mark.parametrize(
    ("given", "last"),
    [
        ((), None),
        ((PUT, TAKE), 2),
        ((PUT, TAKE, ("undo", {"undoes": 2})), 1),
        ((PUT, TAKE, ("undo", {"undoes": 2}), ("undo", {"undoes": 3})), 2),
        ((PUT, ("count", {"of": 1})), 1),
        ((("count", {"of": 1}),), None),
    ],
)
def test_an_undo_takes_back_the_last_action_that_counts(given, last):
    shelf = Shelf()
    shelf.journals = {0: moves(*given)}
    if last is None:
        with pytest.raises(UserError, match="There is nothing to undo"):
            shelf.readings.of().undoable("Ann")
    else:
        assert shelf.readings.of().undoable("Ann") == last


def test_what_somebody_else_did_last_is_undone_by_its_number_only():
    shelf = Shelf()
    shelf.journals = {0: [Action(1, 0, "Ann", *PUT), Action(2, 0, "Table 3", *PUT)]}
    with pytest.raises(UserError, match=r"The last action is 2, by Table 3: 5 more\. Name the action"):
        shelf.readings.of().undoable("Ann")
