"""The director's page of what is wrong: the findings of `tablekeeper doctor`, the worst first."""

import html

import pytest

from tablecore import records
from tablekeeper.director.computer import facts_of
from tablekeeper.director.diagnosis import diagnosis
from tablekeeper.store import Batch
from tablekeeper.web import doctorpage


@pytest.fixture
def serving(room_pages):
    return room_pages


def test_the_director_sees_what_the_command_finds(browser, room, accounts):
    for address in ("/doctor", "/fragments/doctor"):
        assert "No copy of the database" not in browser.get(address).text
    assert 'href="/doctor"' not in browser.get("/").text
    browser.sign_in()
    assert 'href="/doctor"' in browser.get("/").text
    page = html.unescape(browser.get("/doctor").text)
    found = diagnosis(facts_of(str(room.store.file), accounts))
    assert {"wrong", "ok"} <= {one.grade for one in found}
    for one in found:
        # the free space and the time go on
        if one.subject not in ("Disk", "Clock"):
            assert one.sentence in page
            assert one.remedy in page
    assert page.index("No copy of the database was ever made.") < page.index("director can sign in")


def test_a_new_look_finds_what_is_new(browser, room, monkeypatch):
    monkeypatch.setattr(doctorpage, "KEPT_S", -1)
    board = room.board("a")
    board.game()
    room.send(board)
    browser.sign_in()
    assert "set aside" not in browser.get("/fragments/doctor").text
    other = records.pack(board.journal, board.last, records.DICE, 0, 1, 1)
    room.store.ingest(Batch(board.uid, board.journal, board.last - 1, (other,), room.now))
    room.store.flush()
    page = browser.get("/fragments/doctor", headers={"accept-language": "de"}).text
    assert "tablekeeper board quarantine" in page
    assert "Falsch" in page
