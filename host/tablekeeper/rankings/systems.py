"""The rating systems by the names that files and options use; a new one is a class and a line here."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.rankings.elo import FIBS, Elo
from tablekeeper.rankings.partnership import OPENSKILL, OpenSkill
from tablekeeper.rankings.rating import Rating

#: name -> what makes an empty system
SYSTEMS: dict[str, Callable[[], Rating]] = {FIBS.key: Elo, OPENSKILL.key: OpenSkill}
DEFAULT = FIBS.key
