"""How a ruling is filed: who it is about, what was decided, and the orders that follow from it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.director.desk import caseplayers, journal
from tablekeeper.director.desk.caseplayers import About
from tablekeeper.director.desk.deskjournal import DeskJournal
from tablekeeper.director.desk.entries import Ruling
from tablekeeper.director.desk.orders import Orders, state_of, wanted
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.events.service import Events
from tablekeeper.director.overview import Overview
from tablekeeper.director.rulings import Rulings
from tablekeeper.director.subscription import Topics
from tablekeeper.errors import UserError
from tablekeeper.formats.option import plain
from tablekeeper.journal.action import Action
from tablekeeper.journal.reading import Reading
from tablekeeper.regulation.finding import POINTS, Effect, Finding
from tablekeeper.store import Store

#: what became of an order that has been given
GIVEN = ("ordered", "done")


@dataclass(frozen=True, slots=True)
class Filed:
    """A ruling, and what became of each of its effects at its table ("": nothing is to be done there)."""

    ruling: Ruling
    became: tuple[str, ...]
    undone: bool


class Filing:
    """A desk at which rulings are filed and carried out."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        topics: Topics | None = None,
        events: Events | None = None,
        overview: Overview | None = None,
        rulings: Rulings | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._events = events if events is not None else Events(store, topics)
        self._journal = DeskJournal(store, topics)
        self._orders = Orders(store, self._events, overview, rulings)
        # a board may come back in the middle of a ruling: what follows is ordered once
        self._settling = threading.Lock()

    def state(self) -> DeskState:
        """Return the desk as it stands."""
        return self._journal.read().state

    # --- what is filed --------------------------------------------------------------------

    def _about(self, given: Sequence[str], match: int | None, event: int | None) -> About:
        known = caseplayers.known(self.state())
        return caseplayers.about(self._store, self._events, given, match, event, known)

    def _length(self, length: int | None, match: int | None) -> int:
        return caseplayers.length(self._store, length, match)

    def _decide(
        self,
        kind: str,
        finding: Finding,
        about: About,
        facts: Mapping[str, Any],
        instead: Sequence[Effect] | None,
        reason: str,
        actor: str,
        closes: int | None = None,
    ) -> int:
        """Enter a ruling, and order what follows from it; return its number."""
        effects = finding.effects if instead is None else completed(instead, about)
        otherwise = effects != finding.effects
        if (otherwise or finding.open) and not reason.strip():
            if finding.open:
                raise UserError(f"{finding.sentence}: say what the director decides, and the reason.")
            raise UserError("To decide otherwise than the regulation needs a reason: it is kept.")
        body: dict[str, Any] = {
            "kind": kind, "players": list(about.players), "sentence": finding.sentence,
            "paragraphs": list(finding.paragraphs), "effects": [effect.document() for effect in effects],
            "facts": {key: plain(value) for key, value in facts.items() if value not in (None, False, ())},
        }  # fmt: skip
        if otherwise or finding.open:
            body["proposed"] = [effect.document() for effect in finding.effects]
            if "discretion" not in finding.paragraphs:
                body["paragraphs"].append("discretion")
        if closes is not None:
            body["closes"] = closes
        seq = self._journal.add(actor, journal.RULING, body | about.keys() | because(reason))
        self._settle(actor, seq)
        return seq

    # --- what follows at tables -----------------------------------------------------------

    def _maybe_ruling(self, actions: Sequence[Action], state: DeskState, seq: int) -> Ruling | None:
        """Return a ruling, one that was undone as it was when it was made; None when it is none."""
        if seq in state.rulings:
            return state.rulings[seq]
        return journal.fold(actions[:seq]).rulings.get(seq) if 0 < seq <= len(actions) else None

    def _ruling(self, reading: Reading[DeskState], seq: int) -> Ruling:
        found = self._maybe_ruling(reading.actions, reading.state, seq)
        if found is None:
            raise UserError(f"There is no ruling {seq}: `ruling list` tells which there are.")
        return found

    def _pending(self, actions: Sequence[Action], state: DeskState) -> list[int]:
        brought = [one.seq for one in actions if one.action in (journal.RULING, journal.VERDICT)]
        found = [self._maybe_ruling(actions, state, seq) for seq in brought]
        return [one.seq for one in found if one is not None and self._open(state, one)]

    def _given(self, state: DeskState, ruling: Ruling, place: int) -> str:
        return state_of(state.orders.get((ruling.seq, place)), self._store.commands.get)

    def _open(self, state: DeskState, ruling: Ruling) -> list[int]:
        """Return the effects of a ruling that are to be ordered, or to be taken back."""
        counts = ruling.seq in state.rulings and ruling.counts
        found = []
        for place in range(len(ruling.effects)):
            if wanted(ruling, place):
                given = self._given(state, ruling, place) in GIVEN
                if given != counts:
                    found.append(place)
        return found

    def _settle(self, actor: str, seq: int) -> None:
        with self._settling:
            self._settle_alone(actor, seq)

    def _settle_alone(self, actor: str, seq: int) -> None:
        reading = self._journal.read()
        actions, state = reading.actions, reading.state
        ruling = self._maybe_ruling(actions, state, seq)
        if ruling is None:
            return
        counts = seq in state.rulings and ruling.counts
        for place in self._open(state, ruling):
            commands: tuple[int, ...] = ()
            problem = ""
            try:
                act = self._orders.give if counts else self._orders.take_back
                commands = act(ruling, ruling.effects[place])
            except UserError as error:
                problem = str(error)
            body = {
                "of": seq,
                "effect": place,
                "give": counts,
                "commands": list(commands),
                "problem": problem,
            }
            if state.problems.get((seq, place)) != problem:
                self._journal.add(actor, journal.ORDER, body)

    def _status(self, state: DeskState, ruling: Ruling) -> tuple[str, ...]:
        counts = ruling.seq in state.rulings and ruling.counts
        return tuple(
            self._told(state, ruling, place, counts) if wanted(ruling, place) else ""
            for place in range(len(ruling.effects))
        )

    def _told(self, state: DeskState, ruling: Ruling, place: int, counts: bool) -> str:
        given = self._given(state, ruling, place)
        problem = state.problems.get((ruling.seq, place), "")
        if not counts:
            if given in GIVEN:
                return f"still stands at the table. {problem}".strip()
            return "taken back" if given == "taken back" else ""
        if given in ("open", "taken back"):
            return f"not carried out. {problem}".strip()
        if given == "refused":
            return "not carried out. The board refused it, or was away too long."
        return "ordered; the board has not answered yet" if given == "ordered" else "carried out"


def because(reason: str) -> dict[str, str]:
    return {"reason": caseplayers.words(reason)} if reason.strip() else {}


def completed(effects: Sequence[Effect], about: About) -> tuple[Effect, ...]:
    """Return a director's own effects with the opponent filled in; refuse those for somebody else."""
    return tuple(
        caseplayers.completed(effect, about, needs_opponent=effect.kind == POINTS) for effect in effects
    )
