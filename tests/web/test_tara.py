"""TARA on a page: whole matches by its links, reasons, refusals, files, and saving them as events."""

import json
import random
import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest

from tablekeeper.audit.tara_board import AuditedBoard
from tablekeeper.formats import standings
from tablekeeper.games.tara.position import start
from tablekeeper.games.tara.record import TaraRecord, read_record
from tablekeeper.games.tara.rules import TaraRules
from tablekeeper.strictjson import loads
from tablekeeper.web.taramatch import TaraMatch, read_match
from tests.web.conftest import directed, text_of

serving = directed
NAMES = ("Ann", "Bob", "Cleo", "Dora")


def course(rules, seed, starter=0, until=lambda position: position.over):
    """Return the turns of a random game up to where something holds, and the position there."""
    chance = random.Random(seed)
    position, turns = start(rules, starter), []
    while not until(position) and not position.over:
        turn = chance.choice(position.turns())
        turns.append(turn)
        position = position.play(turn)
    return tuple(turns), position


def found(rules, what, seeds=range(200)):
    """Return the turns and the position of the first random game in which something comes up."""
    games = (course(rules, seed, until=what) for seed in seeds)
    return next(game for game in games if what(game[1]))


def at(rules, *games, names=NAMES):
    """Return the address of a match."""
    return TaraMatch(TaraRecord(rules, names[: rules.seats], games), ()).address()


def whole(rules, seed, games=None):
    """Return the turns of a match's first games."""
    count = rules.seats if games is None else games
    return [course(rules, seed + number, number)[0] for number in range(count)]


def links(text, kind):
    """Return the addresses of the board's links of a class, by hill or label."""
    return {
        unescape(label or title): unescape(href)
        for href, label, title in re.findall(
            rf'<a class="{kind}"[^>]*? href="([^"]*)"(?: aria-label="([^"]*)")?><rect[^>]*>'
            r"<title>([^<]*)</title>", text,
        )
    }  # fmt: skip


def calls(text):
    """Return the buttons under the board: label and address."""
    return {
        unescape(label): unescape(href)
        for href, label in re.findall(r'<a class="call(?: quiet)?" href="([^"]*)"[^>]*>([^<]*)</a>', text)
    }


def last_turn(address):
    return read_match(parse_qsl(urlsplit(address).query, keep_blank_values=True)).record.games[-1][-1]


# --- playing --------------------------------------------------------------------------------------


def test_a_match_begins_with_a_form(browser):
    page = browser.get("/tara")
    assert page.status_code == 200
    for name in ("seats", "player", "level", "opening", "op0_builds"):
        assert f'name="{name}"' in page.text
    form = {"seats": "4", "player": ["", " Bob  B. ", "", "Dora"], "level": "2", "opening": "linked",
            "op0_builds": "1"}  # fmt: skip
    answer = browser.get("/tara", params=form)
    assert answer.status_code == 303
    match = read_match(parse_qsl(urlsplit(answer.headers["location"]).query, keep_blank_values=True))
    assert match.record == TaraRecord(
        TaraRules(4, 2, "linked", True), ("Red south", "Bob B.", "Red north", "Dora"), ((),)
    )
    shown = browser.get(answer.headers["location"]).text
    for said in ("Red south and Red north v Bob B. and Dora", "OP0 may be built", "linked opening",
                 "Manoeuvres: Red south builds."):  # fmt: skip
        assert said in shown


@pytest.mark.turns(3)
@pytest.mark.parametrize("variant", [(2, 1, "free", False), (4, 2, "linked", True), (4, 1, "free", False)])
def test_a_game_by_the_links_of_the_page_is_the_game_of_the_rules(browser, variant):
    chance = random.Random(4)
    slow = AuditedBoard(*variant, 0)
    address = at(TaraRules(*variant), ())
    while not slow.over():
        text = browser.get(address).text
        options = slow.turns()
        if options[0].startswith("battle "):
            assert links(text, "may") == {}
            address = calls(text)["BATTLE"]
            assert len(links(text, "may-not")) >= 1
            text = browser.get(address).text
        ways = list(links(text, "may").values())
        others = [href for label, href in calls(text).items() if label in ("OUT", "No turn: pass")]
        by_turn = {str(last_turn(href)): href for href in ways + others}
        assert sorted(by_turn) == sorted(options)
        assert len(links(text, "may")) + text.count('class="may-not"') == 45
        turn = chance.choice(options)
        address = by_turn[turn]
        slow.play(turn)
    text = browser.get(address).text
    points, kingdoms, territory = slow.count()
    row = f"<td>{kingdoms[0]} : {kingdoms[1]}</td><td>{territory[0]} : {territory[1]}</td>"
    assert f"{row}<td>{points[0]} : {points[1]}</td>" in text
    assert text.count('class="fort"') == sum(territory)
    second = browser.get(calls(text)[f"Begin game 2: {NAMES[1]} starts"]).text
    assert "Manoeuvres: Bob" in second
    assert "Bob started" in second


