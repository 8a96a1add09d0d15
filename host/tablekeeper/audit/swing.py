"""Audit of the Swing: holdings after each game, and the seeded pairings of the present round.

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
    """Recount a Swing: a game moves points x cube x chips, but not more than either player holds."""
    players, chips = list(event.players), event.option("cpp", [])
    held: dict[str, int] = dict.fromkeys(players, event.option("stake", 0))
    waits = dict.fromkeys(players, 0)
    notes: list[str] = []
    number, seated, played = 1, list(players), set[str]()
    gone: set[str] = set()
    by_game = event.option("cpp_rises", "round") == "game"
    #: the number of games in each round that is over
    sizes: list[int] = []
    #: late arrivals: the last round that they do not change
    waiting: dict[str, int] = {}

    def seats(following: int) -> list[str]:
        holding = [one for one in players if held[one]]
        told = [one for one in holding if waiting.get(one, 0) < following]
        return holding if len(told) < 2 else told

    def there() -> list[str]:
        return [one for one in seated if one in played or one not in gone]

    def full() -> bool:
        return len(there()) - len(played) < 2

    def follows() -> None:
        # the round is over: present players without a game have waited
        nonlocal number, seated, played
        present = there()
        for player in present:
            if player not in played:
                if waits[player] > min(waits[other] for other in present):
                    notes.append(f"{player} waited in round {number} though others had waited less often.")
                waits[player] += 1
        sizes.append(len(played) // 2)
        number, seated, played = number + 1, seats(number + 1), set()

    def chip() -> int:
        # the step of the ladder in this round
        step = sum(sizes) if by_game else len(sizes)
        return int(chips[step] if step < len(chips) else chips[-1])

    def moves(winner: str, loser: str, points: int) -> None:
        moved = min(points * min(chip(), held[winner], held[loser]), held[loser])
        held[winner] += moved
        held[loser] -= moved
        played.update((winner, loser))

    def ended() -> bool:
        return sum(points > 0 for points in held.values()) == 1

    for result in event.places():
        if result.has("absent"):
            fields = result.fields(("absent", "kept"), ("absent",))
            name = fields["absent"].player(players)
            if name in gone:
                raise result.at("absent").refuse("this player has left before")
            kept = fields["kept"].whole(0) if "kept" in fields else 0
            if not ended() and event.option("seed", None) is not None:
                before = list(notes)
                back = number, seated, played, dict(waits), list(sizes)
                if full():
                    follows()
                found = _following(event, number, seated, played, gone, waits)
                pair = next((game["players"] for game in found if name in game["players"]), None)
                if pair is not None:
                    moves(pair[0] if pair[1] == name else pair[1], name, 1)
                elif number > kept:
                    # a departure does not begin a round in which this player has no game
                    number, seated, played, waits, sizes = back
                    notes = before
            if not ended():
                out = f" with {held[name]} Victory Points, which are out of play" if held[name] else ""
                notes.append(f"{name} has left{out}.")
                held[name] = 0
            gone.add(name)
            continue
        if result.has("late"):
            fields = result.fields(("late", "kept"), ("late", "kept"))
            name = fields["late"].name()
            if name in players:
                raise fields["late"].refuse("this player is in the event already")
            players.append(name)
            held[name], waits[name] = event.option("stake", 0), max(waits.values())
            waiting[name] = fields["kept"].whole(0)
            if waiting[name] < number:
                seated.append(name)
            continue
        if ended():
            raise result.refuse("somebody holds everything before this game")
        keys = ("players", "winner", "points", "cube", "round")
        fields = result.fields(keys, keys)
        pair = fields["players"].pair(players)
        winner = fields["winner"].player(pair)
        loser = next(player for player in pair if player != winner)
        told = fields["round"].whole(1)
        if told == number + 1 and full():
            follows()
        if told != number:
            raise fields["round"].refuse(f"round {number} is to be played to its end")
        if played & set(pair):
            raise fields["players"].refuse("nobody plays twice in a round")
        if not set(pair) <= set(seated) - gone:
            raise fields["players"].refuse("who holds nothing or has left plays no more")
        cube = fields["cube"].whole(1)
        if cube.bit_count() != 1:
            raise fields["cube"].refuse("this is on no cube")
        moves(winner, loser, fields["points"].whole(1, 3) * cube)
    over = ended()
    winner_of_all = next(player for player in players if held[player]) if over else None
    following: list[dict[str, Any]] = []
    told_notes = list(notes)
    if not over:
        if full():
            follows()
        following = _following(event, number, seated, played, gone, waits)
        for game in following:
            if "draw" not in game:
                one, other = game["players"]
                game["stake"] = min(chip(), held[one], held[other])
    lines = ladder(
        players, [step("most victory points", held)], {player: {"vp": held[player]} for player in players}
    )
    # the notes of a round that has not begun are not reported
    return Recount(over, winner_of_all, not over, lines, following, [], told_notes)


def _following(
    event: AuditedEvent,
    number: int,
    seated: Sequence[str],
    played: set[str],
    gone: set[str],
    waits: dict[str, int],
) -> list[dict[str, Any]]:
    seed = event.option("seed", None)
    if seed is None:
        there = [one for one in seated if one not in played | gone]
        return [{"round": number, "players": there, "draw": True}]
    # a seed that is not a number would also work in the draw, so check it here
    Cursor(seed, "options.seed").whole(0)
    order = list(seated)
    random.Random(f"swing {seed} round {number}").shuffle(order)
    if len(order) % 2:
        order.remove(min(order, key=waits.__getitem__))
    pairs = [order[place : place + 2] for place in range(0, len(order), 2)]
    left = [pair for pair in pairs if not (played | gone) & set(pair)]
    rest = [one for one in order if one not in played | gone]
    if 2 * len(left) < len(rest) - 1:
        # other pairs than the drawn ones have played: pair the rest in the order of the draw
        left = [rest[place : place + 2] for place in range(0, len(rest) - 1, 2)]
    return [{"round": number, "players": pair} for pair in left]


def drawn(players: Sequence[str], seed: int, choices: Any) -> dict[str, Any]:
    """Return the seed itself: every round is drawn from it."""
    return {"seed": seed}


SWING = Auditor(swing, drawn, arrival="late", departure="absent", keeps=True)
