"""Random changes of one token of the program: a test must notice each.

`drawn` takes them by seed from all files of firmware and host. A change is in the code that runs: never in an
annotation, a docstring, a decorator or an f-string. `tests_for` chooses the files of tests that should notice
it: those that execute its block (`reach.py`). Where no run has noted this, and outside of functions, they
are those of the module's own folder, of folders that use it, and those that import its package. The ones that
share most words with its path and function come first, and of those the quickest.
"""

import ast
import functools
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import roomtime
from tests.guards import reach
from tests.guards.scopes import around

CODE = ("firmware/lib", "host/tablekeeper")
#: seconds of tests for one change, and where they are known to execute it: more would be another room's work
LONGEST_S, LONGEST_KNOWN_S = 90, 30
OPPOSITE = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "is": "is not", "is not": "is",
    "in": "not in", "not in": "in", "and": "or", "or": "and", "+": "-", "-": "+", "*": "//", "//": "*",
    "True": "False", "False": "True",
}  # fmt: skip


@dataclass(frozen=True, slots=True, order=True)
class TokenChange:
    """One change: these characters of a file (from, to) become others."""

    path: str
    start: int
    end: int
    after: str

    def applied(self, repository: Path) -> str:
        """Return the text of the file with the change."""
        text = (repository / self.path).read_text("utf-8")
        return text[: self.start] + self.after + text[self.end :]

    def scope(self, repository: Path) -> str:
        """Return the function or class of the change: "Journal._scan"."""
        text = (repository / self.path).read_text("utf-8")
        number = text.count("\n", 0, self.start)
        return around(text, number, number + 1)

    def block(self, repository: Path) -> str:
        """Return the path and the block of the change, as `reach.py` names it."""
        text = (repository / self.path).read_text("utf-8")
        return f"{self.path} {reach.block_at(text, text.count(chr(10), 0, self.start) + 1)}"

    def told(self, repository: Path) -> str:
        """Return the change for people: its file, function, line before and line after."""
        text = (repository / self.path).read_text("utf-8")
        begin = text.rfind("\n", 0, self.start) + 1
        end = text.find("\n", self.end)
        before = text[begin:end].strip()
        after = (text[begin : self.start] + self.after + text[self.end : end]).strip()
        return f"{self.path} @@ {self.scope(repository)} @@ {before} -> {after}"


def drawn(repository: Path, seed: int, many: int, code: Sequence[str] = CODE) -> list[TokenChange]:
    """Return `many` changes in these folders; each possible change is as likely as any other."""
    files = sorted(path for folder in code for path in (repository / folder).rglob("*.py"))
    places = [change for path in files for change in _of_file(repository, path)]
    return sorted(random.Random(seed).sample(places, many))


def room(path: str) -> str:
    """Return the folder of tests of a file of the program: "formats", "tabledevice"."""
    parts = Path(path).parts
    inside = parts[2:]
    # the loose modules of the host have their tests at the top of tests/
    return inside[0] if len(inside) > 1 else "top"


def tests_for(
    change: TokenChange, repository: Path, reached: Mapping[str, Sequence[str]]
) -> list[str]:
    """Return the files of tests for a change, in their order; `reached` has those that execute each block."""
    executing = reached.get(change.block(repository), ())
    own, module = room(change.path), _module(change.path)
    package = module.rpartition(".")[0]
    near = set(re.findall(r"[a-z]+", "_".join(Path(change.path).with_suffix("").parts[2:])))
    names = set(re.findall(r"\w+", change.scope(repository)))
    neighbours = {own} | {
        room(path) for path, imported in _imports(repository, *CODE).items() if _names(imported, module)
    }
    ranked = []
    for test, imported in _imports(repository, "tests").items():
        direct = _names(imported, module)
        if test in executing if executing else (
            direct or _names(imported, package) or Path(test).parts[1] in neighbours
        ):
            titled = len(near & set(re.findall(r"[a-z]+", test)))
            closeness = 3 * direct + 2 * titled + 2 * len(names & _words(repository / test))
            closeness += test.startswith(f"tests/{own}/")
            ranked.append((-closeness, roomtime.seconds(repository / test), test))
    chosen, left = [], float(LONGEST_KNOWN_S if executing else LONGEST_S)
    for _, seconds, test in sorted(ranked):
        if seconds <= left or not chosen:
            chosen.append(test)
            left -= seconds
    return chosen


def _module(path: str) -> str:
    parts = list(Path(path).with_suffix("").parts)
    parts = parts[2:] if parts[0] == "firmware" else parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _names(imported: frozenset[str], module: str) -> bool:
    """Return whether a module, or something in it, is imported."""
    return any(one == module or one.startswith(f"{module}.") for one in imported)


@functools.cache
def _words(path: Path) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", path.read_text("utf-8")))


@functools.cache
def _imports(repository: Path, *folders: str) -> dict[str, frozenset[str]]:
    """Return what each file imports, as full names: each file of tests, or each file of the program."""
    found = {}
    for path in sorted(path for folder in folders for path in (repository / folder).rglob("*.py")):
        name = path.relative_to(repository).as_posix()
        if name.startswith("tests/") and not path.name.startswith("test_"):
            continue
        # these run other tests, in copies of the repository
        if name.startswith(("tests/guards/", "tests/additions/")):
            continue
        imported: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
            elif isinstance(node, ast.Import):
                imported |= {one.name for one in node.names}
        found[name] = frozenset(imported)
    return found


def _of_file(repository: Path, path: Path) -> Iterator[TokenChange]:
    text = path.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    name = path.relative_to(repository).as_posix()

    def place(line: int, column: int) -> int:
        # columns of the syntax tree count bytes
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def between(left: ast.AST, right: ast.AST, sign: str) -> Iterator[TokenChange]:
        start = place(left.end_lineno, left.end_col_offset)
        pattern = r"\s+".join(map(re.escape, sign.split()))
        found = re.search(pattern, text[start : place(right.lineno, right.col_offset)])
        if found:
            yield TokenChange(name, start + found.start(), start + found.end(), OPPOSITE[sign])

    for node in _running(ast.parse(text)):
        if isinstance(node, ast.Constant):
            start, end = place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)
            if isinstance(node.value, bool):
                yield TokenChange(name, start, end, OPPOSITE[str(node.value)])
            elif isinstance(node.value, int):
                yield TokenChange(name, start, end, str(node.value + 1))
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, sign, right in zip(sides, node.ops, sides[1:], strict=False):
                yield from between(left, right, _SIGNS[type(sign)])
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from between(left, right, _SIGNS[type(node.op)])
        elif isinstance(node, ast.BinOp) and type(node.op) in _SIGNS:
            yield from between(node.left, node.right, _SIGNS[type(node.op)])
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            start = place(node.lineno, node.col_offset)
            yield TokenChange(name, start, start + len("not"), "")


_SIGNS: dict[type, str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in", ast.And: "and", ast.Or: "or", ast.Add: "+",
    ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//",
}  # fmt: skip


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run: no annotations, decorators, f-strings, nor what only type checkers read."""
    if isinstance(node, ast.JoinedStr):
        return
    if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
        return
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, Sequence) and not isinstance(value, str) else [value]:
            if isinstance(child, ast.AST):
                yield from _running(child)
