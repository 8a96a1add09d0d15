"""What is copied to a board, and how: the bundle, the board's drive, and what was put there before.

A board's program is a handful of plain files on a small drive. This room knows which files they are
(`bundle`), finds the drive (`mounts`), makes sure that the right board is behind it (`identity`), and
brings one into line with the other (`installation`), however often it is asked to.
"""

from tablekeeper.boardkit.bundle import Bundle, make_bundle
from tablekeeper.boardkit.drive import Drive
from tablekeeper.boardkit.identity import Identity, identify
from tablekeeper.boardkit.installation import InstallationPlan, carry_out, make_plan
from tablekeeper.boardkit.mounts import Mounts, mounts
from tablekeeper.boardkit.refusal import DEVELOPER_KEY

__all__ = [
    "DEVELOPER_KEY",
    "Bundle",
    "Drive",
    "Identity",
    "InstallationPlan",
    "Mounts",
    "carry_out",
    "identify",
    "make_bundle",
    "make_plan",
    "mounts",
]
