"""Reports a program's allocations to the heap: changes its syntax tree before it is compiled.

If MicroPython's compiler would make code that allocates, the value passes through a function that counts it:
displays and comprehensions, slices, results that are not small numbers, joined texts, instances of
classes, results of built-in functions and methods, tuples of `*arguments`, generators.
Code that does not allocate is not changed: constants, small numbers, calls of functions and methods, loops
over ranges and lists, the exchange of two values.

The text does not show which functions are built in: this is decided at the call. Names of classes must begin
with a capital letter, as everywhere in the firmware.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, TypeVar, cast

from tablesim.costs import BLOCK_BYTES, SLICE_BYTES
from tablesim.heap import Heap, blocks, places, reached, size

_MADE, _CUT, _AGAIN, _CALLED, _TOOK = "<made>", "<cut>", "<again>", "<called>", "<took>"
#: built-in functions and methods that may make an object
_MAKERS = frozenset(
    "a2b_base64 append b2a_base64 bytearray bytes copy crc32 decode dict encode enumerate format "
    "format_exception from_bytes getenv hex hexlify items join keys list lower lstrip memoryview pack read "
    "repr replace reversed rstrip set sorted split str strip to_bytes tuple unhexlify unpack unpack_from "
    "upper urandom values zip"
    .split()
)  # fmt: skip
_STEPPED = frozenset(("enumerate", "items", "zip"))
#: a generator with its frame
_GENERATOR = 8 * BLOCK_BYTES
_SUMS = (ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.Pow, ast.LShift, ast.BitOr)
_SMALL = 1 << 30
Value = TypeVar("Value")
Node = TypeVar("Node", bound=ast.AST)


def counted(text: str, path: str) -> ast.Module:
    """Return the syntax tree of a program that reports its allocations."""
    return ast.fix_missing_locations(cast(ast.Module, _Counting().visit(ast.parse(text, path))))


def is_counted(names: Mapping[str, object]) -> bool:
    """Return whether code with these built-in names belongs to a counted program."""
    return _MADE in names


def functions(heap: Heap, slice_bytes: int = SLICE_BYTES) -> dict[str, Callable[..., Any]]:
    """Return the built-in names that a counted program needs."""
    take = heap.take

    def made(value: Value) -> Value:
        if type(value) is int and -_SMALL <= cast(int, value) < _SMALL:
            return value
        count = size(value)
        if count:
            take(count)
        return value

    def cut(value: Value) -> Value:
        if slice_bytes:
            take(slice_bytes)
        return value

    def again(value: Value) -> Value:
        take(BLOCK_BYTES)
        return value

    def took(count: int) -> None:
        take(count)

    def called(function: Callable[..., Any]) -> Callable[..., Any]:
        kind = type(function)
        own = cast(Any, function).__func__ if kind is MethodType else function
        if type(own) is FunctionType and _MADE in cast(Any, own).__builtins__:
            # a function of the program: its allocations are counted inside it
            return function
        if kind is BuiltinFunctionType and function.__name__ == "append":
            owner = cast(Any, function).__self__

            def append(value: object) -> None:
                before = places(len(owner))
                function(value)
                if places(len(owner)) > before:
                    take(blocks(4 * places(len(owner))))

            return append

        def call(*arguments: object, **named: object) -> object:
            found = function(*arguments, **named)
            # a text as bytes shares its letters
            count = BLOCK_BYTES if function.__name__ == "encode" else reached(found)
            if count:
                take(count)
            return found

        return call

    return {_MADE: made, _CUT: cut, _AGAIN: again, _CALLED: called, _TOOK: took}


def _through(name: str, node: ast.expr) -> ast.Call:
    return ast.copy_location(ast.Call(ast.copy_location(ast.Name(name, ast.Load()), node), [node], []), node)


def _taking(count: int, at: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Expr(_through(_TOOK, ast.copy_location(ast.Constant(count), at))), at)


def _constant(node: ast.AST) -> bool:
    if isinstance(node, ast.Tuple):
        return all(_constant(one) for one in node.elts)
    if isinstance(node, ast.UnaryOp):
        return _constant(node.operand)
    return isinstance(node, ast.Constant)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


class _Counting(ast.NodeTransformer):
    """Inserts the counting functions at allocations."""

    def __init__(self) -> None:
        # lists per function: its generator's allocation, once a `yield` is seen
        self._yields = [False]

    # --- new objects ----------------------------------------------------------------------------

    def _made(self, node: Any) -> ast.expr:
        self.generic_visit(node)
        return _through(_MADE, node)

    visit_Lambda = visit_JoinedStr = visit_Dict = visit_Set = _made

    def _comprehension(self, node: Any) -> ast.expr:
        self.generic_visit(node)
        # a separate function, made again each time
        first = node.generators[0]
        first.iter = _through(_AGAIN, first.iter)
        return node if isinstance(node, ast.GeneratorExp) else _through(_MADE, node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_List(self, node: ast.List) -> ast.expr:
        self.generic_visit(node)
        return node if isinstance(node.ctx, ast.Store) else _through(_MADE, node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        self.generic_visit(node)
        return node if not isinstance(node.ctx, ast.Load) or _constant(node) else _through(_MADE, node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        constant = _constant(node.left) and _constant(node.right)
        self.generic_visit(node)
        return node if constant or not isinstance(node.op, _SUMS) else _through(_MADE, node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice):
            return node
        node.value = _through(_CUT, node.value)
        return _through(_MADE, node) if isinstance(node.ctx, ast.Load) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        name = _name(node.func)
        if any(isinstance(one, ast.Starred) for one in node.args):
            node.func = _through(_AGAIN, node.func)
        if name in _MAKERS or name.lstrip("_")[:1].isupper():
            node.func = _through(_CALLED, node.func)
        return node

    # --- statements -----------------------------------------------------------------------------

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name) or not isinstance(node.op, _SUMS):
            return node
        seen = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        return [node, ast.copy_location(ast.Expr(_through(_MADE, seen)), node)]

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        pair = node.value
        if isinstance(pair, ast.Tuple) and len(pair.elts) == 2 and isinstance(node.targets[0], ast.Tuple):
            # the compiler takes both at once
            pair.elts = [self.visit(one) for one in pair.elts]
            node.targets = [self.visit(one) for one in node.targets]
            return node
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        stepped = isinstance(node.iter, ast.Call) and _name(node.iter.func) in _STEPPED
        self.generic_visit(node)
        if stepped:
            # each step makes a pair
            node.body.insert(0, _taking(BLOCK_BYTES, node.body[0]))
        return node

    def _function(self, node: Any) -> Any:
        # a board's compiler leaves annotations out
        node.returns = None
        for one in ast.walk(node.args):
            if isinstance(one, ast.arg):
                one.annotation = None
        self._yields.append(False)
        node.body = [one for old in node.body for one in _listed(self.visit(old))]
        yields = self._yields.pop()
        first = next((one for one in node.body if not _text(one)), None)
        extra: list[ast.stmt] = []
        if first is not None and yields:
            extra.append(_taking(_GENERATOR, first))
        if first is not None and node.args.vararg is not None:
            seen = ast.copy_location(ast.Name(node.args.vararg.arg, ast.Load()), first)
            extra.append(ast.copy_location(ast.Expr(_through(_MADE, seen)), first))
        if extra and first is not None:
            at = node.body.index(first)
            node.body[at:at] = extra
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        node.body = [one for old in node.body for one in _listed(self.visit(old))]
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.expr:
        self._yields[-1] = True
        self.generic_visit(node)
        return node


def _listed(found: Any) -> list[ast.stmt]:
    return found if isinstance(found, list) else [found]


def _text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
