"""The printed parts of the case as solids, and simple solids of the parts inside it.

Each printed part lies as it is printed, without supports: the base on its floor, the lid and the door on
their outer face, the tabs flat. `assembled` moves them to their places in the case.
"""

from __future__ import annotations

import re
from itertools import combinations
from math import cos, radians
from pathlib import Path
from typing import Any

from build123d import (
    Align,
    Box,
    Cylinder,
    Location,
    Plane,
    Polyline,
    Pos,
    Rot,
    export_step,
    export_stl,
    extrude,
    make_face,
)

from hw.design import Design
from hw.enclosure import letters
from hw.enclosure.layout import LID_LEFT, PICO_BOARD, PICO_USB, TAB, Case, variants

_BOTTOM = (Align.CENTER, Align.CENTER, Align.MIN)
_TOP = (Align.CENTER, Align.CENTER, Align.MAX)
#: Depth of the pips that mark the seats, and of the screw holes that do not go through.
_PIP, _PILOT_DEEP = 0.8, 12.0
_PIP_AT = {1: ((0, 0),), 2: ((-2.6, 0), (2.6, 0)), 3: ((-4, 0), (0, 0), (4, 0)),
           4: ((-2.6, -2.6), (2.6, -2.6), (-2.6, 2.6), (2.6, 2.6))}  # fmt: skip
#: The widest gap that a printer bridges without supports (mm).
BRIDGE = 20.0
#: If the common volume of two solids (mm3) is not larger than this, they only touch.
_TOUCH = 0.5


class EnclosureError(RuntimeError):
    """A sentence that says what does not fit."""


def base(case: Case) -> Any:
    """Returns the box: walls, floor, posts, supports of the carrier, and all openings."""
    k = case.keys
    wall, floor, depth, width = k["wall"], k["floor"], k["depth"], k["width"]
    solid = _wedge(case, width, depth, 0, 0) - _wedge(case, width - 2 * wall, depth - 2 * wall, floor, 5)
    height = case.under_lid(depth / 2)
    trim = _wedge(case, width, depth, 0, 0)
    for x, y in k["posts"]:
        post = Pos(x, y, 0) * Cylinder(k["post"] / 2, height, align=_BOTTOM)
        solid += post & trim
    for x, y in k["posts"]:
        top = case.under_lid(y)
        solid -= Pos(x, y, top - _PILOT_DEEP) * Cylinder(k["pilot"] / 2, 2 * _PILOT_DEEP, align=_BOTTOM)
    for x, y in case.design.keys["board_size"]["mounting"]:
        at = case.carrier_point(x, y)
        solid += Pos(*at, floor) * Cylinder(3.3, k["standoff"], align=_BOTTOM)
        solid -= Pos(*at, floor - k["standoff_deeper"]) * Cylinder(k["pilot"] / 2, 10, align=_BOTTOM)
    solid += _battery_ribs(case)
    room = k["battery"]["room"]
    solid -= Pos(*k["battery"]["at"], 0) * Box(room[0], room[1], 2 * floor)
    for x, y in k["battery"]["door_screws"]:
        at = (k["battery"]["at"][0] + x, k["battery"]["at"][1] + y)
        solid += Pos(*at, 0) * Cylinder(3.5, 8, align=_BOTTOM)
        solid -= Pos(*at, -1) * Cylinder(k["pilot"] / 2, 8, align=_BOTTOM)
    return _back_wall(case, solid)


def _battery_ribs(case: Case) -> Any:
    k = case.keys["battery"]
    room, (x, y) = k["room"], k["at"]
    outer = Box(room[0] + 3.2, room[1] + 3.2, 6.0, align=_BOTTOM)
    return Pos(x, y, case.keys["floor"]) * (outer - Box(room[0], room[1], 20.0))


def _back_wall(case: Case, solid: Any) -> Any:
    k = case.keys
    back = k["depth"] / 2
    thick = 4 * k["wall"]
    for one in case.back_openings():
        tool = (
            Rot(X=90) * Cylinder(one.half_x, thick)
            if one.round
            else Box(2 * one.half_x, thick, 2 * one.half_v)
        )
        solid -= Pos(one.x, back, one.v) * tool
    for text, label in case.labels("back"):
        # seen from behind, its columns run towards smaller x
        solid -= Pos(label.x, back, label.v) * Rot(Z=180) * Rot(X=90) * _carved(case, text)
    width, length, height = k["usb"]["tongue"]
    tongue = Box(width, length, height, align=(Align.CENTER, Align.MIN, Align.MIN))
    for side in (-1, 1):
        tongue -= Pos(side * width / 4, length * 0.6, 0) * Box(2.5, 5.5, 3 * height)
    return solid + Pos(case.usb[0], back, 0) * tongue


