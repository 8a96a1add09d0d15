"""Holds the direction of imports: rules at the bottom, faces at the top, hardware in one file, no circles.

The rules are the table below; `crossings` reads every module's syntax tree, so an import inside a
function or under TYPE_CHECKING counts too. The planted examples show that each rule can fail.
"""

import ast
import functools
import itertools
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablecore.sheets import FOLDERS

#: where each top-level package (or the board's own scripts) lies
SOURCES = {
    "tablecore": "firmware/lib", "tabledevice": "firmware/lib", "tableprograms": "firmware/lib",
    "boot": "firmware", "code": "firmware", "lastresort": "firmware", "safemode": "firmware",
    "tablekeeper": "host", "tablesim": "simulator", "silicon": "simulator",
}

OURS = tuple(SOURCES)

#: The standard library without clocks, files, processes, networks and threads.
#: `random` is there for its type: rules take a generator as an argument.
PURE = frozenset(
    "__future__ abc array base64 binascii bisect collections contextlib copy dataclasses"
    " datetime decimal difflib enum"
    " fractions"
    " functools hashlib heapq html itertools json math operator random re statistics string struct textwrap"
    " types typing unicodedata".split()
)

RULES_BELOW = (
    "tablekeeper.games", "tablekeeper.standings", "tablekeeper.formats", "tablekeeper.rankings",
    "tablekeeper.regulation", "tablekeeper.fairness", "tablekeeper.prizes",
)

#: What formats draw their pictures with.
DRAWN_WITH = tuple(f"tablekeeper.pictures.{one}" for one in ("crosstable", "drawing", "race"))

#: What every room of the host may import, the simulator too: it lies below all of them.
VOCABULARY = (
    "tablekeeper.entrypoints", "tablekeeper.errors", "tablekeeper.languages", "tablekeeper.strictjson",
    "tablekeeper.text", "tablekeeper.textchecks",
)

#: Third-party libraries that have one home, so that replacing one touches one room.
HOMES = {
    "sqlalchemy": ("tablekeeper.store",),
    "alembic": ("tablekeeper.store",),
    "psycopg": ("tablekeeper.store",),
    "pyrage": ("tablekeeper.store",),
    "serial": ("tablekeeper.tables",),
    "anyascii": ("tablekeeper.lettering",),
    "starlette": ("tablekeeper.web",),
    "jinja2": ("tablekeeper.web",),
    "markupsafe": ("tablekeeper.web",),
    "multipart": ("tablekeeper.web",),
    "uvicorn": ("tablekeeper.web", "tablekeeper.cli"),
    "click": ("tablekeeper.cli",),
    "rich": ("tablekeeper.cli",),
    "greenlet": ("tablesim",),
    "openskill": ("tablekeeper.rankings.partnership",),
    "networkx": ("tablekeeper.formats.swiss.pairing", "tablekeeper.formats.knockout.placing",
                 "tablekeeper.audit.swiss"),
    "xlsxwriter": ("tablekeeper.feeds",),
    "segno": ("tablekeeper.pictures.qr",),
    "babel": ("tablekeeper.languages",),
    "nats": ("tablekeeper.shipping",),
}

BOARD_MODULES = (
    "analogio board busio digitalio keypad microcontroller pwmio storage supervisor time traceback usb_cdc"
    " watchdog"
).split()


@dataclass(frozen=True, slots=True)
class Rule:
    """What the modules of one room may import; the longest matching room decides.

    `only` lists all that is allowed beside the room itself; without it everything outside our own
    packages is. `ours` lists which of our own packages are allowed.
    """

    room: str
    ours: tuple[str, ...] = ()
    only: frozenset[str] | None = None


#: What a program has for board, host and simulator: its sheet, and what that is made of.
SHEETS = tuple(
    f"tableprograms.{folder}.{part}" for folder in FOLDERS for part in ("rules", "rulings", "sheet", "state")
)

CORE = frozenset({"struct", "binascii", "micropython"})
DEVICE = CORE | {"array", "gc", "os", "adafruit_ssd1306"}

