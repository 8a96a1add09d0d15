"""An English text that can be translated into another language when it is shown.

    >>> text = _("Table %(name)s is free", name="4")
    >>> text
    'Table 4 is free'

It is a `str`: it can be compared, stored, sorted and sent as English text without extra cost. `shown`
translates it when a page or a command shows it to a person:

    >>> with language_of("de"):
    ...     shown(_("Tables")), str(_("Tables"))
    ('Tische', 'Tables')

So texts can be made anywhere, also in tables of a module and in results that are cached for all readers.
Texts can be joined by `+` and by `joined`. Other operations (an f-string) give plain English: write the whole
sentence as one text, with values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from . import catalogues, local

#: letters of right-to-left scripts: Hebrew, Arabic (without its digits), Syriac, Thaana, NKo
_FROM_THE_RIGHT = re.compile(r"[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
#: characters that break a line or control a terminal
_CONTROL = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029]")
_language: ContextVar[str] = ContextVar("language", default=catalogues.ENGLISH)


def language() -> str:
    """Return the code of the language in which texts are shown now: "en", "it" or "de"."""
    return _language.get()


@contextmanager
def language_of(code: str) -> Iterator[None]:
    """Show texts in this language, in this task or thread and in those started with its context."""
    before = _language.set(code)
    try:
        yield
    finally:
        _language.reset(before)


def speak(code: str) -> None:
    """Show texts in this language from now on, until the end of the surrounding `language_of`."""
    _language.set(code)


class Translatable(str):
    """An English text with its key in the catalogues and the values in it."""

    __slots__ = ("context", "key", "number", "plural", "values")

    key: str
    plural: str  # "" if the text has no number that changes its words
    number: int
    context: str  # distinguishes two meanings of one English word
    values: dict[str, Any]

    def __str__(self) -> str:
        """Return the text object itself, so that an error keeps its translation."""
        return self

    def __add__(self, other: str) -> str:
        """Return both texts joined; each keeps its translation."""
        return joined((self, other), "")

    def __radd__(self, other: str) -> str:
        return joined((other, self), "")

    def __getnewargs__(self) -> tuple[str]:
        return (self[:],)

    def __html__(self) -> str:
        """Return the translation for a page; templates call this."""
        # imported here, because commands make no pages, and its table of characters is large
        from html import escape

        # the same escapes that templates use for other strings
        return escape(self.translated()).replace("&#x27;", "&#39;")

    def translated(self) -> str:
        """Return the text in the language of the reader."""
        code = language()
        if code == catalogues.ENGLISH and (self.isascii() or not _FROM_THE_RIGHT.search(self)):
            return self[:]
        pattern = catalogues.pattern(code, self.key, self.plural, self.number, self.context)
        return pattern % {name: said(value) for name, value in self.values.items()}


class _Sentence(Translatable):
    """A text that is shown as a whole sentence, in every language."""

    __slots__ = ()

    def translated(self) -> str:
        """Return the sentence in the language of the reader."""
        return _capital(shown(self.values["text"]))


def said(value: Any) -> Any:
    """Return a value in the format for a sentence in the language of the reader."""
    if isinstance(value, Exception):
        value = str(value)
    if isinstance(value, Translatable):
        return value.translated()
    if isinstance(value, str):
        return value if value.isascii() else isolated(value)
    return local.figure(value, language())


def isolated(name: str) -> str:
    """Return a right-to-left name with invisible signs, so that the text around it keeps its order.

    The signs are first strong isolate and pop directional isolate (Unicode Annex 9, 2.4.2).

    >>> isolated("Ann"), [f"{ord(sign):04x}" for sign in isolated("\u05e9")]
    ('Ann', ['2068', '05e9', '2069'])
    """
    return f"\u2068{name}\u2069" if _FROM_THE_RIGHT.search(name) else name


def shown(text: str) -> str:
    """Return a text in the language of the reader; a text without a translation is returned unchanged."""
    return text.translated() if isinstance(text, Translatable) else text


def _made(
    english: str, key: str, plural: str, number: int, context: str, values: dict[str, Any]
) -> Translatable:
    made = Translatable(english % values)
    made.key, made.plural, made.number, made.context, made.values = key, plural, number, context, values
    return made


def _(text: str, /, **values: Any) -> str:
    """Return a text with its values, a `Translatable`: `_("Table %(name)s", name="4")`.

    A percent sign is written twice.
    """
    return _made(text, text, "", 0, "", values)


def ngettext(one: str, many: str, number: int, /, **values: Any) -> str:
    """Return the text in the form for a number, which is its value `num`.

    >>> ngettext("%(num)s turn", "%(num)s turns", 3)
    '3 turns'
    """
    english = one if number == 1 else many
    return _made(english, one, many, number, "", {"num": number} | values)


def irregular(english: str, text: str, /, **values: Any) -> Translatable:
    """Return a text whose English form has no pattern: 1st, 2nd, 3rd."""
    made = Translatable(english)
    made.key, made.plural, made.number, made.context, made.values = text, "", 0, "", values
    return made


def replaced(text: str, change: Callable[[str], str]) -> str:
    """Return a text with changed values; in a plain string, change the words instead.

    >>> replaced(_("Table %(name)s is free", name="{4}"), lambda value: value.replace("{4}", "4"))
    'Table 4 is free'
    """
    if not isinstance(text, Translatable):
        return change(text)
    values = {
        name: replaced(value, change) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    made = irregular(change(text[:]), text.key, **values)
    made.plural, made.number, made.context = text.plural, text.number, text.context
    return made


def joined(parts: Iterable[str], separator: str = ", ") -> str:
    """Return texts joined; each keeps its translation.

    >>> joined(("single", "cube 2"))
    'single, cube 2'
    """
    told = list(parts)
    pattern = separator.replace("%", "%%").join(f"%(part{place})s" for place in range(len(told)))
    return irregular(separator.join(told), pattern, **{f"part{n}": part for n, part in enumerate(told)})


def told(sentence: str, values: Mapping[str, Any]) -> str:
    """Return a sentence with its values as a text; a sentence that is a text already is returned unchanged.

    Values are made `visible`, because they may be a stranger's, and a sentence must be one line.

    >>> told("There is no table named %(name)s.", {"name": "9"}), told("All 100%", {})
    ('There is no table named 9.', 'All 100%')
    """
    if isinstance(sentence, Translatable) or not sentence:
        return sentence
    if not values:
        return _(sentence.replace("%", "%%"))
    return _(sentence, **{
        name: visible(value) if isinstance(value, str) else value for name, value in values.items()
    })  # fmt: skip


def visible(text: str) -> str:
    r"""Return a text in which line breaks and other control signs are written as escapes.

    >>> print(visible("Ann\n\x1b[2J"))
    Ann\n\x1b[2J
    """
    if isinstance(text, Translatable) or not _CONTROL.search(text):
        return text
    return _CONTROL.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def sentence(text: str) -> Translatable:
    """Return a text as a sentence: with a capital letter and a full stop.

    >>> sentence("a place is missing")
    'A place is missing.'
    """
    made = _Sentence(_capital(text))
    made.key, made.plural, made.number, made.context, made.values = text, "", 0, "", {"text": text}
    return made


class _Heading(Translatable):
    """A text that begins with a capital letter, in every language."""

    __slots__ = ()

    def translated(self) -> str:
        """Return the heading in the language of the reader."""
        told = shown(self.values["text"])
        return told[:1].upper() + told[1:]


def heading(text: str) -> str:
    """Return a text with a capital letter.

    >>> heading("round A")
    'Round A'
    """
    made = _Heading(text[:1].upper() + text[1:])
    made.key, made.plural, made.number, made.context, made.values = text, "", 0, "", {"text": text}
    return made


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def pgettext(context: str, text: str, /, **values: Any) -> str:
    """Return a text whose English form has several meanings; `context` names the meaning.

    >>> pgettext("place in the standings", "Place")
    'Place'
    """
    return _made(text, text, "", 0, context, values)
