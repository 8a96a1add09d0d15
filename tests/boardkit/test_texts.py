"""One table of texts, from which the modules of each language are made.

Every row of the real table is held against its room when the table is read; the planted faults show that
each rule can fail.
"""

import re

import pytest

from tablecore.sheets import FOLDERS
from tablekeeper.boardkit import texts
from tablekeeper.errors import UserError
from tests.tabledevice import make_texts


def real_table(repository):
    """Return the sections of the table in the repository."""
    return texts.read_table((repository / "firmware" / "texts.toml").read_text("utf-8"))


def test_the_english_modules_are_the_tables(repository):
    made = make_texts.sources()
    firmware = repository / "firmware"
    there = {*(firmware / texts.PLACE).glob("*.py"), *firmware.glob("lib/tableprograms/*/texts.py")}
    assert there == set(made), "python tests/tabledevice/make_texts.py"
    for place, source in made.items():
        assert place.read_bytes() == source, f"{place.name} is stale: python tests/tabledevice/make_texts.py"


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_a_language_has_every_text_of_english(repository, language):
    table = real_table(repository)
    names = {}
    for spoken in ("en", language):
        for place, source in texts.modules(table, spoken).items():
            module = {}
            exec(compile(source, place, "exec"), module)
            names.setdefault(place, []).append(
                {name: shape(value) for name, value in module.items() if name.isupper()}
            )
    assert len(names) >= 1
    for english, other in names.values():
        assert english == other


def shape(value):
    """Return what a program relies on: the fields of a text, the length of a tuple, the keys of a table."""
    if isinstance(value, str):
        return re.findall("%.", value)
    if isinstance(value, tuple):
        return [shape(item) for item in value]
    return {key: shape(item) for key, item in value.items()}


def test_no_text_is_made_for_nothing(repository):
    """What is loaded takes memory, so every row is used by the firmware."""
    library = repository / "firmware" / "lib"
    sources = [path for path in library.rglob("*.py") if "texts" not in (path.parent.name, path.stem)]
    used = {word for path in sources for word in re.findall(r"\b[A-Z][A-Z0-9_]+\b", path.read_text("utf-8"))}
    rows = {name for section in real_table(repository) for name, _ in section.all_rows()}
    assert len(rows) > 50
    # a table of record kinds is used by its own name
    assert {name for name in rows if name.split(".")[1] not in used} == set()


ROW = 'HELLO = { en = "Hello", it = "Ciao", de = "Hallo" }\n'
FAULTS = {
    "a letter too many": (ROW.replace('Hello"', 'Helloo", width = 5'), "long in English"),
    "a missing language": ('HELLO = { en = "Hello", it = "Ciao" }', "no text in German"),
    "an unknown field": ('HELLO = { en = "Hello", it = "Ciao", de = "Hallo", fr = "Salut" }', "a field 'fr'"),
    "other fields": ('HELLO = { en = "%d %s", it = "%s %d", de = "%d %s" }', "other fields in Italian"),
    "an own field": ('HELLO = { en = "Hello", it = "Ciao %d", de = "Hallo" }', "other fields in Italian"),
    "a strange field": ('HELLO = { en = "%x", it = "%x", de = "%x" }', "neither %d nor %s"),
    "fewer lines": ('HELLO = { en = "A\\nb", it = "A b", de = "A\\nb" }', "as many lines in Italian"),
    "fewer texts": ('HELLO = { en = ["A", "b"], it = ["A"], de = ["A", "b"] }', "not 2 texts in Italian"),
    "no list": ('HELLO = { en = ["A", "b"], it = "A", de = ["A", "b"] }', "not 2 texts in Italian"),
    "a letter too many when filled": (
        'HELLO = { en = "to %d", it = "a %d", de = "bis %d", width = 5, values = [64] }',
        "'bis 64' has 6",
    ),
    "a strange letter": ('HELLO = { en = "Hello", it = "Ciao", de = "你好" }', "font has not: '你'"),
    "no row": ('HELLO = "Hello"', "is not a row"),
    "a number": ("HELLO = { en = 1, it = 1, de = 1 }", "no text in English"),
    "no TOML": ("HELLO = ", "can't be read"),
    "a kind too long": (
        '[common.KINDS]\nPRESS = { en = "press", it = "tasto", de = "Druck", width = 4 }',
        "n.KINDS.PRESS",
    ),
}


@pytest.fixture
def three(monkeypatch):
    """The languages that the small tables here are in."""
    monkeypatch.setattr(texts, "LANGUAGES", {"en": "English", "it": "Italian", "de": "German"})


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(fault):
    rows, sentence = FAULTS[fault]
    with pytest.raises(UserError) as refused:
        texts.read_table(f"[common]\n{rows}\n")
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


def test_what_the_faults_were_planted_into_is_right(three):
    [section] = texts.read_table(f"[common]\n{ROW}")
    assert texts.modules((section,), "de")["lib/tabledevice/texts/__init__.py"].endswith(b'HELLO = "Hallo"\n')


