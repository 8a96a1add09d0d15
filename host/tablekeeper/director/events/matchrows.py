"""The director's desk: one row per match of an event, those that need the director first. Pure.

A row joins the open pairings (`answer.next`), the matches at tables, the claims, and the results.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.director.events.claims import Claim
from tablekeeper.director.events.contradictions import SAME, standing
from tablekeeper.director.events.opengames import game, took_part
from tablekeeper.director.events.state import Entered
from tablekeeper.director.events.timetable import round_title
from tablekeeper.director.events.views import EventView
from tablekeeper.director.views import TableView
from tablekeeper.formats.board import named_players
from tablekeeper.formats.wording import is_counted, pairing_text, roll_text
from tablekeeper.games.view import MatchView
from tablekeeper.journal.action import canonical
from tablekeeper.languages import _, heading, joined, recognised
from tablekeeper.regulation.moment import clock_time
from tablekeeper.text import listing, number, value_text, versus

#: states of a row, in the order in which rows need the director
CALLED, CLAIM, OVERDUE, SEAT, PLAYING, WAITING, DONE = (
    "called", "claim", "overdue", "seat", "playing", "waiting", "done",
)  # fmt: skip
STATES = (CALLED, CLAIM, OVERDUE, SEAT, PLAYING, WAITING, DONE)

#: fields that the row itself shows: its name, its group, its players
_TOLD = ("match", "game", "round", "phase", "stage", "mini", "couples", "players", "length", "started")
#: the fields that identify a round of throws or a draw
_THROWN = ("positions", "dice", "lots", "round_robin", "draw")
#: a name that can be a part of an address
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,20}")


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match of an event, for the director."""

    #: its address in the event's pages; it stays the same until the match is played
    key: str
    #: "A1", "Game 4"; "" if the format has no name for it
    name: str
    #: the group in long lists: "Round A", "Playoffs, final"; "" without a group
    group: str
    players: tuple[str, ...]
    #: match length in points; None if the event does not define it
    points: int | None
    state: str
    #: the state in words
    told: str
    #: the possible actions: "seat", "result", "walkover", "late", "colours", "throw", "draw", "cancel",
    #: "confirm", "reject", "replace" (by what the board says), "correct"
    can: frozenset[str]
    #: the pairing in `answer.next`, None if the match is not to be played
    pairing: Mapping[str, Any] | None = None
    #: its entered results; the last one counts
    entries: tuple[Entered, ...] = ()
    claims: tuple[Claim, ...] = ()
    #: the tables at which it is set up, the newest first
    tables: tuple[TableView, ...] = ()

    @property
    def result(self) -> Mapping[str, Any] | None:
        """The valid result; None if the match is open or its result was removed."""
        return self.entries[-1].result if self.entries and self.pairing is None else None

    @property
    def contradicted(self) -> bool:
        """Whether a board's result differs from the entered result."""
        return self.result is not None and bool(self.claims)

    @property
    def names(self) -> str:
        """The players in words: "Ann v Bob"."""
        return versus(self.players)


def match_rows(view: EventView, tables: Sequence[TableView], now_ms: int) -> tuple[MatchRow, ...]:
    """Return one row for each match of an event: open, in progress, or finished.

    `tables` are all tables of the hall. Every pairing of `next` and every entered result is in one row.
    """
    return _Desk(view, tables, now_ms).rows()


def row_of(rows: Iterable[MatchRow], key: str) -> MatchRow | None:
    """Return the row of an address; None if no match has this address any more."""
    return next((row for row in rows if row.key == key), None)


def match_key(pairing: Mapping[str, Any]) -> str:
    """Return the address of a pairing: its name, or a digest of its constant fields."""
    name = str(pairing.get("match", ""))
    if _PLAIN.fullmatch(name):
        return name
    if name.isascii() and name.isdigit():
        return f"m{name}"
    kept = {key: number(value) for key, value in pairing.items() if key in (*SAME, "game", *_THROWN)}
    kept["players"] = sorted(map(str, _players(pairing)))
    return "g" + hashlib.sha256(canonical(kept).encode()).hexdigest()[:10]


