"""Winner points of single games, by the rules valid when the game was played.

Source: docs/rules/races.md, "World Rankings", WP, and "Grand Prix" for the points.

    >>> from tablekeeper.rankings.rules import BY_KEY
    >>> owners = ("Ann", "Bob", "Cid", "Bob", "Bob", "Ann")  # 10 6 4 3 2 1, and 2 for both home
    >>> game_points(owners, (10, 6, 4, 3, 2, 1), 2)
    {'Ann': 11, 'Bob': 11, 'Cid': 6}
    >>> for version in BY_KEY.values():
    ...     print(version.key, {p: str(w) for p, w in grand_prix_game(owners, (10, 6, 4, 3, 2, 1), 2,
    ...         version.sharing).items()})
    2024-04 {'Ann': '1', 'Bob': '1', 'Cid': '0'}
    2025-06 {'Ann': '1/2', 'Bob': '1/2', 'Cid': '0'}
    2026-05 {'Ann': '1', 'Bob': '0', 'Cid': '0'}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from tablekeeper.rankings.rules import HALF, Sharing


def game_points(owners: Sequence[str], tariff: Sequence[int], bonus: int) -> dict[str, int]:
    """Return the Grand Prix Points of a game; `owners` are the colours' owners in finishing order.

    The first player with all colours home gets the bonus. In a Grand Prix Plus `owners` are the players in
    finishing order. If fewer finish than the tariff has places, the last places score nothing.
    """
    points = dict.fromkeys(owners, 0)
    left = Counter(owners)
    bonus_given = False
    for owner, scored in zip(owners, tariff, strict=False):
        points[owner] += scored
        left[owner] -= 1
        if not left[owner] and not bonus_given:
            points[owner] += bonus
            bonus_given = True
    return points


def grand_prix_game(
    owners: Sequence[str], tariff: Sequence[int], bonus: int, sharing: Sharing
) -> dict[str, Fraction]:
    """Return the winner points of a Grand Prix game: 1 for the player with most points in it.

    In a tie for most: 1 each, half each, or 1 for the player whose best colour finished first.
    """
    points = game_points(owners, tariff, bonus)
    most = max(points.values())
    level = [player for player in points if points[player] == most]
    found = dict.fromkeys(points, Fraction(0))
    if len(level) > 1 and sharing == "best-colour":
        # the players are in the order of their best colours
        level = level[:1]
    for player in level:
        found[player] = HALF if len(level) > 1 and sharing == "split" else Fraction(1)
    return found


def triathlon_game(players: Sequence[str], first_colour: str, first_both: str | None) -> dict[str, Fraction]:
    """Return the winner points of a TripleAthlon's GP game: 1, or half each for two different winners.

    `first_both` is None if the first colour ended the event.
    """
    winners = {first_colour, first_both or first_colour}
    share = Fraction(1, len(winners))
    return {player: share if player in winners else Fraction(0) for player in players}
