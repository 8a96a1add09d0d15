"""A whole event in a browser, from an empty database: no name of a match is typed, and no JSON.

Half of the tables have virtual boards behind a real `serve`, which is killed in the middle; at the others the
director enters the results. Clicks and keys are counted: docs/director.md tells them.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.cli.conftest import command, home, start  # noqa: F401
from tests.cli.evening import Evening, boards
from tests.patience import PATIENCE_S, until

pytestmark = pytest.mark.chromium

NAMES = "Ann Bob Cid Dan Eve Finn Gus Hana Ida Jon Kim Leo Mia Ned".split()
PASSWORD = "a long password"
MARK = "<!-- steps of a knockout in a browser -->\n"
TITLE = "| step | clicks | keys |\n|---|---:|---:|\n"
#: what a step may cost, clicks and keys together
MOST = {"a result by hand": 3, "seating a round": 2, "a ruling": 4}


class Hand:
    """A page with a hand that counts what it does, step by step."""

    def __init__(self, page):
        self.page = page
        self.steps = {}
        self._step = None

    def step(self, name):
        """Begin a step; of several of one name the longest is told."""
        self._step = name
        self._done = [0, 0]

    def _count(self, clicks, keys):
        self._done[0] += clicks
        self._done[1] += keys
        known = self.steps.get(self._step, [0, 0])
        self.steps[self._step] = max(known, list(self._done), key=sum)

    def click(self, role, name, *, nth=0, within=None):
        """Click what a person reads there, and wait for the page that follows."""
        self.page.evaluate("window.before = true")
        (within or self.page).get_by_role(role, name=name).nth(nth).click()
        self.page.wait_for_function("window.before === undefined")
        self._count(1, 0)

    def unfold(self, name):
        """Open a panel."""
        self.page.locator("summary", has_text=name).first.click()
        self._count(1, 0)

    def type(self, text, label=None):
        """Type into the field that has the focus; a click goes before it where another one is meant."""
        if label is not None:
            self.page.get_by_label(label).click()
            self._count(1, 0)
        self.page.wait_for_function("document.activeElement.matches('input, textarea')")
        self.page.keyboard.insert_text(text)
        self._count(0, len(text))

    def clear(self, label, text):
        """Replace what a field has."""
        self.page.get_by_label(label).fill(text)
        self._count(1, len(text))


@pytest.fixture
def hall(start, command, tmp_path):  # noqa: F811
    with boards(4, min) as made:
        made.playing.clear()
        yield Evening(start, command, tmp_path, made)


def sign_in(hand, hall, url):
    """The first time with the link that is printed, then by name and password."""
    page = hand.page
    link = re.search(r"(http://\S+/login\?key=\S+)", hall.host.said)
    if link is not None:
        page.goto(link[1])
        hand.type("Dora", "Name")
        hand.type(PASSWORD, "Password, ")
        hand.type(PASSWORD, "The same password again")
        hand.click("button", "Make the account")
        return
    page.goto(f"{url}/login?next=/events/1")
    hand.type("Dora", "Name")
    hand.type(PASSWORD, "Password")
    hand.click("button", "Sign in")


def address(hall):
    return re.search(r"hall is open: +(http://[^\s/]+)", hall.host.said)[1]


def rows(page, button):
    """Return the players of the desk's rows that have a button."""
    names = [one.inner_text() for one in page.get_by_role("link", name=re.compile(f"^{button} .* v ")).all()]
    return [tuple(re.search(r"(\w+) v (\w+)", name).groups()) for name in names]


def by_hand(hand, pair):
    """Enter that the first of the alphabet wins, to one point: a click, a key, a click."""
    hand.step("a result by hand")
    one, other = pair
    hand.click("link", re.compile(rf"^Result .*{one} v {other}"))
    hand.type("1")
    hand.click("button", f"{min(pair)} wins", within=hand.page.locator("#result"))


def wait_for_boards(hall):
    """Wait until no match is at a board any more."""
    until(lambda: not at_boards(hall), lambda: hall.type("event next Cup"))


def at_boards(hall):
    """Return whether a match that is still to be played was set up at a board."""
    history = hall.type("event history Cup")
    seated = {frozenset(pair) for pair in re.findall(r"set up for match \S+: (\w+) v (\w+)", history)}
    return seated & {frozenset(pairing.players()) for pairing in hall.next("Cup")}


def seat(hand):
    """Seat the round as it is proposed."""
    hand.step("seating a round")
    hand.click("link", "Seat the round")
    hand.click("button", re.compile("^Seat "))


