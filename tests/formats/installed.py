"""Installs the package of formats/package for a test, without a network: its folder, and its metadata."""

import tomllib
from contextlib import contextmanager
from pathlib import Path

from tablekeeper.formats import FORMATS
from tablekeeper.formats.registry import GROUP

PACKAGE = Path(__file__).parent / "package"


def write_metadata(folder, name, points):
    """Write what a wheel's metadata says of its entry points of formats."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir(exist_ok=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{key} = {value}\n" for key, value in points.items()]
    (metadata / "entry_points.txt").write_text("".join([f"[{GROUP}]\n", *lines]))


@contextmanager
def installed(monkeypatch, *folders):
    """Let these folders be places of installed packages."""
    with monkeypatch.context() as patch:
        for folder in folders:
            patch.syspath_prepend(str(folder))
        FORMATS.reload()
        yield
    FORMATS.reload()


@contextmanager
def club_package(monkeypatch, folder):
    """Install formats/package, whose metadata is made in a folder."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    write_metadata(folder, project["name"], project["entry-points"][GROUP])
    with installed(monkeypatch, folder, PACKAGE):
        yield
