"""Templates of events: each preset makes an event that its format accepts."""

import pytest

from tablekeeper.director.events.service import Events
from tablekeeper.formats import FORMATS
from tablekeeper.formats.templates import templates
from tablekeeper.store import open_store
from tests.formats.installed import club_package

TEMPLATES = templates(FORMATS)


@pytest.fixture(scope="module")
def events():
    with open_store("sqlite://", now=lambda: 1) as store:
        yield Events(store)


@pytest.mark.parametrize("key", TEMPLATES)
def test_a_template_makes_an_event_with_its_options(events, key):
    template = TEMPLATES[key]
    event = events.new(key, template.form.key, template.options)
    kept = events.get(event).options
    assert {**kept, **template.options} == kept
    known = [option.key for option in template.form.options]
    assert set(template.asks) <= set(known)
    needed = {option.key for option in template.form.options if option.needed}
    # whose colours they are is not known before there are players
    assert needed - {"colours"} <= {*template.asks, *template.options}


def test_no_two_presets_have_one_key_or_title():
    presets = [preset for form in FORMATS.values() for preset in form.presets]
    assert len(TEMPLATES) == len(FORMATS) + len(presets)
    assert len({one.title for one in TEMPLATES.values()}) == len(TEMPLATES)


def test_a_bracket_of_the_template_for_16_has_the_consolation_that_it_promises(events):
    template = TEMPLATES["backgammon-16"]
    event = events.new("Sixteen", template.form.key, template.options)
    events.enter(event, [f"P{number}" for number in range(1, 17)])
    events.start(event)
    for one in events.get(event).answer.next:
        assert one["length"] == 7
        events.result(event, {"match": one["match"], "players": one["players"],
                              "winner": one["players"][0], "score": [7, 3]})  # fmt: skip
    consolation = [one for one in events.get(event).answer.next if one["match"].startswith("PC")]
    assert [one["length"] for one in consolation] == [5] * 4


def test_a_format_of_another_package_is_a_template_with_its_needed_options(monkeypatch, tmp_path):
    with club_package(monkeypatch, tmp_path):
        found = templates(FORMATS)["club-duel"]
        needed = tuple(option.key for option in found.form.options if option.needed)
    assert (found.title, found.asks, found.options) == ("Duel of pawns", needed, {})
