"""The fold of the desk's journal: random entries with undos against a slow reading of the same journal."""

import json
import random

import pytest

from tablekeeper.director.desk import journal
from tablekeeper.director.desk.report import Filter, document, markdown
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.people.renaming import Renaming
from tablekeeper.journal.action import Action
from tablekeeper.journal.reading import Reading
from tablekeeper.languages import kept, language_of, shown
from tablekeeper.regulation import dispute
from tablekeeper.regulation.appeal import VOTES
from tablekeeper.regulation.committee import DIRECTOR
from tablekeeper.regulation.finding import PENALTIES
from tablekeeper.store.erasure import Cell
from tablekeeper.strictjson import DocumentError
from tests.guards import sample
from tests.refusal import document_error

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida")


def effect(chance, players):
    kind = chance.choice(["warning", "points", "disqualification", "clock"])
    made = {"kind": kind, "player": chance.choice(players), "cause": chance.choice(["noise", "pace", "late"])}
    return made | ({"points": chance.randint(1, 4)} if kind == "points" else {})


def entry(chance, actions):
    """Return a random entry; about half of them cannot follow what came before."""
    pair = chance.sample(NAMES[:5], 2)
    back = chance.randint(1, max(1, len(actions)))
    # votes and appeals would hardly ever find their place by chance alone
    raised = [one.seq for one in actions if one.action == "appeal"] or [back]
    ruled_on = [one.seq for one in actions if one.action == "ruling" and one.body["players"]] or [back]
    members = [one.body["members"] for one in actions if one.action == "committee"] or [NAMES[4:]]
    voters = (DIRECTOR, *chance.sample(members[-1], 2))
    appealed = chance.choice(ruled_on)
    parties = actions[appealed - 1].body.get("players") or pair if actions else pair
    about = {"match": chance.randint(1, 3)} if chance.random() < 0.5 else {}
    ruled = {
        "players": pair, "sentence": "so it is", "paragraphs": ["dispute"],
        "effects": [effect(chance, pair) for _ in range(chance.randint(0, 2))],
    }  # fmt: skip
    late = {"player": pair[0], "opponent": pair[1], "length": 7, "scheduled_ms": 0, "from_ms": 1000}
    return chance.choice([
        ("ruling", ruled | about | {"kind": "other"}),
        ("ruling", ruled | about | {"kind": "offence", "proposed": [], "reason": "he is young"}),
        ("ruling", ruled | {"kind": "late", "closes": back}),
        ("ruling", ruled | {"kind": "break"}),
        ("late", late | about),
        ("grant", {"late": back, "from_ms": 5000, "reason": "snow"}),
        ("break", {"player": pair[0], "opponent": pair[1], "length": 13, "from_ms": 0} | about),
        ("committee", {"members": chance.sample(NAMES[4:], chance.randint(2, 5))}),
        ("substitute", {"ruling": back, "out": chance.choice(NAMES), "new": chance.choice(NAMES)}),
        ("appeal", {"ruling": appealed, "by": chance.choice(parties), "sentence": "appeals"}),
        ("verdict", {
            "appeal": chance.choice(raised), "heard": pair, "sentence": "decided",
            "effects": [effect(chance, pair)] if chance.random() < 0.5 else [],
            "votes": {name: chance.choice((*VOTES, "overturn")) for name in voters},
        }),
        ("order", {"of": back, "effect": 0, "give": True, "commands": [], "problem": None}),
        ("settings", {"counting": chance.choice(["cause", "all"])}),
        ("undo", {"undoes": back}),
        ("undo", {"undoes": back}),
    ])  # fmt: skip


def counting(actions):
    """Tell by definition which entries count: those that no undo that counts itself names."""
    undos = [one for one in actions if one.action == "undo"]

    def counts(seq):
        return not any(one.body["undoes"] == seq and counts(one.seq) for one in undos)

    return [one for one in actions if one.action != "undo" and counts(one.seq)]


