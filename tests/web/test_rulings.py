"""The director's page for decisions: what is written there reaches the service, and nobody else sees it."""

import pytest

from tests.web.hallwork import match, table
from tests.web.test_pages import UID

PATH = f"/tables/{UID}/rulings"
REASON = "it ran in the dispute"
WHY = {"reason": REASON}


@pytest.fixture
def director(browser):
    """A browser whose director has signed in."""
    browser.sign_in()
    return browser


def decide(browser, **form):
    """Send one of the page's forms."""
    wanted = {"token": browser.token(PATH), "match": match().id, **form}
    return browser.post(PATH, data=wanted, headers=browser.origin)


def test_only_the_director_sees_the_page_and_the_way_to_it(browser, hall):
    answer = browser.get(PATH)
    assert answer.status_code == 401
    assert "Sign in first" in answer.text
    assert PATH not in browser.get(f"/tables/{UID}").text
    assert PATH not in browser.get(f"/tables/{UID}/log").text
    form = {"match": match().id, "what": "clock", "control": "10m"}
    assert browser.post(PATH, data=form, headers=browser.origin).status_code == 401
    browser.sign_in()
    for page in (f"/tables/{UID}", f"/tables/{UID}/log"):
        assert PATH in browser.get(page).text
    assert browser.post(PATH, data=form, headers=browser.origin).status_code == 403
    assert browser.get("/tables/nobody/rulings").status_code == 404
    assert hall.decided == []


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"what": "clock", "control": "3m/pt b12"}, ("clock", 1, "3m/pt b12")),
        ({"what": "correct", "seat": "1", "left": "5:05", **WHY}, ("correct", 1, 1, 305_000, REASON)),
        ({"what": "correct", "seat": "0", "left": " 1:02:30 ", **WHY},
         ("correct", 1, 0, 3_750_000, REASON)),
        ({"what": "award", "seat": "0", "points": "2", "cause": "1", **WHY},
         ("award", 1, 0, 2, REASON, 1, False)),
        ({"what": "award", "seat": "1", "points": "1", "cause": "0", "back": "1", **WHY},
         ("award", 1, 1, 1, REASON, 0, True)),
    ],
)  # fmt: skip
def test_a_decision_reaches_the_service_and_is_listed(director, hall, form, said):
    answer = decide(director, **form)
    assert (answer.status_code, answer.headers["location"]) == (303, PATH)
    [(what, number, *rest)] = hall.decided
    assert (what, *rest) == (said[0], *said[2:])
    assert number == match().id
    assert "decides:" in director.get(PATH).text


@pytest.mark.parametrize(
    ("form", "status", "sentence"),
    [
        ({"what": "correct", "seat": "0", "left": "five", **WHY}, 400, "like 5:05"),
        ({"what": "correct", "seat": "0", "left": "1:60", **WHY}, 400, "like 5:05"),
        ({"what": "correct", "seat": "", "left": "1:00", **WHY}, 400, "The player is missing"),
        ({"what": "award", "seat": "0", "points": "-1", "cause": "0", **WHY}, 400, "How many points"),
        ({"what": "award", "seat": "0", "points": "1", "cause": "x", **WHY}, 400, "The cause"),
        ({"what": "coronation", "seat": "0"}, 400, "Unknown decision"),
        ({"what": "clock", "control": "10m", "match": "999"}, 409, "has another match now"),
    ],
)
def test_what_cannot_be_read_is_refused(director, hall, form, status, sentence):
    answer = decide(director, **form)
    assert answer.status_code == status
    assert sentence in answer.text
    assert hall.decided == []


def test_what_the_director_refuses_is_said(director, hall):
    hall.refuses = "At Table 1 a result waits: confirm it, or let the players reject it."
    answer = decide(director, what="clock", control="10m")
    assert answer.status_code == 409
    assert "a result waits" in answer.text


def test_without_a_match_there_is_nothing_to_decide(director, hall):
    hall.set(table(1))
    page = director.get(PATH).text
    assert "No match is at this table" in page
    assert 'name="what"' not in page
    assert "Nothing was decided yet" in page
