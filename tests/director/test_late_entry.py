"""Late entries, withdrawals and their undo never move a pairing that is played, at a table, or on paper."""

import random

import pytest

from tablekeeper.audit import audit
from tablekeeper.director.events.journal import fold
from tablekeeper.errors import UserError
from tablekeeper.formats import FORMATS
from tablekeeper.journal.action import Action
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import random_event
from tests.director.test_event_presence import read_back
from tests.director.test_event_service import untouched
from tests.startedevent import started_event

FOUR = ["Ann", "Bob", "Cid", "Dan"]
MATCHES = ("round-robin", "swing", "swiss", "knockout", "ttt", "couples")


def rounds(events, event):
    """Return the open pairs by round."""
    found = {}
    for one in events.get(event).answer.next:
        found.setdefault(one["round"], []).append(tuple(one["players"]))
    return found


@pytest.fixture
def robin(events):
    return started_event(events, FOUR, "Club", "round-robin", {"length": 5})


def test_a_running_round_stays_when_a_player_arrives(events, robin, elsewhere):
    events.enter(robin, ["Eve"])
    assert events.get(robin).history[-1].text == "the late arrival of Eve; nothing changes up to round 1"
    assert rounds(events, robin)[1] == [("Ann", "Dan"), ("Bob", "Cid")]
    # Eve sits out once and has four matches; nobody plays twice in a round; there are five rounds, not more
    assert sorted(rounds(events, robin)) == [1, 2, 3, 4, 5]
    assert all("Eve" in str(rounds(events, robin)[number]) for number in (2, 3, 4, 5))
    document = events.export(robin)
    assert document["players"] == FOUR
    assert document["results"] == [{"late": "Eve", "kept": 1}]
    assert audit(Cursor(document)).findings == ()
    assert read_back(elsewhere, document) == document
    assert events.get(robin).players == (*FOUR, "Eve")


@pytest.mark.parametrize("seed", range(6))
def test_the_running_round_stays_for_any_number_of_arrivals(events, seed):
    chance = random.Random(seed)
    names = [f"P{number}" for number in range(chance.randrange(3, 8))]
    event = started_event(events, names, f"Evening {seed}", "round-robin", {"length": 5})
    for step in range(6):
        before = rounds(events, event)
        running = min(before, default=0)
        if not running:
            break
        events.enter(event, [f"L{step} of {seed}"])
        assert rounds(events, event)[running] == before[running]
        if chance.random() < 0.4:
            events.undo(event, reason="typed twice")
            assert rounds(events, event) == before
        one = before[running][0]
        events.result(event, {"players": list(one), "winner": one[0], "score": [5, 3]})


def test_rounds_at_tables_stay_too(events, robin):
    before = rounds(events, robin)
    events.link(robin, 7, events.get(robin).answer.next[2])
    events.enter(robin, ["Eve"])
    after = rounds(events, robin)
    assert (after[1], after[2]) == (before[1], before[2])
    assert events.get(robin).history[-1].text.endswith("nothing changes up to round 2")


def test_the_undo_of_an_entry_is_possible_until_its_rounds_begin(store, events, robin):
    before = rounds(events, robin)
    events.enter(robin, ["Eve"])
    entry = events.get(robin).last
    events.undo(robin)
    assert rounds(events, robin) == before
    events.undo(robin, events.get(robin).last)
    assert "Eve" in events.get(robin).players
    for pair in rounds(events, robin)[1]:
        events.result(robin, {"players": list(pair), "winner": pair[0], "score": [5, 2]})
    untouched(store, robin, lambda: events.undo(robin, entry), "round 2: .* is being played or on paper")
    with pytest.raises(UserError, match="is being played or on paper"):
        events.batches.undo_one(robin, entry)
    events.withdraw(robin, "Eve")
    assert len(rounds(events, robin)[2]) == 1


def test_a_journal_of_an_earlier_version_folds_as_before(events, robin):
    """Without `kept` the newcomer is in the draw from its beginning."""
    actions = events.get(robin).reading.actions
    entry = Action(len(actions) + 1, 0, "director", "enter", {"players": ["Eve"], "late": True})
    state = fold([*actions, entry])
    assert [one["players"] for one in state.answer().next[:2]] == [["Bob", "Eve"], ["Cid", "Dan"]]
    assert (state.players, state.results) == ([*FOUR, "Eve"], [])


