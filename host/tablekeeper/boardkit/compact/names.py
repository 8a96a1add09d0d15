"""Short names, shared by whatever can never meet.

Every distinct word costs the board its letters and about ten bytes, and the table of all words doubles in one
piece when it is full. Two words may become the same one unless a module, or a class with its relatives, has
both: then no access can mean the other. Parameters and variables only have to differ from what else is said
in their function.
"""

from __future__ import annotations

import ast
import builtins
import keyword
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from string import ascii_letters

from tablekeeper.boardkit.compact.scopes import Kind, Occurrence, ambiguous_words, module_words, occurrences
from tablekeeper.boardkit.compact.tree import Module, Program, module_aliases, root, words_by_text

#: Python's own types, whose attributes keep their names
_TYPES = (
    OSError, UnicodeError, bool, bytearray, bytes, dict, float, frozenset, int, list, memoryview, object,
    range, set, slice, str, tuple, type,
)  # fmt: skip
#: what the firmware asks the objects for that CircuitPython's modules make; what it asks the modules
#: themselves for is read from the text
NATIVE = frozenset(
    "ALWAYS autoreload clear connected deinit duty_cycle event events feed flush frequency get get_into"
    " in_waiting key_number length mode out_waiting overflowed pressed read readfrom_into readinto"
    " reset_input_buffer reset_output_buffer scan switch_to_input switch_to_output timeout timestamp try_lock"
    " uid unlock usb_connected value write write_timeout writeto writeto_then_readfrom".split()
)


def shorten(program: Program) -> dict[str, str]:
    """Gives short names to all that is the program's own; returns the new name of each word."""
    words = _Words(program)
    short = words.shortened()
    for module in program.modules.values():
        _Namer(module, program, short, words).rename()
    return short


class _Words:
    """The words of a program: which are its own, and which of them meet."""

    def __init__(self, program: Program) -> None:
        self.fixed = set(program.kept) | NATIVE | set(dir(builtins)) | set(keyword.kwlist) | {"const"}
        """Words that stay as they are, and that no other may become."""
        self.arguments: set[str] = set()
        """Parameters that are named in calls."""
        for kind in _TYPES:
            self.fixed.update(dir(kind))
        self._program = program
        self._counts: Counter[str] = Counter()
        self._modules: list[set[str]] = []
        self._members: defaultdict[str, set[str]] = defaultdict(set)
        self._bases: defaultdict[str, set[str]] = defaultdict(set)
        self._set_by_others: set[str] = set()
        for module in program.modules.values():
            self._read(module)
        self._own: set[str] = set().union(*self._modules, *self._members.values())
        # what is not ours is somebody else's
        self.fixed |= set(self._counts) - self._own
        self.fixed |= {word for word in self._own if word.startswith("__")}

    def _read(self, module: Module) -> None:
        aliases, others = module_aliases(module, self._program)
        # a module that is imported by its own name keeps it
        self.fixed |= {alias for alias, full in aliases.items() if full.endswith("." + alias)}
        self.fixed |= others | set(module.name.split("."))
        self.fixed |= words_by_text(module, others) | ambiguous_words(module)
        self._modules.append(set(module_words(module)))
        imported = (node for node in ast.walk(module.tree) if isinstance(node, ast.ImportFrom))
        renamed = {one.asname: one.name for node in imported for one in node.names if one.asname}
        for node in ast.walk(module.tree):
            match node:
                case ast.Attribute(value=value, attr=word, ctx=context):
                    self._counts[word] += 1
                    if root(node) in others:
                        self.fixed.add(word)
                    elif isinstance(context, ast.Store) and not _is_self(value):
                        self._set_by_others.add(word)
                case ast.keyword(arg=str(word)):
                    self.arguments.add(word)
                case ast.ImportFrom(module=name, names=names) if name not in self._program.modules:
                    self.fixed.update(one.name for one in names)
                case ast.ClassDef(name=name, bases=bases):
                    said = {base.attr if isinstance(base, ast.Attribute) else root(base) for base in bases}
                    self._bases[name] |= {renamed.get(word, word) for word in said}
                    self._members[name] |= _members(node)
        self._counts.update(one.word for one in occurrences(module) if one.kind is not Kind.LOCAL)

    def shortened(self) -> dict[str, str]:
        """Returns a short name for each word of our own, the same one only for words that never meet."""
        meets: defaultdict[str, set[str]] = defaultdict(set)
        for group in self._groups():
            for word in group - self.fixed:
                meets[word] |= group
        for word in self._set_by_others & set(meets):
            # nobody knows on which object: it may meet anything
            meets[word] |= self._own
            for other in meets:
                meets[other].add(word)
        short: dict[str, str] = {}
        never = self.fixed | self.arguments
        for word in sorted(meets, key=lambda one: (-len(meets[one]), -self._counts[one], one)):
            taken = {short[other] for other in meets[word] if other in short}
            short[word] = next(name for name in _short_names() if name not in taken and name not in never)
        return short

    def _groups(self) -> Iterator[set[str]]:
        """Yields words that meet: those of a module, those of a class with all its relatives."""
        yield from self._modules
        families: list[set[str]] = []
        for name in self._members:
            family = {name} | (self._bases[name] & set(self._members))
            related = [other for other in families if other & family]
            families = [other for other in families if not other & family]
            families.append(family.union(*related))
        for family in families:
            yield set().union(*(self._members[name] for name in family))


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _members(node: ast.ClassDef) -> set[str]:
    """Returns what a class defines, and what its objects set on themselves."""
    found: set[str] = set()
    for one in node.body:
        match one:
            case ast.FunctionDef(name=word):
                found.add(word)
            case ast.Assign(targets=targets):
                names = (name for target in targets for name in ast.walk(target))
                found.update(name.id for name in names if isinstance(name, ast.Name))
    for inner in ast.walk(node):
        match inner:
            case ast.Attribute(value=value, attr=word, ctx=ast.Store()) if _is_self(value):
                found.add(word)
    return found


