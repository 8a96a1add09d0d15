"""Pictures of dice: well-formed, of one ink, every count and every range in them, also in words."""

import random
import xml.etree.ElementTree as ET

from tablekeeper.fairness import Throw, judge
from tablekeeper.fairness.verdict import grouped
from tablekeeper.pictures.dice import MOST, picture

SVG = "{http://www.w3.org/2000/svg}"
LONG = 'Bartholomäus <b>&"Quux"</b> von und zu Hohenstein-Langenfeld \u0001'


def rolled(throws, dice=2, seed=1, weights=(1,) * 6, **named):
    chance = random.Random(seed)
    return [Throw(tuple(chance.choices((1, 2, 3, 4, 5, 6), weights, k=dice)), **named) for _ in range(throws)]


def texts(root):
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def test_every_count_and_range_is_drawn_and_told():
    report = judge({("chosen", LONG): rolled(200)})
    drawn = picture(report, "The dice", alone=False)
    root = ET.fromstring(drawn)
    [group] = report.groups
    assert root.get("role") == "img"
    assert root[0].text == "The dice"
    for face, count in enumerate(group.tally.faces, 1):
        assert str(face) in texts(root)
        assert any(text.partition(",")[0] == str(count) for text in texts(root))
        assert f"{face}: {count}" in root[1].text
    low, high = group.usual_faces
    assert f"usual: {low} to {high}" in root[1].text
    assert f"doubles: {group.tally.doubles}" in root[1].text
    # a range and a bar for each of six faces and the doubles
    assert len(list(root.iter(f"{SVG}rect"))) == 14
    for node in root.iter():
        assert "style" not in node.attrib
        assert node.tag != f"{SVG}style"
        assert node.get("fill", "none") in ("none", "currentColor")


def test_what_lies_outside_is_said_in_words():
    words = texts(ET.fromstring(picture(judge({("chosen", ""): rolled(300, 1, 2, (1, 1, 1, 1, 1, 3))}))))
    assert sum(text.endswith(", more than usual") for text in words) == 1
    assert any(text.endswith(", less than usual") for text in words)
    fair = texts(ET.fromstring(picture(judge({("chosen", ""): rolled(300, 1, 3)}))))
    assert not any("than usual" in text for text in fair)


def test_no_throws_one_die_and_very_many_groups():
    assert "No throws yet." in picture(judge({}))
    assert "No throws yet." in picture(judge({("chosen", "nobody"): []}))
    assert "doubles" not in picture(judge({("chosen", ""): rolled(80, 1)}))
    many = [throw for place in range(MOST + 3) for throw in rolled(3, seed=place, player=f"P{place}")]
    drawn = picture(judge(grouped(many, ["player"])))
    assert "3 more groups are in the report only." in drawn
    assert drawn.count("<rect ") == MOST * 14
