"""Constants of the firmware's modules as literals, before the modules become bytecode.

`texts.PAUSED` costs a board the name, which it never frees, a place in the table of `texts`, and two
look-ups at each use. MicroPython's `const()` avoids that only for numbers within one module. So each use of a
constant (a number, or a text of the modules of texts) becomes the constant itself. What nothing asks for by
its name any more goes: constants, and imports. Lines stay where they are, so tracebacks match the sources.
"""

from __future__ import annotations

import ast
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

#: the packages of the firmware whose constants become literals
PACKAGES = ("tablecore", "tabledevice", "tableprograms")
_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
#: the name of a module of texts, or of the package of such modules
_TEXTS = "texts"
_SCOPES = (ast.FunctionDef, ast.Lambda)
_OPERATIONS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift, ast.BitOr: operator.or_, ast.BitAnd: operator.and_,
}  # fmt: skip
Value = int | str | None
#: what a name stands for: (module, "") or (module, name in it); ("", "") is anything else
Meaning = tuple[str, str]
_OTHER: Meaning = ("", "")


@dataclass(slots=True)
class _Module:
    name: str
    source: bytes
    tree: ast.Module
    imports: list[ast.ImportFrom] = field(default_factory=list)
    names: dict[str, Meaning] = field(default_factory=dict)
    """What its names stand for."""
    defined: dict[str, ast.expr] = field(default_factory=dict)
    """The names that may be constants."""
    uses: list[tuple[ast.expr, Value]] = field(default_factory=list)
    """Expressions that become literals."""
    gone: set[str] = field(default_factory=set)
    """The names in these expressions."""
    left: set[str] = field(default_factory=set)
    """The names that it still uses."""


