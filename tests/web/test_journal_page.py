"""The journal in a browser: who reads it, filters, pages, and an undo that shows its consequences first."""

import re
from html import unescape

import pytest

from tablekeeper.director.journalview import PAGE
from tests.startedevent import started_event
from tests.web.conftest import directed, text_of

serving = directed
TRIO = ("Ann", "Bob", "Cid")


@pytest.fixture
def cup(director):
    """A championship with two results; its number."""
    event = started_event(director.events, TRIO, "Cup", "championship", {"first_to": 3})
    director.events.result(event, {"winner": "Ann"}, actor="Eve")
    director.events.result(event, {"winner": "Bob"}, actor="Eve")
    return event


@pytest.fixture
def knockout(director):
    """Four players of whom all have played: the final depends on the first matches."""
    event = started_event(director.events, (*TRIO, "Dan"), "Knockout", "knockout", {"length": 3})
    for _ in range(3):
        one = director.events.get(event).answer.next[0]
        result = {"match": one["match"], "winner": one["players"][0], "score": [3, 1]}
        director.events.result(event, result)
    return event


def enter(browser):
    browser.get("/login?key=only-once")


def said(browser, path):
    """Return a page's text without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", browser.get(path).text)).split())


def send(browser, path, **form):
    page = browser.get(path).text
    hidden = dict(re.findall(r'name="(token|what|shown)" value="([^"]*)"', page))
    return browser.post(path, data={**hidden, **form}, headers=browser.origin)


def test_the_journal_is_for_directors_and_of_events_for_scorers(browser, director, cup):
    for path in ("/journal", "/journal/event/1/4"):
        assert "Cup" not in text_of(browser.get(path), 401)
    assert 'href="/journal"' not in browser.get("/").text
    browser.sign_in_as("scorer")
    director.people.enter(["Zoe Quiet"])
    page = browser.get("/journal").text
    assert "The result winner Ann" in page
    assert "Zoe Quiet" not in page
    assert browser.get("/journal/people/0/1").status_code == 403
    page = browser.get("/journal/event/1/4").text
    assert "If it is undone" not in page
    token = re.findall(r'name="token" value="([^"]+)"', page)[-1]
    refused = browser.post("/journal/event/1/4", data={"token": token}, headers=browser.origin)
    assert refused.status_code == 403


def test_lines_tell_who_when_what_and_why(browser, director, cup):
    director.events.withdraw(cup, "Cid", "ill", actor="Eve")
    enter(browser)
    found = said(browser, "/journal")
    assert "6 lines, newest first." in found
    assert "Eve The withdrawal of Cid Reason: ill Cup" in found
    assert found.index("The withdrawal of Cid") < found.index("The result winner Bob")


@pytest.mark.turns(3)
@pytest.mark.parametrize(("filters", "lines"), [
    ("event=1", 5), ("event=2", 0), ("actor=Eve", 2), ("subject=people", 0), ("text=winner+bob", 1),
    ("day=2001-01-01", 0), ("actor=Eve&text=ann", 1),
])  # fmt: skip
def test_filters_choose_lines(browser, cup, filters, lines):
    enter(browser)
    found = said(browser, f"/journal?{filters}")
    assert f"{lines} line{'' if lines == 1 else 's'}" in found
    assert ("Nothing matches" in found) == (lines == 0)


def test_filters_stay_in_the_form_and_in_the_pages(browser, director, cup):
    for _ in range(PAGE):
        director.events.set_options(cup, {"first_to": 4}, actor="Eve")
    enter(browser)
    page = browser.get("/journal?actor=Eve").text
    assert "<option selected>Eve</option>" in page
    assert 'href="?actor=Eve&amp;page=2"' in page
    assert "Page 2 of 2" in said(browser, "/journal?actor=Eve&page=2")
    assert browser.get("/journal?page=99").status_code == 404


@pytest.mark.parametrize(("query", "status"), [
    ("event=one", 404), ("subject=cats", 404), ("day=yesterday", 409), ("page=0", 404), ("page=x", 404),
])  # fmt: skip
def test_a_filter_that_is_none_is_refused(browser, cup, query, status):
    enter(browser)
    assert browser.get(f"/journal?{query}").status_code == status


@pytest.mark.parametrize("path", ["/journal/event/1/77", "/journal/event/9/1", "/journal/cats/0/1"])
def test_an_action_that_is_none_has_no_page(browser, cup, path):
    enter(browser)
    assert browser.get(path).status_code == 404


def test_an_undo_shows_what_changes_and_does_it_by_one_button(browser, director, cup):
    enter(browser)
    found = said(browser, "/journal/event/1/5")
    assert "If it is undone" in found
    assert "Warning: Not counted any more: winner Bob." in found
    assert "Warning: 1st place: Ann instead of Ann and Bob." in found
    done = send(browser, "/journal/event/1/5", reason="wrong  sheet")
    assert (done.status_code, done.headers["location"]) == (303, "/journal?event=1")
    last = director.events.get(cup).history[-1]
    assert (last.action, last.actor, last.reason) == ("undo", "director", "wrong sheet")
    page = browser.get("/journal/event/1/5").text
    assert "undone" in page
    assert "If it is undone" not in page


def test_what_builds_on_it_is_undone_with_a_reason_only(browser, director, knockout):
    enter(browser)
    page = browser.get("/journal/event/1/4").text
    assert "Needs a reason: " in page
    assert 'name="reason" maxlength="200" autocomplete="off" value="" required' in page
    refused = send(browser, "/journal/event/1/4", reason=" ")
    assert refused.status_code == 409
    assert re.search(r'aria-invalid="true" aria-describedby="problem-undo-reason"', refused.text)
    assert "Give a reason, which is kept" in refused.text
    assert director.events.get(knockout).last == 6
    assert send(browser, "/journal/event/1/4", reason="exchanged").status_code == 303
    assert [one.seq for one in director.events.get(knockout).history if one.undone] == [4, 6]


def test_what_has_changed_meanwhile_is_shown_first_and_the_reason_kept(browser, director, cup):
    enter(browser)
    page = browser.get("/journal/event/1/4").text
    hidden = dict(re.findall(r'name="(token|what|shown)" value="([^"]*)"', page))
    director.events.result(cup, {"winner": "Ann"})
    answer = browser.post(
        "/journal/event/1/4", data={**hidden, "reason": "mistyped"}, headers=browser.origin
    )
    assert answer.status_code == 409
    assert "Something has changed meanwhile: look again" in answer.text
    assert 'value="mistyped"' in answer.text
    assert hidden["shown"] not in answer.text
    assert not any(one.undone for one in director.events.get(cup).history)


def test_what_cannot_be_undone_has_no_button(browser, director, cup):
    enter(browser)
    page = browser.get("/journal/event/1/1").text
    assert "An event stays: its first action cannot be undone." in page
    assert "Undo it" not in page


def test_directors_read_logins_in_the_journal_too(browser, accounts, director, cup):
    accounts.logins.enter("wrong", "Mallory", address="192.0.2.7")
    browser.sign_in_as("scorer")
    assert "Mallory" not in browser.get("/journal").text
    assert "Logins" not in browser.get("/journal").text
    browser.sign_in()
    found = said(browser, "/journal?subject=logins")
    assert "Wrong password for Mallory, from 192.0.2.7 Logins and accounts" in found
    found = said(browser, "/journal")
    assert "The result winner Bob" in found
    assert "Mallory" not in found
    only = said(browser, "/journal?subject=logins&actor=Mallory")
    assert "1 line." in only
    assert "result winner" not in only
    assert "scorer signed in" in said(browser, "/journal?subject=logins&text=signed").lower()
    # what was done at the door cannot be undone
    assert browser.get("/journal/logins/0/1").status_code == 404
    assert 'href="/journal?subject=logins"' in browser.get("/accounts").text
    assert 'href="/accounts"' in browser.get("/").text
