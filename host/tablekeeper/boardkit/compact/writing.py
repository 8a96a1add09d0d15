"""The text of a syntax tree with every statement on the line where it was.

So a traceback on the board names the file and the line of the firmware as it was written, and no map of
names is needed to read it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

#: no file of the firmware has as many lines
LINES = 1000


def written(tree: ast.Module, path: str, source: str, joined: Sequence[str] = ()) -> str:
    """Returns the text of a module made from `source`, the text of the file `path`.

    A notice of its authors at the top stays; where there is none, the path stands there, and those of the
    files that were put behind it.
    """
    lines = source.splitlines()
    notice = next((place for place, line in enumerate(lines) if not line.startswith("#")), len(lines))
    behind = [f", from {number * LINES} on {other}" for number, other in enumerate(joined, 1)]
    writer = _Writer(lines[:notice] or [f"# {path}{''.join(behind)}"])
    writer.block(tree.body, 0)
    return "".join(f"{line}\n" for line in writer.lines)


class _Writer:
    """Collects lines; where nothing is left of the text they are empty."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self._simple = 0
        """The line of the last statement, if another one may stand behind it."""

    def _put(self, line: int, depth: int, text: str) -> None:
        self._simple = 0
        while len(self.lines) < line - 1:
            self.lines.append("")
        self.lines.append(" " * depth + text)

    def block(self, body: list[ast.stmt], depth: int) -> None:
        """Writes statements that stand below one another."""
        real = [node for node in body if not isinstance(node, ast.Pass)]
        if not real and depth:
            self._put(0, depth, "pass")
        for node in real:
            self._statement(node, depth)

    def _after(self, word: str, body: list[ast.stmt], depth: int) -> None:
        if body:
            self._put(0, depth, word + ":")
            self.block(body, depth + 1)

    def _statement(self, node: ast.stmt, depth: int) -> None:
        match node:
            case ast.If():
                self._choice("if", node, depth)
            case ast.While(test=test, body=body, orelse=orelse):
                self._put(node.lineno, depth, f"while {ast.unparse(test)}:")
                self.block(body, depth + 1)
                self._after("else", orelse, depth)
            case ast.For(target=target, iter=source, body=body, orelse=orelse):
                self._put(node.lineno, depth, f"for {_bare(target)} in {_bare(source)}:")
                self.block(body, depth + 1)
                self._after("else", orelse, depth)
            case ast.With(items=items, body=body):
                self._put(node.lineno, depth, f"with {', '.join(map(ast.unparse, items))}:")
                self.block(body, depth + 1)
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                self._put(node.lineno, depth, "try:")
                self.block(body, depth + 1)
                for handler in handlers:
                    kind = f" {ast.unparse(handler.type)}" if handler.type else ""
                    name = f" as {handler.name}" if handler.name else ""
                    self._put(handler.lineno, depth, f"except{kind}{name}:")
                    self.block(handler.body, depth + 1)
                self._after("else", orelse, depth)
                self._after("finally", finalbody, depth)
            case ast.FunctionDef() | ast.ClassDef():
                self._definition(node, depth)
            case _ if self._simple == node.lineno:
                # an import that has become two
                self.lines[-1] += f"; {ast.unparse(node)}"
            case _:
                self._put(node.lineno, depth, ast.unparse(node))
                self._simple = node.lineno

    def _choice(self, word: str, node: ast.If, depth: int) -> None:
        self._put(node.lineno, depth, f"{word} {ast.unparse(node.test)}:")
        self.block(node.body, depth + 1)
        match node.orelse:
            case [ast.If() as other]:
                self._choice("elif", other, depth)
            case other:
                self._after("else", other, depth)

    def _definition(self, node: ast.FunctionDef | ast.ClassDef, depth: int) -> None:
        for one in node.decorator_list:
            self._put(one.lineno, depth, f"@{ast.unparse(one)}")
        if isinstance(node, ast.FunctionDef):
            head = f"def {node.name}({ast.unparse(node.args)}):"
        else:
            bases = ", ".join(map(ast.unparse, (*node.bases, *node.keywords)))
            head = f"class {node.name}({bases}):" if bases else f"class {node.name}:"
        self._put(node.lineno, depth, head)
        self.block(node.body, depth + 1)


def _bare(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text[1:-1] if isinstance(node, ast.Tuple) and node.elts and text.startswith("(") else text
