"""A preset: a format with options as people ask for it. A format brings its own (`Format.presets`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of event in words: options of a format, as an event file has them."""

    key: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)
    #: options that a form asks for openly, in this order; empty: those that the format asks for
    asks: tuple[str, ...] = ()
