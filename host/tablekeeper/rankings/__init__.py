"""Rankings and ratings: points over years under dated rules, and ratings from results, all of it pure.

`read` a ranking file, and ask `ranking_table` for the table on a day. `entries.entries_of` makes the
tournaments of a ranking file from a finished event; it alone knows the formats.
"""

from __future__ import annotations

from tablekeeper.rankings.compensation import proposal
from tablekeeper.rankings.reading import RankingFile, read, read_tournament
from tablekeeper.rankings.rules import RANKINGS, STYLES, VERSIONS, Version, version_at
from tablekeeper.rankings.table import RankingRow, RankingTable, document, explained, in_order, ranking_table
from tablekeeper.rankings.tournament import Compensation, Tournament

__all__ = [
    "RANKINGS",
    "STYLES",
    "VERSIONS",
    "Compensation",
    "RankingFile",
    "RankingRow",
    "RankingTable",
    "Tournament",
    "Version",
    "document",
    "explained",
    "in_order",
    "proposal",
    "ranking_table",
    "read",
    "read_tournament",
    "version_at",
]
