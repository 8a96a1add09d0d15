"""A walk by keys through the screens of the programs, at one virtual board.

In a program, or in the menu, the key is pressed that was pressed least on the screen that is shown; from a
screen on which all were pressed the walk goes to the nearest one that lacks a key. Two screens are the same
if keys mean the same on them. Noted are what the display says of keys, what each key did meanwhile, which
lamps burned, and what both looks draw. `complaints` tells what is wrong; `sheet` makes a picture of all.
"""

import random
import re
from collections import defaultdict
from dataclasses import dataclass, field

from tablecore.sheets.sheet import NOBODY
from tabledevice import canvas, lessons, programs
from tabledevice.programs.program import MAIN
from tabledevice.screens import ENTRY, MENU, MESSAGE
from tests.tabledevice.gallery import contact_sheet
from tests.tabledevice.hands import Table

#: keys at a table: buttons, the keypad, what is held, and time that passes (seconds)
KEYS = (0, 1, 2, 3, *"0123456789*#", "hold *", "hold #", "wait 1", "wait 70")
#: presses in each set-up
PRESSES = 1500
#: set-ups by program: the keys behind `#`; clocks of one minute, so that flags fall
SET_UPS = {
    "backgammon": ("1 3 # 0 0 1 1 2 1 # 1 5 # 1", "1 3 # 0 0 1 3 5 1 # 1 5 # 1", "1 3 # 0 0 1 4 1 1 # 1 2",
                   "1 2 # 6"),
    "race": ("2 1 1", "2 5 0 2 1 3", "2 2 3", "2 6 0 1 2 2"),
    "tara": ("3 1 1 0 0 1 1 #", "3 2 1 0 0 1 1 1 #"),
    "plain": ("4 1 2", "4 2 0 0 1 1 1 # 2 # 5 #", "4 3 0 2 1 1 #",
              "4 6 0 0 1 2 1 # 3 # 1 #", "4 2 0 0 1 3 1 #"),
    "dicelog": ("5 1 1", "5 2 1", "5 2 2"),
    "menu": ("",),
}
#: names that are easily cut to the same letters
NAMES = ("Alexander", "Alexandra", "Alexandros", "Alexandria", "Aleksey", "Alexandrina")
#: in place of a program's number, while the menu is open
SETTING_UP = -1
#: what a key did: it wrote a record, changed something else, was refused with a reason, or nothing
WRITES, ACTS, REFUSED, NOTHING = "writes", "acts", "refused", "nothing"


@dataclass
class Screen:
    """What was found on one screen; `drawn` has for each look the frame and the texts in it."""

    program: int
    path: tuple = ()
    entry: bool = False
    """Whether a number is typed here: what it is asks the title."""
    keys: dict = field(default_factory=lambda: defaultdict(set))
    said: dict = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    """What the display says of keys, and what each key did while it said this."""
    lessons: set = field(default_factory=set)
    """What takes turns with the hint."""
    in_turn: bool = False
    """Whether a seat is on turn and no input has begun."""
    drawn: dict = field(default_factory=dict)
    cut: set = field(default_factory=set)
    alike: set = field(default_factory=set)
    lamps: tuple = field(default_factory=lambda: (set(), set()))
    """(Seat, what its button did), for buttons whose lamp is dark, and for those whose lamp burns."""


class Pen(canvas.Canvas):
    """A canvas that remembers the texts that are written on it; `cut` grows by large ones that do not fit."""

    def __init__(self, frame, cut):
        super().__init__(frame)
        self.texts = []
        self.cut = cut

    def text(self, x, page, string, lit=False):
        """Write small text."""
        self.texts.append(string)
        return super().text(x, page, string, lit)

    def large(self, x, page, string, lit=False):
        """Write large text."""
        self.texts.append(string)
        # of more than ten letters they are narrow
        cell = 6 if len(string) > canvas.LARGE_LINE else 12
        if x + len(string) * cell - cell // 6 > canvas.COLUMNS:
            self.cut.append(string)
        super().large(x, page, string, lit)


def looks(app, now, cut):
    """Return what each look shows now: its name, its frame, its pen."""
    for small in (False, True):
        frame = bytearray(1024)
        pen = Pen(frame, cut)
        made = type(app.screens)(pen)
        if small:
            if app.menu is not None or app.program.NUMBER not in range(4):
                return
            made = programs.large(app.program.NUMBER)(pen, frame, made)
        made.draw(app.view, app.fold.sheet, now)
        yield "small" if small else "large", bytes(frame), pen


