"""A hall with content for every page: events of the day's formats, tables at play, rulings, calls, rankings.

`make test` has a quarter of the formats, others each day; `make soak` has all of them.
Tests that visit all pages of the application share it. `addresses` yields the pages of each of the
application's routes: a new route with unknown parameters fails until it has a line in `FILLED`.
"""

import contextlib
import json
import random
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Route

from tablecore import records
from tablekeeper.director.ranking.proposals import Edits
from tablekeeper.formats import FORMATS
from tablekeeper.regulation.cases import KINDS
from tablekeeper.regulation.finding import POINTS, WARNING, Effect
from tablekeeper.store import Batch
from tablekeeper.virtual.randomevents.generator import random_document
from tablekeeper.web import Serving, Settings, make_app
from tablekeeper.web.boardpage import PARTS
from tablekeeper.web.prints import BY_KEY
from tests.director.conftest import START, Room
from tests.guards import sample
from tests.startedevent import started_event
from tests.web.conftest import Browser, accounts_in

#: 50 letters without a blank, which must not make a page wider
LONG = [f"{first}{'wmabcdefghijklnopqrs' * 3}"[:50] for first in "ABCDEFGHIJKLMNOPQRS"]
FREE = "6" * 16
TABLE_NAME = f"Table{'w' * 25}"
FEES = {
    "currency": "EUR", "fee": "20", "additions": [], "deductions": [["Club", "10"]],
    "unit": "percent", "places": ["50", "50"], "step": "1",
}  # fmt: skip
#: formats of the day's hall; two pages are those of "ttt"
TODAY = {"ttt", *sample.todays(tuple(FORMATS), of=4)}
#: seeds of events that are small
_SEED = 3


