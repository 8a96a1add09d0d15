"""The calls for the director: cases that wait for a decision, oldest first, each with the page to answer it.

Most calls end automatically when their task is done. Calls without a natural end (a fault, an absent board)
are marked as done by a person; if the cause occurs again, it is a new call.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from urllib.parse import urlencode

from tablekeeper.director.desk.notices import DONE
from tablekeeper.director.desk.requests import COME
from tablekeeper.director.desk.service import Desk
from tablekeeper.director.events.heldbydesk import ended
from tablekeeper.director.events.matchrows import CALLED, OVERDUE, SEAT, MatchRow, match_rows
from tablekeeper.director.events.opengames import overdue
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.timetable import round_title
from tablekeeper.director.events.views import EventView
from tablekeeper.director.hall import Hall
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.overview import Overview
from tablekeeper.director.playerrequests import UNDO_WISH, summoned, wished
from tablekeeper.director.tablebreaks import TableBreak
from tablekeeper.director.views import TableView
from tablekeeper.errors import UserError
from tablekeeper.formats.board import named_players
from tablekeeper.formats.wording import pairing_text
from tablekeeper.games.backgammon.facts import BackgammonFacts
from tablekeeper.languages import _, joined
from tablekeeper.regulation.lateness import points
from tablekeeper.regulation.moment import clock_time, minutes
from tablekeeper.text import counted, listing, versus
from tableprograms.backgammon.sheet import BREAK_MS

#: the order of calls: players wait; a ruling is due; something is broken; something must be checked
PLAYERS, RULING, FAULT, LOOK = "players", "ruling", "fault", "look"
URGENCY = (PLAYERS, RULING, FAULT, LOOK)
#: the key of a call that is a player's request: this and the request's number
REQUESTED = "request-"
#: a call as it is found: key, kind, text, page, start time if known, whether it ends automatically
_Found = tuple[str, str, str, str, int | None, bool]


@dataclass(frozen=True, slots=True)
class Call:
    """A task or question that waits for the director."""

    key: str  # the same as long as it is the same call
    kind: str  # one of URGENCY
    text: str
    page: str  # address at which it is answered
    since_ms: int  # hall time
    ends: bool  # automatically, when its task is done

    @property
    def request(self) -> int | None:
        """The number of the player's request that it is, which is accepted or refused at once."""
        return int(self.key.removeprefix(REQUESTED)) if self.key.startswith(REQUESTED) else None


