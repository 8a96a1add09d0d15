"""A Tric Trac Tourney by the pages: results by hand, who withdraws, and the finish with open games."""

import pytest

from tablekeeper.web import Serving, Settings, make_app
from tests.web.conftest import KEPT
from tests.web.test_event_pages import PAGE, send

FOUR = ["Ann", "Bob", "Cid", "Dan"]


@pytest.fixture
def serving(director):
    """The pages over that director."""
    with Serving(make_app(director, settings=Settings(password=KEPT, login_key="only-once"))) as serving:
        yield serving


@pytest.fixture
def tourney(browser, director):
    """A tourney of four that has started; the browser is the director's."""
    browser.sign_in()
    event = director.events.new("Tourney", "ttt")
    director.events.enter(event, FOUR)
    director.events.start(event)
    return event


def test_withdrawal_and_finish_ask_for_a_ruling_and_a_reason(browser, director, tourney):
    path = f"/events/{tourney}"
    page = browser.get(path, headers=PAGE).text
    assert '<option value="removed">removed with all games, as after too many timeouts</option>' in page
    won = {"what": "result", "field-players": "Ann,Bob", "field-winner": "Ann", "field-kind": ""}
    assert send(browser, path, **won).status_code == 303
    assert "Say the ruling" in send(browser, path, what="withdraw", player="Ann").text
    assert send(browser, path, what="withdraw", player="Ann", ruling="timeouts").status_code == 303
    assert "Ann has withdrawn: 2 open games are timeouts" in browser.get(path).text
    refused = send(browser, path, what="finish")
    assert (refused.status_code, "3 games are open" in refused.text) == (409, True)
    assert send(browser, path, what="finish", reason="the hall closes").status_code == 303
    assert director.events.get(tourney).phase == "finished"
