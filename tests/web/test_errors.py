"""What a page answers when something fails: the request, the database, or a stored document."""

import logging

import pytest

from tablekeeper.errors import NotFound, ResourceError, UserError
from tablekeeper.strictjson import DocumentError
from tablekeeper.web.errors import SENTENCES
from tests.patience import until
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


@pytest.mark.parametrize(
    "error", [ResourceError("The disk is full: make room."), DocumentError("journal[3].body", "is missing")]
)
def test_what_nobody_asked_for_is_logged_and_not_told(asked, caplog, error):
    def logged():
        return [record.exc_info[1] for record in caplog.records if record.exc_info]

    with caplog.at_level(logging.ERROR):
        answer = asked(error)
        # the server logs after it has answered
        until(logged)
    assert (answer.status_code, answer.json()) == (500, {"error": SENTENCES[500]})
    assert logged() == [error]