def slow_ledger(actions):
    """Return (ruling, player, kind, points) of the penalties, by striking out what was overturned."""
    rulings = {}
    appealed = {}
    for one in counting(actions):
        body = one.body
        if one.action == "ruling":
            rulings[one.seq] = body["effects"]
        elif one.action == "appeal":
            appealed[one.seq] = body["ruling"]
        elif one.action == "verdict" and 2 * list(body["votes"].values()).count("overturn") > len(
            body["votes"]
        ):
            del rulings[appealed[body["appeal"]]]
            rulings[one.seq] = body["effects"]
    return [
        (seq, one["player"], one["kind"], one.get("points", 0))
        for seq, effects in sorted(rulings.items())
        for one in effects
        if one["kind"] in PENALTIES
    ]


def told(state):
    """Return everything a state holds, but for which entries were undone."""
    return {key: value for key, value in vars(state).items() if key != "undone"} | {
        "ladder": state.ladder.text()
    }


@pytest.mark.parametrize("seed", sample.drawn(range(20), of=10))
def test_random_entries_and_undos_fold_as_a_slow_reading_says(seed):
    chance = random.Random(seed)
    actions = []
    refused = 0
    while len(actions) < 60:
        seq = len(actions) + 1
        kind, body = entry(chance, actions)
        action = Action(seq, seq * 1000, "director", kind, body)
        folded = journal.fold(actions)
        before = told(journal.fold(actions))
        try:
            state = journal.follow(actions, action, folded)
        except DocumentError:
            refused += 1
            assert told(journal.fold(actions)) == before
            continue
        finally:
            # what was folded before is another state
            assert told(folded) == before
        actions.append(action)
        whole = journal.fold(actions)
        assert told(state) == told(whole)
        rows = [(one.seq, effect.player, effect.kind, effect.points) for one, effect in whole.ledger()]
        assert rows == slow_ledger(actions)
    assert refused
    # only what counts was taken: the same entries without the rest make the same desk
    again = DeskState()
    for action in counting(actions):
        journal.DESK.take(again, action)
    assert told(again) == told(journal.fold(actions))
    # and every entry has its sentence, in the history and in a report
    reading = Reading(journal.DESK, tuple(actions), journal.fold(actions))
    assert all(line.text for line in reading.told)
    report = document(reading, Filter(), lambda state, ruling: [""] * len(ruling.effects))
    assert len(report["entries"]) == len(actions)
    assert markdown(report).count("\n- ") >= len(actions)
    for name in NAMES[:5]:
        part = document(reading, Filter(player=name), lambda state, ruling: [""] * len(ruling.effects))
        assert {row["player"] for row in part["ledger"]} <= {name}


def ruled(**other):
    """Return the body of a ruling without effects, with something other in it."""
    plain = {"kind": "other", "players": [], "sentence": "x", "paragraphs": ["dispute"], "effects": []}
    return plain | other


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("dance", {}),
        ("ruling", {"kind": "other"}),
        ("ruling", ruled(kind="nothing")),
        ("ruling", ruled(paragraphs=[])),
        ("ruling", ruled(paragraphs=["why"])),
        ("ruling", ruled(sentence="x\ny")),
        ("ruling", ruled(proposed=[])),
        ("ruling", ruled(players=["Ann", "Bob", "Cid"])),
        ("ruling", ruled(colour="red")),
        ("order", {"of": 5, "effect": 0, "give": True, "commands": [], "problem": None}),
        ("settings", {"ladder": "slap"}),
        ("settings", {"appeal_ms": 1}),
        ("undo", {"undoes": 1}),
        ("appeal", {"ruling": 1, "by": "Ann", "sentence": "x"}),
    ],
)
def test_what_no_desk_holds_is_refused(action, body):
    with pytest.raises(DocumentError):
        journal.follow([], Action(1, 0, "director", action, body))


