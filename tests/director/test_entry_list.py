"""Lists of players: what stands in them, and what is wrong with it, is said before anybody is entered."""

import io
import tracemalloc
import zipfile

import pytest
from xlsxwriter import Workbook

from tablekeeper.director.events import entryfile, entrylist
from tablekeeper.director.events.entryfile import LARGEST, rows
from tablekeeper.director.events.entrylist import MOST, lines, look
from tablekeeper.errors import UserError
from tablekeeper.feeds.sheet import Sheet
from tablekeeper.feeds.workbook import workbook

SHEET = entryfile._SHEET


def names(text, entered=(), register=()):
    return look(lines(text), entered, register).names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ann\nBob\n", ("Ann", "Bob")),
        ("\ufeff1. Ann Lee; Rome\r\n2. Bob; Milan", ("Ann Lee", "Bob")),
        ("12) Ann\n- Bob\n• Cid\n#4 Dan\n5 Eve", ("Ann", "Bob", "Cid", "Dan", "Eve")),
        ("1\tAnn\tRome\n2\tBob\tMilan", ("Ann", "Bob")),
        ("name,club\nAnn,Rome\nBob,Milan", ("Ann", "Bob")),
        ("No;First name;Last name\n1;Ann;Lee\n2;Bob;Kay", ("Ann Lee", "Bob Kay")),
        ("Cognome;Nome\nRossi;Anna", ("Anna Rossi",)),
        ("Lee, Ann\nKay, Bob", ("Lee, Ann", "Kay, Bob")),
        ('"Lee, Ann",Rome', ("Lee, Ann",)),
        ("1,Ann,Rome\n\n2,Bob,Milan", ("Ann", "Bob")),
        ("Ann  Lee \n\n   \nBob", ("Ann Lee", "Bob")),
    ],
)
def test_names_are_found_in_what_people_paste(text, found):
    assert names(text) == found


def test_each_problem_has_its_line():
    text = f"Ann\nbob\nANN\n123\n{'x' * 61}\nA\x07\n;\nJose\nAnn Le"
    found = look(lines(text.replace("Ann\n", "Ann;\n", 1)), ["Bob"], ["ann", "José", "Ann Lee"])
    assert [(line.number, line.name[:9], line.problem or line.notice) for line in found.lines] == [
        (1, "ann", ""),
        (2, "bob", "Bob is entered already"),
        (3, "ANN", "as in line 1"),
        (5, "xxxxxxxxx", "longer than 60 letters"),
        (6, "A\x07", "has letters that cannot be shown"),
        (8, "Jose", "not in the register, which has José"),
        (9, "Ann Le", "not in the register, which has Ann Lee"),
    ]
    assert (found.names, found.strangers, found.empty) == (("ann", "Jose", "Ann Le"), ("Jose", "Ann Le"), 2)


def test_without_a_register_nobody_is_a_stranger_to_it():
    assert [line.notice for line in look(lines("Ann"), (), ()).lines] == [""]


@pytest.mark.parametrize(
    "slip", ["Lee Ann", "Ann Lée", "Ann Leee", "Ann Le", "Anm Lee", "Ann-Lee", "anne lee"]
)
def test_a_slip_of_a_name_in_the_register_is_found(slip):
    (line,) = look([[slip]], (), ["Ann Lee", "Cid Moor"]).lines
    assert line.notice == "not in the register, which has Ann Lee"


def test_another_name_is_no_slip():
    (line,) = look([["Bea Kay"]], (), ["Ann Lee", "Bob Kay"]).lines
    assert line.notice == "not in the register"


def test_too_many_lines_are_refused():
    assert len(lines("x\n" * MOST)) == MOST
    with pytest.raises(UserError, match="more than 1000 lines"):
        lines("x\n" * (MOST + 1))


# --- files ---------------------------------------------------------------------------------------


def xlsx(*cells, **options):
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        page = book.add_worksheet("Players")
        for row, values in enumerate(cells):
            for column, value in enumerate(values):
                page.write(row, column, value)
        book.add_worksheet("Other").write(0, 0, "Nobody")
    return file.getvalue()


def test_a_workbook_is_read_as_its_first_sheet_shows_it():
    data = xlsx(("No", "Name"), (1, "Ann & Cleo"), (2, "Bob"), (), (3, "José <b>"))
    assert look(rows(data), (), ()).names == ("Ann & Cleo", "Bob", "José <b>")


def test_what_the_program_writes_it_reads():
    data = workbook([Sheet("Cup", ("Place", "Player"), ((1, "Ann"), (2, "=1+1")))])
    told = [[cell for cell in row if cell] for row in rows(data)]
    assert told == [["Place", "Player"], ["1", "Ann"], ["2", "=1+1"]]


