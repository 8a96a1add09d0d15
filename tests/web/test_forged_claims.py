"""A thousand forged reports of results by phones: none counts, and the honest other side can still confirm.

Each forgery is drawn from what an attacker may have: links and cards of other players, tables and days, the
form of an earlier match, both sides from one phone, a cookie that is changed, and no cookie at all.
"""

import random
from contextlib import ExitStack

import pytest

from tablekeeper.accounts.account import card_day
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.web import Serving, make_app
from tablekeeper.web.links import card_path
from tests.guards import sample
from tests.startedevent import started_event
from tests.web.conftest import Browser

FORGERIES = 1000
PLAYERS = ("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def passed():
    """The seconds of the pages' clock, in a list."""
    return [0.0]


@pytest.fixture
def serving(room, settings, passed):
    """The pages, with a clock that the test sets: limits of a phone would otherwise refuse everything."""
    with Serving(make_app(room.director, settings=settings, clock=lambda: passed[0])) as serving:
        yield serving


@pytest.fixture
def evening(room):
    """Two events, each with two matches at tables; one match of the first event was played already."""
    director = room.director
    director.tables.new((), 5)
    director.people.enter([*PLAYERS, "Eve", "Fay"])
    found = []
    for name in ("Cup", "Plate"):
        event = started_event(director.events, PLAYERS, name, "round-robin", {"length": 7})
        found.append(event)
    first = director.seating.plan_round(found[0]).places
    director.seating.seat(found[0], first)
    return found


class Attacker:
    """Phones with every link and card that the attacker has."""

    def __init__(self, room, accounts, url, stack, events):
        self.room, self.accounts, self.url, self.stack, self.events = room, accounts, url, stack, events
        self.chance = random.Random(7)
        self.day = card_day(wall_ms())
        self.tables = room.director.boards.listed()
        self.links = {}
        for name in ("Ann", "Bob", "Cid", "Dan", "Eve"):
            number = room.director.people.book().find(name)
            self.links[name] = (number, accounts.player_signature(number))

    def browser(self, *paths):
        found = self.stack.enter_context(Browser(self.url))
        for path in paths:
            found.get(path)
        found.get("/play")
        return found

    def link(self, name):
        number, proof = self.links[name]
        return f"/link/{number}/{proof}"

    def card(self, table, day=None):
        day = day or self.day
        if not self.accounts.card_proof(table.uid, day, table.name):
            self.accounts.new_cards({table.uid: table.name}, day, by="director")
        return card_path(self.accounts, table, day)


def seats(room):
    return list(room.director.claims.seated())


@sample.scenario("a thousand forged reports")
def test_none_of_a_thousand_forged_reports_counts(room, accounts, serving, passed, evening):
    cup, plate = evening
    director = room.director
    with ExitStack() as stack:
        attacker = Attacker(room, accounts, serving.url, stack, evening)
        chance = attacker.chance
        target, other = seats(room)
        one, two = target.row.players
        strangers = other.row.players
        honest = {"is-score": "4", "winner": one}
        # an honest report, so that one confirmation would be enough
        first = attacker.browser(attacker.link(one))
        assert first.submit(
            "/play", what="report", event=cup, match=target.match, **honest
        ).status_code == 303
        [claim] = director.events.get(cup).claims
        revoked = attacker.browser(attacker.link(two))
        accounts.renew_player_link(attacker.links[two][0], by="director")
        empty = next(one for one in attacker.tables if one.uid not in (target.table.uid, other.table.uid))
        same = attacker.browser(attacker.link(one))
        same.cookies.set("tablekeeper-phone", first.cookies["tablekeeper-phone"])
        carded = attacker.browser(attacker.card(other.table))
        elsewhere = attacker.browser(attacker.card(empty))
        past = attacker.browser()
        uid, proof = target.table.uid, attacker.card(target.table).rpartition("/")[2]
        past.cookies.set("tablekeeper", f"table.{uid}.2026-01-01.{proof}")
        changed = attacker.browser()
        changed.cookies.set("tablekeeper", f"player.{attacker.links[two][0]}.{'0' * 32}")
        both = attacker.browser(attacker.card(target.table))
        both.cookies.set("tablekeeper-phone", first.cookies["tablekeeper-phone"])
        cases = {
            "revoked": revoked, "not this player": attacker.browser(attacker.link(strangers[0])),
            "no player here": attacker.browser(attacker.link("Eve")), "same phone": same,
            "another table": carded, "an empty table": elsewhere, "another day": past,
            "a changed cookie": changed, "nobody": attacker.browser(), "both sides, one phone": both,
        }  # fmt: skip
        tokens = {}
        for name, browser in cases.items():
            page = browser.get("/play", headers={"accept": "text/html"}).text
            tokens[name] = page.partition('name="token" value="')[2].partition('"')[0]
        answers = set()
        for number in range(FORGERIES):
            passed[0] += 2.0
            name = chance.choice(sorted(cases))
            browser = cases[name]
            form = {
                "token": chance.choice([tokens[name], *tokens.values()]),
                "what": chance.choice(("agree", "report", "agree", "unplayed", "confirm")),
                "event": chance.choice((cup, cup, plate, 99)),
                "match": chance.choice((target.match, target.match, other.match, 1, 10**8)),
                "claim": chance.choice((claim.seq, claim.seq, claim.seq + 1, 1)),
                "player": chance.choice((two, two, one, *strangers, "")), **honest,
            }  # fmt: skip
            if name in ("same phone", "both sides, one phone"):
                # the first side itself may report again, and the same thing changes nothing
                form["player"], form["what"] = two, chance.choice(("agree", "report"))
            if name in ("not this player", "another table"):
                # they may report their own match; that is no forgery
                form["match"] = target.match
            headers = browser.origin if chance.random() < 0.9 else {"origin": "http://evil.example"}
            answers.add(browser.post("/play", data=form, headers=headers).status_code)
            view = director.events.get(cup)
            assert (view.entered, view.claims) == ((), (claim,)), (number, name, form)
        assert director.events.get(plate).entered == ()
        assert answers <= {303, 400, 401, 403, 409}
        # the honest other side still confirms it with the new link; the old form afterwards does nothing
        attacker.links[two] = (attacker.links[two][0], accounts.player_signature(attacker.links[two][0]))
        second = attacker.browser(attacker.link(two))
        said = {"event": cup, "match": target.match, "claim": claim.seq}
        token = second.token("/play")
        assert second.submit("/play", what="agree", **said).status_code == 303
        assert [entered.match for entered in director.events.get(cup).entered] == [target.match]
        replayed = second.post("/play", data={"token": token, "what": "agree", **said}, headers=second.origin)
        assert replayed.status_code == 409
        assert len(director.events.get(cup).entered) == 1
