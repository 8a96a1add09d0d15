"""A director's service with tables set by the test, so that tests of pages need no real match.

The browser tests at the end of the line use the real one; this one shows states that a match reaches
rarely (every problem at once, the last seconds of a clock).
"""

import asyncio
import dataclasses
import threading
from types import SimpleNamespace

from tablekeeper.director.boards import Boards
from tablekeeper.director.desk.notices import Shown
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.events.roundseating import RoundSeating
from tablekeeper.director.events.tables import EventTables
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.halltables import HallTables
from tablekeeper.director.matchorders import MatchOrders
from tablekeeper.director.overview import Overview
from tablekeeper.director.subscription import Topics
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.director.views import DiceView, HallView, RecordView, TableDetail, TableView
from tablekeeper.errors import NotFound, UserError
from tablekeeper.games.backgammon.facts import BackgammonFacts, BackgammonGame
from tablekeeper.games.backgammon.view import shown, told
from tablekeeper.games.view import ClockView, MatchView, SeatView

NOW = 1_790_000_000_000
KEYS = ("seat0", "seat1", *"123456789*0#")


def clock(remaining=1_140_000, *, running=False, method="bronstein", delay=0, flagged=False, at=NOW):
    """A clock with `remaining` ms at `at`."""
    wait = delay if method == "delay" else 0
    deadline = at + remaining + wait if running and method != "up" else None
    return ClockView(remaining, running, deadline, delay, method, flagged)


def match(**changes):
    """A match in the middle of its third game."""
    facts = {
        "length": 7, "score": (4, 2), "turn": 0, "cube": 2, "cube_owner": 1, "crawford": False,
        "dice": (6, 4), "rolled_by": 0, "claim": None, "paused": None, "champion": None,
    }  # fmt: skip
    table = {
        "match_id": 7, "phase": "move", "players": ("Ada Quist", "Bo Lindahl"), "game": 3,
        "clocks": (clock(754_000, running=True), clock(548_000)), "control": "21m b12",
    }  # fmt: skip
    found = facts | {key: value for key, value in changes.items() if key in facts}
    table |= {key: value for key, value in changes.items() if key not in facts}
    return shown(facts=BackgammonFacts(**found), **table)


def seat(name, standing="0", *, notes=(), clock=None, on_turn=False, winner=False):
    """A seat of a table that does not play backgammon."""
    return SeatView(name, standing, notes, clock, on_turn, winner)


def race(**changes):
    """A race of three in its second game."""
    seats = (
        seat("Ada Quist", "1", notes=("red 4, 1st", "green 2")),
        seat("Bo Lindahl", "0", notes=("yellow 3", "blue 1"), on_turn=True),
        seat("Cleo", "0", notes=("black 0", "white 3")),
    )
    facts = {
        "id": 8, "program": "race", "title": "3T+ race",
        "seats": seats, "phase": "play", "state": "Bo Lindahl to throw", "facts": (),
        "standing": "Ada Quist 1, Bo Lindahl 0, Cleo 0", "counted": "Games won", "dice": (6,), "game": 2,
        "control": "none", "timer": clock(754_000, running=True, method="up"),
    }  # fmt: skip
    return MatchView(**(facts | changes))


def tara(**changes):
    """A match of TARA for pairs."""
    names = ("Ada Quist", "Bo Lindahl", "Cleo", "Dirk van der Velde")
    seats = tuple(
        seat(
            name, ("12", "7", "", "")[number], notes=(("Red", "Blue")[number % 2], "in Battle"),
            clock=clock(1_140_000 - 60_000 * number, running=number == 2), on_turn=number == 2,
        )
        for number, name in enumerate(names)
    )  # fmt: skip
    facts = {
        "id": 9, "program": "tara", "title": "TARA, doubles", "seats": seats,
        "phase": "play", "state": "Cleo to move, 2 last turns", "facts": ("of 4 games",),
        "standing": "Ada Quist and Cleo 12, Bo Lindahl and Dirk van der Velde 7", "counted": "Points",
        "dice": (), "game": 3, "control": "20m b12",
    }  # fmt: skip
    return MatchView(**(facts | changes))


