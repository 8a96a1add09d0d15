"""Audit of Grand Prix, Grand Prix Plus and TripleAthlon.

A player who leaves plays no more games and is last; the others play on, and the last remaining player wins.
Sources: docs/rules/races.md, "Grand Prix", "TripleAthlon", "Who leaves"; the file's shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.recount import Recount, behind, ladder, leaves, step


def worth(
    order: Sequence[str], owner: Mapping[str, str], tariff: Sequence[int], bonus: int
) -> dict[str, int]:
    """Return the points of a game: by place, and the bonus for the first player with all pawns home."""
    points = dict.fromkeys(owner.values(), 0)
    last = {owner[thing]: place for place, thing in enumerate(order)}
    for thing, scored in zip(order, tariff, strict=False):
        points[owner[thing]] += scored
    points[min(last, key=last.__getitem__)] += bonus
    return points


@cache
def gains(
    owners: tuple[tuple[str, str], ...], tariff: tuple[int, ...], bonus: int
) -> tuple[frozenset[tuple[int, ...]], int]:
    """Return all possible points of a game, and the most that one player can gain on another.

    `owners` are the finishing colours or players, each with its player; every order of them is tried.
    """
    owner = dict(owners)
    worths = frozenset(
        tuple(worth(order, owner, tariff, bonus).values()) for order in permutations(owner)
    )
    return worths, max(
        (one - other for worth in worths for one, other in permutations(worth, 2)), default=0
    )


def _grand_prix(event: AuditedEvent, owner: Mapping[str, str], tariff: list[int], bonus: int) -> Recount:
    players, there, out = event.players, list(event.players), []
    games = event.option("games", 0)
    total = dict.fromkeys(players, 0)
    winner: str | None = None
    played = 0
    for result in event.places():
        if result.has("absent"):
            player = leaves(result, there)
            there.remove(player)
            if winner is None:
                out.append(player)
        elif winner is not None:
            raise result.refuse(f"{winner} has won the event before this game")
        else:
            things = {thing: player for thing, player in owner.items() if player in there}
            told = result.fields(("order",), ("order",))["order"]
            order = told.pair(things, len(told.items(len(things) - 1, len(things))))
            # the one thing that was not named finished last
            order += tuple({*things} - {*order})
            for player, points in worth(order, things, tariff, bonus).items():
                total[player] += points
            played += 1
        if winner is None:
            winner = _uncaught(owner, there, total, max(0, games - played), tariff, bonus)
    over = winner is not None
    rest: list[dict[str, Any]] = [{"game": number} for number in range(played + 1, games + 1)]
    if over:
        following: list[dict[str, Any]] = []
    elif rest:
        following = [{**game, "players": there} for game in rest]
    else:
        following = [{"game": played + 1, "players": there, "extra": True}]
    if out and len(owner) > len(players):
        # in the order of the colours on the board
        board = ("red", "blue", "green", "black", "yellow", "white")
        kept = [colour for colour in board if owner[colour] in there]
        following = [{**game, "colours": kept} for game in following]
    figures = {player: {"gpp": total[player]} for player in players}
    lines = ladder(players, [behind(out), step("most points", total)], figures)
    notes = []
    if over and rest:
        notes.append(f"{winner} cannot be caught: the remaining games are cancelled.")
    elif not over and not rest:
        all_of = "both" if out else "all three"
        notes.append(f"The leaders are level: a counted extra game for {all_of}.")
    return Recount(over, winner, not over, lines, following, rest if over else [], notes)


def _uncaught(
    owner: Mapping[str, str],
    there: Sequence[str],
    total: Mapping[str, int],
    left: int,
    tariff: Sequence[int],
    bonus: int,
) -> str | None:
    """Return the present player who stays ahead for all results of the remaining games, or None."""
    things = tuple((thing, player) for thing, player in owner.items() if player in there)
    _, most = gains(things, tuple(tariff), bonus)
    for one in there:
        if all(total[one] > total[other] + left * most for other in there if other != one):
            return one
    return None


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
    players, there, out = event.players, list(event.players), []
    target, rotation = event.option("target", 5), event.option("rotation", ["3T", "3T+", "GP"])
    total = dict.fromkeys(players, 0)
    winner: str | None = None
    games = 0

    def leader() -> str | None:
        first, *others = sorted(there, key=total.__getitem__, reverse=True)
        ahead = total[first] >= target and all(total[first] > total[other] for other in others)
        return first if ahead or not others else None

    for result in event.places():
        if result.has("absent"):
            player = leaves(result, there)
            there.remove(player)
            if winner is None:
                out.append(player)
                winner = leader()
            continue
        if winner is not None:
            raise result.refuse(f"{winner} has won the event before this game")
        if rotation[games % 3] == "GP":
            fields = result.fields(("first_colour", "first_both"), ("first_colour",))
            first = fields["first_colour"].player(there)
            total[first] += 1
            others = [total[player] for player in there if player != first]
            at_once = total[first] >= target and max(others) + 1 < target
            both = result.at("first_both")
            if at_once and both.value is not None:
                raise both.refuse("the first colour ended game and event")
            if not at_once:
                total[both.player(there)] += 1
        else:
            total[result.fields(("winner",), ("winner",))["winner"].player(there)] += 2
        games += 1
        winner = leader()
    following: list[dict[str, Any]] = []
    notes = []
    if winner is None:
        rules = rotation[games % 3]
        following = [{"game": games + 1, "rules": rules, "players": there}]
        if max(total[player] for player in there) >= target:
            following[0]["extra"] = True
            notes = [f"The leaders are level at the target: an extra game by {rules} rules."]
    figures = {player: {"points": total[player]} for player in players}
    steps = [behind(out), step("most points", total)]
    lines = ladder(players, steps, figures, reasons=winner is not None)
    return Recount(winner is not None, winner, winner is None, lines, following, [], notes)


GRAND_PRIX = Auditor(grand_prix, counts=("games",), departure="absent")
GRAND_PRIX_PLUS = Auditor(grand_prix_plus, counts=("games",), departure="absent")
TRIATHLON = Auditor(triathlon, departure="absent")