def _carved(case: Case, text: str) -> Any:
    """Returns the shape that cuts a text into a face: around the origin, as deep below the face as above."""
    k = case.keys["letters"]
    pixel = k["pixel"]
    columns, rows = letters.size(text)
    # a little too wide, so that two pixels that meet at a corner become one hole
    tool = Box(pixel * 1.1, pixel * 1.1, 2 * k["deep"])
    found = None
    for column, row in letters.pixels(text):
        at = Pos((column + 0.5 - columns / 2) * pixel, (rows / 2 - row - 0.5) * pixel, 0)
        found = at * tool if found is None else found + at * tool
    return found


def _wedge(case: Case, width: float, depth: float, low: float, above: float) -> Any:
    # a prism whose top follows the lid; with `above` it stands out over the lid
    y = depth / 2
    corners = [(-y, low), (y, low), (y, case.under_lid(y) + above), (-y, case.under_lid(-y) + above)]
    face = make_face(Plane.YZ * Polyline(*corners, close=True))
    return Pos(-width / 2, 0, 0) * extrude(face, width, dir=(1, 0, 0))


def lid(case: Case) -> Any:
    """Returns the lid with its lower face at z = 0: openings, sockets for the clamps' screws, pips."""
    k = case.keys
    thick = k["lid"]
    solid = Box(k["width"], case.lid_length, thick, align=_BOTTOM)
    for name in ("display", "keypad"):
        x, v = k[name]["at"]
        for dx, dv in k[name]["tabs"]:
            socket = Pos(x + dx, v + dv, 0) * Cylinder(3.5, k[name]["thick"], align=_TOP)
            solid += socket - Pos(x, v, 0) * Box(*(side + 0.6 for side in k[name]["size"]), 40)
    for one in case.openings():
        tool = (
            Cylinder(one.half_x, 4 * thick) if one.round else Box(2 * one.half_x, 2 * one.half_v, 4 * thick)
        )
        solid -= Pos(one.x, one.v, 0) * tool
    for name in ("display", "keypad"):
        x, v = k[name]["at"]
        for dx, dv in k[name]["tabs"]:
            deep = k[name]["thick"] + thick - LID_LEFT
            solid -= Pos(x + dx, v + dv, -k[name]["thick"]) * Cylinder(k["pilot"] / 2, deep, align=_BOTTOM)
    for seat, x, v in case.buttons():
        for dx, dv in _PIP_AT[seat]:
            at = Pos(x + dx, v + k["button"]["marks"] + dv, thick)
            solid -= at * Cylinder(1.4, 2 * _PIP)
    for text, label in case.labels("lid"):
        solid -= Pos(label.x, label.v, thick) * _carved(case, text)
    return solid


def door(case: Case) -> Any:
    """Returns the battery's door with its outer face at z = 0."""
    k = case.keys["battery"]
    width, height, thick = k["door"]
    plug = (k["room"][0] - 0.6, k["room"][1] - 0.6, case.keys["floor"] - 0.4)
    solid = Box(width, height, thick, align=_BOTTOM)
    solid += Pos(0, 0, thick) * (Box(*plug, align=_BOTTOM) - Box(plug[0] - 3.2, plug[1] - 3.2, 20))
    for x, y in k["door_screws"]:
        solid -= Pos(x, y, 0) * Cylinder(case.keys["screw_hole"] / 2, 20)
    return solid


def tab(case: Case) -> Any:
    """Returns a clamp that holds display or keypad against the lid."""
    return Box(*TAB, align=_BOTTOM) - Cylinder(case.keys["screw_hole"] / 2, 20)


def printed(design: Design) -> dict[str, Any]:
    """Returns every printed part by the name of its file, as it lies on the printer's bed."""
    four = Case(design, 4)
    turned = Rot(X=180)
    return {
        "base": base(four),
        **{f"lid-{name}": turned * lid(case) for name, case in variants(design).items()},
        "battery-door": door(four),
        "tab": tab(four),
    }


def on_lid(case: Case, x: float, v: float, z: float = 0) -> Location:
    """Returns the position of a point of the lid, z above its lower face, turned with the lid."""
    tilt = case.keys["tilt"]
    return Pos(0, 0, case.under_lid(0)) * Rot(X=tilt) * Pos(x, v, z)


def assembled(case: Case) -> dict[str, Any]:
    """Returns the printed parts in their places."""
    k = case.keys
    found = {
        "base": base(case),
        "lid": on_lid(case, 0, 0) * lid(case),
        "battery door": Pos(*k["battery"]["at"], -k["battery"]["door"][2]) * door(case),
    }
    for name in ("display", "keypad"):
        x, v = k[name]["at"]
        for number, (dx, dv) in enumerate(k[name]["tabs"], 1):
            place = on_lid(case, x + dx, v + dv, -k[name]["thick"] - TAB[2])
            found[f"{name} tab {number}"] = place * tab(case)
    return found


