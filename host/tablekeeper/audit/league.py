"""Audit of leagues, 2T and 2T-XL: order of games, cancellations, table, nine steps, throws, playoffs.

Source: docs/rules/races.md, "League"; the file's shape.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.league_games import Side, Throws, figures_of, record, share, sides_of, steps_of
from tablekeeper.audit.league_open import AuditedGame, AuditedTable
from tablekeeper.audit.recount import Recount, RecountLine, behind, ladder, leaves
from tablekeeper.strictjson import Cursor

#: games of a double round-robin, as places of players #1 to #3
_SCHEDULE = ((0, 1), (2, 0), (1, 2), (1, 0), (0, 2), (2, 1))


@dataclass(slots=True)
class _LeagueCourse:
    """Processes the results one after the other; `slots` are the played or cancelled pairs, in order."""

    event: AuditedEvent
    sides: list[Side] = field(default_factory=list)
    slots: list[frozenset[str]] = field(default_factory=list)
    cancelled: list[tuple[str, ...]] = field(default_factory=list)
    playoffs: list[tuple[Cursor, list[Side]]] = field(default_factory=list)
    #: orders of the first round-robins that are recorded or thrown; and the players who must throw now
    orders: list[Sequence[str]] = field(default_factory=list)
    throwing: list[str] = field(default_factory=list)
    by_entry: bool = False
    #: players who left before the end, and the rounds of the playoffs that were lost by this
    out: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    removed: bool = False
    #: the table on which the playoffs are played, once they have begun
    drawn: tuple[RecountLine, ...] = ()

    def __post_init__(self) -> None:
        recorded = self.event.option("positions", [])
        throws = list(self.event.option("lots", None) or [])
        self.by_entry = recorded is None
        self.orders = list(recorded or ())
        while len(self.orders) < self.robins and not self.throwing and (throws or not self.by_entry):
            found, self.throwing = _thrown(self.event.players, throws)
            if not self.throwing:
                self.orders.append(found)
        if throws:
            raise Cursor(None, "options.lots").refuse("more throws than anybody had to make")
        if self.by_entry:
            self.orders += [self.event.players] * (self.robins - len(self.orders))

    @property
    def large(self) -> bool:
        return self.event.format == "league-2t-xl"

    @property
    def robins(self) -> int:
        drr: int = self.event.option("drr", 1)
        return drr

    def take(self, result: Cursor) -> None:
        """Take a result; refuse one that cannot be."""
        players = self.event.players
        if result.has("absent"):
            self.leave(result)
            return
        if result.has("stage"):
            self.drawn = self.drawn or self.table(self.throws())
            self.playoffs.append((result, self._sides(result, False)))
            return
        if self.playoffs:
            raise result.refuse("the playoffs have begun before this game")
        if result.has("cancelled"):
            pair = result.fields(("cancelled",))["cancelled"].pair(players)
            self._left(result, pair)
            if (not self.cancelled or self.removed) and not self.settled():
                raise result.refuse("not everything is settled where this game was cancelled")
            self.cancelled.append(pair)
        else:
            found = self._sides(result, True)
            pair = (found[0].player, found[1].player)
            self._left(result, pair)
            if not self.cancelled and not self.out:
                self._place(result, pair)
            self.sides += found
        self.slots.append(frozenset(pair))

    def throws(self) -> Throws:
        """Return the throws of step 9 of the present players."""
        return Throws(self.event.option("dice", None) or [], self.out)

    def table(self, throws: Throws) -> tuple[RecountLine, ...]:
        """Return the present table; note in `throws` whether throws are missing."""
        final = not self.remaining()
        steps = steps_of(self.sides, self.large, throws) if final else [record(self.sides)]
        figures = {one: figures_of(self.sides, one) for one in self.event.players}
        steps = [behind(self.out), *steps]
        return ladder(
            self.event.players, steps, figures, restart=True, single=self._single(), reasons=final
        )

    def _single(self) -> bool:
        # whether only the first of three different players leaves a tie
        return bool(self.event.option("three_apart", "settle") == "restart")

    def _sides(self, result: Cursor, counted: bool) -> list[Side]:
        whole = self.event.option("quickness", "game") == "game"
        return sides_of(result, self.event.players, 8 if self.large else 4, counted, whole)

    def there(self) -> list[str]:
        """Return the players who have not left."""
        return [one for one in self.event.players if one not in (*self.out, *self.later)]

    def ended(self) -> bool:
        """Return whether the event is over: a player who leaves then keeps the place in the standings."""
        if len(self.out) == len(self.event.players) - 1:
            return True
        if self.event.option("playoffs", "none") != "none":
            return bool(self.drawn) and _playoffs(self, self.drawn)[0] is not None
        throws = self.throws()
        return not self.remaining() and bool(self.table(throws)) and not throws.wanted

    def leave(self, result: Cursor) -> None:
        """Let a player leave: the player's round-robin games are lost, or none of them counts."""
        player = leaves(result, self.there(), ("ruling",))
        ruling = result.at("ruling").choice(("walkovers", "removed"))
        if self.ended():
            self.later.append(player)
            return
        if self.playoffs:
            if ruling == "removed":
                raise result.at("ruling").refuse("no game is removed once the playoffs are played")
            self.playoffs.append((result, []))
            self.out.append(player)
            return
        won, colours = (8, 2) if self.large else (4, 0)
        for _, pair in self.remaining():
            if player in pair:
                [other] = set(pair) - {player}
                self.slots.append(frozenset(pair))
                if ruling == "walkovers":
                    self.sides += [
                        Side(other, player, True, won, 0, colours, 0, None),
                        Side(player, other, False, 0, won, 0, colours, None),
                    ]
        self.out.append(player)
        if ruling == "removed":
            self.removed = True
            self.sides = [side for side in self.sides if player not in (side.player, side.opponent)]

    def _left(self, result: Cursor, pair: tuple[str, ...]) -> None:
        if self.slots.count(frozenset(pair)) == 2 * self.robins:
            raise result.refuse("these two have no game left")

    def _place(self, result: Cursor, pair: tuple[str, ...]) -> None:
        # each half of a round-robin has each pair once; the top half is played in the order of positions
        number, game = len(self.slots) // 6, len(self.slots) % 6
        half = self.slots[number * 6 + game // 3 * 3 :]
        if frozenset(pair) in half:
            raise result.refuse("these two have played this half of the round-robin")
        if not self.by_entry and game < 3 and number < len(self.orders):
            wanted = {self.orders[number][seat] for seat in _SCHEDULE[game]}
            if wanted != set(pair):
                raise result.refuse(f"game {game + 1} of the round-robin is {' v '.join(sorted(wanted))}")

    def remaining(self) -> list[tuple[int, list[str]]]:
        """Return the remaining games, numbered, in the order of the schedule."""
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

    # Open games

    def _table(self) -> AuditedTable:
        option = self.event.option
        kind = option("playoffs", "none")
        if self.out and kind == "all":
            # the two present players meet in the final
            kind = "top2"
        rights: list[tuple[int, int]] = []
        if option("head_start", False):
            if kind != "none" and option("final_to", 1) > 1:
                rights.append((0, 1))
                rights += [(0, 2)] if kind == "all" else []
            if kind == "all" and option("qualifying_to", 1) > 1:
                rights.append((1, 2))
        away = self.event.players.index(self.out[0]) if self.out else None
        return AuditedTable(self.large, rights, away, self._single())

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
        """Return whether no result changes anything; a cancelled game counts with every possible result."""
        open_pairs = [list(pair) for pair in self.cancelled if not set(pair) & set(self.out)]
        pairs = [pair for _, pair in self.remaining()] + open_pairs
        return self._table().is_settled(self._games(), self._seats(pairs))

    def ordered(self) -> list[tuple[int, list[str]]]:
        """Return the rest of the last bottom half, ordered so that the table is settled as late as it can."""
        left = self.remaining()
        if not 2 <= len(left) <= 3 or self.out:
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
    #: a player who left before the round was over
    lost: str | None

    def winner(self) -> str | None:
        if self.lost is not None:
            return self.pair[1] if self.lost == self.pair[0] else self.pair[0]
        return next((player for player in self.pair if self.wins[player] >= self.needed), None)

    def note(self) -> str:
        one, other = self.pair
        score = f"{one} {self.wins[one]}-{self.wins[other]} {other}"
        begun = f" {one} began 1-0." if self.ahead else ""
        if self.winner() is not None:
            left = f" {self.lost} has left." if self.lost is not None else ""
            return f"{self.stage.capitalize()}: {self.winner()} wins, {score}.{begun}{left}"
        return f"{self.stage.capitalize()}: {score}, first to {self.needed}; {one} chooses colours.{begun}"


def league(event: AuditedEvent) -> Recount:
    """Recount a league."""
    course = _LeagueCourse(event)
    for result in event.places():
        course.take(result)
    sides, left = course.sides, course.remaining()
    final = not left
    throws = course.throws()
    lines = course.drawn or course.table(throws)
    if course.drawn and not course.out:
        # this reads the throws
        course.table(throws)
    alone = course.there()[0] if len(course.out) == len(event.players) - 1 else None
    following: list[dict[str, Any]] = []
    notes: list[str] = []
    called_off: list[dict[str, Any]] = [{"players": list(pair)} for pair in course.cancelled]
    if left and ((course.cancelled and not course.removed) or course.settled()):
        following += _games(course, left)
        called_off += [{"game": number, "players": pair, "proposed": True} for number, pair in left]
        last = "game is" if len(left) == 1 else f"{len(left)} games are"
        notes.append(f"All is determined: the last {last} not needed and may be cancelled.")
    else:
        following += _games(course, course.ordered())
    winner = alone
    rounds: list[_Series] = []
    if alone is not None:
        rounds = _playoffs(course, course.drawn)[1] if course.drawn else []
        notes += [one.note() for one in rounds]
    elif final and throws.wanted and not course.drawn:
        following += [{"dice": level} for level in throws.wanted]
        notes.append("A round of die-roll decides (step 9).")
        if any(side.minutes is None for side in sides):
            notes.append("Step 8 compares only game times that are all recorded.")
    elif final:
        if throws.throws and not course.out:
            raise Cursor(None, "options.dice").refuse("more throws than anybody had to make")
        winner, rounds = _playoffs(course, lines)
        notes += [one.note() for one in rounds]
        if winner is None:
            one = rounds[-1]
            game = sum(one.wins.values()) - one.ahead + 1
            following.append({"stage": one.stage, "game": game, "players": list(one.pair)})
    if course.playoffs and (not final or len({line.rank for line in lines}) < len(lines)):
        raise course.playoffs[0][0].refuse("the table is not decided before this game")
    places = _places(lines, rounds, course.out)
    return Recount(winner is not None, winner, not final, lines, following, called_off, notes, places)


def _places(lines: Sequence[RecountLine], rounds: Sequence[_Series], out: Sequence[str]) -> list[str]:
    # both finalists before the third, the winner first; who has left is last; the table decides the rest
    if not rounds:
        return []
    names = [line.player for line in lines]
    last = rounds[-1]
    if last.stage == "final":
        won = last.winner()
        names.sort(key=lambda one: (one != won, one not in last.pair))
    return [one for one in names if one not in out] + [one for one in names if one in out]


def _games(course: _LeagueCourse, left: Sequence[tuple[int, list[str]]]) -> list[dict[str, Any]]:
    # a round-robin without an order names no games, unless it was begun without one
    found: list[dict[str, Any]] = []
    unknown: set[int] = set()
    for game, pair in left:
        robin = (game + 5) // 6
        if robin <= len(course.orders) or len(course.slots) > 6 * (robin - 1) or course.out:
            found.append({"game": game, "players": pair})
        elif robin not in unknown:
            unknown.add(robin)
            now = len(course.slots) == 6 * (robin - 1)
            asked = {"positions": course.throwing} if now else {"lots": "to come"}
            found.append({"round_robin": robin, **asked})
    return found


def _thrown(players: Sequence[str], throws: list[Sequence[Any]]) -> tuple[list[str], list[str]]:
    """Process the throws of one die-roll; return the order, or the players who must throw now.

    The players' throws are compared from first to last; tied players throw once more.
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
    course: _LeagueCourse, lines: Sequence[RecountLine]
) -> tuple[str | None, list[_Series]]:
    event = course.event
    first, second, third = (line.player for line in lines)
    # whether a player left before the first game of the playoffs
    before = len(course.out) > sum(not sides for _, sides in course.playoffs)
    games = list(course.playoffs)
    kind = event.option("playoffs", "none")
    kind = "top2" if before and kind == "all" else kind
    rounds: list[_Series] = []
    gone: set[str] = set()
    winner: str | None = first
    if kind == "all":
        rounds.append(_series(event, "qualifying", (second, third), course.sides, games, gone))
        winner = rounds[-1].winner()
    elif kind != "none":
        winner = second
    if kind != "none" and winner is not None:
        rounds.append(_series(event, "final", (first, winner), course.sides, games, gone))
        winner = rounds[-1].winner()
    if any(sides for _, sides in games):
        raise games[0][0].refuse("nothing is to be played any more before this game")
    return winner, rounds


def _series(
    event: AuditedEvent,
    stage: str,
    pair: tuple[str, str],
    sides: Sequence[Side],
    games: list[tuple[Cursor, list[Side]]],
    gone: set[str],
) -> _Series:
    # remove the round's games from the list, and the departures among them; add those to the departed players
    needed = event.option(f"{stage}_to", 1)
    wins = dict.fromkeys(pair, 0)
    better = share(sides, pair[0]) > share(sides, pair[1])
    ahead = bool(event.option("head_start", False)) and needed > 1 and better
    wins[pair[0]] = int(ahead)
    while games and max(wins.values()) < needed and not gone & set(pair):
        result, played = games.pop(0)
        if not played:
            gone.add(result.at("absent").value)
            continue
        winner, loser = played
        if result.at("stage").value != stage:
            raise result.at("stage").refuse(f"the {stage} round is being played")
        if {winner.player, loser.player} != set(pair):
            raise result.at("players").refuse(f"{pair[0]} and {pair[1]} play this round")
        wins[winner.player] += 1
    lost = next((one for one in pair if one in gone), None) if max(wins.values()) < needed else None
    return _Series(stage, pair, needed, wins, ahead, lost)


LEAGUE = Auditor(league, counts=("drr",), departure="absent")
