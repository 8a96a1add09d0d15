"""The firmware on small boards in two machines: CPython, and MicroPython's 32-bit WebAssembly build.

Both run `tablesim.small.play` on the same firmware and the same script, and print the same kinds of lines;
MicroPython also prints figures of its heap. The firmware is what `board install` puts onto a drive, compiled
or readable. The bytecode has MicroPython's mark; the rest is the same (tests/boardkit/test_compiler.py).
"""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import tabledevice
from tablecore import frames
from tablekeeper.boardkit import make_bundle
from tablekeeper.phone.pack import MARK
from tests import nodejs

#: more heap than anything here needs, and no more: a collection looks at all of it, and each slice has one
AMPLE = 512 << 10
#: the sources of what is on the drive in one form or another
LIBRARY = Path(tabledevice.__path__[0]).parent
#: the heap in which compiling is tried
PROBED = 128 << 10
#: what the host is told of an injected failure, a line between frames
INJECTED = b"ValueError\n"
HERE = Path(__file__).resolve().parent
#: a board's heap begins with an area of so many bytes, and doubles when that is full (CircuitPython's gc.c)
AREA = 8 << 10
#: passes of the loop between two collections: with one, what is in use at its end is what a pass needs
SLICE = 1
#: where nothing is asked about the heap
LONG_SLICE = 20
_SECONDS = 120


def required() -> Path:
    """Return MicroPython's folder for a test: skip without it, fail on a build machine."""
    return nodejs.required(nodejs.micropython)


def installed(folder: Path, *, readable: bool = False) -> Path:
    """Put onto a drive what `board install` does; return the drive's folder."""
    bundle = make_bundle(None if readable else MARK)
    for path, data in bundle.files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    (folder / "settings.toml").write_text(bundle.settings, "utf-8")
    return folder


def pystack(firmware: Path) -> int:
    """Return the bytes for Python's calls that the board is set to."""
    settings = tomllib.loads((firmware / "settings.toml").read_text("utf-8"))
    return int(settings["CIRCUITPY_PYSTACK_SIZE"])


@dataclass
class Heap:
    """What `micropython.mem_info` said at one moment, in bytes; a block has 16."""

    used: int
    total: int
    largest: int


@dataclass
class Loaded:
    """What loading one module took: kept, and at most while it was compiled and run (garbage included)."""

    kept: int
    peak: int


@dataclass
class Run:
    """What a run printed."""

    text: str
    records: list[bytes] = field(default_factory=list)
    host: list[bytes] = field(default_factory=list)
    screen: bytes = b""
    words: dict[str, str] = field(default_factory=dict)
    heaps: dict[str, Heap] = field(default_factory=dict)
    modules: dict[str, Loaded] = field(default_factory=dict)
    #: the map of the heap, a character a block: "." is free
    blocks: str = ""

    @property
    def received(self) -> bytes:
        """Everything the host has read."""
        return b"".join(self.host)

    @property
    def payloads(self) -> list[bytes]:
        """Return what was in the frames that the host has read; all was frames, or told of a failure."""
        reader = frames.Reader()
        payloads: list[bytes] = reader.receive(self.received.replace(INJECTED, b""))
        if reader.stray:
            raise AssertionError(f"no frame: {reader.text!r}")
        return payloads

    def grown(self, moment: str) -> int:
        """Return the bytes in use at a moment beyond what the surroundings (chips, modules, script) take."""
        return self.heaps[moment].used - self.heaps["surroundings"].used


_USED = re.compile(r"GC: total: (\d+), used: (\d+)")
_LARGEST = re.compile(r"max blk sz: (\d+)")
_ROW = re.compile(r"[0-9a-f]{8}: (.*)$")
_FREE_ROWS = re.compile(r" +\((\d+) lines all free\)$")
_PER_ROW = 64


def _read(text: str) -> Run:
    run = Run(text)
    moment = ""
    used = (0, 0)
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "record":
            run.records.append(bytes.fromhex(rest))
        elif word == "host":
            run.host.append(bytes.fromhex(rest))
        elif word == "screen":
            run.screen = bytes.fromhex(rest)
        elif word == "heap":
            moment = rest
        elif word == "module":
            name, kept, peak = rest.split()
            run.modules[name] = Loaded(int(kept), int(peak))
        elif found := _USED.match(line):
            used = (int(found[1]), int(found[2]))
        elif found := _ROW.match(line):
            run.blocks += found[1]
        elif found := _FREE_ROWS.match(line):
            run.blocks += "." * _PER_ROW * int(found[1])
        elif found := _LARGEST.search(line):
            run.heaps[moment] = Heap(used[1], used[0], 16 * int(found[1]))
        else:
            run.words[word] = rest
    return run


