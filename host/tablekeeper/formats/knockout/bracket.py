"""A running knockout: the Main, the Consolation, the Last Chance and their reunion, match by match.

The Main is drawn once. A round of another stage is drawn when all its players are known: the winners of
the stage's round before, and the losers that its notation sends there. A draw depends on the seed and on
the winners of the matches, never on the order in which matches end.

Matches are called `A3` (Main, round A, match 3), `PC2-1` (Progressive Consolation, round 2, match 1),
`LC1-4` (Last Chance), `X1-1` (reunion) and `R` (recharge).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tablekeeper.formats.knockout.draw import (
    alternate,
    bracket_size,
    draw_round,
    open_places,
    shuffled,
)
from tablekeeper.formats.knockout.notation import LETTERS, Drops
from tablekeeper.languages import _

NOBODY = ""


@dataclass(slots=True)
class BracketMatch:
    """One match between two players: its name, stage and round (from 0), and its winner."""

    name: str
    stage: str
    round: int
    players: tuple[str, str]
    winner: str | None = None
    #: won because the opponent has left
    walkover: bool = False

    def loser(self) -> str | None:
        """Return the loser, None while the match is open."""
        if self.winner is None:
            return None
        return self.players[1] if self.winner == self.players[0] else self.players[0]


@dataclass(slots=True)
class Stage:
    """A consolation, or the reunion: rounds that are drawn one after another."""

    name: str
    #: rounds whose losers enter, for each round; later rounds have no entrants
    entries: tuple[tuple[str, ...], ...]
    #: whether play continues after the last entries until one player is left
    to_the_end: bool = True
    rounds: list[list[BracketMatch]] = field(default_factory=list)
    byes: list[str | None] = field(default_factory=list)
    #: all players drawn into a round of the stage
    players: set[str] = field(default_factory=set)
    #: player who has left -> the next round (from 0) of that player without the departure
    absent: dict[str, int] = field(default_factory=dict)
    #: the players left when all matches are played, None until then
    left: tuple[str, ...] | None = None


class Bracket:
    """All matches of a knockout. `play` records a result, `open` returns the matches that can be played."""

    def __init__(
        self,
        drawn: Sequence[str],
        seed: int | None,
        late: int = 0,
        consolation: Drops | None = None,
        last_chance: Drops | None = None,
        spread: bool = False,
        order: Sequence[str] | None = None,
    ) -> None:
        self.seed = seed
        #: all players: first the players in the draw, then late arrivals
        self.players = list(drawn)
        self.size = bracket_size(len(drawn) + late)
        self.depth = self.size.bit_length() - 1
        self.matches: dict[str, BracketMatch] = {}
        self.lost: dict[str, list[BracketMatch]] = {}
        self.main_byes: dict[str, int] = {}
        self.other_byes: dict[str, int] = {}
        #: `gone`: players who enter no further stage; `absent`: those of them whose matches are walkovers
        self.gone: set[str] = set()
        self.absent: set[str] = set()
        #: player who has left -> Main round (from 0) against another one who has left: nobody advances
        self.nobody: dict[str, int] = {}
        #: losers of each finished round
        self.losers: dict[str, list[str]] = {}
        self._met: set[frozenset[str]] = set()
        self.reunion: Stage | None = None
        self.recharge = consolation is not None and consolation.recharge
        if consolation is not None and consolation.reunion:
            named = [LETTERS.index(source) + 1 for source in consolation.sources()]
            self.depth = min(self.depth, max(named))
            self.reunion = Stage("X", ())
        self.stages = [
            Stage(name, drops.entries, not drops.reunion)
            for name, drops in (("PC", consolation), ("LC", last_chance))
            if drops is not None
        ]
        #: places kept open for late arrivals, in numerical order
        self.kept: list[int]
        free, self.kept = open_places(self.size, len(drawn), late, spread)
        placing = iter(shuffled(drawn, seed, "Main") if order is None else order)
        #: the player on each line of each Main round: a name, `NOBODY`, or None while not known
        self.lines: list[list[str | None]] = [
            [None if place in self.kept else NOBODY if place in free else next(placing)
             for place in range(self.size)]
        ]  # fmt: skip
        self.lines += [[None] * (self.size >> number) for number in range(1, self.depth + 1)]
        self._advance()

    # Changes

    def arrive(self, player: str) -> None:
        """Put a late arrival on the first place kept open."""
        self.players.append(player)
        self.lines[0][self.kept.pop(0)] = player
        self._advance()

    def give(self, player: str, other: str) -> None:
        """Put a late arrival on the free place beside `other`, whose bye is still in `spare_byes`."""
        place = self.lines[0].index(other)
        self.players.append(player)
        self.lines[0][place ^ 1] = player
        for number, line in enumerate(self.lines[1:]):
            place //= 2
            if line[place] != other:
                break
            line[place] = None
            self.main_byes[other] -= 1
            self.losers.pop(LETTERS[number], None)
        self.matches = {name: match for name, match in self.matches.items() if other not in match.players}
        self._advance()

    def close(self) -> None:
        """Close late arrivals: the places still open become byes."""
        for place in self.kept:
            self.lines[0][place] = NOBODY
        self.kept = []
        self._advance()

    def play(self, name: str, winner: str, withdrawn: bool = False) -> BracketMatch:
        """End an open match; with `withdrawn` the loser enters no further stage."""
        match = self.matches[name]
        self._end(match, winner)
        if withdrawn:
            self.gone.add(str(match.loser()))
        self._advance()
        return match

    def leave(self, player: str) -> None:
        """Remove a player: the opponents win all open and later matches of the player by walkover."""
        self.gone.add(player)
        self.absent.add(player)
        for match in self.open():
            self._walkover(match)
        self._advance()

    def _end(self, match: BracketMatch, winner: str) -> None:
        match.winner = winner
        self.lost.setdefault(str(match.loser()), []).append(match)
        self._met.add(frozenset(match.players))

    def _walkover(self, match: BracketMatch) -> None:
        """End an open match if one of its players has left."""
        there = [player for player in match.players if player not in self.absent]
        if match.winner is None and len(there) == 1:
            match.walkover = True
            self._end(match, there[0])

    # Queries

    def open(self) -> list[BracketMatch]:
        """Return the matches that can be played now, the Main first, then by round and number."""
        return [match for match in self.matches.values() if match.winner is None]

    def winner(self) -> str | None:
        """Return the winner of the event, from the Main or the reunion; None while there is none."""
        if self.reunion is None:
            return self.lines[self.depth][0] or None
        return self.reunion.left[0] if self.reunion.left else None

    def over(self) -> bool:
        """Return whether every match of every stage is played."""
        every = [*self.stages, *([self.reunion] if self.reunion else [])]
        return None not in self.lines[self.depth] and all(stage.left is not None for stage in every)

    def byes(self) -> Iterator[tuple[str, int, str]]:
        """Yield every bye of the drawn rounds: stage, round (from 0) and player."""
        for number, line in enumerate(self.lines[:-1]):
            for one, other in zip(line[::2], line[1::2], strict=True):
                if NOBODY in (one, other) and (one or other):
                    yield "Main", number, str(one or other)
        for stage in (*self.stages, *([self.reunion] if self.reunion else [])):
            for number, player in enumerate(stage.byes):
                if player is not None:
                    yield stage.name, number, player

    def spare_byes(self) -> dict[str, str]:
        """Return the players with a bye in the Main's first round: why they keep it; "" = it can be given."""
        found = {}
        for pair in zip(self.lines[0][::2], self.lines[0][1::2], strict=True):
            player = pair[0] or pair[1]
            if NOBODY in pair and player:
                found[player] = self._keeps_bye(player)
        return found

    def _keeps_bye(self, player: str) -> str:
        if player in self.gone:
            return _("has left")
        for match in self.matches.values():
            if player in match.players and match.winner is not None:
                return _("%(match)s is decided", match=match.name)
        # rounds that would not be over any more
        over = set(LETTERS[: sum(player in line for line in self.lines[1:])])
        for stage in self.stages:
            for number, sources in enumerate(stage.entries[: len(stage.rounds)], 1):
                if over.intersection(sources):
                    return _("%(stage)s is drawn", stage=f"{stage.name}{number}")
        return _("the reunion is drawn") if self.reunion is not None and self.reunion.rounds else ""

    # The Main

    def _advance(self) -> None:
        for number in range(self.depth):
            self._main_round(number)
        for stage in self.stages:
            while self._next_round(stage):
                pass
        if self.reunion is not None:
            self._reunite(self.reunion)
        order = {"Main": 0, "PC": 1, "LC": 2, "X": 3, "R": 4}
        # the number in the name orders the matches of a round
        self.matches = dict(
            sorted(
                self.matches.items(), key=lambda item: (order[item[1].stage], item[1].round, _number(item[0]))
            )
        )

    def _main_round(self, number: int) -> None:
        line, following = self.lines[number], self.lines[number + 1]
        letter = LETTERS[number]
        for place in range(len(following)):
            one, other = line[2 * place : 2 * place + 2]
            if one is None or other is None or following[place] is not None:
                continue
            if one and other and self.absent.issuperset((one, other)):
                self.nobody |= {one: number, other: number}
                following[place] = NOBODY
            elif one and other:
                name = f"{letter}{place + 1}"
                match = self.matches.setdefault(name, BracketMatch(name, "Main", number, (one, other)))
                self._walkover(match)
                following[place] = match.winner
            else:
                player = one or other
                following[place] = player
                if player:
                    self.main_byes[player] = self.main_byes.get(player, 0) + 1
        if letter not in self.losers and None not in following:
            played = [self.matches.get(f"{letter}{place + 1}") for place in range(len(following))]
            self.losers[letter] = [str(match.loser()) for match in played if match]

    # The stages beside the Main

    def _next_round(self, stage: Stage) -> bool:
        """Draw the next round of a stage, or end the stage; return whether anything changed."""
        if stage.left is not None:
            return False
        done = len(stage.rounds)
        staying: list[str] = []
        if done:
            last = stage.rounds[-1]
            if any(match.winner is None for match in last):
                return False
            self.losers.setdefault(f"{stage.name}{done}", [str(match.loser()) for match in last])
            staying = [str(match.winner) for match in last]
            bye = stage.byes[-1]
            staying += [bye] if bye is not None else []
            staying = self._present(stage, staying)
        if done >= len(stage.entries):
            if not stage.to_the_end or len(staying) < 2:
                stage.left = tuple(staying)
                return True
            entering: list[str] = []
        else:
            sources = [self._losers(source) for source in stage.entries[done]]
            if any(source is None for source in sources):
                return False
            entering = [name for source in sources for name in source or () if name not in self.gone]
        self._draw(stage, staying, entering)
        return True

    def _present(self, stage: Stage, names: Sequence[str]) -> list[str]:
        """Return the players who continue in a stage; players who have left are out before its next round."""
        stage.absent |= dict.fromkeys(self.absent.intersection(names), len(stage.rounds))
        return [name for name in names if name not in self.absent]

    def _losers(self, source: str) -> list[str] | None:
        """Return the losers of a round, by its name in drop notation; None while the round is not over."""
        if source.isalpha():
            return [] if LETTERS.index(source) >= self.depth else self.losers.get(source)
        main = next(stage for stage in self.stages if stage.name == "PC")
        name = f"PC{source}"
        return [] if name not in self.losers and main.left is not None else self.losers.get(name)

    def _draw(self, stage: Stage, staying: Sequence[str], entering: Sequence[str]) -> None:
        number = len(stage.rounds)
        name = f"{stage.name}{number + 1}"
        pool = alternate(
            shuffled(staying, self.seed, f"{name} staying"), shuffled(entering, self.seed, f"{name} entering")
        )
        pairs = draw_round(
            pool,
            lambda one, other: frozenset((one, other)) in self._met,
            lambda player: (self.main_byes.get(player, 0), self.other_byes.get(player, 0)),
        )
        stage.players.update(pool)
        stage.rounds.append([])
        stage.byes.append(None)
        for place, (one, other) in enumerate(pairs, 1):
            if other is None:
                stage.byes[-1] = one
                if len(pool) > 1:
                    self.other_byes[one] = self.other_byes.get(one, 0) + 1
            else:
                match = BracketMatch(f"{name}-{place}", stage.name, number, (one, other))
                stage.rounds[-1].append(match)
                self.matches[match.name] = match

    def _reunite(self, stage: Stage) -> None:
        main = self.lines[self.depth]
        left = self.stages[0].left
        if stage.left is not None or left is None or None in main:
            return
        if not stage.rounds:
            there = [name for name in main if name]
            self._draw(stage, self._present(stage, there), self._present(stage, left))
        while not self._recharged(stage) and self._next_round(stage):
            pass

    def _recharged(self, stage: Stage) -> bool:
        """Return whether the reunion has a recharge; a finished recharge ends the reunion."""
        last = stage.rounds[-1]
        final = last[0] if len(last) == 1 and stage.byes[-1] is None else None
        if not self.recharge or final is None or final.winner is None:
            return False
        # the recharge is for a player without a loss before the last match
        if len(self.lost[str(final.loser())]) - ("R" in self.matches and self._twice(final)) > 1:
            return False
        match = self.matches.setdefault("R", BracketMatch("R", "R", 0, final.players))
        self._walkover(match)
        if match.winner is not None:
            stage.left = (match.winner,)
        return True

    def _twice(self, final: BracketMatch) -> bool:
        return self.matches["R"].loser() == final.loser()


def _number(name: str) -> int:
    """Return a match's number within its round: 3 for A3, 1 for PC2-1."""
    return int(name.rpartition("-")[2].lstrip(LETTERS) or 0) if name != "R" else 0
