"""A slow second computation of the rankings: plain dictionaries, sorted by whole tuples.

Written from docs/rules/races.md, not from the program: this module imports nothing of it.
"""

from fractions import Fraction

BASIC = {1: 7, 2: 4, 3: 2}
DOUBLE = ("2T", "2T-XL", "L", "XL", "C")


def places(tournament):
    """Return player -> place; level players share the best of theirs."""
    wins, gpp = tournament["wins"], tournament.get("gpp", {})
    if "places" in tournament:
        found, next_place = {}, 1
        for group in tournament["places"]:
            for player in group:
                found[player] = next_place
            next_place += len(group)
        return found
    figures = gpp or wins
    return {player: 1 + sum(figures[other] > figures[player] for other in wins) for player in wins}


def tp(tournament, player):
    """Return the tournament points: 7, 4 or 2 times the level."""
    if player not in tournament["wins"] or tournament["style"] == "medal-game":
        return 0
    place = places(tournament)[player]
    if place == 1:
        return 7 * tournament["level"]
    if tournament["wins"][player] < 1 or place > 2:
        return 2 * tournament["level"]
    return 4 * tournament["level"]


def wp(tournament, player):
    """Return the winner points in the file."""
    return Fraction(str(tournament["wins"].get(player, 0)))


def cp(tournament, player):
    """Return the compensatory points in the file."""
    given = tournament.get("cp")
    return Fraction(str(given["points"])) if given and given["player"] == player else Fraction(0)


def total(tournaments, player):
    """Return TP + WP + CP over tournaments."""
    return sum((tp(one, player) + wp(one, player) + cp(one, player) for one in tournaments), Fraction(0))


def won(tournaments, player, *keys):
    """Return the number of tournaments with all these flags that a player has won."""
    return sum(
        places(one).get(player) == 1 and all(one.get(key) for key in keys)
        for one in tournaments
        if one["style"] != "medal-game"
    )


def tie_list(tournaments, player, rules):
    """Return a player's figures in the order of the version's list."""
    tps = sum(tp(one, player) for one in tournaments)
    wps = sum((wp(one, player) for one in tournaments), Fraction(0))
    championships = won(tournaments, player, "world_championship")
    majors = won(tournaments, player, "major")
    if rules == "2026-05":
        return (tps, wps, majors, championships)
    level_two = won([one for one in tournaments if one.get("level") == 2], player)
    gpp = sum(one.get("gpp", {}).get(player, 0) for one in tournaments if one["style"] in ("GP", "GP+"))
    majors_gpp = sum(one.get("gpp", {}).get(player, 0) for one in tournaments if one.get("major"))
    return (tps, championships, majors, won(tournaments, player), level_two, gpp, majors_gpp)


def everybody(tournaments):
    """Return all participants."""
    return sorted({player for one in tournaments for player in one["wins"]})


def order(tournaments, rules):
    """Return player -> rank by totals and the version's list."""
    keys = {
        player: (total(tournaments, player), *tie_list(tournaments, player, rules))
        for player in everybody(tournaments)
    }
    return {player: 1 + sum(keys[other] > keys[player] for other in keys) for player in keys}


def is_double(tournament):
    """Return whether it is a double-threat unit."""
    return tournament["style"] in DOUBLE


def counting(document):
    """Return the tournaments that count, oldest first."""
    found = sorted(document["tournaments"], key=lambda one: (one["date"], one["name"]))
    if document["ranking"] == "world":
        return [one for one in found if not is_double(one)][-document.get("window", 9) :]
    if document["ranking"] == "double-threat":
        return [one for one in found if is_double(one)][-document.get("window", 6) :]
    return [one for one in found if one["date"][:4] == found[-1]["date"][:4]]


def medal_order(season, rules):
    """Return player -> rank of a Medal Race."""
    triple = order([one for one in season if not is_double(one) and one["style"] != "medal-game"], rules)
    double = order([one for one in season if is_double(one)], rules)

    def place_in(part, player):
        # players without a tournament of the part are below all others
        return part.get(player, len(season) * 100)

    keys = {
        player: (
            total(season, player),
            sum(tp(one, player) for one in season),
            sum((wp(one, player) for one in season), Fraction(0)),
            -place_in(triple, player),
            -place_in(double, player),
        )
        for player in everybody(season)
    }
    return {player: 1 + sum(keys[other] > keys[player] for other in keys) for player in keys}


def table(document):
    """Return player -> (rank, TP, WP, CP, total)."""
    window = counting(document)
    rules = document["rules"]
    ranks = medal_order(window, rules) if document["ranking"] == "medal" else order(window, rules)
    return {
        player: (
            ranks[player],
            [tp(one, player) for one in window],
            [wp(one, player) for one in window],
            [cp(one, player) for one in window],
            total(window, player),
        )
        for player in ranks
    }
