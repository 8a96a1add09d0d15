"""Knockouts of backgammon that are often played."""

from __future__ import annotations

from tablekeeper.formats.preset import Preset
from tablekeeper.languages import _

_PROGRESSIVE = {"consolation": "progressive consolation"}

PRESETS = (
    Preset(
        "backgammon-16",
        _("Backgammon knockout, 16 players, 7 points, Progressive Consolation to 5"),
        {"length": 7, **_PROGRESSIVE, "consolation_length": 5},
        ("length", "consolation", "consolation_length", "late"),
    ),
    Preset(
        "backgammon-rising",
        _("Backgammon knockout, longer matches in later rounds (7, 7, 9, 11), Progressive Consolation"),
        {"length": [7, 7, 9, 11], **_PROGRESSIVE, "consolation_length": [5, 5, 7]},
        ("length", "consolation", "consolation_length", "late"),
    ),
    Preset(
        "backgammon-last-chance",
        _("Backgammon knockout with Consolation and Last Chance"),
        {
            "length": 9, **_PROGRESSIVE, "consolation_length": 7,
            "last_chance": "consolation losers", "last_chance_length": 5,
        },
        ("length", "consolation", "consolation_length", "last_chance", "last_chance_length", "late"),
    ),
    Preset(
        "double-elimination",
        _("Backgammon, double elimination: out after the second loss"),
        {"length": 7, "consolation": "double elimination with recharge"},
        ("length", "consolation", "late"),
    ),
    Preset(
        "sets",
        _("Backgammon knockout, best of three sets to 5 points"),
        {"length": 5, "sets": 3},
        ("length", "sets", "late"),
    ),
)  # fmt: skip
