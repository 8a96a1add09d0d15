"""The fold of the desk's journal: entries in, the desk out. Pure.

The journal keeps what was decided, not only the facts: a later version with other rules tells the old
decisions as they were made. An entry that cannot follow the ones before it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablekeeper.director.desk.entries import (
    APPEAL_KIND,
    BREAK_KIND,
    LATE_KIND,
    PENALTY_KIND,
    Appeal,
    DeskOrder,
    Late,
    Pause,
    Ruling,
)
from tablekeeper.journal.action import UNDO, Action, undone
from tablekeeper.regulation import appeal as appeals
from tablekeeper.regulation import breaks, committee, lateness, penalties
from tablekeeper.regulation.cases import KINDS
from tablekeeper.regulation.finding import LONGEST_MS, MOST_POINTS, PENALTIES, Effect, read_effect
from tablekeeper.regulation.moment import MINUTE_MS
from tablekeeper.regulation.paragraphs import BY_NAME
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.textchecks import line_at, name_at, reason_at

SETTINGS, COMMITTEE, SUBSTITUTE, RULING = "settings", "committee", "substitute", "ruling"
LATE, GRANT, BREAK, APPEAL, VERDICT, ORDER = "late", "grant", "break", "appeal", "verdict", "order"
LONGEST_SENTENCE = 500
#: Unix ms of no time that people write
LAST_MS = 1 << 53
RULING_KINDS = (*KINDS, LATE_KIND, BREAK_KIND, PENALTY_KIND)
_RULED = ("kind", "players", "sentence", "paragraphs", "effects")
_ABOUT = ("match", "event")


class DeskState:
    """The desk as its entries so far make it."""

    def __init__(self) -> None:
        self.ladder = penalties.DEFAULT
        self.counting = penalties.SAME_CAUSE
        self.overtime = breaks.LADDER
        self.appeal_ms = appeals.AT_ONCE_MS
        self.grace_ms = lateness.GRACE_MS
        self.committee: tuple[str, ...] = ()
        #: by ruling: who sits for whom
        self.substitutes: dict[int, dict[str, str]] = {}
        self.rulings: dict[int, Ruling] = {}
        #: who is missing, and who has a break, now
        self.late: dict[int, Late] = {}
        self.breaks: dict[int, Pause] = {}
        #: every break that was begun, those that are over too
        self.taken: list[Pause] = []
        self.appeals: dict[int, Appeal] = {}
        #: by ruling and effect: the last order that was given, and why none could be since
        self.orders: dict[tuple[int, int], DeskOrder] = {}
        self.problems: dict[tuple[int, int], str] = {}
        self.undone: frozenset[int] = frozenset()

    # --- asking ---------------------------------------------------------------------------

    def ledger(self) -> list[tuple[Ruling, Effect]]:
        """Return every penalty that counts, oldest first."""
        return [
            (ruling, effect)
            for _, ruling in sorted(self.rulings.items())
            if ruling.counts
            for effect in ruling.effects
            if effect.kind in PENALTIES
        ]

    def steps(self, player: str, cause: str) -> int:
        """Return how many earlier offences of a player the ladder counts."""
        return len(
            {
                ruling.seq
                for ruling, effect in self.ledger()
                if effect.player == player
                and (self.counting == penalties.ALL_CAUSES or effect.cause == cause)
            }
        )

    def breaks_taken(
        self, player: str, opponent: str, match: int | None = None, event: int | None = None
    ) -> int:
        """Return how many breaks a player has begun in a match; those by consent don't count."""
        key = (player, opponent, match, event)
        return sum(
            (one.player, one.opponent, one.match, one.event) == key and not one.consent for one in self.taken
        )

    def panel(self, ruling: int) -> tuple[str, ...]:
        """Return which members may decide an appeal against a ruling."""
        found = self.rulings[ruling]
        return committee.sitting(self.committee, self.substitutes.get(ruling, {}), found.players)

    # --- one entry ------------------------------------------------------------------------

    def take(self, action: Action) -> None:
        """Apply one entry that counts; refuse what cannot follow."""
        if action.action not in _APPLY:
            raise DocumentError("journal", f'"{action.action}" is no entry of the desk')
        _APPLY[action.action](self, action, Cursor(action.body))

    def _settings(self, action: Action, body: Cursor) -> None:
        known = ("ladder", "counting", "overtime", "appeal_ms", "grace_ms")
        body.fields(known)
        if body.has("ladder"):
            self.ladder = penalties.read_ladder(body.at("ladder").text())
        if body.has("counting"):
            self.counting = body.at("counting").choice(penalties.COUNTING)
        if body.has("overtime"):
            self.overtime = body.at("overtime").choice(breaks.OVERTIME)
        if body.has("appeal_ms"):
            self.appeal_ms = body.at("appeal_ms").whole(MINUTE_MS, LONGEST_MS)
        if body.has("grace_ms"):
            self.grace_ms = body.at("grace_ms").whole(0, LONGEST_MS)

    def _committee(self, action: Action, body: Cursor) -> None:
        body.fields(("members",), ("members",))
        self.committee = committee.check([name_at(item) for item in body.at("members").items()])

    def _substitute(self, action: Action, body: Cursor) -> None:
        body.fields(("ruling", "out", "new", "reason"), ("ruling", "out", "new"))
        ruling = self._ruling(body.at("ruling"))
        made = self.substitutes.setdefault(ruling.seq, {})
        out, new = name_at(body.at("out")), name_at(body.at("new"))
        committee.check_substitute(self.committee, made, out, new, ruling.players)
        _reason(body)
        made[out] = new

    def _ruled(self, action: Action, body: Cursor) -> None:
        ruling = read_ruling(action)
        if body.has("closes"):
            seq = body.at("closes").whole(1)
            held: dict[int, Any] = self.late if ruling.kind == LATE_KIND else self.breaks
            if held.pop(seq, None) is None:
                raise body.at("closes").refuse(f"entry {seq} is not open")
        elif ruling.kind == BREAK_KIND:
            # a break that is told only when it is over
            pause = Pause(action.seq, *_two(ruling.players), 0, 0, ruling.match, ruling.event)
            self.taken.append(pause)
        self.rulings[action.seq] = ruling

    def _late(self, action: Action, body: Cursor) -> None:
        keys = ("player", "opponent", "length", "scheduled_ms", "from_ms")
        body.fields((*keys, "clock", "reason", "granted", *_ABOUT), keys)
        player, opponent = name_at(body.at("player")), name_at(body.at("opponent"))
        match, event = _about(body)
        key = (player, opponent, match, event)
        if any((one.player, one.opponent, one.match, one.event) == key for one in self.late.values()):
            raise DocumentError("", f"{player} is missing already: tell the arrival first")
        self.late[action.seq] = Late(
            action.seq,
            player,
            opponent,
            body.at("length").whole(0, MOST_POINTS),
            body.at("scheduled_ms").whole(0, LAST_MS),
            body.at("from_ms").whole(0, LAST_MS),
            body.has("clock") and body.at("clock").truth(),
            match,
            event,
            body.has("granted") and body.at("granted").truth(),
            _reason(body),
        )

    def _grant(self, action: Action, body: Cursor) -> None:
        body.fields(("late", "from_ms", "reason"), ("late", "from_ms", "reason"))
        seq = body.at("late").whole(1)
        if seq not in self.late:
            raise body.at("late").refuse(f"nobody is missing under number {seq}")
        from_ms = body.at("from_ms").whole(0, LAST_MS)
        self.late[seq] = replace(self.late[seq], from_ms=from_ms, granted=True, reason=_reason(body))

    def _break(self, action: Action, body: Cursor) -> None:
        keys = ("player", "opponent", "length", "from_ms")
        body.fields((*keys, "consent", *_ABOUT), keys)
        pause = Pause(
            action.seq,
            name_at(body.at("player")),
            name_at(body.at("opponent")),
            body.at("length").whole(0, MOST_POINTS),
            body.at("from_ms").whole(0, LAST_MS),
            *_about(body),
            reason_at(body.at("consent")) if body.has("consent") else "",
        )
        if any(one.player == pause.player for one in self.breaks.values()):
            raise DocumentError("", f"{pause.player} has a break already: tell the return first")
        self.breaks[action.seq] = pause
        self.taken.append(pause)

    def _appeal(self, action: Action, body: Cursor) -> None:
        body.fields(("ruling", "by", "sentence", "reason"), ("ruling", "by", "sentence"))
        ruling = self._ruling(body.at("ruling"))
        if ruling.kind == APPEAL_KIND:
            raise DocumentError(
                "", f"ruling {ruling.seq} is the committee's: only a director's ruling is appealed"
            )
        if not ruling.counts or any(one.ruling == ruling.seq for one in self.appeals.values()):
            raise DocumentError("", f"ruling {ruling.seq} has been appealed already")
        by = name_at(body.at("by"))
        if by not in ruling.players:
            raise DocumentError(
                "", f"{by} is not in the dispute: {' and '.join(ruling.players) or 'nobody'} can appeal"
            )
        self.appeals[action.seq] = Appeal(
            action.seq, action.at_ms, ruling.seq, by, _sentence(body), _reason(body)
        )

    def _verdict(self, action: Action, body: Cursor) -> None:
        keys = ("appeal", "votes", "heard", "sentence", "effects")
        body.fields((*keys, "reason"), keys)
        seq = body.at("appeal").whole(1)
        appeal = self.appeals.get(seq)
        if appeal is None:
            raise body.at("appeal").refuse(f"there is no appeal {seq}")
        if appeal.outcome in (appeals.UPHOLD, appeals.OVERTURN):
            raise DocumentError("", f"appeal {seq} is decided already")
        votes = {name: place.choice(appeals.VOTES) for name, place in body.at("votes").members()}
        appeals.check_votes(votes, self.panel(appeal.ruling))
        outcome = appeals.outcome(votes).outcome
        heard = tuple(name_at(item) for item in body.at("heard").items())
        effects = _effects(body.at("effects"))
        reason = _reason(body)
        self.appeals[seq] = replace(appeal, votes=votes, heard=heard, outcome=outcome)
        if outcome == appeals.OVERTURN:
            old = self.rulings[appeal.ruling]
            self.rulings[old.seq] = replace(old, overturned_by=action.seq)
            self.rulings[action.seq] = replace(
                old, seq=action.seq, at_ms=action.at_ms, actor=action.actor, kind=APPEAL_KIND,
                sentence=_sentence(body), paragraphs=("appeals",), effects=effects, proposed=None,
                reason=reason, facts={"ruling": old.seq, "votes": votes},
            )  # fmt: skip
        elif effects:
            raise body.at("effects").refuse("only a ruling that is overturned gets other effects")

    def _order(self, action: Action, body: Cursor) -> None:
        order = read_order(action)
        key = order.of, order.effect
        self.problems.pop(key, None)
        if order.problem:
            self.problems[key] = order.problem
        else:
            self.orders[key] = order

    def _ruling(self, place: Cursor) -> Ruling:
        seq = place.whole(1)
        if seq not in self.rulings:
            raise place.refuse(f"there is no ruling {seq} that counts")
        return self.rulings[seq]


