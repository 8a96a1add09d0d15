"""The rules: valid results, the standings, the next games, and the end of the event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.challengers.board import ChallengersBoard
from tablekeeper.formats.challengers.course import course
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.completions import Table, endings, places_of, summary, table_of_rows, wins_text
from tablekeeper.formats.departure import ABSENT, departed
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.option import Option
from tablekeeper.formats.ranking import DuelRanking, Rated, rated_pair
from tablekeeper.languages import _
from tablekeeper.standings.ranking import Criterion, rank

#: with fewer wins a player might not get a second game
SHORTEST = 4
#: wins of the present players, and the seats: last winner, challenger, and the player who sits out
_State = tuple[tuple[int, ...], tuple[int, ...]]


class Challengers(Format):
    """A Challengers event."""

    key = "challengers"
    listed = 30
    title = _("Challengers")
    asks = ("first_to", "rules")
    growth = ("won", _("games won"))
    ranking = DuelRanking()
    is_rated = True
    board = ChallengersBoard("2T", "2T-XL", "3T-XS", counts_wins=True)
    options = (
        Option(
            "first_to",
            _("Wins needed"),
            "whole",
            4,
            low=SHORTEST,
            help=_("At least 4, so that each plays twice."),
        ),
        Option("rules", _("Rules of a single game"), "choice", "2T", choices=("2T", "2T-XL")),
    )
    result = (
        Option("game", _("Game (only Game 0 needs it)"), "whole", None, low=0, empty=True),
        Option("order", _("Order of Game 0"), "texts", None, empty=True),
        Option("players", _("Players of a counted game"), "texts", None, empty=True),
        Option("winner", _("Winner of a counted game"), "text", None, empty=True),
        departed(_("A game that this player was to play is won by the opponent, and the others play on.")),
    )
    departure = ABSENT
    least = 3
    most = 3

    def asked(self, pairing: Mapping[str, Any]) -> tuple[Option, ...]:
        """Return the fields for the order of Game 0, or for the winner of a counted game."""
        keys = ("game", "order") if pairing.get("game") == 0 else ("players", "winner")
        return tuple(one for one in self.result if one.key in keys)

    def completed(self, event: Event, given: GivenResult) -> Mapping[str, Any]:
        """Return a result with its players; an order without a game number belongs to Game 0."""
        result = given.result
        zero = {"game": 0} if "order" in result and "game" not in result else {}
        return super().completed(event, replace(given, result={**zero, **result}))

    def answer(self, event: Event) -> Answer:
        """Return the standings by wins; players with equal wins share a place."""
        now = course(event)
        wins = {player: now.won(player) for player in event.players}
        over = now.winner is not None
        lines = rows(
            rank(event.players, (now.leavers.criterion, Criterion(_("wins"), lambda level: wins))),
            lambda player: {"won": wins[player], "lost": now.lost(player)},
            over,
        )
        following: tuple[dict[str, Any], ...] = ()
        notes: tuple[str, ...] = ()
        if now.seats is None and not over:
            following = ({"game": 0, "players": list(now.leavers.there)},)
        elif now.seats is not None and not over:
            following = ({"game": now.number, "players": list(now.seats[:2])},)
            chooser = (
                _("keeps the colours") if any(duel.played for duel in now.duels) else _("chooses colours")
            )
            out = _("; %(seats)s sits out", seats=now.seats[2]) if now.seats[2:] else ""
            notes = (
                _(
                    "%(seats)s %(chooser)s for game %(number)s%(out)s.",
                    seats=now.seats[0],
                    chooser=chooser,
                    number=now.number,
                    out=out,
                ),
            )
        return Answer(self.key, over, now.winner, not over, lines, following, (), notes)

    def futures(self, event: Event) -> Futures | None:
        """Return each player's possible places over all completions."""
        now = course(event)
        there, first_to = now.leavers.there, now.first_to
        wins = {player: now.won(player) for player in event.players}

        def outcomes(state: _State) -> Iterator[_State]:
            scores, (one, other, *out) = state
            for winner, loser in ((one, other), (other, one)):
                scored = (*scores[:winner], scores[winner] + 1, *scores[winner + 1 :])
                yield scored, (winner, *out, loser)

        tables: set[Table] = set()
        if now.winner is not None:
            tables = {table_of_rows(self.answer(event).rows)}
        else:
            seated = [now.seats] if now.seats is not None else list(permutations(there))
            for seats in seated:
                found = endings(
                    (tuple(wins[name] for name in there), tuple(there.index(name) for name in seats)),
                    outcomes,
                    lambda state: (
                        places_of(dict(zip(there, state[0], strict=True)))
                        if max(state[0]) == first_to
                        else None
                    ),
                )
                if found is None:
                    return None
                tables |= now.leavers.behind(found)

        def missing(player: str) -> int:
            return 0 if player == now.winner else first_to - wins[player]

        def sentence(player: str, best: int, worst: int) -> str:
            return wins_text(player, missing(player), best, worst)

        return summary(event.players, tables, sentence, missing)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Return the played duels; Game 0 is not rated."""
        return [rated_pair(duel.winner, duel.players) for duel in course(event).duels if duel.played]
