"""Files a ruling: its players, the decision, and the orders that follow from it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from typing import Any

from tablekeeper.actions.kind import ActionKind, sentences
from tablekeeper.director.desk import caseplayers, consequences, journal
from tablekeeper.director.desk.casehall import About, CaseProposal
from tablekeeper.director.desk.deskjournal import DeskJournal
from tablekeeper.director.desk.entries import Late, Pause, Ruling
from tablekeeper.director.desk.orders import Orders, needs_table, state_of, wanted
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.events.heldbydesk import is_over
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.touches import of_player
from tablekeeper.director.matchorders import MatchOrders
from tablekeeper.director.overview import Overview
from tablekeeper.director.tablebreaks import TableBreak
from tablekeeper.errors import UserError
from tablekeeper.formats.option import plain
from tablekeeper.journal.action import Action
from tablekeeper.journal.reading import Reading
from tablekeeper.languages import _, kept
from tablekeeper.regulation.finding import POINTS, Effect, Finding, read_effect
from tablekeeper.store import Store

#: the states of an order that has been given
GIVEN = ("ordered", "done")


@dataclass(frozen=True, slots=True)
class Filed:
    """A ruling, and the state of each of its effects at its table ("": nothing to do there)."""

    ruling: Ruling
    became: tuple[str, ...]
    undone: bool

    @property
    def stuck(self) -> bool:
        """Whether an effect waits for the director, because it could not be ordered or taken back."""
        return any(told.startswith(("not carried out", "still stands")) for told in self.became)


@dataclass(frozen=True, slots=True)
class Decided:
    """The director's change to a finding: effects that replace its own (`instead`), and the reason."""

    instead: Sequence[Effect] | None
    reason: str
    #: the treatment of an excluded player's games, if the event's format needs a decision
    games: str
    actor: str