_APPLY: dict[str, Callable[[DeskState, Action, Cursor], None]] = {
    SETTINGS: DeskState._settings,
    COMMITTEE: DeskState._committee,
    SUBSTITUTE: DeskState._substitute,
    RULING: DeskState._ruled,
    LATE: DeskState._late,
    GRANT: DeskState._grant,
    BREAK: DeskState._break,
    APPEAL: DeskState._appeal,
    VERDICT: DeskState._verdict,
    ORDER: DeskState._order,
}
#: every entry a journal may hold
ACTIONS = (*_APPLY, UNDO)


def _two(players: Sequence[str]) -> tuple[str, str]:
    return players[0], players[1] if len(players) > 1 else ""


def _about(body: Cursor) -> tuple[int | None, int | None]:
    match, event = (body.at(key).whole(1) if body.has(key) else None for key in _ABOUT)
    return match, event


def _reason(body: Cursor) -> str:
    return reason_at(body.at("reason")) if body.has("reason") else ""


def _sentence(body: Cursor) -> str:
    return line_at(body.at("sentence"), LONGEST_SENTENCE)


def _effects(place: Cursor) -> tuple[Effect, ...]:
    return tuple(read_effect(item) for item in place.items())


def read_ruling(action: Action) -> Ruling:
    """Return the ruling that an entry brought, or refuse it."""
    body = Cursor(action.body)
    body.fields((*_RULED, "facts", "proposed", "reason", "closes", *_ABOUT), _RULED)
    kind = body.at("kind").choice(RULING_KINDS)
    players = tuple(name_at(item) for item in body.at("players").items(0, 2))
    proposed = _effects(body.at("proposed")) if body.has("proposed") else None
    reason = _reason(body)
    if proposed is not None and not reason:
        raise body.refuse("to decide otherwise needs a reason: it is kept")
    facts: Mapping[str, Any] = dict(body.at("facts").value) if body.has("facts") else {}
    match, event = _about(body)
    return Ruling(
        action.seq, action.at_ms, action.actor, kind, players, _sentence(body),
        tuple(item.choice(tuple(BY_NAME)) for item in body.at("paragraphs").items(1)),
        _effects(body.at("effects")), match, event, facts, proposed, reason,
    )  # fmt: skip


