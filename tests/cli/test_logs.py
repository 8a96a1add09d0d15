"""The host's log: JSON lines with the ids of requests, and no name, secret or address in them."""

import json
import logging
import re
import urllib.error
import urllib.request

import pytest

from tablekeeper.cli.logs import HOST, logging_to
from tablekeeper.errors import UserError
from tablekeeper.web import Serving, make_app
from tests.patience import until
from tests.web.conftest import PASSWORD, Browser, accounts, director, settings  # noqa: F401

OURS = logging.getLogger("tablekeeper.somewhere")


@pytest.fixture
def logged(tmp_path):
    """Logs to a file; returns what reads its lines."""
    file = tmp_path / "host.log"
    with logging_to("text", file):
        yield lambda: [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert file.stat().st_mode & 0o777 == 0o600


def fail(name):
    raise KeyError(f"{name} is not in the table")


def test_a_line_is_a_document_without_the_values_of_errors(logged, capsys):
    HOST.info("Table 1 is here.")
    OURS.warning("Match %d waits: %s", 7, UserError("%(player)s is not entered.", player="Annabella"))
    try:
        fail("Annabella")
    except KeyError:
        OURS.exception("A part could not be made.")
    one, two, three = logged()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", one.pop("time"))
    assert one == {"level": "info", "logger": "tablekeeper.host", "message": "Table 1 is here."}
    assert (two["level"], two["message"]) == ("warning", "Match 7 waits: %(player)s is not entered.")
    assert (three["error"], three["where"][-1].split(" ")[1]) == ("KeyError", "fail")
    assert "Annabella" not in json.dumps([one, two, three])
    # people at the terminal read all of it, with the time of day
    said = capsys.readouterr().err
    assert re.search(r"^\d\d:\d\d:\d\d  Table 1 is here\.$", said, re.MULTILINE)
    assert "Match 7 waits: Annabella is not entered." in said
    assert "KeyError" in said


def test_requests_are_logged_by_their_route_and_have_an_id(logged, director, settings, capsys):  # noqa: F811
    proof = settings.accounts.player_signature(1)
    with Serving(make_app(director, settings=settings)) as serving, Browser(serving.url) as browser:
        paths = ("/", f"/link/1/{proof}", "/display/felt-secret", "/players?name=Annabella", "/nowhere/Bob")
        answers = [browser.get(path) for path in paths]
        answers.append(browser.sign_in())
        ids = [one.headers["x-request-id"] for one in answers]
        lines = until(lambda: [one for one in logged() if one["message"] == "request"][6:] and logged())
    assert len(set(ids)) == len(ids)
    requests = {one["request"]: one for one in lines if one["message"] == "request"}
    found = [(requests[one]["method"], requests[one]["route"], requests[one]["status"]) for one in ids]
    assert found == [
        ("GET", "/", 200),
        ("GET", "/link/{player:number}/{proof}", 303),
        ("GET", "/display/{key}", 403),
        ("GET", "/players", 404),
        ("GET", "", 404),
        ("POST", "/login", 303),
    ]
    assert all(0 <= one["ms"] < 60_000 for one in requests.values())
    whole = json.dumps(lines)
    for secret in (proof, "felt-secret", "Annabella", "Bob", PASSWORD, "token"):
        assert secret not in whole
    # not at the terminal
    assert "request" not in capsys.readouterr().err


def test_a_failure_has_the_id_that_the_answer_names(logged, director, monkeypatch):  # noqa: F811
    monkeypatch.setattr(type(director.overview), "hall", lambda self: fail("Annabella"))
    with Serving(make_app(director)) as serving, Browser(serving.url) as browser:
        answer = browser.get("/fragments/hall")
        assert answer.status_code == 500
        lines = until(lambda: [one for one in logged() if "error" in one])
    assert {one["request"] for one in lines} == {answer.headers["x-request-id"]}
    assert lines[0]["error"] == "KeyError"
    assert any(" fail" in one for one in lines[0]["where"])
    assert "Annabella" not in json.dumps(lines)


def test_a_host_logs_json_from_its_start_to_its_end(start, tmp_path):
    host = start("serve", "--http-port", "0", "--database", tmp_path / "hall.db", "--log-format", "json")
    url = host.wait_for(r"The hall is open: +(http://\S+?)/\s")[1]
    host.wait_for("waiting for boards")
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{url}/nowhere")
    host.wait_for('"message": "request"')
    assert host.end() == 0
    lines = [json.loads(line) for line in host.err if line.startswith("{")]
    assert "The database is" in lines[0]["message"]
    assert lines[-1]["message"].startswith("The hall is closed: everything")
    assert [one["status"] for one in lines if one["message"] == "request"] == [404]


def test_a_log_that_cannot_be_written_is_refused(command, tmp_path):
    words = ["serve", "--http-port", "0", "--database", tmp_path / "hall.db"]
    result = command(*words, "--log-file", tmp_path / "nowhere" / "host.log")
    assert (result.exit_code, "can't be written: No such file" in result.stderr) == (2, True)
