"""`traceback`: an exception as text. An exception that a program formats is noted as a crash."""

from __future__ import annotations

import traceback
from types import TracebackType
from typing import TextIO

from tablesim.vm import Vm


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""

    def format_exception(
        exc: BaseException | type[BaseException],
        /,
        value: BaseException,
        tb: TracebackType | None = None,
        limit: int | None = None,
        chain: bool | None = True,
    ) -> list[str]:
        lines = traceback.format_exception(type(value), value, tb, limit, chain=bool(chain))
        vm.board.crashes.append("".join(lines))
        return lines

    def print_exception(
        exc: BaseException | type[BaseException],
        /,
        value: BaseException,
        tb: TracebackType | None = None,
        limit: int | None = None,
        file: TextIO | None = None,
        chain: bool | None = True,
    ) -> None:
        text = "".join(format_exception(exc, value, tb, limit, chain))
        if file is None:
            vm.board.log(text)
        else:
            file.write(text)

    return {"format_exception": format_exception, "print_exception": print_exception}