class Literals:
    """The constants of these modules: dotted name -> source. `others` import them and are not compiled."""

    def __init__(self, sources: Mapping[str, bytes], others: Iterable[bytes] = ()) -> None:
        self._modules = {name: _Module(name, one, ast.parse(one)) for name, one in sources.items()}
        self._values: dict[Meaning, Value] = {}
        # names of attributes, and texts: what the program may ask for when it runs
        self._asked = {word for one in others for node in ast.walk(ast.parse(one)) for word in _words(node)}
        for module in self._modules.values():
            self._define(module)
        for module in self._modules.values():
            self._visit(module, module.tree, module.names)
        self._ask_for_imports()

    def inlined(self, name: str) -> bytes:
        """Return a module's source with literals."""
        module = self._modules[name]
        lines = module.source.split(b"\n")
        # from the end, so that places before stay right
        for node, value in sorted(module.uses, key=lambda use: (-use[0].lineno, -use[0].col_offset)):
            literal = f"({value})" if isinstance(value, int) and value < 0 else repr(value)
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = line[: node.col_offset] + literal.encode() + line[node.end_col_offset :]
        for statement in (*module.tree.body, *module.imports):
            rest = self._rest(module, statement)
            if rest is not None:
                first, last = statement.lineno - 1, statement.end_lineno or 0
                lines[first:last] = [b" " * statement.col_offset + rest.encode()] + [b""] * (last - first - 1)
        return b"\n".join(lines)

    # --- what is defined ---

    def _define(self, module: _Module) -> None:
        stored: Counter[str] = Counter()
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom):
                module.imports.append(node)
            elif _is_stored(node):
                stored[node.id] += 1
        for statement in module.tree.body:
            for name, value in _assigned(statement):
                if _CONSTANT.fullmatch(name) and stored[name] == 1:
                    module.defined[name] = value
        module.names = self._bound(module, module.tree)

    def _bound(self, module: _Module, scope: ast.AST) -> dict[str, Meaning]:
        """Return what the names stand for that a module or function binds."""
        found: dict[str, Meaning] = {}
        for node in _within(scope):
            if isinstance(node, ast.ImportFrom) and node.module in self._modules:
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    known = (inner, "") if inner in self._modules else (node.module, alias.name)
                    found[alias.asname or alias.name] = known
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                found.update({(one.asname or one.name).partition(".")[0]: _OTHER for one in node.names})
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found[node.name] = _OTHER
            elif isinstance(node, ast.arg):
                found[node.arg] = _OTHER
            elif isinstance(node, ast.ExceptHandler) and node.name:
                found[node.name] = _OTHER
            elif _is_stored(node):
                own = scope is module.tree and node.id in module.defined
                found[node.id] = (module.name, node.id) if own else _OTHER
        return found

    # --- what is used ---

    def _visit(self, module: _Module, node: ast.AST, names: Mapping[str, Meaning]) -> None:
        if isinstance(node, _SCOPES):
            names = {**names, **self._bound(module, node)}
        if isinstance(node, ast.expr) and node.lineno == node.end_lineno:
            value = self._value(self._meaning(node, names))
            if value is not None:
                self._replace(module, node, value)
                return
        if isinstance(node, ast.Assign) and node in module.tree.body and node.lineno == node.end_lineno:
            for name, _ in _assigned(node):
                known = self._value((module.name, name))
                if known is not None and isinstance(node.targets[0], ast.Name):
                    self._replace(module, node.value, known)
                    return
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            self._asked.update(_words(node))
            module.left.update(_names(node))
            for child in ast.iter_child_nodes(node):
                self._visit(module, child, names)

    def _replace(self, module: _Module, node: ast.expr, value: Value) -> None:
        module.uses.append((node, value))
        module.gone.update(name for one in ast.walk(node) for name in _names(one))

    def _meaning(self, node: ast.expr, names: Mapping[str, Meaning]) -> Meaning:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            return names.get(node.id, _OTHER)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner, within = names.get(node.value.id, _OTHER)
            return (owner, node.attr) if owner and not within else _OTHER
        return _OTHER

    def _value(self, meaning: Meaning) -> Value:
        """Return the value of a constant; None if this is none."""
        if meaning not in self._values:
            # a constant that needs itself is none
            self._values[meaning] = None
            owner, name = meaning
            module = self._modules.get(owner)
            if module is not None and name in module.defined:
                found = self._computed(module.defined[name], module)
                texts = _TEXTS in owner.split(".")[-2:]
                self._values[meaning] = found if texts or isinstance(found, int) else None
            elif module is not None and module.names.get(name, _OTHER)[1]:
                self._values[meaning] = self._value(module.names[name])
        return self._values[meaning]

    def _computed(self, node: ast.expr, module: _Module) -> Value:
        if isinstance(node, ast.Constant):
            value = node.value
            return value if isinstance(value, (int, str)) and not isinstance(value, bool) else None
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "const":
            return self._computed(node.args[0], module)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            found = self._computed(node.operand, module)
            return -found if isinstance(found, int) else None
        if isinstance(node, ast.BinOp):
            left, right = (self._computed(one, module) for one in (node.left, node.right))
            work = _OPERATIONS.get(type(node.op))
            return work(left, right) if work and isinstance(left, int) and isinstance(right, int) else None
        return self._value(self._meaning(node, module.names))

    # --- what is left ---

    def _rest(self, module: _Module, node: ast.AST) -> str | None:
        """Return what remains of a statement that becomes shorter, or None."""
        if isinstance(node, ast.Assign) and node in module.tree.body:
            names = [name for name, _ in _assigned(node)]
            return "" if names and all(self._goes(module, name) for name in names) else None
        if not isinstance(node, ast.ImportFrom):
            return None
        kept = [one for one in node.names if not self._unused(module, one.asname or one.name)]
        if len(kept) == len(node.names):
            return None
        return ast.unparse(ast.ImportFrom(node.module, kept, 0)) if kept else "pass"

    def _goes(self, module: _Module, name: str) -> bool:
        known = self._value((module.name, name)) is not None
        return known and name not in module.left and name not in self._asked

    def _unused(self, module: _Module, name: str) -> bool:
        """Return whether all that an imported name was needed for has become literals."""
        return name in module.gone and name not in module.left and name not in self._asked

    def _ask_for_imports(self) -> None:
        """What an import that remains names must remain, too."""
        before = -1
        while before != len(self._asked):
            before = len(self._asked)
            for module in self._modules.values():
                for node in module.imports:
                    self._asked.update(
                        one.name for one in node.names if not self._unused(module, one.asname or one.name)
                    )


def module_name(path: str) -> str:
    """Return the dotted name of the module in a file below the drive's `lib/`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _assigned(statement: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a statement gives a value, and this value: `A = 5`, `A, B = range(2)`."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Call) and ast.unparse(value.func) == "range":
        first: ast.expr = value.args[0] if len(value.args) > 1 else ast.Constant(0)
        for place, name in enumerate(target.elts):
            if isinstance(name, ast.Name):
                yield name.id, ast.BinOp(first, ast.Add(), ast.Constant(place))


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope, without what is in the functions and classes in it."""
    waiting = [*ast.iter_child_nodes(scope)][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            waiting += [*ast.iter_child_nodes(node)][::-1]


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id


def _words(node: ast.AST) -> Iterator[str]:
    """Yield by what names a node may ask for something in a module."""
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.ImportFrom):
        yield from (one.name for one in node.names)
