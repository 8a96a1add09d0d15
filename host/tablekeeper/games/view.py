"""What is shown of a table's game: plain values for pages, commands and exports.

Times are milliseconds of the hall's clock (wall time; in a demo played faster than life it runs at
the demo's rate). `None` means unknown or nobody. Seats are 0 (left) and 1 (right); of more than
two they go clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class GameView:
    """A finished game of a match."""

    number: int
    winner: int
    points: int
    cube: int
    kind: str  # "drop", "single", "gammon", "backgammon", "match"
    how: str  # "played", "conceded", "claimed", "forfeited", "on time"
    crawford: bool
    score: tuple[int, int]  # after the game
    board: str  # uid of the board that played it


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as its table shows it now."""

    id: int
    length: int  # 0 = no limit
    players: tuple[str, str]
    score: tuple[int, int]
    phase: str  # "ready", "opening", "turn", "move", "doubled", "result", "over"
    turn: int | None
    cube: int
    cube_owner: int | None
    crawford: bool  # the game in progress, or the next one, is the Crawford game
    game: int
    dice: tuple[int, int] | None
    rolled_by: int | None
    claim: str | None  # a result waiting for confirmation, as a sentence
    paused: str | None  # reason, while the clock is stopped within a move
    champion: int | None
    clocks: tuple[ClockView, ClockView]
    control: str  # notation of the time control, e.g. "21m b12"
    program: str = "backgammon"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat, or one side of partners, of a table that plays something other than backgammon."""

    name: str
    standing: str  # what counts there, short: "2", "34"; "" = nothing is counted
    notes: tuple[str, ...]  # what is known of the game in progress: "red 3", "in Battle"
    clock: ClockView | None
    on_turn: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class TaraFacts:
    """What a table knows of its match of TARA, for whoever holds it against a record of the moves.

    A side is 0 (seats 0 and 2) or 1; `kingdoms` and `territory` are 0 until a side has been counted.
    """

    first: int | None  # the seat that starts the first game; None = not known yet
    turn: int | None  # the seat on turn; None = nobody
    battle: bool  # BATTLE was called in this game
    last: int  # turns left after OUT; 0 = nobody has called it
    counting: bool  # the game has been stopped for its count, or has been counted
    games: int  # games that are over and agreed
    points: tuple[int, int]  # of these games, by side
    kingdoms: tuple[int, int]
    territory: tuple[int, int]
    level: int
    linked: bool
    op0_builds: bool


@dataclass(frozen=True, slots=True)
class SheetView:
    """What a table shows of a game other than backgammon, in words."""

    id: int
    program: str  # "race", "tara", "plain clock" or "dice log"
    title: str  # "3T+ race", "TARA, doubles"
    players: tuple[str, ...]
    seats: tuple[SeatView, ...]
    phase: str  # "ready", "play", "result", "over"
    state: str  # what the table waits for, or how it ended
    facts: tuple[str, ...]
    standing: str  # as a sentence's part: "Ann 2, Bob 1"
    counted: str  # what the standing counts: "Games", "Points", "Moves"; "" = nothing
    dice: tuple[int, ...]
    game: int
    control: str  # notation of the time control
    timer: ClockView | None = None  # time of the game, counting up, where that is recorded
    tara: TaraFacts | None = None  # of a match of TARA


@dataclass(frozen=True, slots=True)
class EndView:
    """A finished game of a table that plays something other than backgammon."""

    number: int
    winner: str  # a name, or "nobody"
    result: str  # what was reached, in words
    how: str  # "played", "conceded", "stopped"
    standing: str  # after the game: "2-1-0"
    board: str  # uid of the board that played it
