"""What the board never runs goes: words about the program, and definitions that nobody there asks for.

Much of the core is shared with the host, which asks for more of it. A definition goes when its name is used
nowhere outside itself: not in its module, not through its module, not on any object. An attribute goes when
its object sets it and nobody reads it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from tablekeeper.boardkit.compact.scopes import Kind, occurrences
from tablekeeper.boardkit.compact.tree import Module, Program, imported, module_aliases, words_by_text

#: calls that only return something
_PURE = frozenset({"bytearray", "bytes", "const", "len", "list", "memoryview", "range", "tuple"})
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.Import, ast.ImportFrom, ast.Pass)


def strip(program: Program) -> None:
    """Removes docstrings and annotations, and what an error says: its line in the source says it."""
    for module in program.modules.values():
        _Stripper().visit(module.tree)


def prune(program: Program) -> None:
    """Removes what nobody uses, until all that is left is used; then the modules that nobody imports."""
    drop_unreached(program)
    counted: dict[str, _Uses] = {}
    changed = set(program.modules)
    while changed:
        counted |= {name: _Uses.of(program.modules[name], program) for name in changed}
        uses = _Uses()
        for one in counted.values():
            uses.add(one)
        changed = {
            name for name, module in program.modules.items() if _Pruner(module, program, uses).changes()
        }
    drop_unreached(program)


class _Stripper(ast.NodeTransformer):
    """Takes out what is written for readers and checkers."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if isinstance(node.value, ast.Constant) else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        match node.exc:
            case ast.Call(func=kind, args=[ast.Constant(value=str())]):
                node.exc = kind
            case ast.Call(func=kind, args=[ast.BinOp(left=ast.Constant(value=str()))]):
                node.exc = kind
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)


class _Uses:
    """How often each name is asked for, by whoever may mean it."""

    def __init__(self) -> None:
        self.globals: Counter[tuple[str, str]] = Counter()
        """(module, name): said in the module, or of the module."""
        self.members: Counter[str] = Counter()
        """Said of anything else."""
        self.variables: set[int] = set()
        """Nodes that stand for a function's own."""
        self.holding: set[str] = set()
        """Attributes that are given more than a number: an object is held by them, read or not."""

    def add(self, other: _Uses) -> None:
        """Adds what was counted elsewhere."""
        self.globals.update(other.globals)
        self.members.update(other.members)
        self.variables |= other.variables
        self.holding |= other.holding

    @classmethod
    def of(cls, module: Module, program: Program) -> _Uses:
        """Counts what one module asks for."""
        found = cls()
        found._count(module, program)
        return found

    def _count(self, module: Module, program: Program) -> None:
        aliases, others = module_aliases(module, program)
        self.members.update(words_by_text(module, others))
        bases = set()
        for one in occurrences(module):
            if one.kind is Kind.LOCAL:
                self.variables.add(id(one.node))
            elif one.kind is Kind.GLOBAL and not one.stored:
                self.globals[module.name, one.word] += 1
            elif one.kind is Kind.MEMBER and not one.stored:
                self.members[one.word] += 1
            if one.kind is Kind.GLOBAL and one.word in aliases:
                bases.add(id(one.node))
        numbers = set(map(id, _numbers(module)))
        for node in ast.walk(module.tree):
            match node:
                case ast.ImportFrom(module=str(name), names=names) if name in program.modules:
                    self.globals.update((name, one.name) for one in names)
                case ast.Attribute(value=ast.Name(id=word) as base, attr=attribute) if id(base) in bases:
                    self.globals[aliases[word], attribute] += 1
                case ast.Attribute(attr=attribute, ctx=ast.Load() | ast.Del()):
                    self.members[attribute] += 1
                case ast.Attribute(attr=attribute) if id(node) not in numbers:
                    self.holding.add(attribute)


