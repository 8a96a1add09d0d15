"""Rankings and ratings: points over years under dated rules, and ratings from results. Pure.

`read` parses a ranking file, and `ranking_table` computes the table for a day. `entries.entries_of` builds
the tournaments of a ranking file from a finished event; only this module and `rated` use the formats.
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
