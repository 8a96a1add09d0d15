"""The hall at a glance, as plain values: tables, most urgent first, and events."""

from __future__ import annotations

from typing import Any

from tablekeeper.director.service import Director
from tablekeeper.director.views import TableView

#: the topics of which the dashboard consists
TOPICS = ("hall", "events", "desk")


def revision(director: Director) -> int:
    """Return a number that increases when the dashboard may have changed."""
    return sum(director.topics.revision(topic) for topic in TOPICS)


def dashboard(director: Director) -> dict[str, Any]:
    """Return the hall in JSON form; times are ms of the hall's clock."""
    hall = director.overview.hall()
    return {
        "now_ms": hall.now_ms,
        "rate": hall.rate,
        "tables": [_table(one) for one in sorted(hall.tables, key=_urgency)],
        "events": [
            {
                "event": one.id,
                "name": one.name,
                "phase": one.phase,
                "results": one.results,
                "claims": len(director.events.get(one.id).claims),
            }
            for one in director.events.all()
            if one.phase != "finished"
        ],
        "rulings": len(director.desk.pending()),
    }


def _urgency(table: TableView) -> int:
    """Return the place of a table: trouble, results to confirm, games, matches set up, free, away."""
    if table.problems or table.faults:
        return 0
    if table.match is None:
        return 5 if table.away else 4
    return 1 if table.match.phase == "result" else 2 if table.match.playing else 3


def _table(table: TableView) -> dict[str, Any]:
    match = table.match
    return {
        "table": table.name,
        "online": table.online,
        "device": table.device,
        "players": list(match.players) if match else [],
        "standing": match.standing if match else "",
        "state": match.state if match else "free",
        "clocks": [
            {
                "remaining_ms": one.remaining_ms,
                "running": one.running,
                "deadline_ms": one.deadline_ms,
                "counts_up": one.method == "up",
                "flagged": one.flagged,
            }
            for one in (match.clocks if match else ())
        ],
        "problems": [*table.faults, *table.problems],
    }
