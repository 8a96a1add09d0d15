"""CSV and XLSX: read back by other means, exact in their figures, and with nothing in them that computes."""

import csv
import io
import random
import xml.etree.ElementTree as ET
import zipfile
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.director.events.entryfile import rows
from tablekeeper.feeds.csvtext import csv_text
from tablekeeper.feeds.sheet import Sheet, clean, told
from tablekeeper.feeds.workbook import workbook
from tablekeeper.text import looks_like_a_formula

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
DANGEROUS = (
    "=1+1", "+1", "-1+2", "@SUM(A1)", " =1", "\t=1", "\r=1", "\n=1", "＝1", "\u00a0=1", '=HYPERLINK("x")',
)  # fmt: skip
HARMLESS = ("Ann", "Ann-Lee", "a=b", "1+1", "", "'quoted", "\u2013", "https://example.org")
SHEET = Sheet(
    "Cup: [spring] / autumn",
    ("Place", "Player", "Points", "Day"),
    (
        (1, "=cmd|'/c calc'!A0", Fraction(7, 2), date(2026, 5, 1)),
        (2, 'Zoë, the "2nd"', Decimal("1510.25"), None),
        (-3, "-Ann", 2**70, date(1899, 1, 1)),
    ),
)


def opened(content):
    """Return the sheets of a workbook by name: rows of (type, value), read from the zip's XML."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        assert book.testzip() is None
        strings = []
        if "xl/sharedStrings.xml" in book.namelist():
            for item in ET.fromstring(book.read("xl/sharedStrings.xml")):
                strings.append("".join(node.text or "" for node in item.iter(f"{MAIN}t")))
        found = {}
        listed = ET.fromstring(book.read("xl/workbook.xml")).iter(f"{MAIN}sheet")
        names = [node.get("name") for node in listed]
        for number, name in enumerate(names, 1):
            page = ET.fromstring(book.read(f"xl/worksheets/sheet{number}.xml"))
            # no cell computes, links or fetches anything
            assert not list(page.iter(f"{MAIN}f"))
            assert not list(page.iter(f"{MAIN}hyperlink"))
            rows = []
            for line in page.iter(f"{MAIN}row"):
                row = {}
                for cell in line.iter(f"{MAIN}c"):
                    value = cell.find(f"{MAIN}v")
                    column = cell.get("r").rstrip("0123456789")
                    text = None if value is None else value.text
                    row[column] = strings[int(text)] if cell.get("t") == "s" else Decimal(text)
                rows.append(row)
            found[name] = rows
        assert not [name for name in book.namelist() if "external" in name.lower() or "vba" in name.lower()]
        return found


@pytest.mark.parametrize("text", DANGEROUS)
def test_a_text_that_would_compute_is_shown_instead(text):
    assert looks_like_a_formula(clean(text))
    [row] = csv.reader(io.StringIO(csv_text(Sheet("S", ("=A", "B"), ((text, 1),)))).readlines()[1:])
    assert row[0] == "'" + clean(text)
    assert row[1] == "1"


@pytest.mark.parametrize("text", HARMLESS)
def test_another_text_is_left_alone(text):
    assert not looks_like_a_formula(text)
    [row] = csv.reader(io.StringIO(csv_text(Sheet("S", ("A", "B"), ((text, 1),)))).readlines()[1:])
    assert row == [text, "1"]


@pytest.mark.parametrize("text", ["=SUM(A1)", "@Ann", "-Ann", "'=Ann", "''=Ann", "'Ann", "''", "+ Ann, B"])
def test_a_list_that_was_exported_is_read_with_the_names_as_they_were(text):
    sheet = Sheet("Standings", ("Place", "Player", "Points"), ((1, text, 3), (2, "Bob", 2)))
    for file in (csv_text(sheet).encode(), workbook([sheet])):
        assert [row[1] for row in rows(file)] == ["Player", text, "Bob"]


def test_headings_are_texts_of_people_as_well():
    assert csv_text(Sheet("S", ("=cup", "B"), ())) == "'=cup,B\r\n"


def test_csv_by_hand():
    assert csv_text(SHEET) == (
        "Place,Player,Points,Day\r\n"
        "1,'=cmd|'/c calc'!A0,3.5,2026-05-01\r\n"
        '2,"Zoë, the ""2nd""",1510.25,\r\n'
        "-3,'-Ann,1180591620717411303424,1899-01-01\r\n"
    )


def test_a_workbook_is_read_again():
    found = opened(workbook([SHEET, SHEET], "Cup", 1_777_636_800_000))
    # names of sheets may hold none of the signs, and are told apart
    assert list(found) == ["Cup spring autumn", "Cup spring autumn 2"]
    head, *rows = found["Cup spring autumn"]
    assert list(head.values()) == list(SHEET.columns)
    # 2026-05-01 is the 46143rd day of the workbook's counting, which does not know days before 1900
    assert rows[0] == {"A": 1, "B": "=cmd|'/c calc'!A0", "C": Decimal("3.5"), "D": 46143}
    assert rows[1] == {"A": 2, "B": 'Zoë, the "2nd"', "C": Decimal("1510.25")}
    assert rows[2] == {"A": -3, "B": "-Ann", "C": "1180591620717411303424", "D": "1899-01-01"}


def test_the_same_sheets_are_the_same_bytes():
    assert workbook([SHEET], "Cup", 1_777_636_800_000) == workbook([SHEET], "Cup", 1_777_636_800_000)


def test_an_empty_sheet_and_a_reserved_name():
    found = opened(workbook([Sheet("History", ("A",), ()), Sheet("[]", (), ())]))
    assert list(found) == ["History of it", "Sheet"]


CELLS = st.one_of(
    st.none(), st.text(max_size=20), st.integers(), st.dates(),
    st.integers().map(lambda number: Fraction(number, 8)),
    st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**9), max_value=10**9),
)  # fmt: skip


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5), st.text(max_size=40))
def test_whatever_people_are_called_every_file_can_be_read(rows, title):
    sheet = Sheet(title, ("A", "B"), tuple(rows))
    lines = list(csv.reader(io.StringIO(csv_text(sheet), newline=""), strict=True))
    assert len(lines) == 1 + len(rows)
    for line, row in zip(lines[1:], rows, strict=True):
        for text, cell in zip(line, row, strict=True):
            assert text.removeprefix("'") == told(cell).removeprefix("'")
            assert not (isinstance(cell, str) and looks_like_a_formula(text))
    [page] = opened(workbook([sheet])).values()
    assert len(page) <= 1 + len(rows)


def test_random_tables_keep_their_figures():
    chance = random.Random(4)
    rows = tuple((number, Fraction(chance.randint(-999, 999), 2)) for number in range(200))
    [page] = opened(workbook([Sheet("S", ("N", "F"), rows)])).values()
    assert [(row["A"], Fraction(row["B"])) for row in page[1:]] == list(rows)
