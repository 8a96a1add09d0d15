"""Whole events in a browser, from an empty database: no name of a match is typed, and no JSON.

Half of the tables have virtual boards behind a real `serve`, which is killed in the middle; at the others the
director enters the results. Clicks and keys are counted: docs/director.md tells them. `make test` plays at
most one of the three evenings; GUARDS=all plays and renews all.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.cli.conftest import command, home, start  # noqa: F401
from tests.cli.evening import Circle, evening  # noqa: F401
from tests.guards import sample
from tests.patience import QUESTION_S, until
from tests.web.eveninghand import Hand, check_end, check_steps, enter, new_event, seat, sign_in, undo, vote

pytestmark = pytest.mark.chromium

NAMES = "Ann Bob Cid Dan Eve Finn Gus Hana Ida Jon Kim Leo Mia Ned".split()


def rows(page, button):
    """Return the players of the desk's rows that have a button."""
    names = page.get_by_role("link", name=re.compile(f"^{button} .* v ")).all_inner_texts()
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
    until(lambda: not at_boards(hall), lambda: hall.type("event next Cup"), QUESTION_S)


def at_boards(hall):
    """Return whether a match that is still to be played was set up at a board."""
    history = hall.type("event history Cup")
    seated = {frozenset(pair) for pair in re.findall(r"set up for match \S+: (\w+) v (\w+)", history)}
    return seated & {frozenset(pairing.players()) for pairing in hall.next("Cup")}


@sample.scenario("an evening's knockout in a browser")
def test_a_knockout_from_an_empty_database(evening, engine, repository, request):  # noqa: F811
    hall = evening(4, min)
    hall.boards.playing.clear()
    hand = Hand(engine)
    page, url = hand.page, sign_in(hand, hall)
    changed = {
        "Points of a match, per round": "3",
        "Points in the Consolation, per round": "3",
        "Free places kept open for late arrivals": "2",
    }
    new_event(hand, "Backgammon knockout, 16 players", "Cup", changed)
    enter(hand, NAMES)
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
    hand.step("an appeal raised")
    hand.unfold("Appeal")
    hand.click("button", f"{slow[1]} appeals")
    vote(hand, "Leo", "Mia")
    hall.until_said("appeal list", ": uphold")
    # the host dies while four matches are played, and comes back on another port
    before = hall.type("event history Cup")
    hall.boards.playing.set()
    hall.restart()
    assert hall.type("event history Cup").startswith(before)
    url = sign_in(hand, hall)
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
    undo(hand, "Ned v Ola, winner Ned")
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
    assert check_end(hand, hall, "Cup")["winner"] == "Ann", hall.type("event history Cup")
    check_steps(hand, "knockout", repository, request)


def throw(hand, *dice):
    """Enter a round of die-roll, in the order of the fields."""
    hand.step("a round of die-roll")
    hand.click("link", "Enter the throws")
    hand.press(*" Tab ".join(dice).split())
    hand.click("button", "Enter the throws")


def pawns(hand, game, winner, lost="0"):
    """Enter a game of a league: a click, a key, a click."""
    hand.step("a result by hand")
    hand.click("link", re.compile(f"^Result {game} "))
    hand.press(lost)
    hand.click("button", f"{winner} wins", within=hand.page.locator("#result"))


@sample.scenario("an evening's league in a browser")
def test_a_league_with_lots_colours_a_tie_of_three_and_playoffs(evening, engine, repository, request):  # noqa: F811
    players = Circle(3)
    hall = evening(1, players)
    hand = Hand(engine)
    page, url = hand.page, sign_in(hand, hall)
    new_event(hand, "2T-XL league, two double round-robins", "League", {"Double round-robins": "1"})
    enter(hand, NAMES[:3])
    hand.step("start")
    hand.click("link", "Options and start")
    hand.click("button", "Start the event")
    # lots: who is level throws again
    throw(hand, "3", "3", "6")
    throw(hand, "5", "2")
    expect(page.locator("#desk-seat")).to_contain_text("Game 1 Cid v Ann")
    hand.step("colours of a game")
    hand.click("link", "Game 1")
    hand.click("button", "Cid green and yellow, Ann blue and red")
    # at the board, which goes on by itself from game to game; the host dies in between
    seat(hand)
    hall.until_said("event history League", "set up for game 2")
    hall.restart()
    hall.until_said("event history League", "set up for game 4")
    url = sign_in(hand, hall)
    # a result of the first half, which both have confirmed at the board, was wrong
    hand.step("undo of an earlier result")
    undo(hand, "the result Ann v Bob, winner Ann")
    page.goto(f"{url}/events/1")
    hand.step("a result by hand")
    hand.click("link", re.compile("^Result Game 3 "))
    hand.press("5")
    hand.click("button", "Ann wins", within=page.locator("#result"))
    expect(page.locator("#result .refusal").last).to_contain_text("a loser with 5 pawns has completed 0 or 1")
    page.get_by_label("Counted pawns of the loser").fill("0")
    hand.step("a corrected form")
    hand.click("button", "Ann wins", within=page.locator("#result"))
    # the other half by hand, one of them a game that stands at the board
    for game, winner in (("Game 4", "Cid"), ("Game 5", "Bob"), ("Game 6", "Ann")):
        pawns(hand, game, winner)
    # all three are level: who is level throws again, as long as two are
    expect(page.locator("#desk-step")).to_contain_text("Ann, Bob and Cid throw a die each to break the tie")
    throw(hand, "6", "6", "1")
    hand.step("colours of a game")
    hand.click("link", "Game 1")
    hand.click("button", "Ann red and green, Bob yellow and blue")
    # the game that stood at the board was entered by hand before it began: its table is free
    hand.step("seating a round")
    hand.click("link", "Seat the round")
    hand.click("button", "Seat 1 match")
    players.left = 1
    until(lambda: not hall.next("League"), lambda: hall.type("event next League"), QUESTION_S)
    page.goto(f"{url}/events/1")
    hand.step("the end")
    hand.click("button", "Finish the event")
    expect(page.locator("main")).to_contain_text("Finished")
    said = check_end(hand, hall, "League")
    assert said["winner"] == "Ann"
    # the die broke the tie of three
    assert [row["decided_by"] for row in said["rows"]] == [
        "1 head-to-head win-loss record", "9 round of die-roll", None,
    ]  # fmt: skip
    assert hall.type("event history League").count("Board 000001: the result") == 5
    check_steps(hand, "league", repository, request)


