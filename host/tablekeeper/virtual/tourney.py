"""A Tric Trac Tourney in a virtual hall: free players play until the event is over.

No result is entered by hand. Each open pairing is set up at a free table through the director, two players
enter their game at the board, and the result arrives automatically, as from any table. Then the match is
closed and the table is free again. The games are kept as transcripts, from which the standings can be
computed a second time without boards, store and journals (`tablekeeper.virtual.recount`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.check import Examination, examine
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.virtual.botplayer import play_match
from tablekeeper.virtual.hall import VirtualHall, VirtualTable
from tablesim.player import Players
from tablesim.script import write_script

_SECOND = 1_000_000
_LOOK_US = _SECOND // 2
#: the time for greetings before a game, and for looking at the result after it
_GREET_US, _PAUSE_US = 2 * _SECOND, 8 * _SECOND
#: with rolling, moving and pressing a turn takes 12 s
_THOUGHT_MS = (4000, 13_600)
_LENGTH, _CONTROL = 1, "15m b12"
_NAMES = (
    "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Leo",
    "Mia", "Ned", "Ola", "Pia", "Quin", "Rosa", "Sam", "Tess", "Uma", "Vic", "Wanda", "Yves",
)  # fmt: skip


def names(count: int) -> list[str]:
    """Return `count` different names; after the first 24 they are numbered."""
    rounds = ((number, name) for number in range(1, count // len(_NAMES) + 2) for name in _NAMES)
    return [name if number == 1 else f"{name} {number}" for number, name in rounds][:count]


@dataclass(frozen=True, slots=True)
class TourneyGame:
    """One game of the tourney: its pairing, the keys that its players planned, and the table's match."""

    pairing: Mapping[str, Any]
    transcript: Transcript
    match_id: int
    #: from the set-up to the confirmed result (virtual us)
    took_us: int
    #: the problems, one sentence each
    problems: tuple[str, ...] = ()


@dataclass(slots=True)
class _PlayingGame:
    pairing: Mapping[str, Any]
    transcript: Transcript
    examination: Examination
    seed: int
    match_id: int
    began_us: int
    players: Players | None = None
    over_at: int | None = None


class _TableTourney:
    """The present game of one table."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self.playing: _PlayingGame | None = None
        #: its game did not end, so the board plays no other game
        self.stuck = False


class Tourney:
    """An event of the format `ttt`, started with these players and played at the tables of a hall.

    `games` are the finished ones, in the order in which they ended.
    """

    def __init__(self, hall: VirtualHall, players: Sequence[str], *, tables: int, seed: int = 0) -> None:
        self.games: list[TourneyGame] = []
        self._hall = hall
        self._seed = seed
        self._started = 0
        events = hall.director.events
        self.event = events.new("Tric Trac Tourney", "ttt")
        events.enter(self.event, players)
        events.start(self.event)
        self.whole = len(players) * (len(players) - 1) // 2
        self._programmes = [
            _TableTourney(hall.add_table(f"Table {number + 1}", seed=seed)) for number in range(tables)
        ]
        hall.timeline.push(hall.timeline.now_us, self._look, None)
        self._over = False
        #: the event's revision and the number of finished games at the last time without a free pair
        self._seen: tuple[int, int] | None = None

    @property
    def over(self) -> bool:
        """Whether every game has been played and first place is settled, or no table can go on."""
        return not self.busy and (self._over or all(one.stuck for one in self._programmes))

    @property
    def busy(self) -> int:
        """The number of tables with a game in progress."""
        return sum(one.playing is not None for one in self._programmes)

    @property
    def played(self) -> int:
        """The number of finished games."""
        return len(self.games)

    def problems(self) -> list[str]:
        """Return the problems, one sentence each."""
        return [
            f"{' v '.join(game.transcript.players)}: {problem}"
            for game in self.games
            for problem in game.problems
        ]

    @property
    def table_us(self) -> int:
        """The total time of all finished games at their tables (virtual us)."""
        return sum(game.took_us for game in self.games)

    def _look(self, _: None) -> None:
        """Look at all tables at once: what is rare need not wake every board of a hall on its own."""
        hall = self._hall
        for programme in self._programmes:
            playing = programme.playing
            if playing is None:
                self._begin(programme)
            elif playing.players is None:
                self._sit_down(programme, playing)
            elif playing.players.finished and hall.settled(programme.table):
                self._finish(programme, playing, playing.players)
        hall.timeline.push(hall.timeline.now_us + _LOOK_US, self._look, None)

    def _sit_down(self, programme: _TableTourney, playing: _PlayingGame) -> None:
        app = programme.table.board.running("app")
        if app is not None and app.fold.sheet.match_id == playing.match_id:
            script = write_script(playing.transcript, playing.examination, playing.seed, _THOUGHT_MS)
            playing.players = Players(programme.table.board, script.intents)
            self._hall.timeline.after(_GREET_US, playing.players.start)

    def _begin(self, programme: _TableTourney) -> None:
        connection = programme.table.connection
        if self._over or programme.stuck or connection is None or not connection.online:
            return
        pairing = self._chosen()
        if pairing is None:
            return
        hall = self._hall
        try:
            play = hall.director.event_tables.play
            match_id = play(self.event, pairing, programme.table.uid, _LENGTH, _CONTROL)
        except UserError:
            return  # this table is in use: try it again later
        self._started += 1
        one, other = pairing["players"]
        chance = random.Random(f"tourney {self._seed} {self._started}")
        transcript = play_match((one, other), self._started, chance)
        programme.playing = _PlayingGame(
            pairing, transcript, examine(transcript), chance.getrandbits(32), match_id, hall.timeline.now_us
        )

    def _chosen(self) -> Mapping[str, Any] | None:
        """Return the next pairing: two free players with the most remaining games.

        So no player has many games left at the end, while all others wait.
        """
        director = self._hall.director
        seen = (director.topics.revision(f"event/{self.event}"), len(self.games))
        if seen == self._seen:
            return None
        answer = director.events.get(self.event).answer
        if answer is None or answer.over:
            self._over = answer is not None
            return None
        playing = {
            name
            for one in self._programmes
            if one.playing is not None
            for name in one.playing.pairing["players"]
        }
        left: dict[str, int] = {}
        for pairing in answer.next:
            for name in pairing["players"]:
                left[name] = left.get(name, 0) + 1
        free = [pairing for pairing in answer.next if not playing & set(pairing["players"])]
        if not free:
            self._seen = seen
        return max(free, key=lambda one: sum(left[name] for name in one["players"]), default=None)

    def _finish(self, programme: _TableTourney, playing: _PlayingGame, players: Players) -> None:
        hall = self._hall
        now = hall.timeline.now_us
        if playing.over_at is None:
            playing.over_at = now
        if now < playing.over_at + _PAUSE_US:
            return
        hall.store.flush()
        problems = list(hall.director.overview.match(playing.match_id).problems)
        if players.stuck:
            problems.append(players.stuck)
        try:
            hall.director.matches.close(playing.match_id)
        except UserError as refused:
            problems.append(str(refused))
            programme.stuck = True
        took = playing.over_at - playing.began_us
        self.games.append(
            TourneyGame(playing.pairing, playing.transcript, playing.match_id, took, tuple(problems))
        )
        programme.playing = None
