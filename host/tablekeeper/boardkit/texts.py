"""The board's texts: one table of all languages, from which the modules of one language are made.

The board loads only one language, to save memory. `firmware/texts.toml` says what a row may contain. This
module reads the table, checks that every text fits its space, and writes the Python that the board imports.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecore.sheets import FOLDERS
from tabledevice import font
from tabledevice.canvas import glyph
from tablekeeper.errors import UserError
from tablekeeper.languages import _

#: languages by their code; messages about them are in English
LANGUAGES = {"en": _("English"), "it": _("Italian"), "de": _("German")}
#: the section with the texts that every program uses: the package itself
COMMON = "common"
#: the section of the set-up menu, and the row in a program's section that is its line in the menu
MENU, NAME = "menu", "NAME"
#: the folder on the drive of the modules that belong to no game
PLACE = "lib/tabledevice/texts/"
#: characters of a line of small letters
LINE = 21

_FIELD = re.compile(r"%(.)")
_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_SECTION = re.compile(r"[a-z][a-z0-9_]*")
_SAMPLES: dict[str, int | str] = {"d": 99, "s": "Katharina"}
_PLAIN_LINE = 110
_ORIGIN = "Made from firmware/texts.toml by tests/tabledevice/make_texts.py: change that table."

Content = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One constant: its text or texts in each language, and the characters that each may have in a line."""

    name: str
    content: Mapping[str, Content]
    widths: tuple[int, ...]
    values: tuple[int | str, ...] | None
    """What the fields stand for when the text is measured."""


@dataclass(frozen=True, slots=True)
class Section:
    """A module of texts."""

    name: str
    rows: tuple[Row, ...]
    kinds: Mapping[str, tuple[Row, ...]]
    """Dictionaries by name: rows that bear the names of record kinds."""

    @property
    def path(self) -> str:
        """The path of the module on the drive."""
        if self.name in FOLDERS:
            return f"lib/tableprograms/{self.name}/texts.py"
        return f"{PLACE}{'__init__' if self.name == COMMON else self.name}.py"

    def all_rows(self) -> Iterator[tuple[str, Row]]:
        """Yield every row with its full name."""
        for row in self.rows:
            yield f"{self.name}.{row.name}", row
        for name, rows in self.kinds.items():
            for row in rows:
                yield f"{self.name}.{name}.{row.name}", row


def read_table(text: str) -> tuple[Section, ...]:
    """Read the table; refuse, in one sentence, rows that are incomplete or do not fit."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(
            "The table of texts can't be read (%(error)s): mend firmware/texts.toml.",
            error=error,
        ) from error
    sections = tuple(_section(name, rows) for name, rows in table.items())
    for section in sections:
        for name, row in section.all_rows():
            for complaint in _complaints(row):
                raise UserError("The text %(name)s %(complaint)s.", name=name, complaint=complaint)
    return _with_names(sections)


def _with_names(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """Put the names of the programs into the menu, in the order of their numbers."""
    if not any(section.name == MENU for section in sections):
        return sections
    found = {section.name: row for section in sections for row in section.rows if row.name == NAME}
    for name in FOLDERS:
        if name not in found:
            raise UserError(
                "The program %(name)s has no name: write %(name2)s = { ... } in its section.",
                name=name, name2=NAME,
            )
    rows = [found[name] for name in FOLDERS]
    content: dict[str, Content] = {one: tuple(str(row.content[one]) for row in rows) for one in LANGUAGES}
    games = Row("GAMES", content, tuple(row.widths[0] for row in rows), None)
    return tuple(
        replace(
            section,
            rows=tuple(row for row in section.rows if row.name != NAME or section.name not in FOLDERS)
            + ((games,) if section.name == MENU else ()),
        )
        for section in sections
    )


def modules(sections: tuple[Section, ...], language: str) -> dict[str, bytes]:
    """Return a language's modules: path on the drive -> source."""
    if language not in LANGUAGES:
        raise UserError(
            "There are no texts in '%(language)s': choose one of %(languages)s.",
            language=language, languages=', '.join(LANGUAGES),
        )
    return {section.path: _source(section, language).encode() for section in sections}


def measured(row: Row, language: str) -> list[tuple[str, int]]:
    """Return each line of a row at its longest, with the number of characters that it may have."""
    content = row.content[language]
    texts = (content,) if isinstance(content, str) else content
    return [
        (line, width)
        for text, width in zip(texts, row.widths, strict=True)
        for line in _filled(text, row.values).split("\n")
    ]


