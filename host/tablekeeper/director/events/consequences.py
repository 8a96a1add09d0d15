"""The consequences of undoing an action of an event: folds the event with and without it. Pure.

Later actions that do not fit without it (a result of a pairing that would not be drawn, a ruling on this
result) are its dependents: an undo takes back all of them, too, or is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from tablekeeper.director.events import journal, redraw
from tablekeeper.director.events.journal import EVENTS
from tablekeeper.director.events.sentences import results_place, sentence, within
from tablekeeper.director.events.state import EventState
from tablekeeper.director.undoing import NOTE, REASON, WARNING, Consequence, Undoing, note, serious, warning
from tablekeeper.errors import UserError
from tablekeeper.formats import Answer
from tablekeeper.formats.wording import pairing_text
from tablekeeper.journal.action import UNDO, Action, undone
from tablekeeper.languages import _, heading, joined
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import counted, listing, ordinal, shortened, value_text

#: the number of places of the standings that are compared
_PLACES = 3
#: up to this number, pairings or results are listed one by one
_TOLD = 8
#: the most characters of an option's value, and of a result, in a sentence
_LONGEST, _LONGEST_RESULT = 60, 160


def undoing(
    actions: Sequence[Action],
    before: EventState,
    running: Answer | None,
    seq: int,
    where: Callable[[int], str] = lambda match: "",
) -> Undoing:
    """Return the consequences of undoing an action; `before` is the event, `running` its standings.

    `where` returns the table of a match, "" if it is not known.
    """
    told = EVENTS.sentence(actions, seq) if 0 < seq <= len(actions) else _("action %(seq)s", seq=seq)
    try:
        EVENTS.check_undo(before, actions, Cursor({"undoes": seq}, "undo"))
        after, dependents = without(actions, seq)
        standings = after.answer() if after.started else None
        if actions[seq - 1].action in (journal.SET, journal.DRAW, UNDO):
            redraw.check(before, running, after, _("Undo the start first."))
        presence = redraw.undone_at_last(actions, seq) in (journal.ENTER, journal.WITHDRAW)
        if presence:
            redraw.check_kept(before, running, after, paper=not dependents)
    except DocumentError as error:
        why = within(error, before.format)
        if error.place.startswith("undo"):
            return Undoing(told, impossible=sentence(error, before.format))
        return Undoing(told, impossible=_(
            "Later actions depend on %(told)s: undo them first (%(why)s).", told=told, why=why
        ))  # fmt: skip
    except UserError as error:
        return Undoing(told, impossible=str(error))
    named = _namer(before, after, where)
    found = [
        *(
            serious(_("Undone, too: %(action)s.", action=EVENTS.sentence(actions, one)))
            for one in dependents
        ),
        *_of_phase(before, after),
        *_of_people(before, after),
        *_of_options(before, after),
        *_of_results(before, after, {*dependents}, named),
        *_of_standings(running, standings),
        *_of_pairings(running, standings, after, presence and not _is_last(actions, before, seq)),
        *_of_tables(before, after, running, standings, named),
    ]
    return Undoing(told, tuple(found), dependents)


def _namer(before: EventState, after: EventState, where: Callable[[int], str]) -> Callable[[int], str]:
    """Return a function that names a match at a table, to begin a sentence: "Game 2: Ann v Bob (Table 1)"."""

    def named(match: int) -> str:
        told = heading(pairing_text({**after.tables, **before.tables}[match])) or _("A match")
        table = where(match)
        return joined((told, " (", table, ")"), "") if table else told

    return named


def without(actions: Sequence[Action], seq: int) -> tuple[EventState, tuple[int, ...]]:
    """Return the event without an action and its dependents, and the numbers of these.

    Raises DocumentError if the action cannot be undone, or if an earlier action causes the error.
    """
    gone = undone([*actions, Action(len(actions) + 1, 0, "", UNDO, {"undoes": seq})])
    dependents: list[int] = []
    while True:
        state, refused = _folded(actions, gone, seq)
        dependents += refused
        gone |= {*refused}
        if not state.started:
            break
        try:
            state.answer()
            break
        except DocumentError as error:
            unfit = _unfit(error, state, actions, gone, seq)
            if unfit is None:
                raise
            dependents.append(unfit)
            gone |= {unfit}
    state.undone = gone
    return state, tuple(sorted(dependents))


def _folded(actions: Sequence[Action], gone: frozenset[int], seq: int) -> tuple[EventState, list[int]]:
    """Fold the remaining actions; return also the actions after `seq` that do not fit any more."""
    state, refused = EventState(), []
    for action in actions:
        if action.action == UNDO or action.seq in gone:
            continue
        # an action that is refused may have begun to change the state
        trial = state.copy() if action.seq > seq else state
        try:
            EVENTS.take(trial, action)
            state = trial
        except DocumentError:
            if action.seq < seq:
                raise
            refused.append(action.seq)
    return state, refused


def _unfit(
    error: DocumentError, state: EventState, actions: Sequence[Action], gone: frozenset[int], seq: int
) -> int | None:
    """Return the later action that entered the refused result; None if it was an earlier action."""
    place = results_place(error)
    if place is None:
        return None
    brought = [one.seq for one in state.entered if one.result is not None][place]
    if brought > seq:
        return brought
    # a ruling has changed the result since
    rulings = [
        one.seq
        for one in actions
        if one.action == journal.RULE and one.seq > seq and one.seq not in gone
        and one.body["replaces"] == brought
    ]  # fmt: skip
    return rulings[-1] if rulings else None


# --- consequences of each kind ----------------------------------------------------------------


def _of_phase(before: EventState, after: EventState) -> Iterable[Consequence]:
    if before.discarded and not after.discarded:
        yield warning(_("The event is no longer discarded."))
    if after.discarded and not before.discarded:
        yield warning(_("The event is discarded again."))
    if before.started and not after.started:
        yield warning(_("The start of the event is undone: players and draw can be changed."))
    if before.finished and not after.finished:
        yield warning(_("The event goes on: it is not finished any more."))
    if after.finished and not before.finished:
        yield warning(_("The event is finished again: nothing more can be entered."))
    if before.draws != after.draws:
        yield warning(
            _("Draw %(draws)s is played instead of draw %(draws2)s.", draws=after.draws, draws2=before.draws),
        )


def _of_people(before: EventState, after: EventState) -> Iterable[Consequence]:
    gone = [name for name in before.entrants if name not in after.entrants]
    back = [name for name in after.entrants if name not in before.entrants]
    if gone:
        yield warning(_("No longer entered: %(gone)s.", gone=listing(gone)))
    if back:
        yield warning(_("Entered again: %(back)s.", back=listing(back)))
    playing = [name for name in before.withdrawn if name not in after.withdrawn]
    leaving = [name for name in after.withdrawn if name not in before.withdrawn]
    if playing:
        yield warning(_("Not withdrawn any more: %(playing)s.", playing=listing(playing)))
    if leaving:
        yield warning(_("Withdrawn again: %(leaving)s.", leaving=listing(leaving)))
    if not gone and not back and before.players != after.players:
        names = shortened(listing(after.players), _LONGEST)
        yield note(_("The order of the players becomes: %(names)s.", names=names))


def _of_options(before: EventState, after: EventState) -> Iterable[Consequence]:
    labels = {option.key: option.label for option in after.format.options}
    for key in sorted({*before.options, *after.options}):
        old, new = (shortened(value_text(one.options.get(key)), _LONGEST) for one in (before, after))
        if before.options.get(key) != after.options.get(key):
            yield note(_(
                "%(label)s: %(new)s instead of %(old)s.",
                label=labels.get(key, key),
                new=new,
                old=old,
            ))


def _of_results(
    before: EventState, after: EventState, dependents: Collection[int], where: Callable[[int], str]
) -> Iterable[Consequence]:
    old, new = ({one.seq: one for one in state.entered} for state in (before, after))
    lost = [one for seq, one in old.items() if seq not in new and one.result is not None]
    back = [one for seq, one in new.items() if seq not in old and one.result is not None]
    # dependent actions are listed separately
    alone = [_result(one.result) for one in lost if one.seq not in dependents]
    yield from _listed(WARNING, _("Not counted any more"), alone)
    yield from _listed(WARNING, _("Counted again"), [_result(one.result) for one in back])
    for seq, one in new.items():
        earlier = old.get(seq)
        if earlier is not None and earlier.result != one.result:
            counts, not_so = (_result(each.result) for each in (one, earlier))
            yield warning(_("After this, %(counts)s counts, not %(not_so)s.", counts=counts, not_so=not_so))
    for claim in after.claims.keys() - before.claims.keys():
        told = _result(after.claims[claim].result)
        yield note(_("Waits to be confirmed again: %(told)s.", told=told))
    waiting = {claim.match for claim in after.claims.values()}
    for one in lost:
        if one.match is not None and one.match not in waiting:
            yield note(
                _("%(where)s will not report its result again: enter it by hand.", where=where(one.match)),
            )


def _of_standings(before: Answer | None, after: Answer | None) -> Iterable[Consequence]:
    if before is None or after is None:
        return
    if before.winner != after.winner:
        became = (
            _("Nobody has won yet") if after.winner is None else _("%(winner)s wins", winner=after.winner)
        )
        was = "" if before.winner is None else _(", not %(winner)s", winner=before.winner)
        yield warning(joined((became, was, "."), ""))
    for place in range(1, _PLACES + 1):
        old, new = (
            [row.player for row in answer.placed if row.rank == place] for answer in (before, after)
        )
        if sorted(old) != sorted(new):
            told = _(
                "%(place)s place: %(names)s instead of %(names2)s.",
                place=ordinal(place),
                names=_names(new),
                names2=_names(old),
            )
            yield Consequence(WARNING if place == 1 else NOTE, told)


def _is_last(actions: Sequence[Action], state: EventState, seq: int) -> bool:
    return not any(
        one.seq > seq and one.action != UNDO and one.seq not in state.undone for one in actions[seq:]
    )


def _of_pairings(
    before: Answer | None, after: Answer | None, state: EventState, asked: bool
) -> Iterable[Consequence]:
    """Compare the open pairings; if `asked`, lost ones of players who are in `state` need a reason."""
    old, new = ({} if one is None else _pairings(one) for one in (before, after))
    lost = [one for key, one in old.items() if key not in new]
    there = set(state.entrants) - set(state.withdrawn)
    moved = [pairing_text(one) for one in lost if asked and there.issuperset(one.get("players", (None,)))]
    gone = [told for told in map(pairing_text, lost) if told not in moved]
    back = [pairing_text(one) for key, one in new.items() if key not in old]
    yield from _listed(REASON, _("Not to be played any more"), moved)
    yield from _listed(NOTE, _("Not to be played any more"), gone)
    yield from _listed(NOTE, _("To be played"), back)


def _of_tables(
    before: EventState,
    after: EventState,
    running: Answer | None,
    standings: Answer | None,
    where: Callable[[int], str],
) -> Iterable[Consequence]:
    old, new = ({} if one is None else _pairings(one) for one in (running, standings))
    settled = {one.match for one in before.entered}
    for match, pairing in before.tables.items():
        if match not in after.tables:
            told = _("%(where)s is no longer a match of this event, and plays on.", where=where(match))
            yield warning(told)
        elif match not in settled and (key := redraw.identity(pairing)) in old and key not in new:
            told = _(
                "%(where)s will no longer be played, but its table is set up for it.", where=where(match)
            )
            yield warning(told)
    for match in after.tables:
        if match not in before.tables:
            yield warning(_("%(where)s is a match of this event again.", where=where(match)))


def _pairings(answer: Answer) -> dict[tuple[Any, ...], Mapping[str, Any]]:
    return {redraw.identity(one): one for one in answer.next}


def _listed(grade: str, what: str, told: Sequence[str]) -> Iterable[Consequence]:
    for one in told[:_TOLD]:
        yield Consequence(grade, joined((what, one), ": ") + ".")
    if (more := len(told) - _TOLD) > 0:
        yield Consequence(grade, joined((what, counted(more, "more", "more")), ": ") + ".")


def _result(result: Mapping[str, Any] | None) -> str:
    return _("no result") if result is None else shortened(pairing_text(result), _LONGEST_RESULT)


def _names(names: Sequence[str]) -> str:
    return shortened(listing(names), _LONGEST) if names else _("nobody")
