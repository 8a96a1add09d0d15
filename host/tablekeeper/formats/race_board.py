"""Pawn races at a board: all games of an event are played there one after another.

Source: docs/formats.md, "A result is ..." of each format; docs/rules/races.md, "Single games".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablecore import records
from tablekeeper.errors import UserError
from tablekeeper.formats.answer import Answer
from tablekeeper.formats.board import STOPPED, EventBoard, Seating, named_players
from tablekeeper.formats.colours import Colours, NextColours, chosen, colours_text, earlier, same_colours
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.games.race.facts import FinishedRace
from tablekeeper.games.race.lineup import COLOURS, Lineup, usual
from tablekeeper.languages import _
from tableprograms.race import rules as racerules

#: a tenth of a minute in ms
_TENTH = 6_000
_TWO = 2
#: the rules for two players after the third has left: the same goal, on the board for two
_FOR_TWO = {"3T": "2T", "3T+": "2T-XL", "GP+": "2T-XL"}
#: largest number of wins that a row of a set-up can hold
_MOST_WINS = 255


def seats_of(lineup: Lineup) -> list[int]:
    """Return the seat of each colour, in the form that a board uses."""
    owner: list[int] = [racerules.NOBODY] * racerules.COLOURS
    for seat, own in enumerate(lineup.colours):
        for colour in own:
            owner[COLOURS.index(colour)] = seat
    return owner


def lineup_row(lineup: Lineup, wins: Sequence[int] = (0, 0, 0)) -> tuple[int, int, int, int, int, int]:
    """Return the row of a board's set-up with the owner of each colour, and the wins by seat."""
    return records.LINEUP, wins[0], wins[1], wins[2], racerules.pack(seats_of(lineup)), 0


def by_player(owner: Sequence[int], players: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the colours of each player, from the seat of each colour at a board."""
    return {
        name: tuple(COLOURS[colour] for colour, whose in enumerate(owner) if whose == seat)
        for seat, name in enumerate(players)
    }


class RaceBoard(EventBoard):
    """Races by the same rules; the board counts the wins of the event if the format `counts_wins`."""

    one_board: ClassVar[bool] = True
    #: whether the rules fix who keeps the colours, so that another choice gives a warning
    keeps_by_rule: ClassVar[bool] = False
    #: whether the two players play without a board after the third has left
    only_for_three: ClassVar[bool] = False

    def __init__(self, *rules: str, counts_wins: bool = False) -> None:
        """Set the rules of the games; of several an option or a subclass chooses one."""
        self.race_rules = rules
        self.counts_wins = counts_wins

    def rules(self, event: Event, pairing: Mapping[str, Any]) -> str:
        """Return the name of a game's rules, one of tableprograms.race.rules.NAMES."""
        rules: str = event.options.get("rules", self.race_rules[0])
        return _FOR_TWO.get(rules, rules) if len(named_players(pairing)) == _TWO else rules

    def chosen(self, event: Event, pairing: Mapping[str, Any]) -> Colours | None:
        """Return the colours that were chosen for a game or played in it."""
        return chosen(event.colours, pairing)

    def kept(self, event: Event, pairing: Mapping[str, Any]) -> Colours | None:
        """Return the colours from the last earlier game of the same players, None without such a game."""
        names = set(named_players(pairing))
        known = (one.colours for one in earlier(event.colours, pairing))
        return next((colours for colours in known if set(colours) == names), None)

    def next_colours(self, event: Event, pairing: Mapping[str, Any]) -> NextColours | None:
        """Return the chosen or kept colours of a game, and warnings about unusual choices."""
        if not named_players(pairing):
            return None
        said, kept = self.chosen(event, pairing), self.kept(event, pairing)
        lineup = self._lineup(event, pairing, said) or self._lineup(event, pairing, kept)
        if lineup is None:
            return None
        warnings = lineup.warnings
        if self.keeps_by_rule and kept and said and not same_colours(said, kept):
            warnings += (
                _("By the rules the colours stay: %(colours_text)s.", colours_text=colours_text(kept)),
            )
        return NextColours(lineup, warnings)

    def lineup(self, event: Event, pairing: Mapping[str, Any]) -> Lineup:
        """Return each player's colours in a game: chosen or kept, else the usual ones."""
        found = self.next_colours(event, pairing)
        return usual(self.rules(event, pairing), named_players(pairing)) if found is None else found.lineup

    def _lineup(self, event: Event, pairing: Mapping[str, Any], colours: Colours | None) -> Lineup | None:
        names = named_players(pairing)
        try:
            own = tuple(tuple(colours[name]) for name in names) if colours is not None else ()
            return Lineup(self.rules(event, pairing), names, own)
        except (KeyError, UserError):
            # no colours were chosen, or they were chosen for other rules
            return None

    def plays(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether the pairing names players and is played at a board."""
        left_over = len(named_players(pairing)) == _TWO and self.only_for_three
        return bool(named_players(pairing)) and not left_over

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return the set-up of a race for the players of the pairing, with their wins."""
        if not self.plays(pairing):
            # a game of two after the third player has left
            return super().seating(event, answer, pairing, length)
        names = named_players(pairing)
        rules = self.rules(event, pairing)
        wins = [0, 0, 0]
        if self.is_counted(pairing):
            won = {row.player: row.figures["won"] for row in answer.rows}
            wins = [*(min(_MOST_WINS, won[name]) for name in names), 0][:3]
        lineup = self.lineup(event, pairing)
        return Seating(
            "race", names, answers={"rules": rules}, rows=(lineup_row(lineup, wins),), lineup=lineup
        )

    def is_counted(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether a game counts, so that the board shows the earlier wins."""
        return self.counts_wins

    def race_results(
        self, fields: Sequence[Option], pairing: Mapping[str, Any], race: FinishedRace
    ) -> list[dict[str, Any]]:
        """Return the winner, with pawns, colours and minutes if the format has fields for them."""
        if race.how == STOPPED or race.winner is None:
            return []
        players = list(pairing["players"])
        keys = {field.key for field in fields}
        told = {
            "players": players,
            "winner": players[race.winner],
            "pawns": list(race.pawns),
            "colours": list(race.completed),
            # cut to tenths: only full minutes are compared
            "minutes": race.time_ms // _TENTH / 10,
            "stage": pairing.get("stage"),
        }
        return [{key: value for key, value in told.items() if key in keys and value is not None}]
