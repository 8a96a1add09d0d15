"""The catalogues are complete, up to date, and keep placeholders, tags and quotes of the English text."""

import ast
import re
from html.parser import HTMLParser

import pytest

from tablekeeper.languages.catalogues import FOLDER
from tests.languages.catalogues import (
    HOST,
    TRANSLATED,
    extracted,
    named_in_python,
    refusals,
    renewed,
    stored,
    trees,
)
from tests.nonempty import nonempty

#: of our texts, and of Click's
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
CLICKS = re.compile(r"\{[\w!]+\}")
TEMPLATES = HOST / "web" / "templates"
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
#: words that are the same in every language, or stand for themselves
NAMES = re.compile(
    r"aria-\w+=\S+|autofocus|role=\S+|&\w+;"
    r"|3m/pt b12 o2m|E4, xE4, battle E4"
    r"|Tablekeeper|TARA – Sacred Hill|TARA|GNU Backgammon|CSV|XLSX|[A-Z]?[0-9]+"
)


@pytest.fixture(scope="module")
def texts():
    """Every text of the code and the templates."""
    return extracted()


def forms(message):
    """Return pairs of an English form and its translation."""
    if isinstance(message.id, str):
        return [(message.id, message.string)]
    return list(zip(message.id, message.string, strict=True))


def tags(text):
    """Return the tags of a text with their attributes, in alphabetic order."""
    return sorted(re.findall(r"<[^>]*>", text))


def test_a_change_of_texts_is_in_the_catalogues(texts):
    stale = [code for code in TRANSLATED if renewed(code, texts) != (FOLDER / f"{code}.po").read_bytes()]
    assert stale == [], "run `make texts`, then translate what is empty"


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated_with_the_same_values(code):
    catalogue = stored(code)
    assert len(catalogue) > 400
    wrong = []
    for message in catalogue:
        if not message.id:
            continue
        for english, told in forms(message):
            same_values = all(
                set(one.findall(english)) == set(one.findall(told)) for one in (PLACEHOLDER, CLICKS)
            )
            only_values = "%" not in PLACEHOLDER.sub("", told).replace("%%", "")
            spaces = re.match(r"\s*", english)[0] == re.match(r"\s*", told)[0]
            # a translation may stand in an attribute
            quotes = '"' in english or '"' not in told
            same_tags = tags(english) == tags(told)
            if not (told and same_values and only_values and spaces and quotes and same_tags):
                wrong.append((english, told))
        if message.fuzzy:
            wrong.append((message.id, "fuzzy"))
    assert wrong == []


def at_hand(sentence, tree):
    """Return the expressions that a sentence may be, where a name or a choice stands for it."""
    if isinstance(sentence, ast.IfExp):
        return [sentence.body, sentence.orelse]
    if isinstance(sentence, ast.BoolOp):
        return sentence.values
    if isinstance(sentence, ast.Name):
        return [
            one.value
            for one in ast.walk(tree)
            if isinstance(one, ast.Assign)
            and any(isinstance(target, ast.Name) and target.id == sentence.id for target in one.targets)
        ]
    return [sentence]


def test_no_refusal_is_said_in_english_only(texts):
    """A sentence made by an f-string is no text of the catalogues; nor is one put together of pieces."""
    found, left = 0, []
    for path, refusal in refusals():
        for sentence in at_hand(refusal, trees()[path]):
            found += 1
            made = isinstance(sentence, ast.JoinedStr | ast.BinOp)
            missing = isinstance(sentence, ast.Constant) and sentence.value and sentence.value not in texts
            if made or missing:
                left.append(f"{path.relative_to(HOST)}:{sentence.lineno}: {ast.unparse(sentence)}")
    assert found > 900
    assert left == []


def test_a_refusal_that_an_f_string_makes_would_be_found():
    tree = ast.parse('told = f"{a} is no b"\nraise UserError(told if a else "x" + b)')
    [call] = [one for one in ast.walk(tree) if isinstance(one, ast.Call)]
    one, other = at_hand(call.args[0], tree)
    assert [type(at_hand(one, tree)[0]), type(other)] == [ast.JoinedStr, ast.BinOp]


class Words(HTMLParser):
    """The words of a template that no text function holds."""

    def __init__(self):
        super().__init__(convert_charrefs=False)
        self.found, self.inside = [], []

    def handle_starttag(self, tag, attributes):
        if tag in ("code", "kbd", "script", "style"):
            self.inside.append(tag)
        shown = [value for name, value in attributes if name in ("aria-label", "alt", "title", "placeholder")]
        self.found += [value for value in shown if value and value.startswith(" ") is False]

    def handle_endtag(self, tag):
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data):
        if not self.inside:
            self.found.append(data)


def words_left(source):
    """Return the English words of a template that readers of other languages see, too."""
    source = re.sub(r"\{% trans.*?%\}.*?\{% endtrans %\}", "", source, flags=re.DOTALL)
    # attributes outside of a tag: the data of the body
    source = re.sub(r"(\{% block body_data %\}).*?(\{% endblock %\})", "", source, flags=re.DOTALL)
    literals = [
        text
        for expression in re.findall(r"\{\{.*?\}\}", source, re.DOTALL)
        for text in re.findall(r'(?<![\w(=\[] )(?<![(=\[{,])"([^"]*)" if ', expression)
    ]
    parser = Words()
    parser.feed(JINJA.sub("", source))
    found = [*parser.found, *(one for one in literals if re.match(r"[ ,:(]*[A-Z]|,", one))]
    return [text.strip() for text in found if re.search(r"[A-Za-z]{2}", NAMES.sub("", text))]


def test_no_template_holds_words_of_its_own():
    every = {path.name: words_left(path.read_text("utf-8")) for path in TEMPLATES.glob("*.html")}
    assert {name: words for name, words in every.items() if words} == {}


def test_words_that_are_left_are_found():
    source = '<p title="Hall">{{ _("Games") }} of <code>ls</code>{{ "Left" if x }}</p>'
    assert words_left(source) == ["Hall", "of", "Left"]
    assert words_left("{% trans a=b %}Sign <b>in</b>{% endtrans %} {{ name }}: 12") == []


def test_every_page_with_the_script_brings_its_texts_and_names_its_language():
    for path in nonempty(TEMPLATES.glob("*.html")):
        source = path.read_text("utf-8")
        assert ("/static/hall.js" in source) == ("data-say=" in source), path.name
        assert ("<html" in source) == ("{{ language() }}" in source and "<html lang=" in source), path.name


def test_a_text_within_the_values_of_another_one_is_found():
    source = '_("%(a)s if not", a=_("so") if b else pgettext("c", "other")) + ngettext("one", "many", 2)'
    tree = ast.parse(source)
    found = list(named_in_python(ast.walk(tree)))
    assert found == [("%(a)s if not", None), (("one", "many"), None), ("so", None), ("other", "c")]
