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


class FormatRegistry(Mapping[str, Format]):
    """Every format by the key of its event files, in the order people meet them.

    Entry points are read when a format is first asked for, and only that format is loaded; whoever goes
    through all of them loads all.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._points: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, Format] = {}

    def __getitem__(self, key: str) -> Format:
        with self._lock:
            if key in self._loaded:
                return self._loaded[key]
            point = self._installed()[key]
            try:
                form = self._loaded[key] = _load(point)
            except Exception as error:
                if _package(point) == _OWN:
                    raise
                # somebody else's code: whatever fails in it, the other formats are there
                _warn(point, f"{type(error).__name__}: {error}".rstrip("."))
                del self._installed()[key]
                raise KeyError(key) from error
            return form

    def __iter__(self) -> Iterator[str]:
        forms = [form for key in tuple(self._installed()) if (form := self.get(key)) is not None]
        return (form.key for form in sorted(forms, key=lambda form: form.listed))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def reload(self) -> None:
        """Look again which formats are installed, when one is next asked for."""
        with self._lock:
            self._points, self._loaded = None, {}

    def _installed(self) -> dict[str, EntryPoint]:
        with self._lock:
            if self._points is None:
                self._points = installed()
            return self._points


def installed() -> dict[str, EntryPoint]:
    """Return the entry points of formats by key, those of other packages last.

    Where two packages have a format of one key, that of Tablekeeper counts, then the first by package.
    """
    points = sorted(
        entry_points(group=GROUP), key=lambda one: (_package(one) != _OWN, _package(one), one.name)
    )
    if not points or _package(points[0]) != _OWN:
        raise ResourceError("Tablekeeper's own formats are not registered: install it again (make, or pip).")
    found: dict[str, EntryPoint] = {}
    for point in points:
        if found.setdefault(point.name, point) is not point:
            _warn(point, f"{_package(found[point.name])} has a format of this name")
    return found


def _load(point: EntryPoint) -> Format:
    kind = point.load()
    if not (isinstance(kind, type) and issubclass(kind, Format)):
        raise TypeError(f"{point.value} is no subclass of Format")
    form = kind()
    if form.key != point.name:
        raise ValueError(f"its key is {form.key}")
    return form


def _warn(point: EntryPoint, reason: str) -> None:
    _log.warning("The format %s of %s is left out (%s).", point.name, _package(point), reason)


def _package(point: EntryPoint) -> str:
    return "" if point.dist is None else point.dist.name