RULES = (
    # shared by board, host and simulator: runs on three Pythons
    Rule("tablecore", only=CORE),
    # the board's application; only one file knows the hardware
    Rule("tabledevice", ours=("tablecore",), only=DEVICE),
    # a folder per program, which knows no other: what all share finds it by the folder's name
    Rule("tableprograms", only=frozenset()),
    *(Rule(f"tableprograms.{one}", ours=("tablecore", "tabledevice"), only=CORE) for one in FOLDERS),
    *(Rule(one, ours=("tablecore", *SHEETS), only=CORE) for one in SHEETS),
    # lends the display's driver a frame buffer while it loads
    Rule("tabledevice.panel", ours=("tablecore", "tabledevice"), only=DEVICE | {"sys"}),
    Rule("tabledevice.hardware", ours=("tablecore", "tabledevice"),
         only=DEVICE | set(BOARD_MODULES) | {"sys"}),
    Rule("tabledevice.hardware_blinka", ours=("tablecore", "tabledevice"),
         only=DEVICE | set(BOARD_MODULES) | {"socket", "sys"}),
    Rule("boot", only=frozenset("board digitalio microcontroller storage supervisor usb_cdc".split())),
    Rule("code", ours=("lastresort", "tabledevice"),
         only=frozenset("microcontroller storage supervisor time watchdog".split())),
    # built into the board, so that nothing on the drive can be in its way
    Rule("lastresort", ours=("tabledevice.stopped",),
         only=frozenset("board busio digitalio microcontroller supervisor time".split())),
    Rule("safemode", ours=("lastresort",), only=frozenset({"microcontroller", "supervisor", "time"})),
    # rules of games and events: pure, downwards only
    Rule("tablekeeper.games", ours=("tablecore", *SHEETS), only=PURE),
    Rule("tablekeeper.standings", ours=("tablecore", *RULES_BELOW[:1]), only=PURE),
    # a format says what its events are worth in the rankings, and for which stages there can be prizes
    Rule("tablekeeper.formats",
         ours=("tablecore", *SHEETS, "tablekeeper.prizes.plan", "tablekeeper.rankings.rules",
               "tablekeeper.rankings.winners", *DRAWN_WITH, *RULES_BELOW[:2]),
         only=PURE),
    # the pairs of a Swiss are a matching, and those of a first round in which players are kept apart
    Rule("tablekeeper.formats.swiss.pairing", only=PURE | {"networkx"}),
    Rule("tablekeeper.formats.knockout.placing", ours=("tablekeeper.formats",), only=PURE | {"networkx"}),
    Rule("tablekeeper.rankings", ours=("tablecore", *RULES_BELOW[:2]), only=PURE),
    # what an event is worth in rankings and ratings: these two of the room ask the formats
    Rule("tablekeeper.rankings.entries", ours=("tablecore", "tablekeeper.rankings", *RULES_BELOW[:3]),
         only=PURE),
    Rule("tablekeeper.rankings.rated", ours=("tablecore", "tablekeeper.rankings", *RULES_BELOW[:3]),
         only=PURE),
    Rule("tablekeeper.rankings.partnership", ours=("tablekeeper.rankings",), only=PURE | {"openskill"}),
    # the regulation of tournaments, and whether dice are fair: tools of the director, pure like rules
    Rule("tablekeeper.regulation", ours=("tablecore", *SHEETS, *RULES_BELOW[:3]), only=PURE),
    Rule("tablekeeper.fairness", ours=("tablecore",), only=PURE),
    # fees and payouts: exact amounts
    Rule("tablekeeper.prizes", only=PURE),
    # what leaves the house for other programs: tables, sheets, feeds
    Rule("tablekeeper.feeds",
         ours=("tablekeeper.director", "tablekeeper.version", *RULES_BELOW)),
    # recounts what formats answer, and so shares no rule with them: only the strict reading of JSON
    Rule("tablekeeper.audit", ours=("tablekeeper.formats.event",), only=PURE),
    Rule("tablekeeper.audit.swiss", ours=("tablekeeper.audit", "tablekeeper.text"), only=PURE | {"networkx"}),
    # SVG text; what formats draw with lies below them
    *(Rule(one, ours=("tablekeeper.pictures.drawing",), only=PURE) for one in DRAWN_WITH),
    Rule("tablekeeper.pictures", ours=RULES_BELOW, only=PURE),
    Rule("tablekeeper.pictures.qr", only=PURE | {"segno"}),
    Rule("tablekeeper.transcripts", ours=("tablekeeper.games",)),
    # the one mechanism for what people do
    Rule("tablekeeper.journal", only=PURE),
    # what people do, declared once
    Rule("tablekeeper.actions",
         ours=("tablekeeper.accounts.roles", "tablekeeper.journal", "tablekeeper.formats",
               "tablekeeper.regulation.appeal", "tablekeeper.regulation.decision",
               "tablekeeper.regulation.moment"),
         only=PURE),
    # who may sign in, in two files of this user
    Rule("tablekeeper.accounts"),
    # what is kept, and where it comes from
    Rule("tablekeeper.store",
         ours=("tablecore", "tablekeeper.federation.messages", "tablekeeper.journal", *RULES_BELOW)),
    # how journals are shipped: pure, over the checksums along them
    Rule("tablekeeper.federation", ours=("tablekeeper.store.chain",), only=PURE),
    # the sockets over which they are shipped
    Rule("tablekeeper.shipping", ours=("tablekeeper.federation", "tablekeeper.store")),
    # names in the letters of the board's font
    Rule("tablekeeper.lettering", ours=("tablecore", "tabledevice.font"), only=PURE | {"anyascii"}),
    Rule("tablekeeper.tables",
         ours=("tablecore", "tablekeeper.lettering", "tablekeeper.store", "tablekeeper.version",
               *RULES_BELOW)),
    # the one service, and the faces over it
    Rule(
        "tablekeeper.director",
        ours=("tablecore", *SHEETS, "tablekeeper.accounts.roles", "tablekeeper.actions",
              "tablekeeper.federation.content",
              "tablekeeper.federation.messages",
              "tablekeeper.journal", "tablekeeper.lettering", "tablekeeper.store", "tablekeeper.tables",
              "tablekeeper.transcripts", "tablekeeper.version", *RULES_BELOW),
    ),
    Rule("tablekeeper.web",
         ours=("tablecore", "tablekeeper.accounts", "tablekeeper.actions", "tablekeeper.boardkit.texts",
               "tablekeeper.director", "tablekeeper.feeds",
               "tablekeeper.journal",
               "tablekeeper.phone", "tablekeeper.pictures", "tablekeeper.version", *RULES_BELOW)),
    # the firmware for a page is what is copied to a board
    Rule("tablekeeper.phone", ours=("tablekeeper.boardkit",)),
    # the build loads it by its path, before anything is installed
    Rule("tablekeeper.phone.vm",
         only=frozenset("__future__ hashlib json os pathlib shutil subprocess tarfile tempfile".split())),
    # what is copied to a board knows nothing of what the board says
    Rule("tablekeeper.boardkit", ours=("tablecore", "tabledevice", "tablekeeper.version")),
    # virtual halls join host and simulator; only they and the command line know the simulator
    Rule(
        "tablekeeper.virtual",
        ours=("tablecore", *SHEETS, "tablesim", "tablekeeper.director", "tablekeeper.journal",
              "tablekeeper.store", "tablekeeper.tables", "tablekeeper.transcripts", "tablekeeper.version",
              *RULES_BELOW),
    ),
    Rule("tablekeeper.cli", ours=OURS),
    Rule("tablekeeper.version"),
    # loads what is installed
    Rule("tablekeeper.entrypoints", only=PURE | {"importlib", "logging", "threading"}),
    Rule("tablekeeper.errors", only=PURE),
    # reads its catalogues, once
    Rule("tablekeeper.languages",
         only=PURE | {"babel", "contextlib", "contextvars", "gettext", "http", "io", "pathlib", "threading"}),
    Rule("tablekeeper.strictjson", only=PURE),
    Rule("tablekeeper.text", only=PURE),
    Rule("tablekeeper.textchecks", only=PURE),
    Rule("tablekeeper", ours=("tablekeeper.cli", "tablekeeper.version")),
    # the emulated processor is given what a real board is given, and held against the simulator's board
    Rule("silicon",
         ours=("tablecore", "tabledevice", "tablekeeper.boardkit", "tablekeeper.errors", "tablekeeper.games",
               "tablesim")),
    # a board with a processor loads what its bytecode is made of
    Rule("tablesim",
         ours=("tablecore", "tabledevice", *SHEETS, "tablekeeper.games", "tablekeeper.boardkit.literals")),
)


