"""Pictures of the case, closed and exploded, made without a screen."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyvista
from build123d import Pos, export_stl

from hw.design import Design
from hw.enclosure import solids
from hw.enclosure.layout import variants

_COLOURS = {
    "base": "#3f6f8f", "lid": "#e9e4d8", "battery door": "#5f8faf", "carrier": "#2f8f55", "Pico": "#1f6f45",
    "battery": "#c9cdd2", "switch": "#303030", "display": "#182030", "keypad": "#404448", "button": "#c8401c",
    "lamp": "#f4d03f",
}  # fmt: skip
#: How far the parts are lifted in the exploded view (mm).
_LIFTS = {
    "base": 0, "battery door": -70, "battery": -45, "carrier": 45, "Pico": 60, "switch": 0, "display": 105,
    "keypad": 105, "lid": 145, "button": 185, "lamp": 185,
}  # fmt: skip


def write(design: Design, folder: Path) -> None:
    """Writes pictures of both variants and an exploded view."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, case in variants(design).items():
        everything = solids.assembled(case) | solids.contents(case)
        _shoot(folder / f"case-{name}.png", everything, apart=False, eye=(-130, -270, 220))
        if name == "4-seats":
            _shoot(folder / "case-exploded.png", everything, apart=True, eye=(-430, -560, 330))
            _shoot(folder / "case-back.png", everything, apart=False, eye=(140, 280, 150))


def _kind(name: str) -> str:
    return next((kind for kind in sorted(_COLOURS, key=len, reverse=True) if name.startswith(kind)), "lid")


def _shoot(place: Path, parts: dict[str, Any], *, apart: bool, eye: tuple[float, float, float]) -> None:
    plotter = pyvista.Plotter(off_screen=True, window_size=(1400, 1000))
    plotter.set_background("white")
    with TemporaryDirectory() as scratch:
        for number, (name, solid) in enumerate(parts.items()):
            kind = _kind(name)
            lift = (_LIFTS[kind] - (20 if "tab" in name else 0)) if apart else 0
            file = Path(scratch) / f"{number}.stl"
            export_stl(Pos(0, 0, lift) * solid, str(file), tolerance=0.1)
            mesh = pyvista.read(file)
            colour = "#b08040" if "tab" in name else _COLOURS[kind]
            plotter.add_mesh(mesh, color=colour, smooth_shading=False, specular=0.1)
            edges = mesh.extract_feature_edges(30, boundary_edges=False)
            if edges.n_points:
                plotter.add_mesh(edges, color="#202020", line_width=1)
    centre = (0, 0, 95 if apart else 20)
    plotter.camera_position = [eye, centre, (0, 0, 1)]
    plotter.enable_anti_aliasing("ssaa")
    plotter.screenshot(str(place))
    plotter.close()
