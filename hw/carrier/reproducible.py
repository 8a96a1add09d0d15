"""Makes KiCad's files identical each time: without dates, random names and random order."""

from __future__ import annotations

import re

_STAMP = re.compile(r"\(tstamp [0-9a-f-]{36}\)")
#: Lines with a date, a version or a folder in Gerbers, drill files and reports.
_DATED = re.compile(
    r"^.*(TF\.(CreationDate|GenerationSoftware|ProjectId)|Created by KiCad|DRILL file|Created on|Drc report)"
    r".*\n",
    re.MULTILINE,
)


def output_text(text: str) -> str:
    """Returns a plotted file or a report without the lines that name a time or a machine."""
    return _DATED.sub("", text)


def board_text(text: str) -> str:
    """Returns a board's text with its items sorted and its time stamps renumbered."""
    head, items, tail = _split(text, "  ")
    settings = [item for item in items if not _STAMP.search(item) and not item.startswith("  (net ")]
    nets = [item for item in items if item.startswith("  (net ")]
    drawn = [_ordered(item) for item in items if _STAMP.search(item)]
    drawn.sort(key=lambda item: _STAMP.sub("", item))
    count = 0

    def next_stamp(_: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"(tstamp 00000000-0000-4000-8000-{count:012x})"

    return _STAMP.sub(next_stamp, head + "".join([*settings, *nets, *drawn]) + tail)


def _ordered(item: str) -> str:
    if not item.startswith("  (footprint"):
        return item
    head, items, tail = _split(item, "    ")
    fixed = [one for one in items if not _STAMP.search(one) or one.startswith("    (tstamp")]
    rest = sorted((one for one in items if one not in fixed), key=lambda one: _STAMP.sub("", one))
    return head + "".join([*fixed, *rest]) + tail


def _split(text: str, indent: str) -> tuple[str, list[str], str]:
    # the items that begin at this indentation, the lines before them, and the line that closes their parent
    head, items, tail = "", [], ""
    for line in text.splitlines(keepends=True):
        if not line.strip():
            # empty lines differ from run to run
            continue
        if line.startswith(indent + "("):
            items.append(line)
        elif items and line.startswith(indent):
            items[-1] += line
        elif items:
            tail += line
        else:
            head += line
    return head, items, tail