def within(name: str, room: str) -> bool:
    """Tell whether a dotted name is a room or lies in it."""
    return name == room or name.startswith(room + ".")


def modules(root: Path) -> dict[str, Path]:
    """Return every module of ours under root by its dotted name."""
    found = {}
    for top, folder in SOURCES.items():
        base = root / folder
        script = base / f"{top}.py"
        for path in [script] if script.is_file() else sorted((base / top).rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@functools.cache
@functools.cache
def statements(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports of a file."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def rooms(known: Iterable[str]) -> set[str]:
    """Return the names of modules, and of the packages that they lie in."""
    return {room for name in known for room in itertools.accumulate(name.split("."), "{}.{}".format)}


def imports(name: str, path: Path, known: set[str]) -> list[tuple[int, str]]:
    """Return the line and the full name of everything a module imports; `known` are rooms."""
    found = []
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in statements(path):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        else:
            start = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*start, node.module] if node.module else start)
            for alias in node.names:
                whole = f"{source}.{alias.name}"
                # `from package import module` names the module, `from module import thing` does not
                found.append((node.lineno, whole if whole in known else source))
    return found


def crossings(root: Path) -> list[str]:
    """Return one sentence per import that goes the wrong way."""
    found = []
    known = modules(root)
    named = rooms(known)
    for name, path in known.items():
        matching = [rule for rule in RULES if within(name, rule.room)]
        if not matching:
            found.append(f"{path.relative_to(root)}: no rule for {name}; give its room a line in RULES")
            continue
        rule = max(matching, key=lambda rule: len(rule.room))
        for line, target in imports(name, path, named):
            top = target.split(".")[0]
            if target == "tablekeeper":  # the root holds only its docstring and the version
                allowed = True
            elif top in OURS:
                # the top room holds only the first page: it does not open all rooms below it
                own = rule.room if rule.room != "tablekeeper" else name
                allowed = within(target, own) or any(within(target, room) for room in rule.ours)
                shared = any(within(target, word) for word in VOCABULARY)
                allowed = allowed or (shared and name.split(".")[0] in ("tablekeeper", "tablesim"))
                # the module `code` of the standard library has the name of the board's script
                allowed = allowed or (top == "code" and not within(name, "tabledevice"))
            elif rule.only is not None:
                allowed = top in rule.only
            else:
                allowed = any(within(name, home) for home in HOMES.get(top, (name,)))
            if not allowed:
                found.append(f"{path.relative_to(root)}:{line}: {name} must not import {target}")
    return found


