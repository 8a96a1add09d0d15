"""Predicts the game for which a board will be set up next: the board loads it early and is ready within 0.2
s.

A wrong prediction has no other effect: a board that is set up for another game loads that game then.
"""

from __future__ import annotations

from tablecore.sheets import BLANK
from tablekeeper.director.events.seating import seating
from tablekeeper.director.events.service import Events
from tablekeeper.director.events.views import EventView
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.subscription import Topics
from tablekeeper.errors import UserError
from tablekeeper.games.registry import GAMES

#: how long a game stays expected after its form was shown (hall ms)
SHOWN_MS = 600_000


class ExpectedGames:
    """Predicts the game of each board. For any thread: port threads call it twice a second per board."""

    def __init__(self, topics: Topics, clock: HallClock, events: Events) -> None:
        self._topics = topics
        self._clock = clock
        self._events = events
        #: board -> program of a game, and when its form was shown
        self._shown: dict[str, tuple[int, int]] = {}
        #: the program of the only game of running events, and the revision from which it was read
        self._played: tuple[int, int] = (-1, BLANK)

    def shown(self, uid: str, game: str) -> None:
        """Note that the director has opened the form that sets a table up for a game (its key)."""
        if game in GAMES:
            self._shown[uid] = GAMES[game].program, self._clock.now_ms()

    def of(self, uid: str) -> int:
        """Return the program of the game for which a board will be set up next; BLANK if it is not known."""
        shown = self._shown.get(uid)
        if shown is not None and self._clock.now_ms() - shown[1] < SHOWN_MS:
            return shown[0]
        revision = self._topics.revision("events")
        if revision != self._played[0]:
            running = [self._events.get(one.id) for one in self._events.all() if one.phase == "running"]
            games = {game for view in running if (game := self._game(view))}
            self._played = revision, GAMES[games.pop()].program if len(games) == 1 else BLANK
        return self._played[1]

    def _game(self, view: EventView) -> str:
        """Return the game of the event's next pairings; "" if none of them is played at a board."""
        if view.answer is None:
            return ""
        played, answer = view.played, view.answer
        for pairing in answer.next:
            try:
                return seating(view.form, played, answer, pairing, view.plan(pairing).length or 1).program
            except UserError:
                # its colours are not chosen yet, or it is not played at a board
                continue
        return ""
