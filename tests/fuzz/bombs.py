"""Small files that would become large, or take long: a table of bombs, each with the reader that it is for.

`python -m tests.fuzz.bombs FOLDER` writes them there, reads each in this process, and prints a line of JSON
for each: its name, the seconds, and the largest memory of the process so far (MB).
"""

from __future__ import annotations

import io
import json
import re
import sys
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.fuzz.contracts import CONTRACTS

MB = 1 << 20
SHEET, TEXTS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"


def book(sheet: str = "<worksheet/>", texts: str = "", blanks: int = 0, sheets: int = 0) -> bytes:
    """Return a workbook with this sheet and MB of blanks behind it, and more sheets of 1 MB of blanks."""
    file, parts = io.BytesIO(), [(SHEET, sheet, blanks)]
    if texts:
        parts.append((TEXTS, texts, 0))
    parts += [(f"xl/worksheets/sheet{number}.xml", "<worksheet/>", 1) for number in range(2, sheets + 2)]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, part, many in parts:
            with made.open(name, "w") as out:
                out.write(part.encode())
                for _ in range(many):
                    out.write(b" " * MB)
    return file.getvalue()


def cells(count: int, cell: str, columns: int = 1) -> str:
    """Return a sheet of rows with equal cells."""
    rows = "".join(f'<row r="{row}">{cell * columns}</row>' for row in range(1, count + 1))
    return f"<worksheet>{rows}</worksheet>"


def _false_size() -> bytes:
    """Return a workbook whose directory says that a part of 100 MB has 10 bytes."""
    data = bytearray(book(blanks=100))
    at = data.index(b"PK\1\2")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    return bytes(data)


def _nested() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(SHEET, book(blanks=100))
    return file.getvalue()


def _parts(count: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for number in range(count):
            made.writestr(f"xl/{number}", "")
    return file.getvalue()[:MB]


def _entities() -> str:
    told = "".join(f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 12))
    return f'<!DOCTYPE w [<!ENTITY l0 "ha">{told}]><worksheet><row><c><v>&l11;</v></c></row></worksheet>'


def _event(form: str = "league", players: Sequence[str] = ("Ann", "Bob"), **options: object) -> bytes:
    told = {"format": form, "name": "Cup", "players": players, "options": options, "results": []}
    return json.dumps(told).encode()


def _ranking(points: str) -> bytes:
    return (
        '{"ranking":"world","tournaments":[{"name":"C","style":"GP","level":1,"date":"2026-01-01",'
        f'"wins":{{"A":{points},"B":0}}}}]}}'
    ).encode()


_SHARED = '<c t="s"><v>0</v></c>'
_MATCH = " 5 point match\n\n Game 1\n Ann : 0                     Bob : 0\n"

