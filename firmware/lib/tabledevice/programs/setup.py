"""Setting up at the table: choose a game, or repeat an earlier set-up.

    1-5    the game; then its questions (`questions`)
    #      repeat the set-up that is shown
    0      show another earlier set-up
    *      leave the menu; held: the number that is being typed goes, or the menu ends

The menu replaces the program, which is unloaded and loaded again when the menu ends.
This module has only what the first page needs, so that it appears quickly. Then the last set-ups (`presets`)
are shown; the questions of a game are loaded when it is chosen. While the players use the menu, the
chosen program is loaded in advance if there is room.
"""

from tabledevice import keys, screens, texts
from tabledevice.programs.program import end_break, may_set_up
from tabledevice.texts import menu as words


class SetUp:
    """The menu in progress; it replaces a program.

    `rows` is None until the menu ends. Then it holds the rows of the run without its commit, or no rows if
    the players have left the menu.
    """

    #: the menu is open
    wants_menu = False

    def __init__(self, app, lamps):
        self._app = app
        self.rows = None
        # the number of the table's program, so that this program is not loaded during the menu
        self.NUMBER = app.fold.sheet.PROGRAM
        self._lamps = lamps
        # the last set-ups (None until they have been read), and the index of the one that is offered
        self._presets = None
        self._shown = 0
        # whether work is left to be done while the players read
        self._going_on = True
        # the questions of the chosen game
        self._asked = None

    # --- the methods of a program that the application calls ---

    def may_set_up(self):
        """Return whether the table may be set up now, at the table or by its host."""
        return may_set_up(self._app.fold.sheet)

    def alive(self, now):
        """End a break between two games of a match."""
        end_break(self._app, now)

    def flag(self, at, seat):
        """Ignore flags: no clock runs."""

    def lamps(self):
        """Return (seats lit, seats blinking) as bit masks, unchanged."""
        return self._lamps

    def key(self, ms, key, how):
        """Take a key event."""
        asked = self._asked
        if how == keys.HELD and key == keys.STAR:
            # a number that is being typed goes first
            if asked is None or not asked.clear():
                self.rows = ()
            return
        if asked is None:
            self._choose(ms, key)
            return
        rows = asked.key(ms, key)
        if rows:
            self._remember(asked.answers())
            self.rows = rows
        elif rows is not None:
            # back from the first question to the first page
            self._asked = None

    # --- the first page ---

    def _choose(self, ms, key):
        digit = keys.digit(key)
        if key == keys.STAR:
            self.rows = ()
        elif key < keys.SEATS:
            self._app.refuse(texts.PRESS_HASH, ms)
        elif digit == 0 and len(self._recalled()) > 1:
            self._shown = (self._shown + 1) % len(self._presets)
            self._going_on = True
        elif key == keys.HASH and self._recalled():
            from tabledevice import setups

            answers = self._presets[self._shown]
            self._remember(answers)
            self.rows = setups.load(answers[0]).rows(answers[1:])
        elif 0 < digit <= len(words.GAMES):
            self._app.loading()
            from tabledevice.programs import ahead

            ahead.make_room(self._app, digit - 1)
            self._going_on = True
            from tabledevice.programs.questions import Questions

            self._asked = Questions(self._app, digit - 1)
        else:
            self._app.refuse(texts.CHOOSE_FIRST, ms)

    def go_on(self):
        """Show the earlier set-ups, then load the chosen program; return whether there is more to do.

        Called while screen and sound are idle: one step at a time, so that keys are handled in between.
        """
        if not self._going_on:
            return False
        from tabledevice.programs import ahead

        if self._asked is not None:
            self._going_on = ahead.load(self._app, self._asked.game)
        elif self._presets is None:
            self._recalled()
            self._app.view.dirty = True
        else:
            shown = self._presets[self._shown : self._shown + 1]
            self._going_on = len(shown) > 0 and ahead.load(self._app, shown[0][0])
        return self._going_on

    def _recalled(self):
        if self._presets is None:
            from tabledevice.programs import presets

            self._presets = presets.usable(self._app.journal.presets())
        return self._presets

    def _remember(self, answers):
        from tabledevice.programs import presets

        self._app.journal.keep_presets(presets.with_newest(answers, self._recalled()))

    # --- the screen ---

    def look(self, now):
        """Fill in the view."""
        view = self._app.view
        view.question = ""
        view.selected = -1
        if self._asked is not None:
            self._asked.look(view)
            return
        view.screen = screens.MENU
        view.title = words.GAME_TITLE
        view.lines = ["%d %s" % (number + 1, words.GAMES[number]) for number in range(len(words.GAMES))]
        view.hint = texts.STAR_BACK
        if self._presets:
            from tabledevice.programs import presets

            view.selected = len(view.lines)
            view.lines.append("# " + presets.label(self._presets[self._shown]))
            view.hint = words.HINT_OTHER if len(self._presets) > 1 else words.HINT_AGAIN
