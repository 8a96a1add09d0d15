"""The register's journal: its actions, each declared once. Pure.

Bodies hold only numbers, so a removed name leaves no trace in the journal. The text of an action is a part
of a sentence, in which `{people[17]}` and `{clubs[2]}` stand for names.
"""

from __future__ import annotations

from collections.abc import Callable
from string import Template

from tablekeeper.director.people.state import RegisterState
from tablekeeper.journal.action import Action
from tablekeeper.journal.declared import Declared, JournalKind, Tell

ENTERED, NAMED, SHOWN, MERGED, SPLIT, CONSENT = "entered", "named", "shown", "merged", "split", "consent"
CLUB, JOINED, LEFT, REMOVED = "club", "joined", "left", "removed"
_LASTING = "{told} cannot be undone"


def _told(template: str) -> Callable[[Action, Tell], str]:
    """Return the sentence that puts members of the body where `$key` stands."""
    return lambda action, tell: Template(template).substitute(action.body)


PEOPLE: JournalKind[RegisterState] = JournalKind(
    RegisterState,
    (
        Declared(
            ENTERED, "person alias", RegisterState.enter, _told("the entry of {people[$person]}"),
            free=lambda state, one: state.untouched(one.body["person"], one.body["alias"]),
        ),
        Declared(
            NAMED, "person alias", RegisterState.name, _told("another name of {people[$person]}"),
            free=lambda state, one: state.is_spare(one.body["person"], one.body["alias"]),
        ),
        Declared(
            SHOWN, "person before after", RegisterState.show,
            _told("the name by which {people[$person]} is shown"), free=RegisterState.says,
        ),
        Declared(
            MERGED, "kept merged", RegisterState.merge,
            _told("the merge of person $merged into {people[$kept]}"),
            free=lambda state, one: state.is_double(one.body["merged"], one.body["kept"]),
        ),
        Declared(
            SPLIT, "alias from to", RegisterState.split,
            _told("the split of {people[$to]} from {people[$from]}"),
            free=lambda state, one: state.untouched(one.body["to"], one.body["alias"]),
        ),
        Declared(
            CONSENT, "person before after", RegisterState.consent,
            _told("the consent of {people[$person]}: $after"), free=RegisterState.says,
        ),
        Declared(
            CLUB, "club", RegisterState.club, _told("the club {clubs[$club]}"),
            free=lambda state, one: state.is_empty(one.body["club"]),
        ),
        Declared(
            JOINED, "membership person club since", RegisterState.join,
            _told("the joining of {people[$person]} to {clubs[$club]}"),
            free=lambda state, one: state.goes_on(one.body["membership"]),
        ),
        Declared(
            LEFT, "membership before after", RegisterState.leave,
            _told("the end of membership $membership on $after"),
            free=lambda state, one: one.body["membership"] in state.memberships,
        ),
        Declared(
            REMOVED, "person doubles alias", RegisterState.remove,
            _told("the removal of {people[$person]}"), lasting=_LASTING,
        ),
    ),
    # the names that an undo has deleted do not come back
    undo_lasting=_LASTING,
    stays=RegisterState.stays,
)  # fmt: skip
