"""Netlists in KiCad's format: their short form, what they join, and how they differ from board.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from hw.design import Design, Node

Tree: TypeAlias = "list[Tree] | str"
_TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')
#: The fields of a component that KiCad needs; the others repeat them or name folders of one machine.
_KEPT = ("ref", "value", "footprint", "tstamps")


def parse(text: str) -> list[Tree]:
    """Returns a netlist as nested lists; raises a ValueError if brackets do not match."""
    stack: list[list[Tree]] = [[]]
    for match in _TOKEN.finditer(text):
        bracket, quoted, bare = match.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            if len(stack) < 2:
                raise ValueError("The netlist closes more than it opens.")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(bare if quoted is None else quoted)
    if len(stack) != 1 or len(stack[0]) != 1 or not isinstance(stack[0][0], list):
        raise ValueError("The netlist is not complete.")
    return stack[0][0]


def shortened(text: str) -> str:
    """Returns the short form: only what KiCad needs, with a line for each part and net, sorted."""
    tree = parse(text)
    lines = ['(export (version "D")', "  (components"]
    for comp in sorted(_children(_child(tree, "components"), "comp"), key=lambda one: _field(one, "ref")):
        lines.append("    (comp " + " ".join(f'({key} "{_field(comp, key)}")' for key in _KEPT) + ")")
    lines += ["  )", "  (nets"]
    for code, (name, nodes) in enumerate(sorted(_nets(tree)), 1):
        joined = " ".join(f'(node (ref "{node.ref}") (pin "{node.pin}"))' for node in sorted(nodes))
        lines.append(f'    (net (code "{code}") (name "{name}") {joined})')
    return "\n".join([*lines, "  ))"]) + "\n"


def nets(text: str) -> dict[str, frozenset[Node]]:
    """Returns the pins that each net of a netlist joins, by the net's name."""
    return {name: frozenset(nodes) for name, nodes in _nets(parse(text))}


def footprints(text: str) -> dict[str, str]:
    """Returns the footprint of each part of a netlist, by its reference."""
    comps = _children(_child(parse(text), "components"), "comp")
    return {_field(comp, "ref"): _field(comp, "footprint") for comp in comps}


def differences(text: str, design: Design) -> list[str]:
    """Returns one sentence for each pin that a netlist and board.toml join to different nets."""
    drawn = {node: name for name, nodes in nets(text).items() for node in nodes}
    listed = {node: net.name for net in design.nets.values() for node in net.nodes}
    return [
        f"{design.name(node)}: {drawn.get(node, 'nothing')} in the schematic, "
        f"{listed.get(node, 'nothing')} in board.toml."
        for node in sorted(drawn.keys() | listed.keys())
        if drawn.get(node) != listed.get(node)
    ]


def _nets(tree: list[Tree]) -> Iterator[tuple[str, list[Node]]]:
    for net in _children(_child(tree, "nets"), "net"):
        nodes = [Node(_field(one, "ref"), int(_field(one, "pin"))) for one in _children(net, "node")]
        yield _field(net, "name"), nodes


def _children(tree: list[Tree], head: str) -> Iterator[list[Tree]]:
    for one in tree:
        if isinstance(one, list) and one and one[0] == head:
            yield one


def _child(tree: list[Tree], head: str) -> list[Tree]:
    found = next(_children(tree, head), None)
    if found is None:
        raise ValueError(f"The netlist has no {head}.")
    return found


def _field(tree: list[Tree], head: str) -> str:
    value = _child(tree, head)[1]
    if not isinstance(value, str):
        raise ValueError(f"The netlist's {head} is not a word.")
    return value
