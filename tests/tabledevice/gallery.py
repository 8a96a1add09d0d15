"""Contact sheets: many frames of the display as one picture for people."""

from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw

from tablesim.pixels import rows

ACROSS = 3
SCALE = 3
_GAP = 16
_CAPTION = 30


def contact_sheet(frames: Mapping[str, bytes], place: Path) -> None:
    """Write a PNG of all frames (1,024 bytes each) with their names, three to a row."""
    wide, high = 128 * SCALE + _GAP, 64 * SCALE + _CAPTION
    sheet = Image.new("RGB", (ACROSS * wide, -(-len(frames) // ACROSS) * high), "#444")
    pen = ImageDraw.Draw(sheet)
    for number, (name, frame) in enumerate(frames.items()):
        x, y = number % ACROSS * wide + _GAP // 2, number // ACROSS * high
        pen.text((x, y + 8), name, fill="#fff")
        pixels = bytes(255 * pixel for row in rows(frame) for pixel in row)
        picture = Image.frombytes("L", (128, 64), pixels)
        sheet.paste(picture.resize((128 * SCALE, 64 * SCALE), Image.Resampling.NEAREST), (x, y + 24))
    place.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(place)