class _Pruner(ast.NodeTransformer):
    """Prunes one module."""

    def __init__(self, module: Module, program: Program, uses: _Uses) -> None:
        self.module = module
        self._changed = False
        self._program = program
        self._uses = uses
        self._aliases = module_aliases(module, program)[0]

    def changes(self) -> bool:
        """Prunes the module; returns whether anything went."""
        self.visit(self.module.tree)
        return self._changed

    def visit_Module(self, node: ast.Module) -> ast.AST:
        node.body = [one for one in node.body if self._noted(self._stays(one))]
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = [one for one in node.body if self._noted(self._member_stays(one))]
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return self._unless_unread(node, node.targets[0])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        return self._unless_unread(node, node.target)

    def _unless_unread(self, node: ast.stmt, target: ast.expr) -> ast.AST:
        match target:
            case ast.Attribute(attr=word) if not self._said(word) and word not in self._uses.holding:
                self._changed = True
                return ast.copy_location(ast.Pass(), node)
        return node

    def _noted(self, stays: bool) -> bool:
        self._changed |= not stays
        return stays

    def _stays(self, node: ast.stmt) -> bool:
        match node:
            case ast.Pass():
                return False
            case ast.FunctionDef(name=word) | ast.ClassDef(name=word):
                return self._used(word, self._inner(node)[word])
            case ast.Assign(targets=targets, value=value) if _is_pure(value):
                words = [word for target in targets for word in _words(target)]
                return any(self._used(word) for word in words)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                node.names = [one for one in names if self._noted(self._import_stays(node, one))]
                return bool(node.names)
        return True

    def _import_stays(self, node: ast.Import | ast.ImportFrom, one: ast.alias) -> bool:
        word = one.asname or one.name.split(".")[0]
        if self._uses.globals[self.module.name, word] + self._uses.members[word]:
            return True
        # a module can do something when it is loaded
        name = node.module if isinstance(node, ast.ImportFrom) and node.module else ""
        loaded = (self._program.modules.get(place) for place in (name, f"{name}.{one.name}"))
        return any(_has_effects(module) for module in loaded if module is not None)

    def _member_stays(self, node: ast.stmt) -> bool:
        match node:
            case ast.Pass():
                return False
            case ast.FunctionDef(name=word):
                return word.startswith("__") or self._said(word, self._inner(node)[word])
            case ast.Assign(targets=targets, value=value) if _is_pure(value):
                words = [word for target in targets for word in _words(target)]
                return any(self._said(word) for word in words)
        return True

    def _used(self, word: str, within: int = 0) -> bool:
        asked = self._uses.globals[self.module.name, word] + self._uses.members[word]
        return asked > within or word in self._program.kept

    def _said(self, word: str, within: int = 0) -> bool:
        return self._uses.members[word] > within or word in self._program.kept

    def _inner(self, node: ast.FunctionDef | ast.ClassDef) -> Counter[str]:
        """Returns the words that a definition says itself, which does not make it used."""
        found: Counter[str] = Counter()
        for inner in ast.walk(node):
            match inner:
                case ast.Attribute(value=ast.Name(id=base)) if base in self._aliases:
                    # another module's word of the same name is counted there
                    continue
                case ast.Attribute(attr=word, ctx=ast.Load()):
                    found[word] += 1
                case ast.Name(id=word, ctx=ast.Load()) if id(inner) not in self._uses.variables:
                    found[word] += 1
        return found


def _numbers(module: Module) -> Iterator[ast.Attribute]:
    """Yields the attributes that objects set on themselves to what is worked out without calling anybody."""
    for node in ast.walk(module.tree):
        match node:
            case ast.Assign(targets=[target], value=value) | ast.AugAssign(target=target, value=value):
                plain = isinstance(value, ast.Constant | ast.BinOp | ast.UnaryOp) and _is_pure(value)
                match target:
                    case ast.Attribute(value=ast.Name(id="self")) if plain:
                        yield target


def _words(target: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]


def _is_pure(node: ast.expr) -> bool:
    """Tells whether nothing else happens when an expression is worked out."""
    for one in ast.walk(node):
        match one:
            case ast.Call(func=ast.Name(id=word)) if word in _PURE:
                continue
            case ast.Call() | ast.Subscript() | ast.Yield() | ast.YieldFrom() | ast.Await():
                return False
    return True


def _has_effects(module: Module) -> bool:
    """Tells whether loading a module does more than to define things."""
    return not all(isinstance(node, _DEFINITIONS) for node in module.tree.body)


def drop_unreached(program: Program) -> None:
    """Removes the modules that the starting programs never load, neither now nor later."""
    reached: set[str] = set()
    waiting = set(program.entry)
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        waiting |= {name.rpartition(".")[0], *imported(program.modules[name].tree)} & set(program.modules)
    program.modules = {name: one for name, one in program.modules.items() if name in reached}
