"""Audit of Grand Prix, Grand Prix Plus and TripleAthlon.

Sources: docs/rules/races.md, "Grand Prix" and "TripleAthlon"; the file's shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.recount import Recount, ladder, step


def worth(
    order: Sequence[str], owner: Mapping[str, str], tariff: Sequence[int], bonus: int
) -> dict[str, int]:
    """Return the points of a game: by place, and the bonus for the player who is first with all home."""
    points = dict.fromkeys(owner.values(), 0)
    last = {owner[thing]: place for place, thing in enumerate(order)}
    for thing, scored in zip(order, tariff, strict=True):
        points[owner[thing]] += scored
    points[min(last, key=last.__getitem__)] += bonus
    return points


@cache
def gains(
    owners: tuple[tuple[str, str], ...], tariff: tuple[int, ...], bonus: int
) -> tuple[frozenset[tuple[int, ...]], int]:
    """Return the points that a game can bring to the players, each once, and the most one gains on another.

    `owners` are things that finish, each with its player; every order of them is tried.
    """
    owner = dict(owners)
    worths = frozenset(
        tuple(worth(order, owner, tariff, bonus).values()) for order in permutations(owner)
    )
    return worths, max(one - other for worth in worths for one, other in permutations(worth, 2))


def _grand_prix(event: AuditedEvent, owner: Mapping[str, str], tariff: list[int], bonus: int) -> Recount:
    players, results = event.players, event.places()
    games = event.option("games", 0)
    _, most = gains(tuple(owner.items()), tuple(tariff), bonus)
    total = dict.fromkeys(players, 0)
    winner = None
    for number, result in enumerate(results, 1):
        if winner is not None:
            raise result.refuse(f"{winner} has won the event before this game")
        order = result.fields(("order",), ("order",))["order"].pair(owner, len(owner))
        for player, points in worth(order, owner, tariff, bonus).items():
            total[player] += points
        left = max(0, games - number)
        winner = next(
            (
                one
                for one in players
                if all(
                    total[one] > total[other] + left * most
                    for other in players
                    if other != one
                )
            ),
            None,
        )
    played, over = len(results), winner is not None
    rest: list[dict[str, Any]] = [{"game": number} for number in range(played + 1, games + 1)]
    if over:
        following: list[dict[str, Any]] = []
    elif rest:
        following = [{**game, "players": players} for game in rest]
    else:
        following = [{"game": played + 1, "players": players, "extra": True}]
    figures = {player: {"gpp": total[player]} for player in players}
    lines = ladder(players, [step("most points", total)], figures)
    notes = []
    if over and rest:
        notes.append(f"{winner} cannot be caught: the remaining games are cancelled.")
    elif not over and not rest:
        notes.append("The leaders are level: a counted extra game for all three.")
    return Recount(over, winner, not over, lines, following, rest if over else [], notes)


def grand_prix(event: AuditedEvent) -> Recount:
    """Recount a Grand Prix: colours score for their players."""
    owner = {colour: player for player, two in event.options["colours"].items() for colour in two}
    return _grand_prix(event, owner, event.option("tariff", [10, 6, 4, 3, 2, 1]), event.option("bonus", 2))


def grand_prix_plus(event: AuditedEvent) -> Recount:
    """Recount a Grand Prix Plus: players score for themselves."""
    owner = {player: player for player in event.players}
    return _grand_prix(event, owner, event.option("tariff", [4, 2, 1]), event.option("bonus", 0))


def triathlon(event: AuditedEvent) -> Recount:
    """Recount a TripleAthlon."""
    players, results = event.players, event.places()
    target, rotation = event.option("target", 5), event.option("rotation", ["3T", "3T+", "GP"])
    total = dict.fromkeys(players, 0)
    winner = None

    def leader() -> str | None:
        first, second = sorted(players, key=total.__getitem__, reverse=True)[:2]
        return first if total[first] >= target and total[first] > total[second] else None

    for number, result in enumerate(results):
        if winner is not None:
            raise result.refuse(f"{winner} has won the event before this game")
        if rotation[number % 3] == "GP":
            fields = result.fields(("first_colour", "first_both"), ("first_colour",))
            first = fields["first_colour"].player(players)
            total[first] += 1
            others = [total[player] for player in players if player != first]
            at_once = total[first] >= target and max(others) + 1 < target
            both = result.at("first_both")
            if at_once and both.value is not None:
                raise both.refuse("the first colour ended game and event")
            if not at_once:
                total[both.player(players)] += 1
        else:
            total[result.fields(("winner",), ("winner",))["winner"].player(players)] += 2
        winner = leader()
    following: list[dict[str, Any]] = []
    notes = []
    if winner is None:
        rules = rotation[len(results) % 3]
        following = [{"game": len(results) + 1, "rules": rules, "players": players}]
        if max(total.values()) >= target:
            following[0]["extra"] = True
            notes = [f"The leaders are level at the target: an extra game by {rules} rules."]
    figures = {player: {"points": total[player]} for player in players}
    lines = ladder(players, [step("most points", total)], figures, reasons=winner is not None)
    return Recount(winner is not None, winner, winner is None, lines, following, [], notes)


GRAND_PRIX = Auditor(grand_prix, counts=("games",))
GRAND_PRIX_PLUS = Auditor(grand_prix_plus, counts=("games",))
TRIATHLON = Auditor(triathlon)
