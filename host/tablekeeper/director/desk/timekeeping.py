"""Lateness and breaks at the desk: each starts, continues, and ends with a ruling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tablekeeper.director.desk import caseplayers, journal
from tablekeeper.director.desk.caseplayers import About
from tablekeeper.director.desk.deskjournal import sentences
from tablekeeper.director.desk.entries import BREAK_KIND, LATE_KIND, Late, Pause
from tablekeeper.director.desk.filing import Decided, Filing, because
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.tablebreaks import TableBreak
from tablekeeper.errors import UserError
from tablekeeper.regulation import breaks, lateness
from tablekeeper.regulation.finding import Effect, Finding


class Timekeeping:
    """Late players and breaks in progress. All methods may be called from any thread."""

    def __init__(self, filing: Filing, now: Callable[[], int]) -> None:
        self._filing = filing
        self._now = now

    # --- lateness -------------------------------------------------------------------------

    def late(
        self,
        player: str,
        opponent: str = "",
        *,
        scheduled_ms: int | None = None,
        length: int | None = None,
        from_ms: int | None = None,
        granted: bool = False,
        clock: bool | None = None,
        match: int | None = None,
        event: int | None = None,
        reason: str = "",
        actor: str = "director",
    ) -> int:
        """Note that a player is missing; return the number to use when the player arrives.

        If omitted, `scheduled_ms` is the start in the timetable of the players' event, the length comes from
        `match`, and the clock counts that is in use at the arrival. Penalties count from `from_ms`, else from
        the schedule plus the grace of the settings, or from the end of a granted hour.
        """
        noted = self._noted(player, opponent, scheduled_ms, length, from_ms, granted, clock, match, event)
        body = {
            "player": noted.player, "opponent": noted.opponent, "length": noted.length,
            "scheduled_ms": noted.scheduled_ms, "from_ms": noted.from_ms, "granted": granted,
        }  # fmt: skip
        if clock is not None:
            body["clock"] = clock
        about = About((), noted.match, event)
        self._filing.check_seen(event, (noted.player, noted.opponent))
        body |= about.keys() | because(reason) | self._filing.ended(noted.player)
        return self._filing.journal.add(actor, journal.LATE, body)

    def grant(self, late: int, reason: str, *, from_ms: int | None = None, actor: str = "director") -> int:
        """Grant a missing player an hour after the schedule, or time until `from_ms`; `reason` says why."""
        found = self._open_late(late)
        if from_ms is None:
            from_ms = lateness.counts_from(found.scheduled_ms, granted=True)
        body = {"late": late, "from_ms": from_ms, "reason": caseplayers.words(reason)}
        return self._filing.journal.add(actor, journal.GRANT, body)

    def missing(self, at_ms: int | None = None) -> tuple[tuple[Late, Finding], ...]:
        """Return the missing players, with the cost of their lateness by `at_ms` (now)."""
        at = self._now() if at_ms is None else at_ms
        found = map(self._timed, self._filing.open_late())
        return tuple((one, _lateness(one, at)) for one in found)

    def out_ms(self, late: Late) -> int | None:
        """Return when a missing player loses the match (hall ms); None with a clock, or without a limit."""
        out = lateness.out_at(late.length)
        return None if out is None or self._timed(late).clock else late.from_ms + out * lateness.FULL_MS

    def back(self, at_ms: int | None = None) -> tuple[tuple[Pause, Finding], ...]:
        """Return the breaks in progress, with the consequences of a return at `at_ms` (None: now)."""
        at, state = self._now() if at_ms is None else at_ms, self._filing.state()
        going = self._filing.open_breaks()
        return tuple((one, self._exceeded(state, one, max(0, at - one.from_ms))) for one in going)

    def arrived(
        self,
        late: int,
        at_ms: int | None = None,
        *,
        instead: Sequence[Effect] | None = None,
        reason: str = "",
        games: str = "",
        actor: str = "director",
    ) -> int:
        """Rule on a player's lateness at the arrival, or at the time limit; return the ruling's number."""
        found = self._open_late(late)
        at = self._now() if at_ms is None else at_ms
        return self._late_over(found, at, Decided(instead, reason, games, actor), closes=late)

    def lateness(
        self,
        player: str,
        opponent: str = "",
        *,
        at_ms: int | None = None,
        scheduled_ms: int | None = None,
        length: int | None = None,
        from_ms: int | None = None,
        granted: bool = False,
        clock: bool | None = None,
        match: int | None = None,
        event: int | None = None,
    ) -> Finding:
        """Return the finding for a player who arrives at `at_ms` (now) or is missing then; store nothing."""
        noted = self._noted(player, opponent, scheduled_ms, length, from_ms, granted, clock, match, event)
        return _lateness(self._timed(noted), self._now() if at_ms is None else at_ms)

    def was_late(
        self,
        player: str,
        opponent: str = "",
        *,
        at_ms: int,
        scheduled_ms: int | None = None,
        length: int | None = None,
        from_ms: int | None = None,
        granted: bool = False,
        clock: bool | None = None,
        match: int | None = None,
        event: int | None = None,
        instead: Sequence[Effect] | None = None,
        reason: str = "",
        games: str = "",
        actor: str = "director",
    ) -> int:
        """Rule on a late player who arrived at `at_ms`; return the ruling's number."""
        noted = self._noted(player, opponent, scheduled_ms, length, from_ms, granted, clock, match, event)
        return self._late_over(noted, at_ms, Decided(instead, reason, games, actor))

    # --- breaks ---------------------------------------------------------------------------

    def may_break(
        self,
        player: str,
        opponent: str = "",
        *,
        length: int | None = None,
        match: int | None = None,
        event: int | None = None,
        within_game: bool = False,
    ) -> Finding:
        """Return whether a player may take a break now."""
        with sentences():
            about = self._filing.about([name for name in (player, opponent) if name], match, event)
            length = self._filing.length(length, about)
        within_game = within_game or self._filing.playing(about.match)
        taken = self._filing.breaks_taken(about)
        return breaks.may_take(about.two()[0], length=length, taken=taken, within_game=within_game)

    def take_break(
        self,
        player: str,
        opponent: str = "",
        *,
        length: int | None = None,
        match: int | None = None,
        event: int | None = None,
        at_ms: int | None = None,
        within_game: bool = False,
        consent: str = "",
        actor: str = "director",
    ) -> int:
        """Begin a break; beyond the rule with the director's `consent`, a reason. Return its number."""
        with sentences():
            about = self._filing.about([name for name in (player, opponent) if name], match, event)
            length = self._filing.length(length, about)
        finding = self.may_break(
            player, opponent, length=length, match=match, event=event, within_game=within_game
        )
        if finding.open and not consent.strip():
            raise UserError("%(told)s: the director may allow it, with a reason.", told=finding.sentence)
        who, other = about.two()
        body: dict[str, Any] = {
            "player": who, "opponent": other or caseplayers.NOBODY, "length": length,
            "from_ms": self._now() if at_ms is None else at_ms,
        }  # fmt: skip
        if consent.strip():
            body["consent"] = caseplayers.words(consent)
        self._filing.check_seen(event, about.players)
        return self._filing.journal.add(actor, journal.BREAK, body | about.keys() | self._filing.ended(who))

    def at_tables(self) -> tuple[TableBreak, ...]:
        """Return the breaks that the boards report; none if their hall is not known here."""
        return self._filing.at_tables()

    def end_break(
        self,
        number: int,
        at_ms: int | None = None,
        *,
        instead: Sequence[Effect] | None = None,
        reason: str = "",
        games: str = "",
        actor: str = "director",
    ) -> int:
        """Rule on a break when its player is back; return the ruling's number."""
        pause = self._filing.state().breaks.get(number)
        if pause is None:
            raise UserError(
                "No break has the number %(number)s: `break list` shows those in progress.",
                number=number,
            )
        at = self._now() if at_ms is None else at_ms
        if at < pause.from_ms:
            raise UserError("A break ends after it has begun: that time is before it.")
        decision = Decided(instead, reason, games, actor)
        return self._break_over(pause, at - pause.from_ms, decision, closes=number)

    def exceeded(
        self,
        player: str,
        opponent: str = "",
        *,
        took_ms: int,
        match: int | None = None,
        event: int | None = None,
        instead: Sequence[Effect] | None = None,
        reason: str = "",
        games: str = "",
        actor: str = "director",
    ) -> int:
        """Rule on a break that something else timed, for example the board; return the ruling's number."""
        with sentences():
            about = self._filing.about([name for name in (player, opponent) if name], match, event)
        who, other = about.two()
        pause = Pause(0, who, other, 0, 0, about.match, event)
        return self._break_over(pause, took_ms, Decided(instead, reason, games, actor))

    # --- inside ---------------------------------------------------------------------------

    def _noted(
        self,
        player: str,
        opponent: str,
        scheduled_ms: int | None,
        length: int | None,
        from_ms: int | None,
        granted: bool,
        clock: bool | None,
        match: int | None,
        event: int | None,
    ) -> Late:
        """Return the missing player; fill in omitted values from the table's match and the settings."""
        with sentences():
            about = self._filing.about([name for name in (player, opponent) if name], match, event)
            about = self._filing.facing(about)
            length = self._filing.length(length, about)
        match = about.match
        if len(about.players) < 2:
            raise UserError("Lateness is about two players: name the opponent who waits, too.")
        if scheduled_ms is None:
            scheduled_ms = self._filing.scheduled(about)
        if from_ms is None:
            grace = self._filing.state().grace_ms
            from_ms = lateness.counts_from(scheduled_ms, grace_ms=grace, granted=granted)
        late, waiting = about.two()
        return Late(0, late, waiting, length, scheduled_ms, from_ms, clock, match, event, granted)

    def _timed(self, late: Late) -> Late:
        """Return a missing player with the clock that is in use now, unless the director has said it."""
        if late.clock is not None:
            return late
        about = About((late.player, late.opponent), late.match, late.event)
        return replace(late, clock=self._filing.timed(about))

    def _late_over(self, late: Late, at_ms: int, decision: Decided, closes: int | None = None) -> int:
        facts = {
            "scheduled_ms": late.scheduled_ms, "from_ms": late.from_ms, "arrived_ms": at_ms,
            "length": late.length, "granted": late.granted,
        }  # fmt: skip
        about = About((late.player, late.opponent), late.match, late.event)
        finding = _lateness(self._timed(late), at_ms)
        return self._filing.decide(LATE_KIND, finding, about, facts, decision, closes)

    def _open_late(self, late: int) -> Late:
        found = self._filing.state().late.get(late)
        if found is None:
            raise UserError(
                "No missing player has the number %(late)s: `late list` shows who is missing.", late=late
            )
        return found

    def _break_over(self, pause: Pause, took_ms: int, decision: Decided, closes: int | None = None) -> int:
        finding = self._exceeded(self._filing.state(), pause, took_ms)
        players = tuple(
            name for name in (pause.player, pause.opponent) if name and name != caseplayers.NOBODY
        )
        about = About(players, pause.match, pause.event)
        facts = {"took_ms": took_ms, "from_ms": pause.from_ms}
        return self._filing.decide(BREAK_KIND, finding, about, facts, decision, closes)

    @staticmethod
    def _exceeded(state: DeskState, pause: Pause, took_ms: int) -> Finding:
        step = state.steps(pause.player, "break", pause.event)
        opponent = "" if pause.opponent == caseplayers.NOBODY else pause.opponent
        return breaks.exceeded(
            pause.player, opponent, took_ms=took_ms, step=step, ladder=state.ladder, by=state.overtime
        )


def _lateness(late: Late, at_ms: int) -> Finding:
    return lateness.lateness(
        late.player, late.opponent, length=late.length, from_ms=late.from_ms, at_ms=at_ms,
        clock=late.clock is True,
    )