class Attention:
    """The calls of a hall. All methods may be called from any thread."""

    def __init__(
        self,
        clock: HallClock,
        events: Events,
        desk: Desk,
        hall: Hall | None = None,
        overview: Overview | None = None,
    ) -> None:
        self._clock = clock
        self._events = events
        self._desk = desk
        self._hall = hall
        self._overview = overview
        events.undecided.called = self._called
        self._lock = threading.Lock()
        #: when each call was first seen
        self._first: dict[str, int] = {}
        #: done calls that have ended since this host started: if they occur again, they are new calls
        self._ended: set[str] = set()

    def open_calls(self) -> tuple[Call, ...]:
        """Return the open calls: waiting players first, then by age."""
        now = self._clock.now_ms()
        ended = self._ended_matches()
        found: list[_Found] = [
            *self._of_tables(ended), *self._of_breaks(ended), *self._of_desk(now), *self._of_events(now)
        ]  # fmt: skip
        done = self._desk.state().done
        calls = []
        with self._lock:
            # forget ended calls, so that they are new calls if they occur again
            self._first = {key: self._first.get(key, now) for key, *_ in found}
            self._ended |= {key for key in done if key not in self._first and self._is_known(key)}
            for key, kind, text, page, since, ends in found:
                first = self._first[key]
                # a call that was done before this host started is the same call until it ends
                if ends or key not in done or (key in self._ended and done[key] < first):
                    calls.append(Call(key, kind, text, page, first if since is None else since, ends))
        return tuple(sorted(calls, key=lambda one: (URGENCY.index(one.kind), one.since_ms, one.key)))

    def _is_known(self, key: str) -> bool:
        """Return whether the host can know if this call is open: a board must report its faults first."""
        if self._hall is None:
            return False
        table = self._hall.tables.get(key.partition("-")[0])
        return table is None or (table.reported and table.online)

    def done(self, key: str, *, actor: str = "director") -> str:
        """Note that the director has handled a call that does not end by itself; return its text."""
        call = next((one for one in self.open_calls() if one.key == key), None)
        if call is None:
            raise UserError("There is no call '%(key)s': `call list` shows which wait.", key=key[:40])
        if call.ends:
            raise UserError("%(words)s: this ends by itself when it is decided.", words=call.text)
        self._desk.act(DONE.key, {"call": call.key, "text": call.text}, actor=actor)
        return call.text

    def _called(self, event: int) -> list[str]:
        """Return the matches of an event that call the director from their tables."""
        tables = () if self._overview is None else self._overview.hall().tables
        rows = match_rows(self._events.get(event), tables, self._clock.now_ms())
        return [joined((one.names, one.told), ": ") for one in rows if one.state == CALLED]

    # --- sources of calls -----------------------------------------------------------------------

    def _of_tables(self, ended: Set[int]) -> Iterator[_Found]:
        if self._overview is None or self._hall is None:
            return
        for table in self._overview.hall().tables:
            page, name = f"/tables/{table.uid}", table.name
            settled = table.match is not None and table.match.id in ended
            with self._hall.lock:
                there = self._hall.tables[table.uid]
                asked = [] if settled else [*wished(there), *summoned(there)]
            for seq, at_ms, text in asked:
                where = f"{page}/setup" if text == UNDO_WISH else f"{page}/rulings"
                yield f"{table.uid}-{seq}", PLAYERS, joined((name, text), ": "), where, at_ms, True
            if table.quarantined:
                text = _(
                    "%(name)s: %(records)s arrived again with different content",
                    name=name,
                    records=counted(table.quarantined, "record"),
                )
                yield f"{table.uid}-aside", LOOK, text, f"{page}/aside", None, True
            for fault in table.faults:
                text = joined((name, _fault(table, fault)), ": ")
                yield f"{table.uid}-{fault}", FAULT, text, page, None, False
            facts = None if table.match is None else table.match.details
            if isinstance(facts, BackgammonFacts) and facts.too_early and facts.claim:
                text = joined((name, facts.claim), ": ")
                yield f"{table.uid}-early", LOOK, text, f"{page}/rulings", None, True
            if isinstance(facts, BackgammonFacts) and table.match is not None:
                for number, fact in enumerate(table.match.facts):
                    # a cube in the Crawford game, dice too soon
                    text = joined((name, fact), ": ")
                    yield f"{table.uid}-irregular-{number}", LOOK, text, f"{page}/rulings", None, True
            for seat in () if table.match is None or not table.match.playing else table.match.seats:
                if seat.clock is not None and seat.clock.low and seat.clock.ample:
                    text = _(
                        "%(name)s: %(name2)s has %(remaining_ms)s left",
                        name=name,
                        name2=seat.name,
                        remaining_ms=minutes(seat.clock.remaining_ms),
                    )
                    yield f"{table.uid}-low-{seat.name}", LOOK, text, page, None, True
            if table.match is not None and table.match.playing and not table.online:
                text = _("%(name)s is away while a game is played there", name=name)
                yield f"{table.uid}-away", FAULT, text, page, table.last_seen_ms, False

    def _ended_matches(self) -> set[int]:
        """Return the matches at tables that their events have ended in another way; none without a hall."""
        if self._overview is None:
            return set()
        return {match for row in self._events.all() for match in _ended(self._events.get(row.id))}

    def _of_breaks(self, ended: Set[int]) -> Iterator[_Found]:
        """Yield a call for each break at a board that is too long, or taken within a game."""
        for one in () if self._overview is None else self._overview.breaks():
            if one.match not in ended and (one.within_game or one.over_ms):
                place = one.player if one.player else "going" if one.going else ""
                key = f"{one.uid}-break-{place}-{int(one.going)}"
                page = f"/tables/{one.uid}/rulings"
                yield key, RULING if one.over_ms else LOOK, break_text(one), page, one.from_ms, True

    def _of_desk(self, now: int) -> Iterator[_Found]:
        times, state = self._desk.timekeeping, self._desk.state()
        for late, finding in times.missing(now):
            page = self._page(late.match, late.event, (late.player, late.opponent))
            ready = points(late.from_ms, now) > 0
            text = _("%(player)s is missing: %(sentence)s", player=late.player, sentence=finding.sentence)
            yield f"late-{late.seq}", RULING if ready else LOOK, text, page, late.scheduled_ms, True
        for pause, _x in times.back(now):
            if now - pause.from_ms > BREAK_MS:
                page = self._page(pause.match, pause.event, (pause.player, pause.opponent))
                since = pause.from_ms + BREAK_MS
                text = _(
                    "The break of %(player)s lasts longer than %(break_ms)s",
                    player=pause.player,
                    break_ms=minutes(BREAK_MS),
                )
                yield f"break-{pause.seq}", RULING, text, page, since, True
        for asked in state.requests.values():
            if asked.accepted is None:
                kind = PLAYERS if asked.ask == COME else LOOK
                row = None if asked.event is None else self._events.get(asked.event)
                text = asked.told if row is None else joined((row.name, asked.told), ": ")
                yield f"{REQUESTED}{asked.seq}", kind, text, "/calls", asked.at_ms, True
        for appeal in state.appeals.values():
            if appeal.outcome in ("", "undecided"):
                key, text = (
                    f"appeal-{appeal.seq}",
                    _("%(by)s has appealed ruling %(ruling)s", by=appeal.by, ruling=appeal.ruling),
                )
                yield key, RULING, text, f"/rulings#{key}", appeal.at_ms, True
        for filed in self._desk.rulings(only_open=True):
            if filed.stuck:
                ruling = filed.ruling
                told = next(one for one in filed.became if one.startswith(("not carried", "still stands")))
                text = _(
                    "Ruling %(seq)s on %(players)s: %(told)s",
                    seq=ruling.seq,
                    players=listing(ruling.players),
                    told=told,
                )
                yield f"ruling-{ruling.seq}", LOOK, text, f"/rulings#ruling-{ruling.seq}", ruling.at_ms, True

    def _of_events(self, now: int) -> Iterator[_Found]:
        for row in self._events.all():
            if row.phase not in ("running", "over"):
                continue
            view = self._events.get(row.id)
            page = f"/events/{row.id}"
            matches = match_rows(view, () if self._overview is None else self._overview.hall().tables, now)
            against = {claim.seq: one for one in matches if one.contradicted for claim in one.claims}
            for claim in view.claims:
                if not view.needs_director([one for one in view.claims if one.match == claim.match], now):
                    continue
                text = _(
                    "%(name)s: %(player)s reports %(pairing_text)s",
                    name=row.name, player=claim.by, pairing_text=pairing_text(claim.result),
                ) if claim.by else _(
                    "%(name)s: a table reports %(pairing_text)s",
                    name=row.name,
                    pairing_text=pairing_text(claim.result),
                )
                if claim.seq in against:
                    text += _(", but %(told)s is entered", told=against[claim.seq].told)
                at_ms = view.history[claim.seq - 1].at_ms
                yield f"claim-{row.id}-{claim.seq}", PLAYERS, text, page, at_ms, True
            yield from _not_begun(view, matches, page, now)
            for game in overdue(view, now):
                key = f"overdue-{row.id}-{'-'.join(sorted(game.pairing['players']))}-{game.due_ms}"
                yield (
                    key,
                    LOOK,
                    _("%(name)s: %(game)s, overdue", name=row.name, game=game),
                    page,
                    game.due_ms,
                    False,
                )

    def _page(self, match: int | None, event: int | None, players: tuple[str, str]) -> str:
        """Return the page of rulings about a match."""
        if match is not None and self._overview is not None:
            for table in self._overview.hall().tables:
                if table.match is not None and table.match.id == match:
                    return f"/tables/{table.uid}/rulings"
        return "/rulings" if event is None else f"/events/{event}/rulings{_named(players)}"


