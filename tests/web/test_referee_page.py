"""The referee's page: plays and positions by its links, answers, refusals; people with keys and phones."""

import random
import re
import threading
from html import unescape
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tablekeeper.director import gnubg
from tablekeeper.games.backgammon.board import START, Board
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.picture import STYLE
from tablekeeper.games.backgammon.plays import legal_plays
from tablekeeper.games.backgammon.positiontext import Placement, read_position
from tablekeeper.games.backgammon.referee import judge
from tablekeeper.web import Serving, Settings, make_app
from tablekeeper.web.refereecase import RefereeCase, read_case
from tests.games.backgammon.attempts import attempt
from tests.games.backgammon.test_plays_oracles import random_positions
from tests.guards import sample
from tests.nonempty import nonempty
from tests.patience import PATIENCE_S
from tests.web.conftest import Browser, text_of

OPENED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10"


def links(text):
    """Return the board's links: label and address."""
    drawn = text.partition('<svg viewBox="0 0 640')[2].partition("</svg>")[0]
    found = re.findall(r'<a href="([^"]*)" aria-label="([^"]*)">', drawn)
    return {unescape(label): unescape(href).partition("#")[0] for href, label in found}


def case_of(address):
    return read_case(dict(parse_qsl(urlsplit(address).query, keep_blank_values=True)))


def verdict(text):
    """Return the page's heading and its sentence."""
    heading = re.search(r'<h2 id="h-board">([^<]*)', text)[1]
    told = re.search(r'<div class="verdict[^"]*" role="status">\s*<p>(.*?) <cite>', text, re.DOTALL)
    return unescape(heading), None if told is None else unescape(told[1])


