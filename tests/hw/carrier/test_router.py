"""The router joins what belongs together, keeps its distance from the rest, and says when there is no way."""

from itertools import combinations
from math import hypot

import pytest

from hw.carrier import router
from hw.carrier.router import Land, Track, Via
from tests.nonempty import nonempty

SIZE = (20.0, 15.0)
BOTH = (0, 1)


def pad(x, y, net, layers=BOTH, half=0.8):
    """Return a square pad."""
    return Land(x, y, half, half, layers, net)


def gap_to(piece, land):
    """Return the least distance (mm) of a piece's copper from a pad; points along it are tried."""
    ends = (piece.at, piece.at) if isinstance(piece, Via) else (piece.start, piece.end)
    half = (router.VIA if isinstance(piece, Via) else router.TRACK) / 2
    least = float("inf")
    for step in range(41):
        x, y = (ends[0][axis] + (ends[1][axis] - ends[0][axis]) * step / 40 for axis in (0, 1))
        dx = max(abs(x - land.x) - land.half_width, 0)
        dy = max(abs(y - land.y) - land.half_height, 0)
        least = min(least, hypot(dx, dy) - half)
    return least


def layers_of(piece):
    """Return the layers a piece has copper on."""
    return BOTH if isinstance(piece, Via) else (piece.layer,)


def joined(lands, made, net):
    """Return whether the pieces of a net join its pads, point by point."""
    group = {}

    def find(one):
        while group.setdefault(one, one) != one:
            one = group[one]
        return one

    for piece in made:
        if piece.net != net:
            continue
        if isinstance(piece, Via):
            group[find((0, piece.at))] = find((1, piece.at))
        else:
            group[find((piece.layer, piece.start))] = find((piece.layer, piece.end))
    pads = [land for land in lands if land.net == net]
    for land in pads:
        for layer in land.layers:
            group[find((layer, (land.x, land.y)))] = find(land)
    return len({find(land) for land in pads}) == 1


def check(lands, made):
    """Assert that every net is joined and that no copper comes too near to another net's."""
    for net in {land.net for land in lands if land.net}:
        assert joined(lands, made, net), net
    for piece in made:
        for land in lands:
            if land.net != piece.net and set(layers_of(piece)) & set(land.layers):
                assert gap_to(piece, land) >= router.CLEARANCE - 1e-6, (piece, land)


def test_a_straight_way_is_one_track():
    lands = [pad(2.54, 5.08, "A"), pad(12.7, 5.08, "A")]
    (piece,) = router.route(SIZE, lands, ["A"])
    assert {piece.start, piece.end} == {(2.54, 5.08), (12.7, 5.08)}


def test_ways_round_what_stands_between():
    lands = [pad(2.54, 5.08, "A"), pad(15.24, 5.08, "A"), pad(7.62, 5.08, "B"), pad(7.62, 10.16, "B")]
    check(lands, router.route(SIZE, lands, ["A", "B"]))


def test_a_way_from_one_side_to_the_other_has_a_via():
    lands = [pad(2.54, 5.08, "A", (0,)), pad(15.24, 5.08, "A", (1,))]
    made = router.route(SIZE, lands, ["A"])
    assert sum(isinstance(piece, Via) for piece in made) == 1
    check(lands, made)


def test_a_wall_on_one_side_is_passed_on_the_other():
    wall = Land(9.0, 7.5, 0.3, 7.0, (0,), "")
    lands = [pad(2.54, 5.08, "A", (0,)), pad(15.24, 5.08, "A", (0,)), wall]
    made = router.route(SIZE, lands, ["A"])
    assert sum(isinstance(piece, Via) for piece in made) == 2
    check(lands, made)


def test_no_way_is_told():
    wall = Land(9.0, 7.5, 0.3, 7.5, BOTH, "")
    with pytest.raises(router.NoWayError, match="No way for A"):
        router.route(SIZE, [pad(2.54, 5.08, "A"), pad(15.24, 5.08, "A"), wall], ["A"], tries=3)


def test_crossed_pairs_find_ways_and_keep_apart():
    lands = [pad(2.54, 2.54 * (row + 1), name) for row, name in enumerate("ABCD")]
    lands += [pad(15.24, 2.54 * (row + 1), name) for row, name in enumerate("DCBA")]
    made = router.route(SIZE, lands, list("ABCD"))
    check(lands, made)
    for one, other in nonempty(combinations(made, 2)):
        if one.net != other.net and isinstance(other, Track) and set(layers_of(one)) & {other.layer}:
            for step in range(21):
                point = [
                    other.start[axis] + (other.end[axis] - other.start[axis]) * step / 20 for axis in (0, 1)
                ]
                dot = Land(*point, router.TRACK / 2 * 0.7, router.TRACK / 2 * 0.7, BOTH, other.net)
                assert gap_to(one, dot) >= router.CLEARANCE - 0.05, (one, other)


def test_the_result_is_the_same_each_time():
    lands = [pad(2.54, 2.54, "A"), pad(15.24, 10.16, "A"), pad(2.54, 10.16, "B"), pad(15.24, 2.54, "B")]
    assert router.route(SIZE, lands, ["A", "B"]) == router.route(SIZE, lands, ["A", "B"])


def test_free_points_keep_away_from_pads_and_tracks():
    lands = [pad(2.54, 5.08, "A"), pad(15.24, 5.08, "A"), pad(10.16, 10.16, "GND")]
    made = router.route(SIZE, lands, ["A"])
    points = router.free_points(SIZE, lands, made, "GND", 2.54)
    assert len(points) > 5
    for point in points:
        via = Via("GND", point)
        assert all(gap_to(via, land) >= router.CLEARANCE - 1e-6 for land in lands)
        around = Land(*point, router.VIA / 2, router.VIA / 2, BOTH, "GND")
        assert all(gap_to(piece, around) >= router.CLEARANCE - 1e-6 for piece in made)