def plain(seats=6, **changes):
    """A plain clock of up to six seats."""
    names = ("Ada", "Bo", "Cleo", "Dirk", "Eve", "Seat 6")[:seats]
    rows = tuple(
        seat(name, str(9 - number), clock=clock(300_000 - 50_000 * number, running=number == 1),
             on_turn=number == 1)
        for number, name in enumerate(names)
    )  # fmt: skip
    facts = {
        "id": 10, "program": "plain", "title": f"Clock of {seats}", "seats": rows,
        "phase": "play", "state": "Bo to move", "facts": (), "standing": "Ada 9, Bo 8", "counted": "Moves",
        "dice": (), "game": 0, "control": "10m f5",
    }  # fmt: skip
    return MatchView(**(facts | changes))


def dicelog(**changes):
    """A log of two dice."""
    facts = {
        "id": 11, "program": "dicelog", "title": "Log of 2 dice", "seats": (),
        "phase": "play", "state": "84 throws",
        "facts": ("1: 30, 2: 28, 3: 25, 4: 31, 5: 27, 6: 27; 14 doubles",),
        "standing": "84 throws", "counted": "", "dice": (3, 3), "game": 0, "control": "none",
    }  # fmt: skip
    return MatchView(**(facts | changes))


def table(number=1, match=None, **changes):
    """Table `number` of the hall."""
    facts = {
        "uid": f"e66138528346{number:04x}", "name": f"Table {number}", "online": True, "virtual": True,
        "firmware": "0.1.0", "last_seen_ms": NOW - 61_000, "records": 250, "strays": 0, "faults": (),
        "problems": (), "match": match, "revision": 1,
    }  # fmt: skip
    return TableView(**(facts | changes))