def _section(name: str, rows: Any) -> Section:
    if not _SECTION.fullmatch(name) or not isinstance(rows, dict):
        raise UserError(
            "'%(name)s' in the table of texts is not a section: write [%(name2)s].",
            name=name, name2=name.lower(),
        )
    plain: list[Row] = []
    kinds: dict[str, tuple[Row, ...]] = {}
    for key, value in rows.items():
        if not _NAME.fullmatch(key) or not isinstance(value, dict):
            raise UserError(
                "The text %(name)s.%(key)s is not a row: write %(key)s = { en = ..., it = ... }.",
                name=name, key=key,
            )
        if all(isinstance(inner, dict) for inner in value.values()):
            kinds[key] = tuple(_row(f"{name}.{key}", kind, inner) for kind, inner in value.items())
        else:
            plain.append(_row(name, key, value))
    return Section(name, tuple(plain), kinds)


def _row(within: str, name: str, fields: Mapping[str, Any]) -> Row:
    where = _("The text %(row)s", row=f"{within}.{name}")
    for key in fields:
        if key not in (*LANGUAGES, "width", "values"):
            raise UserError(
                "%(where)s has a field '%(key)s': a row has %(languages)s, width, values.",
                where=where, key=key, languages=', '.join(LANGUAGES),
            )
    for language, spoken in LANGUAGES.items():
        if language not in fields:
            raise UserError(
                "%(where)s has no text in %(spoken)s: add %(language)s = ... to the others.",
                where=where, spoken=spoken, language=language,
            )
    content: dict[str, Content] = {}
    for language in LANGUAGES:
        given = fields[language]
        items = given if isinstance(given, list) else [given]
        if not all(isinstance(item, str) for item in items):
            raise UserError(
                "%(where)s is no text in %(languages)s: write a text or a list of texts.",
                where=where, languages=LANGUAGES[language],
            )
        content[language] = tuple(given) if isinstance(given, list) else given
    count = len(content["en"]) if isinstance(content["en"], tuple) else 1
    width = fields.get("width", LINE)
    widths = tuple(width) if isinstance(width, list) else (width,) * count
    values = fields.get("values")
    return Row(name, content, widths, None if values is None else tuple(values))


def _complaints(row: Row) -> Iterator[str]:
    """Yield the problems of a row: different shape or fields, letters that the board lacks, too long."""
    english = row.content["en"]
    for language, spoken in LANGUAGES.items():
        content = row.content[language]
        if isinstance(content, str) != isinstance(english, str) or (
            isinstance(content, tuple) and len(content) != len(row.widths)
        ):
            yield f"has not {len(row.widths)} texts in {spoken}, as in English and in its widths"
            return
        pairs = [(content, english)] if isinstance(content, str) else zip(content, english, strict=True)
        for text, original in pairs:
            if _FIELD.findall(text) != _FIELD.findall(str(original)):
                yield f"has other fields in {spoken} than in English: '{text}'"
            elif text.count("\n") != str(original).count("\n") or text.count("\n") > 3:
                yield f"has not as many lines in {spoken} as in English, or more than four: '{text}'"
            elif set(_FIELD.findall(text)) - set("ds%"):
                yield f"has a field that is neither %d nor %s: '{text}'"
            for letter in text.replace("\n", ""):
                if glyph(letter) == glyph(chr(font.UNKNOWN)):
                    yield f"has a letter the board's font has not: '{letter}' in '{text}'"
        for line, width in measured(row, language):
            if len(line) > width:
                yield f"is too long in {spoken}: '{line}' has {len(line)} characters and {width} are there"


def _filled(text: str, values: tuple[int | str, ...] | None) -> str:
    kinds = [kind for kind in _FIELD.findall(text) if kind != "%"]
    given = [_SAMPLES.get(kind, "") for kind in kinds] if values is None else values[: len(kinds)]
    return text % tuple(given)


def _source(section: Section, language: str) -> str:
    """Return a module's source."""
    what = "every program shows" if section.name == COMMON else f"of {section.name}"
    parts = [f'"""The texts {what}, in {LANGUAGES[language]}.\n\n{_ORIGIN}\n"""\n\n']
    if section.kinds:
        parts.append("from tablecore import records\n\n")
    parts += [_assignment(row.name, row.content[language]) for row in section.rows]
    for name, rows in section.kinds.items():
        lines = "".join(f"    records.{row.name}: {_literal(row.content[language])},\n" for row in rows)
        parts.append(f"{name} = {{\n{lines}}}\n")
    return "".join(parts)


def _assignment(name: str, content: Content) -> str:
    if isinstance(content, str):
        return f"{name} = {_literal(content)}\n"
    items = [_literal(item) for item in content]
    line = f"{name} = ({', '.join(items)}{',' if len(items) == 1 else ''})\n"
    if len(line) <= _PLAIN_LINE:
        return line
    return f"{name} = (\n" + "".join(f"    {item},\n" for item in items) + ")\n"


def _literal(content: Content) -> str:
    text = str(content)
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{quoted}"'
