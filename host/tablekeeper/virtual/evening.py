"""An evening in a virtual hall: distributes transcripts to the tables and plays them one after the other.

Each table goes through the same steps for each of its matches: wait until the board is online, set
the match up through the director, let the players press it, wait until the log is stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.check import Examination, examine
from tablekeeper.games.backgammon.facts import score_of
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.virtual.hall import VirtualHall, VirtualTable
from tablekeeper.virtual.playable import carry_out, playable, set_up
from tablekeeper.virtual.verdict import ReplayVerdict, judge
from tablesim.player import Players
from tablesim.script import Script, write_script

_SECOND = 1_000_000
_LOOK_US = _SECOND // 2
#: the time for greetings before a match, and for looking at the result after it
_PAUSE_US = 8 * _SECOND


@dataclass(slots=True)
class _PlayingMatch:
    transcript: Transcript
    examination: Examination
    script: Script
    match_id: int
    records_before: int
    players: Players | None = None
    over_at: int | None = None


class _TableEvening:
    """The remaining matches of one table, and the present one."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self.waiting: deque[Transcript] = deque()
        self.playing: _PlayingMatch | None = None
        self.matches = 0


class Evening:
    """Plays transcripts at the tables of a hall; `again` starts again when all have been played."""

    def __init__(
        self,
        hall: VirtualHall,
        transcripts: Sequence[Transcript],
        *,
        tables: int,
        seed: int = 0,
        again: bool = False,
    ) -> None:
        self.verdicts: list[ReplayVerdict] = []
        self.whole = 0
        self._hall = hall
        self._seed = seed
        self._again = again
        self._pressed = 0
        self._programmes: list[_TableEvening] = []
        for number in range(tables):
            programme = _TableEvening(hall.add_table(f"Table {number + 1}", seed=seed))
            programme.waiting.extend(transcripts[number::tables])
            self._programmes.append(programme)
        for transcript in transcripts:
            self.whole += len(write_script(playable(transcript)[0], examine(transcript), seed).intents)
        for number, programme in enumerate(self._programmes):
            # tables do not begin at the same instant
            hall.timeline.push(hall.timeline.now_us + number * 3 * _SECOND, self._look, programme)

    @property
    def pressed(self) -> int:
        """The number of steps done, of `whole`."""
        return self._pressed + sum(
            one.playing.players.done
            for one in self._programmes
            if one.playing is not None and one.playing.players is not None
        )

    @property
    def over(self) -> bool:
        """Whether every table has played all of its matches."""
        return all(not one.waiting and one.playing is None for one in self._programmes)

    @property
    def busy(self) -> int:
        """The number of tables with a match in progress."""
        return sum(one.playing is not None for one in self._programmes)

    def _look(self, programme: _TableEvening) -> None:
        hall = self._hall
        playing = programme.playing
        if playing is None:
            self._begin(programme)
        elif playing.players is None:
            app = programme.table.board.running("app")
            if app is not None and app.fold.sheet.match_id == playing.match_id:
                playing.players = Players(
                    programme.table.board,
                    playing.script.intents,
                    on_director=lambda intent: carry_out(self._hall.director, playing.match_id, intent),
                )
                hall.timeline.after(_PAUSE_US // 4, playing.players.start)
        elif playing.players.finished and hall.settled(programme.table):
            self._finish(programme, playing)
        hall.timeline.push(hall.timeline.now_us + _LOOK_US, self._look, programme)

    def _begin(self, programme: _TableEvening) -> None:
        connection = programme.table.connection
        if not programme.waiting or connection is None or not connection.online:
            return
        transcript = programme.waiting[0]
        programme.matches += 1
        examination = examine(transcript)
        pressed, notes = playable(transcript)
        seed = self._seed + 1000 * programme.matches
        try:
            match_id = set_up(self._hall.director, programme.table.uid, pressed)
        except UserError:
            return  # this table is in use: try it again later
        programme.waiting.popleft()
        if self._again:
            programme.waiting.append(transcript)
        script = write_script(pressed, examination, seed)
        script.notes[:0] = notes
        before = self._hall.store.count(programme.table.uid)
        programme.playing = _PlayingMatch(transcript, examination, script, match_id, before)

    def _finish(self, programme: _TableEvening, playing: _PlayingMatch) -> None:
        hall = self._hall
        now = hall.timeline.now_us
        if playing.over_at is None:
            playing.over_at = now + _PAUSE_US
            return
        if now < playing.over_at or playing.players is None:
            return
        hall.store.flush()
        detail = hall.director.overview.match(playing.match_id)
        notes = list(playing.script.notes) + list(detail.problems)
        if playing.players.stuck:
            notes.append(playing.players.stuck)
        self.verdicts.append(
            judge(
                playing.transcript,
                playing.examination,
                detail.games,
                score_of(detail.match),
                numbers=playing.script.numbers,
                notes=notes,
                records=hall.store.count(programme.table.uid) - playing.records_before,
            )
        )
        self._pressed += len(playing.script.intents)
        programme.playing = None
        try:
            hall.director.matches.close(playing.match_id)
        except UserError as refused:
            # an unfinished game stays on the board: the table has played its last match
            self.verdicts[-1].problems.append(str(refused))
            programme.waiting.clear()