def on_cpython(firmware: Path, script: Path) -> Run:
    """Play a script on CPython, in a process of its own: the board's modules have names that others use."""
    done = subprocess.run(
        [sys.executable, "-m", "tablesim.small", firmware, script],
        env={**os.environ, "PYTHONPATH": str(firmware / "lib"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return _read(done.stdout)


def loading_order(first: str = "tabledevice.app") -> list[str]:
    """Return the modules of ours that `first` loads at its start, each after what it imports itself."""
    order: list[str] = []
    _append(first, order, set())
    return order


def _append(name: str, order: list[str], seen: set[str]) -> None:
    if name in seen:
        return
    seen.add(name)
    for node in ast.parse(_path(name).read_text("utf-8")).body:
        found = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            found = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for one in found:
            if _path(one).is_file():
                _append(one, order, seen)
    order.append(name)


def _path(name: str) -> Path:
    path = LIBRARY / (name.replace(".", "/") + ".py")
    return path if path.is_file() else LIBRARY / name.replace(".", "/") / "__init__.py"


def _heap(moment: str) -> list[str]:
    # what the last piece left behind is collected before the next one begins
    return ["gc.collect()", f"print('heap', {moment!r})\nmicropython.mem_info()"]


def _load(name: str) -> list[str]:
    return [
        f"before = gc.mem_alloc()\nimport {name}\npeak = gc.mem_alloc() - before",
        f"print('module', {name!r}, gc.mem_alloc() - before, peak)",
    ]


def _measure(name: str, piece: str, count: int) -> list[str]:
    # the difference of twice and once as often: what a single call makes by itself is no matter
    found = []
    for times in (1, 1, 2):
        call = f"{piece}({times * count})"
        found += [f"once, before = before, gc.mem_alloc()\n{call}\nbefore = gc.mem_alloc() - before"]
    return [*found, f"print({name!r}, before - once)"]


def steps(slices: int = SLICE) -> list[object]:
    """Return the pieces of one run: surroundings, modules one by one, the game, what idling allocates."""
    found: list[object] = [
        "import gc, micropython, sys\nsys.path[:] = ['/sim', '/lib']",
        "from tablesim.small.play import Play",
        "before = once = peak = more = None\nplay = Play('/drive', '/script')\nplay.install()",
        *_heap("surroundings"),
        "play.open()",
    ]
    for name in loading_order():
        found += _load(name)
    found += [
        *_heap("loaded"),
        "play.begin()",
        *_heap("begun"),
        {"while": f"more = play.go({slices})"},
        *_heap("played"),
        "print('peak', play.peak)\nplay.report()",
    ]
    return found


def in_a_boards_heap(
    repository: Path, firmware: Path, script: Path, folder: Path, size: int, room: int
) -> Run:
    """Play a script in a heap of `room` bytes, of which the program believes that it has `size` bytes.

    Garbage is collected where the program asks for it, and at the start when an area of a board is full.
    """
    pieces: list[object] = [
        "import gc, js, micropython, sys\nsys.path[:] = ['/sim', '/lib']",
        "from tablesim.small.play import Play",
        f"more = None\nplay = Play('/drive', '/script', js.collectNow, {size})\nplay.install()",
        *_heap("surroundings"),
        f"used = gc.mem_alloc()\narea = {AREA}\nplay.open()",
    ]
    for name in loading_order():
        pieces += [
            f"import {name}\nif gc.mem_alloc() - used > area: gc.collect()",
            "while gc.mem_alloc() - used > area: area *= 2",
        ]
    pieces += [
        "play.begin()",
        {"while": f"more = play.go({SLICE})"},
        *_heap("played"),
        "print('last', play.names['app'].journal.last)",
        "print('collections', play.collector.collections)\nmicropython.mem_info(1)",
    ]
    # the tables of the collector take three bits a block beside it
    task = {
        "heap": room * 132 // 128, "pystack": pystack(firmware) // 4, "sealed": True, "collects": True,
        "folders": _folders(repository, firmware, script), "steps": pieces,
    }  # fmt: skip
    return _read(_run(folder, task, _SECONDS))


def idle_steps(passes: int) -> list[object]:
    """Return the pieces that measure what a board allocates while nothing happens, after a game."""
    return [
        # what is known: the difference of one object of 320 bytes and one of 160
        *_measure("control", "bytearray", 160),
        *_measure("idle-steps", "play.step", passes),
        *_measure("idle-rest", "play.idle", 5 * passes),
        *_measure("idle-passes", "play.passes", passes),
    ]


def on_micropython(
    repository: Path,
    firmware: Path,
    script: Path,
    folder: Path,
    *,
    heap: int = AMPLE,
    sealed: bool = False,
    stack: int = 0,
    slices: int = SLICE,
    more: list[object] | None = None,
    seconds: int = _SECONDS,
) -> Run:
    """Play a script on MicroPython, with a heap of so many bytes that must not grow when it is sealed."""
    task = {
        "heap": heap,
        # counted in words there
        "pystack": (stack or pystack(firmware)) // 4,
        "sealed": sealed,
        "folders": _folders(repository, firmware, script),
        "steps": steps(slices) + (more or []),
    }
    return _read(_run(folder, task, seconds))


def weighed(
    repository: Path, firmware: Path, script: Path, folder: Path
) -> list[tuple[int, bool, tuple[int, ...]]]:
    """Return of each step of the loop on MicroPython: bytes of garbage, is a key held, its records' kinds."""
    task: dict[str, object] = {
        "heap": AMPLE,
        "pystack": pystack(firmware) // 4,
        "sealed": False,
        "folders": _folders(repository, firmware, script),
        "steps": [
            "import gc, sys\nsys.path[:] = ['/sim', '/lib']",
            "from tablesim.small.play import Play\nmore = None\nplay = Play('/drive', '/script')",
            "play.install()\nplay.open()",
            "play.begin()\nplay.weigh()",
            {"while": f"more = play.go({SLICE})"},
        ],
    }
    lines = [line.split() for line in _run(folder, task, _SECONDS).splitlines()]
    steps = [line for line in lines if line[0] in ("step", "held")]
    return [(int(one[1]), one[0] == "held", tuple(map(int, one[2:]))) for one in steps]


def _folders(repository: Path, firmware: Path, script: Path) -> list[list[str]]:
    return [
        # where a board has them: a file's path is a word in its memory
        [str(firmware / "lib"), "/lib"],
        [str(firmware), "/drive"],
        [str(repository / "simulator" / "tablesim" / "small"), "/sim/tablesim/small"],
        [str(script), "/script"],
    ]


def _run(folder: Path, task: dict[str, object], seconds: int) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    order = folder / "task.json"
    order.write_text(json.dumps({"package": str(nodejs.micropython()), **task}), "utf-8")
    try:
        done = subprocess.run(
            ["node", HERE / "on_micropython.mjs", order],
            capture_output=True, text=True, timeout=seconds, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        # out of memory at a bad moment, this build never answers again
        raise AssertionError(f"no answer from MicroPython in {seconds} s") from None
    if done.returncode:
        raise AssertionError(done.stdout[-3000:] + done.stderr)
    return done.stdout


def compiling(repository: Path, firmware: Path, folder: Path) -> dict[str, int]:
    """Return what compiling takes of the heap for a moment, for each module of the program (bytes)."""
    library = firmware / "lib"
    files = {path.relative_to(library).as_posix(): path for path in sorted(library.rglob("*.py"))}
    found: list[object] = [
        "import sys\nsys.path[:] = ['/sim']\nfrom probe import Probe\nmore = probe = None",
    ]
    for name in files:
        found += [
            # its names stay for good, and their table may have to grow for them: that is none of its needs
            f"probe = None\nwith open('/files/{name}') as file:\n compile(file.read(), 'probe', 'exec')",
            f"with open('/files/{name}') as file:\n probe = Probe(file.read(), {PROBED})",
            {"while": "more = probe.go()"},
            f"nothing = Probe('', {PROBED})",
            {"while": "more = nothing.go()"},
            f"print({name!r}, probe.needed(nothing))",
        ]
    task = {
        "heap": PROBED,
        "pystack": pystack(firmware),
        "sealed": True,
        "folders": [
            [str(HERE / "probe.py"), "/sim/probe.py"],
            *([str(path), f"/files/{name}"] for name, path in files.items()),
        ],
        "steps": found,
    }
    run = _read(_run(folder, task, _SECONDS))
    return {name: max(0, int(run.words[name])) for name in files}
