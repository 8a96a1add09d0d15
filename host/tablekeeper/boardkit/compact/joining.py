"""Several modules in one file: each file costs the board some 200 bytes of memory, whatever is in it.

Only modules that are always loaded together share a file, in an order in which each finds what it needs, and
no more of them than a board can parse at a time. What is loaded later, forgotten again or looked up by its
name stays by itself. The lines of a file's first module keep their numbers; those of the second are 1000
higher, and so on; the file's first line says which they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tablekeeper.boardkit.compact.scopes import Kind, module_words, occurrences
from tablekeeper.boardkit.compact.tree import Module, Program, module_aliases
from tablekeeper.boardkit.compact.writing import LINES, written

#: the text of one file (characters): parsing takes five times as much memory for a moment
_LARGEST = 12000
_START = frozenset({"start"})


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a module's definitions go: the module whose file it is, and a number of its own."""

    host: str
    number: int

    def word(self, word: str) -> str:
        """Returns the name there of what the module calls so; no other name is like it."""
        return word if word.startswith("__") else f"{word}__{self.number}"


def join(program: Program) -> None:
    """Joins modules that are always loaded together."""
    files = _Grouping(program).files()
    places: dict[str, _Place] = {}
    for file in files:
        for module in file:
            places[module.name] = _Place(file[0].name, len(places))
    for module in program.modules.values():
        _Mover(module, program, places).move()
    for first, *others in files:
        for number, module in enumerate(others, 1):
            for node in ast.walk(module.tree):
                if isinstance(node, ast.stmt | ast.ExceptHandler):
                    node.lineno += number * LINES
            first.tree.body += module.tree.body
            first.joined.append(module.source)
            del program.modules[module.name]
    for module in program.modules.values():
        _import_once(module)


class _Grouping:
    """Finds out which modules can share a file."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._modules = program.modules
        self._needs = {name: list(_imported(_now(one), program)) for name, one in self._modules.items()}
        self._alone = set(program.entry) | _said(program)
        self._words = {name: _words(module, program) for name, module in self._modules.items()}
        self._host: dict[str, str] = {}

    def files(self) -> list[list[Module]]:
        """Returns modules that share a file, in the order in which they are loaded."""
        found: dict[frozenset[str], list[list[Module]]] = {}
        for name, together in self._loaded().items():
            module = self._modules[name]
            if not self._may_share(module):
                continue
            files = found.setdefault(together, [])
            if files and self._fits(files[-1], module):
                files[-1].append(module)
            else:
                files.append([module])
        return [file for files in found.values() for file in files if len(file) > 1]

    def _loaded(self) -> dict[str, frozenset[str]]:
        """Returns the modules in the order they are loaded in, and what makes each of them be loaded."""
        order: dict[str, set[str]] = {}
        for name in sorted(self._program.entry):
            self._load(name, "start", order, ())
        late = {name for one in self._modules.values() for name in _imported(_later(one), self._program)}
        for name in sorted(late):
            self._load(name, name, order, ())
        return {name: _START if _START & roots else frozenset(roots) for name, roots in order.items()}

    def _load(self, name: str, root: str, order: dict[str, set[str]], under: tuple[str, ...]) -> None:
        if name not in under and root not in order.get(name, ()):
            for needed in self._needs[name]:
                self._load(needed, root, order, (*under, name))
            order.setdefault(name, set()).add(root)

    def _may_share(self, module: Module) -> bool:
        special = module.path.endswith("/__init__.py") or "__name__" in self._words[module.name][1]
        return (
            not special and module.name not in self._alone and not module_words(module) & self._program.kept
        )

    def _fits(self, file: list[Module], module: Module) -> bool:
        """Tells whether a module can go behind others; if so, it is counted as one of them."""
        if sum(map(_size, [*file, module])) > _LARGEST:
            return False
        outside, free = self._words[module.name]
        for one in file:
            # what one imports must not hide what is Python's own in the other
            other_outside, other_free = self._words[one.name]
            if outside & other_free or other_outside & free:
                return False
        self._host |= {one.name: file[0].name for one in (*file, module)}
        if self._is_in_order():
            return True
        del self._host[module.name]
        return False

    def _is_in_order(self) -> bool:
        """Tells whether files can be loaded one after the other, each after all that it needs."""
        needs: dict[str, set[str]] = {}
        for name, needed in self._needs.items():
            host = self._host.get(name, name)
            needs.setdefault(host, set()).update({self._host.get(one, one) for one in needed} - {host})
        while needs:
            ready = {name for name, needed in needs.items() if not needed & set(needs)}
            if not ready:
                return False
            needs = {name: needed for name, needed in needs.items() if name not in ready}
        return True


def _now(module: Module) -> list[ast.stmt]:
    """Returns the statements whose imports happen when the module is loaded."""
    return [node for node in module.tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]


def _later(module: Module) -> list[ast.stmt]:
    return [node for node in module.tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]


def _imported(body: Iterable[ast.stmt], program: Program) -> Iterator[str]:
    """Yields the modules of the program that statements import."""
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Import):
                yield from (one.name for one in node.names if one.name in program.modules)
            elif isinstance(node, ast.ImportFrom) and node.module in program.modules:
                yield node.module


def _said(program: Program) -> set[str]:
    """Returns the modules that are named in a text, or used as a thing by themselves."""
    found: set[str] = set()
    for module in program.modules.values():
        aliases, _ = module_aliases(module, program)
        based = set()
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.Attribute):
                based.add(id(node.value))
        for one in occurrences(module):
            if one.word in aliases and isinstance(one.node, ast.Name) and id(one.node) not in based:
                found.add(aliases[one.word])
    return found


def _words(module: Module, program: Program) -> tuple[set[str], set[str]]:
    """Returns the names a module has for what is not ours, and the names of Python's own that it says."""
    _, others = module_aliases(module, program)
    return others, {one.word for one in occurrences(module) if one.kind is Kind.FREE}


