"""The prints of events as PDF from Chromium: pages counted, names whole, nothing beside the page, no form.

Pictures of pages are not compared: text and its places are read back from the PDF.
"""

import html
import io
import json
import re
import unicodedata
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from pypdf import PdfReader

from tablekeeper import formats
from tablekeeper.pictures import qr
from tablekeeper.regulation.finding import WARNING, Effect
from tablekeeper.strictjson import Cursor
from tablekeeper.web import Serving, Settings, make_app
from tablekeeper.web.prints import BY_KEY, PRINTS, event_paper, print_file, tree_pages
from tests.director.conftest import Room
from tests.guards import sample
from tests.nonempty import nonempty
from tests.startedevent import started_event
from tests.web.conftest import Browser, accounts_in, text_of

LONG = "Maximiliane Charlotte von Hohenstein-Württemberg zu L"[:50]
UNBROKEN = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternw"[:50]
RIGHT_TO_LEFT = ("محمد الخوارزمي", "יעל בן דוד")
PLAIN = tuple(f"{one} {other}" for one in ("Ann", "Bob", "Cid", "Dora") for other in ("Abt", "Beck", "Cole"))
NAMES = (LONG, UNBROKEN, *RIGHT_TO_LEFT, "<b>&amp;", *PLAIN)
#: A4 in points, and what a printer leaves free at least
SHORT, TALL, EDGE = 595, 842, 20
#: millimetres of a page between its margins, in CSS pixels
WIDTHS = {"portrait": 188 * 96 / 25.4, "landscape": 275 * 96 / 25.4}


def results(view):
    """Return results of everything that can be played: the first named wins."""
    return "\n".join(
        json.dumps({**one, "winner": one["players"][0], "score": [5, 3]})
        for one in ({key: one[key] for key in ("match", "players")} for one in view.answer.next)
    )


def letters(text):
    """Return a text without blanks and signs of direction, as it can be compared with that of a PDF."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(one for one in plain if not one.isspace() and unicodedata.category(one) != "Cf")


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A cup after two rounds with a match at a table, behind the address of a network, and a league."""
    folder = tmp_path_factory.mktemp("prints")
    room = Room(str(folder / "hall.db"))
    director = room.director
    options = {"seed": 7, "length": 5, "consolation": "A.B"}
    cup = started_event(director.events, NAMES, "Spring cup", "knockout", options)
    fees = {"currency": "EUR", "fee": "20", "additions": [], "deductions": [], "unit": "percent",
            "places": ["60", "40"], "step": "1"}  # fmt: skip
    director.events.fees.plan(cup, fees)
    for _ in range(2):
        view = director.events.get(cup)
        director.events.batches.enter(cup, results(view), view.last)
    board = room.board("a")
    director.boards.rename(board.uid, "Table 1")
    director.event_tables.play(cup, director.events.get(cup).answer.next[0], board.uid)
    director.desk.penalise(Effect(WARNING, LONG, 0, PLAIN[0], "noise"), "sang aloud", event=cup)
    league = started_event(director.events, NAMES[:5], "Evening", "round-robin", {"length": 5})
    view = director.events.get(league)
    first = view.answer.next[0]
    told = {"players": first["players"], "winner": first["players"][1], "score": [3, 5]}
    director.events.batches.enter(league, json.dumps(told), view.last)
    settings = Settings(accounts=accounts_in(folder), lan=("127.0.0.1",))
    with Serving(make_app(director, settings=settings)) as serving:
        yield SimpleNamespace(director=director, serving=serving, cup=cup, league=league)
    room.close()


