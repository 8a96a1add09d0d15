"""The state of an event, folded from its journal (docs/event-files.md), and the effect of each action. Pure.

An action that cannot follow the earlier ones is refused with its place, like an error in an event file.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper import formats
from tablekeeper.director.events import claims
from tablekeeper.director.events.timetable import RoundPlan, read_rounds
from tablekeeper.formats import Format
from tablekeeper.formats.colours import GAME, GameColours
from tablekeeper.formats.missing import MissingFormat
from tablekeeper.formats.option import read_options
from tablekeeper.formats.wording import entrants
from tablekeeper.games.race.lineup import COLOURS
from tablekeeper.journal.action import Action
from tablekeeper.languages import _
from tablekeeper.prizes import plan as prizes
from tablekeeper.prizes.plan import FeePlan
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.textchecks import name_at, reason_at


@dataclass(frozen=True, slots=True)
class Entered:
    """A valid result: the action that entered it, and later rulings on it."""

    seq: int
    result: Mapping[str, Any] | None
    #: the table's match that sent it; None if it was entered by hand
    match: int | None = None
    #: the reason of the ruling by which this result replaced another
    reason: str | None = None
    #: whether it is an arrival or departure: it can be undone, but no ruling can replace it
    presence: bool = False


class EventState:
    """The state of an event after its actions so far."""

    def __init__(self) -> None:
        self.name = ""
        self.form: Format | None = None
        self.options: dict[str, Any] = {}
        self.players: list[str] = []
        self.withdrawn: dict[str, str] = {}
        #: by action: the withdrawn player and the reason
        self.withdrawals: dict[int, tuple[str, str]] = {}
        #: players who have checked in
        self.present: set[str] = set()
        #: fees and payouts, None until they are set; and the players who have paid
        self.fees: FeePlan | None = None
        self.paid: set[str] = set()
        self.started = False
        self.finished = False
        self.discarded = False
        #: number of the present draw; each replacement increases it
        self.draws = 1
        self.entered: list[Entered] = []
        self.claims, self.claim_rule = dict[int, claims.Claim](), claims.ClaimRule()
        #: matches at a table whose throws were taken
        self.rolled: set[int] = set()
        #: actions with throws that broke a tie of results
        self.ties: list[int] = []
        #: pairings that are played at a table, by the id of the table's match
        self.tables: dict[int, Mapping[str, Any]] = {}
        #: number of the action that said so
        self.linked: dict[int, int] = {}
        #: for races: the chosen or played line-ups; the last one is the present one
        self.colours: list[GameColours] = []
        #: turn-based games, by pair: the player on turn, and since when (hall ms)
        self.turns: dict[frozenset[str], tuple[str, int]] = {}
        #: the timetable, by round
        self.rounds: dict[str, RoundPlan] = {}
        #: numbers of the undone actions
        self.undone: frozenset[int] = frozenset()

    @property
    def results(self) -> list[Mapping[str, Any]]:
        """The valid results, in order."""
        return [one.result for one in self.entered if one.result is not None]

    @property
    def format(self) -> Format:
        """The event's format; the first action of a journal names it."""
        if self.form is None:
            raise DocumentError("journal", "begins with the action new")
        return self.form

    @property
    def is_missing(self) -> bool:
        """Whether the format is not installed: then stored data is accepted without its checks."""
        return isinstance(self.form, MissingFormat)

    @property
    def entrants(self) -> list[str]:
        """The players, including those who arrived after the draw."""
        late = [one[self.format.arrival] for one in self.results if self.format.arrival in one]
        return [*self.players, *(name for name in late if isinstance(name, str))]

    def people(self) -> tuple[str, ...]:
        """Return every name under which a person appears in the event."""
        return self.format.people(self.players, self.options, self.results)

    def document(self) -> dict[str, Any]:
        """Return the event as an event file document."""
        return {
            "format": self.format.key,
            "options": dict(self.options),
            "players": list(self.players),
            "results": list(self.results),
        }

    def event(self) -> formats.Event:
        """Return the event parsed by its format; refuse an event that the format refuses."""
        return replace(self.format.read(Cursor(self.document())), colours=tuple(self.colours))

    def answer(self) -> formats.Answer:
        """Return the standings; refuse an event that its format does not accept."""
        return self.format.answer(self.event())

    def kept(self, field: str) -> dict[str, int]:
        """Return the last round that an arrival or departure (`field`) keeps, for its action; {} = none."""
        if field not in self.format.keeps:
            return {}
        return {"kept": self.format.kept(self.event(), self.tables.values())}

    def departure(self, player: str, ruling: str = "") -> dict[str, Any]:
        """Return the result of a departure now, in a format that has one."""
        field = self.format.departure
        return {field: player} | ({"ruling": ruling} if ruling else {}) | self.kept(field)

    def copy(self) -> EventState:
        """Return a copy of the state: further actions may change it without changing this one."""
        other = copy(self)
        other.options, other.players = dict(self.options), list(self.players)
        other.withdrawn, other.entered = dict(self.withdrawn), list(self.entered)
        other.withdrawals = dict(self.withdrawals)
        other.present, other.paid = set(self.present), set(self.paid)
        other.claims, other.tables = dict(self.claims), dict(self.tables)
        other.linked = dict(self.linked)
        other.turns, other.rounds = dict(self.turns), dict(self.rounds)
        other.colours, other.rolled, other.ties = list(self.colours), set(self.rolled), list(self.ties)
        return other

    # --- effects of the actions that director.events.journal declares ------------------------

    def check_open(self, action: Action, body: Cursor) -> None:
        """Refuse a second start, and actions after the finish."""
        if (action.seq == 1) != (action.action == "new"):
            raise body.refuse("a journal begins with the action new, and has no second one")
        if self.discarded:
            raise body.refuse("the event is discarded: undo that first")
        if self.finished and action.action not in ("reopen", "table", "fees", "paid"):
            raise body.refuse("the event is finished: reopen it first")

    def stays(self, action: Action) -> str:
        """Return why an action cannot be undone now; "" if it can."""
        finished = self.finished and action.action not in ("finish", "fees", "paid")
        return _("the event is finished: reopen it first") if finished else ""

    def new(self, action: Action, body: Cursor) -> None:
        """Begin an event."""
        self.name = name_at(body.at("name"))
        key = body.at("format").text()
        self.form = formats.FORMATS.get(key) or MissingFormat(key)
        if body.has("options"):
            self._set_options(body.at("options"))

    def check_installed(self, body: Cursor) -> None:
        """Refuse a new event of a format that is not installed; a stored one may have lost its format."""
        if self.is_missing:
            body.at("format").choice(tuple(formats.FORMATS))

    def _set_options(self, cursor: Cursor) -> None:
        if self.is_missing:
            self.options.update(cursor.value)
            return
        known = {option.key: option for option in self.format.options}
        for key, value in cursor.fields(known).items():
            if value.value is None and not known[key].empty:
                self.options.pop(key, None)
            else:
                known[key].read(value)
                self.options[key] = value.value

    def check_options(self) -> None:
        """Refuse options that no event can have; missing options may be set later."""
        form = self.format
        if not self.is_missing and all(one.key in self.options for one in form.options if one.needed):
            options = Cursor(dict(self.options), "options")
            form.check_options(formats.Event(form.key, (), read_options(form.options, options), ()), options)

    def enter(self, action: Action, body: Cursor) -> None:
        """Enter players."""
        late = body.at("late").truth() if body.has("late") else False
        if self.started and not late:
            raise body.refuse("the event has started: enter players as late arrivals")
        if late and not self.started:
            raise body.refuse("the event has not started: nobody is late yet")
        arrival, kept = (self.format.arrival if late else ""), dict[str, Any](_kept(body))
        if arrival in self.format.keeps and not kept:
            arrival = ""  # an older journal: the player is in the draw from its beginning
        if body.has("bye_of") and not self.is_missing:
            kept = {self.format.bye: body.at("bye_of").player(self.entrants)}
            if not (late and self.format.bye) or len(body.at("players").items(1)) > 1:
                raise body.at("bye_of").refuse("a bye is for one late arrival, in a format that can give it")
        for item in body.at("players").items(1):
            name = name_at(item)
            if name in self.entrants:
                raise item.refuse('"%(name)s" is entered already', name=name)
            if arrival:
                # the draw of the present players stays
                self.entered.append(Entered(action.seq, {arrival: name, **kept}, presence=True))
            else:
                self.players.append(name)
            if late:
                self.present.add(name)  # a late player is present
        most = self.format.most
        if most is not None and len(self.entrants) > most:
            # the error is about the event, not about a field of its results with the same name
            raise body.refuse(
                "%(title)s has %(entrants)s",
                title=self.format.title, entrants=entrants(most, self.format.entrant),
            )

    def withdraw(self, action: Action, body: Cursor) -> None:
        """Take a player out, or mark one as withdrawn after the start."""
        name = body.at("player").player(self.entrants)
        reason = reason_at(body.at("reason")) if body.has("reason") else ""
        if name in self.withdrawn:
            raise body.at("player").refuse('"%(name)s" has withdrawn already', name=name)
        self.withdrawals[action.seq] = name, reason
        if self.started:
            self.withdrawn[name] = reason
            if body.has("walkovers"):
                self._leave(action, name, body)
        else:
            self.players.remove(name)
            self.paid.discard(name)
        self.present.discard(name)

    def check_in(self, action: Action, body: Cursor) -> None:
        """Note that players are present, or not present any more."""
        names = {item.player(self.entrants) for item in body.at("players").items(1)}
        if body.at("present").truth():
            self.present |= names
        else:
            self.present -= names

    def set_fees(self, action: Action, body: Cursor) -> None:
        """Set the fees and payouts of the event."""
        self.fees = prizes.read(body)

    def pay(self, action: Action, body: Cursor) -> None:
        """Note that players have paid the fee, or have not."""
        names = {item.player(self.entrants) for item in body.at("players").items(1)}
        if body.at("paid").truth():
            self.paid |= names
        else:
            self.paid -= names

    def _leave(self, action: Action, name: str, body: Cursor) -> None:
        """End a player's participation; a withdrawal in an older journal is only noted, without walkovers."""
        walkovers = body.at("walkovers")
        for pairing in walkovers.items():
            dict(pairing.members())
        ruling = {"ruling": body.at("ruling").text()} if body.has("ruling") else {}
        if self.format.departure:
            result = {self.format.departure: name, **ruling, **_kept(body)}
            self.entered.append(Entered(action.seq, result, presence=True))
        elif not self.is_missing:
            raise walkovers.refuse("%(title)s has no walkovers", title=self.format.title)

    def set(self, action: Action, body: Cursor) -> None:
        """Set options."""
        self._count_draw(body)
        self._set_options(body.at("options"))

    def draw(self, action: Action, body: Cursor) -> None:
        """Set the values of the draw."""
        self._count_draw(body)
        body.at("seed").whole(0)
        if body.has("choices") and not self.is_missing:
            body.at("choices").fields([choice.key for choice in self.format.draws])
        drawn = dict(body.at("drawn").members())
        if not self.is_missing:
            body.at("drawn").fields([*(option.key for option in self.format.options), "players"])
        if "players" in drawn:
            order = [item.player(self.players) for item in drawn["players"].items()]
            if sorted(order) != sorted(self.players):
                raise drawn["players"].refuse("the draw has to name every player once")
            self.players = order
        options = {key: place.value for key, place in drawn.items() if key != "players"}
        self._set_options(Cursor(options, body.at("drawn").path))

    def _count_draw(self, body: Cursor) -> None:
        """Count a draw that replaces the one that is being played."""
        if body.has("number"):
            self._check_started(body)
            self.draws = body.at("number").whole(self.draws + 1, self.draws + 1)

    def throw(self, action: Action, body: Cursor) -> None:
        """Add throws of a die to those recorded."""
        key = body.at("option").text()
        if not self.is_missing and key not in self.format.throws.values():
            raise body.at("option").refuse("%(title)s records no throws there", title=self.format.title)
        self._add_throws(action, key, body.at("after"), body.at("throws"))

    def is_unused(self, action: Action) -> bool:
        """Return whether no game was played after these throws; a later game may have used them."""
        return not any(one.seq > action.seq and one.result is not None for one in self.entered)

    def is_before_ties(self, action: Action) -> bool:
        """Return whether no tie of results was broken since then: another tie could need other throws."""
        return not any(tie > action.seq for tie in self.ties)

    def _add_throws(self, action: Action, key: str, after: Cursor, throws: Cursor) -> None:
        if key == self.format.breaks_ties:
            self.ties.append(action.seq)
        earlier = self.options.get(key) or []
        if after.whole(0) != len(earlier):
            raise after.refuse("%(count)s throws were recorded before these", count=len(earlier))
        self._set_options(Cursor({key: [*earlier, *(one.value for one in throws.items(1))]}, throws.path))

    def start(self, action: Action, body: Cursor) -> None:
        """Start the event, so that results are accepted."""
        if self.started:
            raise body.refuse("the event has started already")
        self.started = True

    def choose_colours(self, action: Action, body: Cursor) -> None:
        """Note the line-up of a race: the colours of each player."""
        self._check_started(body)
        if not self.is_missing and not self.format.board.race_rules:
            raise body.refuse("%(title)s has no colours", title=self.format.title)
        game = body.at("pairing").fields(GAME, ("game", "players"))
        game["game"].whole(0)
        if "stage" in game:
            game["stage"].text()
        places = dict(body.at("colours").members())
        if {*game["players"].pair(self.entrants, len(places))} != {*places}:
            raise body.at("colours").refuse("colours are for the players of the game")
        found = {
            name: tuple(one.choice(COLOURS) for one in place.items(1, 2)) for name, place in places.items()
        }
        taken = [colour for own in found.values() for colour in own]
        if len(set(taken)) < len(taken):
            raise body.at("colours").refuse("a colour is named twice")
        self.colours.append(GameColours(body.at("pairing").value, found))

    def discard(self, action: Action, body: Cursor) -> None:
        """Discard the event before its start."""
        if body.has("reason"):
            reason_at(body.at("reason"))
        if self.started:
            raise body.refuse("the event has started: undo the start first, or finish it")
        self.discarded = True

    def plan_rounds(self, action: Action, body: Cursor) -> None:
        """Change the timetable."""
        self.rounds = read_rounds(body.at("rounds"), self.rounds)

    def table(self, action: Action, body: Cursor) -> None:
        """Link a table's match to a pairing."""
        self._check_started(body)
        match = body.at("match").whole(1)
        dict(body.at("pairing").members())
        if match in self.tables:
            raise body.at("match").refuse("match %(match)s belongs to a pairing already", match=match)
        self.tables[match] = body.at("pairing").value
        self.linked[match] = action.seq

    def turn(self, action: Action, body: Cursor) -> None:
        """Note the player on turn in a game."""
        self._check_started(body)
        one, other = (body.at(key).player(self.entrants) for key in ("on_turn", "against"))
        if one == other:
            raise body.at("against").refuse("a player is named twice")
        if not self.is_missing and self.options.get("turns_a_day") is None:
            raise body.refuse("it is not played by turns: set the turns a day first")
        self.turns[frozenset((one, other))] = (one, action.at_ms)

    def claim(self, action: Action, body: Cursor) -> None:
        """Note the result that a board or a player sent; it replaces an earlier claim of the same player."""
        self._check_started(body)
        by = body.at("by").player(self.entrants) if body.has("by") else ""
        match = self._match(body.at("match"), by)
        dict(body.at("result").members())
        browser = body.at("browser").text() if body.has("browser") else ""
        claim = claims.Claim(action.seq, match, body.at("result").value, self.linked[match], by, browser)
        self.claims = claims.with_claim(self.claims, claim)

    def agree(self, action: Action, body: Cursor) -> None:
        """Note that another player agrees to a player's claim."""
        by = body.at("by").player(self.entrants)
        self.claims = claims.with_agreement(self.claims, body.at("claim"), by)

    def set_claims(self, action: Action, body: Cursor) -> None:
        """Set when claims of players count."""
        self.claim_rule = claims.read_rule(body)

    def confirm(self, action: Action, body: Cursor) -> None:
        """Confirm a claim; other claims of players about this match are answered by it."""
        claim = self._open_claim(body.at("claim"))
        self.claims = claims.answered(self.claims, claim.match)
        for key in self.format.throws.values():
            if key in claim.result:
                # a round of die-roll at a board
                told = Cursor(claim.result, body.path)
                self._add_throws(action, key, told.at("after"), told.at(key))
                self.rolled.add(claim.match)
                return
        self.entered.append(Entered(action.seq, claim.result, claim.match))

    def reject(self, action: Action, body: Cursor) -> None:
        """Reject a claim."""
        reason_at(body.at("reason"))
        self._open_claim(body.at("claim"))

    def _open_claim(self, cursor: Cursor) -> claims.Claim:
        claim = self.claims.pop(cursor.whole(1), None)
        if claim is None:
            raise cursor.refuse("action %(value)s is not a claim that awaits an answer", value=cursor.value)
        return claim

    def _match(self, cursor: Cursor, by: str = "") -> int:
        """Return the match of a table that still owes its result; `by`: the player who claims it."""
        match = cursor.whole(1)
        if match not in self.tables:
            raise cursor.refuse("match %(match)s is not of this event", match=match)
        if match in self.rolled or any(one.match == match for one in self.entered):
            raise cursor.refuse("match %(match)s has entered its result already", match=match)
        claims.check_claimable(cursor, self.claims.values(), self.tables[match], by)
        return match

    def result(self, action: Action, body: Cursor) -> None:
        """Enter a result."""
        self._check_started(body)
        match = self._match(body.at("match")) if body.has("match") else None
        dict(body.at("result").members())
        self.claims = claims.fulfilled(self.claims, body.at("result").value)
        self.entered.append(Entered(action.seq, body.at("result").value, match))

    def cancel(self, action: Action, body: Cursor) -> None:
        """Enter that a game need not be played."""
        self._check_started(body)
        if not self.is_missing and not any(field.key == "cancelled" for field in self.format.result):
            raise body.refuse("in %(title)s games cannot be cancelled", title=self.format.title)
        names = [item.player(self.players) for item in body.at("players").items(2)]
        self.entered.append(Entered(action.seq, {"cancelled": names}))

    def rule(self, action: Action, body: Cursor) -> None:
        """Replace a result by another one, or by none; close the claim that this answers."""
        replaces = body.at("replaces").whole(1)
        reason = reason_at(body.at("reason"))
        result = body.at("result")
        if result.value is not None:
            dict(result.members())
        if body.has("claim"):
            self.claims = claims.answered(self.claims, self._open_claim(body.at("claim")).match)
        for place, one in enumerate(self.entered):
            if one.seq == replaces and not one.presence:
                self.entered[place] = replace(one, result=result.value, reason=reason)
                return
        raise body.at("replaces").refuse(
            "action %(replaces)s entered no result that counts",
            replaces=replaces,
        )

    def finish(self, action: Action, body: Cursor) -> None:
        """Finish the event."""
        self._check_started(body)
        if self.claims:
            raise body.refuse("claims still wait for an answer: confirm or reject them first")
        if body.has("reason"):
            reason_at(body.at("reason"))
        self.finished = True

    def reopen(self, action: Action, body: Cursor) -> None:
        """Reopen the finished event."""
        reason_at(body.at("reason"))
        if not self.finished:
            raise body.refuse("the event is not finished")
        self.finished = False

    def _check_started(self, body: Cursor) -> None:
        if not self.started:
            raise body.refuse("the event has not started: start it first")


def _kept(body: Cursor) -> dict[str, int]:
    """Return the last round that an arrival or a departure keeps, as a field of its result."""
    return {"kept": body.at("kept").whole(0)} if body.has("kept") else {}