class Filing:
    """Files rulings and carries them out. All methods may be called from any thread."""

    def __init__(
        self, store: Store, now: Callable[[], int], events: Events, journal: DeskJournal, orders: Orders,
        overview: Overview | None, match_orders: MatchOrders | None,
    ) -> None:  # fmt: skip
        self._store = store
        self._match_orders = match_orders
        self.now = now
        #: who acts, for the acts of one person
        self.actor = "director"
        self._overview = overview
        self._events = events
        self.journal = journal
        self._orders = orders
        # a board may come back while a ruling is filed: its effects must be ordered only once
        self._settling = threading.Lock()

    def state(self) -> DeskState:
        """Return the present state of the desk."""
        return self.journal.read().state

    def open_late(self) -> list[Late]:
        """Return the missing players whose matches still wait for them."""
        return [one for one in self.state().late.values() if not is_over(self._store, one)]

    def open_breaks(self) -> list[Pause]:
        """Return the breaks in progress whose matches still wait for them."""
        return [one for one in self.state().breaks.values() if not is_over(self._store, one)]

    def ended(self, player: str) -> dict[str, list[int]]:
        """Return the entries about a player that are over, for an entry that follows them."""
        state = self.state()
        found: list[Late | Pause] = [*state.late.values(), *state.breaks.values()]
        ends = sorted(one.seq for one in found if one.player == player and is_over(self._store, one))
        return {"ends": ends} if ends else {}

    # --- actions --------------------------------------------------------------------------

    def act(self, kind: ActionKind[DeskState], given: Mapping[str, Any], actor: str) -> int:
        """Do what somebody says: add its entry, or the ruling that it makes; return the entry's number."""
        with sentences(kind.said):
            facts = kind.read(given)
            hall = copy(self)
            hall.actor = actor
            if kind.rule is None or (kind.settled and facts[kind.settled] is None):
                body = kind.entry(hall, facts)
                if "opponent" in body:
                    self.check_seen(body.get("event"), (body["player"], body["opponent"]))
                return self.journal.add(actor, kind.key, body)
            found: CaseProposal = kind.rule(hall, facts)
            told = facts["instead"]
            instead = None if told is None else tuple(read_effect(item) for item in told.items())
        decided = Decided(instead, facts["reason"], facts["games"], actor)
        return self.decide(found.kind, found.finding, found.about, found.facts, decided, found.closes)

    def proposal(self, kind: ActionKind[DeskState], given: Mapping[str, Any]) -> CaseProposal:
        """Return what the regulation finds in what somebody says; nothing is stored."""
        with sentences(kind.said):
            assert kind.rule is not None
            found: CaseProposal = kind.rule(self, kind.read(given))
        return found

    # --- contents of a case ---------------------------------------------------------------

    def about(self, given: Sequence[str], match: int | None, event: int | None) -> About:
        """Return the players, match and event of a case; refuse names that do not fit its match or event."""
        known = caseplayers.known(self.state())
        return caseplayers.about(self._store, self._events, given, match, event, known)

    def length(self, length: int | None, about: About) -> int:
        """Return the length of a match: the given one, or the one of its table or event."""
        return caseplayers.length(self._store, self._events, length, about)

    def timed(self, about: About) -> bool:
        """Return whether a clock with limited time is in use in a match."""
        return caseplayers.timed(self._store, self._events, self._overview, self.state(), about)

    def playing(self, match: int | None) -> bool:
        """Return whether the board of a match says that a game is in progress."""
        board = caseplayers.at_board(self._overview, match)
        return board is not None and board[0].playing

    def at_tables(self) -> tuple[TableBreak, ...]:
        """Return the breaks that the boards report."""
        return () if self._overview is None else self._overview.breaks()

    def called(self, event: int | None, table: str, field: str = "") -> str:
        """Return the name of an event or of a table (a uid), "" without both; an unknown table is refused."""
        if event is not None:
            if all(one.id != event for one in self._events.all()):
                raise UserError("There is no such event: choose another one.", field=field or "event")
            return self._events.get(event).name
        found = [one for one in self._store.boards() if one.uid == table]
        if table and not found:
            raise UserError("There is no such table: choose one of the list.", field=field or "table")
        return found[0].name or _("Board %(table)s", table=table[-6:]) if found else ""

    def stop_clocks(self) -> tuple[str, ...]:
        """Stop the clocks that run; return their tables.

        The clock of an offline board is not stopped: its players see a pause only on the pages.
        """
        stopped = []
        for table in () if self._overview is None else self._overview.hall().tables:
            running = table.match is not None and any(one.running for one in table.match.clocks)
            if running and table.online and table.match is not None and self._match_orders is not None:
                # the players may stop the clock in the meantime, or the board go offline
                with suppress(UserError):
                    self._match_orders.pause(table.match.id, actor=self.actor)
                    stopped.append(table.name)
        return tuple(stopped)

    def breaks_taken(self, about: About) -> int:
        """Return the number of breaks that the first player has taken in a match, at its board or by hand."""
        player, opponent = about.two()
        board = caseplayers.at_board(self._overview, about.match)
        # a break that a board has timed is in its log: the desk has it only if it was exceeded
        begun = self.state().breaks_taken(
            player, opponent, about.match, about.event, timed_here=board is not None
        )
        if board is None or player not in board[0].players:
            return begun
        return begun + board[1].breaks[board[0].players.index(player)]

    def facing(self, about: About) -> About:
        """Return a case, with the opponent added if the player has exactly one open match."""
        return caseplayers.facing(self._events, about)

    def scheduled(self, about: About) -> int:
        """Return the start of a match of these players (hall ms), by the timetable of their event."""
        return caseplayers.scheduled(self._events, about)

    def check_seen(self, event: int | None, players: Iterable[str]) -> None:
        """Raise `Meanwhile` if a player's match has ended, or a player has left, unseen by the author."""
        if event is not None:
            self._events.shown.check_needs(event, *map(of_player, players))

    def decide(
        self,
        kind: str,
        finding: Finding,
        about: About,
        facts: Mapping[str, Any],
        decision: Decided,
        closes: int | None = None,
    ) -> int:
        """Enter a ruling, and order its effects; return its number."""
        reason, games = decision.reason, decision.games
        effects = finding.effects if decision.instead is None else completed(decision.instead, about)
        otherwise = effects != finding.effects
        if (otherwise or finding.open) and not reason.strip():
            if finding.open:
                raise UserError(
                    "%(told)s: say what the director decides, and the reason.",
                    told=finding.sentence,
                )
            raise UserError("A decision against the regulation needs a reason, which is kept.")
        consequences.check_games(self._events, about.event, effects, games)
        body: dict[str, Any] = {
            "kind": kind, "players": list(about.players), "sentence": kept(finding.sentence),
            "paragraphs": list(finding.paragraphs), "effects": [effect.document() for effect in effects],
            "facts": {key: plain(value) for key, value in facts.items() if value not in (None, False, ())},
        }  # fmt: skip
        if otherwise or finding.open:
            body["proposed"] = [effect.document() for effect in finding.effects]
            if "discretion" not in finding.paragraphs:
                body["paragraphs"].append("discretion")
        if closes is not None:
            body["closes"] = closes
        if games:
            body["games"] = games
        self.check_seen(about.event, about.players)
        seq = self.journal.add(decision.actor, journal.RULING, body | about.keys() | because(reason))
        self.settle(decision.actor, seq)
        return seq

    # --- rulings and their effects at tables ----------------------------------------------

    def maybe_ruling(self, actions: Sequence[Action], state: DeskState, seq: int) -> Ruling | None:
        """Return a ruling, an undone one as it was first made; None if the number is not a ruling."""
        if seq in state.rulings:
            return state.rulings[seq]
        return journal.fold(actions[:seq]).rulings.get(seq) if 0 < seq <= len(actions) else None

    def ruling(self, reading: Reading[DeskState], seq: int) -> Ruling:
        """Return a ruling, even an undone one; refuse a number that is not a ruling."""
        found = self.maybe_ruling(reading.actions, reading.state, seq)
        if found is None:
            raise UserError("There is no ruling %(seq)s: `ruling list` lists them.", seq=seq)
        return found

    def pending(self, actions: Sequence[Action], state: DeskState) -> list[int]:
        """Return the rulings that still have an effect to order, or to take back."""
        brought = [one.seq for one in actions if one.action in (journal.RULING, journal.VERDICT)]
        found = [self.maybe_ruling(actions, state, seq) for seq in brought]
        return [one.seq for one in found if one is not None and self._open(state, one)]

    def given(self, state: DeskState, ruling: Ruling, place: int) -> str:
        """Return the state of the order for an effect, as `orders.state_of`."""
        return state_of(state.orders.get((ruling.seq, place)), self._store.commands.get)

    def _open(self, state: DeskState, ruling: Ruling) -> list[int]:
        """Return the effects of a ruling that must still be ordered or taken back."""
        counts = ruling.seq in state.rulings and ruling.counts
        found = []
        for place in range(len(ruling.effects)):
            if wanted(ruling, place):
                given = self.given(state, ruling, place) in GIVEN
                if given != counts:
                    found.append(place)
        return found

    def settle(self, actor: str, seq: int) -> None:
        """Order the effects of a ruling, or take them back; each effect once."""
        with self._settling:
            self._settle_alone(actor, seq)

    def _settle_alone(self, actor: str, seq: int) -> None:
        reading = self.journal.read()
        actions, state = reading.actions, reading.state
        ruling = self.maybe_ruling(actions, state, seq)
        if ruling is None:
            return
        counts = seq in state.rulings and ruling.counts
        for place in self._open(state, ruling):
            commands: tuple[int, ...] = ()
            problem = ""
            try:
                effect, order = ruling.effects[place], state.orders.get((seq, place))
                if counts:
                    commands = self._orders.give(ruling, effect, actor)
                else:
                    ordered = order is not None and bool(order.commands)
                    commands = self._orders.take_back(ruling, effect, actor, ordered=ordered)
            except UserError as error:
                problem = str(error)
            body = {
                "of": seq,
                "effect": place,
                "give": counts,
                "commands": list(commands),
                "problem": kept(problem),
            }
            if state.problems.get((seq, place)) != problem:
                self.journal.add(actor, journal.ORDER, body)

    def status(self, state: DeskState, ruling: Ruling) -> tuple[str, ...]:
        """Return the state of each effect at its table, in words."""
        counts = ruling.seq in state.rulings and ruling.counts
        return tuple(
            self._told(state, ruling, place, counts) if wanted(ruling, place) else ""
            for place in range(len(ruling.effects))
        )

    def _told(self, state: DeskState, ruling: Ruling, place: int, counts: bool) -> str:
        given = self.given(state, ruling, place)
        problem = state.problems.get((ruling.seq, place), "")
        if not counts:
            if given in GIVEN:
                return _("still stands. %(problem)s", problem=problem) if problem else _("still stands")
            return _("taken back") if given == "taken back" else ""
        if given in ("open", "taken back"):
            return _("not carried out. %(problem)s", problem=problem) if problem else _("not carried out")
        if given == "refused":
            return _("not carried out. The board refused it, or was away too long.")
        order = state.orders.get((ruling.seq, place))
        if order is not None and not order.commands and needs_table(ruling, place):
            return _("the match is over: nothing changes at its table")
        return _("ordered; the board has not answered yet") if given == "ordered" else _("carried out")


def because(reason: str) -> dict[str, str]:
    return {"reason": caseplayers.words(reason)} if reason.strip() else {}


def completed(effects: Sequence[Effect], about: About) -> tuple[Effect, ...]:
    """Return a director's own effects with the opponent filled in; refuse effects for other players."""
    return tuple(
        caseplayers.completed(effect, about, needs_opponent=effect.kind == POINTS) for effect in effects
    )
