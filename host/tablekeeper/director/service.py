"""The director's service for pages and commands, one object per subject.

Queries return plain values (`views`). Actions check everything first; an impossible one raises a `UserError`
of one sentence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.director.attention import Attention
from tablekeeper.director.boardnotices import BoardNotices
from tablekeeper.director.boards import Boards
from tablekeeper.director.desk.service import Desk
from tablekeeper.director.dice import Dice
from tablekeeper.director.events.roundseating import RoundSeating
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.tables import EventTables
from tablekeeper.director.expected import ExpectedGames
from tablekeeper.director.figures import Figures
from tablekeeper.director.goingon import GoingOn
from tablekeeper.director.hall import Hall
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.halltables import HallTables
from tablekeeper.director.journals import Journals
from tablekeeper.director.matchorders import MatchOrders
from tablekeeper.director.otherhosts import OtherHosts
from tablekeeper.director.outofuse import OutOfUse
from tablekeeper.director.overview import Overview
from tablekeeper.director.people.publicnames import PublicNames
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.removal import Removals
from tablekeeper.director.people.statistics import Statistics
from tablekeeper.director.playerclaims import PlayerClaims
from tablekeeper.director.published import Published
from tablekeeper.director.quarantine import Quarantine
from tablekeeper.director.ranking.service import Rankings
from tablekeeper.director.replacement import BoardReplacement
from tablekeeper.director.requests import Requests
from tablekeeper.director.restoring import Restoring
from tablekeeper.director.setupqueue import SetUpQueue
from tablekeeper.director.subscription import Topics
from tablekeeper.director.tablematches import TableMatches
from tablekeeper.director.tablenaming import TableNaming
from tablekeeper.director.tableorders import TableOrders
from tablekeeper.director.takingback import TakingBack
from tablekeeper.director.venue import VenueMembership
from tablekeeper.store import Store


class Director:
    """The subjects of a hall over its store, each built from those before it."""

    def __init__(
        self, store: Store, clock: HallClock, *, acts: bool = True,
        publishes: Callable[[Register], PublicNames] | None = None,
    ) -> None:  # fmt: skip
        """Build the subjects over a store; without `acts` it is read-only, so another program may write it.

        With `publishes` it is also read-only, and shows its events with published names.
        """
        self.clock = clock
        #: the topics of changes: "hall", "table/UID", "screen/UID", "desk", "people", "events" and "event/ID"
        self.topics = Topics()
        self.hall = Hall(store, clock, self.topics)
        self.figures = Figures(self.hall)
        self.overview = Overview(self.hall)
        self.people = Register(store, self.topics)
        queue = SetUpQueue(self.hall, self.people)
        self.matches = TableMatches(self.hall, queue)
        self.tables = HallTables(self.hall, self.matches)
        self.replacement = BoardReplacement(self.hall, self.matches, self.tables)
        self.out_of_use = OutOfUse(self.hall, self.matches, self.replacement)
        self.match_orders = MatchOrders(self.hall)
        names = publishes and publishes(self.people)
        #: returns a text for the public: with neutral names if `publishes` has them
        self.public_text: Callable[[str], str] = names.texts() if names else str
        self.events = Events(store, self.topics, names)
        self.event_tables = EventTables(self.hall, self.matches, self.events)
        self.dice = Dice(store, self.hall.board_logs, self.hall.lock)
        self.removals = Removals(self.people, self.matches)
        self.rankings = Rankings(self.people)
        self.venue = VenueMembership(store, clock.now_ms, self.people, self.removals)
        self.statistics = Statistics(store, self.dice, self.hall.board_logs, self.hall.lock)
        self.published = Published(self.people, self.rankings, self.events)
        self.claims = PlayerClaims(self.overview, self.events)
        self.desk = Desk(store, clock.now_ms, self.topics, self.events, self.overview, self.match_orders)
        self.requests = Requests(self.desk, self.events, self.people, self.published, self.claims)
        self.boards = Boards(self.hall, self.desk.board_returned)
        going_on = GoingOn(self.hall, self.matches, self.events, self.event_tables)
        self.orders = TableOrders(self.hall, self.matches, self.match_orders)
        self.restoring = Restoring(self.hall, self.matches, going_on)
        taking_back = TakingBack(
            self.hall, self.matches, self.match_orders, self.boards, self.events, going_on, self.tables
        )
        self.journals = Journals(
            store, self.events, self.desk, self.people, self.rankings, taking_back
        )
        self.attention = Attention(clock, self.events, self.desk, self.hall, self.overview)
        self.quarantine = Quarantine(store, self.hall.rewritten)
        self.other_hosts = OtherHosts(self.hall, self.event_tables, self.topics)
        self.boards.on_online = self.other_hosts.took_over
        self.naming = TableNaming(self.hall, self.boards, self.tables, self.matches.is_free)
        self.boards.on_notice = BoardNotices(
            self.topics, self.hall, self.events, self.naming, self.desk
        ).of
        self.expected = ExpectedGames(self.topics, clock, self.events)
        self.boards.on_expected = self.expected.of
        self.seating = RoundSeating(self.hall, self.boards, self.matches, self.events, self.event_tables)
        if acts and publishes is None:
            queue.finish()
            self.people.send_names = queue.renew_names
            queue.renew_names()
            self.event_tables.resume()
            for row in store.events.all():
                self.seating.release(row.id, "host")
