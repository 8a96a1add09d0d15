"""Pictures of events: well-formed, of one ink, with every figure of the standings and every score in them."""

import random
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from tablekeeper.formats import FORMATS
from tablekeeper.pictures.drawing import cut, width
from tablekeeper.pictures.event import picture
from tablekeeper.strictjson import Cursor
from tablekeeper.text import signed, value_text
from tablekeeper.virtual.randomevents.generator import random_event, random_results
from tests.nonempty import nonempty

COLOURS = {"A": ["red", "blue"], "B": ["green", "black"], "C": ["yellow", "white"]}
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = list(FORMATS)
LONG = 'Bartholomäus <b>&"Quux"</b> von und zu Hohenstein-Langenfeld'


def event(key, seed=1, count=None, part=1.0, options=None, names=None):
    form, chance = FORMATS[key], random.Random(seed)
    document = random_event(form, chance)
    if count:
        document["players"] = names or [f"Player {number}" for number in range(1, count + 1)]
        document["options"] = options or {}
    document["results"] = []
    results = random_results(form, form.read(Cursor(document)), chance)
    document["results"] = results[: int(len(results) * part)]
    return form, form.read(Cursor(document))


def texts(drawn):
    """Return every text of a picture as it is shown."""
    return [node.text for node in ET.fromstring(drawn).iter(f"{SVG}text")]


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("key", DRAWN)
def test_a_picture_is_well_formed_and_of_one_ink(key, part):
    for seed in range(4):
        form, one = event(key, seed, part=part)
        drawn = picture(form, one, "The cup", alone=False)
        assert drawn == picture(form, one, "The cup", alone=False)
        root = ET.fromstring(drawn)
        assert root.get("role") == "img"
        assert [node.tag for node in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert root[0].text == "The cup"
        for row in form.answer(one).rows:
            assert f"{row.rank} {row.player}: " in root[1].text
        for node in root.iter():
            # pages forbid styles and scripts within them, and everything takes the page's ink
            assert node.tag not in (f"{SVG}style", f"{SVG}script")
            assert "style" not in node.attrib
            assert not [name for name in node.attrib if name.startswith("on")]
            assert node.get("fill", "none") in ("none", "currentColor")
            assert node.get("stroke", "currentColor") == "currentColor"


@pytest.mark.parametrize("key", DRAWN)
def test_every_name_and_figure_is_shown(key):
    form, one = event(key, 3, part=0.7)
    shown = Counter(texts(picture(form, one)))
    rows = form.answer(one).rows
    assert all(shown[row.player] for row in rows)
    if key in ("round-robin", "ttt", "league-2t", "league-2t-xl"):
        wanted = Counter(value_text(figure) for row in rows for figure in row.shown.values())
        wanted += Counter(str(row.rank) for row in rows)
        assert not {text: count for text, count in wanted.items() if shown[text] < count}
    elif key == "swing":
        wanted = Counter(value_text(row.figures["vp"]) for row in rows)
        assert not {text: count for text, count in wanted.items() if shown[text] < count}


def test_a_round_robin_shows_each_score_from_both_sides():
    form, one = event("round-robin", 5, 8, options={"length": 9, "double": True})
    shown = Counter(texts(picture(form, one)))
    wanted = Counter()
    for match in form.course(one).played:
        wanted[f"{match.points[0]}-{match.points[1]}"] += 1
        wanted[f"{match.points[1]}-{match.points[0]}"] += 1
    assert Counter({text: count for text, count in shown.items() if "-" in text}) == wanted


def test_a_league_shows_no_fixtures_before_its_lots():
    """docs/rules/races.md, "League": positions are thrown before each double round-robin."""
    form = FORMATS["league-2t"]
    lots = [["A", 1], ["B", 6], ["C", 3]]
    document = {"format": "league-2t", "players": ["A", "B", "C"], "options": {"drr": 2, "lots": lots}}
    shown = texts(picture(form, form.read(Cursor({**document, "results": []}))))
    assert (shown.count("to play"), shown.count("lots to come")) == (6, 6)
    # games 1 to 3 of the first: B v C, A v B, C v A; nobody is named in the second
    assert [shown.count(name) - texts(picture(form, form.read(Cursor(
        {**document, "options": {"drr": 1, "lots": lots}, "results": []}
    )))).count(name) for name in "ABC"] == [0, 0, 0]  # fmt: skip


def test_a_league_shows_its_games_times_and_what_is_cancelled():
    def game(one, other, pawns):
        winner = one if pawns[0] == 4 else other
        return {"players": [one, other], "winner": winner, "pawns": pawns, "minutes": 30.5}

    played = [
        game("A", "B", [4, 1]), game("C", "A", [0, 4]), game("B", "C", [4, 0]),
        game("A", "B", [4, 0]), game("A", "C", [4, 0]), {"cancelled": ["B", "C"]},
    ]  # fmt: skip
    form = FORMATS["league-2t"]
    document = {"format": "league-2t", "players": ["A", "B", "C"], "results": played[:5]}
    running = form.read(Cursor(document))
    futures = form.futures(running)
    shown = texts(picture(form, running, futures=futures))
    assert shown.count("to play") == 1
    assert futures.determined
    assert shown[-1].startswith("Settled: place 1 A")
    over = form.read(Cursor(document | {"results": played}))
    root = ET.fromstring(picture(form, over))
    struck = [node.text for node in root.iter(f"{SVG}text") if node.get("text-decoration")]
    assert sorted(struck) == ["B", "C"]
    assert "cancelled" in texts(picture(form, over))
    assert shown.count("30.5 min") == 5
    # the return game of B and A stands the other way round, with its score
    assert [shown[place + 1 : place + 3] for place, text in enumerate(shown) if text == "B"].count(
        ["0-4", "A"]
    ) == 1


def test_a_bracket_shows_every_match_its_score_and_where_losers_play_on():
    options = {"length": 5, "consolation": "A.B.|.C.|", "last_chance": "1.2.|", "seed": 4}
    form, one = event("knockout", 2, 24, options=options)
    shown = Counter(texts(picture(form, one)))
    bracket = form.bracket(one)
    for match in bracket.matches.values():
        assert shown[match.name] >= 1
    winners = Counter(match.winner for match in bracket.matches.values())
    bold = Counter(
        node.text
        for node in ET.fromstring(picture(form, one)).iter(f"{SVG}text")
        if node.get("font-weight") == "bold"
    )
    assert all(bold[player] >= count for player, count in winners.items())
    scores = Counter(
        str(points) for result in one.results for points in (result.value.get("score") or ())
        if not result.value.get("forfeit")
    )  # fmt: skip
    assert all(shown[points] >= count for points, count in scores.items())
    # everybody who plays there comes from round A; others have left the event
    first = [name for name in bracket.matches if name.startswith("PC1-")]
    assert sum(shown[f"→ {name}"] for name in first) == 2 * len(first) > 0


def test_a_long_or_hostile_name_is_cut_and_kept_whole_in_its_tooltip():
    for key, options in (
        ("round-robin", {}), ("ttt", {}), ("swing", {"stake": 500, "cpp": [100]}), ("knockout", {}),
    ):  # fmt: skip
        form, one = event(key, 1, 4, options=options, names=[LONG, "Bob", "Cid", "Dan"])
        # a name cannot hold what XML has no letter for, a title can
        root = ET.fromstring(picture(form, one, f"{LONG}\u0001"))
        assert root[0].text == f"{LONG}\ufffd"
        whole = [node.find(f"{SVG}title") for node in root.iter(f"{SVG}text") if "…" in (node.text or "")]
        assert LONG in [node.text for node in whole if node is not None]
        assert not list(root.iter(f"{SVG}b"))


def test_what_is_cut_is_no_wider_than_its_room():
    for text in (LONG, "W" * 50, "王" * 50, "i" * 500, "x"):
        for limit in (20, 60, 170):
            assert width(cut(text, limit)) <= limit
    assert cut("Ann", 60) == "Ann"


def test_a_very_long_race_has_no_picture():
    options = {"games": 250, "colours": COLOURS}
    found = (event("grand-prix", seed, 3, options=options, names=list("ABC")) for seed in range(9))
    # nobody leaves
    form, one = next((form, one) for form, one in found if len(one.results) > 200)
    assert picture(form, one) is None
    form, one = event("grand-prix", 1, 3, options={"games": 20, "colours": COLOURS}, names=list("ABC"))
    assert picture(form, one) is not None


def test_couples_show_their_matches_and_points_from_both_sides():
    form, one = event("couples", 4, part=0.6)
    drawn = Counter(texts(picture(form, one)))
    wanted = Counter()
    for encounter in form.encounters(one).values():
        if any(encounter.played.values()):
            for mine, theirs in (encounter.couples, encounter.couples[::-1]):
                wanted[f"{encounter.won[mine]}-{encounter.won[theirs]}"] += 1
                wanted[f"{signed(encounter.points[mine])} p"] += 1
    assert sum(wanted.values()) > 4
    assert Counter({text: drawn[text] for text in wanted}) == wanted
    assert all(drawn[f"{couple}: {pair[0]} and {pair[1]}"] for couple, pair in form.members(one).items())


def test_a_race_rises_and_falls_with_what_is_held():
    options = {"stake": 6000, "cpp": [100, 300, 800, 2000], "seed": 3}
    form, one = event("swing", 4, 6, options=options)
    course = form.course(one)
    steps = [*course.rounds, *([course.vp] if course.vp != course.rounds[-1] else [])]
    lines = [
        [tuple(map(float, point.split(","))) for point in node.get("points").split()]
        for node in ET.fromstring(picture(form, one)).iter(f"{SVG}polyline")
        if float(node.get("stroke-width")) in (1.4, 2.6)
    ]
    assert any(len(line) == len(steps) for line in lines)
    zero = max(y for line in lines for _, y in line)
    high = zero - min(y for line in lines for _, y in line)
    most = max(held for step in steps for held in step.values())
    order = [row.player for row in form.answer(one).rows]
    assert len(lines) == len(order)
    for player, line in zip(order, lines, strict=True):
        held = [step[player] for step in steps]
        assert not any(held[len(line) :])
        drawn = [(zero - y) / high * most for _, y in line]
        assert drawn == pytest.approx(held[: len(line)], abs=20)


@pytest.mark.chromium
def test_no_text_leaves_the_sheet_or_touches_another(running_chromium):
    script = """() => { const box = document.documentElement.getBoundingClientRect();
      const all = [...document.querySelectorAll('text')].map((node) => [node.firstChild.data,
        node.getBoundingClientRect()]);
      const found = [];
      all.forEach(([text, one], place) => {
        if (one.left < box.left || one.right > box.right || one.top < box.top || one.bottom > box.bottom)
          found.push('outside: ' + text);
        for (const [other, two] of all.slice(place + 1)) {
          const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
          const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
          if (wide > 1 && high > 5) found.push(text + ' touches ' + other);
        } });
      return found; }"""
    names = [f"{'W' * number} Müller-Wagenknecht {number}" for number in range(1, 25)]
    drawn = {
        "crosstable": event("round-robin", 1, 8, options={"length": 99, "double": True}, names=names[:8]),
        "tourney": event("ttt", 1, 24, names=names),
        "grid": event("league-2t-xl", 1, 3, options={"drr": 2}, names=names[:3]),
        "bracket": event("knockout", 1, 24, options={"length": 21, "consolation": "A.B.|"}, names=names),
        "race": event("swing", 1, 24, 0.5, {"stake": 6000, "cpp": [100, 300, 800, 2000], "seed": 1}, names),
        "points": event("triathlon", 1),
        "couples": event("couples", 2),
        "tara": event("tara", 2),
    }
    page = running_chromium.new_page(viewport={"width": 3000, "height": 3000})
    for kind, (form, one) in nonempty(drawn.items()):
        page.goto("about:blank")
        page.set_content(f"<body>{picture(form, one, alone=False)}</body>")
        found = page.evaluate(script.replace("document.documentElement", "document.querySelector('svg')"))
        assert not found, f"{kind}: {found[:10]}"