def test_every_hill_that_is_not_legal_says_why(browser):
    address = at(TaraRules(), tuple(course(TaraRules(), 1, until=lambda one: one.forts[1] > 0)[0]))
    text = browser.get(address).text
    refused = re.findall(
        r'<a class="may-not" tabindex="-1" href="([^"]*)"><rect[^>]*><title>([^<]*)</title>', text
    )
    assert len(refused) > 30
    listed = unescape(text.partition('id="why-not"')[2].partition("</details>")[0])
    for href, title in refused:
        assert title
        answer = browser.get(unescape(href).partition("#")[0])
        assert answer.status_code == 200
        hill = unescape(href).partition("say=")[2].partition("#")[0].removeprefix("x")
        assert hill in listed
        alert = re.search(r'role="alert">([^<]*)<', answer.text)
        assert unescape(alert[1]).endswith(f"{unescape(title)}.")


def test_battle_has_to_be_called_before_its_turn(browser):
    rules = TaraRules(level=2)
    turns, position = found(rules, lambda one: one.announces())
    address = at(rules, turns)
    text = browser.get(address).text
    assert "has no placement left and calls BATTLE." in text
    assert re.search("<strong>All hills</strong>: .* has to call BATTLE first", text)
    assert 'class="tick"' not in text
    called = calls(text)["BATTLE"]
    text = browser.get(called).text
    assert text.count('class="tick"') == position.hills().bit_count()
    assert text.count('class="order"') >= position.hills().bit_count()
    assert all(str(last_turn(href)).startswith("battle ") for href in links(text, "may").values())
    assert all(label.startswith("BATTLE: Build on ") and ", OP1" in label for label in links(text, "may"))
    undone = calls(text)["Undo: BATTLE"]
    assert undone.partition("#")[0] == address
    # who says nothing of a call cannot make one
    assert "BATTLE" not in calls(browser.get(at(rules, turns[:2]) + "&battle=1").text)


def test_a_lull_is_said(browser):
    rules = TaraRules(level=2)
    turns, _ = found(rules, lambda one: one.battle and one.lull())
    assert "is at a lull: any OP1 hill." in browser.get(at(rules, turns)).text
    turns, _ = found(rules, lambda one: one.battle and not one.lull() and one.hills())
    assert "plays the highest OP." in browser.get(at(rules, turns)).text


def test_out_and_pass_are_buttons_only_where_they_are_the_turn(browser):
    def stuck(position):
        return position.battle and not position.hills() and not position.over

    turns, _ = found(TaraRules(4), stuck)
    text = browser.get(at(TaraRules(4), turns)).text
    assert str(last_turn(calls(text)["OUT"])) == "out"
    assert "has no turn and is out." in text
    after = browser.get(calls(text)["OUT"]).text
    assert "After OUT 3 turns are left." in after or "No turn: pass" in calls(after)
    turns, _ = found(TaraRules(), stuck)
    text = browser.get(at(TaraRules(), turns)).text
    assert str(last_turn(calls(text)["No turn: pass"])) == "pass"
    assert not {"OUT", "No turn: pass", "BATTLE"} & set(calls(browser.get(at(TaraRules(), turns[:3])).text))


def test_undo_and_the_turns_lead_back(browser):
    one, two = whole(TaraRules(), 5)
    address = at(TaraRules(), one, two[:1])
    text = browser.get(address).text
    assert calls(text)[f"Undo: {two[0]}, Bob"].partition("#")[0] == at(TaraRules(), one, ())
    text = browser.get(at(TaraRules(), one, ())).text
    assert calls(text)["Undo: the start of game 2"].partition("#")[0] == at(TaraRules(), one)
    back = [unescape(href).partition("#")[0] for href in re.findall(r'<li><a href="(/tara[^"]*)">', text)]
    assert back == [at(TaraRules(), one[:count]) for count in range(len(one), 0, -1)]
    assert not any(label.startswith("Undo") for label in calls(browser.get(at(TaraRules(), ())).text))


