"""QR codes of addresses (ISO/IEC 18004): as SVG for pages, and as blocks for terminals."""

from __future__ import annotations

import segno

from tablekeeper.languages import shown

#: modules of white around a code, which readers need (ISO/IEC 18004, 6.3.8)
QUIET = 4


def modules(text: str) -> list[list[bool]]:
    """Return the rows of a code with its white border; True is dark."""
    made = segno.make(text, micro=False)
    return [[bool(module & 1) for module in row] for row in made.matrix_iter(border=QUIET)]


def svg(text: str, label: str) -> str:
    """Return a code as a picture named `label` (plain text without quotes or tags)."""
    rows = modules(text)
    dark = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module
    )
    size = len(rows)
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{shown(label)}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
        f'<path fill="#000" d="{dark}"/></svg>'
    )


def lines(text: str) -> list[str]:
    """Return a code as lines of half blocks, two rows of modules each: dark on a white ground."""
    rows = modules(text)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    blocks = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return [
        "".join(blocks[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
