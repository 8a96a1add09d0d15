"""Makes the carrier with KiCad: footprints, tracks, ground areas, design rules, Gerbers, drills, pictures.

Runs in the Python that has KiCad's module `pcbnew` (version 6). Ground is not routed: both sides are filled
with it, and vias join the two areas.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pcbnew

from hw import netlist
from hw.carrier import router
from hw.carrier.reproducible import board_text, output_text
from hw.design import Design
from hw.placement import PITCH, placed

FOOTPRINTS = Path("/usr/share/kicad/footprints")
#: Labels at the connectors. The label of J1 is read upwards: its + must end up beside pin 1.
PLUGS = {
    "J1": "BATT +", "J2": "SWITCH", "J3": "DISPLAY", "J4": "SEAT 1", "J5": "SEAT 2", "J6": "SEAT 3",
    "J7": "SEAT 4", "J8": "KEYPAD",
}  # fmt: skip
_TURNS = {"right": 0, "up": 90, "left": 180, "down": 270}
_LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)
_GERBERS = (
    ("F_Cu", pcbnew.F_Cu), ("B_Cu", pcbnew.B_Cu), ("F_Mask", pcbnew.F_Mask), ("B_Mask", pcbnew.B_Mask),
    ("F_SilkS", pcbnew.F_SilkS), ("B_SilkS", pcbnew.B_SilkS), ("Edge_Cuts", pcbnew.Edge_Cuts),
)  # fmt: skip


class CarrierError(RuntimeError):
    """The faults that the design rules have found."""


def make(design: Design, folder: Path) -> None:
    """Makes everything of the carrier in a folder; raises a CarrierError if the design rules find a fault."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / "tablekeeper.kicad_pcb"
    board = pcbnew.BOARD()
    nets = _nets(board, design)
    for ref in placed(design, "carrier"):
        _put(board, design, ref, nets)
    _frame(board, design)
    lands = _lands(board)
    width, height = design.keys["board_size"]["size"]
    size = (width, height)
    names = [name for name in _shortest_first(lands) if name != "GND"]
    made = router.route(size, lands, names)
    for piece in made:
        _add(board, piece, nets)
    for point in router.free_points(size, lands, made, "GND", 7.62):
        _add(board, router.Via("GND", point), nets)
    pcbnew.SaveBoard(str(place), board)
    # filling areas needs a board that was loaded: on a new board KiCad 6 crashes
    board = pcbnew.LoadBoard(str(place))
    _ground(board, size)
    pcbnew.SaveBoard(str(place), board)
    place.write_text(board_text(place.read_text("utf-8")), "utf-8")
    board = pcbnew.LoadBoard(str(place))
    _check(board, folder)
    _plot(board, folder)
    _pictures(folder)
    for extra in (".kicad_prl", ".kicad_pro"):
        place.with_suffix(extra).unlink(missing_ok=True)


