"""Compares screens with pictures stored as text; used by the screen tests of all programs.

A picture is a text of braille signs (2 x 4 pixels each), so that a change is visible in a review.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tablecore import sheets
from tablecore.clock import NOBODY
from tabledevice import texts
from tabledevice.canvas import Canvas
from tabledevice.screens import GAME, NEVER
from tabledevice.view import View
from tablesim.pixels import from_rows, rows
from tests.tabledevice import gallery

_ROOT = Path(__file__).resolve().parents[2]
#: bit of a braille sign for row and column of its pixel
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def as_text(frame):
    """Return a frame as 16 lines of 64 braille signs."""
    lines = rows(frame)
    return "".join(
        "".join(
            chr(0x2800 + sum(DOTS[j][i] for j in range(4) for i in range(2) if lines[y + j][x + i]))
            for x in range(0, 128, 2)
        ) + "\n"
        for y in range(0, 64, 4)
    )  # fmt: skip


def from_text(text):
    """Return the frame of 16 lines of braille signs."""
    return from_rows(
        [ord(line[x // 2]) - 0x2800 & DOTS[j][x % 2] for x in range(128)]
        for line in text.splitlines() for j in range(4)
    )  # fmt: skip


class Scene:
    """A log of a table (which has `now`, in ms) and the view beside it."""

    def show(self, names):
        """Show a game in progress; the first seats have these names."""
        self.view = View()
        self.view.screen = GAME
        self.view.link = 2
        for seat, name in enumerate(names):
            self.view.names[seat] = name

    def say(self, **attributes):
        """Set values of the view."""
        for name, value in attributes.items():
            assert hasattr(self.view, name)
            setattr(self.view, name, value)
        return self

    def after(self, seconds):
        """Let time pass."""
        self.now += round(seconds * 1000)
        return self

    def do(self, kind, *fields, **more):
        """Write a record, which must have its effect."""
        assert self.add(kind, *fields, **more), "the record fits nowhere"
        return self


def seated(table):
    """Tell a table's view which seats there are, as its program does."""
    sheet = table.sheet
    general = sheets.part(sheet.PROGRAM, "keys").PROGRAM.SEATS
    table.view.take_seats(texts.SEATS if sheet.seats == 2 else general, sheet.chairs())


def drawn(screens, table):
    """Return the 1,024 bytes of a table's screen, drawn over noise."""
    frame = bytearray(range(256)) * 4
    seated(table)
    settle(screens(Canvas(frame)), table)
    return bytes(frame)


def settle(screens, table, now=None):
    """Draw a table's screen in as many passes as it takes: the lowest lines may come a moment later."""
    table.view.dirty = True
    while table.view.dirty:
        table.view.dirty = False
        screens.draw(table.view, table.sheet, table.now if now is None else now)


class Goldens:
    """The pictures of a program's scenes, in tests/golden/NAME; `draw` returns a scene's 1,024 bytes."""

    def __init__(self, name: str, scenes: Mapping[str, Callable], draw: Callable):
        self.folder = _ROOT / "tests" / "golden" / name
        self.picture = _ROOT / "build" / "pictures" / f"{name}.png"
        self.scenes = scenes
        self.draw = draw
        self.frames = {}

    def tests(self):
        """Return the three tests of a file of screens."""

        @pytest.mark.parametrize("name", self.scenes)
        def screen_is_as_it_was(name, request):
            self._hold(name, request)

        def no_golden_screen_is_left_over():
            assert {path.stem for path in self.folder.iterdir()} == set(self.scenes)

        def all_screens_differ():
            seen = {}
            for name, scene in self.scenes.items():
                seen.setdefault(self.draw(scene()), []).append(name)
            assert [names for names in seen.values() if len(names) > 1] == []

        return screen_is_as_it_was, no_golden_screen_is_left_over, all_screens_differ

    def _hold(self, scene, request):
        """Draw a scene and compare it with its picture, which `--renew-golden` writes again."""
        frame = self.frames[scene] = self.draw(self.scenes[scene]())
        path = self.folder / f"{scene}.txt"
        if request.config.getoption("--renew-golden"):
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(as_text(frame), "utf-8")
        golden = path.read_text("utf-8")
        assert as_text(frame) == golden, f"the screen '{scene}' has changed; --renew-golden if it is meant to"
        assert from_text(golden) == frame
        if len(self.frames) == len(self.scenes):
            gallery.contact_sheet({name: self.frames[name] for name in self.scenes}, self.picture)


def follow_steps(screens, table, steps):
    """Draw a table on one canvas after each step: no part of an earlier screen may stay."""
    frame = bytearray(1024)
    board = screens(Canvas(frame))
    for step in steps:
        step()
        seated(table)
        settle(board, table)
        assert bytes(frame) == drawn(screens, table)
        table.after(3)
        board.tick(table.sheet, table.now)


def follow(screens, table, coarse=False):
    """Compare a clock drawn tick by tick with complete drawings, for 40 ticks or to the flag.

    With `coarse` a clock may run without seconds: on another page, or from ten hours on.
    """
    frame, fresh = bytearray(1024), bytearray(1024)
    board, other = screens(Canvas(frame)), screens(Canvas(fresh))
    seated(table)
    now = table.now
    settle(board, table, now)
    for _ in range(40):
        due = board.due(table.sheet, now)
        if due == NEVER:
            assert not board.tick(table.sheet, now + 3_600_000) or (coarse and table.sheet.clock.running)
            return
        assert now < due <= now + 1000
        flag = table.sheet.clock.flag_at()
        if 0 <= flag <= due:
            return
        # the picture must change when it is due, and not before
        assert not board.tick(table.sheet, due - 1)
        turn = table.sheet.clock.turn
        left = table.sheet.clock.remaining(turn, due) if coarse and turn != NOBODY else 0
        assert board.tick(table.sheet, due) or left >= 10 * 3_600_000
        now = due
        settle(other, table, now)
        assert frame == fresh
    assert now > table.now
