"""Leagues written in one line: scores in the order AB, CA, BC, BA, AC, CB, again and again.

A score is "4-2", or "8-6/1" in XL, where the last figure are the loser's completed colours.
"""

from tablekeeper.strictjson import Cursor

PLAYERS = ["A", "B", "C"]
SCHEDULE = (("A", "B"), ("C", "A"), ("B", "C"), ("B", "A"), ("A", "C"), ("C", "B"))


def result(pair, score, minutes=30):
    """Return one game of an event file."""
    pawns, _, colours = score.partition("/")
    one, other = (int(count) for count in pawns.split("-"))
    first = one > other
    found = {
        "players": list(pair),
        "winner": pair[0] if first else pair[1],
        "pawns": [one, other],
        "minutes": minutes,
    }
    if colours:
        found["colours"] = [2, int(colours)] if first else [int(colours), 2]
    return found


def league(scores, minutes=(), more=(), **options):
    """Return the document of a league; `more` are results after the scores."""
    scores = scores.split()
    results = [
        result(SCHEDULE[game % 6], score, minutes[game] if minutes else 30)
        for game, score in enumerate(scores)
    ]
    extra_large = any("/" in score for score in scores)
    return Cursor(
        {
            "format": "league-2t-xl" if extra_large else "league-2t",
            "options": options,
            "players": PLAYERS,
            "results": [*results, *more],
        }
    )