def test_a_knockout_from_an_empty_database(hall, engine, repository, request):
    page = engine.new_page(viewport={"width": 1366, "height": 768})
    page.set_default_timeout(PATIENCE_S * 1000)
    hand = Hand(page)
    url = address(hall)
    hand.step("the first director")
    sign_in(hand, hall, url)
    hand.step("a new event")
    hand.click("link", "Events")
    hand.click("link", "A new event")
    hand.click("link", "Backgammon knockout, 16 players")
    hand.type("Cup")
    hand.clear("Points of a match, per round", "3")
    hand.clear("Points in the Consolation, per round", "3")
    hand.clear("Free places kept open for late arrivals", "2")
    hand.click("button", "Make the event")
    hand.step("14 players from a list")
    hand.unfold("Paste a list")
    hand.type("\n".join(NAMES), "One player a line")
    hand.click("button", "Look at the list first")
    hand.click("button", "Enter these players")
    hand.step("draw and start")
    hand.click("link", "Draw")
    hand.type("7", "Seed")
    hand.click("button", "Draw")
    hand.click("button", "Use this draw")
    hand.click("button", "Start the event")
    hand.step("seating a round")
    page.goto(f"{url}/events/1")
    seat(hand)
    # two come late
    for name in ("Ola", "Pia"):
        hand.step("a late arrival")
        hand.click("link", "Players")
        hand.type(name, "Name; ")
        hand.click("button", "Enter", nth=0)
    # a ruling at a board: the ladder's first step, then its second one
    for _ in range(2):
        page.goto(f"{url}/events/1")
        hand.step("a ruling")
        hand.click("link", re.compile("^Ruling .* v "))
        hand.click("button", re.compile("^slow play"))
    page.wait_for_load_state()
    said = hall.type("ruling list")
    slow = re.search(r"(\w+): slow play, offence 2; (\w+) gets 1 point", said)
    assert slow, said
    # the appeal
    hand.step("the committee, once")
    page.goto(f"{url}/rulings")
    hand.clear(re.compile("member", re.I), "\n".join(["Leo", "Mia", "Ned"]))
    hand.click("button", "Name the committee")
    hand.step("an appeal")
    hand.unfold("Appeal")
    hand.click("button", f"{slow[1]} appeals")
    for who in ("Director", "Leo", "Mia"):
        page.get_by_role("row", name=who).get_by_label("uphold").check()
        hand._count(1, 0)
    for who in slow.groups():
        page.get_by_label(who, exact=True).check()
        hand._count(1, 0)
    hand.click("button", "Enter the votes")
    hall.until_said("appeal list", ": uphold")
    # the host dies while four matches are played, and comes back on another port
    before = hall.type("event history Cup")
    hall.boards.playing.set()
    hall.restart()
    assert hall.type("event history Cup").startswith(before)
    url = address(hall)
    hand.step("signing in again")
    sign_in(hand, hall, url)
    wait_for_boards(hall)
    # one goes home
    hand.step("a withdrawal")
    page.goto(f"{url}/events/1")
    hand.click("link", "Players")
    hand.click("button", "Withdraw Leo")
    hand.click("button", "Withdraw Leo")
    # a wrong result is found when others have played on: it is undone, and entered again
    page.goto(f"{url}/events/1")
    by_hand(hand, ("Mia", "Pia"))
    page.goto(f"{url}/events/1")
    by_hand(hand, ("Ned", "Ola"))
    page.goto(f"{url}/events/1")
    by_hand(hand, ("Mia", "Cid"))
    hand.step("undo of an earlier result")
    page.goto(f"{url}/events/1")
    hand.click("link", "Journal", nth=-1)
    line = page.locator("li, tr", has_text="Ned v Ola, winner Ned").last
    hand.click("link", re.compile("^Look at"), within=line)
    hand.click("button", re.compile("^Undo"))
    page.goto(f"{url}/events/1")
    by_hand(hand, ("Ned", "Ola"))
    # to the end: what is free is seated at the boards, the rest is entered
    while hall.next("Cup"):
        page.goto(f"{url}/events/1")
        if page.get_by_role("link", name="Seat the round").count():
            seat(hand)
        page.goto(f"{url}/events/1")
        for pair in rows(page, "Seat"):
            page.goto(f"{url}/events/1")
            by_hand(hand, pair)
        wait_for_boards(hall)
    hand.step("the end")
    page.goto(f"{url}/events/1")
    hand.click("button", "Finish the event")
    expect(page.locator("main")).to_contain_text("Finished")
    assert "everything was recounted, and agrees" in hall.recount("Cup")
    assert '"winner": "Ann"' in hall.type("event standings Cup --json")
    for step, most in MOST.items():
        assert sum(hand.steps[step]) <= most, (step, hand.steps[step])
    page_of = repository / "docs" / "director.md"
    text = page_of.read_text("utf-8")
    before, _, rest = text.partition(MARK)
    told, _, after = rest.partition("\n\n")
    lines = [f"| {step} | {clicks} | {keys} |" for step, (clicks, keys) in hand.steps.items()]
    table = TITLE + "\n".join(lines)
    if request.config.getoption("renew_golden"):
        page_of.write_text(f"{before}{MARK}{table}\n\n{after}", "utf-8")
    else:
        assert told == table, "docs/director.md tells other counts; renew with --renew-golden"
