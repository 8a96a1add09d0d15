"""A Tric Trac Tourney by the pages: results by hand, who withdraws, and the finish with open games."""

import threading
from decimal import Decimal

import pytest

from tablekeeper.director import gnubg
from tablekeeper.director.gnubg import Rates
from tests.startedevent import started_event
from tests.web.conftest import directed, text_of
from tests.web.test_event_pages import PAGE

serving = directed
START = "4HPwATDgc/ABMA"
FOUR = ["Ann", "Bob", "Cid", "Dan"]


@pytest.fixture
def tourney(browser, director):
    """A tourney of four that has started; the browser is the director's."""
    browser.sign_in()
    return started_event(director.events, FOUR, "Tourney", "ttt")


def test_a_timeout_is_adjudicated_by_the_page_while_others_read_it(browser, director, tourney, monkeypatch):
    """The hall is served while GNU Backgammon thinks, and it is asked one question at a time."""
    busy, free = threading.Event(), threading.Event()

    def evaluated(position, patience):
        busy.set()
        assert free.wait(10)
        return Rates(Decimal(40), Decimal(10), Decimal(1)), Rates(Decimal(60), Decimal(20), Decimal(2))

    monkeypatch.setattr(gnubg, "evaluated", evaluated)
    monkeypatch.setattr(gnubg, "version", lambda: "GNU Backgammon 9")
    path = f"/events/{tourney}"
    lost = {"what": "result", "field-players": "Ann,Bob", "field-timeout": "Bob", "field-position": START}
    token = browser.get(path, headers=PAGE).text.rsplit('name="token" value="', 1)[1].partition('"')[0]
    answers = []

    def ask():
        return browser.post(path, data={"token": token, **lost}, headers=browser.origin)

    asking = threading.Thread(target=lambda: answers.append(ask()))
    asking.start()
    assert busy.wait(10)
    assert browser.get(path, headers=PAGE).status_code == 200
    director.events.result(tourney, {"players": ["Cid", "Dan"], "winner": "Cid"})
    refused = ask()
    assert (refused.status_code, "busy with another question" in refused.text) == (503, True)
    assert browser.get("/referee?ask=gnubg").status_code == 503
    free.set()
    asking.join()
    assert answers[0].status_code == 303
    stored = director.events.get(tourney).entered[-1].result
    assert (stored["match"], stored["wins"], stored["evaluation"]) == (2, 60.0, "GNU Backgammon 9, 2-ply")
    # typed percentages ask nobody
    typed = {"field-players": "Ann,Cid", "field-wins": "50", "field-gammons": "20", "field-backgammons": "0"}
    assert browser.submit(path, **{**lost, "field-timeout": "Cid", **typed}).status_code == 303


def test_withdrawal_and_finish_ask_for_a_ruling_and_a_reason(browser, director, tourney):
    path = f"/events/{tourney}"
    page = browser.get(path, headers=PAGE).text
    assert 'name="field-timeout"' in page
    assert 'name="field-absent"' not in page
    assert '<option value="removed">removed with all games, as after too many timeouts</option>' in page
    won = {"what": "result", "field-players": "Ann,Bob", "field-winner": "Ann", "field-kind": ""}
    assert browser.submit(path, **won).status_code == 303
    assert "Choose the ruling" in browser.submit(path, what="withdraw", player="Ann").text
    asked = browser.submit(path, what="withdraw", player="Ann", ruling="timeouts")
    assert "2 pairings are decided without play." in asked.text
    assert "Ann" not in director.events.get(tourney).withdrawn
    sure = {"what": "withdraw", "player": "Ann", "ruling": "timeouts", "sure": "1"}
    assert browser.submit(path, **sure).status_code == 303
    assert "Ann has withdrawn: 2 open games are timeouts" in browser.get(path).text
    asked = browser.submit(path, what="finish")
    assert "3 games are open. Finish all the same?" in asked.text
    assert 'name="reason" required' in asked.text
    assert director.events.get(tourney).phase == "running"
    assert browser.submit(path, what="finish", reason="the hall closes").status_code == 303
    assert director.events.get(tourney).phase == "finished"


def test_many_results_are_looked_at_before_they_are_entered(browser, director, tourney):
    path = f"/events/{tourney}"
    assert browser.post(f"{path}/results", data={"lines": "x"}, headers=browser.origin).status_code == 403
    lines = "player1,player2,winner\nAnn,Bob,Ann\nAnn,<Cid>,Ann\n"

    def look(lines, **more):
        return browser.submit(path, f"{path}/results", lines=lines, **more)

    wrong = look(lines).text
    assert "1 line has a problem" in wrong
    assert "&quot;&lt;Cid&gt;&quot; is not among the players" in wrong
    assert "Enter all of them" not in wrong
    right = look(lines.replace("<Cid>", "Cid")).text
    assert "2 results to enter" in right
    assert director.events.get(tourney).entered == ()
    after = right.partition('name="after" value="')[2].partition('"')[0]
    assert look(lines, after=after).status_code == 409
    assert look(lines.replace("<Cid>", "Cid"), after=after).status_code == 303
    assert len(director.events.get(tourney).entered) == 2
    assert "Ann,Dan,Ann" in text_of(look(lines.replace("<Cid>", "Dan"), after=after), 409)
    headless = look("nothing\nAnn <b>")
    assert headless.status_code == 409  # what was pasted stands in the page, the sentence beside it
    assert 'aria-describedby="problem-lines" autofocus>nothing\nAnn &lt;b&gt;</textarea>' in headless.text
    assert 'id="problem-lines" role="alert"' in headless.text
    assert browser.submit(path, what="undo", undoes="4", through="5").status_code == 303
    assert director.events.get(tourney).entered == ()


def test_a_player_has_a_page_and_overdue_games_are_told(browser, director, tourney):
    path = f"/events/{tourney}"
    assert f'<a href="{path}/players/2">Bob</a>' in browser.get(path).text
    page = browser.get(f"{path}/players/1").text
    assert "<h1>Ann in <a" in page
    told = [page.index(text) for text in ("Ann invites", "Ann v Bob", "Who invited Ann", "Dan v Ann")]
    assert told == sorted(told)
    for number in (0, 5):
        assert browser.get(f"{path}/players/{number}").status_code == 404
    director.events.set_options(tourney, {"turns_a_day": 2})
    assert "Overdue" not in browser.get(path).text
    assert browser.submit(path, what="turn", on_turn="Bob", against="Ann").status_code == 303
    assert "Bob on turn, due " in browser.get(f"{path}/players/1").text
    assert "Bob on turn, due " in browser.get(path).text.partition('id="e-next"')[2]
    director.clock._now = lambda: 1 << 42
    needs = browser.get(path).text.partition('id="desk-needs"')[2].partition("</section>")[0]
    assert "Bob on turn, due " in needs
    assert "<strong>overdue</strong>" in browser.get(f"{path}/players/2").text
