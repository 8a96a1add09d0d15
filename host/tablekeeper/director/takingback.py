"""Takes back a decision of the director at a table, such as a clock that was set or a match that moved.

The board's log is append-only: a clock is set again, points are removed, a match continues from an earlier
state. If its event has a result of the match, that is undone, too, and the match gives a new one. The
consequences are shown first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from tablecore import messages, records
from tablekeeper.director.boards import Boards
from tablekeeper.director.events.awaited import TAKES_BACK, brought_by, seated_by
from tablekeeper.director.events.service import Events
from tablekeeper.director.goingon import GoingOn, Stood
from tablekeeper.director.hall import ORDER_MS, Hall
from tablekeeper.director.halltables import HallTables
from tablekeeper.director.matchorders import MatchOrders
from tablekeeper.director.overview import players_of
from tablekeeper.director.places import (
    DETACH,
    NEW,
    ORDER,
    PLACE,
    REMOVE,
    RENAME,
    RESERVE,
    SERVICE,
    STAND,
    ZONE,
    given_names,
    places_of,
)
from tablekeeper.director.projection import ended
from tablekeeper.director.setup import HANDOVER, SET_UP
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.director.undoing import REASON, WARNING, Consequence, Undoing, serious, warning
from tablekeeper.errors import UserError
from tablekeeper.games import schedule
from tablekeeper.games.clockview import read_at
from tablekeeper.journal.action import Action
from tablekeeper.languages import _, pgettext
from tablekeeper.regulation.moment import minutes
from tablekeeper.text import counted, listing, versus

_Found = tuple[Consequence, ...]


def taken_back_of(actions: Iterable[Action]) -> frozenset[int]:
    """Return the numbers of the actions at tables that later actions took back."""
    return frozenset(one.body[TAKES_BACK] for one in actions if TAKES_BACK in one.body)


class TakingBack:
    """Undoes decisions at tables. All methods may be called from any thread."""

    def __init__(
        self, hall: Hall, matches: TableMatches, match_orders: MatchOrders, boards: Boards, events: Events,
        going_on: GoingOn, tables: HallTables,
    ) -> None:  # fmt: skip
        self._hall = hall
        self._tables = tables
        self._matches = matches
        self._match_orders = match_orders
        self._boards = boards
        self._events = events
        self._going_on = going_on

    def undoing(self, action: Action, told: str, lasting: str) -> Undoing:
        """Return the consequences of taking an action back; `lasting`: why other actions cannot be undone."""
        ways = self._ways.get(action.action)
        if ways is None:
            return Undoing(told, impossible=lasting)
        if action.seq in taken_back_of(self._hall.store.actions()):
            return Undoing(told, impossible=_("It was taken back already."))
        try:
            with self._hall.lock:
                return Undoing(told, ways[0](self, action), button=_("Take it back"))
        except UserError as error:
            return Undoing(told, impossible=str(error))

    def undo(self, action: Action, told: str, reason: str, actor: str) -> str:
        """Take an action back; return it in words."""
        with self._hall.acting:
            self._ways[action.action][1](self, action, reason or _("taken back"), actor)
        return told

    # --- clocks and points --------------------------------------------------------------------

    def _look_at_clock(self, action: Action) -> _Found:
        body = action.body
        more = body["left_ms"] - self._shown_before(body)
        self._left(body)
        who, table = self._who(body)
        told = {"who": who, "table": table, "time": minutes(abs(more))}
        return (
            warning(
                _("The clock of %(who)s at %(table)s gets %(time)s more.", **told)
                if more < 0
                else _("The clock of %(who)s at %(table)s loses %(time)s.", **told),
            ),
        )

    def _set_clock(self, action: Action, reason: str, actor: str) -> None:
        body = action.body
        with self._hall.lock:
            left = self._left(body)
        self._match_orders.correct(
            body["match"], body["seat"], left, reason, actor=actor, more={TAKES_BACK: action.seq}
        )

    def _look_at_points(self, action: Action) -> _Found:
        body = action.body
        who, table = self._who(body)
        if not body["points"]:
            raise UserError("A warning changed nothing at the table: there is nothing to take back.")
        told = {"who": who, "table": table, "points": counted(body["points"], "point")}
        return (
            warning(
                _("%(who)s gets %(points)s at %(table)s.", **told)
                if body["take_back"]
                else _("%(who)s loses %(points)s at %(table)s.", **told),
            ),
        )

    def _take_points(self, action: Action, reason: str, actor: str) -> None:
        body = action.body
        self._match_orders.award(
            body["match"], body["seat"], body["points"], reason, cause=body["cause"],
            take_back=not body["take_back"], actor=actor, more={TAKES_BACK: action.seq},
        )  # fmt: skip

    def _who(self, body: Mapping[str, Any]) -> tuple[str, str]:
        table, _sheet = self._match_orders.live(body["match"])
        self._hall.check_online(table)
        return players_of(self._hall.entry(body["match"]))[body["seat"]], table.name

    def _shown_before(self, body: Mapping[str, Any]) -> int:
        if "before_ms" not in body:
            raise UserError("What the clock showed before was not kept: set it right again.")
        return int(body["before_ms"])

    def _left(self, body: Mapping[str, Any]) -> int:
        table, sheet = self._match_orders.live(body["match"])
        device_now, _ = table.device_time(self._hall.clock.now_ms())
        at = read_at(sheet.clock, device_now)
        left: int = sheet.clock.remaining(body["seat"], at) - body["left_ms"] + self._shown_before(body)
        return max(0, left)

    # --- a match continues from the state before an order ---------------------------------------

    def _before(self, action: Action, kind: int, unknown: str) -> Stood:
        """Return the state of a match before the record of this kind that an action ordered."""
        match = action.body["match"]
        entry = self._hall.entry(match)
        uid = entry.segments[-1].uid if entry.segments else ""
        table = self._hall.table(uid)
        ordered = {
            one.seq for one in table.commands.values()
            if one.verb == messages.RECORD and one.seq and messages.stubs(one.tail)[0][0] == kind
            and action.at_ms <= one.created_ms <= action.at_ms + ORDER_MS
        }  # fmt: skip
        found = self._going_on.before(match, lambda fields: fields[0] == min(ordered, default=-1), unknown)
        self._hall.check_online(table)
        self._matches.check_free(uid, match)
        return found

    def _stood(self, action: Action) -> Stood:
        kind, stands = {
            "forfeit": (records.RESULT, _("The board has not reported this forfeit.")),
            "end game": (records.RESULT, _("The board has not reported the end of this game.")),
            "confirm": (records.CONFIRM, _("The board has not reported this confirmation.")),
            "close match": (records.CLOSE, _("The board has not reported that the match was closed.")),
            "introduce clock": (records.CLOCK, _("The board has not reported this clock.")),
        }[action.action]
        return self._before(action, kind, stands)

    def _look_before(self, action: Action) -> _Found:
        stood = self._stood(action)
        told = self._going_on.told(stood, stood.uid)
        return (told, *self._going_on.with_result(stood.match))

    def _look_at_closing(self, action: Action) -> _Found:
        entry = self._hall.entry(action.body["match"])
        if entry.segments and entry.segments[-1].journal is None:
            raise UserError("No board has begun the match: seat it again.")
        stood = self._stood(action)
        if stood.sheet.phase == stood.sheet.OVER:
            raise UserError("The match was over: closing it freed its table, and its result stays.")
        return (self._going_on.told(stood, stood.uid),)

    def _go_on_before(self, action: Action, reason: str, actor: str) -> None:
        with self._hall.lock:
            stood = self._stood(action)
        self._go_on(action, stood, stood.uid, reason, actor)

    def _go_on(
        self, action: Action, stood: Stood, uid: str, reason: str, actor: str, **clocks: Any
    ) -> None:
        more = {TAKES_BACK: action.seq, "reason": reason}
        self._going_on.go_on(stood, uid, reason, actor, more, **clocks)

    # --- a clock that was introduced --------------------------------------------------------------

    def _look_at_introduced(self, action: Action) -> _Found:
        before, now = self._stood(action), self._now(action.body["match"])
        table = self._hall.tables[now.uid].name
        if now.sheet.phase in (now.sheet.RESULT, now.sheet.OVER):
            raise UserError("At %(name)s there is a result: take that back first.", name=table)
        timed = [seat for seat in range(2) if before.sheet.clock.method[seat]]
        names = players_of(self._hall.entry(now.match))
        shown = listing(
            [f"{names[seat]} {minutes(before.sheet.clock.remaining(seat, before.at))}" for seat in timed]
        )
        without = _("It is played without a clock again.")
        clocks = _("The clocks are as before: %(shown)s.", shown=shown) if timed else without
        return (serious(clocks), self._going_on.told(now, now.uid))

    def _without_introduced(self, action: Action, reason: str, actor: str) -> None:
        with self._hall.lock:
            before, now = self._stood(action), self._now(action.body["match"])
        clock = before.sheet.clock
        left = {seat: clock.remaining(seat, before.at) for seat in range(2)}
        self._go_on(action, now, now.uid, reason, actor, left=left, times=schedule.of_clock(clock))

    def _now(self, match: int) -> Stood:
        self._match_orders.live(match)
        return self._going_on.at_end(match, len(self._hall.entry(match).segments) - 1)

    # --- a match that was moved or continued --------------------------------------------------------

    def _moved_from(self, action: Action) -> Stood:
        """Return the state of a match at the board that it left by this handover."""
        body = action.body
        entry = self._hall.entry(body["match"])
        moves = [
            one for one in self._hall.store.actions()
            if one.action == HANDOVER and one.body["match"] == body["match"]
        ]  # fmt: skip
        if moves[-1].seq != action.seq:
            raise UserError("The match has moved again since: undo the later move first.")
        if entry.match.closed_ms is not None:
            raise UserError("The match is closed: it cannot continue at a table.")
        # what came behind that record belongs to the move, where it was from an earlier record on
        last = body.get("held", entry.segments[-1].from_seq) if body.get("at_seq") is not None else None
        return self._going_on.at_end(body["match"], len(entry.segments) - 2, last)

    def _look_at_move(self, action: Action) -> _Found:
        stood, body = self._moved_from(action), action.body
        back = self._hall.tables[body["from"]]
        if body["from"] == body["to"] and self._ended(stood):
            sheet = self._match_orders.live(stood.match)[1]
            self._hall.check_online(back)
            if not sheet.in_game() or sheet.phase == sheet.RESULT:
                raise UserError("The match has continued since and has another result: rule on that one.")
            ended_as: Any = stood.sheet
            loser = players_of(self._hall.entry(stood.match))[1 - ended_as.winner]
            how = _("lost on time") if ended_as.how == records.ON_TIME else pgettext("match", "lost")
            return (
                serious(_(
                    "The match at %(name)s is again %(how)s by %(loser)s.",
                    name=back.name,
                    how=how,
                    loser=loser,
                )),
            )
        self._matches.check_free(back.uid, stood.match)
        found = [self._going_on.told(stood, back.uid)]
        if not back.online:
            found.append(warning(_("%(name)s is away: its board goes on when it is back.", name=back.name)))
        if body["from"] != body["to"]:
            there = self._hall.tables[body["to"]].name
            found.append(warning(_("What %(there)s has recorded of the match does not count.", there=there)))
        return (*found, *self._going_on.with_result(stood.match))

    def _move_back(self, action: Action, reason: str, actor: str) -> None:
        with self._hall.lock:
            stood, body = self._moved_from(action), action.body
        if body["from"] == body["to"] and self._ended(stood):
            more = {TAKES_BACK: action.seq, "reason": reason}
            self._matches.end_again(stood.match, stood.sheet, actor=actor, more=more)
        else:
            self._go_on(action, stood, body["from"], reason, actor)

    def _ended(self, stood: Stood) -> bool:
        sheet = stood.sheet
        return sheet.phase in (sheet.RESULT, sheet.OVER)

    # --- a table that was set up ------------------------------------------------------------------

    def _set_up_match(self, action: Action) -> int:
        """Return the match that an action set up: the first match of that board since then."""
        uid = action.body["uid"]
        table = self._hall.table(uid)
        found = min(
            (
                one.match.id for one in self._hall.entries.values()
                if one.match.created_ms >= action.at_ms and one.segments and one.segments[0].uid == uid
                and table.last_run(one.match.id) is not None
            ),
            default=0,
        )  # fmt: skip
        entry = self._hall.entries.get(found)
        if entry is None or entry.match.closed_ms is not None:
            raise UserError("The match is closed already: the table is free.")
        if entry.segments[-1].uid != uid or ended(entry.segments[-1]):
            raise UserError("The match goes on at another table: undo its move first.")
        return found

    def _look_at_set_up(self, action: Action) -> _Found:
        match = self._set_up_match(action)
        entry, table = self._hall.entry(match), self._hall.table(action.body["uid"])
        result = brought_by(self._hall.store, match)
        if result is not None:
            name = self._events.get(result[0]).name
            raise UserError("%(name)s has its result: undo that first.", name=name)
        part = self._hall.part(entry.segments[-1])
        begun = part.sheet is not None and (part.sheet.game or part.sheet.games)
        grade = REASON if begun else WARNING
        players = versus(players_of(entry))
        found = [
            Consequence(
                grade, _("%(name)s is free again: %(players)s leave it.", name=table.name, players=players)
            )
        ]
        if begun and part.sheet is not None:
            played = counted(part.sheet.games, "finished game")
            found.append(serious(_("What was played there counts for nothing: %(played)s.", played=played)))
        if (event := seated_by(self._hall.store, match)) is not None:
            name = self._events.get(event[0]).name
            found.append(warning(_("%(name)s: the match waits for a table again.", name=name)))
        return tuple(found)

    def _undo_set_up(self, action: Action, reason: str, actor: str) -> None:
        with self._hall.lock:
            match = self._set_up_match(action)
            event = seated_by(self._hall.store, match)
        if event is not None:
            self._events.batches.undo_one(*event, reason, actor=actor)
        self._matches.close(
            match, ends_game=True, actor=actor, more={TAKES_BACK: action.seq, "reason": reason}
        )

    # --- seals, names, order ------------------------------------------------------------------------

    def _sealed_before(self, action: Action) -> tuple[int, int]:
        _table, sheet = self._match_orders.live(action.body["match"])
        if sheet.sealed != action.body["games"]:
            raise UserError("More games were sealed since: undo that first.")
        before = self._before_seal(action)
        return before, sheet.sealed - before

    def _before_seal(self, action: Action) -> int:
        seals = [
            one.body["games"] for one in self._hall.store.actions()
            if one.action == "seal" and one.body["match"] == action.body["match"] and one.seq < action.seq
        ]  # fmt: skip
        return seals[-1] if seals else 0

    def _look_at_seal(self, action: Action) -> _Found:
        table, _sheet = self._match_orders.live(action.body["match"])
        self._hall.check_online(table)
        _before, games = self._sealed_before(action)
        sealed = counted(games, "game")
        return (
            warning(_("The players at %(name)s can undo %(sealed)s again.", name=table.name, sealed=sealed)),
        )

    def _unseal(self, action: Action, reason: str, actor: str) -> None:
        with self._hall.lock:
            before, _games = self._sealed_before(action)
        self._match_orders.seal(
            action.body["match"], before, actor=actor, more={TAKES_BACK: action.seq, "reason": reason}
        )

    def _name_before(self, action: Action) -> str:
        uid = action.body["uid"]
        names = given_names(self._hall.store.actions())[uid]
        if names[-1][0] != action.seq:
            raise UserError("The table was renamed after that: undo the new name first, or type the right "
                            "name.")
        before = names[-2][1] if len(names) > 1 else ""
        there = next(
            (one for one in self._hall.in_order() if before and one.row.name == before), None
        )
        if there is not None:
            raise UserError(
                "Another table is called %(name)s now: give that one another name first.", name=before
            )
        return before

    def _look_at_name(self, action: Action) -> _Found:
        table, before = self._hall.table(action.body["uid"]), self._name_before(action)
        called = before or _("Board %(uid)s", uid=table.uid[-6:])
        return (
            warning(_("%(name)s is called %(called)s again.", name=table.name, called=called)),
        )

    def _rename(self, action: Action, reason: str, actor: str) -> None:
        with self._hall.lock:
            before = self._name_before(action)
        self._boards.name_again(action.body["uid"], before, actor, {TAKES_BACK: action.seq})

    def _order_before(self, action: Action) -> tuple[str, ...]:
        actions = self._hall.store.actions()
        if any(one.action in (ORDER, STAND, DETACH) and one.seq > action.seq for one in actions):
            raise UserError("The tables were reordered after that: undo the later order first.")
        if before := places_of(one for one in actions if one.seq < action.seq).order:
            return before
        met = sorted(self._hall.tables.values(), key=lambda one: (one.row.first_seen_ms, one.uid))
        return tuple(one.uid for one in met)

    def _look_at_order(self, action: Action) -> _Found:
        before = self._order_before(action)
        names = [one.name for uid in before if not self._hall.is_gone(one := self._hall.tables[uid])]
        return (warning(_("The tables stand as before: %(names)s.", names=listing(names))),)

    def _reorder(self, action: Action, reason: str, actor: str) -> None:
        with self._hall.lock:
            before = self._order_before(action)
        self._boards.order_again(before, actor, {TAKES_BACK: action.seq})

    def _look_at_tables(self, action: Action) -> _Found:
        return self._tables.consequences(action)

    def _tables_as_before(self, action: Action, reason: str, actor: str) -> None:
        self._tables.take_back(action, actor, {TAKES_BACK: action.seq, "why": reason})

    #: action -> (returns its consequences; called with the lock held, takes it back)
    _ways: ClassVar[
        dict[
            str,
            tuple[
                Callable[[TakingBack, Action], _Found], Callable[[TakingBack, Action, str, str], None]
            ],
        ]
    ] = {
        "correct clock": (_look_at_clock, _set_clock),
        "award": (_look_at_points, _take_points),
        "forfeit": (_look_before, _go_on_before),
        "end game": (_look_before, _go_on_before),
        "confirm": (_look_before, _go_on_before),
        "close match": (_look_at_closing, _go_on_before),
        "introduce clock": (_look_at_introduced, _without_introduced),
        HANDOVER: (_look_at_move, _move_back),
        "create match": (_look_at_set_up, _undo_set_up),
        SET_UP: (_look_at_set_up, _undo_set_up),
        "seal": (_look_at_seal, _unseal),
        RENAME: (_look_at_name, _rename),
        ORDER: (_look_at_order, _reorder),
        **dict.fromkeys(
            (NEW, REMOVE, ZONE, SERVICE, STAND, DETACH, PLACE, RESERVE), (_look_at_tables, _tables_as_before)
        ),
    }