def test_a_turn_in_letters_is_played_or_refused(browser):
    address = at(TaraRules(), ())
    answer = browser.get(f"{address}&say=e4")
    assert (answer.status_code, answer.headers["location"]) == (
        303, at(TaraRules(), course(TaraRules(), 0)[0][:0]).replace("game=", "game=E4") + "#board",
    )  # fmt: skip
    begun = address.replace("game=", "game=E4+D4")
    for text, why in (("E5", "nearer than a knight's move"), ("H9", "is not a turn"), ("out", "has a turn"),
                      ("battle C5", "may not announce BATTLE"), ("xD4", "nothing is captured")):  # fmt: skip
        page = text_of(browser.get(begun, params=[*parse_qsl(begun.partition("?")[2]), ("say", text)]))
        assert why in unescape(re.search(r'role="alert">([^<]*)<', page)[1])


def test_a_whole_match_is_told(browser):
    games = whole(TaraRules(4, 2), 20)
    text = browser.get(at(TaraRules(4, 2), *games)).text
    assert "the match" in unescape(re.search(r'<h2 id="h-board">([^<]*)<', text)[1])
    assert not any(label.startswith("Begin") for label in calls(text))
    assert links(text, "may") == {}
    refused = browser.get(at(TaraRules(4, 2), *games) + "&say=E4").text
    assert "Game 4 is over: begin the next one, or take a turn back." in refused


NO_MATCH = (
    ("player=A&player=B&player=C", "for 2 or 4 players, not 3"),
    ("player=A&player=A&game=", "the same name"),
    (f"player={'A' * 61}&player=B", "at most 60 letters"),
    ("player=A%07&player=B", "and no #"),
    ("player=A%231&player=B", "no #"),
    ("seats=2&player=A&player=B&player=C", "3 players are named for a game of two"),
    ("seats=3", "for 2 or 4 players"),
    ("player=A&player=B&level=3", "Levels are 1 and 2"),
    ("player=A&player=B&opening=shut", "openings free and linked"),
    ("player=A&player=B&game=E4+E5+E6", "Game 1, E6: E6 is nearer than"),
    ("player=A&player=B&game=E4+hello", "is not a turn"),
    ("player=A&player=B&game=E4&game=D4", "Game 1 is not over"),
    ("player=A&player=B&game=&game=&game=", "has 2 games, not 3"),
    (f"player=A&player=B&game={'E4+' * 700}", "longer than any game can be"),
)


def test_an_address_that_is_no_match_is_refused_with_a_sentence(browser):
    for query, sentence in NO_MATCH:
        for path in ("/tara", "/tara.txt", "/tara.json", "/fragments/tara"):
            assert sentence in unescape(text_of(browser.get(f"{path}?{query}"), 400)), query


def test_names_are_text_and_nothing_else(browser):
    names = ("<b>Ann</b>", 'Bob "&copy;"')
    text = browser.get(at(TaraRules(), (), names=names)).text
    assert "<b>Ann" not in text
    assert "&lt;b&gt;Ann&lt;/b&gt; v Bob &#34;&amp;copy;&#34;" in text


# --- files ----------------------------------------------------------------------------------------


def test_the_notation_and_the_event_file_are_downloaded(browser):
    games = whole(TaraRules(4, 2, "linked"), 8, games=2)
    address = at(TaraRules(4, 2, "linked"), *games)
    text = browser.get(address).text
    for path, name in (("/tara.txt", "match.tara"), ("/tara.json", "tara.json")):
        [href] = re.findall(rf'href="({re.escape(path)}[^"]*)" download', text)
        answer = browser.get(unescape(href))
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        if path == "/tara.txt":
            record = read_record(answer.text)
            assert (record.players, record.rules, record.games) == (
                NAMES,
                TaraRules(4, 2, "linked"),
                tuple(games),
            )
        else:
            table = standings(loads(answer.text))
            assert [len(row.figures["kingdoms"]) for row in table.rows] == [2] * 4
            assert table.next[0]["game"] == 3


