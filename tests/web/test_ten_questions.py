"""What a player, a spectator and a commentator ask: each answered within two touches from the first page."""

import pytest
from playwright.sync_api import expect

from tablekeeper.director.events.boardqueue import sitting
from tablekeeper.director.events.seatplan import FreeTable, turns
from tests.guards import sample
from tests.startedevent import started_event
from tests.web.conftest import Browser
from tests.web.hallwork import NOW, HandSet, match, table

PHONE = {"width": 390, "height": 844}
FOUR = ["Ann", "Bob", "Cid", "Dan"]
MINUTE = 60_000
#: the largest page that a phone has to load
LARGEST = 100_000


def club(director):
    """A hall: table 4 plays a cup, a league of four has results, last week's cup is over."""
    events = director.events
    director.people.enter(FOUR)
    old = started_event(events, FOUR[:3], "Winter Cup", "championship", {"first_to": 2})
    for winner in ("Bob", "Ann", "Bob"):
        events.result(old, {"winner": winner})
    events.finish(old)
    cup = started_event(events, FOUR, "Spring Cup", "knockout", {"length": 7})
    first, _ = events.get(cup).answer.next
    events.link(cup, 7, first)
    events.timetables.change(cup, {"A": {"control": "14m d12"}, "B": {"start_ms": NOW + 90 * MINUTE}})
    robin = started_event(events, FOUR, "Club evening", "round-robin", {"length": 5})
    for one, score in (("Ann", "Dan"), [5, 1]), (("Bob", "Dan"), [5, 2]), (("Ann", "Cid"), [5, 3]):
        played = next(each for each in events.get(robin).answer.next if set(each["players"]) == set(one))
        order = score if list(played["players"]) == list(one) else score[::-1]
        events.result(robin, {"players": played["players"], "winner": one[0], "score": order})
    hall = HandSet(table(4, match(match_id=7, players=("Ann", "Bob"), score=(3, 2))), table(5))
    hall.events, hall.event_tables = events, director.event_tables
    hall.published = director.published

    def turns_of_events():
        running = [events.get(one) for one in (cup, robin)]
        tables = [one.table for one in hall.laid.values()]
        free = [FreeTable(one.uid, one.name) for one in tables if one.match is None]
        return turns(running, free, sitting(running))

    hall.seating.turns = turns_of_events
    return hall


@pytest.fixture
def hall(director):
    """The club."""
    return club(director)


class Reader:
    """Somebody with a phone, whose touches are counted since the first page."""

    def __init__(self, page, url):
        self.page, self.url, self.touches = page, url, 0

    def ask(self):
        self.page.goto(self.url)
        self.touches = 0
        return self

    def touch(self, place):
        self.touches += 1
        place.tap()
        return self

    def find(self, name):
        """Search for a player: typing is no touch, the button is."""
        self.page.get_by_label("Find a player").fill(name)
        return self.touch(self.page.get_by_role("button", name="Find"))

    def answered(self, place, *told):
        """Check that a part of the page that is seen says this, after two touches at most."""
        for one in told:
            expect(place).to_contain_text(one)
        expect(place).to_be_visible()
        assert self.touches <= 2
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), self.page.url


@sample.scenario("ten questions")
def test_ten_questions_are_answered_within_two_touches(engine, serving):
    context = engine.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    reader = Reader(page, serving.url)
    event = page.locator("#events li", has_text="Spring Cup")
    robin = page.locator("#events li", has_text="Club evening")

    # who is on table 4? what is the score of Ann and Bob? to how many points do they play?
    card = page.locator(".card", has=page.get_by_role("heading", name="Table 4"))
    reader.ask().answered(card, "Ann", "Bob", "Match to 7", "Spring Cup")
    reader.answered(card.locator("tr", has_text="Ann").locator(".score"), "3")
    # who leads? when does the next round start? who won last week's cup?
    reader.answered(robin, "Ann leads")
    reader.answered(event, "Round B begins", "in 1:")
    reader.answered(page.locator("#events li", has_text="Winter Cup"), "Bob won")
    reader.touch(page.get_by_role("link", name="The events"))
    expect(event).to_be_in_viewport()
    # when do I play next? whom does Cid meet next, where, with which clock?
    now = page.locator(".player-now", has_text="Spring Cup")
    told = ("against Dan", "A2", "to 7 points", "14m d12", "planned for Table 5")
    reader.ask().find("Cid").answered(now, *told)
    # who plays now is told the table, and one touch further it is live
    reader.ask().find("ann").answered(now, "Table 4 against Bob", "3")
    # can Ann still win?
    needs = page.locator(".need", has_text="Ann wins with 2 more wins.")
    reader.answered(needs, "Ann wins with 2 more wins.")
    # why is Cid third?
    reader.ask().touch(robin.get_by_role("link", name="Club evening"))
    expect(page.get_by_role("heading", name="Club evening", level=1)).to_be_visible()
    order = page.locator("#e-standings tbody th").all_inner_texts()
    place = order.index("Cid")
    reader.touch(page.get_by_text("Why they stand in this order"))
    reader.answered(page.locator("#why li", has_text=f"before {order[place]}"), order[place - 1])
    context.close()


@sample.scenario("pages of a big event")
def test_every_public_page_of_a_big_event_is_small(director, directed):
    """The pages themselves; pictures and files that they link to come when they are looked at."""
    names = [f"Player {number} of the Family" for number in range(1, 25)]
    director.people.enter(names)
    event = started_event(director.events, names, "Summer Tourney", "ttt")
    games = [one for one in director.events.get(event).answer.next if "players" in one]
    for one in games[:30]:
        result = {key: one[key] for key in ("match", "players") if key in one}
        director.events.result(event, result | {"winner": one["players"][0]})
    bracket = started_event(director.events, names, "Cup", "knockout", {"length": 7})
    [first, *_] = director.events.get(bracket).answer.next
    one_player = director.people.book().find(names[0])
    paths = [
        "/", "/events", "/players?name=player", f"/players/{one_player}", "/rankings",
        *(f"/events/{one}{rest}" for one in (event, bracket)
          for rest in ("", "/players/1", "/matches", "/history")),
        f"/events/{bracket}/matches/{first['match']}",
    ]  # fmt: skip
    with Browser(directed.url) as browser:
        sizes = {}
        for path in paths:
            answer = browser.get(path, headers={"accept": "text/html"})
            assert answer.status_code == 200, path
            sizes[path] = len(answer.content)
        assert {path: size for path, size in sizes.items() if size >= LARGEST} == {}
        all_of_them = browser.get(f"/events/{event}/matches?page=3")
        assert all_of_them.status_code == 200
        assert browser.get(f"/events/{event}/matches?page=99").status_code == 404
        assert browser.get(f"/events/{event}/picture.svg").headers["content-type"] == "image/svg+xml"