def _size(module: Module) -> int:
    return sum(len(line) + 1 for line in written(module.tree, "", "").splitlines() if line)


class _Mover(ast.NodeTransformer):
    """Makes one module speak of everything by the place it goes to."""

    def __init__(self, module: Module, program: Program, places: dict[str, _Place]) -> None:
        self._module = module
        self._modules = program.modules
        self._places = places
        self._own = places.get(module.name)
        self._occurrences = {id(one.node): one for one in occurrences(module)}
        self._bound: dict[tuple[int | None, str], tuple[str, str]] = {}
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                for one in node.names:
                    self._bind(one, node, (one.name, ""))
            elif isinstance(node, ast.ImportFrom):
                for one in node.names:
                    self._bind(one, node, (str(node.module), one.name))

    def _bind(self, one: ast.alias, node: ast.stmt, stands: tuple[str, str]) -> None:
        """Notes what an imported name stands for: a module and nothing, or a module and its name there."""
        if stands[0] not in self._modules:
            return
        said = self._occurrences[id(one)]
        key = (id(said.function) if said.kind is Kind.LOCAL else None, said.word)
        if self._bound.setdefault(key, stands) != stands and (not stands[1] or key[0] is None):
            raise self._module.refusal(node, "imports two things by one name")

    def move(self) -> None:
        """Renames what the module defines, and what it says of modules that move."""
        self.visit(self._module.tree)
        if self._own is None:
            return
        ours = {word for function, word in self._bound if function is None}
        outside = {
            said.word
            for said in self._occurrences.values()
            if isinstance(said.node, ast.alias) and said.kind is Kind.GLOBAL and said.word not in ours
        }
        for said in self._occurrences.values():
            if said.kind is Kind.GLOBAL and said.word not in outside:
                setattr(said.node, said.place, self._own.word(said.word))

    def _stands(self, node: ast.expr) -> tuple[str, str]:
        """Returns what a name stands for; two empty words when it was not imported from ours."""
        said = self._occurrences.get(id(node))
        if said is None or not isinstance(node, ast.Name):
            return "", ""
        return self._bound.get((id(said.function) if said.kind is Kind.LOCAL else None, said.word), ("", ""))

    def _here(self, name: str) -> bool:
        place = self._places.get(name)
        return place is not None and self._own is not None and place.host == self._own.host

    def visit_Name(self, node: ast.Name) -> ast.AST:
        name, word = self._stands(node)
        if word and self._here(name) and self._occurrences[id(node)].kind is Kind.GLOBAL:
            return ast.copy_location(ast.Name(self._places[name].word(word), node.ctx), node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        name, word = self._stands(node.value)
        if word or name not in self._places:
            return self.generic_visit(node)
        there = self._places[name].word(node.attr)
        if self._here(name):
            return ast.copy_location(ast.Name(there, node.ctx), node)
        node.attr = there
        return node

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for one in node.names:
            if one.name in self._places and not self._here(one.name):
                one.asname = one.asname or one.name
                one.name = self._places[one.name].host
        node.names = [one for one in node.names if not self._here(one.name)]
        return node if node.names else ast.copy_location(ast.Pass(), node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.AST]:
        place = self._places.get(str(node.module))
        if place is None:
            for one in node.names:
                one.asname = one.asname or one.name
            return node
        here = self._here(str(node.module))
        node.module = place.host
        found: list[ast.AST] = []
        for one in node.names:
            one.name, one.asname = place.word(one.name), one.asname or one.name
            if here and self._occurrences[id(one)].kind is Kind.LOCAL:
                same = ast.Assign([ast.Name(one.asname, ast.Store())], ast.Name(one.name, ast.Load()))
                found.append(ast.copy_location(same, node))
        return node if not here else found or ast.copy_location(ast.Pass(), node)


def _import_once(module: Module) -> None:
    """Removes imports of what the file has imported already."""
    first: dict[tuple[str, str], str] = {}
    same: dict[str, str] = {}
    for node in module.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            source = str(node.module) if isinstance(node, ast.ImportFrom) else ""
            kept = []
            for one in node.names:
                bound = one.asname or one.name
                if (source, one.name) not in first:
                    first[source, one.name] = bound
                    kept.append(one)
                else:
                    same[bound] = first[source, one.name]
            node.names = kept
    module.tree.body = [node for node in module.tree.body if getattr(node, "names", True)]
    for said in occurrences(module):
        if said.kind is not Kind.LOCAL and isinstance(said.node, ast.Name) and said.word in same:
            said.node.id = same[said.word]
