"""Rich's console, tables and `escape`, loaded when something is printed with them.

Most commands can do without: they have --json, or say one sentence. Loading Rich takes as long as Click.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console as Console
    from rich.markup import escape as escape
    from rich.table import Table as Table

_HOMES = {"Console": "rich.console", "Table": "rich.table", "escape": "rich.markup"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(importlib.import_module(_HOMES[name]), name)
