"""The interface of the director's desk for pages and commands: queries and actions.

An action is checked against the whole journal, then appended. An impossible action raises a `UserError` of
one sentence and changes nothing. The regulation proposes and the director decides; if the decision differs,
the reason is stored. Orders to a table are sent at once if a hall is running and the table is online.
Otherwise they are stored and shown as not carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablekeeper.actions.kind import ActionKind
from tablekeeper.director.desk import caseplayers, consequences, journal, report, undoing
from tablekeeper.director.desk.casehall import About, CaseProposal
from tablekeeper.director.desk.deskjournal import DeskJournal, sentences
from tablekeeper.director.desk.entries import PENALTY_KIND
from tablekeeper.director.desk.filing import Decided, Filed, Filing, because, completed
from tablekeeper.director.desk.notices import Shown
from tablekeeper.director.desk.orders import Orders
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.desk.timekeeping import Timekeeping
from tablekeeper.director.events.service import Events
from tablekeeper.director.matchorders import MatchOrders
from tablekeeper.director.overview import Overview
from tablekeeper.director.subscription import Topics
from tablekeeper.director.undoing import Undoing
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.matchsetup import check_control
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.journal.reading import ToldAction
from tablekeeper.languages import _, kept
from tablekeeper.regulation import appeal as appeals
from tablekeeper.regulation.cases import KINDS, Case, CaseKind, find, read_facts
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.finding import Effect, Finding
from tablekeeper.store import Store
from tablekeeper.text import listing

#: the value of an empty decision
NOTHING: tuple[Effect, ...] = ()


class Desk:
    """The desk of a store. All methods may be called from any thread."""

    #: its declared actions
    kinds: Mapping[str, ActionKind[DeskState]] = {kind.key: kind for kind in journal.KINDS}

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        topics: Topics | None = None,
        events: Events | None = None,
        overview: Overview | None = None,
        match_orders: MatchOrders | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._journal = DeskJournal(store, topics)
        self._events = events = events or Events(store, topics)
        self._overview = overview
        self._orders = Orders(store, events, overview, match_orders)
        self._filing = Filing(store, now, events, self._journal, self._orders, overview, match_orders)
        #: lateness and breaks
        self.timekeeping = Timekeeping(self._filing)

    # --- asking ---------------------------------------------------------------------------

    def state(self) -> DeskState:
        """Return the present state of the desk."""
        return self._filing.state()

    def as_seen(self) -> DeskState:
        """Return the desk as the author of a form saw it; without that information, the present desk."""
        return self._journal.as_seen()

    def shown(self) -> Shown:
        """Return what every page shows now."""
        return Shown.of(self.state())

    def committee(self) -> tuple[str, ...]:
        """Return the members of the ruling committee, which everybody may see."""
        return self.state().committee

    def panel(self, ruling: int) -> tuple[str, ...]:
        """Return the members who may decide an appeal against a ruling."""
        state = self.state()
        if ruling not in state.rulings:
            raise UserError(
                "There is no ruling %(ruling)s that counts: `ruling list` shows which do.",
                ruling=ruling,
            )
        return state.panel(ruling)

    def actions(self) -> tuple[Action, ...]:
        """Return every stored entry, oldest first."""
        return self._journal.read().actions

    def history(self) -> tuple[ToldAction, ...]:
        """Return every entry as a line, oldest first; undone entries are marked."""
        return self._journal.read().told

    def report(
        self, *, match: int | None = None, event: int | None = None, player: str | None = None
    ) -> dict[str, Any]:
        """Return the incident report about a match, an event, a player, or everything, as a JSON document."""
        about = report.Filter(match, event, player)
        return report.document(self._journal.read(), about, self._filing.status)

    def rulings(self, *, only_open: bool = False) -> tuple[Filed, ...]:
        """Return the rulings that were not undone, or only those with effects to be ordered or taken back."""
        reading = self._journal.read()
        actions, state = reading.actions, reading.state
        seqs = self._filing.pending(actions, state) if only_open else sorted(state.rulings)
        found = [self._filing.maybe_ruling(actions, state, seq) for seq in seqs]
        return tuple(
            Filed(one, self._filing.status(state, one), one.seq not in state.rulings)
            for one in found
            if one is not None
        )

    def status(self, seq: int) -> tuple[str, ...]:
        """Return the state of each effect of a ruling at its table; "" if nothing must be done there."""
        reading = self._journal.read()
        return self._filing.status(reading.state, self._filing.ruling(reading, seq))

    def pending(self) -> tuple[int, ...]:
        """Return the rulings that still have an effect to order, or to take back."""
        reading = self._journal.read()
        return tuple(self._filing.pending(reading.actions, reading.state))

    def propose(
        self,
        kind: str,
        players: Sequence[str],
        facts: Mapping[str, Any],
        *,
        match: int | None = None,
        event: int | None = None,
    ) -> Finding:
        """Return the regulation's finding in a case; nothing is stored."""
        with sentences(_kind(kind).options):
            return self._found(_kind(kind), players, facts, match, event)[0]

    def offences(
        self, players: Sequence[str], event: int | None = None
    ) -> dict[str, tuple[Finding, ...]]:
        """Return the ladder's next step for each of two players, by cause; nothing is stored."""
        state, kind = self.state(), KINDS["offence"]

        def steps(player: str, cause: str) -> int:
            return state.steps(player, cause, event)

        return {
            cause: tuple(
                find(kind, Case(pair, {"cause": cause}, state.ladder, steps))
                for pair in (tuple(players), tuple(reversed(players)))
            )
            for cause in CAUSES
        }

    def consequences(
        self,
        effects: Sequence[Effect],
        *,
        match: int | None = None,
        event: int | None = None,
        games: str = "",
    ) -> tuple[str, ...]:
        """Return a sentence for each consequence of effects at a table and in an event; nothing is stored.

        `games` is the treatment of an excluded player's games, if the event's format needs a decision.
        """
        return (
            *consequences.at_table(self._overview, match, effects),
            *consequences.in_event(self._store, self._events, event, effects, games, match),
        )

    # --- declared actions -----------------------------------------------------------------

    def act(self, key: str, facts: Mapping[str, Any], *, actor: str = "director") -> int:
        """Do a declared action with the facts that somebody says; return the number of its entry."""
        return self._filing.act(self.kinds[key], facts, actor)

    def proposal(self, key: str, facts: Mapping[str, Any]) -> CaseProposal:
        """Return what the regulation finds in a declared action that makes a ruling; nothing is stored."""
        return self._filing.proposal(self.kinds[key], facts)

    # --- settings ------------------------------------------------------------------------

    def set_options(self, *, actor: str = "director", **options: Any) -> int:
        """Set `ladder`, `counting`, `overtime`, `appeal_ms` or `grace_ms`; return the entry's number."""
        if not options:
            raise UserError("Nothing is set: give the ladder or another setting.")
        return self._journal.add(actor, journal.SETTINGS, options)

    # --- rulings --------------------------------------------------------------------------

    def rule(
        self,
        kind: str,
        players: Sequence[str],
        facts: Mapping[str, Any],
        *,
        match: int | None = None,
        event: int | None = None,
        instead: Sequence[Effect] | None = None,
        reason: str = "",
        games: str = "",
        actor: str = "director",
    ) -> int:
        """Rule on a case by the regulation, or differently with `instead`; return the ruling's number."""
        with sentences(_kind(kind).options):
            finding, about, read = self._found(_kind(kind), players, facts, match, event)
        return self._filing.decide(kind, finding, about, read, Decided(instead, reason, games, actor))

    def penalise(
        self,
        effect: Effect,
        reason: str,
        *,
        match: int | None = None,
        event: int | None = None,
        games: str = "",
        actor: str = "director",
    ) -> int:
        """Enter a warning, points or a disqualification by the director; return the ruling's number."""
        with sentences():
            given = [name for name in (effect.player, effect.to) if name]
            about = self._filing.about(given, match, event)
        [effect] = completed([effect], about)
        cause = CAUSES[effect.cause].paragraph
        paragraphs = tuple(dict.fromkeys((cause, "violations", "discretion")))
        finding = Finding(
            _("%(player)s: %(label)s", player=effect.player, label=CAUSES[effect.cause].label),
            paragraphs,
            (effect,),
        )
        finding = self.state().remarked(finding, event)
        if effect.cause == "other" and not reason.strip():
            raise UserError("A penalty for another cause needs a reason: it is kept.", field="reason")
        return self._filing.decide(PENALTY_KIND, finding, about, {}, Decided(None, reason, games, actor))

    # --- appeals --------------------------------------------------------------------------

    def decide(
        self,
        appeal: int,
        votes: Mapping[str, str],
        *,
        heard: Sequence[str] = (),
        instead: Sequence[Effect] = NOTHING,
        reason: str = "",
        games: str = "",
        actor: str = "director",
    ) -> str:
        """Enter the votes on an appeal; return the outcome: uphold, overturn, or undecided (still open).

        `votes` are by name, the director's under `regulation.committee.DIRECTOR`; `instead` are the effects
        that replace an overturned ruling, `games` as in `rule`.
        """
        state = self.state()
        found = state.appeals.get(appeal)
        if found is None:
            raise UserError(
                "There is no appeal %(appeal)s: `appeal list` lists them.",
                appeal=appeal,
            )
        ruling = state.rulings[found.ruling]
        unheard = [player for player in ruling.players if player not in heard]
        if unheard and not reason.strip():
            raise UserError(
                "The committee hears both players first: say that it has heard %(named)s, or why it has not.",
                named=listing(unheard),
            )
        with sentences():
            vote = appeals.outcome(votes)
        new = completed(instead, About(ruling.players, ruling.match, ruling.event))
        consequences.check_games(self._events, ruling.event, new, games)
        body: dict[str, Any] = {
            "appeal": appeal, "votes": dict(votes), "heard": list(heard),
            "sentence": kept(vote.finding.sentence),
            "effects": [effect.document() for effect in new] if vote.outcome == appeals.OVERTURN else [],
        }  # fmt: skip
        if games and body["effects"]:
            body["games"] = games
        seq = self._journal.add(actor, journal.VERDICT, body | because(reason))
        if vote.outcome == appeals.OVERTURN:
            self._filing.settle(actor, ruling.seq)
            self._filing.settle(actor, seq)
        return vote.outcome

    # --- orders and undoing ---------------------------------------------------------------

    def carry_out(self, seq: int, *, actor: str = "director") -> tuple[str, ...]:
        """Order the open effects of a ruling at its table; return the outcome of each effect."""
        self._filing.ruling(self._journal.read(), seq)
        self._filing.settle(actor, seq)
        return self.status(seq)

    def board_returned(self, uid: str) -> None:
        """Send the orders of rulings made while a board, or the whole hall, was offline; send each only once.

        Orders that the board refused, or did not answer in time, wait for the director.
        """
        reading = self._journal.read()
        actions, state = reading.actions, reading.state
        for seq in self._filing.pending(actions, state):
            ruling = self._filing.maybe_ruling(actions, state, seq)
            if ruling is None or ruling.match is None:
                continue
            boards = {one.uid for one in self._store.matches.segments(ruling.match)}
            given = {self._filing.given(state, ruling, place) for place in range(len(ruling.effects))}
            if uid in boards and "refused" not in given:
                self._filing.settle("director", seq)

    def undoing(self, seq: int) -> Undoing:
        """Return what undoing an entry would change, or why it cannot be undone."""
        return undoing.undoing(self._journal.read(), seq, self._filing.status)

    def undo(self, seq: int | None = None, reason: str = "", *, actor: str = "director") -> str:
        """Undo entry `seq`, or the last entry that is not undone; return the undone entry in words."""
        reading = self._journal.read()
        actions = reading.actions
        seq = reading.undoable(actor) if seq is None else seq
        self._journal.add(actor, UNDO, {"undoes": seq} | because(reason))
        target = seq
        while actions[target - 1].action == UNDO:
            target = actions[target - 1].body["undoes"]
        touched = [target]
        if actions[target - 1].action == journal.VERDICT:
            appealed = actions[actions[target - 1].body["appeal"] - 1]
            touched.insert(0, appealed.body["ruling"])
        for one in touched:
            self._filing.settle(actor, one)
        return reading.sentences[seq - 1]

    # --- inside ---------------------------------------------------------------------------

    def _found(
        self,
        kind: CaseKind,
        players: Sequence[str],
        given: Mapping[str, Any],
        match: int | None,
        event: int | None,
    ) -> tuple[Finding, About, dict[str, Any]]:
        about = self._filing.about(players, match, event)
        match = about.match
        read = read_facts(kind, given)
        if kind.key == "clock":
            check_control(read["control"], 7)
        if kind.key == "score" and match is not None and read["board"] is None:
            read["board"] = self._board_score(match, about)
        if read.get("within_game") is False:
            read["within_game"] = self._filing.playing(match)
        if read.get("posted") is False:
            read["posted"] = caseplayers.is_posted(self._events, about)
        if kind.most < len(about.players):
            about = About(about.players[: kind.most], match, event)
        state = self.state()
        case = Case(about.players, read, state.ladder, lambda who, cause: state.steps(who, cause, event))
        return state.remarked(find(kind, case), event), about, read

    def _board_score(self, match: int, about: About) -> tuple[int, ...] | None:
        try:
            score = self._orders.board_score(match)
        except UserError:
            # without a hall only the sheets are known
            return None
        seats = caseplayers.seats(self._store, match)
        swapped = len(about.players) == 2 and seats[:2] == about.players[::-1]
        return score[::-1] if swapped else score


def _kind(key: str) -> CaseKind:
    if key not in KINDS:
        raise UserError(
            "There is no kind of case '%(key)s': choose from %(kinds)s.",
            key=key[:20], kinds=', '.join(KINDS),
        )
    return KINDS[key]