def _ended(view: EventView) -> Iterator[int]:
    """Yield the matches at tables of a finished event, or that it has ended without their table's result."""
    state = view.reading.state
    brought = {one.match for one in view.entered} | {one.match for one in view.claims}
    for match, pairing in view.here.items():
        players = set(named_players(pairing)) or set(view.players)
        if state.finished or (match not in brought and ended(state, players, state.linked[match])):
            yield match


def _not_begun(view: EventView, matches: Sequence[MatchRow], page: str, now: int) -> Iterator[_Found]:
    """Return a call for each start of the timetable that has passed while matches of it have not begun."""
    found: dict[tuple[str, int], list[MatchRow]] = {}
    for one in matches:
        if one.pairing is None or one.tables or one.state not in (OVERDUE, SEAT):
            continue
        start = view.plan(one.pairing).start_ms
        if start is not None and start < now:
            found.setdefault((view.form.round_name(one.pairing), start), []).append(one)
    for (name, start), late in found.items():
        told = {"name": view.name, "round": round_title(name), "start": clock_time(start)[11:16]}
        text = (
            _("%(name)s, %(round)s: %(who)s has not begun, start %(start)s", who=late[0].names, **told)
            if len(late) == 1
            else _(
                "%(name)s, %(round)s: %(count)s matches have not begun, start %(start)s",
                count=len(late),
                **told,
            )
        )
        yield f"start-{view.id}-{name}-{start}", LOOK, text, page, start, True


def break_text(one: TableBreak) -> str:
    """Return a break at a table as a sentence without its full stop."""
    told = {"table": one.table, "player": one.player or versus(one.players), "over": minutes(one.over_ms)}
    if not one.going:
        return _("%(table)s: the break of %(player)s was %(over)s too long", **told)
    if one.within_game:
        told_over = _(", %(over)s too long", **told) if one.over_ms else ""
        return _("%(table)s: a break within a game, %(player)s", **told) + told_over
    if one.over_ms:
        return _("%(table)s: the break of %(player)s is %(over)s too long", **told)
    return _("%(table)s: %(player)s has a break", **told)


def _named(players: tuple[str, str]) -> str:
    return "?" + urlencode({"players": players}, doseq=True)


def _fault(table: TableView, fault: str) -> str:
    return _("its battery is low") if fault == "battery" else _("%(fault)s does not work", fault=fault)
