"""Pictures of rankings: well-formed, of one ink, phone-narrow, and said in words as well."""

import random
import xml.etree.ElementTree as ET
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest

from tablekeeper import rankings
from tablekeeper.pictures import ranking, rating, season
from tablekeeper.pictures.rating import Point
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.history import RankMove, history
from tablekeeper.strictjson import Cursor

SVG = "{http://www.w3.org/2000/svg}"
LONG = 'Bartholomäus <b>&"Quux"</b> von und zu Hohenstein-Langenfeld'
NAMES = ("Ann", "Bob", "Cid", "Dora", LONG, "Finn")
PHONE = 360  # pixels


def season_of(count, seed=1, ranking_key="world"):
    """Return a ranking file of `count` tournaments, a fortnight apart."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        players = chance.sample(NAMES, 4)
        wins = {player: chance.randint(0, 5) for player in players}
        order = sorted(players, key=lambda player: -wins[player])
        one = {
            "name": f"Masters {number}", "style": "3T+", "level": chance.randint(1, 4), "wins": wins,
            "date": str(date(2025, 3, 1) + timedelta(days=14 * number)), "places": [[p] for p in order],
        }  # fmt: skip
        if number % 3 == 0:
            one["cp"] = {"player": order[0], "points": 1.5, "reason": "fewer games"}
        found.append(one)
    return rankings.read(Cursor({"ranking": ranking_key, "tournaments": found}))


def checked(drawn):
    """Return the root of a picture that pages may hold."""
    root = ET.fromstring(drawn)
    assert root.get("role") == "img"
    assert [node.tag for node in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert root.get("aria-labelledby").split() == [node.get("id") for node in root[:2]]
    assert int(root.get("width")) <= PHONE
    for node in root.iter():
        # pages forbid styles and scripts within them, and everything takes the page's ink
        assert node.tag not in (f"{SVG}style", f"{SVG}script")
        assert "style" not in node.attrib
        assert node.get("fill", "none") in ("none", "currentColor")
        assert node.get("stroke", "currentColor") == "currentColor"
    return root


def texts(root):
    """Return every text as it is shown, and whole where it was cut."""
    found = set()
    for node in root.iter(f"{SVG}text"):
        whole = node.find(f"{SVG}title")
        found.add(node.text if whole is None else whole.text)
    return found


@pytest.mark.parametrize("count", [0, 1, 5, 14])
def test_a_ranking_shows_every_rank_name_total_and_movement(count):
    file = season_of(count)
    tables = [rankings.ranking_table(file)] if not count else [table for _, table in history(file)]
    now, before = tables[-1], tables[-2] if count > 1 else None
    drawn = ranking.picture(now, before, alone=False)
    assert drawn == ranking.picture(now, before, alone=False)
    root = checked(drawn)
    shown_texts = texts(root)
    for row in now.rows:
        assert {str(row.rank), row.player, shown(row.total)} <= shown_texts
        assert f"{row.rank} {row.player}" in root[1].text
    bars = list(root.iter(f"{SVG}rect"))
    widths = sum(float(node.get("width")) for node in bars if node.get("height") == "7")
    if count:
        most = max(row.total for row in now.rows)
        wanted = float(sum(row.total for row in now.rows) / most) * (336 - 68)
        assert abs(widths - wanted) < len(bars)
    else:
        assert "No tournament counts yet." in shown_texts


def test_movement_is_a_sign_and_words():
    moves = {
        "▲2": RankMove("A", 3, 1, Fraction(0)), "▼1": RankMove("A", 1, 2, Fraction(0)),
        "=": RankMove("A", 1, 1, Fraction(0)), "new": RankMove("A", None, 4, Fraction(0)), "": None,
    }  # fmt: skip
    assert [ranking.movement(move) for move in moves.values()] == list(moves)
    told = ["up 2", "down 1", "as before", "new", ""]
    assert [ranking.movement_told(move) for move in moves.values()] == told


def test_two_days_of_a_ranking_by_hand():
    file = rankings.read(Cursor({"ranking": "world", "window": 1, "tournaments": [
        {"name": "T1", "style": "3T", "level": 1, "date": "2025-05-04",
         "wins": {"Ann": 2, "Bob": 1, "Cid": 0}},
        {"name": "T2", "style": "3T", "level": 2, "date": "2025-06-01",
         "wins": {"Ann": 1, "Bob": 3, "Dan": 0}},
    ]}))  # fmt: skip
    before, after = (table for _, table in history(file))
    root = checked(ranking.picture(after, before, alone=False))
    assert root[1].text == (
        "World Rankings, rules of 2025-06. "
        "1 Bob, up 1: 17 points; 2 Ann, down 1: 9 points; 3 Dan, new: 4 points."
    )
    assert {"▲1", "▼1", "new", "No longer in it: Cid"} <= texts(root)


def test_a_long_ranking_says_how_many_more_there_are():
    wins = {f"P{number:03}": number for number in range(ranking.MOST + 5)}
    file = rankings.read(Cursor({"ranking": "world", "rules": "2025-06", "tournaments": [
        {"name": "T", "style": "3T", "level": 1, "wins": wins}]}))  # fmt: skip
    assert "5 more are in the table." in texts(
        checked(ranking.picture(rankings.ranking_table(file), alone=False))
    )


@pytest.mark.parametrize("count", [0, 1, 9, 14])
def test_a_season_shows_what_counts_who_won_and_everybodys_points(count):
    file = season_of(count)
    table = rankings.ranking_table(file)
    past = rankings.in_order(file.tournaments)[: -len(table.window) or None] if count else ()
    root = checked(season.picture(table, past, alone=False))
    found = texts(root)
    rings = [node.get("fill") for node in root.iter(f"{SVG}circle")]
    assert rings.count(None) == len(table.window)
    assert rings.count("none") == min(len(past), season.PAST)
    for one in table.window:
        assert one.name in found
        assert f"{one.style}, level {one.level}: {one.winner} {shown(one.points(one.winner))}" in found
        assert f"won by {one.winner}" in root[1].text
    for row in table.rows:
        assert {row.player, shown(row.total)} <= found
    parts = sum(bool(one.points(row.player)) for row in table.rows[: season.PLAYERS] for one in table.window)
    assert sum(node.get("height") == "12" for node in root.iter(f"{SVG}rect")) == parts


def curve(count, seed=1):
    """Return the points of a random walk."""
    chance, rating_, day = random.Random(seed), 1500.0, date(2025, 1, 1)
    found = []
    for number in range(count):
        rating_ += chance.gauss(0, 9)
        day += timedelta(days=chance.randint(1, 5))
        found.append(Point(day, rating_, number < 7))
    return found


@pytest.mark.parametrize("count", [0, 1, 2, 8, 100, 2000])
def test_a_curve_tells_its_ends_and_extremes(count):
    points = curve(count)
    root = checked(rating.picture(points, LONG, alone=False))
    found = texts(root)
    if not count:
        assert "No rated result yet." in found
        return
    high, low = max(one.rating for one in points), min(one.rating for one in points)
    assert f"Now {points[-1].rating:.1f}" in found
    assert f"highest {high:.1f}, lowest {low:.1f}" in found
    assert f"highest {high:.1f} on " in root[1].text
    lines = [node for node in root.iter(f"{SVG}polyline") if node.get("stroke-width") in ("1.4", "1.8")]
    marks = [tuple(map(float, pair.split(","))) for line in lines for pair in line.get("points").split()]
    assert len(marks) <= 700
    if count > 7:
        # of 2000 points the seven before the first rank may be drawn as none or one
        assert [line.get("stroke-dasharray") for line in lines] in (["4 3", None], [None][: count == 2000])
        # what was left out of a long curve are neither its heights nor its depths
        ups = [up for _, up in marks]
        scale = (max(ups) - min(ups)) / (high - low)
        now = marks[-1][1]
        assert abs(now - (min(ups) + (high - points[-1].rating) * scale)) < 0.2


@pytest.mark.parametrize("low", [-3.2, 0.4, 1499.7, 24.9])
@pytest.mark.parametrize("room", [1.2, 7, 33, 95, 410])
def test_marks_are_round_figures_within(low, room):
    marks = rating._marks(low, low + room)
    assert 2 <= len(marks) <= 5
    assert all(low <= mark <= low + room for mark in marks)
    [apart] = {after - before for before, after in pairwise(marks)}
    # all are multiples of a distance whose only figure is 1, 2 or 5
    assert apart.normalize().as_tuple().digits in ((1,), (2,), (5,))
    assert all(mark % apart == 0 for mark in marks)


def test_each_picture_of_a_page_has_ids_of_its_own():
    table = rankings.ranking_table(season_of(3))
    drawn = (
        ranking.picture(table, key="one")
        + season.picture(table, key="two")
        + rating.picture([], "A", key="three")
    )
    ids = [part.partition('"')[0] for part in drawn.split(' id="')[1:]]
    assert ids == ["one-title", "one-told", "two-title", "two-told", "three-title", "three-told"]