def outcome(result: Mapping[str, Any]) -> str:
    """Return a result without the facts of its row: "Ann wins 7-3", "cancelled", "order Ann Bob Cid"."""
    if "cancelled" in result:
        return _("cancelled")
    told = []
    winner = result.get("winner")
    if winner is not None:
        told.append(_("%(winner)s wins%(score)s", winner=winner, score=_score(result, winner)))
    done = {"winner", *_TOLD} | ({"score"} if winner is not None else set())
    if result.get("kind") == "single":
        done.add("kind")
    # the text includes named players who are not the pair: those who arrived or left
    rest = pairing_text(
        {key: value for key, value in result.items() if key not in done and value is not False}
    )
    return joined([*told, *([rest] if rest else [])])


def _score(result: Mapping[str, Any], winner: str) -> str:
    score, names = result.get("score"), named_players(result)
    if not isinstance(score, list | tuple) or len(score) != len(names) or winner not in names:
        return ""
    own = names.index(winner)
    return " " + "-".join(str(number(one)) for one in (score[own], *score[:own], *score[own + 1 :]))


def _told(claims: Sequence[Claim], players: Sequence[str]) -> str:
    """Return what the claims of an open match wait for."""
    if not all(one.by for one in claims):
        return _("a board's result waits for confirmation")
    if len(claims) > 1:
        return _("the players report different results")
    if claims[0].agreed:
        return _("the result of both players waits for confirmation")
    others = listing([name for name in players if name != claims[0].by])
    return _(
        "%(player)s has reported a result; %(others)s has not answered",
        player=claims[0].by, others=others,
    )


