"""The fonts of the browser in tests: only those of DejaVu, whatever else is installed.

Widths of pages and letters in a PDF depend on the fonts. A Chromium that is started with this environment
finds no others: a machine with Noto gives the same as one without. Where DejaVu is not installed, the
machine's fonts are used.
"""

import os
from pathlib import Path

#: what the Debian package fonts-dejavu-core has; other packages have more, so these are taken one by one
NAMES = [f"DejaVu{face}{weight}.ttf" for face in ("Sans", "SansMono", "Serif") for weight in ("", "-Bold")]
FAMILIES = {
    "sans-serif": "DejaVu Sans", "system-ui": "DejaVu Sans",
    "serif": "DejaVu Serif", "monospace": "DejaVu Sans Mono",
}  # fmt: skip
PLACES = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")


def environment(folder: Path) -> dict[str, str]:
    """Return the environment for a program that has to use these fonts only; its files are in `folder`."""
    first = next((path for place in PLACES for path in Path(place).expanduser().rglob(NAMES[0])), None)
    if first is None:
        return dict(os.environ)
    for name in NAMES:
        if (first.parent / name).is_file():
            (folder / name).symlink_to(first.parent / name)
    aliases = "".join(
        f"<alias binding='same'><family>{asked}</family><prefer><family>{name}</family></prefer></alias>"
        for asked, name in FAMILIES.items()
    )
    settings = folder / "fonts.conf"
    settings.write_text(
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'urn:fontconfig:fonts.dtd'>"
        f"<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir>{aliases}</fontconfig>",
        "utf-8",
    )
    return {**os.environ, "FONTCONFIG_FILE": str(settings)}
