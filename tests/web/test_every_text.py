"""No page has a text that its reader's language does not reach, told by a language of our own.

Its catalogue has the letters of every English text replaced by one that no name here has. So a word of
ordinary letters on a page is a name, or a text that nobody translates: an f-string, a text joined by other
means, a word that no text function holds.
"""

import platform
import re
from html.parser import HTMLParser

import pytest

from tablekeeper.formats import FORMATS
from tablekeeper.languages import catalogues
from tablekeeper.lettering import lettered
from tablekeeper.web import languages
from tests.guards import sample
from tests.web.conftest import Browser
from tests.web.wholehall import served

LETTER = "\u0436"
PARTS = re.compile(r"(%\(\w+\)s|<[^>]*>|&\w+;)")
#: attributes that are read aloud or shown
SHOWN = ("alt", "aria-label", "aria-description", "placeholder", "title", "data-label")
#: elements whose text is no language: addresses, keys, notations, commands
MUTE = ("script", "style", "code", "kbd", "pre", "samp", "textarea")
#: elements without an end
VOID = (
    "area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr", "circle", "rect", "path",
    "line", "polyline",
)  # fmt: skip


def replaced(text):
    """Return a text of the catalogues in the language of this test: its values, tags and shape stay."""
    parts = PARTS.split(text)
    return "".join(
        part if place % 2 else re.sub(r"[A-Za-z]", LETTER, part) for place, part in enumerate(parts)
    )


def pattern(code, text, plural="", number=0, context=""):
    """Return what `catalogues.pattern` does, with replaced letters in German."""
    english = plural if plural and number != 1 else text
    return english if code == catalogues.ENGLISH else replaced(english)


class Texts(HTMLParser):
    """What a page shows and says: pieces of text, and attributes."""

    def __init__(self):
        super().__init__()
        self.found, self.open = [], []

    def handle_starttag(self, tag, attributes):
        typed = dict(attributes).get("translate") == "no"
        self.found += [value for name, value in attributes if name in SHOWN and value and not typed]
        if tag not in VOID and (tag in MUTE or typed or self.open):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open and tag not in VOID:
            self.open.pop()

    def handle_data(self, data):
        if not self.open:
            self.found.append(data)

#: names without a letter that a text of ours could have
NAMES = [f"{one}{one.lower()}{place}" for place, one in enumerate("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤ")]
#: what people have named and written in the hall of the test
WRITTEN = (
    *(f"{form.title} 3" for form in FORMATS.values()),
    "Cup of names", "Later", "Spring Open", "Open", "Evening match", "Eve", "Finn", "sang aloud",
    "hid a checker", "Late 1", "Late 2", "Club", "The buffet is open", "Lunch", "Tablekeeper",
    # names on boards; what the page about this computer names
    *map(lettered, NAMES), "Python", platform.system(), platform.release(),
)  # fmt: skip
#: the same in every language: units, notations, names of things
SAME = re.compile(
    # addresses, and where the database lies
    r"https?://\S+|/\S+/hall\.db|English|Italiano|Deutsch|Table \d|\w+tag|Mittwoch|November|TARA|Sacred Hill"
    r"|(GNU )?Backgammon|TripleAthlon|Tric Trac|TTT|Swing|XGID"
    # a time control, and what stands between the squares of TARA's moves
    r"|\b\d+m/pt b\d+( o\d+m)?|\bbattle (?=[A-G]\d)|\bout (?=[A-G]\d)"
    r"|[A-Z]{1,3}\d+(-\d)?|\d+[a-zA-Z]*\+?(-XL)?|\b[A-Z]{2,3}\b\+?|b\d+"
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Pages of a whole hall: (route, address, HTML in German with every text replaced)."""
    folder = tmp_path_factory.mktemp("texts")
    with pytest.MonkeyPatch.context() as patched, served(folder, NAMES, "Τ1") as (url, pages, cookies):
        patched.setattr(catalogues, "pattern", pattern)
        patched.setattr(languages, "pattern", pattern)
        with Browser(url) as reader:
            for cookie in cookies:
                reader.cookies.set(cookie["name"], cookie["value"])
            german = {"accept-language": "de", "accept": "text/html"}
            yield [(route, address, reader.get(address, headers=german).text) for route, address, _ in pages]


def left(html):
    """Return the words of a page that are in ordinary letters."""
    texts = Texts()
    texts.feed(html)
    found = []
    for text in texts.found:
        told = text
        for name in WRITTEN:
            told = told.replace(name, "")
        if re.search(r"[A-Za-z]{2}", SAME.sub("", told)):
            found.append(" ".join(text.split()))
    return list(dict.fromkeys(found))


#: texts that are left, of several thousand: names of the accounts of this hall (5), words that are typed in
#: English (2). A change may only lower it.
MOST_LEFT = 7


@sample.scenario("every text of all pages")
def test_no_page_gets_a_text_that_the_catalogues_do_not_reach(pages):
    found = {words: address for _, address, html in pages for words in left(html)}
    assert len(pages) > 100
    assert len(found) <= MOST_LEFT, found


def test_a_text_that_is_left_is_found():
    html = f"<p title='Ann'>{replaced('This table is free')} <b>{replaced('Seat it')}</b> Not told</p>"
    assert left(html) == ["Ann", "Not told"]