def _short_names() -> Iterator[str]:
    for length in (1, 2, 3):
        for letters in product(ascii_letters, repeat=length):
            yield "".join(letters)


class _Namer:
    """Gives the names in one module their new ones."""

    def __init__(self, module: Module, program: Program, short: dict[str, str], words: _Words) -> None:
        self._module = module
        self._program = program
        self._short = short
        self._words = words

    def rename(self) -> None:
        """Renames everything."""
        found = occurrences(self._module)
        inside: defaultdict[int, list[Occurrence]] = defaultdict(list)
        for one in found:
            if one.function is not None:
                inside[id(one.function)].append(one)
        variables = {function: self._variables(names) for function, names in inside.items()}
        for one in found:
            if one.kind is Kind.LOCAL:
                setattr(one.node, one.place, variables[id(one.function)][one.word])
            elif one.kind is not Kind.FREE:
                setattr(one.node, one.place, self._short.get(one.word, one.word))
        for node in ast.walk(self._module.tree):
            if isinstance(node, ast.Attribute):
                node.attr = self._short.get(node.attr, node.attr)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                self._import(node)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        place = node.module if isinstance(node, ast.ImportFrom) else None
        for one in node.names:
            if place in self._program.modules and f"{place}.{one.name}" not in self._program.modules:
                one.name = self._short.get(one.name, one.name)
            if one.asname == one.name:
                one.asname = None

    def _variables(self, inside: list[Occurrence]) -> dict[str, str]:
        """Returns new names for a function's parameters and variables, in the order of the text."""
        taken = {self._short.get(one.word, one.word) for one in inside if one.kind is not Kind.LOCAL}
        taken |= self._words.fixed | self._words.arguments
        names = (name for name in _short_names() if name not in taken)
        order = dict.fromkeys(one.word for one in inside if one.kind is Kind.LOCAL)
        return {word: word if word in self._words.arguments else next(names) for word in order}
