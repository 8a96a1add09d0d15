"""Draws every screen with the texts of one language: python -m tests.tabledevice.in_language it FOLDER PNG.

A process of its own, because a board loads one language and the tests have loaded English. The modules of
the language are written into FOLDER, which is searched before the repository's. The scenes are those of all
tests of screens: SCENES (name -> maker of a scene) and draw(scene). What had to be cut is printed, as JSON:
scene -> texts.
"""

import importlib
import json
import sys
from pathlib import Path

import tabledevice
from tablecore.sheets import FOLDERS
from tabledevice import canvas
from tablekeeper.boardkit import texts
from tests.tabledevice.gallery import contact_sheet

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "firmware" / "texts.toml"
#: all tests that have scenes: the look of each game, then the look for small displays
SCREENS = (
    "tabledevice.test_screens", *(f"tableprograms.{game}.test_screens" for game in ("race", "tara", "plain")),
    "tabledevice.test_large_clock",
)


def put_language(language: str, folder: Path) -> None:
    """Write the texts of a language where the modules of texts are looked for first."""
    for place, source in texts.modules(texts.read_table(TABLE.read_text("utf-8")), language).items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source)
    for package in (tabledevice, *(importlib.import_module(f"tableprograms.{one}") for one in FOLDERS)):
        package.__path__.insert(0, str(folder / "lib" / package.__name__.replace(".", "/")))


def note_cuts() -> list[str]:
    """Return a list that grows by every text which does not fit where it is drawn."""
    cut = []
    fitting, text = canvas.fitting, canvas.Canvas.text

    def noting_fitting(string, count):
        if len(string) > count:
            cut.append(string)
        return fitting(string, count)

    def noting_text(self, x, page, string, lit=False):
        if x + len(string) * canvas.CELL - 1 > canvas.COLUMNS:
            cut.append(string)
        return text(self, x, page, string, lit)

    canvas.fitting, canvas.Canvas.text = noting_fitting, noting_text
    return cut


def main(language: str, folder: Path, png: Path) -> None:
    """Draw all scenes of all tests of screens."""
    put_language(language, folder)
    cut = note_cuts()
    frames, found = {}, {}
    for place, name in enumerate(SCREENS):
        module = importlib.import_module(f"tests.{name}")
        for title, scene in module.SCENES.items():
            cut.clear()
            frames[f"{place} {title}"] = module.draw(scene())
            if cut:
                found[title] = sorted(set(cut))
    contact_sheet(frames, png)
    json.dump({"scenes": len(frames), "cut": found}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
