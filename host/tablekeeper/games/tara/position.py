"""A position of TARA: the ringforts, the seat on turn, its legal turns and the positions after them.

Phases. Manoeuvres: one ringfort each turn, a knight's move from an own one and not nearer to any friendly
one. A player without a placement announces BATTLE; after that all turns are in Battle. A position does not
store links, because two adjacent ringforts of a colour are always linked.
Source: docs/rules/tara.md, "Manoeuvres", "Battle, Level 1", "Battle, Level 2", "Doubles".
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.games.tara.hills import BOARD, by_count, each, knights, too_near, touching
from tablekeeper.games.tara.rules import LINKED, TaraRules
from tablekeeper.games.tara.turn import BUILD, CAPTURE, ON_HILL, OUT, PASS, Turn


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game: `forts` are the ringforts by seat, each a set of hills.

    `left` is the number of turns left after OUT, None before it. If `over`, nobody is on turn.
    """

    rules: TaraRules
    forts: tuple[int, ...]
    turn: int
    battle: bool = False
    left: int | None = None
    over: bool = False

    # --- ringforts --------------------------------------------------------------------------

    def colour(self, side: int) -> int:
        """Return the hills with a colour's ringforts (0 Red, 1 Blue)."""
        forts = self.forts
        return forts[side] | forts[side + 2] if len(forts) == 4 else forts[side]

    def vacant(self) -> int:
        """Return the hills without a ringfort."""
        held = 0
        for hills in self.forts:
            held |= hills
        return BOARD & ~held

    def isolated(self, side: int) -> int:
        """Return a colour's ringforts without a link."""
        own = self.colour(side)
        return own & ~touching(own)

    def besieged(self, side: int) -> int:
        """Return a colour's isolated ringforts with an enemy ringfort on every neighbouring hill."""
        return self.isolated(side) & ~touching(BOARD & ~self.colour(1 - side))

    # --- legal turns ------------------------------------------------------------------------

    def placements(self, seat: int) -> int:
        """Return the hills on which a seat may build in Manoeuvres; if empty, it must announce BATTLE."""
        rules, own = self.rules, self.forts[seat]
        open_hills = self.vacant() & rules.area(seat)
        if own:
            return open_hills & knights(own) & ~too_near(self.colour(seat & 1))
        if rules.seats == 4 and rules.opening == LINKED:
            partner = self.forts[seat ^ 2]
            return open_hills & (knights(partner) if partner else rules.shared(seat))
        return open_hills

    def captures(self, seat: int) -> int:
        """Return the besieged enemy ringforts in a seat's area."""
        return self.besieged(1 - (seat & 1)) & self.rules.area(seat)

    def priorities(self, seat: int) -> tuple[int, int, int, int, int]:
        """Return a seat's targets in Battle by order of priority, OP0 to OP4."""
        targets = (self.vacant() | self.besieged(1 - (seat & 1))) & self.rules.area(seat)
        some = by_count(self.colour(seat & 1))
        found = tuple(targets & level for level in some)
        return (targets & ~(some[0] | some[1] | some[2] | some[3]), *found)  # type: ignore[return-value]

    def targets(self, seat: int) -> int:
        """Return the hills on which a seat may play in Battle: builds and captures."""
        own = self.colour(seat & 1)
        if self.rules.level == 1:
            duty = self.captures(seat)
            return duty or self.vacant() & touching(own) & self.rules.area(seat)
        lowest, *levels = self.priorities(seat)
        for level in reversed(levels):
            if level:
                return level
        return lowest if self.rules.op0_builds else 0

    def announces(self) -> bool:
        """Return whether the seat on turn must announce BATTLE."""
        return not self.battle and not self.over and not self.placements(self.turn)

    def hills(self) -> int:
        """Return the hills on which the seat on turn may play; if empty, it passes or calls OUT."""
        if self.over:
            return 0
        if not self.battle:
            found = self.placements(self.turn)
            if found:
                return found
        return self.targets(self.turn)

    def lull(self) -> bool:
        """Return whether the seat on turn is at a lull of Level 2: in Battle, with no target above OP1.

        With a target above OP1 a chain continues, and its next link is forced.
        """
        if self.rules.level == 1 or self.over or not (self.battle or self.announces()):
            return False
        _, first, *higher = self.priorities(self.turn)
        return bool(first) and not any(higher)

    def turns(self) -> tuple[Turn, ...]:
        """Return every legal turn; () when the game is over."""
        if self.over:
            return ()
        announces = self.announces()
        hills = self.hills()
        if not hills:
            skipped = OUT if self.rules.seats == 4 and self.left is None else PASS
            return (Turn(skipped, 0, announces),)
        vacant = self.vacant()
        builds, captures = ON_HILL[BUILD, announces], ON_HILL[CAPTURE, announces]
        return tuple([builds[hill] if hill & vacant else captures[hill] for hill in each(hills)])

    # --- the position after a turn -------------------------------------------------------------------

    def play(self, turn: Turn) -> Position:
        """Return the position after a legal turn; `refusal` checks turns, this method does not."""
        forts, seat = self.forts, self.turn
        if turn.hill:
            # a captured ringfort is removed from its owner
            changed = [hills & ~turn.hill for hills in forts]
            changed[seat] |= turn.hill
            forts = tuple(changed)
        left = self.left
        if left is not None:
            left -= 1
        elif not turn.hill and self.rules.seats == 4:
            # "battle pass" is also the call OUT
            left = self.rules.seats - 1
        after = Position(
            self.rules, forts, (seat + 1) % self.rules.seats, self.battle or turn.announces, left
        )
        return after.ended() if after.battle and after._nobody_moves() else after

    def ended(self) -> Position:
        """Return the same position as the end of the game."""
        return Position(self.rules, self.forts, self.turn, self.battle, self.left, True)

    def _nobody_moves(self) -> bool:
        # passes do not change the board: if no seat with a turn left can move now, none can later
        seats = self.rules.seats
        coming = seats if self.left is None else self.left
        return not any(self.targets((self.turn + step) % seats) for step in range(coming))


def start(rules: TaraRules, starter: int = 0) -> Position:
    """Return the empty board, with seat `starter` on turn."""
    return Position(rules, (0,) * rules.seats, starter)