class Walk:
    """A walk at one table; `names` are given to the seats, `cut` grows by texts that do not fit."""

    def __init__(self, names, cut, seed=1):
        self.names = names
        self.cut = cut
        self.chance = random.Random(seed)
        self.screens = {}
        self.next = defaultdict(dict)

    def begin(self, set_up):
        """Take a new table."""
        self.table = Table()
        self.table.press(*set_up)
        self.path = tuple(set_up)
        self.refused = False
        app = self.table.app
        refuse = app.refuse

        def refusing(text, now):
            self.refused = True
            refuse(text, now)

        app.refuse = refusing
        self.look(self.sign())

    def sign(self):
        """Return what identifies the screen: the program's state as far as keys depend on it."""
        app = self.table.app
        view, sheet = app.view, app.fold.sheet
        if app.menu is not None:
            return (SETTING_UP, re.sub(r"\d+", "9", view.title), len(view.lines))
        dialog = app.program.dialog
        return (
            sheet.PROGRAM, sheet.phase, app.program.mode, view.screen, dialog and (type(dialog), view.title),
            sheet.options, sheet.seats, sheet.pause != NOBODY, sheet.clock.flagged != NOBODY,
            sheet.clock.running, re.sub(r"\d+", "9", view.question), getattr(sheet, "rolling", 0) != 0,
        )

    def step(self, key):
        """Press a key, and note what it did."""
        table = self.table
        app = table.app
        # nobody at this table has played before
        app.learnt = 0
        self.refused = False
        before, last, lamps = self.sign(), table.last, self.lamps()
        state, said = self.state(), self.says()
        match key:
            case str() if key.startswith("wait "):
                table.wait(1000 * int(key[5:]))
            case str() if key.startswith("hold "):
                table.hold(key[5:])
            case _:
                table.press(key)
        self.path += (key,)
        app = table.app
        if table.board.crashes:
            raise AssertionError((self.path[-30:], table.board.crashes))
        if table.sheet.phase and not any(app.view.names):
            app.view.names[: len(self.names)] = self.names
            app.view.dirty = True
            table.wait(50)
        after = self.sign()
        if table.last != last:
            did = WRITES
        elif self.refused:
            did = REFUSED
        else:
            did = ACTS if (after, self.state()) != (before, state) else NOTHING
        known = self.screens[before]
        known.keys[key].add(did)
        known.said[said][key].append(did)
        self.next[before][key, after] = True
        if isinstance(key, int) and lamps:
            known.lamps[lamps >> key & 1].add((key, did))
        self.look(after)
        return after

    def state(self):
        """Return what a key may change without a record."""
        view = self.table.app.view
        typed = (tuple(view.lines), view.selected, view.pending)
        return (view.screen, view.title, typed, view.question, view.flash)

    def says(self):
        """Return what the display says of keys: the hint, the question, the lines of a menu."""
        view = self.table.app.view
        # the key stands in front of a line of a menu
        lines = [line[:1] for line in view.lines] if view.screen == MENU else ()
        if view.screen == MESSAGE:
            lines = view.lines
        return "\n".join(one for one in (view.question, *lines, view.hint) if one)

    def lamps(self):
        """Return the seats whose lamps burn or blink, as bits."""
        lit, blinking = self.table.app.program.lamps()
        return lit | blinking

    def look(self, sign):
        """Draw what is seen now and check it."""
        app = self.table.app
        if sign not in self.screens:
            self.screens[sign] = Screen(sign[0], self.path, app.view.screen == ENTRY)
        known = self.screens[sign]
        known.said[self.says()]
        known.lessons.update(lessons.LINES[lessons.LETTERS.index(one)] for one in app.view.lesson)
        known.in_turn = (
            app.menu is None and app.fold.sheet.turn != NOBODY
            and app.program.mode == MAIN and app.program.dialog is None
        )  # fmt: skip
        if len(known.keys) > 4 and self.chance.random() > 0.1:
            return
        self.cut.clear()
        for look, frame, pen in looks(app, self.table.now, self.cut):
            known.drawn.setdefault(look, (frame, tuple(pen.texts)))
            known.alike.update(alike(self.names[: app.fold.sheet.seats], pen.texts))
        known.cut.update(self.cut)

    def explore(self, set_up, presses):
        """Press keys in the program of a set-up, or in the menu: on each screen those pressed least there."""
        self.counts = defaultdict(lambda: defaultdict(int))
        self.next.clear()
        self.begin(("#", *set_up.split()))
        assert (self.sign()[0] == SETTING_UP) == (not set_up)
        for _ in range(presses):
            sign = self.sign()
            over = self.table.sheet.phase == self.table.sheet.OVER and not self.untried(sign)
            if (sign[0] == SETTING_UP) == (not set_up) and not over:
                key = self.towards(sign)
                self.counts[sign][key] += 1
                self.step(key)
            elif set_up and not over:
                self.step("hold *")
            else:
                self.begin(("#", *set_up.split()))

    def untried(self, sign):
        """Return the keys that were not pressed on a screen yet."""
        return [key for key in KEYS if not self.counts[sign][key]]

    def towards(self, sign):
        """Return an untried key here, or the key that leads towards the nearest screen with one."""
        if here := self.untried(sign):
            return self.chance.choice(here)
        seen, queue = {sign}, [(sign, None)]
        # the way may depend on what is not shown: often any key instead
        for place, first in queue if self.chance.random() < 0.7 else ():
            if self.untried(place):
                return first
            for key, after in self.next[place]:
                if after not in seen:
                    seen.add(after)
                    queue.append((after, first or key))
        return self.chance.choice(KEYS[:-1])


