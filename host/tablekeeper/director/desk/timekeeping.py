"""Lateness and breaks at the desk: each starts, continues, and ends with a ruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from tablekeeper.actions.kind import ActionKind, sentences
from tablekeeper.director.desk.casehall import NOBODY, About, CaseHall, CaseProposal
from tablekeeper.director.desk.entries import BREAK_KIND, LATE_KIND, Late, Pause
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.tablebreaks import TableBreak
from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option
from tablekeeper.journal.action import Action
from tablekeeper.journal.declared import Tell
from tablekeeper.languages import _
from tablekeeper.regulation import breaks, lateness
from tablekeeper.regulation.finding import Finding
from tablekeeper.regulation.moment import clock_time

ABOUT = (
    Option("match", _("The table's match; it names both players"), "whole", None, low=1),
    Option("event", _("The event, by number or name; the match is the one that its player is playing at a "
                      "table now"), "event", None),
)  # fmt: skip
PLAYER = Option("player", _("The player whom it is about"), "person", "", filled=True)
OPPONENT = Option("opponent", _("The opponent"), "person", "", filled=True)
LENGTH = Option("length", _("Length of the match; else that of --match"), "whole", None, low=0, filled=True)
REASON = Option("reason", _("Why; it is kept"), "reason", "")
WITHIN = Option("within_game", _("A game is in progress"), "flag", False)
ENDS = Option("ends", "", "wholes", (), low=1)


def deciding(cause: str) -> tuple[Option, ...]:
    """Return the options of a decision that differs from the regulation, about a cause."""
    return (
        Option("instead", _("What is decided: 'warn Ann', '2 points against Ann for noise', 'disqualify "
                            "Ann', 'nothing'"), "decision", None, choices=(cause,)),
        Option("games", _("Games of a player who is out of a Tric Trac Tourney: timeouts or removed, as "
                          "`event withdraw`"), "text", ""),
    )  # fmt: skip


# --- lateness ---------------------------------------------------------------------------------


def _about(hall: CaseHall, facts: Mapping[str, Any]) -> About:
    if not facts["player"]:
        raise UserError("Name the player concerned first, then the opponent.", field="player")
    given = [name for name in (facts["player"], facts["opponent"]) if name]
    return hall.about(given, facts["match"], facts["event"])


def _noted(hall: CaseHall, facts: Mapping[str, Any]) -> Late:
    """Return the missing player; omitted values come from the table's match, the timetable, the settings."""
    at, counts, granted = facts["scheduled_ms"], facts["from_ms"], facts["granted"]
    if counts is not None and granted:
        raise UserError("Give --from or --granted, not both.")
    about = hall.facing(_about(hall, facts))
    length = hall.length(facts["length"], about)
    if len(about.players) < 2:
        raise UserError("Lateness is about two players: name the opponent who waits, too.")
    at = hall.scheduled(about) if at is None else at
    if counts is None:
        counts = lateness.counts_from(at, grace_ms=hall.state().grace_ms, granted=granted)
    return Late(0, *about.two(), length, at, counts, facts["clock"], about.match, facts["event"], granted)


def _late(hall: CaseHall, facts: dict[str, Any]) -> dict[str, Any]:
    if facts["instead"] is not None:
        raise UserError("--instead is the decision at the arrival: give --arrived, too.", field="instead")
    noted = _noted(hall, facts)
    return asdict(replace(noted, reason=facts["reason"])) | hall.ended(noted.player)


def _over(hall: CaseHall, late: Late, at_ms: int | None, closes: int | None = None) -> CaseProposal:
    about = About((late.player, late.opponent), late.match, late.event)
    at = hall.now() if at_ms is None else at_ms
    facts = {
        "scheduled_ms": late.scheduled_ms, "from_ms": late.from_ms, "arrived_ms": at,
        "length": late.length, "granted": late.granted,
    }  # fmt: skip
    return CaseProposal(LATE_KIND, _cost(hall, late, at), about, facts, closes)


def _is_clocked(hall: CaseHall, late: Late) -> bool:
    """Return whether the clock runs instead of points: as the director has said, else as it is now."""
    about = About((late.player, late.opponent), late.match, late.event)
    return hall.timed(about) if late.clock is None else late.clock


def _cost(hall: CaseHall, late: Late, at_ms: int) -> Finding:
    return lateness.lateness(
        late.player, late.opponent, length=late.length, from_ms=late.from_ms, at_ms=at_ms,
        clock=_is_clocked(hall, late),
    )  # fmt: skip


def _open_late(state: DeskState, number: int) -> Late:
    found = state.late.get(number)
    if found is None:
        raise UserError(
            "No missing player has the number %(late)s: `late list` shows who is missing.", late=number
        )
    return found


def _grant(hall: CaseHall, facts: dict[str, Any]) -> dict[str, Any]:
    found = _open_late(hall.state(), facts["late"])
    until = facts["from_ms"]
    if until is None:
        until = lateness.counts_from(found.scheduled_ms, granted=True)
    return facts | {"from_ms": until}


