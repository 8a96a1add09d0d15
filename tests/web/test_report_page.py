"""The incident report in a browser: for the director alone, with filters, printed, as text and as CSV."""

import csv
import io

import pytest

from tablekeeper.regulation.finding import POINTS, WARNING, Effect
from tests.startedevent import started_event
from tests.web.conftest import directed

serving = directed


@pytest.fixture
def cases(director):
    """A warning in an event that was undone, and points in no event."""
    event = started_event(director.events, ["Ann", "Bob", "Cid"], "Cup", "championship", {"first_to": 2})
    director.desk.penalise(Effect(WARNING, "Ann", 0, "Bob", "noise"), "sang <aloud>", event=event)
    director.desk.undo(1, "the radio")
    director.desk.penalise(Effect(POINTS, "=Zoe", 1, "Dan", "other"), "hid a checker")
    return event


def test_the_report_is_the_directors(browser, cases):
    for path in ("/rulings/report", "/rulings/report.txt", "/rulings/report.csv"):
        assert browser.get(path).status_code == 401
    browser.sign_in_as("scorer")
    assert browser.get("/rulings/report.csv").status_code == 403


def test_what_happened_and_what_counts(browser, cases):
    browser.sign_in()
    page = browser.get("/rulings/report").text
    assert "sang &lt;aloud&gt;" in page
    assert "<em>undone</em>" in page
    assert "<strong>=Zoe</strong>: " in page
    assert "<strong>Ann</strong>" not in page
    of_event = browser.get(f"/rulings/report?event={cases}").text
    assert "=Zoe" not in of_event
    assert f'href="/rulings/report.csv?event={cases}"' in of_event
    assert "Nothing matches" in browser.get("/rulings/report?player=Nobody").text


def test_the_report_as_a_file(browser, cases):
    browser.sign_in()
    text = browser.get("/rulings/report.txt")
    assert text.headers["content-disposition"] == 'attachment; filename="incident-report.txt"'
    assert text.text.startswith("# Incident report: everything\n")
    rows = list(csv.reader(io.StringIO(browser.get("/rulings/report.csv").text)))
    assert rows[0] == ["Number", "Time", "Who", "What", "Paragraphs", "Effects", "State"]
    assert [(row[0], row[2], row[6]) for row in rows[1:]] == [
        ("1", "director", "undone"), ("2", "director", ""), ("3", "director", ""),
    ]  # fmt: skip
    # a spreadsheet takes no name for a formula
    assert rows[3][3].startswith("'=Zoe")
    assert "§" in rows[3][4]
    alone = browser.get("/rulings/report.csv?player=%3DZoe").text.splitlines()
    assert len(alone) == 2


@pytest.mark.parametrize("path", [
    "/rulings/report?event=one", "/rulings/report.csv?match=x", "/rulings/report.pdf",
])  # fmt: skip
def test_what_is_not_there_is_refused(browser, cases, path):
    browser.sign_in()
    assert browser.get(path).status_code == 404


def test_the_form_of_the_report_is_not_printed(engine, serving, cases, pictures):
    page = engine.new_context(viewport={"width": 390, "height": 844}, base_url=serving.url).new_page()
    page.goto("/login?key=only-once")
    page.goto("/rulings/report")
    page.screenshot(path=pictures / "report-390.png", full_page=True)
    page.emulate_media(media="print")
    assert not page.get_by_role("search").is_visible()