def test_who_has_left_gives_the_newcomer_the_match(events, robin):
    events.withdraw(robin, "Dan")
    events.enter(robin, ["Eve"])
    figures = {row.player: row.figures["won"] for row in events.get(robin).answer.rows}
    assert figures == {"Ann": 1, "Bob": 1, "Cid": 1, "Eve": 1, "Dan": 0}
    assert all("Dan" not in pair for pairs in rounds(events, robin).values() for pair in pairs)


def test_a_departure_in_a_drawn_round_of_a_swing_moves_nobody(events):
    event = started_event(events, [*FOUR, "Eve"], "Swing", "swing", {"stake": 900, "cpp": [100], "seed": 4})
    for pair in rounds(events, event)[1]:
        events.result(event, {"players": list(pair), "winner": pair[0], "points": 1, "cube": 1, "round": 1})
    second = rounds(events, event)[2]
    out = next(name for name in (*FOUR, "Eve") if name not in str(second))
    events.withdraw(event, out)
    assert rounds(events, event) == {2: second}
    events.undo(event)
    assert rounds(events, event) == {2: second}
    events.enter(event, ["Fay"])
    assert rounds(events, event) == {2: second}


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ("swing", {"stake": 900, "cpp": [100], "seed": 4}),
        ("swiss", {"length": 5}),
        ("round-robin", {"length": 5}),
    ],
)
def test_the_consequences_of_a_departure_count_no_pairing_that_stays(events, form, options):
    event = started_event(events, [*FOUR, "Eve", "Fay"], "Open", form, options)
    for pair in rounds(events, event)[1]:
        more = {"points": 1, "cube": 1, "round": 1} if form == "swing" else {"score": [5, 0]}
        events.result(event, {"players": list(pair), "winner": pair[0], **more})
    player = rounds(events, event)[2][0][0]
    [(_, told)] = events.presence.leaving(event, player).rulings.values()
    events.withdraw(event, player)
    assert events.get(event).history[-1].text.count(" v ") == told > 0


def test_a_result_of_an_earlier_round_of_a_swiss_is_corrected_and_the_pairs_that_sit_play_on(events):
    event = started_event(events, [*FOUR, "Eve"], "Open", "swiss", {"length": 5})
    first = rounds(events, event)[1]
    for pair in first:
        events.result(event, {"players": list(pair), "winner": pair[0], "score": [5, 0]})
    [wrong, _] = [one.seq for one in events.get(event).entered]
    sitting = rounds(events, event)[2]
    [winner, loser] = first[0]
    corrected = {"players": [winner, loser], "winner": loser, "score": [0, 5]}
    events.rule(event, wrong, corrected, "typed wrong")
    assert rounds(events, event)[2] != sitting
    for pair in sitting:
        events.result(event, {"players": list(pair), "winner": pair[0], "score": [5, 0]})
    assert list(rounds(events, event)) == [3]
    assert audit(Cursor(events.export(event))).findings == ()


def test_the_undo_of_an_old_withdrawal_asks_for_a_reason_when_it_takes_pairings_away(events):
    event = started_event(events, FOUR, "Cup", "knockout", {"length": 5})
    first, other = events.get(event).answer.next
    events.withdraw(event, first["players"][0])
    leaving = events.get(event).last
    events.result(event, {"winner": other["players"][0], "score": [5, 1]})
    with pytest.raises(UserError, match=r"B1: .* Say the reason for the undo"):
        events.batches.undo_one(event, leaving)
    events.batches.undo_one(event, leaving, "it was another player")
    assert [one["match"] for one in events.get(event).answer.next] == ["A1"]


def test_a_pairing_at_a_table_stays_whatever_is_undone(events):
    event = started_event(events, FOUR, "Cup", "knockout", {"length": 5})
    first, other = events.get(event).answer.next
    events.withdraw(event, first["players"][0])
    leaving = events.get(event).last
    events.result(event, {"winner": other["players"][0], "score": [5, 1]})
    events.link(event, 7, events.get(event).answer.next[0])
    with pytest.raises(UserError, match=r"B1: .* is being played"):
        events.batches.undo_one(event, leaving, "it was another player")
    with pytest.raises(UserError, match=r"B1: .* is being played"):
        events.batches.undo(event, leaving, leaving, "it was another player")


