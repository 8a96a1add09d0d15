"""A report as one JSON document, for programs."""

from __future__ import annotations

from typing import Any

from tablekeeper.fairness import wording
from tablekeeper.fairness.verdict import LEVEL, DiceAnswer, DiceReport, Group


def document(report: DiceReport) -> dict[str, Any]:
    """Return a report as plain JSON values; probabilities are numbers from 0 to 1."""
    return {
        "level": float(LEVEL),
        "questions": report.questions,
        "suspect": report.suspect,
        "unusual": report.unusual,
        "summary": wording.summary(report),
        "groups": [_group(group, report) for group in report.groups],
    }


def _group(group: Group, report: DiceReport) -> dict[str, Any]:
    counts = group.tally
    return {
        "kind": group.kind,
        "name": group.name,
        "throws": counts.throws,
        "dice": counts.dice,
        "faces": list(counts.faces),
        "usual_faces": list(group.usual_faces),
        "throws_of_two": len(counts.two),
        "doubles": counts.doubles,
        "usual_doubles": list(group.usual_doubles),
        "kinds": {"-".join(map(str, kind)): count for kind, count in counts.kinds.items()},
        "not_counted": counts.set_aside,
        "sources": counts.sources,
        "enough": group.enough,
        "power_for_20_percent": round(wording.power_of(report, counts.dice), 4) if group.enough else None,
        "answers": [_answer(one) for one in group.answers],
        "verdict": wording.verdict(group),
        "notes": wording.notes(report, group),
    }


def _answer(one: DiceAnswer) -> dict[str, Any]:
    return {
        "question": one.question,
        "count": one.count,
        "expected": one.expected,
        "out_of": one.out_of,
        "p": one.p,
        "adjusted": one.adjusted,
        "method": one.method,
        "unusual": one.unusual,
        "stand_out": ["-".join(map(str, faces)) for faces in one.stand_out] if one.unusual else [],
        "text": wording.answer(one),
    }