def ask(browser, **fields):
    answer = browser.get("/referee", params=fields, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return answer.text


def click(browser, text, start):
    """Follow the board's link whose label begins so."""
    (address,) = [href for label, href in links(text).items() if label.startswith(start)]
    return browser.get(address).text


def test_the_page_begins_with_the_start_position(browser):
    text = browser.get("/referee").text
    assert verdict(text) == ("White is on roll: choose the dice", None)
    assert links(text) == {}
    assert len(re.findall(r'<a href="[^"]*">\d\d</a>', text)) == 21
    assert '<a href="/referee" aria-current="page">Referee</a>' in text
    for name in ("position", "dice", "play", "length", "white", "black", "cube", "owner", "turn", "rolls"):
        assert f'name="{name}"' in text


def test_a_play_is_picked_up_and_put_down(browser):
    text = ask(browser, position=OPENED)
    assert "White has rolled 31: pick up a checker" in text
    assert len(links(text)) == 4
    text = click(browser, text, "Pick up a checker on 8")
    assert text.count('class="tick"') == 2
    text = click(browser, text, "Put it on 5")
    heading, sentence = verdict(text)
    assert heading == "Not legal: 8/5"
    assert sentence.startswith(
        "8/5 is not legal with 31: part of the roll is left unplayed, but 24/23 24/21 is"
    )
    text = click(browser, click(browser, text, "Pick up a checker on 6"), "Put it on 5")
    assert verdict(text) == ("Legal: 8/5 6/5", "8/5 6/5 is legal with 31: the whole roll is played.")
    assert text.count('class="arrow"') == 2
    back = re.search(r'href="([^"]*)">Take the last move back', text)[1]
    assert verdict(browser.get(unescape(back)).text)[0] == "Not legal: 8/5"


@sample.scenario("plays clicked together")
def test_any_play_can_be_clicked_together(browser):
    """Random plays, legal or not, by the links alone: the page says what the referee says of them."""
    rng = random.Random(71)
    seen = set()
    for view, dice in random_positions(25, 72):
        own, his = sum(n for n in view if n > 0), -sum(n for n in view if n < 0)
        placement = Placement(Board(view, (15 - own, 15 - his)), Situation(dice=dice))
        text = ask(browser, position=RefereeCase(placement).text)
        wanted = attempt(view, dice, rng)
        made = []
        for origin, target, _ in wanted:
            where = "from the bar" if origin == 25 else f"on {origin} "
            label = next((one for one in links(text) if one.startswith(f"Pick up a checker {where}")), None)
            if label is None:
                break
            text = browser.get(links(text)[label]).text
            there = "Bear it off" if target == 0 else f"Put it on {target}"
            spots = [one for one in links(text) if one in (there, f"{there} and hit")]
            if not spots:
                break
            address = links(text)[spots[0]]
            text = browser.get(address).text
            made = case_of(address).play
        if made:
            right = judge(view, dice, made)
            heading, sentence = verdict(text)
            assert sentence == right.sentence
            assert heading.startswith("Legal: " if right.legal else "Not legal: ")
            seen.add(right.legal)
    assert seen == {True, False}


def test_every_listed_play_is_legal(browser):
    text = ask(browser, position=OPENED)
    listed = re.findall(
        r'<li><a href="([^"]*)">([^<]*)</a>', text.partition('class="plays"')[2].partition("</ul>")[0]
    )
    assert len(listed) == len(legal_plays(START.view(0), 3, 1))
    for href, name in listed:
        assert verdict(browser.get(unescape(href)).text)[0] == f"Legal: {name}"


def test_what_a_joined_move_has_to_hit_is_on_the_bar(browser):
    """24/15 with 63 goes by 18, where a blot stands, because 21 is held: the board shows it hit."""
    text = ask(browser, position="6:3 24:1 off:11 / 4:2 7:1 off:12", dice="63", play="24/15")
    assert "The blot on 18 is hit" in text
    case = case_of("/referee?position=6:3+24:1+/+4:2+7:1&dice=63&play=24/15")
    assert case.shown.board.bar(1) == 1
    assert case.shown.board.on(0, 15) == 1
    ways = case_of("/referee?position=6:3+24:1+/+7:1&dice=63&play=24/21+21/15")
    assert ways.shown.board.bar(1) == 0


def test_nothing_played(browser):
    text = ask(browser, position=OPENED)
    nothing = re.search(r'href="([^"]*)">Nothing was played', text)[1]
    assert verdict(browser.get(unescape(nothing)).text)[0] == "Not legal: no play"
    dance = "bar:1 6:5 off:9 / 6:2 5:2 4:2 3:2 2:2 1:2 off:3"
    text = ask(browser, position=dance, dice="61", play="none")
    assert verdict(text) == ("Legal: no play", "No play is right: no checker can enter with 61.")
    assert "no roll is needed" in text


def test_what_is_typed_is_judged(browser):
    text = ask(browser, position="4HPwATDgc/ABMA", dice="6-1", play="13/7 8/7")
    assert verdict(text)[0] == "Legal: 13/7 8/7"
    assert "Legal plays" in text


def test_a_position_is_put_together_by_links(browser):
    text = ask(browser, position=OPENED)
    paint = re.search(r'href="([^"]*)">Change the position', text)[1]
    text = browser.get(unescape(paint)).text
    empty = unescape(re.search(r'href="([^"]*)">Empty board', text)[1])
    text = browser.get(empty).text
    brushes = {
        label: unescape(href)
        for href, label in re.findall(r'class="call[^"]*" href="([^"]*)"[^>]*>(Add [^<]*|Take away)<', text)
    }
    assert list(brushes) == ["Add White", "Add Black", "Take away"]
    address = empty
    for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
        for _ in range(count):
            (address,) = [
                href
                for label, href in links(browser.get(address).text).items()
                if re.search(rf" on {point} \(", label)
            ]
    # all fifteen are used: only taking away is left
    assert not [label for label in links(browser.get(address).text) if label.startswith("Add")]
    case = case_of(address)
    address = RefereeCase(case.placement, brush="black").address()
    for point, count in ((1, 2), (12, 5), (17, 3), (19, 5)):
        for _ in range(count):
            (address,) = [
                href
                for label, href in links(browser.get(address).text).items()
                if re.search(rf" on {point} \(", label)
            ]
    assert case_of(address).placement.board == START
    assert case_of(address).placement.situation == read_position(OPENED).situation


@pytest.mark.parametrize(
    "situation",
    [
        Situation(length=7, score=(2, 1), cube=2, owner=1, on_roll=1, dice=(3, 1)),
        Situation(cube=1 << 15, owner=0),
        Situation(length=12_000, score=(11_000, 5)),
        Situation(length=3, score=(3, 0), progress="over"),
        Situation(length=7, resigning=2),
    ],
)
def test_an_address_holds_all_of_a_match_id(situation):
    """An XGID says neither that a game is over nor very long matches: then the GNU id is kept."""
    case = RefereeCase(Placement(START, situation))
    assert case_of(case.address()).placement.situation == situation


def test_brushes(browser):
    text = ask(browser, position=OPENED, set="black")
    taken = case_of(links(text)["Take a White checker away on 8 (3 White there)"])
    assert taken.placement.board.on(0, 8) == 2
    assert taken.placement.board.off == (1, 0)
    text = ask(browser, position=OPENED, set="remove")
    assert {label.split()[0] for label in links(text)} == {"Take"}
    assert len(links(text)) == 8
    text = ask(browser, position="6:5 off:10 / 6:5 off:10", set="white")
    bar = case_of(links(text)["Add a White checker on White's bar (empty)"])
    assert bar.placement.board.bar(0) == 1
    assert not [label for label in links(text) if "Black's bar" in label]


def test_the_match_by_its_form(browser):
    form = {"position": OPENED, "length": "5", "white": "4", "black": "2", "cube": "1", "owner": "",
            "turn": "black", "crawford": "1"}  # fmt: skip
    answer = browser.get("/referee", params=form)
    assert answer.status_code == 303
    case = case_of(answer.headers["location"].partition("#")[0])
    assert case.placement.situation == Situation(5, (4, 2), on_roll=1, crawford=True)
    text = browser.get(answer.headers["location"]).text
    assert "in the Crawford game the cube is out of play" in text
    assert "annulled until it ends" in text
    assert "Crawford game: White 82.07 %" not in text
    assert "White 75.08 %, Black 24.92 %" in text
    doubled = ask(browser, **form | {"crawford": "", "cube": "2", "owner": "black", "white": "3"})
    assert "Black may double to 4" in doubled
    assert "Black doubles from 2 to 4." in doubled


def test_a_wrong_start(browser):
    wrong = "6:4 8:4 13:5 24:2 / 6:5 8:3 13:5 24:2"
    text = ask(browser, position=wrong, rolls="3")
    assert "it may be corrected before the fourth roll, and so far 3 rolls have been thrown" in text
    assert "White has 4 checkers on their 8 point instead of 3." in text
    assert "from the 4th on it stays as it is" in ask(browser, position=wrong, rolls="4")


def test_other_than_fifteen_checkers(browser):
    text = ask(browser, position="6:14 off:0 / 6:15", dice="65", play="6/off 6/1")
    assert verdict(text)[0] == "Legal: 6/1 6/off"
    assert "White has 14 checkers instead of 15." in text
    assert 'value="6:14 off:0 / 6:15 off:0"' in text
    assert "Change the position" not in text


def test_a_game_that_is_over(browser):
    text = ask(browser, position="off:15 / 6:2 off:13", dice="31", play="6/5")
    assert verdict(text) == ("The game is over: a player has no checker on the board", None)
    assert links(text) == {}
    assert "Legal plays" not in text


def test_the_picture_as_a_file(browser):
    answer = browser.get("/referee.svg", params={"position": OPENED, "play": "8/5 6/5"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-disposition"] == 'attachment; filename="board.svg"'
    assert "Played: 8/5 6/5." in ElementTree.fromstring(answer.text)[1].text


def test_the_style_sheet_has_the_rules_of_the_pictures(repository):
    sheet = (repository / "host/tablekeeper/web/static/referee.css").read_text("utf-8")
    plain = re.sub(r"\s*([{}:;,])\s*", r"\1", sheet).replace(";}", "}")
    for rule in nonempty(re.findall(r"\.bg[^{}]*\{[^{}]*\}", re.sub(r"\s*([{}:;,])\s*", r"\1", STYLE))):
        assert rule in plain


def test_gnu_backgammon_is_asked_one_question_at_a_time(app, monkeypatch):
    busy, free = threading.Event(), threading.Event()

    def analysed(placement, patience):
        busy.set()
        assert free.wait(PATIENCE_S)
        raise gnubg.Unavailable("It was asked.")

    # the program itself is beside the point: what is tried is the door before it
    monkeypatch.setattr(gnubg, "analysed", analysed)
    with Serving(app) as serving, Browser(serving.url) as first, Browser(serving.url) as second:
        answers = []
        asking = threading.Thread(target=lambda: answers.append(first.get("/referee?ask=gnubg").text))
        asking.start()
        assert busy.wait(PATIENCE_S)
        refused = second.get("/referee?ask=gnubg")
        assert second.get("/referee").status_code == 200
        free.set()
        asking.join()
    assert refused.status_code == 503
    assert "busy with another question" in refused.text
    assert "It was asked." in answers[0]


def test_an_address_has_its_share_of_gnu_backgammons_time(hall, monkeypatch):
    now, lasts = [0.0], [8.0]

    def analysed(placement, patience):
        now[0] += lasts[0]
        raise gnubg.Unavailable("It was asked.")

    monkeypatch.setattr(gnubg, "analysed", analysed)
    app = make_app(hall, settings=Settings(proxy="127.0.0.1"), clock=lambda: now[0])

    def ask_from(address):
        return browser.get("/referee?ask=gnubg", headers={"x-forwarded-for": address})

    with Serving(app) as serving, Browser(serving.url) as browser:
        assert [ask_from("192.0.2.1").status_code for _ in range(4)] == [200, 200, 200, 429]
        refused = ask_from("192.0.2.1")
        assert "others want to ask, too: wait" in refused.text
        # another address asks meanwhile, and the page itself is always shown
        assert "It was asked." in ask_from("192.0.2.2").text
        assert browser.get("/referee", headers={"x-forwarded-for": "192.0.2.1"}).status_code == 200
        now[0] += int(refused.headers["retry-after"])
        assert ask_from("192.0.2.1").status_code == 200
        # what takes no time counts, too
        lasts[0] = 0.0
        assert [ask_from("192.0.2.3").status_code for _ in range(21)] == [200] * 20 + [429]


def test_a_score_that_cannot_be(browser):
    # an XGID holds any flag and any score; what follows from it is told, not refused
    assert "this is not the Crawford game" in ask(
        browser, position=OPENED.replace(":2:1:0:7:", ":2:1:1:7:")
    )
    assert "ends at 25 points needed" in ask(browser, position=OPENED.replace(":2:1:0:7:", ":2:1:0:77:"))


@pytest.mark.gnubg
def test_gnu_backgammon_is_asked_by_a_link(browser):
    text = ask(browser, position=OPENED)
    address = unescape(re.search(r'href="([^"#]*)#gnubg"', text)[1])
    told = browser.get(address).text
    assert '<th scope="row">8/5 6/5</th>' in told
    assert "GNU Backgammon at 2-ply" in told
    assert "No double, take" in ask(browser, position="4HPwATDgc/ABMA", ask="gnubg")


def test_without_gnu_backgammon(browser, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(gnubg, "PLACES", ())
    text = ask(browser, position=OPENED, ask="gnubg")
    assert '<p class="refusal" role="alert">GNU Backgammon (gnubg) is not installed' in text


REFUSED = [
    ({"position": "nonsense"}, "is not a position id"),
    ({"position": "6:5 / 19:1"}, "Both players stand on the 6 point"),
    ({"dice": "71"}, "is not a roll"),
    ({"dice": "31", "play": "8//5"}, "is not a move"),
    ({"from": "26"}, "There is no such point"),
    ({"set": "green"}, "There is no such brush"),
    ({"position": "6:14 off:0 / 6:15", "set": "white"}, "does not have 15 checkers on each side"),
    ({"rolls": "-1"}, "The rolls thrown: write a whole number from 0 to 99."),
    ({"length": "100"}, "The length of the match: write a whole number from 0 to 99."),
    ({"length": "5", "white": "5"}, "each score is 0 to 4"),
    ({"length": "5", "white": "3", "crawford": "1"}, "this is not the Crawford game"),
    ({"length": "0", "white": "3"}, "need the length of a match"),
    ({"length": "5", "cube": "3"}, "No cube shows 3"),
    ({"length": "5", "cube": "2"}, "one that was turned belongs to a player"),
    ({"length": "5", "cube": "1", "owner": "white"}, "A cube at 1 is in the middle"),
]


def test_what_is_refused(browser):
    for fields, sentence in REFUSED:
        for path in ("/referee", "/referee.svg"):
            assert sentence in unescape(text_of(browser.get(path, params=fields), 400))


def test_no_address_breaks_the_page(browser):
    rng = random.Random(73)
    values = [OPENED, "4HPwATDgc/ABMA", "6:14 off:0 / 6:15", "31", "66", "8/5", "8/5 6/5", "none", "bar/21*",
              "white", "remove", "bar", "6", "25", "0", "4", "\u0660", "'\"<b>", "1" * 500]  # fmt: skip
    names = ["position", "dice", "play", "from", "set", "rolls", "length", "white", "cube", "owner", "turn"]
    for _ in range(150):
        fields = {name: rng.choice(values) for name in rng.sample(names, rng.randint(0, 5))}
        if rng.random() < 0.7:
            fields["position"] = rng.choice(values[:3])
        answer = browser.get("/referee", params=fields)
        assert answer.status_code in (200, 303, 400), fields
        assert "<b>" not in answer.text


@sample.scenario("a referee in a browser")
@pytest.mark.chromium
def test_people_use_it(serving, engine, pictures):
    # by keyboard, with scripts switched off
    page = engine.new_context(
        java_script_enabled=False, viewport={"width": 1200, "height": 900}
    ).new_page()
    page.goto(f"{serving.url}/referee?position={OPENED}")
    for label in ("Pick up a checker on 8", "Put it on 5", "Pick up a checker on 6", "Put it on 5"):
        link = page.get_by_role("link", name=label).first
        link.focus()
        before = page.url
        page.keyboard.press("Enter")
        expect(page).not_to_have_url(before)
        page.wait_for_load_state()
    expect(page.locator(".verdict")).to_contain_text("8/5 6/5 is legal with 31")
    page.get_by_label("Play, as players write it").fill("13/9")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Legal: 13/9")).to_be_visible()
    # each scheme, each size and both kinds of board are looked at once
    for name, size, scheme, query in (
        ("wide", (1200, 900), "light", "play=8/5*+6/5&rolls=2"),
        ("phone", (360, 740), "dark", "set=white"),
    ):
        page = engine.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        complaints = []
        page.on(
            "console",
            lambda told, kept=complaints: kept.append(told.text) if told.type == "error" else None,
        )
        page.goto(f"{serving.url}/referee?position={OPENED}&{query}")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than the page"
        assert Axe().run(page).response["violations"] == []
        page.screenshot(path=pictures / f"referee-{name}.png", full_page=True)
        assert complaints == []
    # a finger: each place of the board is where it is drawn, on the phone as well
    page.goto(f"{serving.url}/referee?position={OPENED}")
    page.get_by_role("link", name="Pick up a checker on 13").click()
    page.get_by_role("link", name="Put it on 9").click()
    expect(page.get_by_role("heading", name="Legal: 13/9")).to_be_visible()
    assert complaints == []
