"""The audit accepts whatever is generated, and finds every kind of corruption."""

import json
import random

import pytest

from tablekeeper.audit import AUDITORS, audit
from tablekeeper.director.events.document import export, read
from tablekeeper.director.events.generation import generate
from tablekeeper.formats import FORMATS, Place, Refusal, standings
from tablekeeper.formats.answer import document as answer_document
from tests.audit.corruptions import CORRUPTIONS

SEEDS = range(12)
#: members whose value nothing follows from (or not always): a change in them is not a difference
UNHEARD = ("notes", "at_ms", "actor", "reason", "pairing", "minutes", "round", "seed", "late", "choices")
#: who wins one game can make no difference to a table: then the file is a true one again
OTHER_RESULT = "journal and results with another winner"


def is_true(document):
    """Tell whether the standings are those that the format itself finds."""
    try:
        return answer_document(standings(Place(document))) == document["standings"]
    except Refusal:
        return False


def found(document):
    """Return the findings as text."""
    return [str(finding) for finding in audit(Place(document)).findings]


@pytest.mark.parametrize("key", FORMATS)
def test_what_is_generated_is_accepted(key):
    for seed in range(40):
        assert found(generate(FORMATS[key], seed)) == [], seed


@pytest.mark.parametrize("key", FORMATS)
def test_an_event_that_is_running_is_accepted(key):
    for seed in range(25):
        actions = read(Place(generate(FORMATS[key], seed)), "unused", 0)
        chance = random.Random(seed)
        for count in sorted({chance.randrange(1, len(actions)) for _ in range(3)}):
            try:
                running = export(actions[:count])
            except Refusal:
                continue  # it still waits for players
            assert found(running) == [], (seed, count)


@pytest.mark.parametrize("key", FORMATS)
def test_what_is_generated_can_be_imported_and_is_over(key):
    for seed in SEEDS:
        document = generate(FORMATS[key], seed)
        assert read(Place(document), "unused", 0)[-1].seq == len(document["journal"])
        assert document["standings"]["next"] == []


def test_the_same_seed_gives_the_same_event():
    assert generate(FORMATS["swing"], 5) == generate(FORMATS["swing"], 5)
    assert generate(FORMATS["swing"], 5) != generate(FORMATS["swing"], 6)


@pytest.mark.parametrize("name", CORRUPTIONS)
@pytest.mark.parametrize("key", FORMATS)
def test_every_corruption_is_found(key, name):
    for seed in SEEDS:
        document = generate(FORMATS[key], seed)
        corrupted = CORRUPTIONS[name](document, random.Random(f"{key} {name} {seed}"))
        if corrupted is not None and not (name == OTHER_RESULT and is_true(corrupted)):
            assert found(corrupted), f"seed {seed}"


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_every_corruption_is_one_somewhere(name):
    for key in FORMATS:
        for seed in SEEDS:
            document = generate(FORMATS[key], seed)
            corrupted = CORRUPTIONS[name](document, random.Random(seed))
            if corrupted is not None and corrupted != document:
                return
    pytest.fail("never applied")


def test_every_format_has_an_auditor():
    assert set(AUDITORS) == set(FORMATS)


def test_a_format_without_an_auditor_is_said_to_have_none(monkeypatch):
    document = generate(FORMATS["swing"], 1)
    monkeypatch.delitem(AUDITORS, "swing")
    report = audit(Place(document))
    assert report.findings == ()
    assert report.unaudited[0] == "the standings (no auditor for swing yet)"


def test_there_are_twenty_kinds_at_least():
    assert len(CORRUPTIONS) >= 20


def spots(value):
    """Yield every container of a document with each of its keys."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from spots(value[key])


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
        except Refusal:
            continue
        # what is undone or ruled can be changed without any difference to the event
        if document["journal"] == json.loads(text)["journal"]:
            assert findings, (at, container)
