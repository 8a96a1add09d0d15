"""Odd values for every option, field of a result and choice of a draw: refused in words of forms and help."""

import json
import random

import pytest
from starlette.datastructures import FormData

from tablekeeper.director.events import bulk
from tablekeeper.errors import UserError
from tablekeeper.formats import FORMATS
from tablekeeper.virtual.randomevents.generator import random_document
from tablekeeper.web.eventforms import FIELD, values
from tablekeeper.web.resultform import PREFIX, result_form
from tests.guards.sample import todays
from tests.nonempty import nonempty
from tests.readerwords import program_words
from tests.startedevent import entered_event, started_event

#: what somebody may write into a field that asks for something else
ODD = ("0", "-3", "2.75", "Zoe", "Zoe, Yan", "Zoe: red", "Zoe 9", "9,9,9,9,9,9,9", "null", "[[[",
       "a\N{ZERO WIDTH SPACE}b", "9" * 19)  # fmt: skip
SEED = 3


class Refusals:
    """Collects what is said."""

    def __init__(self):
        self.count, self.wrong = 0, []

    def tried(self, option, text, act, part=False):
        """Do something with an option's text; return what it gave, None if it was refused.

        A `part` of a sentence stands behind the number of its line.
        """
        try:
            return act()
        except UserError as error:
            self.count += 1
            told = str(error)
            words = program_words(told, text)
            if told.startswith(f"{option.key}:") and option.label != option.key:
                words.append(f"{option.key} instead of {option.label}")
            if not part and not told[:1].isupper() and told[:1].isalpha() and not told.startswith("result"):
                words.append("begins small")
            if words:
                self.wrong.append(f"{option.key}={text!r}: {told} {words}")
        return None


def sent(table, option, text):
    """Return what a form says with this text in one field, as the page reads it."""
    return values(table, FormData([(f"{FIELD}{option.key}", text)]))


@pytest.fixture
def refusals():
    found = Refusals()
    yield found
    assert not found.wrong, "\n".join(found.wrong)


@pytest.mark.parametrize("key", todays(sorted(FORMATS), 4))
def test_every_option_of_a_format(events, refusals, key):
    form = FORMATS[key]
    found = random_document(form, random.Random(SEED))
    event = entered_event(events, found["players"], "Event", key, found["options"])
    for option in form.options:
        for text in ODD:
            said = refusals.tried(
                option, text, lambda option=option, text=text: sent(form.options, option, text))
            if said is None:
                continue
            refusals.tried(option, text, lambda said=said: events.set_options(event, said))
            if option.key in events.get(event).options:
                # what was taken may be refused beside the players
                refusals.tried(option, text, lambda: events.start(event, absent=True))
                if events.get(event).phase != "entries":
                    events.undo(event)
                events.set_options(event, {option.key: found["options"].get(option.key)})
        if option.needed:
            given = {one: value for one, value in found["options"].items() if one != option.key}
            bare = entered_event(events, found["players"], "Bare", key, given)
            refusals.tried(option, "", lambda bare=bare: events.start(bare, absent=True))
            events.discard(bare)
    for choice in form.draws:
        for text in ODD:
            refusals.tried(choice, text, lambda choice=choice, text=text: events.draws.preview(
                event, 1, sent(form.draws, choice, text)))
    assert refusals.count > len(form.options)


@pytest.mark.parametrize("key", todays(sorted(FORMATS), 4))
def test_every_field_of_a_result(events, refusals, key):
    form = FORMATS[key]
    found = random_document(form, random.Random(SEED))
    # a withdrawal is no result by hand
    results = [one for one in found["results"] if not form.departure or form.departure not in one]
    event = started_event(events, found["players"], "Event", key, found["options"])
    place = min(len(results) // 2, 4)
    for result in results[:place]:
        events.result(event, result)
    fields = {one.key: one for one in form.result}
    asked = []

    def enter(option, text, result):
        asked.append((option, text, json.dumps(result)))

    for option in form.result:
        for good in (results[place], {}):
            enter(option, "", {one: value for one, value in good.items() if one != option.key})
            for text in ODD:
                said = refusals.tried(option, text, lambda option=option, text=text: sent(
                    form.result, option, text))
                if said is not None:
                    enter(option, text, good | said)
    pairing = events.get(event).answer.next[0]
    players = [*pairing.get("players", found["players"])]
    for unplayed in (False, True):
        blank = result_form(form, pairing, players, unplayed=unplayed)
        for one in blank.inputs:
            option = fields[one.name.removeprefix(PREFIX).partition("-")[0]]
            for text in ("", *ODD):
                filled = {other.name: other.value or "1" for other in blank.inputs} | {
                    one.name: text, "winner": players[0]}
                told = refusals.tried(option, text, lambda blank=blank, filled=filled: blank.read(filled))
                if told is not None:
                    enter(option, text, told)
    state = events._read(event).state
    for option, text, line in asked:
        def look(line=line):
            if problem := bulk.preview(state, 1, [bulk.BulkLine(1, json.loads(line))]).lines[0].problem:
                raise UserError(problem)
        refusals.tried(option, text, look, part=True)
    rows = (",".join(f'"{text}"' for _ in fields) for text in ("x", "-3", "0"))
    lines = "\n".join((",".join(fields), *rows))
    for line in nonempty(events.batches.preview(event, lines).lines):
        assert not program_words(line.problem), line.problem