def detail(table):
    """A table with two finished games, their dice and a log with an undone and a stray record."""
    games = (
        told(1, BackgammonGame(0, 4, "gammon", 2, False), (4, 0), "played", table.uid),
        told(2, BackgammonGame(1, 2, "single", 2, False), (4, 2), "conceded", table.uid),
    )
    dice = [DiceView(2, 3, None, (5, 2), NOW - 90_000, False)]
    states = {246: "undone", 2: "stray"}
    records = []
    for n in range(1, 251):
        roll = 1 + n % 6, 1 + n * 5 % 6
        at = NOW - 80_000 + n * 4_000 if n > 1 else None
        text = f"{('Bo Lindahl', 'Ada Quist')[n % 2]} rolls {roll[0]}-{roll[1]}"
        between = (NOW - 9_000_000, NOW - 80_000) if at is None else (None, None)
        records.append(RecordView("0badcafe", n, "dice", text, at, states.get(n, "counted"), *between))
        if n > 240:
            dice.append(DiceView(n, 3, 1 - n % 2, roll, at, n in states))
    screen = bytes((x ^ 37 * (x // 128 + 1)) & 255 for x in range(1024))
    return TableDetail(table, games, tuple(dice), tuple(records), screen, KEYS if table.virtual else ())


#: replaced subjects of the director: the real class, and its calls with their methods here
CALLS = {
    "boards": (Boards, {"press": "press"}),
    "event_tables": (EventTables, {"play": "play", "sets": "sets"}),
    "matches": (
        TableMatches, {"set_up": "set_up", "close": "close_match", "clear_table": "clear_table"},
    ),
    "overview": (
        Overview, {"hall": "hall", "table": "table", "matches": "matches_stored", "spans": "spans_drawn"},
    ),
    "match_orders": (MatchOrders, {name: name for name in ("confirm", "seal", "end_game")}),
    "seating": (RoundSeating, {"turns": "turns_of_events"}),
    "tables": (HallTables, {name: name for name in ("address_now", "is_planned")}),
    "topics": (Topics, {"subscribe": "subscribe", "close": "close"}),
}  # fmt: skip


class HandSet:
    """Tables set by a test, with the calls and the events of the real director.

    Its time does not advance unless a test sets `passed` (seconds); `seconds` is the clock for `make_app`.
    """

    def __init__(self, *tables, rate=1.0):
        #: uid -> the detail of each table
        self.laid = {table.uid: detail(table) for table in tables}
        self.clock = HallClock(self.now, rate)
        self.revision = 1
        self.pressed = []
        self.decided = []
        #: the authors of decisions
        self.actors = set()
        self.refuses = None
        self.halls_read = 0
        self.listeners = []
        self.passed = 0
        #: pages of events, of people and of rankings are tested over the real director
        self.events = SimpleNamespace(all=tuple)
        #: board -> the game whose form was shown for it
        self.forms = {}
        self.expected = SimpleNamespace(shown=self.forms.__setitem__)
        self.dice = None
        self.published = None
        self.people = None
        self.removals = None
        self.statistics = None
        self.rankings = None
        #: members of the ruling committee
        self.members = ()
        self.desk = SimpleNamespace(committee=lambda: self.members, shown=Shown, state=DeskState)
        #: what waits for the director
        self.calls = ()
        self.attention = SimpleNamespace(open_calls=lambda: self.calls)
        for subject, (_, calls) in CALLS.items():
            methods = {name: getattr(self, own) for name, own in calls.items()}
            setattr(self, subject, SimpleNamespace(**methods))

    def seconds(self):
        return self.passed

    def now(self):
        # a hall as fast as it goes has an infinite rate
        return NOW + int(self.passed * 1000 * self.clock.rate) if self.passed else NOW

    def hall(self):
        self.halls_read += 1
        tables = tuple(each.table for each in self.laid.values())
        return HallView(self.now(), self.clock.rate, self.revision, tables)

    def table(self, uid, *, shown=500):
        if uid not in self.laid:
            raise NotFound(f"There is no board {uid}.")
        whole = self.laid[uid]
        return dataclasses.replace(whole, records=whole.records[-shown:] if shown else ())

    def matches_stored(self):
        return ()

    def is_planned(self):
        return False

    def address_now(self, text):
        return ""

    def turns_of_events(self):
        return ()

    def spans_drawn(self, match_ids, now):
        return ()

    def press(self, uid, key, held=False):
        if self.refuses:
            raise UserError(self.refuses)
        self.pressed.append((uid, key, held, threading.current_thread().name))

    def _decide(self, *said, actor):
        if self.refuses:
            raise UserError(self.refuses)
        self.decided.append(said)
        self.actors.add(actor)

    def set_up(self, uid, program, options, names, *, actor):
        self._decide("set up", uid, program, options, names, actor=actor)
        return 1

    def play(self, event, pairing, uid, length, control, *, actor):
        self._decide("play", event, pairing, uid, length, control, actor=actor)
        return 1

    def sets(self, view, pairing):
        return None

    def confirm(self, match_id, *, actor):
        self._decide("confirm", match_id, actor=actor)

    def seal(self, match_id, games=None, *, actor, more=None):
        self._decide("seal", match_id, actor=actor)

    def end_game(self, match_id, winner=None, *, actor):
        self._decide("end", match_id, winner, actor=actor)

    def close_match(self, match_id, *, ends_game=False, actor, more=None):
        self._decide("close", match_id, actor=actor)

    def clear_table(self, uid, *, actor):
        self._decide("clear", uid, actor=actor)

    def set(self, table, *, screen=None):
        """Change a table and notify listeners, from this thread."""
        made = detail(table)
        if screen is not None:
            made = dataclasses.replace(made, screen=screen)
        self.laid[table.uid] = made
        self.revision += 1
        topics = ["hall", f"table/{table.uid}"] + ([f"screen/{table.uid}"] if screen is not None else [])
        for topic in topics:
            for listener in list(self.listeners):
                listener.tell(topic, self.revision)

    def close(self):
        """End all subscriptions, as the director does."""
        for listener in self.listeners:
            listener.fail(None)

    def subscribe(self, topics=None):
        listener = Listener(self, asyncio.get_running_loop())
        self.listeners.append(listener)
        return listener


class Listener:
    """Carries events from the thread that sends them into the event loop that listens."""

    def __init__(self, hall, loop):
        self.hall, self.loop, self.queue = hall, loop, asyncio.Queue()

    def tell(self, topic, revision):
        self.loop.call_soon_threadsafe(self.queue.put_nowait, (topic, revision))

    def close(self):
        self.hall.listeners.remove(self)

    def fail(self, problem):
        self.loop.call_soon_threadsafe(self.queue.put_nowait, problem)

    async def __aiter__(self):
        while (news := await self.queue.get()) is not None:
            if isinstance(news, Exception):
                raise news
            yield news
