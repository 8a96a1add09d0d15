"""Converts numbers and names to words, for all sentences of the host."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tablekeeper.languages import Translatable, _, irregular, joined, language, local, ngettext, pgettext

#: a text that begins with one of these, also after blanks, is a formula for spreadsheets
_FORMULA = "=+-@"
#: full-width signs = + - @ -> the plain ones
_WIDE = dict(zip(map(ord, "＝＋－＠﹢﹣﹦﹫"), "=+-@+-=@", strict=True))

#: a figure of the standings -> the heading of its column
FIGURES = {
    "won": _("won"), "lost": _("lost"), "points": _("points"), "played": _("played"), "vp": _("vp"),
    "gpp": _("gpp"), "pawns": _("pawns"), "pawns_for": _("pawns for"), "pawns_against": _("pawns against"),
    "colours_for": _("colours for"), "colours_against": _("colours against"),
    "minutes_won": _("minutes won"), "timeouts": _("timeouts"), "removed": _("removed"),
    "kingdoms": _("kingdoms"), "territory": _("territory"), "level": _("level"), "minutes": _("minutes"),
    "table_rank": _("in the table"), "buchholz_1": _("Buchholz cut 1"), "buchholz": _("Buchholz"),
    "median": _("median Buchholz"), "sonneborn_berger": _("Sonneborn-Berger"),
    "progressive": _("progressive"), "difference": _("points difference"),
    "experience": _("experience"), "rating": _("rating"), "place": _("place"),
    "mu": pgettext("figure", "mu"), "sigma": pgettext("figure", "sigma"),
}  # fmt: skip


def figure_name(key: str) -> str:
    """Return the heading of a figure of the standings.

    >>> figure_name("pawns_for"), figure_name("own_figure")
    ('pawns for', 'own figure')
    """
    return FIGURES.get(key) or key.replace("_", " ")


def day(told: date | str | None) -> str:
    """Return a day in figures, in the format of the reader's language; "" for None.

    >>> day(date(2026, 5, 1)), day("2026-05-01"), day(None)
    ('2026-05-01', '2026-05-01', '')
    """
    if not told:
        return ""
    return local.short_date(date.fromisoformat(told) if isinstance(told, str) else told, language())


def ordinal(place: int) -> str:
    """Return a place in words.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '112th']
    """
    ending = "th" if place // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    # the catalogues have one pattern for every place: "%(place)s." in German
    return irregular(f"{place}{ending}", _("%(place)sth", place="%(place)s"), place=place)


def signed(figure: int) -> str:
    """Return a difference with its sign.

    >>> [signed(figure) for figure in (9, -3, 0)]
    ['+9', '-3', '0']
    """
    return f"{figure:+d}" if figure else "0"


def plural(number: int, one: str, many: str = "") -> str:
    """Return a noun in the form for a number; `many` is the plural if it is not noun + "s".

    >>> [plural(1, "win"), plural(2, "win"), plural(0, "match", "matches")]
    ['win', 'wins', 'matches']
    """
    return one if number == 1 else many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, or with its noun and verb.

    >>> [counted(1, "turn"), counted(3, "turn"), counted(2, "place is", "places are")]
    ['1 turn', '3 turns', '2 places are']
    """
    # the catalogues have these pairs, too: tests/languages/catalogues.py reads the calls
    many = many or f"{one}s"
    return ngettext(f"%(num)s {one}", f"%(num)s {many}", number)


def parts(text: str, marks: str) -> list[str]:
    """Split a text at marks outside quotation marks."""
    # a quoted part, which may contain marks and doubled quotation marks; else any character except a mark
    part = re.compile(rf'(?:"(?:[^"]|"")*"|[^{marks}])*')
    found, place = [], 0
    while place <= len(text):
        one = part.match(text, place)
        assert one is not None, "nothing is a part, too"
        found.append(one[0].strip())
        place = one.end() + 1
    return found


def plain_name(text: str) -> str:
    """Return a name without the quotation marks around it."""
    quoted = re.fullmatch(r'"((?:[^"]|"")*)"', text)
    return text if quoted is None else quoted[1].replace('""', '"')


def read_names(text: str) -> list[str]:
    """Return the names of a list with commas between them.

    >>> read_names('Ann, "Rossi, Ada"')
    ['Ann', 'Rossi, Ada']
    """
    return [plain_name(name) for name in parts(text, ",")]


def quoted_name(name: str) -> str:
    """Return a name as `plain_name` reads it, in quotation marks if needed."""
    return '"' + name.replace('"', '""') + '"' if re.search(r'[",;:]', name) else name


def quoting_hint(found: Sequence[object], most: int | None) -> str:
    """Return how to write a name with a comma, if a list has more texts than the `most` that are wanted."""
    # colours and other words of the program are in small letters
    if most is None or len(found) <= most or any(not isinstance(one, str) or one.islower() for one in found):
        return ""
    return _('; a name with a comma is written in quotation marks, such as "Rossi, Ada"')


def listed(name: str) -> str:
    """Return a name for a list of names: in quotation marks if it has a comma or a semicolon.

    >>> listed("Ann Lee"), listed("Rossi, Ada")
    ('Ann Lee', '"Rossi, Ada"')
    """
    # a phrase of the program is no name
    return name if isinstance(name, Translatable) or not re.search("[,;]", name) else quoted_name(name)


def name_list(names: Iterable[str]) -> str:
    """Return names as a list, as `read_names` reads it.

    >>> name_list(["Ann", "Rossi, Ada"])
    'Ann, "Rossi, Ada"'
    """
    return joined(map(listed, names))


