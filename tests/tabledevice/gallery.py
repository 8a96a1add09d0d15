"""Contact sheets: many frames of the display as one picture for people."""

from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw

from tablesim.pixels import rows

ACROSS = 3
SCALE = 3
_GAP = 16
_CAPTION = 30


def contact_sheet(frames: Mapping[str, bytes], place: Path, across: int = ACROSS, scale: int = SCALE) -> None:
    """Write a PNG of all frames (1,024 bytes each) with their names, so many to a row."""
    wide, high = 128 * scale + _GAP, 64 * scale + _CAPTION
    sheet = Image.new("L", (across * wide, -(-len(frames) // across) * high), "#444")
    pen = ImageDraw.Draw(sheet)
    for number, (name, frame) in enumerate(frames.items()):
        x, y = number % across * wide + _GAP // 2, number // across * high
        pen.text((x, y + 8), name, fill="#fff")
        pixels = bytes(255 * pixel for row in rows(frame) for pixel in row)
        picture = Image.frombytes("L", (128, 64), pixels)
        sheet.paste(picture.resize((128 * scale, 64 * scale), Image.Resampling.NEAREST), (x, y + 24))
    place.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(place)
