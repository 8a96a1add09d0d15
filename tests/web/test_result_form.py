"""The form of a match's result: whatever a format's results can be is reached by it."""

import random

import pytest

from tablekeeper.formats import FORMATS, standings
from tablekeeper.formats.completion import GivenResult
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import random_document
from tablekeeper.web.resultform import result_form


def filled(form, result):
    """Fill a form as a person with this result on paper does."""
    sent = {}
    for one in form.inputs:
        key, _, seat = one.name.removeprefix("is-").partition("-")
        known = result.get(key)
        if key in form.won:
            # the completed colours of most losers follow from their pawns
            asked = key != "colours" or 4 <= min(result["pawns"]) <= 6
            sent[one.name] = str(min(known)) if asked and known else ""
        elif key == "order":
            items = next(option.choices for option in form.fields if option.key == "order") or form.players
            # the one that is not in an order is last
            sent[one.name] = str(([*known, items[int(seat)]]).index(items[int(seat)]) + 1)
        elif known is None:
            sent[one.name] = ""
        elif seat:
            sent[one.name] = str(known[int(seat)])
        elif isinstance(known, list):
            sent[one.name] = ", ".join(known)
        else:
            sent[one.name] = ("yes" if known else "") if isinstance(known, bool) else str(known)
    [pressed] = [
        (one.name, one.value)
        for one in form.buttons
        if result.get(one.name.removeprefix("is-")) == one.value
    ] or [("", "")]
    return sent | dict([pressed])


@pytest.mark.turns(4)
@pytest.mark.parametrize("key", FORMATS)
def test_random_events_of_every_format_are_played_to_their_end_by_forms_alone(key):
    """Each result that a generator made is said by the form of its pairing: the standings are the same."""
    form = FORMATS[key]
    said = 0
    for seed in range(3):
        document = random_document(form, random.Random(f"form {key} {seed}"))
        results = document["results"]
        tables = set()
        kept = []
        for result in results:
            answer = standings(Cursor(document | {"results": kept}))
            pairing = _pairing(form, answer, result)
            if pairing is None or result.get("started"):
                kept.append(result)
                continue
            unplayed = bool(set(form.unplayed) & set(result))
            asked = result_form(form, pairing, pairing["players"], unplayed=unplayed)
            found = asked.read(filled(asked, result))
            now = form.read(Cursor(document | {"results": kept}))
            found = dict(form.completed(now, GivenResult(found, tables)))
            for name in ("match", "score"):
                # a new id is as good as the generator's; who wins by forfeit may have no score
                if key == "ttt" or (name == "score" and unplayed):
                    found |= {name: result[name]} if name in result else {}
            assert standings(Cursor(document | {"results": [*kept, found]})) == standings(
                Cursor(document | {"results": [*kept, result]})
            )
            said += 1
            kept.append(result)
    assert said


def _pairing(form, answer, result):
    names = result.get("players")
    for pairing in answer.next:
        if "players" not in pairing or "draw" in pairing:
            continue
        if names is None and not ({form.arrival, form.departure, "closed", "cancelled"} - {""}) & set(result):
            return pairing
        if names is not None and set(names) == set(pairing["players"]):
            same = {"stage", "round", "phase", "couples", "mini"} & pairing.keys() & result.keys()
            if all(pairing[one] == result[one] for one in same):
                return pairing
    return None
