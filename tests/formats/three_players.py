"""Events of three for the tests: documents, futures as plain values, random documents, refusals."""

import random

import pytest

from tablekeeper.formats import FORMATS, read_event, standings
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generator import random_document

PLAYERS = ["Ann", "Bob", "Cid"]


def document(key, results, players=PLAYERS, **options):
    """Return an event file's value."""
    return {"format": key, "options": options, "players": list(players), "results": list(results)}


def spans(value):
    """Return the (best, worst) place of each player."""
    form, event = read_event(Cursor(value))
    return {need.player: (need.best, need.worst) for need in form.futures(event).needs}


def table(answer, *figures):
    """Return rank and figures by player."""
    return {row.player: (row.rank, *(row.figures[key] for key in figures)) for row in answer.rows}


def random_documents(key, seeds):
    """Yield complete random events in which nobody leaves; every second one is shortened."""
    form = FORMATS[key]
    for seed in seeds:
        chance = random.Random(f"{key} {seed}")
        value = random_document(form, chance)
        if any("absent" in one for one in value["results"]):
            continue
        if seed % 2:
            value["results"] = value["results"][: chance.randint(0, len(value["results"]))]
        yield value


def refused(value, place, words=""):
    """Fail unless a file is refused at a place."""
    with pytest.raises(DocumentError) as refusal:
        standings(Cursor(value))
    assert refusal.value.place == place, str(refusal.value)
    assert words in refusal.value.reason
    assert "\n" not in str(refusal.value)


def running_rows_tell_no_reason(answer):
    """Check that rows of a running event have no reasons; after the end they have them."""
    for row, following in zip(answer.rows, [*answer.rows[1:], None], strict=True):
        decided = answer.over and following is not None and following.rank > row.rank
        assert (row.decided_by is not None) == decided
        assert (row.explain is not None) == decided
    assert answer.provisional == (not answer.over)
    assert bool(answer.next) == (not answer.over)
    assert (answer.winner is None) == (not answer.over)
