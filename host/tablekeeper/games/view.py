"""The view of a table's game: plain values for pages, commands and exports.

Times are milliseconds of the hall's clock (wall-clock time; in a fast demo it runs at the demo's rate).
`None` means unknown or nobody. Seats are 0 (left) and 1 (right); more than two are numbered clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass

#: from here on a clock is marked as low: as soon as 0:59 is shown
LOW_MS = 59_000


@dataclass(frozen=True, slots=True)
class ClockView:
    """One seat's clock at `HallView.now`."""

    remaining_ms: int
    running: bool
    #: when the reserve is used up if nobody presses; None when stopped or unlimited
    deadline_ms: int | None
    #: delay left in this move; while it lasts a simple delay's reserve stands still
    delay_left_ms: int
    #: "none", "sudden", "delay", "bronstein", "fischer", "up", "byoyomi", "canadian" or "hourglass"
    method: str
    flagged: bool

    @property
    def low(self) -> bool:
        """Whether little time is left."""
        return self.method not in ("none", "up") and not self.flagged and self.remaining_ms <= LOW_MS


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat of a table, or one side of partners."""

    name: str
    standing: str  # what counts there, short: "2", "34"; "" = nothing is counted
    notes: tuple[str, ...]  # facts about the game in progress: "red 3", "in Battle"
    clock: ClockView | None
    on_turn: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class CubeView:
    """A doubling cube, or the place where it would lie."""

    face: str  # what is on top; "" = no cube is shown
    owner: int | None  # the seat that has it
    text: str  # the same in words


@dataclass(frozen=True, slots=True)
class MatchView:
    """What a table shows of its match, series, clock or log."""

    id: int
    program: str  # key of the game: "backgammon", "race"
    title: str  # "match to 7", "3T+ race", "TARA, doubles"
    seats: tuple[SeatView, ...]
    phase: str  # "ready", "result", "over", or the game's own word for the present phase, mostly "play"
    state: str  # what the table waits for, or how it ended
    facts: tuple[str, ...]
    standing: str  # as a sentence's part: "Ann 2, Bob 1"
    counted: str  # what the standing counts: "Score", "Games won", "Moves"; "" = nothing
    dice: tuple[int, ...]
    game: int
    control: str  # notation of the time control, e.g. "21m b12"
    marks: tuple[str, ...] = ()  # facts that stand out: "Crawford"
    timer: ClockView | None = None  # time of the game, counting up, where that is recorded
    cube: CubeView | None = None  # where the game has one
    #: whom the director can give the game in progress, seat or side and name; None = nobody wins
    winners: tuple[tuple[int | None, str], ...] = ()
    #: what only this game knows, a class of its own
    details: object = None

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def clocks(self) -> tuple[ClockView, ...]:
        """The clocks, by seat, of those who have one."""
        return tuple(seat.clock for seat in self.seats if seat.clock is not None)

    @property
    def playing(self) -> bool:
        """Whether a game is in progress and not decided."""
        return self.phase not in ("ready", "result", "over")


@dataclass(frozen=True, slots=True)
class ClockMove:
    """A move as the clock saw it: from the start of a seat's clock to its press, without pauses."""

    seq: int  # of the record that ended it
    game: int
    seat: int
    used_ms: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What a closing record made of its game."""

    number: int
    winner: int | None  # a seat, of partners their side; None = nobody
    result: str  # what came out, in words
    how: str  # "played", "conceded", "claimed", "forfeited", "on time", "stopped"
    standing: str  # after the game: "2-1-0"
    board: str  # uid of the board that played it
    score: tuple[int, int] = (0, 0)  # of both sides after the game, where a match has one
    points: int | None = None  # what it was worth, where games are worth points
    #: what only this game knows, a class of its own
    details: object = None
    #: given when it is shown: names may change, what was played may not
    winner_name: str = ""