def listing(names: Iterable[str]) -> str:
    """Return names as a list in a sentence.

    >>> [listing(["Ann"]), listing(["Ann", "Bob"]), listing(["Ann", "Bob", "Cleo"])]
    ['Ann', 'Ann and Bob', 'Ann, Bob and Cleo']
    >>> listing(["Rossi, Ada", "Cid"])
    '"Rossi, Ada" and Cid'
    """
    *earlier, last = [*map(listed, names)] or [""]
    return _("%(earlier)s and %(last)s", earlier=joined(earlier), last=last) if earlier else last


def versus(names: Iterable[str]) -> str:
    """Return the players of a match as text.

    >>> versus(["Ann", "Bob"]), versus(["Ann"])
    ('Ann v Bob', 'Ann')
    """
    *earlier, last = [*names] or [""]
    return _("%(one)s v %(other)s", one=versus(earlier), other=last) if earlier else last


def alternatives(names: Iterable[str]) -> str:
    """Return a list of names joined by "or".

    >>> alternatives(["2T", "3T", "GP"])
    '2T, 3T or GP'
    """
    *earlier, last = [*map(listed, names)] or [""]
    return _("%(earlier)s or %(last)s", earlier=joined(earlier), last=last) if earlier else last


def shortened(text: str, most: int = 40) -> str:
    """Return a text that a person wrote, or its beginning, to repeat it in a message.

    >>> shortened("Ann"), shortened("9" * 6000, 12)
    ('Ann', '999999999...')
    """
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _differ_by_one(one: str, other: str) -> bool:
    """Return whether one letter more, less, other, or exchanged with the next makes short words equal."""
    if abs(len(one) - len(other)) > 1 or not 3 <= max(len(one), len(other)) <= 6:
        return False
    start = next((at for at, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1), None)
    if start is None:
        return True
    left, right = one[start:], other[start:]
    exchanged = left[1:2] + left[:1] + left[2:]
    return right in (right[:1] + left[1:], exchanged) or right[1:] == left or left[1:] == right


def meant(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence that suggests a similar name; "" if no name is similar.

    >>> meant("p10", ["P10", "P1"]), meant("Cynthia", ["Cyntia", "Ann"]), meant("Zed", ["Ann"])
    ('; perhaps "P10" is meant', '; perhaps "Cyntia" is meant', '')
    >>> meant("Ada", ["Rossi, Ada"])
    '; perhaps "Rossi, Ada" is meant: a name with a comma is written in quotation marks'
    >>> meant("Bop", ["Bob", "Ann"]), meant("Anm", ["Bob", "Ann"]), meant("P13", ["P11", "P12"])
    ('; perhaps "Bob" is meant', '; perhaps "Ann" is meant', '')
    """
    # imported here, because only refusals need it
    from difflib import get_close_matches

    names = [one for one in known if len(one) < 200]
    whole = next((one for one in names if "," in one and name in map(str.strip, one.split(","))), None)
    if whole is not None:
        return _(
            '; perhaps "%(name)s" is meant: a name with a comma is written in quotation marks', name=whole
        )
    found = [one for one in names if one.casefold() == name.casefold()]
    found = found or get_close_matches(name[:200], names, 1, 0.8)
    if not found:
        # of three letters, one wrong letter is a third: below any ratio that long names can have
        near = [one for one in names if _differ_by_one(name.casefold(), one.casefold())]
        found = near if len(near) == 1 else []
    return _('; perhaps "%(name)s" is meant', name=found[0]) if found else ""


def number(value: Any) -> Any:
    """Return a figure for JSON: a whole number unchanged, exact decimals and fractions as text."""
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    if isinstance(value, tuple | list):
        return [number(item) for item in value]
    if isinstance(value, Mapping):
        return {key: number(item) for key, item in value.items()}
    return value


def _in_row(name: str) -> str:
    """Return a name for names with blanks between them: in quotation marks if it has a blank, too."""
    quoted = '"' + name.replace('"', '""') + '"'
    return name if isinstance(name, Translatable) or not re.search(r"[\s,;]", name) else quoted


def value_text(value: Any) -> str:
    """Return a figure or a value of an event file in words.

    >>> [value_text(one) for one in ([4, 2], True, 2.7, ["Ann", "Bob Kay"], [["Ann", "Bob"], ["Cid"]])]
    ['4 2', 'yes', '2.7', 'Ann "Bob Kay"', 'Ann Bob / Cid']
    """
    if isinstance(value, Decimal):
        return irregular(number(value), "%(figure)s", figure=value.normalize())
    value = number(value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        mark = " / " if any(isinstance(one, list) for one in value) else " "
        return joined((_in_row(one) if isinstance(one, str) else value_text(one) for one in value), mark)
    if isinstance(value, Mapping):
        return joined(joined((str(key), value_text(item)), " ") for key, item in value.items())
    return _("none") if value is None else str(value)


def looks_like_a_formula(text: str) -> bool:
    """Return whether a spreadsheet that opens a text file would compute this text instead of showing it.

    >>> [looks_like_a_formula(text) for text in ("=1+1", " @SUM(A1)", "＋1", "Ann-Lee", "")]
    [True, True, True, False, False]
    """
    return text.lstrip().translate(_WIDE)[:1] in tuple(_FORMULA)


def csv_cell(text: str) -> str:
    """Return a text for a CSV file: with an apostrophe in front if a spreadsheet would compute it."""
    return f"'{text}" if looks_like_a_formula(text.lstrip("'")) else text


def from_csv_cell(text: str) -> str:
    """Return the text from which `csv_cell` made a cell.

    >>> [from_csv_cell(csv_cell(text)) for text in ("=1+1", "'=1", "'tis Ann", "Ann")]
    ['=1+1', "'=1", "'tis Ann", 'Ann']
    """
    return text[1:] if text[:1] == "'" and looks_like_a_formula(text.lstrip("'")) else text
