"""Writes the modules of texts in firmware/lib, in English, from firmware/texts.toml.

Run this file after changing the table; a test compares the modules with it.
"""

from pathlib import Path

from tablekeeper.boardkit import texts

FIRMWARE = Path(__file__).resolve().parent.parent.parent / "firmware"


def sources() -> dict[Path, bytes]:
    """Return the English modules by their places in the repository."""
    table = texts.read_table((FIRMWARE / "texts.toml").read_text("utf-8"))
    return {FIRMWARE / place: source for place, source in texts.modules(table, "en").items()}


if __name__ == "__main__":
    made = sources()
    for old in (*(FIRMWARE / texts.PLACE).glob("*.py"), *FIRMWARE.glob("lib/tableprograms/*/texts.py")):
        if old not in made:
            old.unlink()
            print(f"removed {old.relative_to(FIRMWARE.parent)}")
    for place, source in made.items():
        place.write_bytes(source)
        print(f"{place.relative_to(FIRMWARE.parent)}: {len(source)} bytes")
