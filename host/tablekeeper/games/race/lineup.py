"""Players, colours and rules of a pawn race.

Source: docs/rules/races.md, "Single games"; colours in their clockwise order on the six-colour
board (docs/decisions.md, 10), the four-colour board has the first four.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from tablekeeper.errors import UserError
from tablekeeper.languages import _, told
from tablekeeper.text import counted, listing

COLOURS = ("red", "green", "yellow", "blue", "black", "white")
PAWNS = 4


@dataclass(frozen=True, slots=True)
class RaceRules:
    """A set of rules: number of players, colours of each, and when a game is decided."""

    key: str
    players: int
    colours: int
    #: default distance of allied colours, clockwise
    step: int
    #: "colour": the first completed colour wins; "both": the first player with all colours home wins;
    #: "order": all are placed
    aim: str


#: by key, as in event files
RULES = {
    rules.key: rules
    for rules in (
        RaceRules("2T", 2, 2, 1, "colour"),
        RaceRules("2T-XL", 2, 2, 1, "both"),
        RaceRules("3T", 3, 2, 1, "colour"),
        RaceRules("3T+", 3, 2, 1, "both"),
        RaceRules("3T-XS", 3, 1, 2, "order"),
        RaceRules("GP", 3, 2, 3, "order"),
        RaceRules("GP+", 3, 2, 3, "order"),
    )
}


@dataclass(frozen=True, slots=True)
class Lineup:
    """The players of a game in the order of their turns, each with their colours.

    Allied colours in unusual places give only a warning, because the higher seed chooses colours.
    """

    rules: str
    players: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        """Refuse a line-up that does not fit the rules, with the reason."""
        if self.rules not in RULES:
            raise UserError(
                'there are no rules "%(rules)s": they are %(rules2)s',
                rules=self.rules, rules2=", ".join(RULES),
            )
        wanted = RULES[self.rules]
        if len(self.players) != wanted.players or len(self.colours) != wanted.players:
            raise UserError(
                "%(rules)s is played by %(players)s players, not %(count)s",
                rules=self.rules, players=wanted.players, count=len(self.players),
            )
        for place, name in enumerate(self.players):
            if not name.strip():
                raise UserError("player %(where)s has no name", where=place + 1)
            if name in self.players[:place]:
                raise UserError("%(name)s is named twice", name=name)
        taken: dict[str, str] = {}
        for name, own in zip(self.players, self.colours, strict=True):
            if len(own) != wanted.colours:
                each = counted(wanted.colours, "colour")
                raise UserError(
                    "by %(rules)s each player has %(each)s, %(name)s has %(count)s",
                    rules=self.rules, each=each, name=name, count=len(own),
                )
            for colour in own:
                if colour not in COLOURS:
                    raise UserError(
                        '"%(colour)s" is not a colour: choose one of %(colours)s',
                        colour=colour, colours=", ".join(COLOURS),
                    )
                if colour in taken:
                    raise UserError(
                        "%(colour)s belongs to %(taken)s already, so %(name)s cannot have it",
                        colour=colour, taken=taken[colour], name=name,
                    )
                taken[colour] = name

    @property
    def by_player(self) -> Mapping[str, tuple[str, ...]]:
        """The colours of each player."""
        return dict(zip(self.players, self.colours, strict=True))

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings, in sentences: allied colours that are not in the places of these rules.

        >>> Lineup("2T", ("Ann", "Bob"), (("red", "yellow"), ("green", "blue"))).warnings[0]
        'By 2T allied colours lie side by side: red and yellow of Ann do not.'
        """
        wanted, board = RULES[self.rules], COLOURS[: 4 if len(self.players) == 2 else 6]
        lie = _("opposite each other") if wanted.step == 3 else _("side by side")
        found = []
        for name, own in self.by_player.items():
            missing = [colour for colour in own if colour not in board]
            found += [
                _("The four-colour board has no %(colour)s, which %(name)s has.",
                  colour=told(colour, {}), name=name)
                for colour in missing
            ]
            if not missing and wanted.colours == 2:
                apart = (board.index(own[0]) - board.index(own[1])) % len(board)
                if apart not in (wanted.step, len(board) - wanted.step):
                    found.append(
                        _(
                            "By %(rules)s allied colours lie %(lie)s: %(own)s of %(name)s do not.",
                            rules=self.rules,
                            lie=lie,
                            own=listing(told(one, {}) for one in own),
                            name=name,
                        )
                    )
        return tuple(found)

    @property
    def in_play(self) -> tuple[str, ...]:
        """The colours of this game, player by player."""
        return tuple(colour for own in self.colours for colour in own)

    def owner(self, colour: str) -> int:
        """Return the place of a colour's player; UserError if the colour is not in play."""
        for place, own in enumerate(self.colours):
            if colour in own:
                return place
        if colour in COLOURS:
            raise UserError(
                "%(colour)s is not in play: %(in_play)s are",
                colour=colour, in_play=', '.join(self.in_play),
            )
        raise UserError(
            '"%(colour)s" is not a colour: choose one of %(colours)s',
            colour=colour, colours=", ".join(COLOURS),
        )


def usual(rules: str, players: Sequence[str]) -> Lineup:
    """Return the default line-up: side by side, opposite, or a star.

    >>> usual("GP", ("Ann", "Bob", "Cid")).colours
    (('red', 'blue'), ('yellow', 'white'), ('black', 'green'))
    >>> usual("2T", ("Ann", "Bob")).colours
    (('red', 'green'), ('yellow', 'blue'))
    """
    if rules not in RULES:
        raise UserError(
            'there are no rules "%(rules)s": they are %(rules2)s',
            rules=rules, rules2=", ".join(RULES),
        )
    return Lineup(rules, tuple(players), _sets(rules, len(players), 0))


def every(rules: str, players: Sequence[str]) -> tuple[Lineup, ...]:
    """Return each way to share the colours by these rules without a warning; the usual one first.

    >>> [one.colours for one in every("2T", ("Ann", "Bob"))]  # doctest: +NORMALIZE_WHITESPACE
    [(('red', 'green'), ('yellow', 'blue')), (('yellow', 'blue'), ('red', 'green')),
     (('green', 'yellow'), ('blue', 'red')), (('blue', 'red'), ('green', 'yellow'))]
    """
    found: dict[tuple[frozenset[str], ...], Lineup] = {}
    for first in range(2):
        for own in permutations(_sets(rules, len(players), first)):
            # opposite colours occur again from the next first colour
            found.setdefault(tuple(map(frozenset, own)), Lineup(rules, tuple(players), own))
    return tuple(found.values())


def _sets(rules: str, players: int, first: int) -> tuple[tuple[str, ...], ...]:
    """Return the colours of each player, clockwise from the first colour."""
    wanted, board = RULES[rules], COLOURS[: 4 if players == 2 else 6]
    return tuple(
        tuple(board[(first + 2 * place + wanted.step * ally) % len(board)] for ally in range(wanted.colours))
        for place in range(players)
    )
