"""The size and shape of the program: `python -m benchmarks.shape [REPOSITORY]` prints them.

Statements are counted by the syntax tree, so that formatting changes nothing. A definition (a function, a
method, another statement of a module or class), a form and a section of docs/commands.md belong to an action
if one of the action's words is in them.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: five actions: the words by which they are found, and one of their fields
ACTIONS = {
    "late": (r"note_late|_told_late|def _late\b|_noted\(|value=\"late\"|late start", "granted"),
    "announce": (r"\bANNOUNCE\b|[._]announce\(|value=\"announce\"|keeper announce`", "announcement"),
    "settings": (r"\bSETTINGS\b|\b_settings\b|value=\"settings\"|penalty ladder`", "appeal_ms"),
    "screen": (r"\bPROJECT\b|\b_?project\(|programme_body|hall screen`|def _choose|show-", "seconds"),
    "check in": (r"\bCHECK_IN\b|check_in\b|check-in`", "present"),
}  # fmt: skip
#: files under this many lines count as short
SHORT = 40


@dataclass
class File:
    """A file, and its syntax tree if it is a program."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """Return the number of its lines."""
        return self.text.count("\n")


def files(folder: Path, kind: str = "py") -> list[File]:
    """Return the files of a kind below a folder."""
    read = ((path, path.read_text("utf-8")) for path in sorted(folder.rglob(f"*.{kind}")))
    return [File(path, text, ast.parse(text if kind == "py" else "")) for path, text in read]


def statements(tree: ast.Module) -> int:
    """Return the number of statements, without docstrings."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    return sum(not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)) for one in found)


def imports(tree: ast.Module) -> list[ast.Import | ast.ImportFrom]:
    """Return the import statements of a module, also those inside functions."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def importers(root: Path, found: list[File]) -> dict[str, set[str]]:
    """Return by which modules each module is imported."""
    dotted = {one.path: one.path.relative_to(root).with_suffix("").parts for one in found}
    names = {path: ".".join(parts).removesuffix(".__init__") for path, parts in dotted.items()}
    used: dict[str, set[str]] = defaultdict(set)
    for one in found:
        for node in imports(one.tree):
            level = getattr(node, "level", 0)
            base = [*dotted[one.path][: len(dotted[one.path]) - level]] if level else []
            module = ".".join([*base, *filter(None, [getattr(node, "module", None)])])
            for alias in node.names:
                full = ".".join(filter(None, (module, alias.name)))
                target = full if full in names.values() else module or full
                if target != names[one.path]:
                    used[target].add(names[one.path])
    return {name: used[name] for name in names.values()}


def storeys(used: dict[str, set[str]], package: str) -> tuple[int, int, int]:
    """Return the rooms of a package (folders, and loose files), its floors, and the arrows between rooms.

    A floor imports only lower ones; rooms in a circle share one.
    """
    inside = {name: name.split(".")[2] for name in used if name.startswith(f"{package}.")}
    below: dict[str, set[str]] = {room: set() for room in inside.values()}
    for target, by in used.items():
        for one in by & inside.keys() if target in inside else ():
            below[inside[one]] |= {inside[target]} - {inside[one]}
    floors, left = 0, set(below)
    while left:
        left -= {room for room in left if not below[room] & left} or left
        floors += 1
    return len(below), floors, sum(map(len, below.values()))


def pieces(one: File) -> Iterator[str]:
    """Yield the definitions of a program, the forms of a page, the sections of a document."""
    if one.path.suffix == ".html":
        yield from re.findall(r"<form.*?</form", one.text, re.DOTALL)
    elif one.path.suffix == ".md":
        yield from re.split(r"^(?=## )", one.text, flags=re.MULTILINE)
    else:
        rows = one.text.splitlines()
        for outer in one.tree.body:
            for node in outer.body if isinstance(outer, ast.ClassDef) else [outer]:
                if not isinstance(node, ast.Import | ast.ImportFrom):
                    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
                    yield "\n".join(rows[first - 1 : node.end_lineno])


def main(repository: Path) -> None:
    """Print all."""
    host, tests = files(repository / "host"), files(repository / "tests")
    for title, found in (("host", host), ("tests", tests)):
        print(
            f"{title}: {sum(statements(one.tree) for one in found):,} statements,"
            f" {sum(one.lines for one in found):,} lines,"
            f" {len(found)} files ({sum(one.lines < SHORT for one in found)} under {SHORT} lines),"
            f" {sum(len(imports(one.tree)) for one in found):,} import statements,"
            f" {sum(one.text.count('# fmt: ' + 'skip') for one in found)} times 'fmt: skip'"
        )
    used = importers(repository / "host", host)
    single = [(name, *by) for name, by in used.items() if len(by) == 1]
    single = [pair for pair in single if pair[0].rpartition(".")[0] == pair[1].rpartition(".")[0]]
    print(f"files with a single importer, of the same package: {len(single)}")
    print("director/: {} rooms on {} floors, {} arrows".format(*storeys(used, "tablekeeper.director")))
    pages = [*host, *files(repository / "host", "html")]
    parts = {one.path: list(pieces(one)) for one in [*pages, *files(repository / "docs", "md")]}
    for action, (words, field) in ACTIONS.items():
        held = {path: [one for one in found if re.search(words, one)] for path, found in parts.items()}
        lines = sum(len(one.splitlines()) for found in held.values() for one in found)
        named = sum(len(re.findall(rf"^.*\b{field}\b", one.text, re.MULTILINE)) for one in pages)
        print(f"{action}: {lines} lines in {sum(map(bool, held.values()))} files; {field}: in {named} lines")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
