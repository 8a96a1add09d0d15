"""Setting up at the table: which game, then its questions, in a menu of a few keys.

    1-9    choice; in an entry a digit
    #      in the first menu: again as one of the last times; in an entry: OK
    0      in the first menu: as another time; in a menu with more rules: ask for them, too
    *      one step back; held: out

The menu stands in the place of the program, which is unloaded meanwhile and loaded again when the menu ends.
What a game asks is data (`tabledevice.setups`). The answers of the last set-ups are kept in the board's
memory, so that the usual case is `#`, `#`.
"""

from micropython import const

from tablecore import sheets
from tabledevice import keys, screens, setups, texts
from tabledevice.programs.program import end_break, may_set_up
from tabledevice.texts import setup as words

#: set-ups that are kept
_REMEMBERED = const(3)
#: lines of a menu
_LINES = const(6)
#: what is left of a line beside "# "
_LABEL = const(19)
#: in the list of what has been asked: more rules were wanted
_MORE = const(-1)


class SetUp:
    """The questions in progress, in the place of a program.

    `rows` is None until the menu ends: then it has the rows of the run, without its commit, or none when
    the players leave the menu.
    """

    #: it is open
    wants_menu = False

    def __init__(self, app, lamps):
        self._app = app
        self.rows = None
        # of the table as it is, so that nobody loads its program meanwhile
        self.NUMBER = app.fold.sheet.PROGRAM
        self._lamps = lamps
        self._presets = _usable(_read(app.journal.presets()))
        self._shown = 0
        self._leave_game()

    def _leave_game(self):
        # nothing is chosen: the first menu
        self._game = -1
        self._form = None
        self._answers = []
        # the questions answered, in their order
        self._done = []
        self._more = 0
        self._place = 0
        self._number = ""

    # --- what an application asks of a program ----------------------------------------------

    def may_set_up(self):
        """Return whether the table may be set up anew now: by its host, too."""
        return may_set_up(self._app.fold.sheet)

    def alive(self, now):
        """Let a break between two games of a match end."""
        if self.NUMBER == sheets.BACKGAMMON:
            end_break(self._app, now)

    def flag(self, at, seat):
        """Let no flag fall: no clock runs."""

    def lamps(self):
        """Return (seats lit, seats blinking) as bit masks: as they were."""
        return self._lamps

    def key(self, ms, key, how):
        """Take a key event."""
        if how == keys.HELD and key == keys.STAR:
            self.rows = ()
            return
        self.rows = self._take(ms, key)
        if self.rows:
            self._remember()

    # --- the questions ----------------------------------------------------------------------

    def _take(self, ms, key):
        # a key: return None to go on, no rows to leave, or the rows of a run without its commit
        digit = keys.digit(key)
        if key == keys.STAR:
            return self._star()
        if key < keys.SEATS:
            self._app.refuse(texts.PRESS_HASH, ms)
        elif self._game < 0:
            return self._choose_game(ms, key, digit)
        elif _is_entry(self._form.QUESTIONS[self._place]):
            return self._enter(ms, key, digit)
        else:
            return self._choose(ms, digit)
        return None

    def _star(self):
        if self._number:
            self._number = self._number[:-1]
        elif self._game < 0:
            return ()
        elif not self._done:
            self._leave_game()
        else:
            last = self._done.pop()
            if last == _MORE:
                self._more -= 1
                self._next()
            else:
                # a number stands there again, to be changed
                if _is_entry(self._form.QUESTIONS[last]):
                    self._number = str(self._answers[last])
                self._answers[last] = self._form.QUESTIONS[last][2]
                self._place = last
        return None

    def _choose_game(self, ms, key, digit):
        if digit == 0 and len(self._presets) > 1:
            self._shown = (self._shown + 1) % len(self._presets)
        elif key == keys.HASH and self._presets:
            self._game = self._presets[self._shown][0]
            self._answers = list(self._presets[self._shown][1:])
            self._form = setups.load(self._game)
            return self._form.rows(self._answers)
        elif digit - 1 in setups.OFFERED:
            self._game = digit - 1
            self._form = setups.load(self._game)
            self._answers = [question[2] for question in self._form.QUESTIONS]
            self._next()
        else:
            self._app.refuse(texts.CHOOSE_FIRST, ms)
        return None

    def _enter(self, ms, key, digit):
        low, high = self._form.QUESTIONS[self._place][1]
        if key == keys.HASH:
            if self._number and low <= int(self._number) <= high:
                return self._answer(int(self._number))
        elif len(self._number) < len(str(high)) and (digit or self._number or not low):
            self._number += str(digit)
            return None
        self._app.refuse(words.RANGE % (low, high), ms)
        return None

    def _choose(self, ms, digit):
        if digit == 0 and self._more < self._form.MORE:
            self._more += 1
            self._done.append(_MORE)
            self._next()
        elif 1 <= digit <= len(self._form.QUESTIONS[self._place][1]):
            return self._answer(digit - 1)
        else:
            self._app.refuse(texts.CHOOSE_FIRST, ms)
        return None

    def _answer(self, answer):
        self._answers[self._place] = answer
        self._done.append(self._place)
        self._number = ""
        return None if self._next() else self._form.rows(self._answers)

    def _next(self):
        # the first question that is to be asked and has not been; whether there is one
        for place in range(len(self._answers)):
            if place not in self._done and self._form.asked(place, self._answers, self._more):
                self._place = place
                return True
        return False

    def _remember(self):
        # keep the answers for the next time
        new = bytes((self._game,)) + bytes(self._answers)
        kept = [new] + [one for one in self._presets if one != new]
        data = b""
        for one in kept[:_REMEMBERED]:
            data += bytes((len(one),)) + one
        self._app.journal.keep_presets(data)

    # --- the screen -------------------------------------------------------------------------

    def look(self, now):
        """Fill in the view."""
        view = self._app.view
        view.question = ""
        view.selected = -1
        if self._game < 0:
            self._look_at_games(view)
            return
        title, choices, _ = self._form.QUESTIONS[self._place]
        view.title = title % self._answers[0] if "%" in title else title
        if _is_entry(self._form.QUESTIONS[self._place]):
            view.screen = screens.ENTRY
            view.lines = [self._number]
            view.hint = texts.HINT_ENTRY
        else:
            view.screen = screens.MENU
            view.lines = _in_lines(choices)
            view.hint = words.HINT_MORE if self._more < self._form.MORE else texts.STAR_BACK

    def _look_at_games(self, view):
        view.screen = screens.MENU
        view.title = words.GAME_TITLE
        view.lines = ["%d %s" % (number + 1, words.GAMES[number]) for number in setups.OFFERED]
        view.hint = texts.STAR_BACK
        if self._presets:
            preset = self._presets[self._shown]
            view.selected = len(view.lines)
            view.lines.append("# " + setups.load(preset[0]).label(preset[1:])[:_LABEL])
            view.hint = words.HINT_OTHER if len(self._presets) > 1 else words.HINT_AGAIN


