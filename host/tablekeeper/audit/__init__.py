"""The audit of exported events: an independent second computation from the journal.

The audit shares only the strict JSON reader with the formats, and none of their rules. Each format has an
auditor, found by an entry point, which recomputes the standings. Auditors are written from the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.audit.comparison import compare, members
from tablekeeper.audit.finding import AuditFinding
from tablekeeper.audit.journalreading import read_journal
from tablekeeper.audit.registry import AUDITORS
from tablekeeper.formats.event import KEYS
from tablekeeper.strictjson import Cursor, DocumentError

#: the largest number of games or places that an auditor enumerates
_MOST = 999


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The findings of an audit, in the order of the file, and the parts that it did not check."""

    findings: tuple[AuditFinding, ...]
    unaudited: tuple[str, ...]


def audit(document: Cursor) -> AuditReport:
    """Return the differences between an exported event and the recount of its journal.

    A document that is not an exported event is refused.
    """
    document.fields(KEYS, [key for key in KEYS if key != "colours"])
    event = read_journal(document.at("journal"))
    findings = [*event.findings, *members(document, event)]
    unaudited: list[str] = []
    standings = document.at("standings")
    if not event.started:
        if standings.value is not None:
            findings.append(AuditFinding("standings", "the event has not started: there are none"))
        return AuditReport(tuple(findings), tuple(unaudited))
    auditor = AUDITORS.get(event.format)
    recount = None
    if auditor is None:
        unaudited = [f"the standings (no auditor for {event.format} is installed)"]
    elif endless := [key for key in auditor.counts if _is_endless(event.options.get(key))]:
        findings += [
            AuditFinding(f"options.{key}", f"no event has more than {_MOST} of them") for key in endless
        ]
    else:
        try:
            recount = auditor.recount(event)
        except DocumentError as refusal:
            findings.append(AuditFinding(refusal.place, refusal.reason))
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            # options that no event of this format can have; the exception does not name the option
            findings.append(
                AuditFinding("options", f"cannot be recounted with ({type(error).__name__}: {error})")
            )
    findings += compare(standings, event, recount)
    return AuditReport(tuple(findings), tuple(unaudited))


def _is_endless(count: object) -> bool:
    return isinstance(count, int | float) and count > _MOST


__all__ = ["AUDITORS", "AuditFinding", "AuditReport", "audit"]