def contents(case: Case) -> dict[str, Any]:
    """Returns simple solids of the parts inside the case, in their places."""
    k = case.keys
    board = case.design.keys["board_size"]
    width, height = board["size"]
    middle = case.carrier_point(width / 2, height / 2)
    bottom = k["floor"] + k["standoff"]
    carrier = Pos(*middle, bottom) * Box(width, height, board["thickness"], align=_BOTTOM)
    for x, y in board["mounting"]:
        carrier -= Pos(*case.carrier_point(x, y), bottom) * Cylinder(1.6, 20)
    column, row, _ = case.design.keys["place"]["U1"]
    x, y = case.hole_point(column + 3.5, row + 9.5)
    pico_top = case.carrier_top + k["socket"]
    usb_x, usb_z = case.usb
    found = {
        "carrier": carrier,
        "Pico": Pos(x, y, pico_top) * Box(21, 51, PICO_BOARD, align=_BOTTOM)
        + Pos(usb_x, y + 25.5 + 1.3 - 3, usb_z) * Box(8, 6, PICO_USB),
        "battery": Pos(*k["battery"]["at"], k["floor"] - 0.3) * Box(*k["battery"]["size"], align=_BOTTOM),
        "switch": Pos(k["switch"]["at"][0], k["depth"] / 2 + 2, k["switch"]["at"][1])
        * Box(
            k["switch"]["hole"][0] - 0.4, k["switch"]["deep"], k["switch"]["hole"][1] - 0.4,
            align=(Align.CENTER, Align.MAX, Align.CENTER),
        ),
    }  # fmt: skip
    for name in ("display", "keypad"):
        at = k[name]["at"]
        size, window = k[name]["size"], k[name]["window"]
        solid = on_lid(case, *at) * Box(*size, k[name]["thick"], align=_TOP)
        if name == "keypad":
            solid += on_lid(case, at[0], at[1]) * Box(
                window[0] - 1, window[1] - 1, k["lid"] + 4, align=_BOTTOM
            )
        found[name] = solid
    for seat, x, v in case.buttons():
        body = Cylinder(k["button"]["hole"] / 2 - 0.2, k["button"]["deep"], align=_TOP)
        cap = Cylinder(k["button"]["bezel"] / 2, 4, align=_BOTTOM)
        found[f"button {seat}"] = on_lid(case, x, v, k["lid"]) * (body + cap)
        lamp = Cylinder(k["button"]["lamp_hole"] / 2 - 0.05, k["button"]["lamp_deep"], align=_TOP)
        found[f"lamp {seat}"] = on_lid(case, x, v + k["button"]["lamp"], k["lid"] + 1) * lamp
    return found


def overlaps(case: Case) -> list[str]:
    """Returns one sentence for each pair of solids that overlap."""
    solids = assembled(case) | contents(case)
    boxes = {name: solid.bounding_box() for name, solid in solids.items()}
    found = []
    for one, other in combinations(solids, 2):
        a, b = boxes[one], boxes[other]
        if any(getattr(a.min, axis) > getattr(b.max, axis) or getattr(b.min, axis) > getattr(a.max, axis)
               for axis in "XYZ"):  # fmt: skip
            continue
        common = solids[one] & solids[other]
        volume = common.volume if common is not None else 0.0
        if volume > _TOUCH:
            found.append(f"{one} and {other} share {volume:.1f} mm3.")
    return found


def hanging(solid: Any, limit: float = 45.0) -> list[float]:
    """Returns the spans of flat faces that nothing supports when the part is printed, longest first (mm).

    A printer bridges up to `BRIDGE`; round faces do not count: small holes in walls print as they are.
    """
    bed = solid.bounding_box().min.Z
    found = []
    for face in solid.faces():
        if str(face.geom_type).endswith("PLANE") and -cos(radians(limit)) > face.normal_at().Z:
            size = face.bounding_box().size
            if bed + 0.01 < face.center().Z:
                found.append(max(size.X, size.Y))
    return sorted(found, reverse=True)


def write(design: Design, folder: Path) -> None:
    """Writes STEP and STL of every printed part; raises an EnclosureError if something does not fit."""
    found = [f"{name}: {line}" for name, case in variants(design).items() for line in overlaps(case)]
    if found:
        raise EnclosureError(" ".join(found))
    folder.mkdir(parents=True, exist_ok=True)
    for name, solid in printed(design).items():
        if not solid.is_valid or len(solid.solids()) != 1:
            raise EnclosureError(f"{name} is not one sound solid.")
        if max(hanging(solid), default=0) > BRIDGE:
            raise EnclosureError(f"{name} needs supports: {max(hanging(solid)):.1f} mm hang freely.")
        export_stl(solid, str(folder / f"{name}.stl"), tolerance=0.05)
        step = folder / f"{name}.step"
        export_step(solid, str(step))
        step.write_text(_undated(step.read_text("utf-8")), "utf-8")


def _undated(text: str) -> str:
    return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", "2000-01-01T00:00:00", text)
