"""The director's page for setting tables up reaches the service; every kind of game is shown."""

import pytest

from tablekeeper.games.registry import GAMES
from tests.web.hallwork import dicelog, match, plain, race, table, tara
from tests.web.test_pages import UID

PATH = f"/tables/{UID}/setup"
ORDER = f"/tables/{UID}/order"


def test_only_the_director_sees_the_page_and_the_way_to_it(browser, hall):
    assert browser.get(PATH).status_code == 401
    assert PATH not in browser.get(f"/tables/{UID}").text
    for path in (PATH, ORDER):
        assert browser.post(path, data={"program": "race"}, headers=browser.origin).status_code == 401
    browser.sign_in()
    assert PATH in browser.get(f"/tables/{UID}").text
    assert browser.post(PATH, data={"program": "race"}, headers=browser.origin).status_code == 403
    assert browser.get("/tables/nobody/setup").status_code == 404
    assert hall.forms == {}
    assert "choose backgammon, race" in browser.get(f"{PATH}?program=chess").text
    assert hall.decided == []


@pytest.mark.parametrize("program", GAMES)
def test_every_option_of_a_program_is_asked(signed, hall, program):
    text = signed.get(f"{PATH}?program={program}").text
    assert hall.forms == {UID: program}, "the board may load it"
    game = GAMES[program]
    asked = [option for option in game.options if option.asked]
    for option in asked:
        assert f'name="option-{option.name}"' in text
        assert all(f'value="{value}"' in text for value, _ in option.choices)
    assert text.count('name="name-') == game.most_seats
    form = {f"option-{option.name}": option.default for option in asked}
    answer = signed.submit(PATH, program=program, **form, **{"name-0": "Ann", "name-1": "Bob"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{UID}")
    names = ["Ann", "Bob", "", "", "", ""][: game.most_seats]
    options = {option.name: option.default for option in asked}
    assert hall.decided == [("set up", UID, program, options, names)]


def test_what_the_service_refuses_is_said(signed, hall):
    hall.refuses = "At Table 1 match 7 is in progress: close it or hand it over first."
    typed = {"name-0": "Ann <Berg>", "option-control": "10m f5"}
    answer = signed.submit(PATH, what="setup", program="plain", **typed)
    assert answer.status_code == 409
    assert hall.refuses in answer.text
    # what was typed stands in the form again
    assert 'name="name-0" value="Ann &lt;Berg&gt;"' in answer.text
    assert 'name="option-control" value="10m f5"' in answer.text
    assert hall.decided == []


@pytest.mark.parametrize(
    ("view", "form", "said"),
    [
        (match(phase="result"), {"what": "confirm"}, ("confirm", 7)),
        (race(), {"what": "seal"}, ("seal", 8)),
        (race(), {"what": "end", "winner": ""}, ("end", 8, None)),
        (tara(), {"what": "end", "winner": "1"}, ("end", 9, 1)),
        (plain(), {"what": "end", "winner": "5"}, ("end", 10, 5)),
        (dicelog(phase="over"), {"what": "close"}, ("close", 11)),
    ],
)
def test_orders_reach_the_service(signed, hall, view, form, said):
    hall.set(table(1, view))
    assert ">Close and free the table</button>" in signed.get(PATH).text
    answer = signed.submit(PATH, ORDER, match=view.id, **form)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{UID}")
    assert (hall.decided, hall.actors) == ([said], {"director"})


def test_a_board_that_shows_a_match_gone_elsewhere_is_cleared(signed, hall):
    hall.set(table(1))
    assert ">Clear the board</button>" in signed.get(PATH).text
    assert signed.submit(PATH, ORDER, match="", what="clear").status_code == 303
    assert hall.decided == [("clear", UID)]


def test_an_order_for_another_match_or_of_no_kind_is_refused(signed, hall):
    assert signed.submit(PATH, ORDER, match=6, what="close").status_code == 409
    assert signed.submit(PATH, ORDER, match=7, what="explode").status_code == 400
    assert hall.decided == []


def test_every_kind_of_game_is_shown_in_the_hall_and_at_its_table(browser, hall):
    views = (race(), tara(), plain(), dicelog())
    for number, view in enumerate(views, 1):
        hall.set(table(number, view))
    whole = browser.get("/").text
    for number, view in enumerate(views, 1):
        for text in (whole, browser.get(f"/tables/{table(number).uid}").text):
            wanted = [view.title, view.state, view.standing, *view.facts]
            wanted += [part for seat in view.seats for part in (seat.name, *seat.notes)]
            assert [part for part in wanted if part not in text] == []
    assert (
        "Display of Table 3: Ada 9, Bo 8, Clock of 6; clocks 5:00, 4:10"
        in browser.get(f"/tables/{table(3).uid}").text
    )
