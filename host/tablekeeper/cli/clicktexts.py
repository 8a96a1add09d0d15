"""Click's own messages, in the language of the reader.

Click translates with Python's gettext, which uses one language from the environment for the whole program,
and needs compiled files. Our language can also be chosen with `--language`, and our catalogues are compiled
when they are read. So this module makes Click's modules use our catalogues. Untranslated texts are English.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import ModuleType

from tablekeeper.languages import _, catalogues, language

#: Click's modules that print texts
_MODULES = ("core", "exceptions", "formatting", "parser", "termui", "types", "utils")
#: texts that are not in these modules' calls: help texts that Click makes only once, and a value
OTHERS = (_("Show this message and exit."), _("Show the version and exit."), _("required"))


def modules() -> Iterator[ModuleType]:
    """Yield the modules; `tests/languages/catalogues.py` collects their texts."""
    yield from (importlib.import_module(f"click.{name}") for name in _MODULES)


def _gettext(text: str) -> str:
    return catalogues.pattern(language(), text)


def _ngettext(one: str, many: str, number: int) -> str:
    return catalogues.pattern(language(), one, many, number)


def translate() -> None:
    """Make Click use our catalogues."""
    for module in modules():
        for name, function in (("_", _gettext), ("ngettext", _ngettext)):
            if hasattr(module, name):
                setattr(module, name, function)
