"""A preset: a format with options that people often use. Each format lists its presets (`Format.presets`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Preset:
    """A common kind of event: options of a format, in the form of an event file."""

    key: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)
    #: options that a form shows unfolded, in this order; empty: the format's `asks`
    asks: tuple[str, ...] = ()
