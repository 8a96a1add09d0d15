"""Boards as pictures: every checker is drawn or counted, the words agree, arrows lead from stack to stack."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from tablekeeper.games.backgammon.board import Board, other
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.notation import print_play
from tablekeeper.games.backgammon.picture import (
    HEIGHT,
    WIDTH,
    area,
    description,
    lower_bar,
    picture,
    upper_off,
)
from tablekeeper.games.backgammon.positiontext import Placement, read_position
from tablekeeper.games.backgammon.referee import all_plays
from tests.games.backgammon.test_plays_oracles import random_positions
from tests.nonempty import nonempty

SVG = "{http://www.w3.org/2000/svg}"


def inside(box, node):
    """Tells whether a circle or text stands within an area."""
    x, y, wide, high = box
    at = float(node.get("cx") or node.get("x")), float(node.get("cy") or node.get("y"))
    return x <= at[0] <= x + wide and y <= at[1] <= y + high


def counted(root, box):
    """Returns how many checkers of each colour a place shows: its circles, or the number on them."""
    circles = Counter(node.get("class") for node in root.iter(f"{SVG}circle") if inside(box, node))
    for node in root.iter(f"{SVG}text"):
        kind = node.get("class")
        if kind.startswith("stack ") and inside(box, node):
            colour = kind.removeprefix("stack on-")
            assert circles[colour] == 5
            circles[colour] = int(node.text)
    return circles["white"], circles["black"]


def test_every_checker_is_shown():
    for number, (view, dice) in nonempty(enumerate(random_positions(150, 61))):
        own, his = sum(n for n in view if n > 0), -sum(n for n in view if n < 0)
        seat = number % 2
        board = Board(view, (15 - own, 15 - his))
        board = board if seat == 0 else Board(tuple(-n for n in reversed(view)), (15 - his, 15 - own))
        placement = Placement(board, Situation(7, (1, 2), on_roll=seat, dice=dice))
        root = ET.fromstring(picture(placement))
        for point in range(1, 26):
            shown = counted(root, area(point))
            mine, theirs = board.on(seat, point), board.on(other(seat), 25 - point) if point < 25 else 0
            assert (shown[seat], shown[1 - seat]) == (mine, theirs), (placement, point)
        assert counted(root, lower_bar())[1 - seat] == board.bar(other(seat))
        for player, box in ((seat, area(0)), (other(seat), upper_off())):
            words = [node.text for node in root.iter(f"{SVG}text") if inside(box, node)]
            assert words == ([f"{board.off[player]} off"] if board.off[player] else [])
        assert len([node for node in root.iter(f"{SVG}circle") if node.get("class") == "pip"]) == sum(dice)
        for node in nonempty(root.iter()):
            assert "style" not in node.attrib
            for name, limit in (("cx", WIDTH), ("cy", HEIGHT)):
                assert 0 <= float(node.get(name, 0)) <= limit


def test_a_play_is_drawn_from_stack_to_stack():
    for view, dice in nonempty(random_positions(60, 62)):
        placement = Placement(Board(view), Situation(dice=dice))
        for play, _ in nonempty(all_plays(view, dice)[:5]):
            root = ET.fromstring(picture(placement, play=play))
            lines = [node for node in root.iter(f"{SVG}line") if node.get("class") == "arrow"]
            heads = [node for node in root.iter(f"{SVG}polygon") if node.get("class") == "head"]
            assert len(lines) == len(heads) == len(play)
            for (origin, target, _), line, head in zip(play, lines, heads, strict=True):
                start = ET.Element("c", cx=line.get("x1"), cy=line.get("y1"))
                x, y = head.get("points").split()[0].split(",")
                assert inside(area(origin), start)
                assert inside(area(target), ET.Element("c", cx=x, cy=y))
            if play:
                assert f"Played: {print_play(play)}." in root[1].text


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10",
         ["Ann: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 167 pips.", "The cube stands at 1, in the middle.",
          "Match to 7: Ann 2, Bob 1.", "Ann has rolled 3-1."]),
        ("XGID=aFC-B-A------A---bbbdbb--B:2:-1:-1:00:2:4:1:5:10",
         ["Bob: 1 on the bar,", "The cube stands at 4, held by Bob.", "Crawford game", "Bob is on roll."]),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", ["Ann has doubled."]),
        ("6:2 off:13 / 1:1 off:14", ["Ann: 2 on 6, 13 off; 12 pips."]),
    ],
)  # fmt: skip
def test_the_words_of_a_picture(text, sentences):
    placement = read_position(text)
    told = description(placement, names=("Ann", "Bob"))
    for sentence in sentences:
        assert sentence in told
    root = ET.fromstring(picture(placement, "A <case>", names=("Ann", "Bob")))
    assert root[0].text == "A <case>"
    assert root[1].text == told
    assert root.get("role") == "img"


def test_the_cube_lies_with_its_owner():
    places = {}
    for owner in (None, 0, 1):
        root = ET.fromstring(
            picture(Placement(Board(), Situation(cube=4 if owner is not None else 1, owner=owner)))
        )
        (cube,) = [node for node in root.iter(f"{SVG}text") if node.get("class") == "doubler-value"]
        places[owner] = int(cube.get("y"))
    assert places[1] < places[None] < places[0]
    crawford = ET.fromstring(picture(Placement(Board(), Situation(5, (4, 0), crawford=True))))
    assert not [node for node in crawford.iter() if node.get("class") == "doubler"]