def test_a_game_of_two_does_not_become_one_of_four(events):
    event = started_event(events, ["Ann", "Bob"], "Hills", "tara", {})
    with pytest.raises(UserError, match="is being played or on paper"):
        events.enter(event, ["Cid", "Dan"])


# --- at any moment --------------------------------------------------------------------------


def fixed(view, seated):
    """Return the pairings that must stay: at tables, of the first open round, of rounds that have begun."""
    following = [one for one in view.answer.next if len(one.get("players", ())) > 1 and "draw" not in one]
    begun = {one["round"] for one in seated if "round" in one}
    numbers = [one["round"] for one in following if "round" in one]
    last = max([*begun, *numbers[:1]], default=0)
    return [one for one in following if one in seated or one.get("round", last + 1) <= last]


def try_to(do, *told, **more):
    try:
        do(*told, **more)
    except UserError:
        return False
    return True


@pytest.mark.turns(4)
@pytest.mark.parametrize("form", MATCHES)
@pytest.mark.parametrize("seed", range(4))
def test_at_any_moment(events, form, seed):
    chance = random.Random(f"{form} {seed}")
    fresh = random_event(FORMATS[form], chance)
    options = {key: value for key, value in fresh["options"].items() if value is not None}
    if form == "swing":
        options["seed"] = seed
    event = started_event(events, fresh["players"], f"{form} {seed}", form, options)
    seated, comings, late = [], [], 0
    for _ in range(30):
        view = events.get(event)
        before = fixed(view, seated)
        there = [name for name in view.players if name not in view.withdrawn]
        kind = chance.choice(("play", "play", "seat", "enter", "leave", "undo"))
        pairings = [one for one in view.answer.next if len(one.get("players", ())) == 2][:3]
        if kind in ("play", "seat") and pairings:
            pairing = chance.choice(pairings)
            if kind == "play":
                play(events, event, pairing, chance)
            else:
                seated.append(pairing)
                events.link(event, len(seated), pairing)
            continue
        done = False
        if kind == "enter":
            late += 1
            done = try_to(events.enter, event, [f"Late {late}"], different=True)
        elif kind == "leave" and len(there) > 2:
            ruling = next(iter(view.form.departures), "")
            done = try_to(events.withdraw, event, chance.choice(there), ruling=ruling)
        elif kind == "undo" and comings:
            done = try_to(events.undo, event, chance.choice(comings))
        after = events.get(event)
        if done:
            comings.append(after.last)
            gone = set(view.players) - set(after.players) | set(after.withdrawn)
            moved = {place(one, form) for one in before} - {place(one, form) for one in after.answer.next}
            assert [one for one in moved if not gone & (one[-1] | one[-2])] == [], kind
    assert audit(Cursor(events.export(event))).findings == ()


def place(pairing, form):
    """Return what must not change in a pairing; in a Tric Trac Tourney also who invites whom."""
    players = pairing["players"] if form == "ttt" else sorted(pairing["players"])
    couples = frozenset(pairing.get("couples", ()))
    return pairing.get("round"), pairing.get("match"), tuple(players), frozenset(players), couples


def play(events, event, pairing, chance):
    pair = list(pairing["players"])
    winner = chance.choice(pair)
    kept = {key: pairing[key] for key in ("match", "round", "phase", "couples") if key in pairing}
    match events.get(event).form.key:
        case "swing":
            more = {"points": chance.choice((1, 2)), "cube": chance.choice((1, 2))}
        case "ttt":
            kept, more = {}, {"kind": "single"}
        case _:
            best = pairing.get("length", 5) if "sets" not in pairing else pairing["sets"] // 2 + 1
            kept.pop("round", None)
            more = {"score": [best if name == winner else 0 for name in pair]}
    try_to(events.result, event, {**kept, "players": pair, "winner": winner, **more})