class _Desk:
    """Makes the rows of one event."""

    def __init__(self, view: EventView, tables: Sequence[TableView], now_ms: int) -> None:
        self.view = view
        self.now_ms = now_ms
        self.fields = {option.key for option in view.form.result}
        #: whether games are numbered in their order, so that the number of a game is its place
        self.in_order = "players" not in self.fields
        #: the table of each match of the hall
        self.at = {
            table.match.id: table for table in tables
            if table.match is not None and table.match.id in view.here
        }  # fmt: skip
        self.brought = {one.match for one in view.entered}
        self.brought |= {one.match for one in view.claims if not one.by}
        self.running = view.phase == "running"
        self.open = view.phase in ("running", "over")
        self.claims = {one.seq: one for one in view.claims}
        #: by claim: the action whose result it contradicts
        self.against = {one.seq: old.seq for one in view.claims if (old := standing(view, one)) is not None}
        self.entries = {one.seq: one for one in view.entered}

    def rows(self) -> tuple[MatchRow, ...]:
        following = () if self.view.answer is None else self.view.answer.next
        found = [self._open_row(pairing) for pairing in following]
        done = [self._done_row(*one) for one in self._done()]
        # claims of matches that are not open and have no result: their pairings were taken back
        lost = [self._lost_row(claim) for claim in list(self.claims.values())]
        busy = {
            name: row.tables[0].name
            for row in found
            if row.tables and row.state in (PLAYING, CALLED)
            for name in row.players
        }
        found = [self._waiting(row, busy) for row in found]
        order = {state: place for place, state in enumerate(STATES)}
        rows = sorted([*found, *lost, *done[::-1]], key=lambda row: order[row.state])
        return _with_own_keys(rows)

    # --- to be played --------------------------------------------------------------------

    def _open_row(self, pairing: Mapping[str, Any]) -> MatchRow:
        matches = sorted((match for match, one in self.view.tables.items() if one == pairing), reverse=True)
        claims = [self.claims.pop(one.seq) for one in self.view.claims if one.match in matches]
        mine = self._mine(pairing)
        # sets without a result so far, or the present match; not closed matches
        tables = [self.at[match] for match in matches if match in self.at and match not in self.brought]
        entries = [self.entries.pop(one.seq) for one in mine]
        state, told = self._state(pairing, tables, claims)
        return MatchRow(
            match_key(pairing), match_name(pairing), self._group(pairing), tuple(map(str, _players(pairing))),
            self._points(pairing), state, told, self._can(pairing, bool(claims), bool(tables)), pairing,
            tuple(entries), tuple(claims), tuple(tables),
        )  # fmt: skip

    def _points(self, pairing: Mapping[str, Any]) -> int | None:
        length = pairing.get("length", self.view.plan(pairing).length)
        return length if isinstance(length, int) else None

    def _mine(self, pairing: Mapping[str, Any]) -> list[Entered]:
        """Return the entries that mark an open match as started."""
        return [
            one
            for one in self.entries.values()
            if one.result is not None and one.result.get("started") is True and "match" in pairing
            and one.result.get("match") == pairing["match"]
        ]  # fmt: skip

    def _state(
        self, pairing: Mapping[str, Any], tables: Sequence[TableView], claims: Sequence[Claim]
    ) -> tuple[str, str]:
        if claims:
            told = _told(claims, tuple(map(str, _players(pairing))))
            return (CLAIM if self.view.needs_director(claims, self.now_ms) else PLAYING), told
        if not self.running:
            return WAITING, _("the event is not running")
        if tables and (call := _call(tables[0])):
            return CALLED, call
        due = game(self.view, pairing)
        if due.due_ms is not None and due.due_ms < self.now_ms:
            return OVERDUE, due.due
        if tables and (match := tables[0].match) is not None:
            return self._at_table(pairing, tables[0], match)
        if self.view.form.round_of(pairing):
            return SEAT, _("a die each %(roll_text)s", roll_text=roll_text(pairing))
        if pairing.get("draw"):
            return SEAT, _("to be drawn")
        if len(_players(pairing)) < 2:
            return WAITING, pairing_text({key: value for key, value in pairing.items() if key not in _TOLD})
        begins = self.view.plan(pairing).start_ms
        if begins is not None and not pairing.get("started"):
            late = begins < self.now_ms
            return (OVERDUE if late else SEAT), f"{'was to begin' if late else 'begins'} {clock_time(begins)}"
        where = _("to be seated") if self.view.form.board.plays(pairing) else _("to be played")
        return SEAT, due.due or (_("in play") if pairing.get("started") else where)

    def _at_table(self, pairing: Mapping[str, Any], table: TableView, match: MatchView) -> tuple[str, str]:
        if match.phase == "over":
            if pairing.get("sets", 1) > 1:
                return WAITING, _("waits for the next set at %(name)s", name=table.name)
            return CALLED, _(
                "%(state)s; no result that counts has come from %(name)s", state=match.state, name=table.name
            )
        if match.phase == "ready":
            return PLAYING, match.state
        return PLAYING, match.standing or match.state

    def _can(self, pairing: Mapping[str, Any], claimed: bool, seated: bool) -> frozenset[str]:
        if not self.running:
            return frozenset({"reject"} if claimed else ())
        if self.view.form.round_of(pairing):
            return frozenset({"throw", "seat"} if self.view.form.board.plays(pairing) else {"throw"})
        if pairing.get("draw"):
            return frozenset({"draw"})
        players = _players(pairing)
        if len(players) < 2:
            return frozenset()
        if claimed:
            return frozenset({"confirm", "reject", "result"})
        can = {"result", "late"}
        board = self.view.form.board
        if board.plays(pairing) and not seated:
            can.add("seat")
        if board.race_rules and not board.colours_option:
            can.add("colours")
        if self.view.form.unplayed and len(players) == 2:
            can.add("walkover")
        if pairing.get("proposed") and "cancelled" in self.fields:
            can.add("cancel")
        return frozenset(can)

    def _waiting(self, row: MatchRow, busy: Mapping[str, str]) -> MatchRow:
        """Mark a match as waiting if its players are at a table."""
        if row.state not in (SEAT, OVERDUE) or row.tables:
            return row
        away = [name for name in row.players if name in busy]
        if not away:
            return row
        return replace(
            row, state=WAITING, told=_("%(away)s is at %(busy)s", away=away[0], busy=busy[away[0]])
        )

    # --- played --------------------------------------------------------------------------

    def _done(self) -> list[tuple[tuple[Entered, ...], int]]:
        """Return the entered matches that are not open, one by one; a start is listed with its result.

        Each has its number among the valid results, from 1.
        """
        found: list[tuple[tuple[Entered, ...], int]] = []
        started: dict[Any, list[Entered]] = {}
        count = 0
        for one in self.entries.values():
            if one.result is None:
                found.append(((one,), 0))
            elif one.result.get("started") is True:
                started.setdefault(one.result.get("match"), []).append(one)
            else:
                count += 1
                found.append(((*started.pop(one.result.get("match"), ()), one), count))
        return found + [((one,), 0) for rest in started.values() for one in rest]

    def _done_row(self, entries: tuple[Entered, ...], place: int) -> MatchRow:
        last = entries[-1]
        result = last.result
        players = took_part(self.view, last)
        claims = [] if result is None else [
            self.claims.pop(one.seq)
            for one in list(self.claims.values())
            if self.against.get(one.seq) == last.seq
        ]  # fmt: skip
        told = _("struck out") if result is None else outcome(result) if players else self._labelled(result)
        if last.reason is not None:
            told += _(" (ruled: %(reason)s)", reason=last.reason)
        can = set()
        if self.open and not last.presence and result is not None:
            can.add("correct")
        if claims:
            can |= {"reject", "replace"} if "correct" in can else {"reject"}
        key = match_key(result) if result is not None and "match" in result else f"n{last.seq}"
        name = match_name(result or {})
        if place and not name and self.in_order:
            name = _("Game %(place)s", place=place)
        return MatchRow(
            key, name, self._group(result or {}), players, None,
            CLAIM if claims else DONE, told, frozenset(can), None, entries, tuple(claims),
        )  # fmt: skip

    def _labelled(self, result: Mapping[str, Any]) -> str:
        """Return the text of an entry that is not a match, from its fields: "Late arrival: Eve"."""
        labels = {option.key: option.label for option in self.view.form.result}
        return joined(
            labels.get(key, key) if value is True else joined((labels.get(key, key), value_text(value)), ": ")
            for key, value in result.items()
            if value is not False
        )

    def _lost_row(self, claim: Claim) -> MatchRow:
        pairing = self.view.tables.get(claim.match, {})
        told = _("no longer to be played")
        return MatchRow(
            f"c{claim.seq}", match_name(pairing), self._group(pairing), tuple(map(str, _players(pairing))),
            self._points(pairing), CLAIM, told, frozenset({"confirm", "reject"} if self.open else ()),
            None, (), (claim,),
        )  # fmt: skip

    # --- both ----------------------------------------------------------------------------

    def _group(self, pairing: Mapping[str, Any]) -> str:
        """Return the group of a match."""
        if "stage" in pairing:
            return _("Playoffs, %(stage)s", stage=recognised(str(pairing["stage"])))
        if isinstance(couples := pairing.get("couples"), list | tuple):
            phase = _(", phase %(phase)s", phase=pairing["phase"]) if "phase" in pairing else ""
            return versus(map(str, couples)) + phase
        if "mini" in pairing:
            return _("Mini-TTT %(mini)s", mini=pairing["mini"])
        name = self.view.form.round_name(pairing)
        if name:
            title = round_title(name)
            return heading(title)
        groups = self.view.options.get("groups")
        pair = set(map(str, _players(pairing)))
        if isinstance(groups, list | tuple) and len(groups) > 1 and pair:
            for count, group in enumerate(groups, 1):
                if isinstance(group, list | tuple) and pair <= set(map(str, group)):
                    return _("Group %(count)s", count=count)
        return ""


