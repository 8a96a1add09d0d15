"""A director at a browser: a hand that counts clicks and keys, and the start and end of an evening."""

import json
import re

from playwright.sync_api import expect

from tests.patience import PATIENCE_S

PASSWORD = "a long password"
TITLE = "| step | clicks | keys |\n|---|---:|---:|\n"
#: what a step may cost, clicks and keys together
RULINGS = (
    "a ruling", "equipment", "a spectator", "an appeal raised", "a flag taken back", "a disqualification",
    "the votes of an appeal",
)  # fmt: skip
MOST = {
    "a result by hand": 3, "seating a round": 2, "another board for a broken one": 3,
    **dict.fromkeys(RULINGS, 4),
}  # fmt: skip


class Hand:
    """A page with a hand that counts its actions, step by step."""

    def __init__(self, engine):
        self.page = engine.new_page(viewport={"width": 1366, "height": 768})
        self.page.set_default_timeout(PATIENCE_S * 1000)
        self.steps = {}
        self._step = None

    def step(self, name):
        """Begin a step; of several steps with one name the longest is reported."""
        self._step = name
        self._done = [0, 0]

    def _count(self, clicks, keys):
        self._done[0] += clicks
        self._done[1] += keys
        known = self.steps.get(self._step, [0, 0])
        self.steps[self._step] = max(known, list(self._done), key=sum)

    def click(self, role, name, *, nth=0, within=None):
        """Click an element by its visible name, and wait for the next page."""
        self.page.evaluate("document.documentElement.dataset.before = ''")
        (within or self.page).get_by_role(role, name=name).nth(nth).click()
        expect(self.page.locator("html:not([data-before])")).to_be_attached()
        self.page.wait_for_load_state()
        self._count(1, 0)

    def unfold(self, name):
        """Open a panel."""
        self.page.locator("summary", has_text=name).first.click()
        self._count(1, 0)

    def type(self, text, label=None):
        """Type into the focused field; with a `label`, click that field first."""
        if label is not None:
            self.page.get_by_label(label).click()
            self._count(1, 0)
        expect(self.page.locator("input:focus, textarea:focus")).to_be_attached()
        self.page.keyboard.insert_text(text)
        self._count(0, len(text))

    def press(self, *keys):
        """Press keys one after the other, from the focused field."""
        expect(self.page.locator("input:focus, textarea:focus, select:focus")).to_be_attached()
        for key in keys:
            self.page.keyboard.press(key)
        self._count(0, len(keys))

    def clear(self, label, text):
        """Replace the text of a field."""
        self.page.get_by_label(label).fill(text)
        self._count(1, len(text))


def sign_in(hand, hall):
    """Sign in, the first time with the printed link; return the address of the pages."""
    page = hand.page
    url = re.search(r"hall is open: +(http://[^\s/]+)", hall.host.said)[1]
    link = re.search(r"(http://\S+/login\?key=\S+)", hall.host.said)
    hand.step("signing in again" if link is None else "the first director")
    if link is not None:
        page.goto(link[1])
        hand.type("Dora", "Name")
        hand.type(PASSWORD, "Password, ")
        hand.type(PASSWORD, "The same password again")
        hand.click("button", "Make the account")
    else:
        page.goto(f"{url}/login?next=/events/1")
        hand.type("Dora", "Name")
        hand.type(PASSWORD, "Password")
        hand.click("button", "Sign in")
    return url


def seat(hand):
    """Seat the round as proposed."""
    hand.step("seating a round")
    hand.click("link", "Seat the round")
    hand.click("button", re.compile("^Seat "))


def new_event(hand, template, name, changed):
    """Make an event from a template; `changed` has new values by label."""
    hand.step("a new event")
    hand.click("link", "Events")
    hand.click("link", "A new event")
    hand.click("link", template)
    hand.type(name)
    for label, value in changed.items():
        hand.clear(label, value)
    hand.click("button", "Make the event")


def enter(hand, names):
    """Paste a list of names, and look at it first."""
    hand.step(f"{len(names)} players from a list")
    hand.unfold("Paste a list")
    hand.type("\n".join(names), "One player per line")
    hand.click("button", "Look at the list first")
    hand.click("button", "Enter these players")


def undo(hand, told):
    """Undo the last line of the event's journal with this text."""
    hand.click("link", "Journal", nth=-1)
    line = hand.page.locator("li, tr", has_text=told).last
    hand.click("link", re.compile("^Look at"), within=line)
    hand.click("button", re.compile("^Undo"))


def vote(hand, *members):
    """Enter that all uphold a ruling, and that its players were heard."""
    hand.step("the votes of an appeal")
    for who in members:
        hand.page.get_by_role("row", name=who).get_by_label("uphold").check()
        hand._count(1, 0)
    hand.page.get_by_label(re.compile("were heard$")).check()
    hand._count(1, 0)
    hand.click("button", "The director upholds it")


def check_end(hand, hall, event):
    """Compare the page's standings with the command's output and with the recount of the audit."""
    assert "everything was recounted, and agrees" in hall.recount(event)
    said = json.loads(hall.type(f"event standings {event} --json"))
    table = hand.page.get_by_role("region", name="The table of standings")
    # behind a name stands who has withdrawn
    shown = [row.split()[:2] for row in table.locator("tbody tr").all_inner_texts()]
    assert shown == [[str(row["rank"]), row["player"]] for row in said["rows"]]
    return said


def check_steps(hand, what, repository, request):
    """Compare the clicks and keys of the steps with the limits, and with the table of docs/director.md."""
    for step, most in MOST.items():
        assert sum(hand.steps.get(step, ())) <= most, (step, hand.steps[step])
    mark = f"<!-- steps of a {what} in a browser -->\n"
    page_of = repository / "docs" / "director.md"
    text = page_of.read_text("utf-8")
    before, found, rest = text.partition(mark)
    assert found, f"docs/director.md has no {mark}"
    told, _, after = rest.partition("\n\n")
    lines = [f"| {step} | {clicks} | {keys} |" for step, (clicks, keys) in hand.steps.items()]
    table = TITLE + "\n".join(lines)
    if request.config.getoption("renew_golden"):
        page_of.write_text(f"{before}{mark}{table}\n\n{after}", "utf-8")
    else:
        assert told == table, "docs/director.md tells other counts; renew with --renew-golden"