def _nets(board: Any, design: Design) -> dict[str, Any]:
    found = {}
    for name in netlist.nets((Path(__file__).parents[1] / "tablekeeper.net").read_text("utf-8")):
        found[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(found[name])
    return found


def _put(board: Any, design: Design, ref: str, nets: dict[str, Any]) -> None:
    part = design.part(ref)
    library, _, name = part.footprint.partition(":")
    turn = 0.0
    if library == "tablekeeper":
        footprint = {"Pico_Socketed": _pico, "Piezo_D22mm_P10mm": _piezo}[name](board)
        turn = 90.0 if ref == "U1" else 0.0
    else:
        footprint = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
        # the pins of a socket strip run downwards at 0 degrees, the pins of all other strips to the right
        turn = 90.0 if "PinSocket" in name else 0.0
    x, y, way = design.keys["place"][ref]
    first = design.keys["board_size"]["first_hole"]
    footprint.SetReference(ref)
    footprint.SetValue(part.value)
    footprint.SetPosition(pcbnew.wxPointMM(first[0] + x * PITCH, first[1] + y * PITCH))
    footprint.SetOrientationDegrees((_TURNS[way] + turn) % 360)
    board.Add(footprint)
    pins = {node.pin: net.name for net in design.nets.values() for node in net.nodes if node.ref == ref}
    for pad in footprint.Pads():
        if pad.GetNumber().isdecimal() and int(pad.GetNumber()) in pins:
            pad.SetNet(nets[pins[int(pad.GetNumber())]])
    _silk(footprint, ref)


def _silk(footprint: Any, ref: str) -> None:
    footprint.Value().SetVisible(False)
    text = footprint.Reference()
    size = {"J1": 0.8, "J2": 0.8, "J3": 0.8}.get(ref, 1.0 if ref[0] in "RCDF" else 1.2)
    text.SetTextSize(pcbnew.wxSizeMM(size, size))
    text.SetTextThickness(pcbnew.FromMM(0.15))
    if ref[0] == "R" or ref in ("D1", "F1", "U1", "LS1"):
        # inside the part's outline, because another part is next to it
        text.SetPosition(footprint.GetBoundingBox(False, False).GetCenter())
        text.SetKeepUpright(True)
    if ref == "D2":
        text.SetPosition(footprint.GetPosition() + pcbnew.wxPointMM(6.3, -1.0))
    if ref in PLUGS:
        text.SetText(f"{ref} {PLUGS[ref]}")
        pads = [pad.GetPosition() for pad in footprint.Pads()]
        x, y = ((pads[0].x + pads[-1].x) // 2, (pads[0].y + pads[-1].y) // 2)
        if pads[0].x == pads[-1].x:
            text.SetPosition(pcbnew.wxPoint(x + pcbnew.FromMM(3.9 if x < pcbnew.FromMM(50) else -4.9), y))
        else:
            text.SetPosition(pcbnew.wxPoint(x, y - pcbnew.FromMM(3.1)))


def _pad(footprint: Any, number: int, x: float, y: float, drill: float, size: float) -> None:
    pad = pcbnew.PAD(footprint)
    pad.SetNumber(str(number))
    pad.SetShape(pcbnew.PAD_SHAPE_RECT if number == 1 else pcbnew.PAD_SHAPE_CIRCLE)
    pad.SetAttribute(pcbnew.PAD_ATTRIB_PTH)
    pad.SetLayerSet(pad.PTHMask())
    pad.SetSize(pcbnew.wxSizeMM(size, size))
    pad.SetDrillSize(pcbnew.wxSizeMM(drill, drill))
    pad.SetPos0(pcbnew.wxPointMM(x, y))
    pad.SetPosition(pcbnew.wxPointMM(x, y))
    footprint.Add(pad)


def _outline(footprint: Any, layer: int, box: tuple[float, float, float, float], width: float) -> None:
    shape = pcbnew.FP_SHAPE(footprint, pcbnew.SHAPE_T_RECT)
    shape.SetLayer(layer)
    shape.SetWidth(pcbnew.FromMM(width))
    shape.SetStart0(pcbnew.wxPointMM(box[0], box[1]))
    shape.SetEnd0(pcbnew.wxPointMM(box[2], box[3]))
    shape.SetDrawCoord()
    footprint.Add(shape)


def _pico(board: Any) -> Any:
    footprint = pcbnew.FOOTPRINT(board)
    footprint.SetFPID(pcbnew.LIB_ID("tablekeeper", "Pico_Socketed"))
    for pin in range(20):
        _pad(footprint, pin + 1, 0, pin * PITCH, 1.0, 1.6)
        _pad(footprint, pin + 21, 7 * PITCH, (19 - pin) * PITCH, 1.0, 1.6)
    # 21 by 51 mm; the USB socket extends 1.3 mm over the edge (Pico datasheet, 2.2)
    _outline(footprint, pcbnew.F_SilkS, (-1.61, -1.37, 19.39, 49.63), 0.15)
    _outline(footprint, pcbnew.F_SilkS, (4.89, -2.67, 12.89, 3.0), 0.15)
    _outline(footprint, pcbnew.F_CrtYd, (-1.86, -1.62, 19.64, 49.88), 0.05)
    return footprint


def _piezo(board: Any) -> Any:
    footprint = pcbnew.FOOTPRINT(board)
    footprint.SetFPID(pcbnew.LIB_ID("tablekeeper", "Piezo_D22mm_P10mm"))
    for pin in range(2):
        _pad(footprint, pin + 1, pin * 10.0, 0, 1.0, 2.0)
    for layer, radius, width in ((pcbnew.F_SilkS, 11.1, 0.15), (pcbnew.F_CrtYd, 11.35, 0.05)):
        shape = pcbnew.FP_SHAPE(footprint, pcbnew.SHAPE_T_CIRCLE)
        shape.SetLayer(layer)
        shape.SetWidth(pcbnew.FromMM(width))
        shape.SetStart0(pcbnew.wxPointMM(5, 0))
        shape.SetEnd0(pcbnew.wxPointMM(5 + radius, 0))
        shape.SetDrawCoord()
        footprint.Add(shape)
    return footprint


def _frame(board: Any, design: Design) -> None:
    width, height = design.keys["board_size"]["size"]
    corners = [(0, 0), (width, 0), (width, height), (0, height)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        line = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_SEGMENT)
        line.SetLayer(pcbnew.Edge_Cuts)
        line.SetWidth(pcbnew.FromMM(0.1))
        line.SetStart(pcbnew.wxPointMM(*start))
        line.SetEnd(pcbnew.wxPointMM(*end))
        board.Add(line)
    for number, (x, y) in enumerate(design.keys["board_size"]["mounting"], 1):
        hole = pcbnew.FootprintLoad(str(FOOTPRINTS / "MountingHole.pretty"), "MountingHole_3.2mm_M3")
        hole.SetReference(f"H{number}")
        hole.Reference().SetVisible(False)
        hole.Value().SetVisible(False)
        hole.SetPosition(pcbnew.wxPointMM(x, y))
        board.Add(hole)
    label = pcbnew.PCB_TEXT(board)
    label.SetText("Tablekeeper carrier")
    label.SetPosition(pcbnew.wxPointMM(50, 78.3))
    label.SetTextSize(pcbnew.wxSizeMM(1.5, 1.5))
    label.SetTextThickness(pcbnew.FromMM(0.2))
    label.SetLayer(pcbnew.F_SilkS)
    board.Add(label)


def _lands(board: Any) -> list[router.Land]:
    found = []
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            box = pad.GetBoundingBox()
            middle = box.GetCenter()
            layers = tuple(place for place, layer in enumerate(_LAYERS) if pad.IsOnLayer(layer))
            found.append(
                router.Land(
                    round(pcbnew.ToMM(middle.x), 4),
                    round(pcbnew.ToMM(middle.y), 4),
                    round(pcbnew.ToMM(box.GetWidth()) / 2, 4),
                    round(pcbnew.ToMM(box.GetHeight()) / 2, 4),
                    layers or (0, 1),
                    pad.GetNetname(),
                )
            )
    return sorted(found, key=lambda land: (land.y, land.x))


def _shortest_first(lands: list[router.Land]) -> list[str]:
    by_net: dict[str, list[router.Land]] = {}
    for land in lands:
        if land.net:
            by_net.setdefault(land.net, []).append(land)

    def reach(name: str) -> float:
        those = by_net[name]
        return (
            max(land.x for land in those) - min(land.x for land in those)
            + max(land.y for land in those) - min(land.y for land in those)
        )  # fmt: skip

    return sorted((name for name in by_net if len(by_net[name]) > 1), key=lambda name: (reach(name), name))


def _add(board: Any, piece: router.Track | router.Via, nets: dict[str, Any]) -> None:
    if isinstance(piece, router.Via):
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(pcbnew.wxPointMM(*piece.at))
        via.SetWidth(pcbnew.FromMM(router.VIA))
        via.SetDrill(pcbnew.FromMM(0.4))
        via.SetNet(nets[piece.net])
        board.Add(via)
        return
    track = pcbnew.PCB_TRACK(board)
    track.SetStart(pcbnew.wxPointMM(*piece.start))
    track.SetEnd(pcbnew.wxPointMM(*piece.end))
    track.SetWidth(pcbnew.FromMM(router.TRACK))
    track.SetLayer(_LAYERS[piece.layer])
    track.SetNet(nets[piece.net])
    board.Add(track)


def _ground(board: Any, size: tuple[float, float]) -> None:
    code = board.GetNetcodeFromNetname("GND")
    for layer in _LAYERS:
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNetCode(code)
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in ((0.5, 0.5), (size[0] - 0.5, 0.5), (size[0] - 0.5, size[1] - 0.5), (0.5, size[1] - 0.5)):
            outline.Append(pcbnew.FromMM(x), pcbnew.FromMM(y))
        zone.SetLocalClearance(pcbnew.FromMM(0.3))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        zone.SetThermalReliefGap(pcbnew.FromMM(0.4))
        zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.5))
        board.Add(zone)
    for _ in range(2):
        board.BuildConnectivity()
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
        # if one side has no ground area here, a via would join nothing
        for track in list(board.GetTracks()):
            if (
                isinstance(track, pcbnew.PCB_VIA)
                and track.GetNetCode() == code
                and not all(
                    zone.HitTestFilledArea(zone.GetLayer(), track.GetPosition()) for zone in board.Zones()
                )
            ):
                board.Remove(track)