def test_rich_and_inline_texts_are_whole_and_formulas_are_not_computed():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as book:
        book.writestr("xl/sharedStrings.xml", """<sst xmlns="urn:x"><si><r><t>An</t></r><r><t>n</t></r>
            <rPh sb="0" eb="1"><t>phonetic</t></rPh></si></sst>""")
        book.writestr(SHEET, """<worksheet xmlns="urn:x"><sheetData>
            <row r="2"><c r="B2" t="s"><v>0</v></c></row>
            <row><c t="inlineStr"><is><t>Bob</t></is></c></row>
            <row r="9"><c r="A9" t="e"><v>#REF!</v></c>
            <c r="C9" t="str"><f>"C"&amp;"id"</f><v>Cid</v></c></row>
            </sheetData></worksheet>""")
    found = look(rows(file.getvalue()), (), ())
    assert [(line.number, line.name) for line in found.lines] == [(2, "Ann"), (3, "Bob"), (9, "Cid")]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("Ann\nBob".encode("utf-8-sig"), ("Ann", "Bob")),
        ("José".encode("cp1252"), ("José",)),
        ("Zoë\nHaÿ Núñez".encode("cp1252"), ("Zoë", "Haÿ Núñez")),
        ("Łukasz\nMichał Woźniak".encode("cp1250"), ("Łukasz", "Michał Woźniak")),
        ("Žižka\nJiří Hašťek".encode("cp1250"), ("Žižka", "Jiří Hašťek")),
        ("Юля\nСергей".encode("cp1251"), ("Юля", "Сергей")),
        ("José\nAnn".encode("utf-16"), ("José", "Ann")),
        (b"", ()),
    ],
)
def test_text_files_are_read_in_the_letters_of_spreadsheets(data, found):
    assert look(rows(data), (), ()).names == found


TEXTS = {"xl/sharedStrings.xml": "<sst><si><t>Ann</t></si></sst>"}


def part(sheet, parts=(), packed=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packed) as book:
        if sheet is not None:
            book.writestr(SHEET, sheet)
        for name, data in dict(parts).items():
            book.writestr(name, data)
    return file.getvalue()


BOMB = (
    b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    b'<worksheet><c t="str"><v>&b;</v></c></worksheet>'
)
LONG = f'<worksheet><row r="{MOST + 1}"><c t="str"><v>Ann</v></c></row></worksheet>'


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"x" * (LARGEST + 1), "larger than 1 MB"),
        (b"PK\3\4 no archive", "cannot be read"),
        (part(None), "cannot be read"),
        (part("<worksheet><row>"), "cannot be read"),
        (part('<worksheet><row r="1"><c t="s"><v>7</v></c></row></worksheet>'), "cannot be read"),
        (part('<worksheet><row r="1"><c t="s"><v>-1</v></c></row></worksheet>', TEXTS), "cannot be read"),
        (part('<worksheet><row r="many"/></worksheet>'), "cannot be read"),
        (part("<worksheet/>", packed=zipfile.ZIP_LZMA), "cannot be read"),
        (part(BOMB), "cannot be read"),
        (part(BOMB.decode().encode("utf-16")), "cannot be read"),
        (part(b"<worksheet/>" + b" " * (entryfile._LARGEST_PART + 1)), "cannot be read"),
        (part(LONG), "more than 1000"),
        (part("<worksheet/>", {f"x{number}": "" for number in range(600)}), "cannot be read"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old workbook"),
        (b"\x89PNG\0\0", "neither CSV nor"),
        (b"\xff\xfea", "letters cannot be read"),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused_with_one_sentence(data, sentence):
    with pytest.raises(UserError, match=sentence) as caught:
        rows(data)
    assert caught.value.field == "file"


HUGE = f"<sst><si><t>{'a' * (entryfile._LARGEST_PART - 100)}</t></si></sst>"
ONE_TEXT = "".join(f'<row r="{row}"><c t="s"><v>0</v></c></row>' for row in range(1, MOST + 1))
LONG_VALUE = f'<row r="1"><c t="str"><v>{"a" * (entryfile._LARGEST_PART - 100)}</v></c></row>'


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "data",
    [
        # 13 KB whose rows all name one text of 8 MB
        part(f"<worksheet>{ONE_TEXT}</worksheet>", {"xl/sharedStrings.xml": HUGE}),
        part(f"<worksheet>{LONG_VALUE}</worksheet>"),
        part("<worksheet/>", {"xl/sharedStrings.xml": f"<sst>{'<si/>' * 200_000}</sst>"}),
        b'"' + b"a" * 131_073 + b'"',
        b"Name\n" + b'"' + b"a" * 1_000_000 + b'"',
        b"Name;Club\n" + b"a;" * 400_000,
        b'"a,' * 300_000,
        ("Name\t" + "\N{BLACK SQUARE}" * 300_000).encode(),
    ],
    ids="one-text long-value many-texts quoted below-a-heading many-columns quotes wide".split(),
)
def test_a_small_file_never_becomes_a_large_list(data):
    tracemalloc.start()
    try:
        found = rows(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 150 << 20
    assert sum(len(cell) for row in found for cell in row) <= MOST * entrylist.LONGEST_CELL
    # the preview tells what is no name
    assert all(line.problem or len(line.name) < 50 for line in look(found, (), ()).lines)


def test_a_broken_archive_never_raises_anything_else():
    whole = xlsx(("Name",), ("Ann",))
    for place in range(0, len(whole), 37):
        for broken in (whole[:place], whole[:place] + b"\xff\0" + whole[place + 2 :]):
            try:
                rows(broken)
            except UserError:
                continue