def cell(pair):
    """Return what the crosstable says of a game that is to be played, whoever invites."""
    one, other = pair
    return re.compile(f"^({one} v {other}|{other} v {one}): ")


def in_crosstable(hand, pair, kind=""):
    """Enter that the first of the alphabet wins; the first letter of the kind chooses it."""
    hand.step("a result by hand")
    hand.click("link", cell(pair))
    if kind:
        hand.press(kind[0])
    hand.click("button", f"{min(pair)} wins", within=hand.page.locator("#result"))


@sample.scenario("an evening's tourney in a browser")
@pytest.mark.gnubg
@pytest.mark.parametrize("rounds", [2, pytest.param(8, marks=pytest.mark.soak)])
def test_a_tourney_of_twelve_with_a_timeout(evening, engine, repository, request, rounds):  # noqa: F811
    hall = evening(3, min)
    hall.boards.playing.clear()
    hand = Hand(engine)
    page, url = hand.page, sign_in(hand, hall)
    new_event(hand, "Tric Trac Tourney at tables", "Tourney", {})
    enter(hand, NAMES[:12])
    hand.step("start")
    hand.click("link", "Options and start")
    hand.click("button", "Start the event")
    for number in range(rounds):
        # a board is free some time after its result
        hall.until_said("event seat Tourney --dry-run", "Board 0", min(3, len(hall.next("Tourney"))))
        hall.boards.playing.clear()
        seat(hand)
        seated = page.locator("#desk-playing .who").all_inner_texts()
        results = hall.type("event history Tourney").count(": the result")
        if not number:
            # the host dies while three games are set up at boards; those there play on
            hall.restart()
            url = sign_in(hand, hall)
        hall.boards.playing.set()
        busy = {name for names in seated for name in names.split(" v ")}
        free = [one.players() for one in hall.next("Tourney") if not busy & {*one.players()}]
        apart = []
        for pair in free:
            if not {name for one in apart for name in one} & {*pair}:
                apart.append(pair)
        if not number:
            hand.step("a timeout, with its position")
            hand.click("link", cell(apart[-1]))
            hand.type("4HPwATDgc/ABMA", "Position in which it stopped")
            hand.click("button", f"{max(apart[-1])} timed out")
            expect(page.get_by_role("link", name=cell(apart.pop())).first).to_have_text(re.compile("[WT]"))
        for pair, kind in zip(apart[:3], ("gammon", "", "backgammon"), strict=False):
            in_crosstable(hand, pair, kind)
        wanted = results + len(seated) + min(len(apart), 3) + (not number)
        hall.until_said("event history Tourney", ": the result", wanted)
        page.goto(f"{url}/events/1")
    # a result of the first round, which both have confirmed at their board, was wrong
    hand.step("undo of an earlier result")
    hand.click("link", cell(("Ann", "Bob")))
    hand.click("link", "Undo the result")
    hand.click("button", re.compile("^Undo"))
    page.goto(f"{url}/events/1")
    hand.step("a result by hand")
    hand.click("link", cell(("Ann", "Bob")))
    hand.click("button", "Bob wins", within=page.locator("#result"))
    # what else was played stands on sheets
    if rest := [sorted(one.players()) for one in hall.next("Tourney")]:
        hand.step(f"{len(rest)} results from a list")
        hand.unfold("Enter many results")
        lines = [f"{one},{other},{one}" for one, other in rest]
        hand.type("\n".join(["player1,player2,winner", *lines]), "One result per line")
        hand.click("button", "Look at them first")
        hand.click("button", "Enter all of them")
    hand.step("the end")
    page.goto(f"{url}/events/1")
    hand.click("button", "Finish the event")
    expect(page.locator("main")).to_contain_text("Finished")
    said = check_end(hand, hall, "Tourney")
    assert said["winner"] == said["rows"][0]["player"]
    assert [row["played"] for row in said["rows"]] == [11] * 12
    assert [row["timeouts"] for row in said["rows"]].count(1) == 1
    assert hall.type("event history Tourney").count("GNU Backgammon") == 1
    if rounds == 2:
        check_steps(hand, "tourney", repository, request)
