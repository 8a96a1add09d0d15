"""A router for two layers: finds paths for tracks on a grid, around pads and tracks of other nets.

Lengths in mm. Each net is routed pin by pin along the cheapest path (Dijkstra with a lower bound, "A*"). If
a net finds no path, it moves to the front and routing starts again. The result depends only on the arguments.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

#: The distance of two nodes: an eighth of the distance between holes.
GRID = 0.3175
TRACK = 0.3
CLEARANCE = 0.25
VIA = 0.8
#: The cost of a via in steps, and of a diagonal step if a straight one costs 1.
_VIA_COST = 12.0
_DIAGONAL = 1.4142
_FREE, _SHARED = 0, -1

Node = tuple[int, int, int]
"""Layer (0 top, 1 bottom), column, row."""


class NoWayError(RuntimeError):
    """Found no order of nets in which all nets have a path."""


@dataclass(frozen=True, slots=True)
class Land:
    """A pad as a rectangle (round pads as squares): centre, half sizes, layers, net ("" for none)."""

    x: float
    y: float
    half_width: float
    half_height: float
    layers: tuple[int, ...]
    net: str


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper of a net, on one layer."""

    net: str
    layer: int
    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole that joins both layers."""

    net: str
    at: tuple[float, float]


class _Grid:
    # which net may use each node: for tracks, and for vias, which need more room

    def __init__(self, width: float, height: float, margin: float) -> None:
        self.columns, self.rows = int(width / GRID) + 1, int(height / GRID) + 1
        size = self.columns * self.rows
        self.tracks = [[_FREE] * size for _ in range(2)]
        self.vias = [[_FREE] * size for _ in range(2)]
        edge = int(margin / GRID) + 1
        for column in range(self.columns):
            for row in range(self.rows):
                if not (edge <= column < self.columns - edge and edge <= row < self.rows - edge):
                    for layer in range(2):
                        self.tracks[layer][row * self.columns + column] = _SHARED
                        self.vias[layer][row * self.columns + column] = _SHARED

    def keep(self, layer: int, box: tuple[float, float, float, float], net: int) -> None:
        """Reserves the area around a box of copper (x0, y0, x1, y1) for its net."""
        for plane, half in ((self.tracks[layer], TRACK / 2), (self.vias[layer], VIA / 2)):
            self._reserve(plane, box, half + CLEARANCE, net)

    def _reserve(
        self, plane: list[int], box: tuple[float, float, float, float], reach: float, net: int
    ) -> None:
        x0, y0, x1, y1 = box
        for row in range(max(0, int((y0 - reach) / GRID)), min(self.rows, int((y1 + reach) / GRID) + 2)):
            y = row * GRID
            dy = max(y0 - y, 0, y - y1)
            for column in range(
                max(0, int((x0 - reach) / GRID)), min(self.columns, int((x1 + reach) / GRID) + 2)
            ):
                x = column * GRID
                dx = max(x0 - x, 0, x - x1)
                if dx * dx + dy * dy < reach * reach - 1e-9:
                    at = row * self.columns + column
                    plane[at] = net if plane[at] in (_FREE, net) else _SHARED


def route(
    size: tuple[float, float],
    lands: Sequence[Land],
    nets: Sequence[str],
    margin: float = 0.5,
    tries: int = 40,
) -> list[Track | Via]:
    """Returns tracks and vias that join the lands of each of these nets; raises NoWayError if it finds none.

    `margin` must stay free of copper along the board's edges; the board lies between (0, 0) and `size`.
    """
    order = list(nets)
    for _ in range(tries):
        made, failed = _attempt(size, lands, order, margin)
        if not failed:
            return made
        order.remove(failed)
        order.insert(0, failed)
    raise NoWayError(f"No way for {order[0]} in {tries} orders.")


def free_points(
    size: tuple[float, float], lands: Sequence[Land], made: Iterable[Track | Via], net: str, step: float
) -> list[tuple[float, float]]:
    """Returns points, `step` or more apart, where a via of a net touches no pad and no other net."""
    numbers = _numbers(lands, [])
    grid = _filled(size, [replace(land, net="") for land in lands], numbers, 0.8)
    for piece in made:
        _keep(grid, piece, numbers.setdefault(piece.net, len(numbers) + 1))
    own = numbers[net]
    stride = max(1, round(step / GRID))
    found = []
    for row in range(stride // 2, grid.rows, stride):
        for column in range(stride // 2, grid.columns, stride):
            at = row * grid.columns + column
            if all(plane[at] in (_FREE, own) for plane in grid.vias):
                found.append((column * GRID, row * GRID))
    return found


def _numbers(lands: Sequence[Land], nets: Sequence[str]) -> dict[str, int]:
    names = sorted({land.net for land in lands if land.net} | set(nets))
    return {name: number for number, name in enumerate(names, 1)}


def _filled(
    size: tuple[float, float], lands: Sequence[Land], numbers: dict[str, int], margin: float
) -> _Grid:
    grid = _Grid(*size, margin)
    for land in lands:
        box = (
            land.x - land.half_width, land.y - land.half_height,
            land.x + land.half_width, land.y + land.half_height,
        )  # fmt: skip
        for layer in land.layers:
            grid.keep(layer, box, numbers.get(land.net, _SHARED))
    return grid


def _attempt(
    size: tuple[float, float], lands: Sequence[Land], order: Sequence[str], margin: float
) -> tuple[list[Track | Via], str]:
    numbers = _numbers(lands, order)
    grid = _filled(size, lands, numbers, margin)
    made: list[Track | Via] = []
    for name in order:
        pads = [land for land in lands if land.net == name]
        joined = set(_nodes(pads[0]))
        centre = dict.fromkeys(joined, (pads[0].x, pads[0].y))
        left = pads[1:]
        while left:
            goals = {node: land for land in left for node in _nodes(land)}
            way = _way(grid, joined, goals, numbers[name])
            if not way:
                return made, name
            reached = goals[way[-1]]
            pieces = _pieces(name, way, centre.get(way[0]), (reached.x, reached.y))
            for piece in pieces:
                _keep(grid, piece, numbers[name])
            made += pieces
            joined.update(way)
            for node in _nodes(reached):
                joined.add(node)
                centre[node] = (reached.x, reached.y)
            left.remove(reached)
    return made, ""


def _keep(grid: _Grid, piece: Track | Via, net: int) -> None:
    if isinstance(piece, Via):
        (x, y), half = piece.at, VIA / 2
        for layer in range(2):
            grid.keep(layer, (x - half, y - half, x + half, y + half), net)
        return
    (x0, y0), (x1, y1) = piece.start, piece.end
    # a diagonal piece as a row of small boxes: one box around it would reserve far too much
    steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0)) / GRID)) if x0 != x1 and y0 != y1 else 1
    half = TRACK / 2
    for step in range(steps):
        ax, ay = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
        bx, by = x0 + (x1 - x0) * (step + 1) / steps, y0 + (y1 - y0) * (step + 1) / steps
        box = (min(ax, bx) - half, min(ay, by) - half, max(ax, bx) + half, max(ay, by) + half)
        grid.keep(piece.layer, box, net)


def _nodes(land: Land) -> list[Node]:
    # the grid's node nearest to the centre: the rest of the way to the centre is within the pad
    return [(layer, round(land.x / GRID), round(land.y / GRID)) for layer in land.layers]


def _way(grid: _Grid, starts: set[Node], goals: dict[Node, Land], net: int) -> list[Node]:
    boxes = (
        min(node[1] for node in goals), max(node[1] for node in goals),
        min(node[2] for node in goals), max(node[2] for node in goals),
    )  # fmt: skip

    def bound(node: Node) -> float:
        dx = max(boxes[0] - node[1], 0, node[1] - boxes[1])
        dy = max(boxes[2] - node[2], 0, node[2] - boxes[3])
        return max(dx, dy) + (_DIAGONAL - 1) * min(dx, dy)

    cost = dict.fromkeys(starts, 0.0)
    came: dict[Node, Node] = {}
    queue = [(bound(node), 0.0, node) for node in sorted(starts)]
    heapq.heapify(queue)
    while queue:
        _, spent, node = heapq.heappop(queue)
        if spent > cost[node]:
            continue
        if node in goals:
            way = [node]
            while way[-1] in came:
                way.append(came[way[-1]])
            return way[::-1]
        for other, price in _steps(grid, node, net):
            total = spent + price
            if total < cost.get(other, float("inf")):
                cost[other] = total
                came[other] = node
                heapq.heappush(queue, (total + bound(other), total, other))
    return []


def _steps(grid: _Grid, node: Node, net: int) -> Iterable[tuple[Node, float]]:
    layer, column, row = node
    plane = grid.tracks[layer]
    for dx, dy, price in _NEIGHBOURS:
        x, y = column + dx, row + dy
        if 0 <= x < grid.columns and 0 <= y < grid.rows and plane[y * grid.columns + x] in (_FREE, net):
            # on each layer one direction is cheap, so that tracks do not block each other
            yield (layer, x, y), price * (1.0 if (dx if layer else dy) == 0 or (dx and dy) else 1.15)
    at = row * grid.columns + column
    if all(grid.vias[side][at] in (_FREE, net) for side in range(2)):
        yield (1 - layer, column, row), _VIA_COST


_NEIGHBOURS = [
    (dx, dy, _DIAGONAL if dx and dy else 1.0) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy
]


def _pieces(
    net: str, way: Sequence[Node], start: tuple[float, float] | None, end: tuple[float, float]
) -> list[Track | Via]:
    points = [(layer, (column * GRID, row * GRID)) for layer, column, row in way]
    if start is not None:
        points.insert(0, (points[0][0], start))
    points.append((points[-1][0], end))
    made: list[Track | Via] = []
    begin = points[0]
    for before, here, after in zip(points, points[1:], [*points[2:], None], strict=False):
        if before[0] != here[0]:
            made.append(Via(net, here[1]))
            begin = here
        if after is None or after[0] != here[0] or not _straight(begin[1], here[1], after[1]):
            if begin[1] != here[1]:
                made.append(Track(net, here[0], begin[1], here[1]))
            begin = here
    return made


def _straight(one: tuple[float, float], two: tuple[float, float], three: tuple[float, float]) -> bool:
    across = (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
    along = (two[0] - one[0]) * (three[0] - two[0]) + (two[1] - one[1]) * (three[1] - two[1])
    return abs(across) < 1e-9 and (along > 0 or one == two)
