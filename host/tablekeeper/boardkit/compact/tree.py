"""The firmware as one program: its modules as syntax trees, and what must keep its name.

The board's Python is a subset: one scope in a function, nothing named by a computed text, modules imported
by their full names. That makes it possible to know the program as a whole. Whatever breaks these rules is
refused with its file and line: it is better to make no bundle than a wrong one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from tablekeeper.errors import UserError

_REFUSED = (
    ast.Global, ast.Nonlocal, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Match, ast.NamedExpr,
    ast.TryStar,
)  # fmt: skip
#: calls that reach names in a way nobody can follow
_DYNAMIC = frozenset({"__import__", "dir", "eval", "exec", "globals", "locals", "vars"})
_BY_TEXT = frozenset({"delattr", "getattr", "hasattr", "setattr"})


@dataclass
class Module:
    """One file of the program; `tree` is changed in place."""

    name: str
    path: str
    tree: ast.Module
    source: str
    """The path of the text it was made from."""
    joined: list[str] = field(default_factory=list)
    """The same of modules that were put behind it."""

    def refusal(self, node: ast.AST, what: str) -> UserError:
        """Returns the sentence that says why this file can't be made smaller."""
        return UserError(
            f"The firmware's {self.path} {what} in line {getattr(node, 'lineno', 0)}, and can't be made "
            "compact: install it with --readable."
        )


@dataclass
class Program:
    """All modules by their names, in the order of the bundle."""

    modules: dict[str, Module]
    kept: frozenset[str]
    """Words that somebody outside says."""
    entry: frozenset[str]
    """Modules that somebody outside imports."""


def parse(files: Mapping[str, bytes], ours: tuple[str, ...], kept: frozenset[str]) -> Program:
    """Returns the program in a bundle's files.

    `ours` are the packages and modules under lib/ that belong to it. Every other library keeps its words, and
    so does each starting program that imports one of ours. `kept` adds words to these.
    """
    modules: dict[str, Module] = {}
    outside: list[tuple[ast.Module, bool]] = []
    for path, data in files.items():
        tree = ast.parse(data, path)
        parts = PurePosixPath(path).with_suffix("").parts
        if parts[0] == "lib" and parts[1] in ours:
            name = ".".join(parts[1:-1] if parts[-1] == "__init__" else parts[1:])
            modules[name] = Module(name, path, tree, path)
        else:
            outside.append((tree, parts[0] == "lib"))
    words = set(kept)
    entry: set[str] = set()
    for tree, library in outside:
        wanted = {name for name in imported(tree) if name in modules}
        entry |= wanted
        if wanted or library:
            words |= {word for word in identifiers(tree) if not word.startswith("__")}
    program = Program(modules, frozenset(words), frozenset(entry))
    for module in modules.values():
        _check(module, program)
    return program


def identifiers(tree: ast.AST) -> set[str]:
    """Returns every word that a text uses as a name."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word):
                found.add(word)
            case ast.arg(arg=word) | ast.keyword(arg=str(word)):
                found.add(word)
            case ast.FunctionDef(name=word) | ast.ClassDef(name=word):
                found.add(word)
            case ast.alias(name=word, asname=other):
                found.update(word.split("."))
                if other:
                    found.add(other)
    return found


def module_aliases(module: Module, program: Program) -> tuple[dict[str, str], set[str]]:
    """Returns the names a module has for modules of the program (with their full names), and for all else.

    The second are outside modules and what was taken from them.
    """
    ours: dict[str, str] = {}
    others: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                if one.name in program.modules:
                    ours[one.asname or one.name] = one.name
                else:
                    others.add(one.asname or one.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                full = f"{node.module}.{one.name}"
                if full in program.modules:
                    ours[one.asname or one.name] = full
                elif node.module not in program.modules:
                    others.add(one.asname or one.name)
    return ours, others


def root(node: ast.expr) -> str:
    """Returns the name that a chain of attributes and items begins with, or nothing."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def words_by_text(module: Module, outside: set[str]) -> set[str]:
    """Returns the words that `getattr` and the like are given; on outside things they may be computed."""
    found: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _BY_TEXT:
            word = node.args[1]
            if isinstance(word, ast.Constant) and isinstance(word.value, str):
                found.add(word.value)
            elif root(node.args[0]) not in outside:
                raise module.refusal(node, f"calls {node.func.id} with a computed name")
    return found


def imported(tree: ast.AST) -> Iterator[str]:
    """Yields the full names of all that is imported, now or later: modules, and what is in them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def _check(module: Module, program: Program) -> None:
    tops = {name.split(".")[0] for name in program.modules}
    ours, _ = module_aliases(module, program)
    for node in ast.walk(module.tree):
        if isinstance(node, _REFUSED):
            raise module.refusal(node, f"uses {type(node).__name__}")
        match node:
            case ast.Import(names=names) if any(one.name.split(".")[0] in tops for one in names):
                raise module.refusal(node, "imports a module of its own without `from`")
            case ast.Import(names=names) if any("." in one.name and not one.asname for one in names):
                raise module.refusal(node, "imports a module within a package without `from`")
            case ast.ImportFrom(names=names, level=level) if level or any(one.name == "*" for one in names):
                raise module.refusal(node, "imports without full names")
            case ast.Call(func=ast.Name(id=word)) if word in _DYNAMIC:
                raise module.refusal(node, f"calls {word}")
            case ast.Call(keywords=keywords) if any(one.arg is None for one in keywords):
                raise module.refusal(node, "hands over a dictionary of arguments")
            case ast.Attribute(value=ast.Name(id=word), ctx=ast.Store() | ast.Del()) if word in ours:
                raise module.refusal(node, "sets a name of another module")
            case ast.ClassDef():
                _check_class(module, node)
            case ast.FunctionDef() if any(isinstance(one, ast.ClassDef) for one in ast.walk(node)):
                raise module.refusal(node, "has a class within a function")


def _check_class(module: Module, node: ast.ClassDef) -> None:
    for one in node.body:
        if isinstance(one, ast.FunctionDef):
            arguments = one.args.posonlyargs + one.args.args
            if not arguments or arguments[0].arg != "self":
                raise module.refusal(one, "has a method without `self`")
