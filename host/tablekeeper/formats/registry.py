"""Which formats there are: every entry point of the group `tablekeeper.formats` that is installed.

A package of somebody else registers a format with two lines in its pyproject.toml:

    [project.entry-points."tablekeeper.formats"]
    club-ladder = "clubladder:ClubLadder"

The name is the format's key, the object a subclass of `Format`. The formats of Tablekeeper itself come by
the same entry points. One that cannot be loaded is left out, and a warning says why.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from threading import RLock

from tablekeeper.errors import ResourceError
from tablekeeper.formats.format import Format

GROUP = "tablekeeper.formats"
_OWN = "tablekeeper"
_log = logging.getLogger(__name__)


class Registry(Mapping[str, Format]):
    """Every format by the key of its event files, in the order people meet them.

    Entry points are read and formats loaded when one is first asked for.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._found: dict[str, Format] | None = None

    def __getitem__(self, key: str) -> Format:
        return self._formats()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._formats())

    def __len__(self) -> int:
        return len(self._formats())

    def reload(self) -> None:
        """Look again which formats are installed, when one is next asked for."""
        with self._lock:
            self._found = None

    def _formats(self) -> dict[str, Format]:
        if self._found is None:
            with self._lock:
                if self._found is None:
                    self._found = installed()
        return self._found


def installed() -> dict[str, Format]:
    """Return the formats that are installed; those of other packages come last.

    Where two packages have a format of one key, that of Tablekeeper counts, then the first by package.
    """
    found: dict[str, Format] = {}
    points = sorted(
        entry_points(group=GROUP), key=lambda one: (_package(one) != _OWN, _package(one), one.name)
    )
    if not points or _package(points[0]) != _OWN:
        raise ResourceError("Tablekeeper's own formats are not registered: install it again (make, or pip).")
    for point in points:
        try:
            found[point.name] = _load(point, found)
        except Exception as error:
            if _package(point) == _OWN:
                raise
            # somebody else's code: whatever fails in it, the other formats are there
            reason = f"{type(error).__name__}: {error}".rstrip(".")
            _log.warning("The format %s of %s is left out (%s).", point.name, _package(point), reason)
    return dict(sorted(found.items(), key=lambda one: one[1].listed))


def _load(point: EntryPoint, found: Mapping[str, Format]) -> Format:
    if point.name in found:
        raise ValueError("there is a format of this name already")
    kind = point.load()
    if not (isinstance(kind, type) and issubclass(kind, Format)):
        raise TypeError(f"{point.value} is no subclass of Format")
    form = kind()
    if form.key != point.name:
        raise ValueError(f"its key is {form.key}")
    return form


def _package(point: EntryPoint) -> str:
    return "" if point.dist is None else point.dist.name
