"""Short names for the modules themselves: all in one folder, without packages around them.

A board keeps a module's name by itself, with its packages, and as a path, and each package is a module of its
own. What the starting programs import stays where it is. A file says in its first line what it was.
"""

from __future__ import annotations

import ast
from collections import Counter

from tablekeeper.boardkit.compact.pruning import drop_unreached
from tablekeeper.boardkit.compact.tree import Program

#: nobody else's libraries begin like this
_PREFIX = "tk_"
#: behind that: what is as short as this is one and the same word wherever a text says it
_LETTERS = 7


def relocate(program: Program) -> None:
    """Moves modules out of their packages, and lets everybody import them from where they are."""
    names = _names(program)
    for module in program.modules.values():
        module.tree = _Relocator(program, names).visit(module.tree)
    moved = {}
    for name, module in program.modules.items():
        module.name = names.get(name, name)
        if name in names:
            module.path = f"lib/{module.name}.py"
        moved[module.name] = module
    program.modules = moved
    # packages that only held modules
    drop_unreached(program)


def _names(program: Program) -> dict[str, str]:
    """Returns the new name of each module that moves."""
    stays = set(program.entry)
    for name in program.entry:
        parts = name.split(".")
        stays |= {".".join(parts[:count]) for count in range(1, len(parts))}
    moving = sorted(name for name in program.modules if "." in name and name not in stays)
    last = Counter(name.split(".")[-1] for name in moving)
    names: dict[str, str] = {}
    for name in moving:
        *_, package, word = name.split(".")
        names[name] = _free(word if last[word] == 1 else package[0] + word, set(names.values()))
    return names


def _free(word: str, taken: set[str]) -> str:
    """Returns a name that begins with a word and that no other module has."""
    name, number = _PREFIX + word[:_LETTERS], 1
    while name in taken:
        number += 1
        name = _PREFIX + word[: _LETTERS - 1] + str(number)
    return name


class _Relocator(ast.NodeTransformer):
    """Lets one module speak of all others by their new names."""

    def __init__(self, program: Program, names: dict[str, str]) -> None:
        self._modules = program.modules
        self._names = names

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        # modules are forgotten by their names
        if isinstance(node.value, str):
            node.value = self._names.get(node.value, node.value)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.AST]:
        if node.module not in self._modules:
            return node
        kept: list[ast.alias] = []
        whole: list[ast.alias] = []
        for one in node.names:
            full = f"{node.module}.{one.name}"
            if full in self._names:
                whole.append(ast.alias(self._names[full], one.asname or one.name))
            else:
                kept.append(one)
        found: list[ast.AST] = [ast.copy_location(ast.Import(whole), node)] if whole else []
        if kept:
            node.names = kept
            node.module = self._names.get(node.module, node.module)
            found.append(node)
        return found
