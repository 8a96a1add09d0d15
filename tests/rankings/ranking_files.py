"""Short ranking files, and random ones."""

from tablekeeper.rankings import document, ranking_table, read
from tablekeeper.strictjson import Cursor

STYLES = ("3T", "3T+", "GP", "GP+", "TA", "2T", "2T-XL", "L", "XL", "C")


def tournament(name, wins, style="3T", level=1, **more):
    """Return a tournament of a ranking file."""
    return {"name": name, "style": style, "level": level, "wins": wins} | more


def file(*tournaments, ranking="world", rules="2025-06", **more):
    """Return a ranking file."""
    return {"ranking": ranking, "rules": rules, "tournaments": list(tournaments)} | more


def table(found, as_of=None):
    """Return the table of a ranking file."""
    return ranking_table(read(Cursor(found)), as_of)


def answer(found, as_of=None):
    """Return the JSON document of a ranking file."""
    return document(table(found, as_of))


def random_tournament(chance, number, players, style=None, years=(2024, 2025, 2026)):
    """Return a random tournament of a file, sometimes with ties and optional members."""
    style = style or chance.choice(STYLES)
    took_part = chance.sample(players, min(3, len(players)))
    half = style in ("GP", "GP+", "TA")
    wins = {player: chance.choice((0, 0.5, 1, 1, 2, 2.5) if half else (0, 1, 1, 2)) for player in took_part}
    day = f"{chance.choice(years)}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"
    found = tournament(f"T{number:03d}", wins, style, chance.randint(1, 4), date=day)
    gpp = {player: chance.randint(0, 3) * 14 for player in took_part}
    if style in ("GP", "GP+") and chance.random() < 0.7:
        found["gpp"] = gpp
    figures = found.get("gpp", wins)
    alone = list(figures.values()).count(max(figures.values())) == 1
    if not alone or chance.random() < 0.5:
        first, *rest = chance.sample(took_part, len(took_part))
        level = chance.random() < 0.3
        found["places"] = [[first], rest] if level and rest else [[first], *([one] for one in rest)]
    winner = found["places"][0][0] if "places" in found else max(figures, key=figures.get)
    if day >= "2025" and chance.random() < 0.2:
        points = chance.choice((0.5, 1, 1.5, 2.25))
        found["cp"] = {"player": winner, "points": points, "reason": "so that the winner is ahead"}
    if chance.random() < 0.3:
        found["major"] = True
    if chance.random() < 0.2:
        found["world_championship"] = True
    return found


def random_file(chance, ranking=None, rules=None):
    """Return a random ranking file; every tournament has a date."""
    ranking = ranking or chance.choice(("world", "double-threat", "medal"))
    players = [f"Player {number}" for number in range(1, chance.choice((3, 3, 4, 6)) + 1)]
    years = chance.choice(((2025,), (2024, 2025, 2026)))
    found = file(
        *(
            random_tournament(chance, number, players, years=years)
            for number in range(chance.choice((1, 2, 5, 15)))
        ),
        ranking=ranking,
        rules=rules or chance.choice(("2024-04", "2025-06", "2026-05")),
    )
    if ranking != "medal" and chance.random() < 0.5:
        found["window"] = chance.randint(1, 10)
    return found
