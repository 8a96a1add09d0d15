"""Audit of the Swing: holdings game by game, and the seeded pairings of the round in progress.

Sources: docs/rules/backgammon.md, "Events"; docs/formats.md for how a round is drawn from the seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.recount import Recount, ladder, step
from tablekeeper.strictjson import Cursor


def swing(event: AuditedEvent) -> Recount:
    """Recount a Swing: points x cube x chips move, never more than either holds."""
    players, chips = event.players, event.option("cpp", [])
    held = dict.fromkeys(players, event.option("stake", 0))
    total = sum(held.values())
    waits = dict.fromkeys(players, 0)
    notes: list[str] = []
    number, seated, played = 1, list(players), set[str]()

    def leaves() -> None:
        # the round is over: who sat in it and did not play has waited
        for player in seated:
            if player not in played:
                if waits[player] > min(waits[other] for other in seated):
                    notes.append(f"{player} waited in round {number} though others had waited less often.")
                waits[player] += 1

    for result in event.places():
        if total in held.values():
            raise result.refuse("somebody holds everything before this game")
        keys = ("players", "winner", "points", "cube", "round")
        fields = result.fields(keys, keys)
        pair = fields["players"].pair(players)
        winner = fields["winner"].player(pair)
        loser = next(player for player in pair if player != winner)
        told = fields["round"].whole(1)
        if told == number + 1 and len(seated) - len(played) < 2:
            leaves()
            number, seated, played = told, [one for one in players if held[one]], set()
        if told != number:
            raise fields["round"].refuse(f"round {number} is to be played to its end")
        if played & set(pair):
            raise fields["players"].refuse("nobody plays twice in a round")
        if not set(pair) <= set(seated):
            raise fields["players"].refuse("who holds nothing plays no more")
        played |= set(pair)
        cube = fields["cube"].whole(1)
        if cube.bit_count() != 1:
            raise fields["cube"].refuse("this is on no cube")
        points = fields["points"].whole(1, 3)
        moved = min(points * cube * _stake(chips, number, held[winner], held[loser]), held[loser])
        held[winner] += moved
        held[loser] -= moved
    winner_of_all = next((player for player in players if held[player] == total), None)
    over = winner_of_all is not None
    following: list[dict[str, Any]] = []
    told_notes = list(notes)
    if not over:
        if len(seated) - len(played) < 2:
            leaves()
            number, seated, played = number + 1, [one for one in players if held[one]], set()
        following = _following(event, number, seated, played, waits)
        for game in following:
            if "draw" not in game:
                one, other = game["players"]
                game["stake"] = _stake(chips, number, held[one], held[other])
    lines = ladder(
        players, [step("most victory points", held)], {player: {"vp": held[player]} for player in players}
    )
    # a round that has not followed yet has told nothing
    return Recount(over, winner_of_all, not over, lines, following, [], told_notes)


def _stake(chips: Sequence[int], number: int, one: int, other: int) -> int:
    return min(chips[number - 1] if number <= len(chips) else chips[-1], one, other)


def _following(
    event: AuditedEvent, number: int, seated: Sequence[str], played: set[str], waits: dict[str, int]
) -> list[dict[str, Any]]:
    seed = event.option("seed", None)
    if seed is None:
        return [{"round": number, "players": [one for one in seated if one not in played], "draw": True}]
    # a seed that is no number would draw as well: only the file's reader knows it is one
    Cursor(seed, "options.seed").whole(0)
    order = list(seated)
    random.Random(f"swing {seed} round {number}").shuffle(order)
    if len(order) % 2:
        order.remove(min(order, key=waits.__getitem__))
    pairs = [order[place : place + 2] for place in range(0, len(order), 2)]
    left = [pair for pair in pairs if not played & set(pair)]
    if 2 * len(left) != len(order) - len(played):
        # others have played than were drawn: the rest is paired in the order of the draw
        rest = [one for one in order if one not in played]
        left = [rest[place : place + 2] for place in range(0, len(rest) - 1, 2)]
    return [{"round": number, "players": pair} for pair in left]


SWING = Auditor(swing)
