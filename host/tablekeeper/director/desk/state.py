"""The state of the desk, folded from its journal, and the effect of each entry. Pure.

The journal stores the decisions, not only the facts, so a later version with other rules shows old decisions
unchanged. An entry that cannot follow the earlier ones is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from tablekeeper.director.desk.entries import (
    APPEAL_KIND,
    BREAK_KIND,
    LATE_KIND,
    PENALTY_KIND,
    Announcement,
    Appeal,
    DeskOrder,
    HallPause,
    Late,
    Pause,
    Ruling,
)
from tablekeeper.director.desk.projector import Programme
from tablekeeper.director.desk.requests import PlayerRequest
from tablekeeper.journal.action import Action
from tablekeeper.languages import _, brought, joined, recognised
from tablekeeper.regulation import appeal as appeals
from tablekeeper.regulation import breaks, committee, lateness, penalties
from tablekeeper.regulation.cases import KINDS
from tablekeeper.regulation.finding import (
    DISQUALIFICATION,
    MOST_POINTS,
    PENALTIES,
    Effect,
    Finding,
    read_effect,
)
from tablekeeper.regulation.moment import LONGEST_MS, MINUTE_MS
from tablekeeper.regulation.paragraphs import BY_NAME
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import listing
from tablekeeper.textchecks import line_at, name_at, reason_at

LONGEST_SENTENCE = 500
RULING_KINDS = (*KINDS, LATE_KIND, BREAK_KIND, PENALTY_KIND)
_ABOUT = ("match", "event")


class DeskState:
    """The state of the desk after its entries so far."""

    def __init__(self) -> None:
        self.ladder = penalties.DEFAULT
        self.counting = penalties.SAME_CAUSE
        self.overtime = breaks.LADDER
        self.appeal_ms = appeals.AT_ONCE_MS
        self.grace_ms = lateness.GRACE_MS
        self.committee: tuple[str, ...] = ()
        #: by ruling: committee member -> substitute
        self.substitutes: dict[int, dict[str, str]] = {}
        self.rulings: dict[int, Ruling] = {}
        #: missing players, and breaks in progress
        self.late: dict[int, Late] = {}
        self.breaks: dict[int, Pause] = {}
        #: every break that was begun, including finished ones
        self.taken: list[Pause] = []
        self.appeals: dict[int, Appeal] = {}
        #: by ruling and effect: the last order, or why it was not possible
        self.orders: dict[tuple[int, int], DeskOrder] = {}
        self.problems: dict[tuple[int, int], str] = {}
        #: announcements to the hall, and whether the hall is paused
        self.announcements: dict[int, Announcement] = {}
        self.pause: HallPause | None = None
        self.programme = Programme()
        #: what players have asked, with the answers
        self.requests: dict[int, PlayerRequest] = {}
        #: by key of a call for the director: when it was marked as done
        self.done: dict[str, int] = {}
        self.undone: frozenset[int] = frozenset()

    def copy(self) -> DeskState:
        """Return a copy of the state: further entries may change it without changing this one."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | list):
                setattr(other, name, value.copy())
        other.substitutes = {ruling: dict(made) for ruling, made in self.substitutes.items()}
        return other

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

    def steps(self, player: str, cause: str, event: int | None) -> int:
        """Return the number of earlier offences of a player in the same event that count on the ladder."""
        return len(
            {
                ruling.seq
                for ruling, effect in self.ledger()
                if effect.player == player
                and ruling.event == event
                and (self.counting == penalties.ALL_CAUSES or effect.cause == cause)
            }
        )

    def remarked(self, finding: Finding, event: int | None) -> Finding:
        """Return a finding with a remark for players who were disqualified before in the same event.

        Disqualifications for lateness do not count, because they lose only one match.
        """
        out = {
            effect.player: ruling.seq
            for ruling, effect in self.ledger()
            if effect.kind == DISQUALIFICATION and effect.cause != "late" and ruling.event == event
        }
        names = dict.fromkeys(effect.player for effect in finding.effects if effect.player in out)
        remarks = [
            _("; %(name)s is disqualified already (ruling %(out)s)", name=name, out=out[name])
            for name in names
        ]
        return replace(finding, sentence=finding.sentence + joined(remarks, ""))

    def breaks_taken(
        self, player: str, opponent: str, match: int | None = None, event: int | None = None,
        *, timed_here: bool = False,
    ) -> int:  # fmt: skip
        """Return the number of breaks that a player has begun in a match, without those by consent.

        With `timed_here`, breaks that were reported only after their end do not count either.
        """
        key = (player, opponent, match, event)
        return sum(
            (one.player, one.opponent, one.match, one.event) == key
            and not one.consent
            and (one.from_ms > 0 or not timed_here)
            for one in self.taken
        )

    def panel(self, ruling: int) -> tuple[str, ...]:
        """Return which members may decide an appeal against a ruling."""
        found = self.rulings[ruling]
        return committee.sitting(self.committee, self.substitutes.get(ruling, {}), found.players)

    # --- effects of the entries that director.desk.journal declares --------------------------

    def set(self, action: Action, body: Cursor) -> None:
        """Set the desk's settings."""
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

    def seat(self, action: Action, facts: dict[str, Any]) -> None:
        """Name the ruling committee."""
        self.committee = committee.check(facts["members"])

    def substitute(self, action: Action, facts: dict[str, Any]) -> None:
        """Substitute a committee member for one ruling."""
        ruling, out, new = self._ruling(facts["ruling"]), facts["out"], facts["new"]
        made = self.substitutes.setdefault(ruling.seq, {})
        committee.check_substitute(self.committee, made, out, new, ruling.players)
        made[out] = new

    def rule(self, action: Action, body: Cursor) -> None:
        """File a ruling."""
        ruling = read_ruling(action)
        if body.has("closes"):
            seq = body.at("closes").whole(1)
            held: dict[int, Any] = self.late if ruling.kind == LATE_KIND else self.breaks
            if held.pop(seq, None) is None:
                raise body.at("closes").refuse("entry %(seq)s is not open", seq=seq)
        elif ruling.kind == BREAK_KIND:
            # a break that is reported only after its end
            pause = Pause(action.seq, *_two(ruling.players), 0, 0, ruling.match, ruling.event)
            self.taken.append(pause)
        self.rulings[action.seq] = ruling

    def note_late(self, action: Action, facts: dict[str, Any]) -> None:
        """Note a missing player."""
        self._end(facts.pop("ends"))
        late = Late(action.seq, **facts)
        Cursor(late.length, "length").whole(0, MOST_POINTS)
        key = (late.player, late.opponent, late.match, late.event)
        if any((one.player, one.opponent, one.match, one.event) == key for one in self.late.values()):
            raise DocumentError(
                "", "%(player)s is missing already: enter the arrival first", player=late.player
            )
        self.late[action.seq] = late

    def _end(self, ends: Sequence[int]) -> None:
        """Close entries whose match has ended in another way."""
        for seq in ends:
            if self.late.pop(seq, None) is None and self.breaks.pop(seq, None) is None:
                raise DocumentError("ends", "entry %(seq)s is not open", seq=seq)

    def grant(self, action: Action, facts: dict[str, Any]) -> None:
        """Grant a delay."""
        seq = facts.pop("late")
        if seq not in self.late:
            raise DocumentError("late", "nobody is missing under number %(seq)s", seq=seq)
        self.late[seq] = replace(self.late[seq], granted=True, **facts)

    def begin_break(self, action: Action, facts: dict[str, Any]) -> None:
        """Begin a break."""
        self._end(facts.pop("ends"))
        pause = Pause(action.seq, **facts)
        Cursor(pause.length, "length").whole(0, MOST_POINTS)
        if any(one.player == pause.player for one in self.breaks.values()):
            raise DocumentError(
                "", "%(player)s has a break already: enter the return first", player=pause.player
            )
        self.breaks[action.seq] = pause
        self.taken.append(pause)

    def enter_appeal(self, action: Action, facts: dict[str, Any]) -> None:
        """Enter an appeal."""
        ruling, by = self._ruling(facts["ruling"]), facts["by"]
        if ruling.kind == APPEAL_KIND:
            raise DocumentError(
                "",
                "ruling %(seq)s is the committee's: only a director's ruling is appealed",
                seq=ruling.seq,
            )
        if not ruling.counts or any(one.ruling == ruling.seq for one in self.appeals.values()):
            raise DocumentError("", "ruling %(seq)s has been appealed already", seq=ruling.seq)
        if by not in ruling.players:
            raise DocumentError(
                "",
                "%(by)s is not in the dispute: %(players)s can appeal",
                by=by, players=listing(ruling.players) or _("nobody"),
            )
        told = text_at(facts["sentence"])
        self.appeals[action.seq] = Appeal(action.seq, action.at_ms, ruling.seq, by, told, facts["reason"])

    def decide(self, action: Action, body: Cursor) -> None:
        """Decide an appeal."""
        seq = body.at("appeal").whole(1)
        appeal = self.appeals.get(seq)
        if appeal is None:
            raise body.at("appeal").refuse("there is no appeal %(seq)s", seq=seq)
        if appeal.outcome in (appeals.UPHOLD, appeals.OVERTURN):
            raise DocumentError("", "appeal %(seq)s is decided already", seq=seq)
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
                reason=reason, facts={"ruling": old.seq, "votes": votes}, games=_games(body),
            )  # fmt: skip
        elif effects:
            raise body.at("effects").refuse("only a ruling that is overturned gets other effects")

    def note_order(self, action: Action, body: Cursor) -> None:
        """Note an order at a table."""
        order = read_order(action)
        key = order.of, order.effect
        self.problems.pop(key, None)
        if order.problem:
            self.problems[key] = order.problem
        else:
            self.orders[key] = order

    def announce(self, action: Action, facts: dict[str, Any]) -> None:
        """Add an announcement for the hall, the tables of an event, or one table."""
        self.announcements[action.seq] = Announcement(action.seq, action.at_ms, action.actor, **facts)

    def take_down(self, action: Action, facts: dict[str, Any]) -> None:
        """Take an announcement down."""
        seq = facts["announcement"]
        if self.announcements.pop(seq, None) is None:
            raise DocumentError("announcement", "announcement %(seq)s is not shown", seq=seq)

    def pause_hall(self, action: Action, facts: dict[str, Any]) -> None:
        """Begin a pause of the hall."""
        if self.pause is not None:
            raise DocumentError("", "the hall has a pause already: end it first")
        self.pause = HallPause(action.seq, action.at_ms, action.actor, facts["reason"])

    def resume_hall(self, action: Action, facts: dict[str, Any]) -> None:
        """End the pause of the hall."""
        if self.pause is None:
            raise DocumentError("", "the hall has no pause")
        self.pause = None

    def project(self, action: Action, facts: dict[str, Any]) -> None:
        """Set what the projector shows."""
        self.programme = Programme.of(**facts)

    def call_done(self, action: Action, facts: dict[str, Any]) -> None:
        """Note that a call for the director has been handled."""
        line_at(Cursor(facts["text"], "text"), LONGEST_SENTENCE)
        self.done[line_at(Cursor(facts["call"], "call"), LONGEST_SENTENCE)] = action.at_ms

    def _ruling(self, seq: int) -> Ruling:
        if seq not in self.rulings:
            raise DocumentError("ruling", "there is no ruling %(seq)s that counts", seq=seq)
        return self.rulings[seq]


