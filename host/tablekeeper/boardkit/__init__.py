"""Installs the firmware on a board: the bundle of files, the board's drive, and earlier installations.

A board's program is a small set of plain files on a small drive. This package lists these files (`bundle`),
finds the drive (`mounts`), checks that it belongs to the right board (`identity`), and updates the drive
to match the bundle (`installation`). An installation can be repeated at any time. `wiring` says which wire
to look at when a board's self-test fails.
"""

from tablekeeper.boardkit.bundle import Bundle, board_toml, make_bundle
from tablekeeper.boardkit.drive import Drive
from tablekeeper.boardkit.identity import Identity, identify
from tablekeeper.boardkit.installation import InstallationPlan, carry_out, make_plan
from tablekeeper.boardkit.mounts import Mounts, mounts
from tablekeeper.boardkit.refusal import DEVELOPER_KEY
from tablekeeper.boardkit.wiring import Wiring

__all__ = [
    "DEVELOPER_KEY",
    "Bundle",
    "Drive",
    "Identity",
    "InstallationPlan",
    "Mounts",
    "Wiring",
    "board_toml",
    "carry_out",
    "identify",
    "make_bundle",
    "make_plan",
    "mounts",
]
