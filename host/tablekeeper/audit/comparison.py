"""Compares an event file with the audit's results, and lists each difference with its place."""

from __future__ import annotations

from typing import Any

from tablekeeper.audit.auditor import AuditedEvent
from tablekeeper.audit.finding import AuditFinding, difference, exact
from tablekeeper.audit.recount import Recount
from tablekeeper.strictjson import Cursor, DocumentError

_KEYS = ("format", "over", "winner", "provisional", "rows", "next", "cancelled", "notes")
#: added on 2026-11-28: files from before do not have it
_PLACES = "places"
#: the members that are not figures of the format
_ROW = ("rank", "player", "decided_by", "explain")


def members(document: Cursor, event: AuditedEvent) -> list[AuditFinding]:
    """Return the findings in format, options, players, results and name that contradict the journal."""
    findings = difference("format", document.at("format").value, event.format)
    findings += difference("options", document.at("options").value or {}, event.options)
    findings += difference("players", document.at("players").value, event.players)
    findings += difference("name", document.at("name").value, event.name)
    held = event.colours[-1][1] if event.colours else None
    findings += difference("colours", document.at("colours").value, held)
    told, found = document.at("results").value, [result for _, result in event.results]
    if not isinstance(told, list):
        return [*findings, AuditFinding("results", "a list is wanted here")]
    if len(told) != len(found):
        findings.append(AuditFinding("results", f"{len(told)} in the file, {len(found)} in the journal"))
    for number, (one, (seq, other)) in enumerate(zip(told, event.results, strict=False)):
        if exact(one) != exact(other):
            findings += difference(f"results[{number}] (action {seq} of the journal)", one, other)
    return findings


def compare(standings: Cursor, event: AuditedEvent, recount: Recount | None) -> list[AuditFinding]:
    """Return the findings in standings that contradict themselves, the players or the recount."""
    try:
        fields = standings.fields((*_KEYS, _PLACES), _KEYS)
        over = fields["over"].truth()
        rows = fields["rows"].items()
        findings = difference("standings.format", fields["format"].value, event.format)
        for key in ("next", "cancelled"):
            fields[key].items()
        for note in fields["notes"].items():
            note.text()
        if over and fields["next"].value:
            findings.append(AuditFinding("standings.next", "the event is over: nothing is to be played"))
        for row in rows:
            row.at("rank").whole(1)
            row.at("player").text()
        for place in fields[_PLACES].items() if _PLACES in fields else ():
            place.fields(("place", "player"), ("place", "player"))["place"].whole(1)
    except DocumentError as refusal:
        return [AuditFinding(refusal.place, refusal.reason)]
    if over and fields["provisional"].value is not False:
        findings.append(AuditFinding("standings.provisional", "the event is over: nothing is provisional"))
    if recount is None:
        return findings + _shape(rows)
    for key in ("over", "winner", "provisional"):
        findings += difference(f"standings.{key}", fields[key].value, getattr(recount, key))
    findings += _lines(fields["rows"].path, rows, recount)
    if _PLACES in fields:
        findings += difference("standings.places", fields[_PLACES].value, recount.places())
    for key in ("next", "cancelled", "notes"):
        findings += difference(f"standings.{key}", fields[key].value, list(getattr(recount, key)))
    return findings


def _shape(rows: list[Cursor]) -> list[AuditFinding]:
    # without a recount: ranks never decrease and skip after ties (1, 2, 2, 4); each group begins at 1
    findings = []
    earlier = None
    first = 0
    for place, row in enumerate(rows):
        rank = row.value["rank"]
        if rank == 1 and earlier != 1:
            first = place
        number = place - first + 1
        if rank not in (number, earlier):
            sentence = f"no row {number} has the rank {rank} after {earlier}"
            findings.append(AuditFinding(f"{row.path}.rank", sentence))
        earlier = rank
    return findings


def _lines(path: str, rows: list[Cursor], recount: Recount) -> list[AuditFinding]:
    findings: list[AuditFinding] = []
    told = [row.value["player"] for row in rows]
    found = [line.player for line in recount.lines]
    if sorted(told) != sorted(found):
        return difference(f"{path} (players)", told, found)
    findings += difference(f"{path} (order of players)", told, found)
    lines = {line.player: line for line in recount.lines}
    for row in rows:
        line = lines[row.value["player"]]
        whole: dict[str, Any] = {
            "rank": line.rank,
            **line.figures,
            # while an event runs, no criterion has decided a place
            "decided_by": None if recount.provisional else line.decided_by,
            "explain": None if recount.provisional else line.explain,
        }
        for key in row.value:
            if key != "player" and key not in whole:
                findings.append(AuditFinding(f"{row.path}.{key}", "no such figure belongs here"))
        for key, value in whole.items():
            if key not in row.value:
                findings.append(AuditFinding(f"{row.path}.{key}", "is missing"))
            else:
                findings += difference(f"{row.path}.{key} ({line.player})", row.value[key], value)
    return findings
