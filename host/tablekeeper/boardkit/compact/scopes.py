"""What each name in a module's text stands for: a variable, something of the module's, or Python's own."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterable
from dataclasses import dataclass

from tablekeeper.boardkit.compact.tree import Module


class Kind(enum.Enum):
    """What a name stands for."""

    LOCAL = enum.auto()
    """A parameter or variable of a function."""
    GLOBAL = enum.auto()
    """What the module defines or imports."""
    MEMBER = enum.auto()
    """What a class defines, named within its body."""
    FREE = enum.auto()
    """Python's own."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place where a name that is no attribute is defined or used."""

    node: ast.AST
    place: str
    """The field of the node that holds the name."""
    word: str
    kind: Kind
    function: ast.FunctionDef | None
    """The outermost function around it."""
    stored: bool


def occurrences(module: Module) -> list[Occurrence]:
    """Returns every name of a module, in the order of the text."""
    reader = _Reader(module_words(module))
    reader.all(module.tree.body, None, frozenset(), frozenset())
    return reader.found


def module_words(module: Module) -> frozenset[str]:
    """Returns what a module defines at its top level, imports included."""
    return frozenset().union(*map(_bound, module.tree.body))


def ambiguous_words(module: Module) -> set[str]:
    """Returns words of the module that a comprehension or an inner function uses for something of its own.

    Around it they stand for the module's: nobody may give them two names.
    """
    known = module_words(module)
    found: set[str] = set()
    for node in ast.walk(module.tree):
        match node:
            case ast.comprehension(target=target):
                found |= _bound(target)
            case ast.Lambda(args=arguments):
                found |= {one.arg for one in ast.walk(arguments) if isinstance(one, ast.arg)}
            case ast.FunctionDef():
                inner = [one for one in ast.walk(node) if isinstance(one, ast.FunctionDef)]
                found |= frozenset().union(*map(_local, inner[1:]))
    return found & known


def _bound(statement: ast.AST) -> frozenset[str]:
    """Returns the names bound where a statement stands: not those within functions and classes."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return frozenset({statement.name})
    return _names(statement)


def _local(function: ast.FunctionDef) -> frozenset[str]:
    """Returns parameters and variables, those of functions and comprehensions within included."""
    return frozenset().union(_names(function.args), *map(_names, function.body))


def _names(tree: ast.AST) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=word, ctx=ast.Store() | ast.Del()) | ast.arg(arg=word):
                found.add(word)
            case ast.alias(name=name, asname=asname):
                found.add(asname or name.split(".")[0])
            case ast.ExceptHandler(name=str(word)) | ast.FunctionDef(name=word) | ast.ClassDef(name=word):
                found.add(word)
    return frozenset(found)


class _Reader:
    """Walks through one module and collects its names."""

    def __init__(self, known: frozenset[str]) -> None:
        self.found: list[Occurrence] = []
        self._known = known

    def all(
        self, nodes: Iterable[ast.AST], function: ast.FunctionDef | None, own: frozenset[str],
        members: frozenset[str],
    ) -> None:  # fmt: skip
        """Reads nodes within a function with variables of its `own`, or within a class with `members`."""
        for node in nodes:
            self._one(node, function, own, members)

    def _one(
        self, node: ast.AST, function: ast.FunctionDef | None, own: frozenset[str], members: frozenset[str]
    ) -> None:
        match node:
            case ast.Name(id=word, ctx=context):
                self._note(node, "id", word, not isinstance(context, ast.Load), function, own, members)
                return
            case ast.arg(arg=word):
                self._note(node, "arg", word, True, function, own, members)
            case ast.ExceptHandler(name=str(word)):
                self._note(node, "name", word, True, function, own, members)
            case ast.alias(name=name, asname=asname):
                self._note(node, "asname", asname or name.split(".")[0], True, function, own, members)
            case ast.ClassDef(name=word, body=body):
                self._note(node, "name", word, True, function, own, members)
                self.all((*node.bases, *node.keywords, *node.decorator_list), function, own, members)
                self.all(body, None, frozenset(), frozenset().union(*map(_bound, body)))
                return
            case ast.FunctionDef(name=word, args=arguments):
                self._note(node, "name", word, True, function, own, members)
                if function is None:
                    # what its first line works out belongs to where the function stands
                    outer = [*node.decorator_list, *arguments.defaults, *arguments.kw_defaults]
                    self.all(filter(None, outer), function, own, members)
                    inner = [one for one in ast.walk(arguments) if isinstance(one, ast.arg)]
                    self.all([*inner, *node.body], node, _local(node), frozenset())
                    return
        self.all(ast.iter_child_nodes(node), function, own, members)

    def _note(
        self, node: ast.AST, place: str, word: str, stored: bool, function: ast.FunctionDef | None,
        own: frozenset[str], members: frozenset[str],
    ) -> None:  # fmt: skip
        if word in own:
            kind = Kind.LOCAL
        elif word in members:
            kind = Kind.MEMBER
        elif word in self._known:
            kind = Kind.GLOBAL
        else:
            kind = Kind.FREE
        self.found.append(Occurrence(node, place, word, kind, function, stored))
