"""MicroPython's WebAssembly build, which runs the firmware in a browser: one package of npm, by its checksum.

It is fetched when Tablekeeper is built or installed from its sources (hatch_build.py), and is part of the
wheel. This module uses only the standard library, because the build loads it by its path.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"
#: SHA-512 of the package's file
CHECKSUM = (
    "0e75f1e04ab182479a1444ab4b7b8aacbee62cc9389914ddd2633368e7771d44"
    "a265438013bb75d6e2e78dfddfb45f3b376c66e249c79d610a7152b82182140c"
)
#: the files of a complete build: the loader, the machine, and the notice of its licence
LOADER, MACHINE, NOTICE = "micropython.mjs", "micropython.wasm", "notices.txt"
FILES = (LOADER, MACHINE, NOTICE)
#: within the package `tablekeeper`, in a wheel
WITHIN = "phone/vm"
_LICENCE = """\
MicroPython {version}, compiled to WebAssembly (npm: {package}).

The MIT License (MIT)
Copyright (c) 2013-2025 Damien P. George and the authors of MicroPython

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""
_SECONDS = 120


class Missing(Exception):
    """The build is not here and cannot be fetched; the text is one sentence that says why."""


def folder() -> Path:
    """Return the folder of the build: within the installed package, or under build/ of the sources."""
    package = Path(__file__).resolve().parents[1]
    root = package.parents[1]
    if (root / "firmware" / "code.py").is_file():
        return root / "build" / f"micropython-wasm-{VERSION}"
    return package / WITHIN


def found() -> Path | None:
    """Return the folder if the build is complete, else None."""
    place = folder()
    return place if all((place / name).is_file() for name in FILES) else None


def fetch(place: Path) -> Path:
    """Fetch the build into a folder, with the user's npm and its registry; raise Missing."""
    if all((place / name).is_file() for name in FILES):
        return place
    with tempfile.TemporaryDirectory(prefix="tablekeeper-") as scratch:
        archive = _packed(Path(scratch))
        if hashlib.sha512(archive.read_bytes()).hexdigest() != CHECKSUM:
            raise Missing(f"npm's {PACKAGE} {VERSION} has another checksum than Tablekeeper expects.")
        # complete or not at all: it gets its name when it is whole
        fresh = place.with_name(f"{place.name}.{os.getpid()}")
        try:
            fresh.mkdir(parents=True)
            with tarfile.open(archive) as files:
                for name in (LOADER, MACHINE):
                    member = files.extractfile(f"package/{name}")
                    if member is None:
                        raise Missing(f"npm's {PACKAGE} {VERSION} has no {name}.")
                    (fresh / name).write_bytes(member.read())
            (fresh / NOTICE).write_text(_LICENCE.format(version=VERSION, package=PACKAGE), "utf-8")
            shutil.rmtree(place, ignore_errors=True)
            fresh.rename(place)
        except OSError as error:
            if not all((place / name).is_file() for name in FILES):
                raise Missing(f"{place} cannot be written ({error.strerror or error}).") from error
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return place


def _packed(scratch: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise Missing("npm is not installed here.")
    try:
        done = subprocess.run(
            [npm, "pack", "--json", "--ignore-scripts", f"{PACKAGE}@{VERSION}"],
            cwd=scratch, capture_output=True, text=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
        name = json.loads(done.stdout)[0]["filename"] if done.returncode == 0 else ""
    except (OSError, subprocess.TimeoutExpired, ValueError, LookupError, TypeError):
        name = ""
    archive = next(iter(sorted(scratch.glob("*.tgz"))), None)
    if not name or archive is None:
        raise Missing(f"npm could not fetch {PACKAGE} {VERSION}.")
    return archive
