"""The firmware made small for the board: the same program in texts that take less of its memory.

    tree        the program as syntax trees, and what must keep its name
    scopes      what each name in a module stands for
    constants   numbers in the place of their names
    pruning     what the board never runs goes
    relocation  the modules out of their packages
    joining     modules that are always loaded together in one file
    names       short names, shared by whatever can never meet
    writing     the texts again, every statement on its line

What the board does is the same to the byte. A traceback still names the file and the line of the firmware as
it was written, so no map of names is needed to read one.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper.boardkit.compact.constants import inline, inline_once
from tablekeeper.boardkit.compact.joining import join
from tablekeeper.boardkit.compact.names import shorten
from tablekeeper.boardkit.compact.pruning import prune, strip
from tablekeeper.boardkit.compact.relocation import relocate
from tablekeeper.boardkit.compact.tree import parse
from tablekeeper.boardkit.compact.writing import written

#: what the simulator puts its own in the place of, and what that asks for
SEAM = frozenset({"Hardware", "idle", "now"})


def compact(files: Mapping[str, bytes], ours: tuple[str, ...]) -> dict[str, bytes]:
    """Returns a bundle's files with the packages and modules `ours` made small, without those nobody loads.

    All other files are as they were. Raises UserError when the program can't be understood as a whole.
    """
    program = parse(files, ours, SEAM)
    small = {module.path for module in program.modules.values()}
    strip(program)
    inline(program)
    prune(program)
    inline_once(program)
    prune(program)
    relocate(program)
    join(program)
    shorten(program)
    texts = {module.source: module for module in program.modules.values()}
    made: dict[str, bytes] = {}
    for path, data in files.items():
        if path in texts:
            module = texts[path]
            made[module.path] = written(module.tree, path, data.decode(), module.joined).encode()
        elif path not in small:
            made[path] = data
    return made
