"""Installs the package of formats/package for a test, without a network: its folder, and its metadata."""

import tomllib
from contextlib import contextmanager
from pathlib import Path

from tablekeeper.audit import AUDITORS
from tablekeeper.formats import FORMATS

PACKAGE = Path(__file__).parent / "package"


def write_metadata(folder, name, groups):
    """Write the entry points of a wheel's metadata, by group and name."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir(exist_ok=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = []
    for group, points in groups.items():
        lines += [f"[{group}]\n", *(f"{key} = {value}\n" for key, value in points.items())]
    (metadata / "entry_points.txt").write_text("".join(lines))


@contextmanager
def installed(monkeypatch, *folders):
    """Add these folders to the places of installed packages."""
    with monkeypatch.context() as patch:
        for folder in folders:
            patch.syspath_prepend(str(folder))
        FORMATS.reload()
        AUDITORS.reload()
        yield
    FORMATS.reload()
    AUDITORS.reload()


@contextmanager
def club_package(monkeypatch, folder, without=()):
    """Install formats/package, with metadata made in a folder, without some groups of entry points."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    groups = {key: points for key, points in project["entry-points"].items() if key not in without}
    write_metadata(folder, project["name"], groups)
    with installed(monkeypatch, folder, PACKAGE):
        yield
