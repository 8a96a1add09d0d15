"""The rules, and the declarations for Tablekeeper: board, picture, ranking and rating."""

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.format import Format
from tablekeeper.formats.option import Option
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.formats.ranking import Ranking, Unit, by_rank, count_wins, rated_pair
from tablekeeper.standings.ranking import Criterion, rank


class DuelRanking(Ranking):
    """A win is a game won."""

    part = "double-threat"

    def units(self, event, answer, rules):
        """Return one unit."""
        winners = [result.value["winner"] for result in event.results]
        return [Unit("2T", count_wins(event.players, winners), by_rank(answer))]


class ClubDuel(Format):
    """A duel of pawns."""

    key = "club-duel"
    title = "Duel of pawns"
    options = (Option("target", "Counted pawns needed", "whole", 20, low=4),)
    result = (
        Option("players", "Players", "texts", None),
        Option("winner", "Winner", "text", None),
        Option("pawns", "Counted pawns", "wholes", None, low=0, high=4),
    )
    least = most = 2
    board = RaceBoard("2T")
    ranking = DuelRanking()
    is_rated = True
    growth = ("pawns", "counted pawns")

    def answer(self, event):
        """Return the standings by counted pawns."""
        pawns = dict.fromkeys(event.players, 0)
        won = dict.fromkeys(event.players, 0)
        leader = None
        for result in event.results:
            if leader is not None:
                raise result.refuse(f"{leader} has won already")
            fields = result.fields(("players", "winner", "pawns"), ("players", "winner", "pawns"))
            pair = fields["players"].pair(event.players)
            winner = fields["winner"].player(pair)
            won[winner] += 1
            for player, item in zip(pair, fields["pawns"].items(2, 2), strict=True):
                pawns[player] += item.whole(0, 4)
            best, other = sorted(pawns, key=pawns.get, reverse=True)
            if pawns[best] >= event.options["target"] and pawns[best] > pawns[other]:
                leader = best
        lines = rows(
            rank(event.players, (Criterion("counted pawns", lambda level: pawns),)),
            lambda player: {"pawns": pawns[player], "won": won[player]},
        )
        following = () if leader else ({"game": len(event.results) + 1, "players": list(event.players)},)
        return Answer(self.key, leader is not None, leader, leader is None, lines, following)

    def rated(self, event):
        """Return every game."""
        return [rated_pair(one.value["winner"], one.value["players"]) for one in event.results]