@pytest.fixture(scope="module")
def printed(evening, running_chromium):
    """Return what prints an address as a director: its text by page, and what the page holds."""
    with Browser(evening.serving.url) as director:
        director.sign_in()
        cookies = [
            {"name": one.name, "value": one.value, "url": evening.serving.url} for one in director.cookies.jar
        ]
    context = running_chromium.new_context()
    context.add_cookies(cookies)
    page = context.new_page()

    def show(path, kind="portrait", code="en"):
        page.set_extra_http_headers({"accept-language": code})
        page.set_viewport_size({"width": round(WIDTHS[kind]), "height": 900})
        assert page.goto(evening.serving.url + path).status == 200, path
        page.emulate_media(media="print")
        wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert wide[0] <= wide[1], f"{path} is wider than its page"
        forms = page.locator("form, nav, input, button, .top")
        assert not any(forms.evaluate_all("all => all.map(one => one.checkVisibility())")), path
        return read(page.pdf(format="A4", prefer_css_page_size=True), kind)

    yield show
    context.close()


def read(pdf, kind="portrait"):
    """Return the text of each page of a PDF, after a look at its size and at where texts begin."""
    found = []
    wide, high = (TALL, SHORT) if kind == "landscape" else (SHORT, TALL)
    for page in PdfReader(io.BytesIO(pdf)).pages:
        # Chromium rounds A4 to whole pixels
        assert page.mediabox.width == pytest.approx(wide, abs=1.5)
        assert page.mediabox.height == pytest.approx(high, abs=1.5)
        parts = []

        def visit(text, cm, tm, *_, parts=parts):
            if text.strip():
                x, y = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
                assert EDGE <= x <= wide - EDGE, text
                assert EDGE <= y <= high - EDGE, text
                parts.append(text)

        page.extract_text(visitor_text=visit)
        found.append(letters("".join(parts)))
    return found


def holds(text, name):
    """Say whether a PDF's text has a name whole.

    The font decides whether words and letters from right to left are in the order of reading or of places.
    """
    parts = name.split() if name in RIGHT_TO_LEFT else [name]
    return all(letters(part) in text or letters(part)[::-1] in text for part in parts)


