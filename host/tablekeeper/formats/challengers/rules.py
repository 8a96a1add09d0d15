"""The rules: what a result may be, the standings, what is to be played, when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.challengers.board import ChallengersBoard
from tablekeeper.formats.completions import Table, endings, places_of, summary, wins_text
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.option import Option
from tablekeeper.formats.ranking import DuelRanking, Rated, rated_pair
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import Cursor

#: with fewer wins needed a player could be without a second game
SHORTEST = 4
#: wins of the three, and the seats at the board and out of it (winner, challenger, who sits out)
_State = tuple[tuple[int, ...], tuple[int, int, int]]


class Challengers(Format):
    """A Challengers event."""

    key = "challengers"
    listed = 30
    title = "Challengers"
    asks = ("first_to", "rules")
    growth = ("won", "games won")
    ranking = DuelRanking()
    is_rated = True
    board = ChallengersBoard("2T", "2T-XL", "3T-XS", counts_wins=True)
    options = (
        Option(
            "first_to", "Wins needed", "whole", 4, low=SHORTEST, help="At least 4, so that each plays twice."
        ),
        Option("rules", "Rules of a single game", "choice", "2T", choices=("2T", "2T-XL")),
    )
    result = (
        Option("game", "Game (only Game 0 needs it)", "whole", None, low=0, empty=True),
        Option("order", "Order of Game 0", "texts", None, empty=True),
        Option("players", "Players of a counted game", "texts", None, empty=True),
        Option("winner", "Winner of a counted game", "text", None, empty=True),
    )
    least = 3
    most = 3

    def asked(self, pairing: Mapping[str, Any]) -> tuple[Option, ...]:
        """Return the order of Game 0, and of a counted game who has won."""
        keys = ("game", "order") if pairing.get("game") == 0 else ("players", "winner")
        return tuple(one for one in self.result if one.key in keys)

    def _game_zero(self, event: Event, result: Cursor) -> tuple[str, str, str]:
        if result.has("players") or (result.has("winner") and not result.has("order")):
            raise result.refuse("Game 0 comes first: its result is game (0) and order")
        fields = result.fields(("game", "order"), ("game", "order"))
        if fields["game"].whole() != 0:
            raise fields["game"].refuse("Game 0 comes first")
        first, second, third = fields["order"].pair(event.players, 3)
        return first, second, third

    def _play(
        self, event: Event
    ) -> tuple[dict[str, int], dict[str, int], tuple[str, str, str] | None, str | None]:
        # wins, games, (who stays or chooses, who comes, who sits out) and the winner of the event
        wins = dict.fromkeys(event.players, 0)
        games = dict.fromkeys(event.players, 0)
        seats: tuple[str, str, str] | None = None
        winner = None
        for number, result in enumerate(event.results):
            if winner is not None:
                raise result.refuse("%(winner)s has already won the event", winner=winner)
            if seats is None:
                seats = self._game_zero(event, result)
                continue
            fields = result.fields(("game", "players", "winner"), ("players", "winner"))
            if "game" in fields and fields["game"].whole() != number:
                raise fields["game"].refuse("this is game %(number)s", number=number)
            pair = fields["players"].pair(event.players)
            if set(pair) != set(seats[:2]):
                raise fields["players"].refuse(
                    "%(seats)s and %(seats2)s play game %(number)s: %(seats3)s sits out",
                    seats=seats[0], seats2=seats[1], number=number, seats3=seats[2],
                )
            player = fields["winner"].player(pair)
            loser = seats[1] if player == seats[0] else seats[0]
            wins[player] += 1
            games[player] += 1
            games[loser] += 1
            seats = (player, seats[2], loser)
            if wins[player] == event.options["first_to"]:
                winner = player
        return wins, games, seats, winner

    def answer(self, event: Event) -> Answer:
        """Return the standings by wins; players with equally many share a place."""
        wins, games, seats, winner = self._play(event)
        lines = rows(
            rank(event.players, (Criterion("wins", lambda level: wins),)),
            lambda player: {"won": wins[player], "lost": games[player] - wins[player]},
            winner is not None,
        )
        following: tuple[dict[str, Any], ...] = ()
        notes: tuple[str, ...] = ()
        if seats is None:
            following = ({"game": 0, "players": list(event.players)},)
        elif winner is None:
            number = len(event.results)
            following = ({"game": number, "players": list(seats[:2])},)
            chooser = "chooses colours" if number == 1 else "keeps the colours"
            notes = (f"{seats[0]} {chooser} for game {number}; {seats[2]} sits out.",)
        return Answer(self.key, winner is not None, winner, winner is None, lines, following, (), notes)

    def futures(self, event: Event) -> Futures | None:
        """Return the places open to each player over all completions."""
        wins, _, seats, _ = self._play(event)
        players, first_to = event.players, event.options["first_to"]
        if seats is None:
            starts = [(0, 1, 2), (0, 2, 1), (1, 2, 0)]
        else:
            first, second, third = (players.index(player) for player in seats)
            starts = [(first, second, third)]

        def outcomes(state: _State) -> Iterator[_State]:
            scores, (one, other, out) = state
            for winner, loser in ((one, other), (other, one)):
                scored = (*scores[:winner], scores[winner] + 1, *scores[winner + 1 :])
                yield scored, (winner, out, loser)

        tables: set[Table] = set()
        for start in starts:
            found = endings(
                (tuple(wins.values()), start),
                outcomes,
                lambda state: (
                    places_of(dict(zip(players, state[0], strict=True)))
                    if max(state[0]) == first_to
                    else None
                ),
            )
            if found is None:
                return None
            tables |= found

        def sentence(player: str, best: int, worst: int) -> str:
            return wins_text(player, first_to - wins[player], best, worst)

        return summary(players, tables, sentence, lambda player: first_to - wins[player])

    def rated(self, event: Event) -> Iterable[Rated]:
        """Return the duels; Game 0 is not rated."""
        return [rated_pair(one.value["winner"], one.value["players"]) for one in event.results[1:]]