# --- the director ---------------------------------------------------------------------------------


def save(browser, address, **fields):
    page = browser.get(address).text
    token = page.rsplit('name="token" value="', 1)[1].partition('"')[0]
    carried = parse_qsl(urlsplit(address).query, keep_blank_values=True)
    data = {"token": token, **fields}
    for key, value in carried:
        data.setdefault(key, []).append(value)
    return browser.post("/tara", data=data, headers=browser.origin)


def test_the_director_saves_a_match_and_adds_to_it(browser, director):
    one, two = whole(TaraRules(level=2), 9)
    first, both = at(TaraRules(level=2), one), at(TaraRules(level=2), one, two)
    page = browser.get(first).text
    assert 'method="post"' not in page.partition("<footer")[0]
    sign_in = unescape(re.search(r'href="(/login\?next=[^"]*)">sign in</a>', page)[1])
    assert dict(parse_qsl(urlsplit(sign_in).query))["next"] == first
    assert browser.post("/tara", data={"name": "Match"}, headers=browser.origin).status_code == 401
    browser.sign_in()
    assert browser.post("/tara", data={"name": "Match"}, headers=browser.origin).status_code == 403
    assert director.events.all() == ()
    answer = save(browser, first, name="  Ann v   Bob ")
    assert (answer.status_code, answer.headers["location"]) == (303, "/events/1")
    view = director.events.get(1)
    assert (view.name, view.form.key, view.players, view.phase) == ("Ann v Bob", "tara", NAMES[:2], "running")
    assert view.options == {"level": 2, "opening": "free", "op0_builds": False}
    assert [result.result for result in view.entered] == [{"moves": [str(turn) for turn in one]}]
    # nothing is to be added yet; the second game is, once it is over
    assert "Add to" not in browser.get(first).text
    assert "Add to" not in browser.get(at(TaraRules(level=2), one, two[:-1])).text
    assert 'name="event" value="1"' in browser.get(both).text
    assert "Add to" not in browser.get(at(TaraRules(level=1), *whole(TaraRules(), 9))).text
    other, later = whole(TaraRules(level=2), 70)
    assert "Add to" not in browser.get(at(TaraRules(level=2), other, later)).text
    assert save(browser, at(TaraRules(level=2), other, later), event="1").status_code == 409
    assert save(browser, both, event="1").headers["location"] == "/events/1"
    assert director.events.get(1).phase == "over"
    assert len(director.events.get(1).entered) == 2
    assert "does not begin with the games of this match" in text_of(save(browser, both, event="1"), 409)


def test_what_cannot_be_saved_changes_nothing(browser, director):
    browser.sign_in()
    [one] = whole(TaraRules(), 3, games=1)
    unfinished, over = at(TaraRules(), one[:-1]), at(TaraRules(), one)
    assert "Once a game is over it can be saved as an event." in browser.get(unfinished).text
    for address, fields, sentence in (
        (over, {"name": "Match"}, None),
        (unfinished, {"name": "Match"}, "No game is over yet"),
        (over, {"name": "  "}, "The event has no name"),
        (over, {"name": "M" * 200}, "name"),
        (over, {"event": "77"}, "does not begin with"),
        (over.replace("game=", "game=E4+"), {"name": "Match"}, "Game 1"),
    ):
        # the form's own page is the one of the finished game: it has the token
        page = browser.get(over).text
        token = page.rsplit('name="token" value="', 1)[1].partition('"')[0]
        data = {"token": token, **fields}
        for key, value in parse_qsl(urlsplit(address).query, keep_blank_values=True):
            data.setdefault(key, []).append(value)
        answer = browser.post("/tara", data=data, headers=browser.origin)
        if sentence is None:
            assert answer.status_code == 303
        else:
            assert answer.status_code in (400, 409)
            assert sentence in unescape(answer.text)
    assert len(director.events.all()) == 1


def test_a_saved_match_is_the_downloaded_one(browser, director):
    browser.sign_in()
    games = whole(TaraRules(4), 30)
    address = at(TaraRules(4), *games)
    save(browser, address, name="Pairs")
    kept = director.events.export(1)
    file = json.loads(browser.get(address.replace("/tara?", "/tara.json?")).text)
    assert {key: kept[key] for key in ("format", "players", "results")} == {
        key: file[key] for key in ("format", "players", "results")
    }
