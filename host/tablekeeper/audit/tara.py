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
    number = 0
    gone: list[str] = []
    # the colour that lost the match because one of its players left
    lost: int | None = None
    for result in results:
        if result.has("absent"):
            name = result.fields(("absent",))["absent"].player(players)
            if name in gone:
                raise result.at("absent").refuse("this player has left before")
            gone.append(name)
            if lost is None and len(games) < seats:
                lost = players.index(name) % 2
            continue
        if number == seats or lost is not None:
            raise result.refuse("the match is over before this game")
        if len(games) < number:
            raise result.refuse("the game before this one has not ended")
        running = board(number)
        for place in result.fields(("moves",), ("moves",))["moves"].items():
            why = running.play(place.text())
            if why is not None:
                raise place.refuse(why)
        if running.over():
            games.append(running.count())
        number += 1
    over = len(games) == seats or lost is not None
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
    steps = [step("points", {one: total[side[one]] for one in players})]
    if lost is not None:
        stays = {one: side[one] != lost for one in players}
        steps.insert(0, step("not left", stays, lambda there: "there" if there else "left"))
    lines = ladder(players, steps, figures)
    winner = None
    if lost is not None:
        winner = " and ".join(players[1 - lost :: 2])
    elif over and total[0] != total[1]:
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
    if lost is not None:
        notes = [f"{next(one for one in gone if players.index(one) % 2 == lost)} left before the end."]
    return Recount(over, winner, not over, lines, following, [], notes)


TARA = Auditor(tara, departure="absent")