def test_an_order_is_not_undone():
    order = {"of": 1, "effect": 0, "give": True, "commands": [], "problem": None}
    actions = [
        Action(1, 0, "director", "ruling", ruled()),
        Action(2, 0, "director", "order", order),
    ]
    assert journal.sentence(actions, 2) == "carried out, of ruling 1, effect 1"
    with pytest.raises(DocumentError, match="undo its ruling"):
        journal.follow(actions, Action(3, 0, "director", "undo", {"undoes": 2}))


def test_an_undo_that_is_undone_brings_everything_back():
    actions = [
        Action(1, 0, "director", "ruling", ruled(players=["Ann", "Bob"])),
        Action(2, 0, "director", "appeal", {"ruling": 1, "by": "Ann", "sentence": "appeals"}),
        Action(3, 0, "director", "undo", {"undoes": 2}),
    ]
    with pytest.raises(DocumentError, match="appealed already"):
        journal.follow(actions[:2], Action(3, 0, "director", *("appeal", actions[1].body)))
    assert journal.fold(actions).appeals == {}
    actions.append(Action(4, 0, "director", "undo", {"undoes": 3}))
    assert told(journal.fold(actions)) == told(journal.fold(actions[:2]))
    # the appeal builds on the ruling
    with pytest.raises(DocumentError, match="later entries depend on entry 1: undo them first"):
        journal.follow(actions, Action(5, 0, "director", "undo", {"undoes": 1}))


def test_a_sentence_is_kept_with_its_values_and_told_in_the_language_of_the_reader():
    """A removed person may be called like a value of the sentence; old rows hold plain sentences."""
    finding = dispute.disturbed(("Ann", "Bob"), "Ann", "cube")
    body = {
        "kind": "position", "players": ["Ann", "Bob"], "sentence": kept(finding.sentence),
        "paragraphs": ["dispute"], "effects": [],
    }  # fmt: skip
    old = body | {"sentence": finding.sentence[:]}
    told = []
    for one in (body, old):
        text = journal.fold([Action(1, 0, "Eve", "ruling", one)]).rulings[1].sentence
        assert text == finding.sentence
        with language_of("it"):
            told.append(shown(text))
    assert told == ["Ann ha cambiato il cubo: si presume vero ciò che dice Bob"] * 2
    renaming = Renaming(["changed_by", "Ann"], "Player 7")
    renamed = json.loads(renaming.document(Cell("desk_actions.body", verb="ruling"), json.dumps(body)))
    [ruling] = journal.fold([Action(1, 0, "Eve", "ruling", renamed)]).rulings.values()
    assert ruling.sentence == "Player 7 changed the cube: what Bob says is presumed to be right"


@pytest.mark.parametrize(
    "sentence", [7, {}, {"pattern": "%(a)s"}, {"pattern": "a\nb"}, {"pattern": "a" * 5000}]
)
def test_a_sentence_that_cannot_be_made_is_refused(sentence):
    body = {"kind": "other", "players": [], "sentence": sentence, "paragraphs": ["dispute"], "effects": []}
    with pytest.raises(DocumentError, match=r"is wanted here|printed|line break"):
        journal.fold([Action(1, 0, "Eve", "ruling", body)])


def test_settings_are_told_in_the_language_of_the_reader():
    body = {"ladder": "warning, 2 points, out", "counting": "all", "overtime": "lateness", "grace_ms": 60_000}
    text = journal.sentence([Action(1, 0, "Eve", "settings", body)], 1)
    assert text.startswith("sets offences of any cause count, lateness counts 1:00 after the schedule")
    with language_of("de"):
        assert "Verwarnung, 2 Punkte, Disqualifikation" in shown(text)


@pytest.mark.parametrize("kind", ["late", "break"])
def test_a_stored_match_has_at_most_99_points(kind):
    body = {"player": "Ann", "opponent": "Bob", "length": 100, "from_ms": 0}
    body |= {"scheduled_ms": 0} if kind == "late" else {}
    assert "out of range" in document_error(journal.fold, [Action(1, 0, "Eve", kind, body)])