def match_name(pairing: Mapping[str, Any]) -> str:
    """Return the name of a match: "A1", "Match 524", "Game 4"; "" if it has none."""
    if "match" in pairing and is_counted(pairing["match"]):
        text = str(pairing["match"])
        return text if _PLAIN.fullmatch(text) else _("Match %(number)s", number=text)
    return _("Game %(place)s", place=pairing["game"]) if "game" in pairing else ""


def _call(table: TableView) -> str:
    """Return why a table needs the director; "" if it does not."""
    match = table.match
    said = ("the players want", "the players call")
    asked = next((told for told in table.problems if told.startswith(said)), "")
    if asked:
        return asked
    if match is not None and match.playing:
        fallen = [seat.name for seat in match.seats if seat.clock is not None and seat.clock.flagged]
        if fallen:
            return _("the flag of %(fallen)s has fallen", fallen=fallen[0])
    return ""


def _players(pairing: Mapping[str, Any]) -> tuple[Any, ...]:
    for key in ("players", "positions", "dice"):
        if isinstance(names := pairing.get(key), list | tuple):
            return tuple(names)
    return ()


def _with_own_keys(rows: Iterable[MatchRow]) -> tuple[MatchRow, ...]:
    """Make the addresses of rows different if a format plays the same pairing twice."""
    seen: dict[str, int] = {}
    found = []
    for row in rows:
        count = seen[row.key] = seen.get(row.key, 0) + 1
        found.append(row if count == 1 else replace(row, key=f"{row.key}-{count}"))
    return tuple(found)
