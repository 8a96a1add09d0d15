"""The second reading, for `tablekeeper check`: written from the rules, without the format's code."""

from tablekeeper.audit.auditor import Auditor
from tablekeeper.audit.recount import Recount, ladder, step


def duel(event):
    """Recount a duel: each player's counted pawns and wins, and the first player with enough pawns."""
    pawns, won = dict.fromkeys(event.players, 0), dict.fromkeys(event.players, 0)
    first = None
    for place in event.places():
        if first is not None:
            raise place.refuse("the duel was over before this game")
        pair = place.at("players").pair(event.players)
        for player, item in zip(pair, place.at("pawns").items(2, 2), strict=True):
            pawns[player] += item.whole(0, 4)
        won[place.at("winner").player(event.players)] += 1
        one, other = event.players
        ahead = one if pawns[one] > pawns[other] else other
        if pawns[ahead] >= event.option("target", 20) and pawns[one] != pawns[other]:
            first = ahead
    figures = {player: {"pawns": pawns[player], "won": won[player]} for player in event.players}
    lines = ladder(event.players, [step("counted pawns", pawns)], figures)
    following = [] if first else [{"game": len(event.results) + 1, "players": event.players}]
    return Recount(first is not None, first, first is None, lines, following, [])


AUDITOR = Auditor(duel)
