"""Walks in one language: python -m tests.tabledevice.walk_in_language it FOLDER NAME...

A process of its own, as `in_language`: the language must be there before any text is loaded. What is wrong is
printed, as JSON: name -> [number of screens, complaints]. FOLDER gets a contact sheet for each name.
"""

import importlib
import json
import sys
from pathlib import Path

from tests.tabledevice.in_language import note_cuts, put_language


def main(language: str, folder: Path, *names: str) -> None:
    """Walk through the programs."""
    put_language(language, folder / "texts" / language)
    cut = note_cuts()
    walk = importlib.import_module("tests.tabledevice.walk")
    told = {}
    for name in names:
        walked = walk.through(name, cut)
        walk.sheet(walked, folder / f"{name}-{language}.png")
        told[name] = [len(walked.screens), sorted(set(walk.complaints(walked)))]
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
