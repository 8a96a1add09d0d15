"""The register's journal: its actions, each declared once. Pure.

Bodies hold only numbers, so a removed name leaves no trace in the journal. The text of an action is a part
of a sentence, in which `{people[17]}` and `{clubs[2]}` stand for names.
"""

from __future__ import annotations

from collections.abc import Callable
from string import Template

from tablekeeper.director.people.state import CONSENT_WORDS, RegisterState
from tablekeeper.journal.action import Action
from tablekeeper.journal.declared import Declared, JournalKind, Tell
from tablekeeper.languages import _, replaced

ENTERED, NAMED, SHOWN, MERGED, SPLIT, CONSENT = "entered", "named", "shown", "merged", "split", "consent"
CLUB, JOINED, LEFT, REMOVED, BOARD = "club", "joined", "left", "removed", "board"
#: the placeholder for a name in a sentence
_PERSON, _KEPT, _CLUB = "{people[$person]}", "{people[$kept]}", "{clubs[$club]}"


def _lasting(told: str) -> str:
    return _("%(told)s cannot be undone", told=told)


def _told(template: str) -> Callable[[Action, Tell], str]:
    """Return the sentence with each `$key` replaced by that member of the body."""

    def said(text: str, action: Action) -> str:
        told = Template(text).substitute(action.body)
        return CONSENT_WORDS.get(told, told)

    return lambda action, tell: replaced(template, lambda text: said(text, action))


PEOPLE: JournalKind[RegisterState] = JournalKind(
    RegisterState,
    (
        Declared(
            ENTERED, "person alias", RegisterState.enter, _told(_("the entry of %(person)s", person=_PERSON)),
            free=lambda state, one: state.untouched(one.body["person"], one.body["alias"]),
        ),
        Declared(
            NAMED, "person alias", RegisterState.name,
            _told(_("another name of %(person)s", person=_PERSON)),
            free=lambda state, one: state.is_spare(one.body["person"], one.body["alias"]),
        ),
        Declared(
            SHOWN, "person before after", RegisterState.show,
            _told(_("the name by which %(person)s is shown", person=_PERSON)), free=RegisterState.says,
        ),
        Declared(
            MERGED, "kept merged", RegisterState.merge,
            _told(_("the merge of person %(merged)s into %(kept)s", merged="$merged", kept=_KEPT)),
            free=lambda state, one: state.is_double(one.body["merged"], one.body["kept"]),
        ),
        Declared(
            SPLIT, "alias from to", RegisterState.split,
            _told(_("the split of %(to)s from %(other)s", to="{people[$to]}", other="{people[$from]}")),
            free=lambda state, one: state.untouched(one.body["to"], one.body["alias"]),
        ),
        Declared(
            CONSENT, "person before after", RegisterState.consent,
            _told(_("the consent of %(person)s: %(after)s", person=_PERSON, after="$after")),
            free=RegisterState.says,
        ),
        Declared(
            BOARD, "person alias language", RegisterState.board,
            _told(_("the name of %(person)s on boards", person=_PERSON)), free=RegisterState.says,
        ),
        Declared(
            CLUB, "club", RegisterState.club, _told(_("the club %(club)s", club=_CLUB)),
            free=lambda state, one: state.is_empty(one.body["club"]),
        ),
        Declared(
            JOINED, "membership person club since", RegisterState.join,
            _told(_("the joining of %(person)s to %(club)s", person=_PERSON, club=_CLUB)),
            free=lambda state, one: state.goes_on(one.body["membership"]),
        ),
        Declared(
            LEFT, "membership before after", RegisterState.leave,
            _told(_("the end of membership %(which)s on %(day)s", which="$membership", day="$after")),
            free=lambda state, one: one.body["membership"] in state.memberships,
        ),
        Declared(
            REMOVED, "person doubles alias", RegisterState.remove,
            _told(_("the removal of %(person)s", person=_PERSON)), lasting=_lasting,
        ),
    ),
    # names that an undo has deleted cannot be restored
    undo_lasting=_lasting,
    stays=RegisterState.stays,
)  # fmt: skip