def _two(players: Sequence[str]) -> tuple[str, str]:
    return players[0], players[1] if len(players) > 1 else ""


def _about(body: Cursor) -> tuple[int | None, int | None]:
    match, event = (body.at(key).whole(1) if body.has(key) else None for key in _ABOUT)
    return match, event


def _reason(body: Cursor) -> str:
    return reason_at(body.at("reason")) if body.has("reason") else ""


def _games(body: Cursor) -> str:
    return body.at("games").text() if body.has("games") else ""


def text_at(cursor: Cursor) -> str:
    """Return a text that was kept; a plain sentence of an earlier version is recognised."""
    if isinstance(cursor.value, str):
        return recognised(line_at(cursor, LONGEST_SENTENCE))
    try:
        text = brought(cursor.value)
    except (ValueError, RecursionError) as error:
        raise cursor.refuse("a text with its values is wanted here") from error
    # a name in it may have been replaced by a longer one
    line_at(Cursor(text[:], cursor.path), 4 * LONGEST_SENTENCE)
    return text


def _sentence(body: Cursor) -> str:
    return text_at(body.at("sentence"))


def _effects(cursor: Cursor) -> tuple[Effect, ...]:
    return tuple(read_effect(item) for item in cursor.items())


def read_ruling(action: Action) -> Ruling:
    """Return the ruling in an entry with the declared fields; refuse an invalid one."""
    body = Cursor(action.body)
    kind = body.at("kind").choice(RULING_KINDS)
    players = tuple(name_at(item) for item in body.at("players").items(0, 2))
    proposed = _effects(body.at("proposed")) if body.has("proposed") else None
    reason = _reason(body)
    if proposed is not None and not reason:
        raise body.refuse("a different decision needs a reason, which is kept")
    facts: Mapping[str, Any] = dict(body.at("facts").value) if body.has("facts") else {}
    match, event = _about(body)
    return Ruling(
        action.seq, action.at_ms, action.actor, kind, players, _sentence(body),
        tuple(item.choice(tuple(BY_NAME)) for item in body.at("paragraphs").items(1)),
        _effects(body.at("effects")), match, event, facts, proposed, reason, _games(body),
    )  # fmt: skip


def read_order(action: Action) -> DeskOrder:
    """Return the order in an entry with the declared fields; refuse an invalid one."""
    body = Cursor(action.body)
    problem = body.at("problem").value
    return DeskOrder(
        action.seq,
        body.at("of").whole(1, action.seq - 1),
        body.at("effect").whole(0),
        body.at("give").truth(),
        tuple(item.whole(1) for item in body.at("commands").items()),
        text_at(body.at("problem")) if problem else "",
    )
