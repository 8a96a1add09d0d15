"""The audit accepts whatever is generated, and finds every kind of corruption."""

import contextlib
import json
import random
from functools import cache

import pytest

from tablekeeper.audit import AUDITORS, audit
from tablekeeper.director.events import journal
from tablekeeper.director.events.document import export, read
from tablekeeper.formats import FORMATS, standings
from tablekeeper.formats.answer import document as answer_document
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents import generation
from tests.audit.corruptions import CORRUPTIONS
from tests.formats.installed import club_package, installed, write_metadata
from tests.guards import sample
from tests.nonempty import nonempty

SEEDS = range(6)
#: a third of the formats each day, all in the soak; tests/formats reads events of all of them every day
TODAY = sample.drawn(tuple(FORMATS), of=6)
#: members whose value nothing follows from (or not always): a change in them is not a difference
UNHEARD = ("at_ms", "actor", "reason", "pairing", "minutes", "round", "seed", "late", "choices")
#: who wins one game can make no difference to a table: then the file is a true one again
OTHER_RESULT = "journal and results with another winner"


@cache
def text_of(key, seed):
    """Return a generated event as its file has it."""
    return json.dumps(generation.generate(FORMATS[key], seed))


def generate(form, seed):
    """Return a generated event, made once for all tests."""
    return json.loads(text_of(form.key, seed))


def exported(actions):
    """Return the export of an event whose journal these actions are."""
    return export(actions, journal.checked(actions))


def is_true(document):
    """Tell whether the standings are those that the format itself finds."""
    try:
        return answer_document(standings(Cursor(document))) == document["standings"]
    except DocumentError:
        return False


def found(document):
    """Return the findings as text."""
    return [str(finding) for finding in audit(Cursor(document)).findings]


@pytest.mark.parametrize("key", TODAY)
def test_what_is_generated_is_accepted(key):
    for seed in range(25):
        assert found(generate(FORMATS[key], seed)) == [], seed


@pytest.mark.parametrize("key", TODAY)
def test_an_event_that_is_running_is_accepted(key):
    for seed in range(25):
        actions = read(Cursor(generate(FORMATS[key], seed)), "unused", 0, "unused")
        chance = random.Random(seed)
        for count in nonempty(sorted({chance.randrange(1, len(actions)) for _ in range(3)})):
            try:
                running = exported(actions[:count])
            except DocumentError:
                continue  # it still waits for players
            assert found(running) == [], (seed, count)


@pytest.mark.turns(4)
@pytest.mark.parametrize("key", FORMATS)
def test_what_is_generated_can_be_imported_and_is_over(key):
    for seed in SEEDS:
        document = generate(FORMATS[key], seed)
        assert read(Cursor(document), "unused", 0, "unused")[-1].seq == len(document["journal"])
        assert document["standings"]["next"] == []


def test_the_same_seed_gives_the_same_event():
    one = generation.generate(FORMATS["swing"], 5)
    assert one == generation.generate(FORMATS["swing"], 5)
    assert one != generation.generate(FORMATS["swing"], 6)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", CORRUPTIONS)
@pytest.mark.parametrize("key", TODAY)
def test_every_corruption_is_found(key, name):
    for seed in SEEDS:
        document = generate(FORMATS[key], seed)
        corrupted = CORRUPTIONS[name](document, random.Random(f"{key} {name} {seed}"))
        if corrupted is not None and not (name == OTHER_RESULT and is_true(corrupted)):
            assert found(corrupted), f"seed {seed}"


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", CORRUPTIONS)
def test_every_corruption_is_one_somewhere(name):
    for key in FORMATS:
        for seed in SEEDS:
            document = generate(FORMATS[key], seed)
            corrupted = CORRUPTIONS[name](document, random.Random(seed))
            if corrupted is not None and corrupted != document and found(corrupted):
                return
    pytest.fail("never applied")


def running(key, seed):
    """Yield exports of an event before its last actions."""
    actions = read(Cursor(generate(FORMATS[key], seed)), "unused", 0, "unused")
    chance = random.Random(f"{key} {seed} running")
    for count in sorted({chance.randrange(2, len(actions)) for _ in range(4)}):
        try:
            document = exported(actions[:count])
        except DocumentError:
            continue  # it still waits for players
        if document["standings"] is not None and document["standings"]["next"]:
            yield json.loads(json.dumps(document))


def other_players(pairing):
    pairing["players"] = pairing["players"][::-1]


def fewer_players(pairing):
    pairing["players"] = pairing["players"][:1]


def figure_more(pairing):
    key = next(key for key in pairing if type(pairing[key]) is int)
    pairing[key] += 1


@pytest.mark.turns(4)
@pytest.mark.parametrize("change", [other_players, fewer_players, figure_more, dict.clear])
@pytest.mark.parametrize("key", TODAY)
def test_what_is_to_be_played_is_recounted(key, change):
    changed = 0
    for seed in range(6):
        for document in running(key, seed):
            pairings = document["standings"]["next"]
            chosen = random.Random(seed).choice(pairings)
            if change in (other_players, fewer_players) and "players" not in chosen:
                continue
            if change is figure_more and not any(type(value) is int for value in chosen.values()):
                continue
            change(chosen)
            assert found(document), seed
            changed += 1
    # the games of a Tric Trac Tourney and of couples have no number
    assert changed or (change is figure_more and key == "ttt")


@pytest.mark.parametrize("key", TODAY)
def test_the_order_of_what_is_to_be_played_is_recounted(key):
    for seed in range(6):
        for document in nonempty(running(key, seed)):
            if len(document["standings"]["next"]) > 1:
                document["standings"]["next"].reverse()
                assert found(document), seed
                del document["standings"]["next"][0]
                assert found(document), seed


