"""The audit of exported events: everything recounted from the journal, on a path of its own.

It shares no rule with the formats: only the strict reading of JSON. One function per format recounts
its standings, written from the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablekeeper.audit.comparison import compare, members
from tablekeeper.audit.finding import AuditFinding
from tablekeeper.audit.first_to import challengers, championship
from tablekeeper.audit.journalreading import JournalEvent, read_journal
from tablekeeper.audit.knockout import knockout
from tablekeeper.audit.league import league
from tablekeeper.audit.matchplay import couples, round_robin
from tablekeeper.audit.races import grand_prix, grand_prix_plus, triathlon
from tablekeeper.audit.recount import Recount
from tablekeeper.audit.swing import swing
from tablekeeper.audit.tara import tara
from tablekeeper.audit.ttt import ttt
from tablekeeper.formats.event import KEYS
from tablekeeper.strictjson import Cursor, DocumentError

#: the auditor of each format; one that is missing here is said to be
AUDITORS: dict[str, Callable[[JournalEvent], Recount]] = {
    "league-2t": league,
    "league-2t-xl": league,
    "championship": championship,
    "masters": championship,
    "challengers": challengers,
    "grand-prix": grand_prix,
    "grand-prix-plus": grand_prix_plus,
    "triathlon": triathlon,
    "ttt": ttt,
    "swing": swing,
    "couples": couples,
    "knockout": knockout,
    "round-robin": round_robin,
    "tara": tara,
}

#: options that say how many games or places there are, and the most of any format: each is counted out
_COUNTS, _MOST = ("drr", "games", "sets", "late"), 999


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit found, in the order of the file, and what it did not look at."""

    findings: tuple[AuditFinding, ...]
    unaudited: tuple[str, ...]


def audit(document: Cursor) -> AuditReport:
    """Return the differences between an exported event and what its journal makes.

    A document that is no exported event at all is refused.
    """
    document.fields(KEYS, (*KEYS,))
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
    endless = [key for key in _COUNTS if _is_endless(event.options.get(key))]
    if endless:
        findings += [
            AuditFinding(f"options.{key}", f"no event has more than {_MOST} of them") for key in endless
        ]
    elif auditor is None:
        unaudited = [f"the standings (no auditor for {event.format} yet)"]
    else:
        try:
            recount = auditor(event)
        except DocumentError as refusal:
            findings.append(AuditFinding(refusal.place, refusal.reason))
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            # options that no event of this format can have; which one, the exception cannot tell
            findings.append(
                AuditFinding("options", f"cannot be recounted with ({type(error).__name__}: {error})")
            )
    findings += compare(standings, event, recount)
    return AuditReport(tuple(findings), tuple(unaudited))


def _is_endless(count: object) -> bool:
    return isinstance(count, int | float) and count > _MOST


__all__ = ["AUDITORS", "AuditFinding", "AuditReport", "audit"]