def _arrived(hall: CaseHall, facts: Mapping[str, Any]) -> CaseProposal:
    return _over(hall, _open_late(hall.state(), facts["late"]), facts["at_ms"], facts["late"])


def _schedule(state: DeskState, facts: Mapping[str, Any]) -> int | None:
    found = state.late.get(facts.get("late", 0))
    return None if found is None else found.scheduled_ms


def _told_late(action: Action, tell: Tell) -> str:
    body = action.body
    return _(
        "%(player)s is missing (%(opponent)s waits); penalties count from %(from_ms)s",
        player=body["player"], opponent=body["opponent"], from_ms=clock_time(body["from_ms"]),
    ) + why(action)  # fmt: skip


def _told_grant(action: Action, tell: Tell) -> str:
    return _(
        "a delay is granted: penalties count from %(from_ms)s%(why)s",
        from_ms=clock_time(action.body["from_ms"]), why=why(action),
    )  # fmt: skip


def why(action: Action) -> str:
    """Return the reason of an entry in brackets, "" without one."""
    reason = action.body.get("reason", "")
    return f" ({reason})" if reason else ""


LATE: ActionKind[DeskState] = ActionKind(
    "late", "Note that a player is missing: the late one first, then the opponent who waits.", (
        PLAYER, OPPONENT,
        Option("scheduled_ms", _("When the match should have begun; else as in the event's timetable"),
               "moment", None, filled=True),
        Option("from_ms", _("Penalties count from this time; else 20 minutes after the schedule"),
               "moment", None, filled=True),
        Option("granted", _("An hour was granted: penalties count after it"), "flag", False),
        Option("clock", _("Whether a clock is in use; else as at the table"), "flag", None),
        LENGTH, *ABOUT, REASON,
    ),
    (Option("arrived_ms", _("When the player arrived: the ruling is made at once"), "moment", None),
     *deciding("late")), (ENDS,), DeskState.note_late, _told_late, _late,
    lambda hall, facts: _over(hall, _noted(hall, facts), facts["arrived_ms"]), "arrived_ms",
    lambda state, facts: facts.get("scheduled_ms"),
    ("player", "opponent"), "Ann Bob --length 7 --scheduled 20:00", lambda state, action: _(
        "Late %(number)s: %(player)s is missing; penalties count from %(clock_time)s.",
        number=action.seq, player=action.body["player"], clock_time=clock_time(action.body["from_ms"]),
    ),
)  # fmt: skip
_NUMBER = Option("late", _("The number of the lateness"), "whole", None, low=1, needed=True)
GRANT: ActionKind[DeskState] = ActionKind(
    "grant", "Grant a delay to the player missing under NUMBER, by default an hour.", (
        _NUMBER, replace(REASON, needed=True),
        Option("from_ms", _("Penalties count from then; else an hour after the schedule"), "moment", None,
               flag="until", filled=True),
    ), (), (), DeskState.grant, _told_grant, _grant, near=_schedule,
    words=("late", "reason"), example='3 "the train stands still" --until 21:30',
    answer=lambda state, action: _(
        "Granted: penalties count from %(clock_time)s.", clock_time=clock_time(action.body["from_ms"])
    ),
)  # fmt: skip
ARRIVED: ActionKind[DeskState] = ActionKind(
    "arrived", "Rule on the lateness noted under NUMBER: points, disqualification, or the clock.", (), (
        _NUMBER, Option("at_ms", _("When the player arrived, or was out; else now"), "moment", None),
        REASON, *deciding("late"),
    ), rule=_arrived, near=_schedule, words=("late",), example="3 --at 20:47",
)  # fmt: skip

# --- breaks -----------------------------------------------------------------------------------


def _may_break(hall: CaseHall, facts: Mapping[str, Any]) -> tuple[Finding, About, int]:
    """Return whether a player may take a break, in which match, and how long that is."""
    about = _about(hall, facts)
    length = hall.length(facts["length"], about)
    within = facts["within_game"] or hall.playing(about.match)
    taken = hall.breaks_taken(about)
    return breaks.may_take(about.two()[0], length=length, taken=taken, within_game=within), about, length


def _break(hall: CaseHall, facts: dict[str, Any]) -> dict[str, Any]:
    finding, about, length = _may_break(hall, facts)
    if finding.open and not facts["consent"]:
        raise UserError("%(told)s: the director may allow it, with a reason.", told=finding.sentence)
    who, other = about.two()
    at = hall.now() if facts["from_ms"] is None else facts["from_ms"]
    filled = {"player": who, "opponent": other, "length": length, "from_ms": at}
    return facts | filled | about.keys() | hall.ended(who)


def _back(hall: CaseHall, facts: Mapping[str, Any]) -> CaseProposal:
    number = facts["break"]
    pause = hall.state().breaks.get(number)
    if pause is None:
        raise UserError(
            "No break has the number %(number)s: `break list` shows those in progress.", number=number
        )
    at = hall.now() if facts["at_ms"] is None else facts["at_ms"]
    if at < pause.from_ms:
        raise UserError("A break ends after it has begun: that time is before it.")
    return _took(hall, pause, at - pause.from_ms, number)