def test_a_section_is_a_module_and_a_table_of_kinds_a_dictionary(three):
    table = texts.read_table(
        f"[common]\n{ROW}[dice]\n{ROW}[dice.KINDS]\n"
        'PRESS = { en = "press", it = "tasto", de = "\\"Druck\\"" }\n'
    )
    made = texts.modules(table, "de")
    assert list(made) == ["lib/tabledevice/texts/__init__.py", "lib/tabledevice/texts/dice.py"]
    module = {}
    exec(made["lib/tabledevice/texts/dice.py"].decode(), module)
    assert module["KINDS"] == {module["records"].PRESS: '"Druck"'}


def test_the_menu_has_the_names_of_all_programs_in_their_order(three):
    name = 'NAME = { en = "%s", it = "%s", de = "%s" }\n'
    rows = {one: f"[{one}]\n{name.replace('%s', one)}" for one in FOLDERS}
    menu = f"[menu]\n{ROW}"
    made = texts.modules(texts.read_table(menu + "".join(rows[one] for one in sorted(rows))), "de")
    module = {}
    exec(made["lib/tabledevice/texts/menu.py"].decode(), module)
    assert module["GAMES"] == FOLDERS
    assert b"NAME" not in made["lib/tableprograms/race/texts.py"]
    del rows["tara"]
    with pytest.raises(UserError, match="The program tara has no name"):
        texts.read_table(menu + "".join(rows.values()))


def test_an_unknown_language_is_refused(repository):
    with pytest.raises(UserError, match=rf"no texts in 'fr': choose one of {', '.join(texts.LANGUAGES)}\."):
        texts.modules(real_table(repository), "fr")


# --- onto a board ---------------------------------------------------------------------------


def programs(drive):
    """Return all programs on a drive, one behind the other."""
    return b"".join(path.read_bytes() for path in sorted((drive / "lib").rglob("*py")))


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_a_board_gets_the_texts_of_one_language(install, drive, repository, language):
    told = install("--drive", drive, "--language", language, "--readable").stdout.splitlines()
    assert told[0].endswith(f"; texts in {texts.LANGUAGES[language]}")
    modules = texts.modules(real_table(repository), language)
    assert {path: (drive / path).read_bytes() for path in modules} == modules
    assert f'TABLEKEEPER_LANGUAGE = "{language}"\n' in (drive / "settings.toml").read_text()


def test_the_language_is_remembered(install, drive):
    install("--drive", drive, "--language", "it")
    italian = programs(drive)
    told = install("--drive", drive).stdout.splitlines()
    assert told[0].endswith("; texts in Italian")
    assert told[1].startswith("Nothing to do")
    install("--drive", drive, "--language", "de")
    assert programs(drive) != italian
    assert install("--drive", drive).stdout.splitlines()[0].endswith("; texts in German")


@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("own", "wanted"),
    [
        ('A = 1\r\nTABLEKEEPER_LANGUAGE = "en" # why\r\nB = 2', 'TABLEKEEPER_LANGUAGE = "it" # why\r\nB = 2'),
        ("TABLEKEEPER_LANGUAGE='de'", 'TABLEKEEPER_LANGUAGE="it"'),
        ("TABLEKEEPER_LANGUAGE = 5\n", 'TABLEKEEPER_LANGUAGE = "it"\n'),
        (
            "A = 1\n",
            "".join(
                f'TABLEKEEPER_{setting}"\n'
                for setting in ('LANGUAGE = "it', 'SOUND = "on', 'DISPLAY = "large', 'HINTS = "long')
            )
            + "A = 1\n",
        ),
    ],
)
def test_only_the_language_of_a_makers_settings_is_changed(install, drive, own, wanted):
    place = drive / "settings.toml"
    place.write_bytes(own.encode())
    assert install("--drive", drive, "--language", "it").exit_code == 0
    assert place.read_bytes().endswith(wanted.encode())
    assert install("--drive", drive).stdout.splitlines()[0].endswith("; texts in Italian")


def test_a_maker_may_write_the_language_himself(install, drive):
    install("--drive", drive)
    place = drive / "settings.toml"
    place.write_text(place.read_text().replace('"en"', '"de"'))
    assert install("--drive", drive).stdout.splitlines()[0].endswith("; texts in German")
    assert b"Turnierleiter" in programs(drive)


@pytest.mark.parametrize(
    ("line", "words", "sentence"),
    [
        ('TABLEKEEPER_LANGUAGE = "fr"', (), "asks for texts in 'fr', which are not there"),
        ('TABLEKEEPER_LANGUAGE = """en"""', ("--language", "it"), "cannot be changed automatically"),
        ("TABLEKEEPER_LANGUAGE = ", (), "can't be read"),
    ],
)
def test_settings_that_say_no_language(refused, drive, snapshot, line, words, sentence):
    (drive / "settings.toml").write_text(line + "\n")
    before = snapshot(drive)
    assert sentence in refused("--drive", drive, *words)
    assert snapshot(drive) == before
