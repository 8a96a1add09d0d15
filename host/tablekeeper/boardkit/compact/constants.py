"""Numbers and short texts in the place of the names they were given.

A named constant is a word in the table of names, a place in its module's dictionary, and four to six bytes of
bytecode wherever it is used; the number itself is one to five bytes of bytecode and nothing else. What is too
large for the board's small integers is an object, and keeps its name.
"""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeGuard

from tablekeeper.boardkit.compact.scopes import Kind, occurrences
from tablekeeper.boardkit.compact.tree import Module, Program, module_aliases

#: the board's small integers end here
_SMALL = 1 << 30
#: a text up to this long is a word in the table of names, however often it is used
_WORD = 9

Value = int | str | bytes | None
_Key = tuple[str, str]
"""Module and name."""

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_, ast.BitXor: operator.xor, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip


def inline(program: Program) -> None:
    """Replaces every use of a constant by its value, and works out what can be worked out."""
    values: dict[_Key, Value] = {}
    inliners = [_Inliner(module, program, values) for module in program.modules.values()]
    known = -1
    while len(values) > known:
        # one constant may be made of others, in modules that come later
        known = len(values)
        for inliner in inliners:
            inliner.find()
    for inliner in inliners:
        inliner.replace()


def inline_once(program: Program) -> None:
    """Puts texts and large numbers that are used in one place there, without a name."""
    values: dict[_Key, Value] = {}
    inliners = [_Inliner(module, program, values) for module in program.modules.values()]
    uses = Counter(key for inliner in inliners for key in inliner.uses())
    for inliner in inliners:
        inliner.find_texts(uses)
    for inliner in inliners:
        inliner.replace()


class _Inliner(ast.NodeTransformer):
    """Finds the constants of one module, and puts those of all modules into it."""

    def __init__(self, module: Module, program: Program, values: dict[_Key, Value]) -> None:
        self._module = module
        self._values = values
        self._aliases, _ = module_aliases(module, program)
        found = [one for one in occurrences(module) if one.kind is Kind.GLOBAL]
        self._bindings = Counter(one.word for one in found if one.stored)
        self._used = {id(one.node) for one in found if not one.stored}
        self._taken = {
            one.asname or one.name: (node.module, one.name)
            for node in module.tree.body
            if isinstance(node, ast.ImportFrom) and node.module in program.modules
            for one in node.names
        }

    def find(self) -> None:
        """Notes the constants whose value can be told now."""
        for word, node in _assigned(self._module.tree):
            if self._bindings[word] == 1 and (self._module.name, word) not in self._values:
                match self.visit(node):
                    case ast.Constant(value=value) if _fits(value):
                        self._values[self._module.name, word] = value

    def find_texts(self, uses: Counter[_Key]) -> None:
        """Notes the objects that are used once."""
        for word, node in _assigned(self._module.tree):
            key = (self._module.name, word)
            match node:
                case ast.Constant(value=int() | str() | bytes() as value):
                    if self._bindings[word] == 1 == uses[key]:
                        self._values[key] = value

    def uses(self) -> Iterator[_Key]:
        """Yields what the module uses, by the modules that define it; twice what it takes from them later."""
        for node in ast.walk(self._module.tree):
            match node:
                case ast.Attribute(value=ast.Name(id=word) as base) if word in self._aliases:
                    if id(base) in self._used:
                        yield self._aliases[word], node.attr
                case ast.Name(id=word) if id(node) in self._used:
                    yield self._taken.get(word, (self._module.name, word))
                case ast.ImportFrom(module=str(name), names=names) if node not in self._module.tree.body:
                    for one in names:
                        yield name, one.name
                        yield name, one.name

    def replace(self) -> None:
        """Puts values in the place of names."""
        self.visit(self._module.tree)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if id(node) not in self._used:
            return node
        return self._value(node, self._taken.get(node.id, (self._module.name, node.id)))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node.value:
            case ast.Name(id=word) if id(node.value) in self._used and word in self._aliases:
                return self._value(node, (self._aliases[word], node.attr))
        return self.generic_visit(node)

    def _value(self, node: ast.expr, key: _Key) -> ast.expr:
        if key not in self._values:
            return node
        return ast.copy_location(ast.Constant(self._values[key]), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="const"), args=[ast.Constant() as value]):
                return value
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if isinstance(node.op, ast.Pow):
            # -1 ** 2 would not be what it was
            return node
        self.generic_visit(node)
        match node:
            case ast.BinOp(left=ast.Constant(value=int(left)), right=ast.Constant(value=int(right))):
                result = _calculated(left, node.op, right)
                if result is not None:
                    return ast.copy_location(ast.Constant(result), node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return ast.copy_location(ast.Constant(-value), node)
            case ast.UnaryOp(op=ast.Invert(), operand=ast.Constant(value=int(value))):
                return ast.copy_location(ast.Constant(~value), node)
        return node


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yields the names that a module gives a value, one by one."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=word)], value=value):
                yield word, value
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                for name, one in zip(names, _each(value), strict=False):
                    if isinstance(name, ast.Name):
                        yield name.id, one


def _each(node: ast.expr) -> list[ast.expr]:
    """Returns what a tuple or a range is unpacked into."""
    match node:
        case ast.Tuple(elts=values):
            return values
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(count))]):
            return [ast.Constant(number) for number in range(count)]
        case ast.Call(
            func=ast.Name(id="range"), args=[ast.Constant(value=int(first)), ast.Constant(value=int(end))]
        ):
            return [ast.Constant(number) for number in range(first, end)]
    return []


def _fits(value: object) -> TypeGuard[int | str | None]:
    if isinstance(value, int):
        return -_SMALL <= value < _SMALL
    return value is None or (isinstance(value, str) and len(value) <= _WORD)


def _calculated(left: int, sign: ast.operator, right: int) -> int | None:
    """Returns the result when it is a small number; a shift that would be endless is left alone."""
    calculate = _OPERATORS.get(type(sign))
    if calculate is None or not 0 <= right < _SMALL or (isinstance(sign, ast.LShift) and right > 32):
        return None
    if isinstance(sign, ast.FloorDiv | ast.Mod) and not right:
        return None
    result = calculate(left, right)
    return result if _fits(result) else None
