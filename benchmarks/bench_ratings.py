"""A federation of 100,000 players: all ratings and rankings in one pass, and one more event afterwards.

Matches are of one to eleven points between players of a fixed strength, in events of 64; every tenth event
is a tournament or unit of the rankings as well. The plain loop holds a rating object of the package
`openskill` for every player and rates the first of the same matches. Ten million matches are a campaign of
their own (tests/rankings/test_federation.py).
"""

import random
import resource
import statistics
import time
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from itertools import islice

from openskill.models import PlackettLuce

from benchmarks.figure import Figure
from benchmarks.onepass import Federation
from tablekeeper.rankings import Tournament
from tablekeeper.rankings.book import Named, RatingBook
from tablekeeper.rankings.partnership import OpenSkill

PLAYERS = 100_000
RESULTS = 1_000_000
#: matches of one event
EVENT = 64
#: matches of the plain loop over the package, and of our own over it
PLAIN = 50_000
#: events that are at hand for corrections
TAIL = 4096
SEED = 20_261_121
_LENGTHS = (1, 3, 5, 7, 9, 11)
_STYLES = ("3T", "3T+", "TA", "2T", "2T-XL")


def matches(count: int, players: int = PLAYERS) -> Iterator[Named[str]]:
    """Yield matches between players of a fixed strength, without keeping any."""
    chance = random.Random(SEED)
    draw = chance.random
    sides = [(f"P{number:06d}",) for number in range(players)]
    for _ in range(count):
        one = int(draw() * players)
        other = (one + 1 + int(draw() * (players - 1))) % players
        # the lower the number the stronger; the weaker one wins now and then
        if (one > other) == (draw() < 0.65):
            one, other = other, one
        yield (sides[one], sides[other]), _LENGTHS[int(draw() * 6)], ()


def tournament(number: int, players: int = PLAYERS) -> Tournament:
    """Return a tournament of three players on its day; hardly anybody plays in two."""
    trio = [f"P{(number * 7919 + step) % players:06d}" for step in range(3)]
    wins = {player: Fraction(4 - place) for place, player in enumerate(trio)}
    day = date(2020, 1, 1) + timedelta(days=number // 4)
    return Tournament(
        f"T{number:07d}",
        _STYLES[number % len(_STYLES)],
        1 + number % 4,
        wins,
        tuple((player,) for player in trio),
        day,
    )


def whole_pass(count: int, players: int = PLAYERS) -> tuple[Federation, float]:
    """Return the federation after one pass over everything, and the seconds that this took."""
    federation = Federation()
    source = matches(count, players)
    began = time.perf_counter()
    for number in range(-(-count // EVENT)):
        worth = [tournament(number // 10, players)] if number % 10 == 0 else []
        federation.add(islice(source, EVENT), (), worth)
    for ranking in ("world", "double-threat", "medal"):
        assert federation.table(ranking).rows
    rows = sum(1 for _ in federation.matches.rows())
    took = time.perf_counter() - began
    assert federation.matches.results == count
    assert rows <= players
    return federation, took


def drawing(count: int) -> float:
    """Return the seconds that drawing the matches takes: they are no part of the rating."""
    began = time.perf_counter()
    for _ in matches(count):
        pass
    return time.perf_counter() - began


def plain_loop() -> float:
    """Return matches a second of a plain loop over the package."""
    model = PlackettLuce()
    players = {f"P{number:06d}": model.rating() for number in range(PLAYERS)}
    games = list(matches(PLAIN))
    began = time.perf_counter()
    for ((winner,), (loser,)), _, _ in games:
        (players[winner],), (players[loser],) = model.rate([[players[winner]], [players[loser]]])
    return PLAIN / (time.perf_counter() - began)


def over_the_package() -> float:
    """Return matches a second of our book with the package's model, on the same matches."""
    book: RatingBook[str] = RatingBook(OpenSkill())
    games = list(matches(PLAIN))
    began = time.perf_counter()
    book.add(games)
    return PLAIN / (time.perf_counter() - began)


def one_more(book: RatingBook[str], size: int, players: int = PLAYERS) -> float:
    """Return the middle time of adding an event of so many matches and asking for its players' ranks."""
    source = matches(size * 15, players)
    took = []
    for _ in range(15):
        event = list(islice(source, size))
        began = time.perf_counter()
        book.add(event)
        for sides, _, _ in event:
            for side in sides:
                book.rank(side[0])
        took.append(time.perf_counter() - began)
    return statistics.median(took) * 1000


def correction(book: RatingBook[str], tail: list[list[Named[str]]], age: int) -> tuple[int, float]:
    """Return how many matches a correction so many events ago rates again, and its seconds.

    `tail` are the last events; the corrected one loses its last match.
    """
    tail[-age].pop()
    first_of_tail = book.events - len(tail)
    began = time.perf_counter()
    again = book.correct(book.events - age, lambda first: tail[first - first_of_tail :])
    return again, time.perf_counter() - began


def run() -> list[Figure]:
    """Measure the pass, what comes after it, and the package."""
    drawn = drawing(RESULTS)
    federation, took = whole_pass(RESULTS)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    book = federation.matches
    plain = plain_loop()
    beside = f"{plain:,.0f} /s plain loop over openskill"
    how = f"{RESULTS:,} matches in {took:.1f} s, of which {drawn:.1f} s to draw them; Elo, tables, whole list"
    found = [
        Figure("matches rated, with all rankings", RESULTS / (took - drawn), "/s", beside, how),
        Figure("matches rated by OpenSkill", over_the_package(), "/s", beside, f"{PLAIN:,} matches"),
        Figure("memory of the whole process", memory, "MiB", "", f"{PLAYERS:,} players; resident, at most"),
        Figure("states kept for corrections", len(book.checkpoints), "", "", f"{book.events:,} events"),
    ]
    recent = islice(matches(RESULTS), RESULTS - TAIL * EVENT, None)
    tail = [list(islice(recent, EVENT)) for _ in range(TAIL)]
    for age in (10, 100, 1000):
        again, seconds = correction(book, tail, age)
        note = f"{again:,} matches rated again"
        found.append(Figure(f"correction of an event {age} events ago", seconds * 1000, "ms", "", note))
    small, _ = whole_pass(RESULTS // 10, PLAYERS // 10)
    for size in (10, 100, 1000):
        milliseconds = one_more(book, size)
        less = f"{one_more(small.matches, size, PLAYERS // 10):.3g} ms in a federation a tenth as large"
        found.append(
            Figure(f"one more event of {size} matches", milliseconds, "ms", less, "rated, its players ranked")
        )
    return found