def circles(root: Path) -> list[list[str]]:
    """Return the modules of each circle of imports: those from which an import leads back to them."""
    known = modules(root)
    named = rooms(known)
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        graph[name] = set()
        for _, target in imports(name, path, named):
            while target and target not in known:
                target = target.rpartition(".")[0]
            # a package that asks itself for a module has it already
            graph[name] |= {target} - {"", name}
    reached = {name: _reached(graph, name) for name in graph}
    found = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in graph
        if name in reached[name]
    }
    return sorted(map(sorted, found))


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


def test_no_import_leads_back(repository):
    found = circles(repository)
    assert not found, "\n".join(" <-> ".join(one) for one in found)


CIRCLES = {
    "two modules": {"host/tablekeeper/games/a.py": "from tablekeeper.games import b",
                    "host/tablekeeper/games/b.py": "from .a import thing"},
    "within a function": {"firmware/lib/tabledevice/a.py": "from tabledevice import b",
                          "firmware/lib/tabledevice/b.py": "def late():\n    import tabledevice.a"},
    "for types only": {
        "simulator/tablesim/a.py": "import tablesim.b",
        "simulator/tablesim/b.py":
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tablesim.a import thing",
    },
    "a package and its module": {"host/tablekeeper/store/__init__.py": "from .a import thing",
                                 "host/tablekeeper/store/a.py": "from tablekeeper.store import thing"},
    "three modules": {"host/tablekeeper/web/a.py": "from . import b",
                      "host/tablekeeper/web/b.py": "from . import c",
                      "host/tablekeeper/web/c.py": "from . import a"},
}  # fmt: skip


@pytest.mark.parametrize("name", CIRCLES)
def test_a_planted_circle_is_found(tmp_path, name):
    cli = "host/tablekeeper/cli"
    straight = {f"{cli}/__init__.py": "from . import run", f"{cli}/run.py": "import sys"}
    for place, source in {**straight, **CIRCLES[name]}.items():
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source + "\n")
    assert [len(one) for one in circles(tmp_path)] == [len(CIRCLES[name])]


def test_imports_go_one_way(repository):
    found = crossings(repository)
    assert not found, "\n".join(found)


def test_every_module_is_looked_at(repository):
    known = modules(repository)
    assert {"tablecore.records", "tabledevice.app", "tablekeeper.cli", "tablesim.board", "boot"} <= set(known)
    looked_at = set(known.values())
    for folder in ("firmware", "host", "simulator"):
        assert {path for path in (repository / folder).rglob("*.py") if path not in looked_at} == set()


def test_pure_means_standard_library():
    assert sys.stdlib_module_names >= PURE
    assert PURE.isdisjoint("asyncio io logging os pathlib socket sqlite3 subprocess threading time".split())


