"""Templates: named starting points for new events.

Each format is a template, without options; its presets are others. The key of a preset is unique among all
formats; a preset whose key is already in use is left out.

    >>> from tablekeeper.formats import FORMATS
    >>> found = templates(FORMATS)
    >>> found["championship"].title, found["championship-3"].options
    ('Championship (3T)', {'first_to': 3})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablekeeper.formats.format import Format


@dataclass(frozen=True, slots=True)
class Template:
    """A starting point for a new event."""

    key: str
    title: str
    form: Format
    options: Mapping[str, Any]
    #: important options: a form shows them unfolded and folds the others
    asks: tuple[str, ...]


def templates(formats: Mapping[str, Format]) -> dict[str, Template]:
    """Return every template by key: each format as it is, then its presets."""
    found: dict[str, Template] = {}
    for form in formats.values():
        asked = form.asks or tuple(option.key for option in form.options if option.needed)
        found[form.key] = Template(form.key, form.title, form, {}, asked)
        for preset in form.presets:
            if preset.key not in found and preset.key not in formats:
                found[preset.key] = Template(
                    preset.key, preset.title, form, preset.options, preset.asks or asked
                )
    return found
