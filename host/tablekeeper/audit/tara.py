"""Audit of Tara match play: the hills are built and captured on a map of its own, and counted at the end.

Whether every turn was legal is not recounted. Source: rules/tara.md, "Match", "Scoring"; the file's shape.
"""

from __future__ import annotations

from tablekeeper.audit.recount import Recount, ladder, step
from tablekeeper.audit.retelling import Retold
from tablekeeper.formats.place import Place

_CORNERS = ("A1", "A7", "G1", "G7")
_HILLS = frozenset(
    column + row for column in "ABCDEFG" for row in "1234567" if column + row not in _CORNERS
)


def _game(moves: list[Place], starter: int, seats: int) -> tuple[list[int], list[int], list[int]]:
    # points, kingdoms and territory of the two sides
    owner: dict[str, int] = {}
    for number, place in enumerate(moves):
        side = (starter + number) % seats % 2
        turn = place.text().removeprefix("battle ")
        if turn in ("pass", "out"):
            continue
        hill = turn.removeprefix("x")
        if hill not in _HILLS:
            raise place.refuse(f'"{place.value}" names no hill')
        if (hill in owner) != turn.startswith("x") or owner.get(hill) == side:
            raise place.refuse(f"{hill} is {'taken' if hill in owner else 'free'}: this cannot be played")
        owner[hill] = side
    territory = [sum(one == side for one in owner.values()) for side in (0, 1)]
    kingdoms = [0, 0]
    waiting = set(owner)
    while waiting:
        hill = waiting.pop()
        side = owner[hill]
        kingdoms[side] += 1
        group = [hill]
        while group:
            column, row = ord(group[-1][0]), int(group.pop()[1])
            for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                near = f"{chr(column + across)}{row + up}"
                if near in waiting and owner[near] == side:
                    waiting.discard(near)
                    group.append(near)
    points = [0, 0]
    if kingdoms[0] != kingdoms[1]:
        points[0 if kingdoms[0] < kingdoms[1] else 1] = 2 + abs(kingdoms[0] - kingdoms[1])
    elif territory[0] != territory[1]:
        points[0 if territory[0] > territory[1] else 1] = 2 + abs(territory[0] - territory[1])
    elif seats == 4:
        points = [1, 1]
    return points, kingdoms, territory


def tara(event: Retold) -> Recount:
    """Recount a match whose games are all played; of one that is running, the games' ends are not known."""
    players, results = event.players, event.places()
    seats = len(players)
    unaudited = ("whether every turn was legal", "the end of each game")
    if len(results) > seats:
        raise results[seats].refuse(f"the match is over after {seats} games")
    games = [
        _game(result.at("moves").items(), number, seats) for number, result in enumerate(results)
    ]
    side = {player: seat % 2 for seat, player in enumerate(players)}
    total = [sum(game[0][side_] for game in games) for side_ in (0, 1)]
    figures = {
        player: {
            "points": total[side[player]],
            "kingdoms": [game[1][side[player]] for game in games],
            "territory": [game[2][side[player]] for game in games],
        }
        for player in players
    }
    over = len(games) == seats
    lines = ladder(players, [step("points", {one: total[side[one]] for one in players})], figures)
    winner = None
    if over and total[0] != total[1]:
        winner = " and ".join(players[0 if total[0] > total[1] else 1 :: 2])
    return Recount(over, winner, not over, lines, [] if over else None, [], unaudited)