def _check(board: Any, folder: Path) -> None:
    report = folder / "design-rules.txt"
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    text = output_text(report.read_text("utf-8"))
    report.write_text(text, "utf-8")
    found = [line for line in text.splitlines() if line.startswith("[")]
    if found:
        raise CarrierError(f"The design rules found {len(found)} faults, see {report}: {sorted(set(found))}")


def _plot(board: Any, folder: Path) -> None:
    target = folder / "gerbers"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(target.resolve()))
    options.SetUseGerberProtelExtensions(False)
    options.SetPlotFrameRef(False)
    options.SetSubtractMaskFromSilk(True)
    for name, layer in _GERBERS:
        control.SetLayer(layer)
        control.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
    control.ClosePlot()
    drills = pcbnew.EXCELLON_WRITER(board)
    drills.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drills.SetFormat(True)
    drills.CreateDrillandMapFilesSet(str(target.resolve()), True, False)
    for path in sorted(target.iterdir()):
        path.write_text(output_text(path.read_text("utf-8")), "utf-8")


def _pictures(folder: Path) -> None:
    gerbers = folder / "gerbers"
    for side, letter in (("top", "F"), ("bottom", "B")):
        layers = [
            ("#e8e4d4", "PTH.drl"), ("#e8e4d4", "NPTH.drl"), ("#f4f4f4", f"{letter}_SilkS.gbr"),
            ("#d8b348", f"{letter}_Mask.gbr"), ("#2f8f55", f"{letter}_Cu.gbr"), ("#e8e4d4", "Edge_Cuts.gbr"),
        ]  # fmt: skip
        command = [
            "gerbv",
            "-x",
            "png",
            "-D",
            "300",
            "-a",
            "-b",
            "#14532d",
            "-o",
            str(folder / f"{side}.png"),
        ]
        if side == "bottom":
            # as it looks when the board is turned over
            command.append("--mirror=Y")
        for colour, name in layers:
            command += [f"--foreground={colour}ff", str(gerbers / f"tablekeeper-{name}")]
        subprocess.run(command, check=True, capture_output=True)