def started(key, players, draw=None):
    """Return an event that has started without results; `draw` is the body of a draw before."""
    bodies = [
        ("new", {"name": "Started", "format": key, "options": {}}),
        ("enter", {"players": players}),
        *([("draw", draw)] if draw else []),
        ("start", {}),
    ]
    told = [
        {"seq": seq, "at_ms": 0, "actor": "director", "action": action, "body": body}
        for seq, (action, body) in enumerate(bodies, 1)
    ]
    whole = {"format": key, "players": players, "results": [], "options": draw["drawn"] if draw else {}}
    return json.loads(json.dumps(whole | {
        "name": "Started", "journal": told, "standings": answer_document(standings(Cursor(whole))),
    }))  # fmt: skip


def drawn(key, seed, **choices):
    """Return an event of eight players whose draw is in its journal, started."""
    form = FORMATS[key]
    players = [f"Player {number}" for number in range(1, 9)]
    event = form.read(Cursor({"format": key, "players": players, "results": []}))
    gave = json.loads(json.dumps(form.draw(event, seed, **choices)))
    return started(key, players, {"seed": seed, "choices": choices, "drawn": gave})


@pytest.mark.parametrize(("key", "choices"), [("ttt", {"groups": 3}), ("ttt", {}), ("knockout", {})])
def test_a_draw_is_made_once_more(key, choices):
    for seed in (0, 7, 2026):
        document = drawn(key, seed, **choices)
        assert found(document) == []
        document["journal"][2]["body"]["seed"] += 1
        assert [text.partition(":")[0] for text in found(document)] == ["journal[2].body.drawn"]


def test_nothing_is_left_out():
    for key in nonempty(FORMATS):
        assert audit(Cursor(generate(FORMATS[key], 3))).unaudited == ()
        for document in nonempty(running(key, 3)):
            assert audit(Cursor(document)).unaudited == ()


@pytest.mark.soak
@pytest.mark.parametrize("key", FORMATS)
def test_many_events_are_recounted_whole_and_running(key, record_property):
    documents = 0
    for seed in range(1000, 1360):
        whole = generation.generate(FORMATS[key], seed)
        actions = read(Cursor(whole), "unused", 0, "unused")
        chance = random.Random(seed)
        running = []
        for count in {chance.randrange(1, len(actions)) for _ in range(3)}:
            with contextlib.suppress(DocumentError):  # it still waits for players
                running.append(exported(actions[:count]))
        for document in (whole, *running):
            assert found(document) == [], seed
            documents += 1
    record_property("figure", f"{documents} exported events, over or running: nothing to find")


UNCOUNTED = [("league-2t", "drr"), ("grand-prix", "games"), ("knockout", "late")]


@pytest.mark.parametrize(("key", "option"), UNCOUNTED)
def test_an_event_without_an_end_is_not_counted_out(key, option):
    """So many games fill any memory: one finding instead."""
    document = generate(FORMATS[key], 4)
    document["options"][option] = document["journal"][0]["body"]["options"][option] = 10**30
    assert f"options.{option}: no event has more than 999 of them" in found(document)


def test_every_format_has_an_auditor():
    assert set(AUDITORS) == set(FORMATS)


def test_a_format_without_an_auditor_is_said_to_have_none(monkeypatch, tmp_path):
    with club_package(monkeypatch, tmp_path, without=("tablekeeper.auditors",)):
        report = audit(Cursor(started("club-duel", ["Ann", "Bob"])))
    assert report.findings == ()
    assert report.unaudited == ("the standings (no auditor for club-duel is installed)",)


def test_a_package_brings_the_auditor_of_its_format(monkeypatch, tmp_path):
    with club_package(monkeypatch, tmp_path):
        document = started("club-duel", ["Ann", "Bob"])
        report = audit(Cursor(document))
        assert (report.findings, report.unaudited) == ((), ())
        document["standings"]["rows"][1]["won"] = 1
        assert [one.place for one in audit(Cursor(document)).findings] == ["standings.rows[1].won (Bob)"]
    assert set(AUDITORS) == set(FORMATS)


def test_what_is_no_auditor_is_left_out(monkeypatch, tmp_path, caplog):
    write_metadata(tmp_path, "other", {"tablekeeper.auditors": {"club-duel": "tablekeeper.audit.ttt:ttt"}})
    with installed(monkeypatch, tmp_path):
        assert "club-duel" not in AUDITORS
    assert [one.message for one in caplog.records] == [
        "The auditor club-duel of other is left out (TypeError: tablekeeper.audit.ttt:ttt is no Auditor)."
    ]


def test_there_are_twenty_kinds_at_least():
    assert len(CORRUPTIONS) >= 20


def spots(value):
    """Yield every container of a document with each of its keys."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from spots(value[key])


@pytest.mark.turns(4)
@pytest.mark.parametrize("key", FORMATS)
def test_nonsense_anywhere_is_a_finding_or_a_refusal(key):
    chance = random.Random(f"nonsense {key}")
    text = json.dumps(generate(FORMATS[key], 2))
    for _ in range(60):
        document = json.loads(text)
        container, at = chance.choice([spot for spot in spots(document) if spot[1] not in UNHEARD])
        container[at] = chance.choice([None, True, -1, 2.5, "?", [], {}, [[]], {"?": 1}])
        if json.dumps(document) == text:
            continue
        try:
            findings = found(document)
        except DocumentError:
            continue
        # what is undone or ruled can be changed without any difference to the event
        if json.dumps(document["journal"]) == json.dumps(json.loads(text)["journal"]):
            assert findings, (at, container)
