"""The Atom feed (RFC 4287) of finished events, for feed readers and other sites.

An entry's id is made from data that never changes, so it stays the same when the server's address or the
event's name changes. The content is XHTML with all texts escaped: no name can become markup.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape

from tablekeeper.director.published import EventReport
from tablekeeper.feeds.sheet import clean
from tablekeeper.languages import _, language, shown
from tablekeeper.text import figure_name, listed, value_text
from tablekeeper.version import __version__

#: the media type of the file
MEDIA_TYPE = "application/atom+xml; charset=utf-8"
#: events in the feed, those changed last
MOST = 50
#: the namespace for ids of events (RFC 4122, name-based)
_SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://tablekeeper.invalid/events")
#: the update time of an empty feed
_NEVER = 0


def entry_id(report: EventReport) -> str:
    """Return the id of an event's entry, a URN."""
    return f"urn:uuid:{uuid.uuid5(_SPACE, f'{report.id} {report.created_ms}')}"


def instant(ms: int) -> str:
    """Return an instant in the format of RFC 3339.

    >>> instant(1_777_636_800_123)
    '2026-05-01T12:00:00.123Z'
    """
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def atom(reports: Sequence[EventReport], base: str, title: str, ending: str = "") -> str:
    """Return the feed of finished events, in the language of its reader.

    `base` is the address of the server without a slash at its end, `title` the title of the pages.
    Addresses of events have this `ending`: ".html" if they are files.
    """
    updated = max((report.changed_ms for report in reports), default=_NEVER)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language()}">',
        f"<title>{_text(_('%(title)s: finished events', title=title))}</title>",
        # a hall has no other identifier that is the same everywhere and never changes
        f"<id>{_text(f'{base}/feed.atom')}</id>",
        f"<updated>{instant(updated)}</updated>",
        f'<link rel="self" type="application/atom+xml" href="{_text(f"{base}/feed.atom")}"/>',
        f'<link rel="alternate" type="text/html" href="{_text(f"{base}/events{ending}")}"/>',
        f"<author><name>{_text(title)}</name></author>",
        f'<generator version="{_text(__version__)}">Tablekeeper</generator>',
    ]
    for report in reports:
        lines += _entry(report, base, ending)
    return "\n".join([*lines, "</feed>\n"])


def _entry(report: EventReport, base: str, ending: str) -> list[str]:
    address = _text(f"{base}/events/{report.id}{ending}")
    finished = report.changed_ms if report.finished_ms is None else report.finished_ms
    return [
        "<entry>",
        f"<title>{_text(report.name)}</title>",
        f"<id>{entry_id(report)}</id>",
        f"<published>{instant(finished)}</published>",
        f"<updated>{instant(report.changed_ms)}</updated>",
        f'<link rel="alternate" type="text/html" href="{address}"/>',
        f'<category term="{_text(report.title)}"/>',
        f"<summary>{_text(_summary(report))}</summary>",
        f'<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">{_table(report)}</div></content>',
        "</entry>",
    ]


def _summary(report: EventReport) -> str:
    places = ", ".join(f"{row.rank} {listed(row.player)}" for row in report.rows)
    if report.winner is None:
        return _("%(title)s: %(places)s.", title=report.title, places=places)
    return _(
        "%(title)s: %(player)s wins. %(places)s.", title=report.title, player=report.winner, places=places
    )


def _table(report: EventReport) -> str:
    keys = tuple(report.rows[0].figures) if report.rows else ()
    names = (_("place"), _("player"), *map(figure_name, keys))
    heads = "".join(f"<th>{_text(name)}</th>" for name in names)
    lines = "".join(
        f"<tr><td>{row.rank}</td><td>{_text(row.player)}</td>"
        + "".join(f"<td>{_text(value_text(row.figures.get(key)))}</td>" for key in keys)
        + "</tr>"
        for row in report.rows
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def _text(text: str) -> str:
    return escape(clean(shown(text)))
