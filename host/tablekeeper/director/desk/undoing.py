"""The consequences of undoing an entry of the desk: folds the desk with and without it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tablekeeper.director.desk import journal
from tablekeeper.director.desk.entries import Ruling
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.undoing import Consequence, Undoing, note, warning
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.journal.reading import Reading
from tablekeeper.languages import _, sentence
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import listing


def undoing(
    reading: Reading[DeskState], seq: int, status: Callable[[DeskState, Ruling], Sequence[str]]
) -> Undoing:
    """Return the consequences of undoing an entry; `status` returns the states of a ruling's effects."""
    told, before, last = reading.sentences[seq - 1], reading.state, len(reading.actions)
    undo = Action(last + 1, reading.actions[-1].at_ms, "", UNDO, {"undoes": seq})
    try:
        after = journal.follow(reading.actions, undo, before)
    except DocumentError as error:
        return Undoing(told, impossible=sentence(error.reason))
    return Undoing(told, (*_of_penalties(before, after, status), *_of_cases(before, after)))


def _of_penalties(
    before: DeskState, after: DeskState, status: Callable[[DeskState, Ruling], Sequence[str]]
) -> Iterable[Consequence]:
    old, new = ({(one.seq, effect) for one, effect in state.ledger()} for state in (before, after))
    for ruling, effect in before.ledger():
        if (ruling.seq, effect) not in new:
            yield warning(_("No longer in the ledger: %(sentence)s.", sentence=effect.sentence()))
    for ruling, effect in after.ledger():
        if (ruling.seq, effect) not in old:
            yield warning(_("In the ledger again: %(sentence)s.", sentence=effect.sentence()))
    for seq, ruling in before.rulings.items():
        if ruling.counts and not (seq in after.rulings and after.rulings[seq].counts):
            for effect, became in zip(ruling.effects, status(before, ruling), strict=True):
                if became in ("carried out", "ordered; the board has not answered yet"):
                    yield warning(
                        _("The table is told to take back: %(sentence)s.", sentence=effect.sentence()),
                    )
    for seq, ruling in after.rulings.items():
        if ruling.counts and not (seq in before.rulings and before.rulings[seq].counts):
            yield note(_("It counts again: %(sentence)s.", sentence=ruling.sentence))


def _of_cases(before: DeskState, after: DeskState) -> Iterable[Consequence]:
    for late in after.late.keys() - before.late.keys():
        yield warning(_("%(player)s is missing again, and the time counts.", player=after.late[late].player))
    for late in before.late.keys() - after.late.keys():
        yield warning(_("%(player)s is not noted as missing any more.", player=before.late[late].player))
    for pause in after.breaks.keys() - before.breaks.keys():
        yield warning(
            _("%(player)s has a break again, and the time counts.", player=after.breaks[pause].player),
        )
    for pause in before.breaks.keys() - after.breaks.keys():
        yield warning(_("%(player)s has no break any more.", player=before.breaks[pause].player))
    for appeal in before.appeals.keys() - after.appeals.keys():
        yield warning(_("The appeal of %(by)s is no longer recorded.", by=before.appeals[appeal].by))
    if before.committee != after.committee:
        names = listing(after.committee) or _("nobody")
        yield note(_("The ruling committee is %(names)s again.", names=names))
    if before.programme != after.programme:
        yield note(_("The screen shows %(told)s again.", told=after.programme.told()))
    if _settings(before) != _settings(after):
        yield warning(_("The desk uses its earlier settings for later rulings."))


def _settings(state: DeskState) -> tuple[object, ...]:
    return state.ladder, state.counting, state.overtime, state.appeal_ms, state.grace_ms
