"""The view of a table's game: plain values for pages, commands and exports.

Times are milliseconds of the hall's clock (wall-clock time; in a fast demo it runs at the demo's rate).
`None` means unknown or nobody. Seats are 0 (left) and 1 (right); more than two are numbered clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass

#: a clock with at most this time is marked as low: it shows 0:59
LOW_MS = 59_000


@dataclass(frozen=True, slots=True)
class ClockView:
    """One seat's clock at `HallView.now`."""

    remaining_ms: int
    running: bool
    #: when the reserve ends if nobody presses; None if the clock is stopped or unlimited
    deadline_ms: int | None
    #: delay left in this move; with a simple delay the reserve does not run during it
    delay_left_ms: int
    #: "none", "sudden", "delay", "bronstein", "fischer", "up", "byoyomi", "canadian" or "hourglass"
    method: str
    flagged: bool
    #: whether the control gives the seat more than `LOW_MS` at all
    ample: bool = True

    @property
    def low(self) -> bool:
        """Whether at most `LOW_MS` are left."""
        return self.method not in ("none", "up") and not self.flagged and self.remaining_ms <= LOW_MS


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat of a table, or one side of partners."""

    name: str
    standing: str  # the player's count, short: "2", "34"; "" = no count
    notes: tuple[str, ...]  # facts about the game in progress: "red 3", "in Battle"
    clock: ClockView | None
    on_turn: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class CubeView:
    """A doubling cube, or its place if the table shows none."""

    face: str  # the number on top; "" = no cube
    owner: int | None  # the seat that owns it
    text: str  # the same in words


@dataclass(frozen=True, slots=True)
class MatchView:
    """The view of a table's match, series, clock or log."""

    id: int
    program: str  # key of the game: "backgammon", "race"
    title: str  # "match to 7", "3T+ race", "TARA, doubles"
    seats: tuple[SeatView, ...]
    phase: str  # "ready", "result", "over", or the game's own word for the present phase, mostly "play"
    state: str  # the next expected action, or how the match ended
    facts: tuple[str, ...]
    standing: str  # as part of a sentence: "Ann 2, Bob 1"
    counted: str  # the name of the count: "Score", "Games won", "Moves"; "" = none
    dice: tuple[int, ...]
    game: int
    control: str  # notation of the time control, e.g. "21m b12"
    marks: tuple[str, ...] = ()  # facts that stand out: "Crawford"
    timer: ClockView | None = None  # time of the game, counting up, if it is recorded
    cube: CubeView | None = None  # if the game has one
    #: the possible winners if the director ends the current game: seat or side, and name; None = nobody
    winners: tuple[tuple[int | None, str], ...] = ()
    #: further facts of this game, in a class of the game
    details: object = None

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def clocks(self) -> tuple[ClockView, ...]:
        """The clocks of the seats that have one, by seat."""
        return tuple(seat.clock for seat in self.seats if seat.clock is not None)

    @property
    def playing(self) -> bool:
        """Whether a game is in progress and undecided."""
        return self.phase not in ("ready", "result", "over")


@dataclass(frozen=True, slots=True)
class ClockMove:
    """A move by the clock: from the start of a seat's clock to its press, without pauses."""

    seq: int  # sequence of the record that ended it
    game: int
    seat: int
    used_ms: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game, from its END record."""

    number: int
    winner: int | None  # a seat, or the partners' side; None = nobody
    result: str  # the result in words
    how: str  # "played", "conceded", "claimed", "forfeited", "on time", "stopped"
    standing: str  # after the game: "2-1-0"
    board: str  # uid of the board that played it
    score: tuple[int, int] = (0, 0)  # both sides' score after the game, if the match has a score
    points: int | None = None  # the game's points, if games give points
    #: further facts of this game, in a class of the game
    details: object = None
    #: filled in for display, because names can change after the game
    winner_name: str = ""
