"""Every page of every format in the middle of its play, at all sizes of events and for each role.

The events are those of `tablekeeper generate`, cut short after some of their actions. The second reading
(`tablekeeper check`) agrees with each of them, and `verify` with the database that holds them. In the soak
MIDPLAY_EVENTS and MIDPLAY_SEED say how many events of each format, and from which seed on.
"""

import json
import os
import random
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from starlette.routing import Route

from tablekeeper.accounts.roles import DIRECTOR, DISPLAY, PLAYER, SCORER
from tablekeeper.audit import audit
from tablekeeper.cli import main
from tablekeeper.director.events import journal
from tablekeeper.director.events.document import export, read
from tablekeeper.formats import FORMATS
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.virtual.randomevents.generation import generate
from tablekeeper.web import Serving, Settings, make_app
from tablekeeper.web.prints import BY_KEY
from tests.director.conftest import Room
from tests.guards import sample
from tests.web.conftest import Browser, accounts_in

ROLES = (None, PLAYER, DISPLAY, SCORER, DIRECTOR)
#: entered in every generated event without couples; the link of this person is opened as PLAYER
PERSON = "Player 1"
#: what a person may not open, and what an event does not have
ELSE = {303, 400, 401, 403, 404, 409}
MANY, FIRST = int(os.environ.get("MIDPLAY_EVENTS", "1000")), int(os.environ.get("MIDPLAY_SEED", "10"))
OF_A_HALL = 50
HTML = {"accept": "text/html"}


@contextmanager
def hall_in(folder):
    """Serve a hall without boards: its browsers by role, and its pages of an event."""
    database = str(folder / "hall.db")
    room = Room(database)
    accounts = accounts_in(folder)
    app = make_app(room.director, settings=Settings(accounts=accounts))
    [person] = room.director.people.enter([PERSON])
    routes = [
        one.path for one in app.routes
        if isinstance(one, Route) and "GET" in (one.methods or ()) and "{event:number}" in one.path
    ]  # fmt: skip
    with Serving(app) as serving:
        browsers = {}
        for role in ROLES:
            browsers[role] = Browser(serving.url)
            if role == PLAYER:
                link = browsers[role].get(f"/link/{person}/{accounts.player_signature(person)}")
                assert link.status_code == 303
            elif role is not None:
                browsers[role].sign_in_as(role)
        yield SimpleNamespace(
            director=room.director, browsers=browsers, routes=routes, database=database,
            own=(f"/players/{person}", f"/fragments/players/{person}/days"),
        )  # fmt: skip
        for browser in browsers.values():
            browser.close()
    room.close()


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A hall for the events of the day."""
    with hall_in(tmp_path_factory.mktemp("midplay")) as hall:
        yield hall


def addresses(hall, event):
    """Yield each page of an event, with some of its matches and players."""
    view = hall.director.events.get(event)
    rows = [one.get("match") for one in (view.answer.next if view.answer else ())]
    keys = [str(one) for one in rows if one is not None][:2] + [f"n{one.seq}" for one in view.entered[-2:]]
    values = {
        "match": keys, "player": {1, len(view.players) or 1}, "what": BY_KEY, "kind": ("csv", "json"),
        "case": ("length", "offence"),
    }  # fmt: skip
    for route in hall.routes:
        path = route.replace("{event:number}", str(event))
        name, _, rest = path.partition("{")[2].partition("}")
        for value in values[name.partition(":")[0]] if name else ("",):
            yield route, path.partition("{")[0] + (f"{value}{rest}" if name else "")


def look(hall, key, seed):
    """Visit the pages of a generated event after some of its actions; return (pages seen, problems)."""
    actions = read(Cursor(generate(FORMATS[key], seed)), "unused", 0, "unused")
    count = random.Random(f"{key} {seed} mid-play").randrange(2, len(actions) + 1)
    try:
        document = json.loads(json.dumps(export(actions[:count], journal.checked(actions[:count]))))
        event = hall.director.events.take_in(Cursor(document), f"{key} {seed}", 0)
    except DocumentError:
        return 0, []  # it still waits for players
    seen, problems = 0, [f"{one} ({key} {seed}, {count} actions)" for one in audit(Cursor(document)).findings]
    own = hall.own if PERSON in document["players"] else ()
    pages = [*addresses(hall, event), *((one, one) for one in own), ("/events", "/events")]
    for route, address in pages:
        for role in ROLES:
            status = hall.browsers[role].get(address, headers=HTML).status_code
            seen += status == 200
            needed = route in ("/events/{event:number}", "/events", *hall.own) or route.endswith("/history")
            if status != 200 and (needed or status not in ELSE):
                problems.append(f"{address} {role} {status} ({key} {seed}, {count} actions)")
    return seen, problems


@pytest.mark.parametrize("key", sample.drawn(list(FORMATS), of=8))
def test_every_page_of_an_event_in_mid_play_opens_for_every_role(hall, key):
    found = [look(hall, key, seed) for seed in range(3)]
    assert [problem for _, problems in found for problem in problems] == []
    assert sum(seen for seen, _ in found) > 100


def test_couples_with_more_games_than_are_listed_one_by_one(hall):
    """The crosstable names the four players of two couples, who are no entrants of the event."""
    assert look(hall, "couples", 5)[1] == []


@pytest.mark.soak
@pytest.mark.parametrize("key", FORMATS)
def test_a_thousand_events_in_mid_play(tmp_path, key, record_property):
    found = []
    # a hall for some of them: pages that list all events stay as short as those of a club
    for first in range(FIRST, FIRST + MANY, OF_A_HALL):
        folder = tmp_path / str(first)
        folder.mkdir()
        with hall_in(folder) as hall:
            found += [look(hall, key, seed) for seed in range(first, min(first + OF_A_HALL, FIRST + MANY))]
            told = CliRunner().invoke(main, ["verify", "--database", hall.database])
            assert told.exit_code == 0, told.output
    seen = sum(seen for seen, _ in found)
    record_property("figure", f"{MANY} events from seed {FIRST} on, {seen} pages opened")
    assert [problem for _, problems in found for problem in problems] == []
    assert sum(seen > 0 for seen, _ in found) > MANY / 2
