"""Click's own messages, in the language of the reader.

Click asks Python's gettext, which takes one language for a whole program from its environment, and reads
compiled files. Ours can be chosen by `--language`, too, and its catalogues are compiled when they are read.
So Click's modules are given our catalogues to ask. A text that they do not have is English.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import ModuleType

from tablekeeper.languages import _, catalogues, language

#: Click's modules that speak to people
_MODULES = ("core", "exceptions", "formatting", "parser", "termui", "types", "utils")
#: texts that no call of these modules names: help that is made once for all readers, and a value
OTHERS = (_("Show this message and exit."), _("Show the version and exit."), _("required"))


def modules() -> Iterator[ModuleType]:
    """Yield them; `tests/languages/catalogues.py` collects their texts."""
    yield from (importlib.import_module(f"click.{name}") for name in _MODULES)


def _gettext(text: str) -> str:
    return catalogues.pattern(language(), text)


def _ngettext(one: str, many: str, number: int) -> str:
    return catalogues.pattern(language(), one, many, number)


def translate() -> None:
    """Let Click ask our catalogues."""
    for module in modules():
        for name, function in (("_", _gettext), ("ngettext", _ngettext)):
            if hasattr(module, name):
                setattr(module, name, function)
