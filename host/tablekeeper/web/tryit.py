"""The board to try: its page as a static folder for any web server, and as one HTML file without one.

A browser loads no modules from a file on a disk, so the one file holds all of them as one script.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

from tablekeeper.languages import language
from tablekeeper.phone import vm
from tablekeeper.phone.pack import machine, make_pack

from .boardpage import made
from .environment import HERE, environment
from .settings import Settings

#: the name of the one file
ALONE = "tablekeeper-board.html"
_MODULES = HERE / "static" / "board"
_MAIN = "board.js"
_IMPORT = re.compile(r'(?m)^import (\{[^}]*\}) from "\./([a-z]+\.js)";\n')
_EXPORT = re.compile(r"(?m)^export (const|class) (\w+)")


def files() -> dict[str, bytes]:
    """Return the files of the folder by their names, in the present language."""
    templates = environment(Settings())
    place, pack = machine(), make_pack(language())
    found = {f"board/{one.name}": one.read_bytes() for one in sorted(_MODULES.iterdir())}
    found |= {f"board/{name}": (place / name).read_bytes() for name in vm.FILES}
    found["board/pack.json"] = pack.body
    found["index.html"] = made(
        templates, loader="board/micropython.mjs", machine="board/micropython.wasm", pack="board/pack.json",
        head='<link rel="stylesheet" href="board/board.css">\n'
        '<script type="module" src="board/board.js"></script>',
    ).encode()  # fmt: skip
    held = {"loader": found[f"board/{vm.LOADER}"], "machine": found[f"board/{vm.MACHINE}"], "pack": pack.body}
    inline = "".join(
        f'<script type="text/plain" id="inline-{name}">{base64.b64encode(data).decode()}</script>\n'
        for name, data in held.items()
    )
    notice = found[f"board/{vm.NOTICE}"].decode()
    found[ALONE] = made(
        templates,
        head=f"<!--\n{notice}-->\n<style>\n{(_MODULES / 'board.css').read_text('utf-8')}</style>",
        body=f'{inline}<script type="module">\n{one_script()}</script>',
    ).encode()
    return found


def one_script() -> str:
    """Return the modules of the page as one script, each after those that it imports."""
    parts: dict[str, str] = {}
    _add(_MAIN, parts)
    return "".join(parts.values())


def _add(name: str, parts: dict[str, str]) -> None:
    source = (_MODULES / name).read_text("utf-8")
    for _names, other in _IMPORT.findall(source):
        if other not in parts:
            _add(other, parts)
    exported = ", ".join(name for _kind, name in _EXPORT.findall(source))
    inner = _IMPORT.sub(lambda found: f"const {found[1]} = {_name(found[2])};\n", source)
    inner = _EXPORT.sub(r"\1 \2", inner)
    parts[name] = f"const {_name(name)} = (() => {{\n{inner}return {{ {exported} }};\n}})();\n"


def _name(module: str) -> str:
    return f"{module.removesuffix('.js')}Module"


def write(folder: Path) -> list[Path]:
    """Write the files into a folder, which may exist; return their paths."""
    written = []
    for name, data in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        written.append(path)
    return written
