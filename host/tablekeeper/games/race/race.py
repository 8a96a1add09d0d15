"""A race in progress: an immutable object that stores only the entries, and refuses impossible ones.

All other facts follow from the pawns that came home: the completed colours, the leader, whether the game is
decided, and the result. To correct a mistake, undo the last entries. Nothing is changed in place, so pawns,
order and result cannot contradict each other. Source:
docs/rules/races.md, "Single games".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tablekeeper.errors import UserError
from tablekeeper.games.race.lineup import PAWNS, RULES, Lineup
from tablekeeper.languages import _

#: the die that earns another throw
AGAIN = 6
#: most pawns and throws of one game; the longest real games have some hundred
MOST = 5000


@dataclass(frozen=True, slots=True)
class Home:
    """A pawn of a colour has come home."""

    colour: str


@dataclass(frozen=True, slots=True)
class RaceThrow:
    """A throw by a player, given by place in the line-up."""

    player: int
    die: int


Act = Home | RaceThrow


@dataclass(frozen=True, slots=True)
class Race:
    """A game from its line-up to the last entry.

    >>> from tablekeeper.games.race.lineup import usual
    >>> race = Race(usual("2T", ("Ann", "Bob")))
    >>> for colour in ("red", "yellow", "red", "green", "red"):
    ...     race = race.home(colour)
    >>> race.counted(0), race.counted(1), race.decided
    (3, 1, False)
    >>> race.home("red").winner, race.undo().counted(0)
    ('Ann', 2)
    """

    lineup: Lineup
    acts: tuple[Act, ...] = ()
    #: in a TripleAthlon a Grand Prix game ends when the first colour and the first player with both are known
    triathlon: bool = False
    #: colours in the order they were completed; this and all fields below are computed from `acts`
    completed: tuple[str, ...] = field(init=False, compare=False, default=())
    _held: dict[str, int] = field(init=False, compare=False, repr=False, default_factory=dict)
    #: the player who throws next: the same player after a 6; None before the first throw
    thrower: int | None = field(init=False, compare=False, default=None)

    def __post_init__(self) -> None:
        """Apply all entries from the start; UserError names an impossible entry and the reason."""
        if self.triathlon and self.lineup.rules not in ("3T", "3T+", "GP"):
            raise UserError(
                "a TripleAthlon is played by 3T, 3T+ and GP, not by %(rules)s",
                rules=self.lineup.rules,
            )
        self._held.update(dict.fromkeys(self.lineup.in_play, 0))
        for act in self.acts:
            self._tell(act)

    def _tell(self, act: Act) -> None:
        if isinstance(act, Home):
            self._bring(act.colour)
        else:
            self._roll(act)

    def _and(self, act: Act) -> Race:
        """Return the game with one more action; only the new action is applied."""
        if len(self.acts) >= MOST:
            raise UserError("a game has at most %(most)s pawns and throws", most=MOST)
        made = replace(self, acts=())
        made._held.update(self._held)
        # the class is frozen, so set the fields of the new object in this way, here and below
        object.__setattr__(made, "completed", self.completed)
        object.__setattr__(made, "thrower", self.thrower)
        object.__setattr__(made, "acts", (*self.acts, act))
        made._tell(act)
        return made

    def _bring(self, colour: str) -> None:
        owner = self.lineup.players[self.lineup.owner(colour)]
        if self.pawns[colour] == PAWNS:
            raise UserError(
                "%(colour)s is complete: %(owner)s has its %(pawns)s pawns home, there is no fifth",
                colour=colour, owner=owner, pawns=PAWNS,
            )
        self._refuse_decided(_("a pawn of %(colour)s", colour=colour))
        self._held[colour] += 1
        if self._held[colour] == PAWNS:
            object.__setattr__(self, "completed", (*self.completed, colour))

    def _roll(self, throw: RaceThrow) -> None:
        players = self.lineup.players
        if not 0 <= throw.player < len(players):
            raise UserError("there is no player %(player)s", player=throw.player + 1)
        if not 1 <= throw.die <= 6:
            raise UserError("a die shows 1 to 6, not %(die)s", die=throw.die)
        self._refuse_decided(_("a throw"))
        wanted = self.thrower
        if wanted is not None and wanted != throw.player:
            raise UserError(
                "it is %(players)s's throw, not %(players2)s's",
                players=players[wanted], players2=players[throw.player],
            )
        following = throw.player if throw.die == AGAIN else (throw.player + 1) % len(players)
        object.__setattr__(self, "thrower", following)

    def _refuse_decided(self, what: str) -> None:
        if self.decided:
            raise UserError(
                "the game is decided%(this)s: %(what)s comes too late, take something back first",
                this=self._by(), what=what,
            )

    def _by(self) -> str:
        return _(", %(winner)s has won", winner=self.winner) if self.winner is not None else ""

    # --- entries ------------------------------------------------------------------------------

    def home(self, colour: str, number: int | None = None) -> Race:
        """Return the game after a pawn of a colour came home; `number` (1 to 4) is checked if given."""
        self.lineup.owner(colour)
        if number is not None and self.pawns[colour] < PAWNS and number != self.pawns[colour] + 1:
            raise UserError(
                "the order has a gap: %(colour)s has %(pawns)s home, so the next is pawn %(pawns2)s, not "
                "%(number)s",
                colour=colour, pawns=self.pawns[colour], pawns2=self.pawns[colour] + 1, number=number,
            )
        return self._and(Home(colour))

    def throw(self, die: int, player: int | None = None) -> Race:
        """Return the game after a throw, by default of the player on turn (before any throw the first)."""
        if player is None:
            player = self.thrower or 0
        return self._and(RaceThrow(player, die))

    def undo(self) -> Race:
        """Return the game before the last entry."""
        if not self.acts:
            raise UserError("there is nothing to take back: the game has just begun")
        return replace(self, acts=self.acts[:-1])

    # --- consequences -------------------------------------------------------------------------

    @property
    def pawns(self) -> Mapping[str, int]:
        """The number of pawns at home, by colour in play."""
        return MappingProxyType(self._held)

    @property
    def finishers(self) -> tuple[str, ...]:
        """The players who have all their colours home, in order of finishing."""
        left = [len(own) for own in self.lineup.colours]
        found = []
        for colour in self.completed:
            place = self.lineup.owner(colour)
            left[place] -= 1
            if not left[place]:
                found.append(self.lineup.players[place])
        return tuple(found)

    @property
    def decided(self) -> bool:
        """Whether the game is over by its rules; the last place needs no play."""
        rules, last = RULES[self.lineup.rules], len(self.lineup.players) - 1
        if rules.aim == "colour":
            return bool(self.completed)
        if rules.aim == "both" or self.triathlon:
            return bool(self.finishers)
        if rules.key == "GP+":
            return len(self.finishers) >= last
        return len(self.completed) >= len(self.lineup.in_play) - 1

    @property
    def winner(self) -> str | None:
        """The winner; None before the end, and under rules that only give places."""
        rules = RULES[self.lineup.rules]
        if rules.aim == "order" or not self.decided:
            return None
        if rules.aim == "both":
            return self.finishers[0]
        return self.lineup.players[self.lineup.owner(self.completed[0])]

    @property
    def order(self) -> tuple[str, ...]:
        """The colours in finishing order; the last open colour is placed when all others are home."""
        return _filled(self.completed, self.lineup.in_play)

    @property
    def placing(self) -> tuple[str, ...]:
        """The players in the order in which they had all colours home; the last open one is placed, too."""
        return _filled(self.finishers, self.lineup.players)

    @property
    def first_colour(self) -> str | None:
        """The player whose colour was complete first."""
        return self.lineup.players[self.lineup.owner(self.completed[0])] if self.completed else None

    @property
    def first_both(self) -> str | None:
        """The first player with all colours home."""
        return self.finishers[0] if self.finishers else None

    def counted(self, player: int) -> int:
        """Return a player's counted pawns: of the best colour if one colour wins, else of all colours."""
        held = [self.pawns[colour] for colour in self.lineup.colours[player]]
        return max(held) if RULES[self.lineup.rules].aim == "colour" else sum(held)

    def colours_completed(self, player: int) -> int:
        """Return the number of colours that a player has completed."""
        return sum(colour in self.completed for colour in self.lineup.colours[player])


def _filled(known: tuple[str, ...], everybody: Sequence[str]) -> tuple[str, ...]:
    missing = [one for one in everybody if one not in known]
    return known + tuple(missing) if len(missing) == 1 else known
