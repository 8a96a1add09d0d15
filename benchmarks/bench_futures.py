"""What is settled in an event and who needs what, over every end; the answer comes after each result.

The leagues have ties in sight: random double round-robins of three players with so many games open, their
slowest one and the middle one; and tourneys of 24, the same way. The bounds are those of the project's plan.
"""

import random
import statistics
from collections.abc import Iterator
from itertools import combinations

from benchmarks.figure import Figure, seconds
from tablekeeper.formats import FORMATS, Event
from tablekeeper.strictjson import Cursor
from tablekeeper.virtual.randomevents.generator import random_event, random_results

LEAGUES = 40
TOURNEYS = 20
#: open games -> bound in ms
BOUNDS = {2: "50 ms", 4: "2 s"}


def run() -> list[Figure]:
    """Time the futures of random leagues with two, three and four games open."""
    found = []
    for key in ("league-2t", "league-2t-xl"):
        for left in (2, 3, 4):
            times = sorted(_milliseconds(event) for event in _leagues(key, left))
            note = f"{LEAGUES} leagues; the middle one {statistics.median(times):.3g} ms"
            bound = BOUNDS.get(left, "")
            name = f"{FORMATS[key].title}, {left} games open, the slowest"
            found.append(Figure(name, times[-1], "ms", bound, note))
    times = sorted(_milliseconds(_tourney(seed)) for seed in range(TOURNEYS))
    note = f"{TOURNEYS} tourneys; the middle one {statistics.median(times):.3g} ms"
    found.append(
        Figure("Tric Trac Tourney, 24 players, 30 games open, the slowest", times[-1], "ms", "1 s", note)
    )
    return found


def _tourney(seed: int) -> Event:
    chance = random.Random(seed)
    players = [f"Player {number}" for number in range(1, 25)]
    pairs = list(combinations(players, 2))
    chance.shuffle(pairs)
    results = []
    for match, pair in enumerate(pairs[:-30], 1):
        # about as many gammons as are won when both play for them
        kind = chance.choices(("single", "gammon", "backgammon"), (70, 28, 2))[0]
        results.append({"match": match, "players": list(pair), "winner": chance.choice(pair), "kind": kind})
    event = {"format": "ttt", "options": {}, "players": players, "results": results}
    return FORMATS["ttt"].read(Cursor(event))


def _leagues(key: str, left: int) -> Iterator[Event]:
    form = FORMATS[key]
    for seed in range(LEAGUES):
        chance = random.Random(seed)
        document = random_event(form, chance)
        document["options"] = {"drr": 1, "positions": None, "dice": []}
        whole = form.read(Cursor(document | {"results": []}))
        games = [result for result in random_results(form, whole, chance) if "winner" in result]
        yield form.read(Cursor(document | {"options": {"positions": None}, "results": games[: 6 - left]}))


def _milliseconds(event: Event) -> float:
    form = FORMATS[event.format]
    return seconds(lambda: form.futures(event)) * 1000
