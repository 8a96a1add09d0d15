"""Replays a transcript: two players enter it at a virtual board, the host stores it, and all is compared.

The whole path is used: keys, firmware, FRAM, frames, connection, database, director. With faults the same
match is played twice, without and with them, and the two logs are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.check import Examination, examine
from tablekeeper.games.backgammon.facts import score_of
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.virtual.faultinjection import FaultCounts, FaultInjection, compare_logs
from tablekeeper.virtual.hall import VirtualHall, VirtualTable
from tablekeeper.virtual.playable import carry_out, playable, set_up
from tablekeeper.virtual.verdict import ReplayVerdict, judge
from tablesim.memory import log_in_memory
from tablesim.player import Players
from tablesim.script import Script, write_script

_SECOND = 1_000_000
_DAY = 24 * 3600 * _SECOND
#: a fixed time, so that a replay's database is the same at each run
START_MS = 1_700_000_000_000
_STEP = 60 * _SECOND


@dataclass(slots=True)
class ReplayedMatch:
    """One replay: the final contents of the store and of the board."""

    verdict: ReplayVerdict
    log: list[bytes]
    injected: FaultCounts | None = None
    virtual_ms: int = 0
    hall_commits: int = 0
    crashes: list[str] = field(default_factory=list)


def replay(
    transcript: Transcript,
    database: str,
    *,
    seed: int = 0,
    faults: int | None = None,
    script: Script | None = None,
    progress: Callable[[int, int], None] = lambda done, whole: None,
    beside: Callable[[VirtualHall], None] = lambda hall: None,
) -> ReplayedMatch:
    """Play one match in a new hall with this database; `faults` is the seed of faults during the match.

    The players press `script`, else the keys of the transcript; `beside` puts other boards into the hall.
    """
    examination = examine(transcript)
    pressed, notes = playable(transcript)
    if script is None:
        script = write_script(pressed, examination, seed)
    script.notes[:0] = notes
    hall = VirtualHall(database, start_ms=START_MS, commit_us=20_000)
    try:
        one = _Replay(hall, transcript, pressed, examination, script, seed)
        beside(hall)
        return one.run(faults, progress)
    finally:
        hall.close()


class _Replay:
    def __init__(
        self,
        hall: VirtualHall,
        transcript: Transcript,
        pressed: Transcript,
        examination: Examination,
        script: Script,
        seed: int,
    ) -> None:
        self.hall = hall
        self.transcript = transcript
        self.pressed = pressed
        self.examination = examination
        self.script = script
        self.table = hall.add_table("Table 1", seed=seed)
        self.match_id = 0

    def run(self, faults: int | None, progress: Callable[[int, int], None]) -> ReplayedMatch:
        hall, table = self.hall, self.table
        self._set_up()
        whole = len(self.script.intents)
        players = Players(
            table.board,
            self.script.intents,
            on_director=lambda intent: carry_out(hall.director, self.match_id, intent),
        )
        players.start()
        injection = None
        if faults is not None:
            injection = FaultInjection(hall, table, faults, minutes=max(2, whole // 12))
        while not players.finished:
            if not hall.run(lambda: players.finished, _STEP) and hall.timeline.now_us > 30 * _DAY:
                raise UserError("The match did not end within 30 virtual days.")
            progress(players.done, whole)
        if injection is not None:
            injection.end()
        if not hall.run(lambda: hall.settled(table), 600 * _SECOND):
            raise UserError("The board's log did not reach the database within 10 virtual minutes.")
        hall.store.flush()
        progress(whole, whole)
        return self._verdict(players, injection)

    def _set_up(self) -> None:
        hall, table, pressed = self.hall, self.table, self.pressed
        if not hall.run(lambda: self._online(), 30 * _SECOND):
            raise UserError(
                "The virtual board did not come online: %(why)s", why="".join(table.board.crashes)[-300:]
            )
        self.match_id = set_up(hall.director, table.uid, pressed)
        if not hall.run(self._ready, 30 * _SECOND):
            raise UserError("The virtual board did not take the set-up.")
        # time for names and the first acknowledgements; the faults begin later
        hall.run_for(3 * _SECOND)

    def _online(self) -> bool:
        connection = self.table.connection
        return connection is not None and connection.online

    def _ready(self) -> bool:
        app = self.table.board.running("app")
        return app is not None and app.fold.sheet.match_id == self.match_id

    def _verdict(self, players: Players, injection: FaultInjection | None) -> ReplayedMatch:
        hall, table = self.hall, self.table
        detail = hall.director.overview.match(self.match_id)
        notes = list(self.script.notes)
        if players.stuck:
            notes.append(players.stuck)
        # problems of the transcript are in the examination; these are problems of the host
        notes += detail.problems
        notes += hall.director.overview.table(table.uid).table.problems
        log = _log_of(hall, table)
        notes += _memory_against(log, table)
        score = score_of(detail.match)
        verdict = judge(
            self.transcript,
            self.examination,
            detail.games,
            score,
            numbers=self.script.numbers,
            notes=notes,
            records=len(log),
        )
        return ReplayedMatch(
            verdict,
            log,
            None if injection is None else injection.counts(),
            hall.timeline.now_us // 1000,
            hall.commits,
            list(table.board.crashes),
        )


def _log_of(hall: VirtualHall, table: VirtualTable) -> list[bytes]:
    return [
        record
        for journal in hall.store.journals(table.uid)
        for record in hall.store.records(table.uid, journal.journal)
    ]


def _memory_against(log: list[bytes], table: VirtualTable) -> list[str]:
    """Compare the records in the board's memory with the same records in the database."""
    fram = table.board.fram
    if fram is not None:
        _, held = log_in_memory(fram, table.board.uid)
        if held != log[-len(held) :]:
            return ["the board's memory and the database hold different records"]
    return []


def replay_with_faults(
    transcript: Transcript,
    databases: tuple[str, str],
    *,
    seed: int = 0,
    faults: int,
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> ReplayedMatch:
    """Play a match without and with faults; each difference between the two logs is a problem."""
    clean = replay(transcript, databases[0], seed=seed)
    played = replay(transcript, databases[1], seed=seed, faults=faults, progress=progress)
    played.verdict.problems += compare_logs(clean.log, played.log)
    if clean.verdict.score != played.verdict.score or clean.verdict.games != played.verdict.games:
        played.verdict.problems.append("with faults the result is another one than without")
    return played