def _exceeded(hall: CaseHall, facts: Mapping[str, Any]) -> CaseProposal:
    about = _about(hall, facts)
    return _took(hall, Pause(0, *about.two(), 0, 0, about.match, facts["event"]), facts["took_ms"])


def _took(hall: CaseHall, pause: Pause, took_ms: int, closes: int | None = None) -> CaseProposal:
    players = tuple(name for name in (pause.player, pause.opponent) if name and name != NOBODY)
    facts = {"took_ms": took_ms, "from_ms": pause.from_ms}
    about = About(players, pause.match, pause.event)
    return CaseProposal(BREAK_KIND, _penalty(hall.state(), pause, took_ms), about, facts, closes)


def _penalty(state: DeskState, pause: Pause, took_ms: int) -> Finding:
    step = state.steps(pause.player, "break", pause.event)
    opponent = "" if pause.opponent == NOBODY else pause.opponent
    return breaks.exceeded(
        pause.player, opponent, took_ms=took_ms, step=step, ladder=state.ladder, by=state.overtime
    )


def _begun(state: DeskState, facts: Mapping[str, Any]) -> int | None:
    found = state.breaks.get(facts.get("break", 0))
    return None if found is None else found.from_ms


def _told_break(action: Action, tell: Tell) -> str:
    body = action.body
    consent = (
        _(", as the director allows (%(consent)s)", consent=body["consent"]) if "consent" in body else ""
    )
    return _(
        "%(player)s takes a break from %(from_ms)s%(consent)s",
        player=body["player"], from_ms=clock_time(body["from_ms"]), consent=consent,
    )  # fmt: skip


BREAK: ActionKind[DeskState] = ActionKind(
    "break", "Begin a player's break: the player first, then the opponent.", (
        PLAYER, OPPONENT, LENGTH, *ABOUT,
        Option("from_ms", _("When it began; else now"), "moment", None, flag="at", filled=True),
        Option("consent", _("Why the director allows it beyond the rule"), "reason", ""),
    ), (WITHIN,), (ENDS,), DeskState.begin_break, _told_break, _break,
    words=("player", "opponent"), example="Ann Bob --length 13 --at 21:15", answer=lambda state, action: _(
        "Break %(number)s: %(player)s, 10 minutes.", number=action.seq, player=action.body["player"]
    ),
)  # fmt: skip
BACK: ActionKind[DeskState] = ActionKind(
    "back", "End the break NUMBER: in time, or with the penalty that follows.", (), (
        Option("break", _("The number of the break"), "whole", None, low=1, needed=True),
        Option("at_ms", _("When the player was back; else now"), "moment", None),
        REASON, *deciding("break"),
    ), rule=_back, near=_begun, words=("break",), example="5 --at 21:27",
)  # fmt: skip
EXCEEDED: ActionKind[DeskState] = ActionKind(
    "exceeded", "Rule on a break that was timed elsewhere, such as by a board.", (), (
        PLAYER, OPPONENT, *ABOUT,
        Option("took_ms", _("How long it was: 14m, 14:30"), "duration", None, needed=True),
        REASON, *deciding("break"),
    ), rule=_exceeded, words=("player", "opponent"), example="Ann Bob --took 14:30",
)  # fmt: skip
KINDS = (LATE, GRANT, ARRIVED, BREAK, BACK, EXCEEDED)

# --- asking -----------------------------------------------------------------------------------


class Timekeeping:
    """Late players and breaks in progress. All methods may be called from any thread."""

    def __init__(self, hall: CaseHall) -> None:
        self._hall = hall

    def missing(self, at_ms: int | None = None) -> tuple[tuple[Late, Finding], ...]:
        """Return the missing players, with the cost of their lateness by `at_ms` (now)."""
        hall, at = self._hall, self._hall.now() if at_ms is None else at_ms
        found = [replace(one, clock=_is_clocked(hall, one)) for one in hall.open_late()]
        return tuple((one, _cost(hall, one, at)) for one in found)

    def out_ms(self, late: Late) -> int | None:
        """Return when a missing player loses the match (hall ms); None with a clock, or without a limit."""
        out = lateness.out_at(late.length)
        return None if out is None or _is_clocked(self._hall, late) else late.from_ms + out * lateness.FULL_MS

    def back(self, at_ms: int | None = None) -> tuple[tuple[Pause, Finding], ...]:
        """Return the breaks in progress, with the consequences of a return at `at_ms` (None: now)."""
        at, state = self._hall.now() if at_ms is None else at_ms, self._hall.state()
        going = self._hall.open_breaks()
        return tuple((one, _penalty(state, one, max(0, at - one.from_ms))) for one in going)

    def may_break(self, player: str, opponent: str = "", **facts: Any) -> Finding:
        """Return whether a player may take a break now, by the facts of `BREAK`; nothing is stored."""
        with sentences(BREAK.said):
            return _may_break(self._hall, BREAK.read({"player": player, "opponent": opponent, **facts}))[0]

    def at_tables(self) -> tuple[TableBreak, ...]:
        """Return the breaks that the boards report; none if their hall is not known here."""
        return self._hall.at_tables()
