"""Empties cells of a transcript's text, in every way that leaves a file which somebody may have written."""

import random
import re

#: what stays of a cell: its dice, its dice and the mark of a play that is not recorded, a roll that is not
#: recorded, or nothing
KINDS = ("dice", "unknown", "no roll", "nothing")
_CELL = re.compile(r"(?P<dice>[1-6][1-6]:)|Doubles|Takes|Drops")
_NUMBERED = re.compile(r"\s*\d+\) ")


def one_game(text: str, chance: random.Random) -> str:
    """Return a file with only one of the games of a match."""
    head, *games = re.split(r"(?m)^ Game \d+\n", text)
    return f"{head} Game 1\n{chance.choice(games)}"


def cells(line: str) -> list[tuple[int, int]]:
    """Return begin and end of the cells of a numbered line; results are none."""
    numbered = _NUMBERED.match(line)
    starts = [found.start() for found in _CELL.finditer(line)] if numbered else []
    return list(zip(starts, [*starts[1:], len(line)], strict=False))


def emptied(line: str, begin: int, end: int, kind: str) -> str:
    """Return the line with one cell emptied; the other one stays in its column."""
    wins = line.find(" Wins", begin)
    end = min(end, wins) if wins >= 0 else end
    found = _CELL.match(line, begin)
    dice = (found["dice"] if found is not None else None) or ""
    left = {"dice": dice, "unknown": f"{dice} ????", "no roll": "00: ????", "nothing": ""}
    text = left[kind] if dice else ""
    return (line[:begin] + text.ljust(end - begin) + line[end:]).rstrip()


def with_gaps(text: str, chance: random.Random, gaps: int) -> str:
    """Return a text of which a number of cells is emptied."""
    lines = text.split("\n")
    places = [(number, *cell) for number, line in enumerate(lines) for cell in cells(line)]
    # from the right, so that the columns of the other cell still hold
    for number, begin, end in sorted(chance.sample(places, min(gaps, len(places))), reverse=True):
        lines[number] = emptied(lines[number], begin, end, chance.choice(KINDS))
    return "\n".join(lines)