def _is_entry(question):
    # a range of numbers, not a tuple of texts
    return not isinstance(question[1][0], str)


def _in_lines(choices):
    # the choices with their keys, beside each other when there are more than a screen has lines
    lines = ["%d %s" % (place + 1, choice) for place, choice in enumerate(choices)]
    if len(lines) <= _LINES:
        return lines
    half = (len(lines) + 1) // 2
    for place in range(half, len(lines)):
        left = lines[place - half]
        lines[place - half] = left + " " * (11 - len(left)) + lines[place]
    return lines[:half]


def _read(data):
    # the answers kept, each behind the number of its game
    found = []
    at = 0
    while at < len(data):
        found.append(data[at + 1 : at + 1 + data[at]])
        at += 1 + data[at]
    return found


def _usable(presets):
    # an update may have brought other questions
    found = []
    for preset in presets:
        if preset and preset[0] in setups.OFFERED:
            questions = setups.load(preset[0]).QUESTIONS
            if len(preset) == 1 + len(questions) and _fit(preset[1:], questions):
                found.append(preset)
    return found


def _fit(answers, questions):
    for place, question in enumerate(questions):
        answer = answers[place]
        if answer == question[2]:
            continue
        if _is_entry(question):
            if not question[1][0] <= answer <= question[1][1]:
                return False
        elif answer >= len(question[1]):
            return False
    return True
