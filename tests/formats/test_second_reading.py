"""Random events of every format against the audit: whole, cut short, and some after each of their results."""

import random

import pytest

from tablekeeper.formats import FORMATS
from tablekeeper.virtual.randomevents.generator import random_document
from tests.formats.second_reading import agree
from tests.formats.three_players import running_rows_tell_no_reason

#: formats whose rows say what decided only once the event is over
TOLD_AT_THE_END = (
    "challengers", "series", "championship", "masters", "grand-prix", "grand-prix-plus", "triathlon",
)  # fmt: skip
#: of so many events one is also cut short; a recount of these takes long
CUT = {"league-2t": 5, "league-2t-xl": 5, "knockout": 5, "tara": 5}
#: how many events `make test` compares of these, of others 60
EVENTS = {"league-2t": 50, "league-2t-xl": 50, "knockout": 40, "tara": 40, "couples": 40}
#: what has to happen in the random events, so that it is compared
LEFT = {"absent", "who has left"}
LEAGUE = {"9 round of die-roll", "cancelled", "stage", "1 head-to-head win-loss record", *LEFT}
SEEN = dict.fromkeys(TOLD_AT_THE_END, LEFT) | {
    "league-2t": LEAGUE,
    "league-2t-xl": LEAGUE,
    "ttt": {"removed", "their game", "most wins among the tied", "mini-TTT 1", "timeout", "groups", "absent"},
    "knockout": {"late", "closed", "absent", "forfeit", "withdrawn", "seed"},
    "round-robin": {"head-to-head matches won", "head-to-head points difference", "forfeit", "absent"},
    "swing": {"absent"},
    "swiss": {
        "head-to-head matches won", "Buchholz (opponents' wins)",
        "Sonneborn-Berger (wins of beaten opponents)", "forfeit", "absent", "late", "seed",
    },
    "couples": {"matches won", "points difference", "absent"},
    "tara": {"points", "The match is drawn.", "pass", "battle", "out", "x", "2 players", "4 players",
             "absent", "not left"},
}


def marks(value, answer):
    """Yield what happened in an event: criteria, notes, fields of results, options that were said."""
    yield from (row.decided_by for row in answer.rows)
    yield from answer.notes
    yield f"{len(value['players'])} players"
    yield from (key for key, option in value["options"].items() if option is not None)
    yield from (key for row in answer.rows for key, figure in row.figures.items() if figure is True)
    for result in value["results"]:
        yield from result
        yield from (text.split(" ")[0].strip("ABCDEFG1234567") for text in result.get("moves", ()))


def run(key, seeds):
    """Compare random events of a format, each whole and cut short; return how many results they had."""
    seen, results = set(), 0
    for seed in seeds:
        chance = random.Random(f"{key} {seed}")
        value = random_document(FORMATS[key], chance)
        whole = agree(value)
        assert whole.over
        answers = [whole]
        if seed % CUT.get(key, 1) == 0:
            count = chance.randrange(len(value["results"]))
            answers.append(agree(value | {"results": value["results"][:count]}))
        for answer in answers:
            seen.update(marks(value, answer))
            if key in TOLD_AT_THE_END:
                running_rows_tell_no_reason(answer)
        results += len(value["results"])
    assert seen >= SEEN.get(key, set()), SEEN[key] - seen
    return results


@pytest.mark.turns(4)
@pytest.mark.parametrize("key", FORMATS)
def test_random_events_agree(key):
    assert run(key, range(EVENTS.get(key, 60))) >= 60


@pytest.mark.soak
@pytest.mark.parametrize("key", FORMATS)
def test_5000_random_events_agree(key, record_property):
    seeds = range(1000, 3500 if key.startswith("league") else 6000)
    results = run(key, seeds)
    record_property("figure", f"{len(seeds):,} random events of {key}; {results:,} results")


@pytest.mark.turns(3)
@pytest.mark.parametrize(("key", "count"), [("ttt", 12), ("couples", 10), ("swing", 20)])
def test_every_prefix_agrees(key, count):
    for seed in range(count):
        value = random_document(FORMATS[key], random.Random(f"{key} {seed}"))
        for cut in range(min(len(value["results"]), 60)):
            agree(value | {"results": value["results"][:cut]})
