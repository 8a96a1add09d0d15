"""Audit of Tara match play: plays every turn on the audit's own board and counts the hills at the end.

Source: docs/rules/tara.md, "Match", "Scoring"; the file's shape.
"""

from __future__ import annotations

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.recount import Recount, ladder, step
from tablekeeper.audit.tara_board import AuditedBoard


def tara(event: AuditedEvent) -> Recount:
    """Recount a match, turn by turn."""
    players, results = event.players, event.places()
    seats = len(players)

    def board(starter: int) -> AuditedBoard:
        rules = (event.option("level", 1), event.option("opening", "free"), event.option("op0_builds", False))
        return AuditedBoard(seats, *rules, starter)

    games: list[tuple[list[int], list[int], list[int]]] = []
    running = board(0)
    for number, result in enumerate(results):
        if number == seats:
            raise result.refuse(f"the match is over after {seats} games")
        running = board(number)
        for place in result.fields(("moves",), ("moves",))["moves"].items():
            why = running.play(place.text())
            if why is not None:
                raise place.refuse(why)
        if running.over():
            games.append(running.count())
        elif number + 1 < len(results):
            raise result.refuse("this game has not ended before the next one")
    over = len(games) == seats
    if not over and running.over():
        running = board(len(games))
    side = {player: seat % 2 for seat, player in enumerate(players)}
    total = [sum(game[0][colour] for game in games) for colour in (0, 1)]
    figures = {
        player: {
            "points": total[side[player]],
            "kingdoms": [game[1][side[player]] for game in games],
            "territory": [game[2][side[player]] for game in games],
        }
        for player in players
    }
    lines = ladder(players, [step("points", {one: total[side[one]] for one in players})], figures)
    winner = None
    if over and total[0] != total[1]:
        winner = " and ".join(players[0 if total[0] > total[1] else 1 :: 2])
    first = len(games)
    following = [] if over else [
        {
            "game": first + 1,
            "players": [*players[first:], *players[:first]],
            "turn": players[running.turn],
        }
    ]  # fmt: skip
    notes = ["The match is drawn."] if over and winner is None else []
    return Recount(over, winner, not over, lines, following, [], notes)


TARA = Auditor(tara)
