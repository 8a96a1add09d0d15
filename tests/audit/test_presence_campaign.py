"""Random events of every format whose players come late, leave and are brought back, against the audit.

Each event is a journal: results in random order, lots and dice, colours, late arrivals, withdrawals and
exclusions, and undo of any action in between, as far as the director's own rules let it follow. The audit
reads the journal by itself.
"""

import random

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events import document, journal
from tablekeeper.formats import FORMATS
from tablekeeper.formats.colours import game_of
from tablekeeper.games.race.lineup import COLOURS
from tablekeeper.journal.action import UNDO, Action
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generator import random_event
from tests.audit.chance import result_of
from tests.formats import colour_reading
from tests.guards import sample

#: what is counted in the events
KINDS = ("withdraw", "undo", "enter", "throw", "colours")
#: half of the events and more have at least one of these
PRESENCE = KINDS[:3]
#: what few results end: so many times as often somebody leaves, or something is undone
SHORT = {"grand-prix": 2, "grand-prix-plus": 2, "tara": 3}
#: only these have lots
LEAGUES = ("league-2t", "league-2t-xl")
#: the number of players is part of the rules, or an option names them
EXACT = ("couples", *(key for key, form in FORMATS.items() if form.most is not None and not form.arrival))
#: who is entered late meets everybody, where that is not a place on a board: up to so many players
MANY = 9
#: a recount of these takes long
FEW = {"league-2t-xl": 20, "tara": 12, "ttt": 30}


class Walk:
    """The journal of one random event."""

    def __init__(self, key, seed):
        self.chance = random.Random(f"presence {key} {seed}")
        self.often = SHORT.get(key, 1)
        self.actions, self.state = [], None
        event = random_event(FORMATS[key], self.chance)
        players, options = event["players"][:11], event["options"]
        if key == "couples":
            players = event["players"]
        if key == "ttt":
            players, options = players[:6], {**options, "groups": None}
        # thrown as the event goes on
        options = {name: value for name, value in options.items() if name not in ("lots", "dice")}
        self.do("new", {"name": f"{key} {seed}", "format": key, "options": options})
        self.do("enter", {"players": players})
        self.do("start", {})

    def do(self, action, body):
        """Let an action follow if it can; return whether it does."""
        entry = Action(len(self.actions) + 1, 1_000 * len(self.actions), "director", action, body)
        try:
            state = journal.follow(self.actions, entry, self.state)
            if state.started:
                state.answer()
        except DocumentError:
            assert action in ("enter", "withdraw", "result", UNDO), "everything else is possible"
            return False
        self.actions.append(entry)
        self.state = state
        return True

    def step(self):
        """Let something happen; return whether the event goes on."""
        answer, chance = self.state.answer(), self.chance
        lot = chance.random() / self.often
        there = [name for name in self.state.entrants if name not in self.state.withdrawn]
        form = self.state.format
        if lot < 0.06 and len(there) > 1:
            reason = chance.choice(("ill", "excluded"))
            ruling = {"ruling": chance.choice(list(form.departures))} if form.departures else {}
            self.do(
                "withdraw",
                {"player": chance.choice(there), "reason": reason, "walkovers": [], **ruling},
            )
        elif lot < 0.12 and (form.arrival or len(self.state.entrants) < MANY):
            self.do("enter", {"players": [f"Late {len(self.actions)}"], "late": True})
        elif lot < 0.22:
            undoes = chance.randint(4, max(4, len(self.actions)))
            if undoes <= len(self.actions):
                self.do(UNDO, {"undoes": undoes})
        elif lot < 0.3 and form.board.race_rules and not form.board.colours_option and answer.next:
            self.colours(answer.next[0])
        elif answer.next:
            self.play(answer)
        elif not answer.over:
            assert self.do("result", {"result": {"closed": True}})
        return not answer.over

    def play(self, answer):
        """Enter a throw, or a result of something that is to be played."""
        form = self.state.format
        thrown = next((form.round_of(one) for one in answer.next if form.round_of(one) is not None), None)
        if thrown is not None:
            kept, names = thrown
            begun = form.begun(self.state.event())
            if begun:
                # its throws were undone: the director's service sets the positions then, too
                assert self.do("set", {"options": begun})
                return
            after = len(self.state.options.get(kept) or ())
            throws = [[name, self.chance.randint(1, 6)] for name in names[: self.chance.randint(1, 3)]]
            assert self.do("throw", {"option": kept, "after": after, "throws": throws})
            return
        result = result_of(self.state, answer, self.chance)
        assert self.do("result", {"result": result}), (result, self.state.document())

    def colours(self, pairing):
        """Choose the colours of the next game."""
        if "players" not in pairing or not self.state.format.board.plays(pairing):
            return
        played = self.state.event()
        lineup = self.state.format.board.lineup(played, pairing)
        free = self.chance.sample(COLOURS, len(COLOURS))
        own = {name: [free.pop() for _ in lineup.colours[0]] for name in lineup.players}
        self.do("colours", {"pairing": game_of(pairing), "colours": own})

    def agree(self):
        """Hold the event against the audit, and against what must never be."""
        exported = document.export(self.actions, self.state)
        assert audit(Cursor(exported)).findings == (), exported
        answer, form = self.state.answer(), self.state.format
        assert answer.over or answer.next or form.arrival, exported
        if form.board.race_rules and not form.board.colours_option:
            colour_reading.agree(self.state, exported)
        for pairing in answer.next:
            named = {*pairing.get("players", ()), *pairing.get("positions", ()), *pairing.get("dice", ())}
            assert not named & set(self.state.withdrawn), exported
            if form.board.plays(pairing):
                form.board.seating(self.state.event(), answer, pairing, 5 if form.board.asks_length else None)
        form.futures(self.state.event())


def run(key, seeds):
    """Walk through random events; return how many actions they had, and in how many what happened."""
    count, seen = 0, dict.fromkeys((*KINDS, "presence"), 0)
    for seed in seeds:
        walk = Walk(key, seed)
        looked = walk.chance.randrange(40)
        for number in range(120):
            going = walk.step()
            if number == looked:
                walk.agree()
            if not going:
                break
        walk.agree()
        count += len(walk.actions)
        kinds = {one.action for one in walk.actions[3:]}
        for kind in KINDS:
            seen[kind] += kind in kinds
        seen["presence"] += not kinds.isdisjoint(PRESENCE)
    return count, seen


@pytest.mark.parametrize("key", sample.drawn(tuple(FORMATS), of=6))
def test_random_events_agree(key):
    events = FEW.get(key, 60)
    _, seen = run(key, range(events))
    assert seen["presence"] > events // 2
    assert seen["withdraw"] > events // 6
    assert seen["undo"] > events // 4
    assert seen["enter"] > events // 12 or key in EXACT
    assert seen["throw"] > 5 or key not in LEAGUES
    assert (
        seen["colours"] > events // 6
        or FORMATS[key].board.colours_option
        or not FORMATS[key].board.race_rules
    )


@pytest.mark.soak
@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("key", FORMATS)
def test_5000_events_agree(key, part, record_property):
    size = 1_000
    count, seen = run(key, range(1_000 + size * part, 1_000 + size * (part + 1)))
    assert seen["presence"] > size // 2
    told = ", ".join(f"{kind} in {seen[kind]}" for kind in KINDS)
    told += f", one of the first three in {seen['presence']}"
    record_property("figure", f"{size} events of {key}, {count:,} actions agree with the audit; {told}")
