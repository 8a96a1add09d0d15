"""Audit of leagues, 2T and 2T-XL: order of games, cancellations, table, nine steps, throws, playoffs.

Source: docs/rules/races.md, "League"; the file's shape.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.league_open import AuditedGame, AuditedTable
from tablekeeper.audit.recount import Recount, RecountLine, Step, ladder
from tablekeeper.strictjson import Cursor
from tablekeeper.text import signed


@dataclass(frozen=True, slots=True)
class _Side:
    """A game as one of its players has seen it."""

    player: str
    opponent: str
    won: bool
    pawns: int
    against: int
    colours: int
    colours_against: int
    minutes: int | None


class _Throws:
    """The recorded throws, taken in order; `wanted` once somebody still has to throw."""

    def __init__(self, throws: Sequence[Sequence[Any]]) -> None:
        self.throws = list(throws)
        self.wanted: list[list[str]] = []

    def __call__(self, level: Sequence[str]) -> Mapping[str, Any] | None:
        while len(self.throws) >= len(level):
            thrown: dict[str, int] = {one[0]: one[1] for one in self.throws[: len(level)]}
            del self.throws[: len(level)]
            if set(thrown) != set(level):
                raise Cursor(None, "options.dice").refuse(f"here {', '.join(level)} throw, each once")
            if len(set(thrown.values())) > 1:
                return thrown
        waiting = [one for one in level if one not in (throw[0] for throw in self.throws)]
        self.throws.clear()
        self.wanted.append(waiting)
        return None


def _sides(result: Cursor, players: Sequence[str], most: int, counted: bool) -> list[_Side]:
    fields = result.fields(
        ("players", "winner", "pawns", "colours", "minutes", "stage"), ("players", "winner")
    )
    pair = fields["players"].pair(players)
    winner = fields["winner"].player(pair)
    minutes = int(fields["minutes"].decimal(0)) if "minutes" in fields else None
    seats = (0, 1) if winner == pair[0] else (1, 0)
    pawns, colours = [0, 0], [0, 0]
    if counted or "pawns" in fields:
        told = [item.whole(0, most) for item in result.at("pawns").items(2, 2)]
        pawns = [told[seat] for seat in seats]
        if pawns[0] != most or pawns[1] == most:
            raise fields["pawns"].refuse(f"the winner has {most} counted pawns, the loser fewer")
        if most == 8:
            told = [item.whole(0, 2) for item in result.at("colours").items(2, 2)]
            colours = [told[seat] for seat in seats]
            most_colours, least_colours = pawns[1] // 4, 1 if pawns[1] == 7 else 0
            if colours[0] != 2 or not least_colours <= colours[1] <= most_colours:
                raise fields["colours"].refuse("so many pawns do not complete so many colours")
    loser = pair[seats[1]]
    return [
        _Side(winner, loser, True, pawns[0], pawns[1], colours[0], colours[1], minutes),
        _Side(loser, winner, False, pawns[1], pawns[0], colours[1], colours[0], minutes),
    ]


def _steps(sides: Sequence[_Side], large: bool, throws: _Throws) -> list[Step]:
    def over(level: Sequence[str], what: Callable[[_Side], int]) -> dict[str, Any]:
        return {one: sum(what(side) for side in sides if side.player == one) for one in level}

    def duel(what: Callable[[_Side], int]) -> Callable[[Sequence[str]], dict[str, Any] | None]:
        def figures(level: Sequence[str]) -> dict[str, Any] | None:
            if len(level) != 2:
                return None
            mine = [side for side in sides if {side.player, side.opponent} == set(level)]
            return {one: sum(what(side) for side in mine if side.player == one) for one in level}

        return figures

    def quick(level: Sequence[str]) -> dict[str, Any] | None:
        wins = [side for side in sides if side.won and side.player in level]
        if any(side.minutes is None for side in wins):
            return None
        return over(level, lambda side: -(side.minutes or 0) if side.won else 0)

    def margin(side: _Side) -> int:
        return side.pawns - side.against

    def colours(side: _Side) -> int:
        return side.colours - side.colours_against

    xl: list[list[Step]] = [
        [("3 head-to-head completed colours difference", duel(colours), signed)],
        [
            ("6 overall completed colours difference", lambda level: over(level, colours), signed),
            ("7 overall completed colours scored", lambda level: over(level, lambda one: one.colours), str),
        ],
    ]
    return [
        _record(sides),
        ("1 head-to-head win-loss record", duel(lambda side: int(side.won)), str),
        ("2 head-to-head counted pawns difference", duel(margin), signed),
        *(xl[0] if large else []),
        ("4 overall counted pawns difference", lambda level: over(level, margin), signed),
        ("5 overall counted pawns scored", lambda level: over(level, lambda side: side.pawns), str),
        *(xl[1] if large else []),
        ("8 quickness of victory", quick, lambda figure: f"{-figure} min"),
        ("9 round of die-roll", throws, str),
    ]


def _record(sides: Sequence[_Side]) -> Step:
    def records(level: Sequence[str]) -> dict[str, Any]:
        return {one: _share(sides, one) for one in level}

    return "overall win-loss record", records, lambda share: f"{share.numerator}/{share.denominator}"


def _share(sides: Sequence[_Side], player: str) -> Fraction:
    games = [side.won for side in sides if side.player == player]
    return Fraction(sum(games), len(games)) if games else Fraction(0)


def _figures(sides: Sequence[_Side], player: str) -> dict[str, int]:
    mine = [side for side in sides if side.player == player]
    return {
        "won": sum(side.won for side in mine),
        "lost": sum(not side.won for side in mine),
        "pawns_for": sum(side.pawns for side in mine),
        "pawns_against": sum(side.against for side in mine),
        "colours_for": sum(side.colours for side in mine),
        "colours_against": sum(side.colours_against for side in mine),
        "minutes_won": sum(side.minutes or 0 for side in mine if side.won),
    }


#: games of a double round-robin, as places of players #1 to #3
_SCHEDULE = ((0, 1), (2, 0), (1, 2), (1, 0), (0, 2), (2, 1))


@dataclass(slots=True)
class _LeagueCourse:
    """The results one after the other; `slots` are the pairs played or cancelled, in order."""

    event: AuditedEvent
    sides: list[_Side] = field(default_factory=list)
    slots: list[frozenset[str]] = field(default_factory=list)
    cancelled: list[tuple[str, ...]] = field(default_factory=list)
    playoffs: list[tuple[Cursor, list[_Side]]] = field(default_factory=list)
    #: orders of the first round-robins that are recorded or thrown; who throws now
    orders: list[Sequence[str]] = field(default_factory=list)
    throwing: list[str] = field(default_factory=list)
    by_entry: bool = False

    def __post_init__(self) -> None:
        recorded = self.event.option("positions", [])
        throws = list(self.event.option("lots", None) or [])
        self.by_entry = recorded is None
        self.orders = [self.event.players] * self.robins if recorded is None else list(recorded)
        while len(self.orders) < self.robins and not self.throwing:
            found, self.throwing = _thrown(self.event.players, throws)
            if not self.throwing:
                self.orders.append(found)
        if throws:
            raise Cursor(None, "options.lots").refuse("more throws than anybody had to make")

    @property
    def large(self) -> bool:
        return self.event.format == "league-2t-xl"

    @property
    def robins(self) -> int:
        drr: int = self.event.option("drr", 1)
        return drr

    def take(self, result: Cursor) -> None:
        """Take a result; refuse one that cannot be."""
        players, most = self.event.players, 8 if self.large else 4
        if result.has("stage"):
            self.playoffs.append((result, _sides(result, players, most, False)))
            return
        if self.playoffs:
            raise result.refuse("the playoffs have begun before this game")
        if result.has("cancelled"):
            pair = result.fields(("cancelled",))["cancelled"].pair(players)
            self._left(result, pair)
            if not self.cancelled and not self.settled():
                raise result.refuse("not everything is settled where this game was cancelled")
            self.cancelled.append(pair)
        else:
            found = _sides(result, players, most, True)
            pair = (found[0].player, found[1].player)
            self._left(result, pair)
            if not self.cancelled:
                self._place(result, pair)
            self.sides += found
        self.slots.append(frozenset(pair))

    def _left(self, result: Cursor, pair: tuple[str, ...]) -> None:
        if self.slots.count(frozenset(pair)) == 2 * self.robins:
            raise result.refuse("these two have no game left")

    def _place(self, result: Cursor, pair: tuple[str, ...]) -> None:
        # each half of a round-robin has each pair once; the top half is played as the positions say
        number, game = len(self.slots) // 6, len(self.slots) % 6
        half = self.slots[number * 6 + game // 3 * 3 :]
        if frozenset(pair) in half:
            raise result.refuse("these two have played this half of the round-robin")
        if not self.by_entry and game < 3 and number < len(self.orders):
            wanted = {self.orders[number][seat] for seat in _SCHEDULE[game]}
            if wanted != set(pair):
                raise result.refuse(f"game {game + 1} of the round-robin is {' v '.join(sorted(wanted))}")

    def remaining(self) -> list[tuple[int, list[str]]]:
        """Return the games to be played, numbered, as they are scheduled."""
        done = Counter(self.slots)
        found = []
        for number in range(self.robins):
            seats = self.orders[number] if number < len(self.orders) else self.event.players
            for game, (one, other) in enumerate(_SCHEDULE):
                pair = [seats[one], seats[other]]
                done[frozenset(pair)] -= 1
                if done[frozenset(pair)] < 0:
                    found.append((6 * number + game + 1, pair))
        return found

    # What is open

    def _table(self) -> AuditedTable:
        option = self.event.option
        kind = option("playoffs", "none")
        rights: list[tuple[int, int]] = []
        if option("head_start", False):
            if kind != "none" and option("final_to", 1) > 1:
                rights.append((0, 1))
                rights += [(0, 2)] if kind == "all" else []
            if kind == "all" and option("qualifying_to", 1) > 1:
                rights.append((1, 2))
        return AuditedTable(self.large, rights)

    def _games(self) -> list[AuditedGame]:
        seat = {player: number for number, player in enumerate(self.event.players)}
        return [
            AuditedGame(seat[one.player], seat[one.opponent], one.against, one.colours_against, one.minutes)
            for one in self.sides if one.won
        ]  # fmt: skip

    def _seats(self, pairs: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
        players = self.event.players
        return [(players.index(one), players.index(other)) for one, other in pairs]

    def settled(self) -> bool:
        """Return whether no end changes anything; a cancelled game is one that could have had any result."""
        pairs = [pair for _, pair in self.remaining()] + [list(pair) for pair in self.cancelled]
        return self._table().is_settled(self._games(), self._seats(pairs))

    def ordered(self) -> list[tuple[int, list[str]]]:
        """Return what is left of the last bottom half in its order: all is settled as late as possible."""
        left = self.remaining()
        if not 2 <= len(left) <= 3:
            return left
        places = self._table().order(self._games(), self._seats([pair for _, pair in left]))
        return [left[place] for place in places]


@dataclass(slots=True)
class _Series:
    """A playoff round: the higher seed is named first."""

    stage: str
    pair: tuple[str, str]
    needed: int
    wins: dict[str, int]
    ahead: bool

    def winner(self) -> str | None:
        return next((player for player in self.pair if self.wins[player] >= self.needed), None)

    def note(self) -> str:
        one, other = self.pair
        score = f"{one} {self.wins[one]}-{self.wins[other]} {other}"
        begun = f" {one} began 1-0." if self.ahead else ""
        if self.winner() is not None:
            return f"{self.stage.capitalize()}: {self.winner()} wins, {score}.{begun}"
        return f"{self.stage.capitalize()}: {score}, first to {self.needed}; {one} chooses colours.{begun}"


def league(event: AuditedEvent) -> Recount:
    """Recount a league."""
    players = event.players
    course = _LeagueCourse(event)
    for result in event.places():
        course.take(result)
    sides, left = course.sides, course.remaining()
    final = not left
    throws = _Throws(event.option("dice", None) or [])
    steps = _steps(sides, course.large, throws) if final else [_record(sides)]
    lines = ladder(
        players, steps, {one: _figures(sides, one) for one in players}, restart=True, reasons=final
    )
    following: list[dict[str, Any]] = []
    notes: list[str] = []
    called_off: list[dict[str, Any]] = [{"players": list(pair)} for pair in course.cancelled]
    if left and (course.cancelled or course.settled()):
        following += _games(course, left)
        called_off += [{"game": number, "players": pair, "proposed": True} for number, pair in left]
        last = "game is" if len(left) == 1 else f"{len(left)} games are"
        notes.append(f"All is determined: the last {last} not needed and may be cancelled.")
    else:
        following += _games(course, course.ordered())
    winner = None
    if final and throws.wanted:
        following += [{"dice": level} for level in throws.wanted]
        notes.append("A round of die-roll decides (step 9).")
        if any(side.minutes is None for side in sides):
            notes.append("Step 8 compares only game times that are all recorded.")
    elif final:
        if throws.throws:
            raise Cursor(None, "options.dice").refuse("more throws than anybody had to make")
        winner, rounds = _playoffs(event, lines, sides, course.playoffs)
        notes += [one.note() for one in rounds]
        if winner is None:
            one = rounds[-1]
            game = sum(one.wins.values()) - one.ahead + 1
            following.append({"stage": one.stage, "game": game, "players": list(one.pair)})
    if course.playoffs and (not final or throws.wanted):
        raise course.playoffs[0][0].refuse("the table is not decided before this game")
    return Recount(winner is not None, winner, not final, lines, following, called_off, notes)


def _games(course: _LeagueCourse, left: Sequence[tuple[int, list[str]]]) -> list[dict[str, Any]]:
    # a round-robin without an order has no games to name, unless it was begun like that
    found: list[dict[str, Any]] = []
    unknown: set[int] = set()
    for game, pair in left:
        robin = (game + 5) // 6
        if robin <= len(course.orders) or len(course.slots) > 6 * (robin - 1):
            found.append({"game": game, "players": pair})
        elif robin not in unknown:
            unknown.add(robin)
            now = len(course.slots) == 6 * (robin - 1)
            asked = {"positions": course.throwing} if now else {"lots": "to come"}
            found.append({"round_robin": robin, **asked})
    return found


def _thrown(players: Sequence[str], throws: list[Sequence[Any]]) -> tuple[list[str], list[str]]:
    """Take the throws of one round of die-roll; return the order, or who has to throw now.

    Each player's throws, first to last, are compared: a tie means one more throw for those in it.
    """
    rows: dict[str, list[int]] = {one: [] for one in players}
    while True:
        level = [one for one in players if list(rows.values()).count(rows[one]) > 1]
        if not level:
            return sorted(players, key=lambda one: rows[one], reverse=True), []
        turn, throws[:] = throws[: len(level)], throws[len(level) :]
        names = [name for name, _ in turn]
        if len(set(names)) < len(names) or not set(names) <= set(level):
            raise Cursor(None, "options.lots").refuse(f"here {', '.join(level)} throw, each once")
        if len(turn) < len(level):
            return [], [one for one in level if one not in names]
        for name, die in turn:
            rows[name].append(die)


def _playoffs(
    event: AuditedEvent,
    lines: Sequence[RecountLine],
    sides: Sequence[_Side],
    playoffs: Sequence[tuple[Cursor, list[_Side]]],
) -> tuple[str | None, list[_Series]]:
    first, second, third = (line.player for line in lines)
    games = list(playoffs)
    kind = event.option("playoffs", "none")
    rounds: list[_Series] = []
    winner: str | None = first
    if kind == "all":
        rounds.append(_series(event, "qualifying", (second, third), sides, games))
        winner = rounds[-1].winner()
    elif kind != "none":
        winner = second
    if kind != "none" and winner is not None:
        rounds.append(_series(event, "final", (first, winner), sides, games))
        winner = rounds[-1].winner()
    if games:
        raise games[0][0].refuse("nothing is to be played any more before this game")
    return winner, rounds


def _series(
    event: AuditedEvent,
    stage: str,
    pair: tuple[str, str],
    sides: Sequence[_Side],
    games: list[tuple[Cursor, list[_Side]]],
) -> _Series:
    # takes its games off the list
    needed = event.option(f"{stage}_to", 1)
    wins = dict.fromkeys(pair, 0)
    better = _share(sides, pair[0]) > _share(sides, pair[1])
    ahead = bool(event.option("head_start", False)) and needed > 1 and better
    wins[pair[0]] = int(ahead)
    while games and max(wins.values()) < needed:
        result, (winner, loser) = games.pop(0)
        if result.at("stage").value != stage:
            raise result.at("stage").refuse(f"the {stage} round is being played")
        if {winner.player, loser.player} != set(pair):
            raise result.at("players").refuse(f"{pair[0]} and {pair[1]} play this round")
        wins[winner.player] += 1
    return _Series(stage, pair, needed, wins, ahead)


LEAGUE = Auditor(league, counts=("drr",))