PLANTED = {
    # file: (source, what must be reported)
    "firmware/lib/tablecore/clock.py": ("import time\n", "time"),
    "firmware/lib/tablecore/sheets/fold.py": ("from tabledevice import app\n", "tabledevice.app"),
    "firmware/lib/tabledevice/keys.py": ("import keypad\n", "keypad"),
    "firmware/lib/tabledevice/programs/__init__.py": (
        "from tableprograms.race import keys\n", "tableprograms.race",
    ),
    "firmware/lib/tableprograms/race/sheet.py": ("from tabledevice import texts\n", "tabledevice"),
    "firmware/lib/tableprograms/tara/keys.py": (
        "from tableprograms.race import rules\n", "tableprograms.race",
    ),
    "firmware/lib/tabledevice/app.py": ("def step():\n    from supervisor import ticks_ms\n", "supervisor"),
    "firmware/boot.py": ("import tabledevice\n", "tabledevice"),
    "host/tablekeeper/games/tara.py": ("from tablekeeper.store import journals\n", "tablekeeper.store"),
    "host/tablekeeper/games/race.py": ("import sqlite3\n", "sqlite3"),
    "host/tablekeeper/games/backgammon/mat.py": ("from ...web import page\n", "tablekeeper.web"),
    "host/tablekeeper/standings/steps.py": ("import tablekeeper.formats.ttt\n", "tablekeeper.formats.ttt"),
    "host/tablekeeper/audit/league.py": ("import tablekeeper.formats.league\n", "tablekeeper.formats.league"),
    "host/tablekeeper/pictures/dice.py": ("import tablekeeper.director\n", "tablekeeper.director"),
    "host/tablekeeper/pictures/race.py": ("import tablekeeper.formats.ttt\n", "tablekeeper.formats.ttt"),
    "host/tablekeeper/formats/swing/rules.py": (
        "import tablekeeper.pictures.event\n", "tablekeeper.pictures.event",
    ),
    "host/tablekeeper/store/schema.py": ("from .. import director\n", "tablekeeper.director"),
    "host/tablekeeper/tables/port.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tablesim import usb\n",
        "tablesim",
    ),
    "host/tablekeeper/director/matchorders.py": ("import sqlalchemy\n", "sqlalchemy"),
    "host/tablekeeper/director/draws.py": ("import tablekeeper.web.app\n", "tablekeeper.web.app"),
    "host/tablekeeper/web/app.py": ("from tablekeeper.store import schema\n", "tablekeeper.store.schema"),
    "host/tablekeeper/web/hall.py": ("import serial\n", "serial"),
    "host/tablekeeper/attic/junk.py": ("from tablekeeper.web import app\n", "tablekeeper.web.app"),
    "simulator/tablesim/board.py": ("from tablekeeper.director import service\n", "tablekeeper.director"),
}


@pytest.mark.parametrize("place", PLANTED)
def test_a_planted_crossing_is_found(tmp_path, place):
    source, target = PLANTED[place]
    for innocent in PLANTED:
        path = tmp_path / innocent
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('"""Nothing here."""\n')
    (tmp_path / place).write_text(source)
    assert len(found := crossings(tmp_path)) == 1
    assert found[0].startswith(place + ":")
    assert found[0].endswith(f"must not import {target}")


ALLOWED = {
    "firmware/lib/tablecore/sheets/sheet.py": ["import struct", "from ..clock import Clock"],
    "firmware/lib/tablecore/frames.py": ["import binascii", "from tablecore import records"],
    "firmware/lib/tabledevice/hardware.py": ["import board, keypad", "from . import journal"],
    "firmware/lib/tabledevice/app.py": ["import gc", "from tablecore.clock import Clock"],
    "firmware/lib/tableprograms/race/keys.py": ["from tabledevice import app", "from . import sheet"],
    "firmware/code.py": ["from tabledevice import app, hardware"],
    "host/tablekeeper/games/backgammon/plays.py": ["import functools", "from .board import Position"],
    "host/tablekeeper/store/journals.py": ["import threading", "import sqlalchemy as sa"],
    "host/tablekeeper/tables/link.py": ["import serial", "from tablekeeper.store import journals"],
    "host/tablekeeper/web/app.py": ["from starlette.routing import Route", "from ..director import service"],
    "host/tablekeeper/games/tara.py": ["from tablekeeper.errors import UserError"],
    "host/tablekeeper/web/build.py": ["import code", "from tablekeeper import __version__"],
    "host/tablekeeper/cli/demo.py": ["import click", "from tablekeeper.virtual import hall"],
    "simulator/tablesim/player.py": ["import greenlet", "from tablekeeper.games.backgammon import plays"],
}


def test_what_is_allowed_stays_allowed(tmp_path):
    for place, lines in ALLOWED.items():
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n")
    assert crossings(tmp_path) == []
