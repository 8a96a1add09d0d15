"""A text is its English to the program, and its translation to a reader."""

import copy
import json
import pickle
from datetime import date, datetime
from decimal import Decimal

import pytest

from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import (
    _,
    catalogues,
    language,
    language_of,
    ngettext,
    pgettext,
    said,
    sentence,
    shown,
)
from tablekeeper.languages.local import long_date
from tablekeeper.strictjson import DocumentError
from tablekeeper.web.wording import moment


def test_a_text_is_stored_compared_and_sent_as_english():
    text = _("Table %(name)s is free", name="4")
    with language_of("de"):
        assert text == "Table 4 is free"
        assert hash(text) == hash("Table 4 is free")
        assert json.dumps({"text": text}) == '{"text": "Table 4 is free"}'
        assert f"{text}!" == "Table 4 is free!"
        assert pickle.loads(pickle.dumps(_("Tables"))) == "Tables"
        assert copy.deepcopy(["x", "Tables"]) == ["x", "Tables"]


def test_it_is_shown_in_the_language_of_the_reader():
    said_so = [shown(_("Tables"))]
    for code in ("it", "de"):
        with language_of(code):
            said_so.append(shown(_("Tables")))
    assert said_so == ["Tables", "Tavoli", "Tische"]
    assert language() == "en"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", ["0 games", "1 game", "2 games"]),
        ("it", ["0 partite", "1 partita", "2 partite"]),
        ("de", ["0 Partien", "1 Partie", "2 Partien"]),
    ],
)
def test_a_number_chooses_the_form(code, told):
    with language_of(code):
        assert [shown(ngettext("%(num)s game", "%(num)s games", number)) for number in range(3)] == told


def test_two_meanings_of_a_word_have_two_translations():
    with language_of("it"):
        assert (shown(_("Level")), shown(pgettext("neither won nor lost", "Level"))) == ("Livello", "Pari")


def test_a_value_that_is_a_text_or_a_decimal_is_shown_in_the_same_language():
    text = _("withdrawn: %(reason)s", reason=_("The cube"))
    assert text == "withdrawn: The cube"
    with language_of("de"):
        assert shown(text) == "ausgeschieden: Der Doppler"
        assert said(Decimal("2.50")) == "2,50"
        assert shown(_("%(points)s points", points=Decimal("12.5"))) == "12,5 Punkte"
        assert shown("Anna") == "Anna"


@pytest.mark.parametrize("kind", [UserError, ResourceError])
def test_an_error_keeps_its_text(kind):
    with language_of("it"):
        assert shown(str(kind(_("No event yet.")))) == "Ancora nessun torneo."
    assert str(kind(_("No event yet."))) == "No event yet."
    assert str(kind("")) == ""


def test_an_unknown_text_is_english_everywhere():
    assert catalogues.pattern("de", "no such %(text)s") == "no such %(text)s"
    assert catalogues.pattern("xx", "one", "many", 2) == "many"


def test_days_are_written_as_each_language_writes_them():
    day = date(2026, 5, 1)
    assert [long_date(day, code) for code in catalogues.LANGUAGES] == [
        "Friday, 1 May 2026", "venerdì 1 maggio 2026", "Freitag, 1. Mai 2026",
    ]  # fmt: skip


def test_a_refusal_keeps_its_values_apart_and_is_said_in_the_language_of_the_reader():
    inner = DocumentError("results[3]", "a value is wanted here")
    error = UserError("%(file)s: %(error)s", file="cup.json", error=inner, field="file")
    assert (str(error), error.field) == ("cup.json: results[3]: a value is wanted here", "file")
    with language_of("it"):
        assert shown(str(error)) == "cup.json: results[3]: qui ci vuole un valore"
        assert shown(sentence(inner.reason)) == "Qui ci vuole un valore."


def test_what_people_wrote_is_never_read_as_a_pattern():
    error = UserError("%(names)s is not entered.", names="%(name)s 100%")
    with language_of("de"):
        assert shown(str(error)) == "%(name)s 100% ist nicht angemeldet."
        assert shown(str(UserError("100% %(sure)s"))) == "100% %(sure)s"


def test_a_name_from_right_to_left_leaves_the_sentence_around_it_in_its_order():
    dana, omar = "דנה כהן", "عمر"
    text = _("%(names)s is not entered.", names=dana)
    assert text == f"{dana} is not entered."  # stored and compared as it was written
    for code, told in (("en", "%s is not entered."), ("de", "%s ist nicht angemeldet.")):
        with language_of(code):
            assert shown(text) == told % f"\u2068{dana}\u2069"
            assert shown(_("%(names)s is not entered.", names="Zoë")) == told % "Zoë"
    assert said(omar) == f"\u2068{omar}\u2069"
    assert (said("Ann"), said(7)) == ("Ann", 7)


def test_a_moment_is_written_with_the_day_of_each_language():
    at_ms = int(datetime(2026, 5, 1, 17, 5, 9).timestamp() * 1000)  # in the zone of this computer
    for code, told in (("en", "2026-05-01 17:05"), ("it", "01/05/2026 17:05"), ("de", "01.05.2026 17:05")):
        with language_of(code):
            assert moment(at_ms) == told