# --- what must hold of all screens --------------------------------------------------------------------

#: words for a player's button, for keys 1 to 6, and for a key that is held, in all languages
_BUTTON = re.compile(r"button|press|pulsant|tasto|prem|knopf|drück", re.IGNORECASE)
_DICE = re.compile(r"\b(die|dice|colour|dado|dadi|colore|Wurf|Würfel|Farbe)\b", re.IGNORECASE)
#: keys side by side: "1-6", "7/9"
_KEYS = re.compile(r"([0-9])-([0-9])|[0-9*#](?:/[0-9])*")
#: a key is tried so often before it counts as without effect
_TRIED = 3


def named(text):
    """Return the groups of keys that a text names: of each, one key at least must act."""
    found = {frozenset("123456")} if _DICE.search(text) else set()
    for match in _KEYS.finditer(text):
        first, last = match.groups()
        keys = match[0].split("/") if first is None else map(str, range(int(first), int(last) + 1))
        found.add(frozenset(keys))
    return found


def complaints(walk):
    """Yield what is wrong with the screens of a walk, in words."""
    yield from _named_in_vain(walk.screens.values())
    for screen in walk.screens.values():
        writes = {key for key, did in screen.keys.items() if WRITES in did}
        acts = writes | {key for key, did in screen.keys.items() if ACTS in did}
        said = sorted({*screen.said, *screen.lessons})
        every = set().union(*(group for text in said for group in named(text)))
        # a message without a question may be left with `*`
        every -= {"0", "*"} if screen.in_turn or any("?" in text for text in said) else {"0"}
        if not any(_BUTTON.search(text) for text in said):
            if screen.in_turn and writes & {0, 1, 2, 3}:
                yield f"a button ends the turn, no text says so: {said}"
            elif not screen.entry and not every & acts and every <= set(screen.keys):
                yield f"says no key that goes on: {said}"
        for text in sorted(screen.cut):
            if not any(name in text for name in walk.names):
                yield f"cut: {text!r}"
        dark, burning = ({did for _, did in one} for one in screen.lamps)
        if screen.in_turn and WRITES in dark and burning == {REFUSED}:
            yield f"a button acts whose lamp is dark, and not the one whose lamp burns: {said}"
        for text in sorted(screen.alike):
            yield f"reads alike: {text}"


def _named_in_vain(found):
    # what each key did while a text was shown, on all screens
    did = defaultdict(lambda: defaultdict(list))
    for screen in found:
        for text, keys in screen.said.items():
            for key, outcomes in keys.items():
                did[text][str(key).removeprefix("hold ")] += outcomes
    for text, keys in did.items():
        for group in named(text):
            outcomes = [one for key in group for one in keys[key]]
            if len(outcomes) >= _TRIED and not {WRITES, ACTS} & set(outcomes):
                yield f"names {'/'.join(sorted(group))}, which does nothing: {text!r}"


def alike(names, texts):
    """Return the texts in which something stands for more than one of these names."""
    found = set()
    for text in texts:
        for word in re.findall(r"[A-Z][a-z]+(?:\.[a-z]*)?", text):
            first, _, last = word.partition(".")
            meant = [name for name in names if name.startswith(first) and name.endswith(last)]
            # only what is cut can mean two
            if word not in names and len(meant) > 1:
                found.add(text)
    return found


def through(name, cut):
    """Walk through a program, with each of its set-ups; `cut` grows by texts that do not fit."""
    walk = Walk(NAMES, cut)
    for set_up in SET_UPS[name]:
        walk.explore(set_up, PRESSES)
    return walk


def sheet(walk, place):
    """Write a contact sheet of all screens that look different, in the order in which they were found."""
    frames, seen = {}, set()
    for screen in walk.screens.values():
        for look, (frame, texts) in screen.drawn.items():
            # the small look shows most screens as the large one does
            if (look, texts) not in seen and (look == "large" or frame != screen.drawn["large"][0]):
                seen.add((look, texts))
                frames[f"{len(frames) + 1}, {look} look"] = frame
    contact_sheet(frames, place, across=6, scale=2)
