"""The questions of a game that is set up at the table, as menus with a few keys.

    1-9    choice; while a number is typed, a digit
    #      while a number is typed: OK
    0      in a menu with more rules: ask for these rules, too
    *      one step back; held: the number that is being typed goes, or the menu ends

What a game asks is data (`tabledevice.setups`).
"""

from micropython import const

from tabledevice import keys, screens, setups, texts
from tabledevice.texts import setup as words

#: number of lines in a menu
_LINES = const(6)
#: in the list of answered questions: more rules were asked for
_MORE = const(-1)


class Questions:
    """The questions in progress; `key` returns the rows of the run when all are answered."""

    def __init__(self, app, game):
        self._app = app
        self.game = game
        self._form = setups.load(game)
        self._answers = [question[2] for question in self._form.QUESTIONS]
        # the questions answered so far, in order
        self._done = []
        self._more = 0
        self._place = 0
        self._number = ""
        self._next()

    def key(self, ms, key):
        """Take a key; return None to go on, no rows to leave, or the rows of a run without its commit."""
        if key == keys.STAR:
            return self._star()
        digit = keys.digit(key)
        if key < keys.SEATS:
            self._app.refuse(texts.PRESS_HASH, ms)
        elif setups.is_entry(self._form.QUESTIONS[self._place]):
            return self._enter(ms, key, digit)
        else:
            return self._choose(ms, digit)
        return None

    def clear(self):
        """Drop the number that is being typed; return whether there was one."""
        typed = self._number
        self._number = ""
        return typed != ""

    def answers(self):
        """Return the answers, to be stored."""
        return bytes((self.game,)) + bytes(self._answers)

    def _star(self):
        if self._number:
            self._number = self._number[:-1]
        elif not self._done:
            return ()
        else:
            last = self._done.pop()
            if last == _MORE:
                self._more -= 1
                self._next()
            else:
                # the number that was typed is shown again and can be changed
                if setups.is_entry(self._form.QUESTIONS[last]):
                    self._number = str(self._answers[last])
                self._answers[last] = self._form.QUESTIONS[last][2]
                self._place = last
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
            shown = self._place
            self._next()
            if self._place == shown:
                self._app.flash(words.MORE_LATER, ms)
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
        # go to the first unanswered question; return whether there is one
        for place in range(len(self._answers)):
            if place not in self._done and self._form.asked(place, self._answers, self._more):
                self._place = place
                return True
        return False

    def look(self, view):
        """Fill in the view."""
        title, choices, _ = self._form.QUESTIONS[self._place]
        view.title = title % self._answers[0] if "%" in title else title
        if setups.is_entry(self._form.QUESTIONS[self._place]):
            view.screen = screens.ENTRY
            view.lines = [self._number]
            view.hint = texts.HINT_ENTRY
        else:
            view.screen = screens.MENU
            view.lines = _in_lines([setups.said(one) for one in choices])
            view.hint = words.HINT_MORE if self._more < self._form.MORE else texts.STAR_BACK


def _in_lines(choices):
    # return the choices with their keys, side by side if they need more lines than a screen has
    lines = ["%d %s" % (place + 1, choice) for place, choice in enumerate(choices)]
    if len(lines) <= _LINES:
        return lines
    half = (len(lines) + 1) // 2
    for place in range(half, len(lines)):
        left = lines[place - half]
        lines[place - half] = left + " " * (11 - len(left)) + lines[place]
    return lines[:half]