#: name -> the reader (a contract), and what makes the bytes
BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "one shared text of 8 MB in 1,000 rows": ("players", lambda: book(
        cells(1000, _SHARED), f"<sst><si><t>{'a' * (8 * MB - 99)}</t></si></sst>"
    )),
    "one shared text in 200,000 cells of a row": ("players", lambda: book(
        cells(1, _SHARED, 200_000), f"<sst><si><t>{'a' * MB}</t></si></sst>"
    )),
    "500,000 shared texts": ("players", lambda: book(
        texts=f"<sst>{'<si><t>x</t></si>' * 480_000}</sst>"
    )),
    "a shared text of a million pieces": ("players", lambda: book(
        texts=f"<sst><si>{'<t>x</t>' * MB}</si></sst>"[: 8 * MB]
    )),
    "300 MB of blanks in a sheet": ("players", lambda: book(blanks=300)),
    "a part with a false size": ("players", _false_size),
    "20,000 parts": ("players", lambda: _parts(20_000)),
    "400 sheets of 1 MB": ("players", lambda: book(cells(1, "<c><v>A</v></c>"), sheets=400)),
    "a zip in a zip": ("players", _nested),
    "XML three million deep": ("players", lambda: book("<a>" * (8 * MB // 3))),
    "an element with 150,000 attributes": ("players", lambda: book(
        "<worksheet><row " + "".join(f'a{n}="" ' for n in range(150_000))
    )),
    "200,000 different elements": ("players", lambda: book(
        "<worksheet>" + "".join(f"<a{n}/>" for n in range(200_000))
    )),
    "a thousand million laughs": ("players", lambda: book(_entities())),
    "9,000 columns in 50 rows": ("players", lambda: book(cells(50, "<c><v>A</v></c>", 9_000))),
    "row nine million": ("players", lambda: book(
        '<worksheet><row r="9999999"><c><v>A</v></c></row></worksheet>'
    )),
    "a cell of 8 MB": ("players", lambda: book(cells(1, f'<c t="str"><v>{"a" * (8 * MB - 99)}</v></c>'))),
    "a row's number of a million digits": ("players", lambda: book(
        f'<worksheet><row r="{"9" * MB}"/></worksheet>'
    )),
    "CSV: a quoted field of 1 MB": ("players", lambda: b'"' + b"a" * (MB - 9) + b'",x'),
    "CSV: a million columns": ("players", lambda: b"," * (MB - 9) + b'"'),
    "CSV: 1,000 lines of 500 columns": ("players", lambda: (b"name" + b"," * 1000 + b"\n") * 1000),
    "CSV: a million lines": ("players", lambda: b"\n" * (MB - 1)),
    "CSV: a million NULs": ("players", lambda: b"\0" * (MB - 1)),
    "CSV: UTF-16 that is none": ("players", lambda: b"\xff\xfe" + b"\x00\xd8" * (MB // 2 - 2)),
    "CSV: letters with a thousand accents": ("players", lambda: ("a" + "\u0301" * 500 + "\n").encode() * 999),
    "JSON nested a million deep": ("strict_json", lambda: b"[" * MB),
    "JSON: twenty million lists": ("strict_json", lambda: b"[" + b"[]," * (20 * MB) + b"0]"),
    "JSON: a million keys": ("strict_json", lambda: (
        "{" + ",".join(f'"{n:x}":{n}' for n in range(1_200_000)) + "}"
    ).encode()),
    "JSON: one key a million times": ("strict_json", lambda: b"{" + b'"a":1,' * MB + b'"a":1}'),
    "JSON: a number of a million digits": ("strict_json", lambda: b"9" * MB),
    "an event of 1e999999 points": ("event_file", lambda: _event(length=1).replace(b" 1}", b" 1e999999}")),
    "an event with a text as a huge number": ("event_file", lambda: _event(
        form="ttt", players=["A", "B", "C"], cap="1e999999"
    )),
    "an event with options of 4,000 digits": ("event_file", lambda: _event(legs=10**4000, length=10**4000)),
    "an event of 100,000 players": ("event_file", lambda: _event(players=[f"P{n}" for n in range(100_000)])),
    "an event with a name of 30 MB": ("event_file", lambda: _event().replace(b"Cup", b"C" * (30 * MB))),
    "points of 1e999999": ("ranking_file", lambda: _ranking("1e999999")),
    "points of 1e-999999": ("ranking_file", lambda: _ranking("1e-320")),
    "SGF nested 130,000 deep": ("transcript", lambda: b"(;GM[6]" * (MB // 8)),
    "SGF of 130,000 properties": ("transcript", lambda: b"(;GM[6]" + b"A[x]" * (MB // 8) + b")"),
    "SGF without an end of a value": ("transcript", lambda: b"(;GM[6]C[" + b"\\" * (4 * MB)),
    "SGF of 15,000 games": ("transcript", lambda: b"(;GM[6]MI[length:5]PW[A]PB[B])" * 15_000),
    "MAT of 5,000 games": ("transcript", lambda: (_MATCH * 5_000).encode()),
    "MAT of 10,000 moves": ("transcript", lambda: (
        _MATCH + "".join(f"{n:>3}) 31: 8/5 6/5                 42: 8/4 6/4\n" for n in range(1, 10_000))
    ).encode()),
    "MAT: one line of 8 MB": ("transcript", lambda: _MATCH.encode() + b"  1) " + b"31: 8/5 " * (MB - 100)),
    "MAT: a match of 4,000 digits": ("transcript", lambda: _MATCH.replace("5", "9" * 4000).encode()),
    "MAT: bytes of no encoding": ("transcript", lambda: bytes(range(256)) * (60_000)),
    "a form of a million fields": ("form", lambda: b"a=b&" * 65_000),
    "a position of 10 MB": ("position", lambda: b"XGID=" + b"-" * (10 * MB)),
    "a time control of 10 MB": ("time_control", lambda: b"1+" * (5 * MB)),
    "a record of TARA of 10 MB": ("tara_record", lambda: b"1. a1\n" * MB),
    "a record of a race of 10 MB": ("race_record", lambda: b"1. a1\n" * MB),
    "rows of a venue, 8 MB of lists": ("shipped_rows", lambda: b"events\n[" + b"[]," * (2 * MB) + b"0]"),
}  # fmt: skip


def main(folder: Path, *words: str) -> None:
    """Write and read all bombs."""
    for number, (name, (contract, make)) in enumerate(BOMBS.items()):
        file = folder / str(number)
        if words:
            file.write_bytes(make())
            continue
        read, began = CONTRACTS[contract](), time.perf_counter()
        read(file.read_bytes())
        seconds = time.perf_counter() - began
        # of this program; `getrusage` would count what the process held before it became this program, too
        [peak] = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"))
        print(json.dumps({"name": name, "seconds": round(seconds, 2), "peak": int(peak) // 1024}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