class WholeHall:
    """The hall; call `close` at the end. Attributes are numbers of the items on its pages.

    `names` are the names of 19 players, `table` is the table with a match in progress.
    """

    def __init__(self, folder: Path, names=LONG, table=TABLE_NAME) -> None:
        self.names, self.table = names, table
        self.room = Room(str(folder / "hall.db"), threaded=True)
        self.director = self.room.director
        events = self.director.events
        first, twin, *_ = (self._board(digit) for digit in "123456")
        self.uid, self.aside = first.uid, twin.uid
        options = {"length": 5, "consolation": "progressive consolation"}
        self.cup = started_event(events, self.names[:8], "Cup of names", "knockout", options)
        for points in (1, 2):
            one = events.get(self.cup).answer.next[0]
            result = {"match": one["match"], "players": one["players"], "winner": one["players"][0]}
            events.result(self.cup, {**result, "score": [5, points]})
        pairings = events.get(self.cup).answer.next
        self.played = pairings[0]["match"]
        self.open = pairings[1]["match"]
        self.director.event_tables.play(self.cup, pairings[0], first.uid, control="2m b12")
        self.room.deliver(first)
        for kind in (records.SINGLE, records.GAMMON):
            first.play(0, kind, turns=6)
        first.begin()
        first.turn()
        self.room.send(first)
        #: number of the match that a board plays
        [self.at_table] = self.director.overview.matches()
        self._set_aside(twin)
        #: number of an event of each of the day's formats, in the middle of its play
        self.formats = {key: self._halfway(key) for key in FORMATS if key in TODAY}
        self.entries = events.new("Later, " + self.names[0], "round-robin", {"length": 3})
        events.enter(self.entries, self.names[:3])
        self.finished = self._finished("Open", self.names[:3])
        self.counted = self._finished("Spring Open", self.names[:3])
        self.director.rankings.confirm(self.counted, Edits(on=date(2023, 11, 1)))
        for order in ((0, 1), (0, 2), (1, 0), (2, 1)):
            self._match_play([self.names[number] for number in order])
        events.fees.plan(self.cup, FEES)
        desk = self.director.desk
        desk.act("committee", {"members": ["Eve", "Finn", self.names[0]]})
        desk.penalise(Effect(WARNING, self.names[0], 0, self.names[1], "noise"), "sang aloud", event=self.cup)
        desk.penalise(Effect(POINTS, self.names[2], 1, self.names[3], "other"), "hid a checker")
        desk.act("announce", {"text": "The buffet is open, " + self.names[0]})
        self.director.desk.act("pause", {"reason": "Lunch"})
        self.room.now += 600_000
        self.person = self.director.people.book().find(self.names[0])

    def _board(self, digit: str):
        board = self.room.board(digit)
        self.director.boards.rename(board.uid, f"Table {digit}" if digit != "1" else self.table)
        return board

    def _set_aside(self, board) -> None:
        # a copy of the board wrote its next record before it did
        board.run()
        board.game()
        twins = records.pack(board.journal, board.last + 2, records.PAUSE, records.FALLEN)
        self.room.store.ingest(Batch(board.uid, board.journal, board.last + 1, (twins,), START))
        board.write(records.OPENING, 6, 1)
        board.write(records.PRESS, 1, 0)
        self.room.send(board)

    def _halfway(self, key: str) -> int:
        found = random_document(FORMATS[key], random.Random(_SEED))
        told = re.sub(r'"Player (\d+)"', lambda name: f'"{self.names[int(name[1]) - 1]}"', json.dumps(found))
        found = json.loads(told)
        events = self.director.events
        name = f"{FORMATS[key].title} {_SEED}"
        event = started_event(events, found["players"], name, key, found["options"])
        for result in found["results"][: (len(found["results"]) + 1) // 2]:
            if FORMATS[key].bye in result:
                late, rival = result["late"], result[FORMATS[key].bye]
                events.enter(event, [late], different=True, bye_of=rival)
            # a player who leaves is withdrawn by hand, not by a result
            elif FORMATS[key].departure not in result:
                events.result(event, result)
        return event

    def _finished(self, name, players) -> int:
        events = self.director.events
        event = started_event(events, players, name, "championship", {"first_to": 2})
        for winner in (0, 1, 0):
            events.result(event, {"winner": players[winner]})
        events.finish(event)
        return event

    def _match_play(self, players) -> None:
        events = self.director.events
        event = started_event(events, players, "Evening match", "round-robin", {"length": 7})
        events.result(event, {"players": players, "winner": players[0], "score": [7, 3]})
        events.finish(event)
        self.director.rankings.confirm(event, Edits(on=date(2023, 11, 2)))

    def close(self) -> None:
        """End it."""
        self.room.close()

    def addresses(self, app: Starlette) -> Iterator[tuple[str, str]]:
        """Yield (path of a route, an address of it) for each GET route; several for some."""
        for route in app.routes:
            if not isinstance(route, Route) or "GET" not in (route.methods or ()):
                continue
            values = self._values(route.path)
            for value in values:
                yield (
                    route.path,
                    re.sub(r"{(\w+)(?::\w+)?}", lambda name, value=value: str(value[name[1]]), route.path)
                    + value.get("?", ""),
                )

    def _values(self, path: str) -> list[dict]:
        if path in FILLED:
            return [self._common() | one for one in FILLED[path](self)]
        return [self._common()]

    def _common(self) -> dict:
        return {"uid": self.uid, "event": self.cup, "match": self.played, "player": 1, "person": self.person,
                "key": "world", "kind": "csv"}  # fmt: skip


#: route -> values for its address, if the common values are not enough
FILLED = {
    "/board/{name}": lambda hall: [{"name": name} for name in PARTS],
    "/tables/{uid}": lambda hall: [{}, {"uid": hall.aside}, {"uid": FREE}],
    "/tables/{uid}/aside": lambda hall: [{"uid": hall.aside}],
    "/tables/{uid}/setup": lambda hall: [
        {}, {"uid": FREE}, *({"uid": FREE, "?": f"?program={name}"} for name in ("race", "plain", "tara"))
    ],
    "/tables/{uid}/rulings/{case}": lambda hall: [{"case": key} for key in KINDS],
    "/events/{event:number}/rulings": lambda hall: [{"?": f"?match={hall.open}"}, {}],
    "/events/{event:number}/rulings/{case}": lambda hall: [
        {"case": case, "?": f"?match={hall.open}"} for case in ("length", "offence")
    ],
    "/events/new": lambda hall: [{}, {"?": "?template=knockout"}, {"?": "?template=grand-prix"}],
    "/events/{event:number}": lambda hall: [
        {}, *({"event": one} for one in (hall.entries, hall.counted, *hall.formats.values()))
    ],
    "/events/{event:number}/players": lambda hall: [{}, {"event": hall.entries}],
    "/events/{event:number}/draw": lambda hall: [{}, {"event": hall.entries}],
    "/events/{event:number}/print/{what}": lambda hall: [
        *({"what": key} for key in BY_KEY if key not in ("crosstable", "payout", "player-sheets")),
        {"what": "player-sheets", "event": hall.formats["ttt"]},
    ],
    "/events/{event:number}/timetable": lambda hall: [{}, {"event": hall.entries}],
    "/events/{event:number}/matches/{match}": lambda hall: [{}, {"match": hall.open}, {"match": "A1"}],
    "/events/{event:number}/players/{player:number}": lambda hall: [{}, {"event": hall.formats["ttt"]}],
    "/rankings/{key}": lambda hall: [
        {"key": key} for key in ("world", "medal", "double-threat", "fibs", "openskill")
    ],
    "/players/{player:number}": lambda hall: [{"player": hall.person}],
    "/fragments/players/{player:number}": lambda hall: [{"player": hall.person}],
    "/players/{player:number}/{key}.svg": lambda hall: [{"player": hall.person, "key": "fibs"}],
    "/matches/{match:number}": lambda hall: [{"match": hall.at_table}],
    "/fragments/matches/{match:number}": lambda hall: [{"match": hall.at_table}],
    "/entries/{event:number}": lambda hall: [{"event": hall.finished}, {"event": hall.counted}],
    "/journal/{subject}/{owner:number}/{seq:number}": lambda hall: [
        {"subject": "event", "owner": hall.cup, "seq": 4}, {"subject": "desk", "owner": 0, "seq": 2},
    ],
    "/matches/{match:number}/restore": lambda hall: [],  # only of a match that was lost on time
    "/display/{key}": lambda hall: [],  # ways in: they lead to other pages
    "/link/{player:number}/{proof}": lambda hall: [],
    "/card/{uid}/{day}/{proof}": lambda hall: [],
    "/play": lambda hall: [],  # a player's own: opened by a link
    "/fragments/play": lambda hall: [],
}  # fmt: skip

HTML = {"accept": "text/html"}
#: files and fragments without data in this hall, and the status of the answer
EMPTY = {"/tables/{uid}/screen.png": 404, "/tara.txt": 400, "/tara.json": 400, "/fragments/tara": 400}


@contextlib.contextmanager
def served(folder: Path, *hall):
    """Serve a hall: (address of the application, its pages, a director's cookies).

    A page is (route, address, whether everybody may see it); a route whose address is not found fails.
    """
    made = WholeHall(folder, *hall)
    app = make_app(made.director, settings=Settings(accounts=accounts_in(folder), login_key="walk"))
    with Serving(app) as serving, Browser(serving.url) as director, Browser(serving.url) as anybody:
        director.get("/login?key=walk")
        cookies = [
            {"name": name, "value": value, "url": serving.url} for name, value in director.cookies.items()
        ]
        pages = []
        for route, address in made.addresses(app):
            answer = director.get(address, headers=HTML)
            assert answer.status_code == EMPTY.get(route, 200), (route, address)
            if answer.status_code == 200 and answer.text.lstrip().startswith("<!doctype html>"):
                pages.append((route, address, anybody.get(address, headers=HTML).status_code == 200))
        yield serving.url, pages, cookies
    made.close()
