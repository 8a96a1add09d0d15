"""All known formats: every installed entry point of the group `tablekeeper.formats`.

The name of an entry point is the format's key, the object a subclass of `Format`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablekeeper.entrypoints import EntryPoint, EntryPoints
from tablekeeper.formats.format import Format


class FormatRegistry(EntryPoints[Format]):
    """Every format by its key in event files, in the order of lists."""

    def __init__(self) -> None:
        super().__init__("format", _checked)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(super().__iter__(), key=lambda key: self[key].listed))


def _checked(point: EntryPoint, kind: Any) -> Format:
    if not (isinstance(kind, type) and issubclass(kind, Format)):
        raise TypeError(f"{point.value} is no subclass of Format")
    form = kind()
    if form.key != point.name:
        raise ValueError(f"its key is {form.key}")
    return form
