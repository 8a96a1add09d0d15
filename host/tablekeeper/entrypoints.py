"""Loads the objects of one group of entry points from all installed packages, by name.

A package registers an object with two lines in its pyproject.toml:

    [project.entry-points."tablekeeper.formats"]
    club-ladder = "clubladder:ClubLadder"

Tablekeeper's own objects are registered in the same way. If an object of another package cannot be loaded,
it is skipped with a warning that says why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Any, TypeVar

from tablekeeper.errors import ResourceError
from tablekeeper.languages import _

_OWN = "tablekeeper"
#: the thing of a registry -> what is missing if Tablekeeper's own ones are not registered
_OWN_PARTS = {"format": _("Tablekeeper's own formats"), "game": _("Tablekeeper's own games")}
_log = logging.getLogger(__name__)

Loaded = TypeVar("Loaded")


class EntryPoints(Mapping[str, Loaded]):
    """The objects of the group `tablekeeper.<thing>s` by name, Tablekeeper's own first.

    Entry points are read at the first access. An access by name loads only that object; iteration over the
    values loads all. `check` gets the entry point and its object and returns the value to store; if it raises
    an error, the object is left out.
    """

    def __init__(self, thing: str, check: Callable[[EntryPoint, Any], Loaded]) -> None:
        self._thing, self._check = thing, check
        self._lock = RLock()
        self._points: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, Loaded] = {}

    def __getitem__(self, key: str) -> Loaded:
        with self._lock:
            if key in self._loaded:
                return self._loaded[key]
            points = self.installed()
            point = points[key]
            try:
                found = self._loaded[key] = self._check(point, point.load())
            except Exception as error:
                if _package(point) == _OWN:
                    raise
                # code of another package: if it fails, the other objects must still work
                self._warn(point, f"{type(error).__name__}: {error}".rstrip("."))
                del points[key]
                raise KeyError(key) from error
            return found

    def __iter__(self) -> Iterator[str]:
        return iter([key for key in tuple(self.installed()) if key in self])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def reload(self) -> None:
        """Search the installed packages again at the next access."""
        with self._lock:
            self._points, self._loaded = None, {}

    def installed(self) -> dict[str, EntryPoint]:
        """Return the entry points by name; those of other packages come last.

        If two packages use the same name, Tablekeeper's is used, else the first one by package name.
        """
        with self._lock:
            if self._points is None:
                self._points = self._read()
            return self._points

    def _read(self) -> dict[str, EntryPoint]:
        points = sorted(
            entry_points(group=f"{_OWN}.{self._thing}s"),
            key=lambda one: (_package(one) != _OWN, _package(one), one.name),
        )
        if not points or _package(points[0]) != _OWN:
            own = _OWN_PARTS.get(self._thing, _("Tablekeeper's own parts"))
            raise ResourceError(
                "%(own)s are not registered: install Tablekeeper again (make, or pip).", own=own
            )
        found: dict[str, EntryPoint] = {}
        for point in points:
            if found.setdefault(point.name, point) is not point:
                self._warn(point, f"{_package(found[point.name])} has one of this name")
        return found

    def _warn(self, point: EntryPoint, reason: str) -> None:
        _log.warning("The %s %s of %s is left out (%s).", self._thing, point.name, _package(point), reason)


def _package(point: EntryPoint) -> str:
    return "" if point.dist is None else point.dist.name


__all__ = ["EntryPoint", "EntryPoints"]
