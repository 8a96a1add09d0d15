"""Reads an event from its journal alone, with an independent algorithm that goes back from the last action.

Written from docs/event-files.md, not from the fold of the director's journal. It continues after an
impossible action, so that one error does not hide the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent
from tablekeeper.audit.finding import AuditFinding, difference
from tablekeeper.audit.registry import AUDITORS
from tablekeeper.strictjson import Cursor, DocumentError

#: members of an action's body: the needed and the optional ones
BODIES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "new": (("name", "format"), ("options",)),
    "enter": (("players",), ("late", "kept", "bye_of")),
    "withdraw": (("player",), ("reason", "walkovers", "ruling", "kept")),
    "checkin": (("players", "present"), ()),
    "fees": (("currency", "fee", "additions", "deductions", "unit", "places", "step"), ("stages",)),
    "paid": (("players", "paid"), ()),
    "set": (("options",), ("number",)),
    "draw": (("seed", "drawn"), ("choices", "number")),
    "throw": (("option", "after", "throws"), ()),
    "colours": (("pairing", "colours"), ()),
    "start": ((), ()),
    "discard": ((), ("reason",)),
    "timetable": (("rounds",), ()),
    "table": (("match", "pairing"), ()),
    "turn": (("on_turn", "against"), ()),
    "claim": (("match", "result"), ("by", "way", "browser")),
    "agree": (("claim", "by"), ("way",)),
    "claims": (("rule", "one_browser"), ()),
    "confirm": (("claim",), ("by", "way")),
    "reject": (("claim", "reason"), ()),
    "result": (("result",), ("match",)),
    "cancel": (("players",), ()),
    "rule": (("replaces", "result", "reason"), ("claim",)),
    "finish": ((), ("reason",)),
    "reopen": (("reason",), ()),
    "undo": (("undoes",), ("reason",)),
}
#: actions that are possible before the start, and after the end
_BEFORE = (
    "new", "enter", "withdraw", "checkin", "fees", "paid", "set", "draw", "throw", "timetable", "start",
    "discard", "claims",
)  # fmt: skip
_FINISHED = ("reopen", "table", "fees", "paid")
_COLOURS = ("red", "green", "yellow", "blue", "black", "white")


def read_journal(journal: Cursor) -> AuditedEvent:
    """Return the event of a journal; impossible actions are among its findings."""
    entries: list[tuple[Cursor, int, str, Cursor]] = []
    event = AuditedEvent()
    earlier = 0
    for number, place in enumerate(journal.items(1), 1):
        try:
            keys = ("seq", "at_ms", "actor", "action", "body")
            fields = place.fields(keys, keys)
            if fields["seq"].whole() != number:
                raise fields["seq"].refuse(f"the actions count 1, 2, 3, ...: this is {number}")
            at_ms = fields["at_ms"].whole(0)
            if at_ms < earlier:
                raise fields["at_ms"].refuse("time goes backwards here")
            earlier = at_ms
            fields["actor"].text()
            action = fields["action"].choice(tuple(BODIES))
            needed, free = BODIES[action]
            fields["body"].fields((*needed, *free), needed)
            if (action == "new") != (number == 1):
                raise fields["action"].refuse("the action new stands first, and only there")
        except DocumentError as refusal:
            event.findings.append(AuditFinding(refusal.place, refusal.reason))
            continue
        entries.append((place, number, action, fields["body"]))
    gone = _undone(entries, event)
    course = _JournalReader(event)
    for place, seq, action, body in entries:
        if action == "undo" or seq in gone:
            continue
        try:
            course.take(place, seq, action, body)
        except DocumentError as refusal:
            event.findings.append(AuditFinding(refusal.place, refusal.reason))
    event.results = [(seq, result) for seq, result in course.brought if result is not None]
    return event


def _undone(entries: list[tuple[Cursor, int, str, Cursor]], event: AuditedEvent) -> set[int]:
    undoing: dict[int, list[int]] = {}
    seen: set[int] = set()

    def counts(seq: int) -> bool:
        # an undo follows the action that it undoes, so this recursion ends
        return not any(counts(undo) for undo in undoing.get(seq, ()))

    for _, seq, action, body in entries:
        if action == "undo":
            try:
                target = body.at("undoes").whole(2, seq - 1)
                if not counts(target):
                    raise body.at("undoes").refuse(f"action {target} counted no more already")
            except DocumentError as refusal:
                event.findings.append(AuditFinding(refusal.place, refusal.reason))
            else:
                undoing.setdefault(target, []).append(seq)
        seen.add(seq)
    return {seq for seq in seen if not counts(seq)}


class _JournalReader:
    """Reads the actions that are not undone, one after the other."""

    def __init__(self, event: AuditedEvent) -> None:
        self.event = event
        self.brought: list[tuple[int, Any]] = []
        self.tables: set[int] = set()
        self.reported: set[int] = set()
        #: by action: match, result, and the player who claims it ("": a board)
        self.claims: dict[int, tuple[int, Any, str]] = {}
        self.draws = 1
        self.discarded = False
        self.withdrawn: set[str] = set()
        #: numbers of actions about arrivals or departures: no ruling replaces them
        self.presence: set[int] = set()

    def take(self, cursor: Cursor, seq: int, action: str, body: Cursor) -> None:
        """Add an action to the event; refuse it if it cannot follow the earlier ones."""
        event = self.event
        if self.discarded:
            raise cursor.refuse("the event was discarded before")
        if event.finished and action not in _FINISHED:
            raise cursor.refuse("the event is finished here")
        if not event.started and action not in _BEFORE:
            raise cursor.refuse("the event has not started here")
        if action in ("set", "draw") and body.has("number"):
            self.draws += 1
            if not event.started or body.at("number").value != self.draws:
                raise body.at("number").refuse(f"draw {self.draws} would follow here, once there is one")
        match action:
            case "new":
                event.name, event.format = body.at("name").text(), body.at("format").text()
                self._options(body.at("options"))
            case "set":
                self._options(body.at("options"))
            case "draw":
                self._draw(body)
            case "throw":
                key = body.at("option").choice(("lots", "dice"))
                self._throws(key, body.at("after"), body.at("throws"))
            case "colours":
                self._colours(body)
            case "start":
                if event.started:
                    raise cursor.refuse("the event has started already")
                event.started = True
            case "enter" | "withdraw":
                self._players(seq, action, body)
            case "checkin" | "paid":
                # presence and payments change nothing in the event
                for name in body.at("players").items(1):
                    name.player(self._there())
                body.at("present" if action == "checkin" else "paid").truth()
            case "fees":
                self._fees(body)
            case "claims":
                body.at("rule").choice(("both", "director", "off"))
                body.at("one_browser").truth()
            case "turn":
                if not event.options.get("turns_a_day"):
                    raise cursor.refuse("the event is not played by turns here")
                if body.at("on_turn").player(event.players) == body.at("against").player(event.players):
                    raise body.at("against").refuse("nobody plays against oneself")
            case "discard":
                if event.started:
                    raise cursor.refuse("the event has started here")
                self.discarded = True
            case "timetable":
                for _, plan in body.at("rounds").members():
                    plan.fields(("start_ms", "control", "length"))
            case "finish":
                if self.claims:
                    raise cursor.refuse("claims still wait for an answer here")
                event.finished = True
            case "reopen":
                if not event.finished:
                    raise cursor.refuse("the event is not finished here")
                event.finished = False
            case "rule":
                self._rule(body)
            case _:
                self._bring(seq, action, body)

    def _fees(self, body: Cursor) -> None:
        """Check the amounts: texts with at most two decimals; percentages are 100, or at most 100."""
        body.at("currency").text()
        numbers = [body.at("fee"), body.at("step"), *body.at("places").items(1)]
        for item in (*body.at("additions").items(), *body.at("deductions").items()):
            what, amount = item.items(2, 2)
            what.text()
            numbers.append(amount)
        shares = []
        for stage in body.at("stages").items(1) if body.has("stages") else ():
            fields = stage.fields(("stage", "percent", "places"), ("stage", "places"))
            fields["stage"].text()
            shares += [fields["percent"]] if "percent" in fields else []
            numbers += fields["places"].items(1)
        for number in (*numbers, *shares):
            text = number.text()
            if set(text) - set("0123456789.") or number.decimal(0) != round(number.decimal(), 2):
                raise number.refuse("this is no amount")
        if sum(one.decimal() for one in shares) > 100:
            raise body.at("stages").refuse("the stages get more than 100 percent together")
        if body.at("unit").choice(("percent", "shares", "sums")) == "percent":
            total = sum(one.decimal() for one in body.at("places").items(1))
            if total != 100:
                raise body.at("places").refuse(f"the places are {total} percent together")

    def _colours(self, body: Cursor) -> None:
        game = body.at("pairing").fields(("game", "players", "stage"), ("game", "players"))
        game["game"].whole(0)
        if "stage" in game:
            game["stage"].choice(("qualifying", "final"))
        names = sorted(name.player(self.event.players) for name in game["players"].items())
        places = dict(body.at("colours").members())
        if names != sorted(places):
            raise body.at("colours").refuse("these are not the players of the game")
        taken: set[str] = set()
        for own in places.values():
            for colour in own.items(1, 2):
                if colour.choice(_COLOURS) in taken:
                    raise colour.refuse(f"{colour.value} is taken already")
                taken.add(colour.value)
        self.event.colours.append((body.at("pairing").value, body.at("colours").value))

    def _throws(self, key: str, after: Cursor, throws: Cursor) -> None:
        earlier = self.event.options.get(key) or []
        if after.whole(0) != len(earlier):
            raise after.refuse(f"{len(earlier)} throws stand before these")
        self.event.options[key] = earlier + [one.value for one in throws.items(1)]

    def _options(self, cursor: Cursor) -> None:
        if cursor.value is None:
            return
        for key, value in cursor.members():
            self.event.options[key] = value.value

    def _draw(self, body: Cursor) -> None:
        seed = body.at("seed").whole(0)
        choices = body.at("choices").value if body.has("choices") else None
        auditor = AUDITORS.get(self.event.format)
        if auditor is not None:
            found = auditor.drawn(self.event.players, seed, choices)
            # the recount of the event checks what a draw with wishes says
            told = {key: value for key, value in body.at("drawn").value.items() if key not in auditor.wishes}
            self.event.findings += difference(body.at("drawn").path, told, found)
        for key, value in body.at("drawn").members():
            if key != "players":
                self.event.options[key] = value.value
                continue
            order = [item.player(self.event.players) for item in value.items()]
            if sorted(order) != sorted(self.event.players):
                raise value.refuse("a draw names every player once")
            self.event.players = order

    def _arrival(self) -> str:
        auditor = AUDITORS.get(self.event.format)
        return auditor.arrival if auditor is not None else ""

    def _there(self) -> list[str]:
        """Return the players, including late arrivals."""
        arrival = self._arrival()
        brought = [one for _, one in self.brought if isinstance(one, dict)] if arrival else []
        return [*self.event.players, *(one[arrival] for one in brought if arrival in one)]

    def _players(self, seq: int, action: str, body: Cursor) -> None:
        event = self.event
        auditor = AUDITORS.get(event.format)
        arrival, there = self._arrival(), self._there()
        if action == "withdraw":
            name = body.at("player").player(there)
            if name in self.withdrawn:
                raise body.at("player").refuse(f"{name} has withdrawn already")
            if event.started:
                self.withdrawn.add(name)
                if body.has("walkovers"):
                    if auditor is not None and not auditor.departure:
                        raise body.at("walkovers").refuse(f"{event.format} has no walkovers")
                    how = {key: body.at(key).value for key in ("ruling", "kept") if body.has(key)}
                    self.brought.append((seq, {auditor.departure if auditor else "absent": name, **how}))
                    self.presence.add(seq)
            else:
                event.players.remove(name)
            return
        late = body.at("late").truth() if body.has("late") else False
        kept: dict[str, Any] = {"kept": body.at("kept").whole(0)} if body.has("kept") else {}
        if body.has("bye_of"):
            if not late or (auditor is not None and not auditor.bye) or len(body.at("players").items(1)) > 1:
                raise body.at("bye_of").refuse("a bye is for one late arrival, in a format that can give it")
            kept = {auditor.bye if auditor else "bye_of": body.at("bye_of").player(there)}
        drawn_in = auditor is not None and auditor.keeps and not kept
        if late != event.started:
            raise body.refuse("who enters is late once the event has started, and only then")
        for item in body.at("players").items(1):
            if item.text() in there:
                raise item.refuse(f"{item.value} is entered already")
            if late and arrival and not drawn_in:
                there.append(item.text())
                self.brought.append((seq, {arrival: item.text(), **kept}))
                self.presence.add(seq)
            else:
                event.players.append(item.text())

    def _rule(self, body: Cursor) -> None:
        replaced = body.at("replaces").whole(1)
        body.at("reason").text()
        if body.has("claim"):
            match = self._answered(body)[0]
            self.reported.discard(match)
            self._drop(lambda one: one[0] == match)
        for number, (seq, _) in enumerate(self.brought):
            if seq == replaced and seq not in self.presence:
                self.brought[number] = (seq, body.at("result").value)
                return
        raise body.at("replaces").refuse(f"action {replaced} brought no result that counts")

    def _bring(self, seq: int, action: str, body: Cursor) -> None:
        if action == "table":
            match = body.at("match").whole(1)
            if match in self.tables:
                raise body.at("match").refuse(f"match {match} has a pairing already")
            self.tables.add(match)
        elif action == "cancel":
            names = [item.player(self.event.players) for item in body.at("players").items(2)]
            self.brought.append((seq, {"cancelled": names}))
        elif action == "result":
            if body.has("match"):
                self._report(body.at("match"))
            self.brought.append((seq, body.at("result").value))
            self._drop(lambda one: one[1] == body.at("result").value)
        elif action == "claim":
            self._claim(seq, body)
        elif action == "agree":
            body.at("by").player(self._there())
            if not self.claims.get(body.at("claim").whole(1), (0, None, ""))[2]:
                raise body.at("claim").refuse("this is no claim of a player that waits for an answer")
        else:
            claim = self._answered(body)
            rolled = [key for key in ("lots", "dice") if isinstance(claim[1], dict) and key in claim[1]]
            if action == "confirm" and rolled:
                told = Cursor(claim[1], body.path)
                self._throws(rolled[0], told.at("after"), told.at(rolled[0]))
            elif action == "confirm":
                self.brought.append((seq, claim[1]))
            elif not claim[2]:
                self.reported.discard(claim[0])
            if action == "confirm":
                self.reported.add(claim[0])
                self._drop(lambda one: one[0] == claim[0])

    def _claim(self, seq: int, body: Cursor) -> None:
        by = body.at("by").player(self._there()) if body.has("by") else ""
        match = self._report(body.at("match"))
        if by:
            # only a result that counts settles the match
            self.reported.discard(match)
            self._drop(lambda one: (one[0], one[2]) == (match, by))
        self.claims[seq] = (match, body.at("result").value, by)

    def _drop(self, said: Callable[[tuple[int, Any, str]], bool]) -> None:
        """Remove the claims of players of which `said` is true."""
        self.claims = {seq: one for seq, one in self.claims.items() if not one[2] or not said(one)}

    def _answered(self, body: Cursor) -> tuple[int, Any, str]:
        claim = self.claims.pop(body.at("claim").whole(1), None)
        if claim is None:
            raise body.at("claim").refuse("this is no claim that waits for an answer")
        return claim

    def _report(self, cursor: Cursor) -> int:
        match = cursor.whole(1)
        if match not in self.tables:
            raise cursor.refuse(f"match {match} was never set up at a table")
        if match in self.reported:
            raise cursor.refuse(f"match {match} has brought its result already")
        self.reported.add(match)
        return match
