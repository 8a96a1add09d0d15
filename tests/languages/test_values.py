"""Sentences are not made of English pieces: the values of a text are names, figures and texts."""

import ast

import pytest

from tablekeeper.director.events import journal
from tablekeeper.director.events.document import read
from tablekeeper.formats import FORMATS
from tablekeeper.formats.wording import _CHOICES, options_text
from tablekeeper.languages import Translatable, brought, catalogues, kept, language_of, shown
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generation import generate
from tests.guards import sample
from tests.languages.catalogues import HOST, trees
from tests.languages.pieces import flattened, pieces
from tests.nonempty import nonempty

#: words that are the same in every language: names of files and folders, addresses, settings, JSON, and what
#: is typed in exactly this form
SAME = (
    "boot_out.txt", "TABLEKEEPER_LANGUAGE", "settings.toml", "NAME", "ABCD", "http", "accounts.conf",
    "dialout", "warn NAME, 2 points against NAME", "Library", "Application Support", "tablekeeper",
    "null", "true", "false",
)  # fmt: skip
#: for other readers than people with a language: the second reading (compared as English), the wire, replays
ENGLISH = ("audit/", "tables/trace.py", "virtual/verdict.py")


def test_no_value_of_a_text_is_an_english_word():
    found = [one for path, tree in trees().items() for one in pieces(path, tree)]
    assert [one for one in nonempty(found) if not any(word in one for word in SAME)] == []


def test_each_choice_of_an_option_is_a_text_where_options_are_told():
    """`formats.wording` lists the choices once more, because telling an option must not load all formats."""
    options = [option for key in FORMATS for option in FORMATS[key].options]
    words = {choice for one in options for choice in one.choices if choice.islower()}
    assert {*nonempty(words)} <= {*_CHOICES}


def test_no_f_string_makes_a_text_english_only():
    found = [one for path, tree in trees().items() for one in flattened(path, tree)]
    assert [one for one in nonempty(found) if not one.startswith(ENGLISH)] == []


@pytest.mark.parametrize(
    "source",
    [
        '_("%(a)s is", a="once")',
        'refuse("%(a)s is", a=b or "nobody")',
        '_("%(a)s is", a=f"game {b}")',
        '_("%(a)s is", a=f"{b} and {c}")',
        '_("%(a)s is", a=" and ".join(b))',
        '_("%(a)s is", a=b.get(c, "other"))',
        '_("%(a)s is", a=("left", "right")[b])',
        'def f(b):\n    a = "whole" if b else _("half")\n    return _("%(a)s is", a=a)',
        'def g(b):\n    return f"{b} turns"\ndef f(b):\n    return UserError("%(a)s is", a=g(b))',
        'WORDS = {1: "one"}\ndef f(b):\n    return ngettext("%(num)s %(a)s", "%(num)s %(a)s", 2, a=WORDS[b])',
    ],
)
def test_an_english_piece_is_found(source):
    assert pieces(HOST / "x.py", ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        '_("%(a)s is", a=_("once"))',
        '_("%(a)s is", a=", ".join(b))',
        '_("%(a)s is", a=f"{b}-{c}")',
        'UserError("%(a)s is", a=a, field="name")',
        'a = "one"\ndef f(a):\n    return _("%(a)s is", a=a)',
    ],
)
def test_names_figures_and_texts_are_no_pieces(source):
    assert pieces(HOST / "x.py", ast.parse(source)) == []


def test_a_flattened_text_is_found():
    source = 'def f(b):\n    a = _("won") if b else c\n    return f"{b} {a}."'
    assert flattened(HOST / "x.py", ast.parse(source)) == ["x.py: f'{b} {a}.'"]
    assert flattened(HOST / "x.py", ast.parse('def f(a):\n    return f"{a}: {b}"')) == []


def bare(text):
    """Yield the plain values of a text that are words of the catalogues."""
    if isinstance(text, Translatable):
        for value in text.values.values():
            if isinstance(value, Translatable):
                yield from bare(value)
            elif isinstance(value, str) and value in catalogues.english():
                yield value


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_options_and_results_are_told_in_words(form):
    for option in (*form.options, *form.result, *form.draws):
        told = options_text({option.key: 1})
        assert isinstance(told.values["part0"].values["part0"], Translatable) or option.key == "players"
        for choice in option.choices if option.words else ():
            told = options_text({option.key: choice})
            assert isinstance(told.values["part0"].values["part1"], Translatable), (option.key, choice)


@pytest.mark.parametrize("key", sample.drawn(list(FORMATS), of=6))
def test_journals_and_answers_of_random_events_have_no_words_as_values(key):
    found, texts = set(), 0
    for seed in range(6):
        actions = read(Cursor(generate(FORMATS[key], seed)), "unused", 0, "unused")
        answer = journal.checked(actions).answer()
        told = [journal.sentence(actions, one.seq) for one in actions]
        told += [*answer.notes, *(row.explain or "" for row in answer.placed)]
        texts += len(told)
        found |= {word for text in told for word in bare(text)}
    assert texts > 50
    assert found == set()


def test_a_text_is_kept_with_its_values_and_made_again_in_each_language():
    from tablekeeper.regulation.dispute import disturbed

    text = disturbed(("Ann", "Bob"), "Ann", "cube").sentence
    again = brought(kept(text))
    assert again == text == "Ann changed the cube: what Bob says is presumed to be right"
    for code in ("it", "de"):
        with language_of(code):
            assert shown(again) == shown(text) != text
            assert "cube" not in shown(again)
    assert brought(kept("Ann: so be it")) == "Ann: so be it"


@pytest.mark.parametrize(
    "document",
    [
        7, [], {}, {"pattern": 7}, {"pattern": "%(a)s"}, {"pattern": "%d", "values": {}}, {"pattern": "100%"},
        {"pattern": "a", "more": 1}, {"pattern": "a", "values": {"a": [1]}},
        {"pattern": "a", "values": {"a": {}}},
        {"pattern": "a", "plural": "%(b)s", "number": 2}, {"pattern": "a", "number": True},
        {"pattern": "%(a)d", "values": {"a": 1}},
    ],
)  # fmt: skip
def test_what_is_no_kept_text_is_refused(document):
    with pytest.raises(ValueError, match=r"a (text|pattern)"):
        brought(document)
