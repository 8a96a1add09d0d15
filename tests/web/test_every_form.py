"""Every form of the director's pages, sent with values that cannot be: the page comes again with them."""

import html
import re
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from tablekeeper.web import Settings, make_app
from tests.guards import sample
from tests.readerwords import program_words
from tests.startedevent import entered_event, started_event
from tests.web.conftest import PASSWORD, accounts_in
from tests.web.pageforms import forms_of

NAMES = ["Ann", "Bob", "Cid", "Dan"]
#: pages from which every other one is found by its links
STARTS = ("/", "/events", "/events/new", "/rulings", "/calls", "/tables", "/people", "/entries", "/accounts",
          "/account", "/journal", "/dice", "/tara")  # fmt: skip
#: pages of one kind that are opened, at most
LIKE = 3
#: a number, a time, a name and a choice that nobody can have
BAD = "\x01 no such thing ☃"
#: types of inputs that have a text of their own
TEXTS = ("text", "textarea", "number", "search")
#: forms that leave the desk
LEAVE = ("/logout",)


@pytest.fixture
def room(room):
    """A hall in which each kind of form has something to be about."""
    boards = [room.board(digit) for digit in "ab"]
    room.match(boards[0], 7, "21m b12")
    room.send(boards[0])
    director = room.director
    events, desk = director.events, director.desk
    cup = started_event(events, NAMES, "Cup", "knockout", {"length": 5})
    one = events.get(cup).answer.next[0]
    won = {"winner": one["players"][0], "score": [5, 1]}
    events.result(cup, {"match": one["match"], "players": one["players"], **won})
    entered_event(events, NAMES, "Later", "knockout", {"length": 7})
    done = started_event(events, NAMES[:3], "Done", "championship", {"first_to": 1})
    events.result(done, {"winner": "Ann"})
    events.finish(done)
    two = events.get(cup).answer.next[0]["players"]
    about = {"event": cup}
    desk.rule("offence", two, {"cause": "noise"}, **about)
    desk.act("late", {
        "player": two[0], "opponent": two[1], "scheduled_ms": director.clock.now_ms(), "length": 5, **about,
    })
    desk.act("announce", {"text": "Lunch at 13:00"})
    desk.act("committee", {"members": ["Eve", "Fay", "Gus"]})
    director.people.enter(NAMES)
    director.people.club("Rome")
    return room


@pytest.fixture
def browser(room, tmp_path):
    address = "http://127.0.0.1"
    # an address without text/html is that of a line of events, which does not end
    options = {"headers": {"Origin": address, "Accept": "text/html"}, "client": ("127.0.0.1", 50_000)}
    settings = Settings(accounts=accounts_in(tmp_path), login_key="k")
    app = make_app(room.director, settings=settings)
    with TestClient(app, address, follow_redirects=False, **options) as client:
        token = forms_of(client.get("/login").text)[0].fields["token"]
        said = {"token": token, "name": "director", "password": PASSWORD, "next": "/"}
        assert client.post("/login", data=said).status_code == 303
        yield client


def pages(browser):
    """Yield the address and text of the pages that links lead to, some of each kind."""
    waiting, known, kinds = list(STARTS), set(STARTS), {}
    while waiting:
        address = waiting.pop(0)
        kind = re.sub(r"[0-9a-f]{6,}|\d+", "N", address.partition("?")[0])
        if kinds.get(kind, 0) >= LIKE:
            continue
        answer = browser.get(address)
        if answer.status_code != 200 or "text/html" not in answer.headers["content-type"]:
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        yield address, answer.text
        for href in re.findall(r'<a[^>]* href="(/[^"#]*)', answer.text):
            found = href.replace("&amp;", "&")
            if found not in known and not found.startswith(("/journal?", "/login", "/referee", "/static")):
                known.add(found)
                waiting.append(found)


def every_form(browser):
    """Return each form once: by where it goes, what it is, and which inputs it has."""
    found = {}
    for address, text in pages(browser):
        for form in forms_of(text, address):
            kind = re.sub(r"[0-9a-f]{6,}|\d+", "N", urlsplit(form.action).path)
            what = form.what or " ".join(value for name, value in form.buttons if name == "what")
            if form.typed and not form.file and not form.action.startswith(LEAVE):
                found.setdefault((kind, what, tuple(sorted(form.typed))), form)
    return found


def hidden(form):
    """Return what a form is about: what nobody types in it."""
    ours = ("token", "seen", "shown", *form.typed)
    return form.what, *sorted((name, value) for name, value in form.fields.items() if name not in ours)


@sample.scenario("impossible values in every form")
def test_a_form_with_impossible_values_comes_again_with_them(browser):
    forms = every_form(browser)
    wrong, refused = [], 0
    for (kind, what, _), form in forms.items():
        button = next((one for one in form.buttons if one[0]), None)
        texts = {name for name, type_ in form.typed.items() if type_ in TEXTS}
        choices = {name for name, type_ in form.typed.items() if type_ == "select"}
        for names, value in ((texts, BAD), (choices, BAD), (texts, ""), (texts, "9" * 12)):
            if not names:
                continue
            data = form.fields | dict.fromkeys(names, value) | (dict([button]) if button else {})
            answer = browser.post(form.action, data=data)
            told = f"{kind} {what} {'/'.join(sorted(names))}={value!r}: {answer.status_code}"
            if answer.status_code == 303:
                break  # done: what it was about may be gone
            refused += 1
            for sentence in re.findall(r'class="refusal"[^>]*>(.*?)<', answer.text):
                if words := program_words(html.unescape(sentence), value):
                    wrong.append(f"{told}: {sentence} {words}")
            if answer.status_code not in (200, 409) or "<h1>That did not work</h1>" in answer.text:
                sentence = re.search(r"<h1>That did not work</h1>\s*<p>(.*?)</p>", answer.text)
                wrong.append(f"{told} {sentence[1] if sentence else ''}")
            elif value and answer.status_code == 409 and names == texts:
                # what it was about may be gone by what was sent before: then no such form is there
                again = [one for one in forms_of(answer.text, form.action) if hidden(one) == hidden(form)]
                typed = [{" ".join(one.fields.get(name, "").split()) for name in texts} for one in again]
                kept = {" ".join(value.split())} in typed
                if again and not kept:
                    wrong.append(f"{told}: what was typed is gone")
    assert not wrong, "\n".join(wrong)
    assert len(forms) > 40
    assert refused > 60