@sample.scenario("prints of a cup")
@pytest.mark.chromium
def test_each_print_of_a_cup_has_its_pages_and_every_name_whole(evening, printed):
    view = evening.director.events.get(evening.cup)
    waiting = {name for one in view.answer.next for name in one["players"]}
    pages = {
        "score-sheets": -(-len(view.answer.next) // 2), "match-cards": 1, "pairings": 1,
        "pairings-by-table": 1, "table-signs": 1, "standings": 1, "bracket": 2, "wall-chart": 1,
        "payout": 1, "incident-report": 1,
    }  # fmt: skip
    everybody = {"standings", "bracket", "wall-chart", "payout"}
    assert len(waiting) > 4
    for key, count in pages.items():
        found = printed(f"/events/{evening.cup}/print/{key}", BY_KEY[key].page)
        assert len(found) == count, key
        text = "".join(found)
        assert "Springcup" in text
        names = NAMES if key in everybody else waiting if count != 1 or "pair" in key else ()
        missing = [name for name in names if not holds(text, name)]
        assert missing == [], key
    assert holds(text, LONG)
    assert "sangaloud" in text


#: 32 names as a city's open has them
OPEN = (
    LONG, "Wolfgang Amadeus Schlegelsteinhausenbergerdorff", *RIGHT_TO_LEFT,
    "Giovanni Battista Della Rovere-Montefeltro", "Anna-Katharina Freifrau zu Sayn-Wittgenstein",
    "Bartolomeo Scarpellini", "Claudia Bernasconi-Quadranti", "Dimitrios Papadimitriou",
    "Elisabeth Østergaard", "Francesca Degl'Innocenti", "Theodora Konstantinopoulou",
    "Władysław Brzęczyszczykiewicz", *PLAIN,
    *(f"{one} Zanichelli" for one in ("Umberto", "Valentina", "Xenia", "Yusuf", "Zoë", "Kai", "Mats")),
)  # fmt: skip


@pytest.mark.turns(2)
@pytest.mark.chromium
@pytest.mark.parametrize("code", ["en", "de"])
def test_an_open_of_32_with_long_names_fills_its_pages_and_no_more(evening, printed, code):
    """One page where one is enough, none without its heading, and no final alone on one."""
    events = evening.director.events
    name = f"Offene Friedrich-Wilhelm-Meisterschaft im Backgammon {code}"
    cup = started_event(events, OPEN, name, "knockout", {"seed": 7, "length": 5, "consolation": "A.B"})
    view = events.get(cup)
    events.batches.enter(cup, results(view), view.last)
    path = f"/events/{cup}/print/"
    found = printed(path + "bracket", code=code)
    assert len(found) == 3
    assert all("OffeneFriedrich-Wilhelm" in text for text in found)
    [final] = [text for text in found if letters({"en": "winner of D1", "de": "Sieger von D1"}[code]) in text]
    assert letters({"en": "winner of C1", "de": "Sieger von C1"}[code]) in final
    for key in ("standings", "wall-chart", "pairings"):
        [text] = printed(path + key, BY_KEY[key].page, code)
        names = OPEN if key != "pairings" else {name for one in view.answer.next for name in one["players"]}
        assert [name for name in names if not holds(text, name)] == [], key


@sample.scenario("prints of a league")
@pytest.mark.chromium
def test_a_league_has_a_crosstable_and_its_page_prints_without_menu(evening, printed):
    text = "".join(printed(f"/events/{evening.league}/print/crosstable", "landscape"))
    assert [name for name in NAMES[:5] if not holds(text, name)] == []
    assert "5-3" in text
    assert "3-5" in text
    # the page of an event itself: the whole picture, no menu and no desk
    text = "".join(printed(f"/events/{evening.cup}"))
    assert "Winner" in text
    assert "Signout" not in text
    assert "Rankings" not in text


def test_a_score_sheet_leads_to_the_players_pages(evening):
    with Browser(evening.serving.url) as anybody:
        page = anybody.get(f"/events/{evening.cup}/print/score-sheets").text
        assert page.count("<figure") == 2 * len(evening.director.events.get(evening.cup).answer.next)
        assert "<b>Table 1</b>" in page
        # a card leads to its match
        rows = event_paper(evening.director, evening.cup).open
        cards = anybody.get(f"/events/{evening.cup}/print/match-cards").text
        host = evening.serving.url.rpartition(":")[2]
        for row in rows:
            address = f"http://127.0.0.1:{host}/events/{evening.cup}/matches/{row.key}"
            assert qr.svg(address, "match's page") in cards
        assert "<bdi>&lt;b&gt;&amp;amp;</bdi>" in anybody.get(f"/events/{evening.cup}/print/standings").text
        # what is listed leads somewhere, and the money is nobody's business
        listed = anybody.get(f"/events/{evening.cup}/print").text
        links = re.findall(r'href="(/events/\d+/print/[a-z-]+)"', listed)
        assert [anybody.get(link).status_code for link in links] == [200] * 8
        for key in ("payout", "incident-report"):
            assert anybody.get(f"/events/{evening.cup}/print/{key}").status_code == 401
        for wrong in (f"/events/{evening.cup}/print/poster", "/events/99/print", "/events/99/print/bracket",
                      f"/events/{evening.cup}/print/crosstable"):  # fmt: skip
            assert anybody.get(wrong).status_code == 404


def test_one_match_or_one_round_is_printed_by_itself(evening):
    whole = event_paper(evening.director, evening.cup)
    assert len(whole.rounds) > 1
    with Browser(evening.serving.url) as anybody:
        listed = anybody.get(f"/events/{evening.cup}/print").text
        for name in whole.rounds:
            mine = [row.names for row in whole.open if row.group == name]
            address = f"/events/{evening.cup}/print/match-cards?round={quote(name)}"
            assert f'href="{html.escape(address)}"' in listed
            assert anybody.get(address).text.count("<article>") == len(mine) < len(whole.open)
        one = whole.open[-1]
        page = anybody.get(f"/events/{evening.cup}/matches/{one.key}").text
        [address] = re.findall(r'href="([^"]+score-sheets[^"]+)"', page)
        assert anybody.get(address).text.count('<article class="score-sheet">') == 1
        gone = text_of(anybody.get(f"/events/{evening.cup}/print/score-sheets?match=Z9"), 404)
        assert "there is nothing to print" in gone


@sample.scenario("a player's sheet")
@pytest.mark.chromium
def test_a_players_sheet_has_all_matches_and_the_list_says_how_many_pages(evening, printed):
    names = [f"Player {number}" for number in range(1, 25)]
    tourney = started_event(evening.director.events, names, "All against all", "ttt", {})
    paper = event_paper(evening.director, tourney)
    assert len(paper.open) == 276
    with Browser(evening.serving.url) as anybody:
        listed = anybody.get(f"/events/{tourney}/print?player=Player+7").text
        counted = r'/print/([a-z-]+)[^>]*>[^<]*</a> <span class="hint">(\d+) pages?<'
        pages = dict(re.findall(counted, listed))
        assert pages == {"score-sheets": "12", "player-sheets": "1", "match-cards": "3", "table-signs": "1"}
        [address] = re.findall(r'href="([^"]+/player-sheets[^"]*)"', listed)
        assert anybody.get(html.unescape(address)).text.count("<article") == 1
        whole = anybody.get(f"/events/{tourney}/print").text
        assert dict(re.findall(counted, whole))["player-sheets"] == "24"
    found = printed(f"/events/{tourney}/print/player-sheets")
    assert len(found) == 24
    for name, text in zip(names, found, strict=True):
        assert letters(f"{name} All against all") in text
        assert all(letters(other) in text for other in names)


def test_a_file_needs_nothing_else_and_has_no_code_without_an_address(evening):
    paper = event_paper(evening.director, evening.cup)
    found = [print_file(paper, kind) for kind in PRINTS if kind.needed(paper) is not None]
    for text in nonempty(found):
        assert not re.search(r"(src|href)=", text)
        assert "<script" not in text
        assert "<figure" not in text
        assert "@page" in text


def test_a_race_has_a_line_for_each_player_and_throws_are_no_match(evening):
    events = evening.director.events
    cup = started_event(events, ["Ann", "Bob", "Cid"], "Race cup", "championship", {"first_to": 2})
    sheet = print_file(event_paper(evening.director, cup), BY_KEY["score-sheets"])
    assert re.findall(r'<tr><th scope="row"><bdi>(\w+)', sheet) == ["Ann", "Bob", "Cid"]
    assert "<td class=\"narrow\">" not in sheet
    league = started_event(events, ["Ann", "Bob", "Cid"], "Race league", "league-2t", {"drr": 1})
    assert events.get(league).throwing
    paper = event_paper(evening.director, league)
    assert [BY_KEY[key].needed(paper) for key in ("score-sheets", "match-cards", "pairings")] == [None] * 3


@pytest.mark.parametrize("key", ["pairings", "pairings-by-table"])
def test_pairings_say_who_has_the_bye(evening, key):
    swiss = started_event(evening.director.events, ["Ann", "Bob", "Cid"], f"Swiss {key}", "swiss", {})
    assert "Cid has the bye of round 1." in print_file(event_paper(evening.director, swiss), BY_KEY[key])


def test_a_wall_chart_of_a_swiss_has_a_column_for_each_round(evening):
    events = evening.director.events
    cup = started_event(events, ["Ann", "Bob", "Cid"], "Swiss chart", "swiss", {"length": 5, "rounds": 3})
    paper = event_paper(evening.director, cup)
    assert [line.cells for line in BY_KEY["wall-chart"].needed(paper)["lines"]] == [(), (), (("bye", ""),)]
    events.result(cup, {"players": ["Ann", "Bob"], "winner": "Ann", "score": [5, 3]})
    events.enter(cup, ["Dan"])
    events.result(cup, {"players": ["Ann", "Cid"], "winner": "Cid", "score": [2, 5]})
    # Ann and Dan were drawn for round 3
    events.withdraw(cup, "Ann")
    lines = BY_KEY["wall-chart"].needed(event_paper(evening.director, cup))["lines"]
    assert {line.player: line.cells for line in lines} == {
        "Ann": (("W 2", "5-3"), ("L 3", "2-5"), ("L 4", "")),
        "Bob": (("L 1", "3-5"), ("bye", "")),
        "Cid": (("bye", ""), ("W 1", "5-2")),
        "Dan": (("–", ""), ("–", ""), ("W 1", "")),
    }  # fmt: skip


def knockout(players, results=(), **options):
    form = formats.FORMATS["knockout"]
    told = {"format": "knockout", "players": list(players), "options": {"seed": 3, **options}}
    return form.brackets(form.read(Cursor(told | {"results": list(results)})))


@pytest.mark.parametrize(
    ("players", "letters_each", "pages"),
    [(2, 8, 1), (8, 8, 1), (20, 8, 1), (32, 8, 1), (32, 60, 3), (64, 8, 3), (128, 8, 5), (128, 60, 9)],
)
def test_a_tree_is_shared_among_pages_with_every_match_on_one(players, letters_each, pages):
    [main] = knockout(f"{number:03}".ljust(letters_each, "x") for number in range(players))
    found = tree_pages(main)
    assert len(found) == pages
    matches = [match.name for page in found for one in page.rounds for match in one.matches]
    assert sorted(matches) == sorted(match.name for one in main.rounds for match in one.matches)
    assert [page.is_end for page in found] == [False] * (pages - 1) + [True]
    assert all(len(page.rounds[0].matches) <= 16 for page in found)


def test_a_bracket_on_paper_says_who_is_waited_for():
    [main] = knockout(("Ann", "Bob", "Cid", "Dan", "Eve"), late=1)
    first = main.rounds[0].matches
    told = [seat.waiting for match in first for seat in match.seats if seat.waiting]
    assert sorted(told) == ["bye", "bye", "late arrival"]
    assert [seat.waiting for seat in main.rounds[2].matches[0].seats] == ["winner of B1", "winner of B2"]
    name, pair = next((match.name, [seat.player for seat in match.seats]) for match in first
                      if all(seat.player for seat in match.seats))  # fmt: skip
    played = {"match": name, "players": pair, "winner": pair[1], "score": [2, 5]}
    main = knockout(("Ann", "Bob", "Cid", "Dan", "Eve"), [played], late=1)[0]
    seats = next(match.seats for match in main.rounds[0].matches if match.name == name)
    assert [(seat.score, seat.won) for seat in seats] == [("2", False), ("5", True)]


@pytest.mark.soak
@pytest.mark.chromium
def test_the_largest_prints_stay_within_their_pages(tmp_path, running_chromium):
    """A knockout of 128 with consolation and names of 50 letters, and a crosstable of 24."""
    room = Room(str(tmp_path / "hall.db"))
    names = [f"{number:03} Wolfeschlegel von Steinhausenbergerdorff zu Welche"[:50] for number in range(128)]
    open_cup = started_event(room.director.events, names, "Open", "knockout",
                             {"seed": 7, "length": 5, "consolation": "progressive consolation"})  # fmt: skip
    for _ in range(9):
        view = room.director.events.get(open_cup)
        room.director.events.batches.enter(open_cup, results(view), view.last)
    everybody = started_event(room.director.events, names[:24], "League", "round-robin", {"length": 5})
    page = running_chromium.new_page()
    try:
        for event, key, players, most in (
            (open_cup, "bracket", names, 19), (open_cup, "wall-chart", names, 9),
            (everybody, "crosstable", names[:24], 2),
        ):  # fmt: skip
            page.set_content(print_file(event_paper(room.director, event), BY_KEY[key]))
            found = read(page.pdf(prefer_css_page_size=True), BY_KEY[key].page)
            assert len(found) <= most, key
            if key == "bracket":
                # each part of the Main on a page of its own: eight, then the rounds behind them
                assert sum("Main,Round" in text for text in found) == 9
                assert all("Main,Round" in text for text in found[:9])
            assert [name for name in players if not holds("".join(found), name)] == [], key
    finally:
        page.close()
        room.close()
