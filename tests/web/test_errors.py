"""What a page answers when something fails: the request, the database, or a stored document."""

import logging

import pytest

from tablekeeper.errors import NotFound, ResourceError, UserError
from tablekeeper.strictjson import DocumentError
from tablekeeper.web import Serving, Settings, make_app
from tablekeeper.web.errors import SENTENCES
from tablekeeper.web.refusals import DATABASE_FAILED
from tests.patience import until
from tests.web.conftest import Browser
from tests.web.hallwork import table

UID = table(1).uid


def failing(error):
    """Return a service call that raises this error."""

    def call(*_, **__):
        raise error

    return call


@pytest.fixture
def asked(browser, hall):
    """Answers a request for a table's page while the service raises an error."""
    def ask(error):
        hall.overview.table = failing(error)
        return browser.get(f"/tables/{UID}", headers={"accept": "application/json"})

    return ask


def test_what_cannot_be_done_is_a_conflict(asked):
    answer = asked(UserError("At Table 1 match 7 is in progress: close it first."))
    assert (answer.status_code, answer.json()) == (
        409,
        {"error": "At Table 1 match 7 is in progress: close it first."},
    )


def test_what_is_not_there_is_not_found(asked):
    assert asked(NotFound("There is no board ff.")).status_code == 404


def test_a_full_disk_is_a_sentence_on_pages(director):
    app = make_app(director, settings=Settings(login_key="only-once"))
    with Serving(app) as serving, Browser(serving.url) as browser:
        browser.get("/login?key=only-once")
        token = browser.token("/people")
        raw = director.hall.store._database.writer().connection.driver_connection
        raw.execute("PRAGMA max_page_count = 1")  # then SQLite says that the disk is full
        names = "\n".join(f"Player {number} {'x' * 40}" for number in range(80))
        form = {"token": token, "what": "enter", "names": names}
        answer = browser.post("/people", data=form, headers=browser.origin)
        assert answer.status_code == 503
        assert "The disk of the database" in answer.text
        assert "is full: make room on it" in answer.text
        raw.execute("PRAGMA max_page_count = 1000000")
        assert browser.post("/people", data=form, headers=browser.origin).status_code == 303


def test_only_the_director_is_told_what_is_wrong_with_the_database(asked, browser, caplog):
    error = ResourceError("The disk of the database hall.db is full: make room on it.")
    with caplog.at_level(logging.ERROR):
        answer = asked(error)
    assert (answer.status_code, answer.json()) == (503, {"error": DATABASE_FAILED})
    assert str(error) in caplog.messages
    browser.get("/login?key=only-once")
    assert asked(error).json() == {"error": str(error)}


@pytest.mark.parametrize("error", [DocumentError("journal[3].body", "is missing")])
def test_what_nobody_asked_for_is_logged_and_not_told(asked, caplog, error):
    def logged():
        return [record.exc_info[1] for record in caplog.records if record.exc_info]

    with caplog.at_level(logging.ERROR):
        answer = asked(error)
        # the server logs after it has answered
        until(logged)
    assert (answer.status_code, answer.json()) == (500, {"error": SENTENCES[500]})
    assert logged() == [error]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("PUT", "/tables", "GET, HEAD, POST"), ("GET", "/logout", "POST"), ("POST", "/feed.atom", "GET, HEAD")],
)
def test_a_method_that_an_address_has_not_is_told_which_it_has(browser, method, path, allowed):
    answer = browser.request(method, path, headers=browser.origin)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