def read_order(action: Action) -> DeskOrder:
    """Return the order that an entry tells of, or refuse it."""
    body = Cursor(action.body)
    keys = ("of", "effect", "give", "commands", "problem")
    body.fields(keys, keys)
    problem = body.at("problem").value
    return DeskOrder(
        action.seq,
        body.at("of").whole(1, action.seq - 1),
        body.at("effect").whole(0),
        body.at("give").truth(),
        tuple(item.whole(1) for item in body.at("commands").items()),
        body.at("problem").text() if problem else "",
    )


def _check_undo(earlier: Sequence[Action], body: Cursor) -> None:
    body.fields(("undoes", "reason"), ("undoes",))
    _reason(body)
    seq = body.at("undoes").whole(1)
    if seq > len(earlier):
        raise DocumentError("", f"there is no entry {seq}")
    if seq in undone(earlier):
        raise DocumentError("", f"entry {seq} is undone already")
    if earlier[seq - 1].action == ORDER:
        raise DocumentError("", "an order to a table cannot be undone: undo its ruling, and it is taken back")


def _fold(actions: Iterable[Action], gone: frozenset[int]) -> DeskState:
    state = DeskState()
    state.undone = gone
    for action in actions:
        if action.action != UNDO and action.seq not in gone:
            state.take(action)
    return state


def fold(actions: Sequence[Action]) -> DeskState:
    """Return the desk that a checked journal makes."""
    return _fold(actions, undone(actions))


def follow(earlier: Sequence[Action], action: Action) -> DeskState:
    """Return the desk after one entry more; refuse one that cannot follow the earlier ones."""
    if action.action != UNDO:
        state = fold(earlier)
        state.take(action)
        return state
    _check_undo(earlier, Cursor(action.body))
    try:
        return fold([*earlier, action])
    except DocumentError as error:
        seq = action.body["undoes"]
        raise DocumentError(
            "", f"what came later builds on entry {seq}: undo that first ({error.reason})"
        ) from error
