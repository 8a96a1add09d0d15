"""The pawn races on the screen: game time, throws, pawns home of each colour, results, the round of die-roll.

    0    names, lit for the seat on turn
    1-3  game time, or the clock of the seat on turn; beside it the throw and the games won
    4-5  the colours of each seat: key, letters, pawns home; a completed colour is lit and shows its place
    6    game, rules, why the clock is stopped; link and storage

At a result it is on pages 1 and 2 in large letters, with the game time below; the colours stay.
"""

from micropython import const

from tablecore import clock as clocks
from tablecore import records
from tabledevice import font, texts
from tabledevice.canvas import COLUMNS, DIE, LINE, PAGES
from tabledevice.screens import HALF, MIDDLE, NAME, NEVER, PLACES, STATUS, Screens
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tableprograms.race import texts as words
from tableprograms.race.keys import CHOICE_SHOWN, LINEUP_SHOWN, ROLL_SHOWN

#: how many letters of a name fit for each of three seats
_NARROW = const(7)
#: width of a colour's letters, before its pawns
_LETTERS = const(12)
#: bits of the number for a colour: its index and whether it is complete; its pawns; its key (from here on)
_COLOUR = const(0x0F)
_HOME = const(0x70)
_KEY = const(0x100)
_ALL = const(0xFFFF)
#: where the columns of 2 and of 3 seats begin, and their widths
_COLUMNS = {2: (0, 66, 62), 3: (0, 43, 86, 42)}
#: bit in a layout: the game has a result
_AT_RESULT = const(2)
#: the column where the part beside the time begins
_BESIDE = const(66)


class RaceScreens(Screens):
    """Draws a race of two or three seats."""

    def __init__(self, canvas):
        Screens.__init__(self, canvas)
        # the seat whose clock is shown, if the seats have clocks
        self._shown = 0
        # the line-up on the screen, and how many line-ups there have been
        self._owner = []
        self._lineups = 0

    def _layout(self, view, sheet):
        if sheet.phase == race.READY:
            # a game begins in the layout of the last one
            if view.pending or sheet.rolling or any(sheet.thrown):
                return -1
        elif sheet.phase > race.RESULT:
            return -1
        if sheet.owner != self._owner:
            self._owner = list(sheet.owner)
            self._lineups += 1
        laid = self._lineups << 2 | (1 if sheet.options & racerules.LOGGED else 0)
        return laid | _AT_RESULT if sheet.phase == race.RESULT else laid

    def _begin(self, laid, asked):
        # The last two lines change a moment later: with them a whole screen would take more than 50 ms.
        self._later = laid >= 0 and asked < 2
        end = STATUS if self._later else PAGES
        if self._laid < 0 or self._asked > 1 or laid ^ self._laid != _AT_RESULT * 8:
            self._anew(end)
        else:
            # when a game gets its result, and when the next one begins, names and colours stay
            self._canvas.clear(1, MIDDLE)
            self._forget(1, MIDDLE)
            self._forget_clocks()
        if self._later:
            # something unknown is there, so that they are cleared
            for part in range(STATUS * PLACES, PAGES * PLACES):
                self._parts[part] = -1
        else:
            self._canvas.clear(STATUS)
            self._forget(STATUS, PAGES)

    def _game(self, view, sheet, now):
        self._names(view, sheet)
        if sheet.phase == race.READY and (sheet.rolling or view.pending & ROLL_SHOWN or any(sheet.thrown)):
            self._round(sheet)
        elif sheet.phase == race.RESULT:
            if not view.question:
                self._colours(view, sheet)
            outcome = _outcome(view, sheet)
            if self._changes(1, outcome, 0, COLUMNS, 2):
                self._canvas.large_centre(1, outcome, True)
            if self._changes(3, sheet.game_time(now)):
                self._canvas.centre(3, _time(sheet.game_time(now)))
            return
        else:
            if not view.question:
                self._colours(view, sheet)
            if view.pending & CHOICE_SHOWN:
                self._choice(view)
            else:
                self._clocks = True
                self._place_clock(sheet)
                self.tick(sheet, now)
                self._beside(sheet)
        if not view.question and not self._later:
            self._status(view, sheet)

    def tick(self, sheet, now):
        """Redraw the parts that time has changed; return whether there are any."""
        if not self._clocks:
            return False
        if _shows_clock(sheet):
            return self._clock(sheet.clock, sheet.turn, now, 0, HALF)
        before = self._faces[0]
        self._faces[0] = self._canvas.clock(0, 1, sheet.game_time(now), HALF, False, True, False, before)
        return self._faces[0] != before

    def due(self, sheet, now):
        """Return when `tick` will change something next (ms), NEVER while no clock runs."""
        if not self._clocks or not sheet.clock.running:
            return NEVER
        if _shows_clock(sheet):
            return Screens.due(self, sheet, now)
        return now + 1000 - sheet.game_time(now) % 1000

    def _place_clock(self, sheet):
        # several clocks share this place: the previous seat's is still on the screen
        seat = sheet.turn if _shows_clock(sheet) else 0
        before = self._shown
        if seat != before:
            self._shown = seat
            self._faces[seat] = self._faces[before]
            self._bars[seat] = self._bars[before]

    # --- parts of a game's screen ---

    def _names(self, view, sheet):
        canvas = self._canvas
        columns = _COLUMNS[sheet.seats]
        room = NAME if sheet.seats == 2 else _NARROW
        agreeing = sheet.phase == race.RESULT
        lit = sheet.asked() if sheet.phase == race.READY else sheet.turn
        wide = columns[-1]
        for seat in range(sheet.seats):
            x = columns[seat]
            sign = ""
            if agreeing:
                sign = font.TICK if sheet.confirmed & (1 << seat) else "?"
            name = view.name(seat, room - 2 * len(sign))
            on_turn = seat == lit and not agreeing
            # a name that is neither lit nor marked is passed unchanged: this makes no garbage
            if not self._changes(0, (name, sign, on_turn) if sign or on_turn else name, x, x + wide):
                continue
            if on_turn:
                canvas.fill(0, x, x + wide, 0xFF)
            x += 1
            if sign:
                # the mark takes its own width and the gap before the name
                x = canvas.text(x, 0, sign)
            canvas.text(x, 0, name, on_turn)

    def _colours(self, view, sheet):
        canvas = self._canvas
        page = MIDDLE
        shown = view.pending & LINEUP_SHOWN
        owner = racerules.unpack(view.pending & (LINEUP_SHOWN - 1)) if shown else sheet.owner
        parts = self._parts
        columns = _COLUMNS[sheet.seats]
        wide = columns[-1] // 2
        placed = 0
        if self._changes(page, sheet.seats, COLUMNS - 1, COLUMNS, 0):
            # the lines between the seats; this part is filed under the last column, where no colour begins
            for seat in range(1, sheet.seats):
                canvas.fill(page, columns[seat] - 2, columns[seat] - 1, 0x55, 2)
        order = () if shown else sheet.order
        numbered = shown or not sheet.options & racerules.LOGGED
        seats = sheet.seats
        for colour in range(racerules.COLOURS):
            seat = owner[colour]
            if seat >= seats:
                continue
            # how many colours of each seat have been placed, two bits per seat
            second = placed >> 2 * seat & 3
            placed += 1 << 2 * seat
            x = columns[seat] + second * wide
            key = 0
            complete = colour in order
            if complete:
                key = 1 + order.index(colour)
            elif numbered:
                key = 1 + colour
            elif seat == sheet.turn:
                key = 9 if second else 7
            home = 0 if shown else sheet.home[colour]
            standing = key << 8 | home << 4 | colour | (8 if complete else 0)
            part = page * PLACES + (x >> 4)
            before = parts[part]
            if before == standing:
                continue
            parts[part] = standing
            # to draw: everything, only the pawns, or the key, which changes seats with the turn
            drawn = _ALL if before is None or complete else before ^ standing
            end = x + wide - 1
            if drawn & _COLOUR:
                drawn = _ALL
                if complete:
                    canvas.fill(page, x, end, 0xFF)
                    canvas.fill(page + 1, x, end, 0x7F)
                elif before is not None:
                    canvas.fill(page, x, end, 0, 2)
                canvas.text(x + 1, page + 1, words.SHORT[colour])
                if complete:
                    canvas.invert(page + 1, x + 1, x + _LETTERS, 0x7F)
            if drawn & _HOME:
                if drawn != _ALL:
                    canvas.fill(page, x + _LETTERS, end, 0, 2)
                if home:
                    canvas.number(x + _LETTERS + (wide - _LETTERS - 8) // 2, page, home, 2, complete)
            if drawn >= _KEY:
                if key:
                    canvas.text(x + 1, page, "123456789"[key - 1], complete)
                elif drawn != _ALL:
                    canvas.fill(page, x, x + _LETTERS)

    def _choice(self, view):
        # return the keys of the colours that nobody has chosen yet
        for colour in range(racerules.COLOURS):
            if not view.pending >> 2 * colour & 3:
                text = "%d %s" % (colour + 1, words.SHORT[colour])
                self._canvas.text(6 + colour % 3 * 44, 1 + colour // 3, text)

    def _beside(self, sheet):
        # draw the throw, and the number of games each seat has won
        canvas = self._canvas
        wins = sheet.wins
        shown = (wins[0] & 127) << 14 | (wins[1] & 127) << 7 | wins[2] & 127
        shown = shown << 9 | sheet.series << 6 | sheet.die << 3 | sheet.phase << 1 | (1 if sheet.games else 0)
        if not self._changes(1, shown, _BESIDE, COLUMNS, MIDDLE - 1):
            return
        won = ""
        if sheet.games and sheet.series < racerules.GRAND_PRIX:
            won = "%d-%d" % (wins[0], wins[1])
            if sheet.seats > 2:
                won += "-%d" % wins[2]
        if sheet.phase == race.READY:
            canvas.right(COLUMNS, 1, won)
            for line in range(2):
                canvas.text(_BESIDE, 2 + line, words.READY_KEYS[line])
        elif sheet.options & racerules.LOGGED:
            canvas.text(_BESIDE, 1, won)
            if sheet.die:
                canvas.die(COLUMNS - DIE, 1, sheet.die)
                if sheet.die == 6:
                    canvas.right(COLUMNS, 3, words.AGAIN)
        else:
            canvas.large(COLUMNS + 2 - 12 * len(won), 1, won)

    def _round(self, sheet):
        # draw each seat's last throw, and its place if it is settled
        canvas = self._canvas
        columns = _COLUMNS[sheet.seats]
        for seat in range(sheet.seats):
            x = columns[seat] + (columns[-1] - DIE) // 2
            waits = sheet.rolling & (1 << seat)
            if sheet.thrown[seat]:
                canvas.die(x, 1, sheet.thrown[seat])
            place = sheet.place[seat]
            if place != race.NOBODY and not waits and sheet.place.count(place) == 1:
                canvas.number(x + 3, MIDDLE, place)
            else:
                canvas.large(x + 2, MIDDLE, "?")

    # --- the status line ---

    def _status(self, view, sheet):
        phase = sheet.phase
        stopped = sheet.pause != race.NOBODY
        if stopped:
            text = texts.PAUSES[min(sheet.pause, len(texts.PAUSES) - 1)]
        elif phase == race.READY and (sheet.rolling or view.pending & ROLL_SHOWN):
            text = words.ROUND
        elif phase == race.READY:
            text = words.NEXT_GAME % (sheet.games + 1, racerules.NAMES[sheet.next_rules()])
        else:
            text = words.GAME % (sheet.game, racerules.NAMES[sheet.rules])
        self._put_status(self._end_of_status(view), text, stopped)


def _shows_clock(sheet):
    # return whether the seat on turn has a clock of its own
    return sheet.phase == race.PLAY and sheet.turn != race.NOBODY and (
        sheet.clock.method[sheet.turn] != clocks.NONE
    )


def _outcome(view, sheet):
    # return the result in one line
    if sheet.how == race.STOPPED:
        return words.STOPPED
    if sheet.winner != race.NOBODY and sheet.rules != racerules.THREE_XS:
        text = texts.ENDINGS[0]
        wins = [sheet.wins[seat] for seat in range(sheet.seats)]
        wins[sheet.winner] += 1
        if sheet.seats == 2 and sheet.how == records.PLAYED:
            text += " %d-%d" % (sheet.counted(sheet.winner), sheet.counted(1 - sheet.winner))
        return view.say(text + " " + font.RIGHT + "-".join([str(one) for one in wins]), sheet.winner)
    if sheet.rules == racerules.GRAND_PRIX:
        room = (LINE + 4 - len(words.FIRST_BOTH)) // 2
        both = sheet.finishers()
        first = view.name(sheet.owner[sheet.order[0]], room) if sheet.order else "-"
        return words.FIRST_BOTH % (first, view.name(both[0], room) if both else "-")
    seats = sheet.finishers()
    if len(seats) == sheet.seats - 1:
        # the last place is settled
        seats.append(3 - sum(seats))
    return " ".join(["%d" % (place + 1) + view.name(seats[place], 5) for place in range(len(seats))])


def _time(ms):
    seconds = ms // 1000
    if seconds < 3600:
        return "%d:%02d" % (seconds // 60, seconds % 60)
    return "%d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)


SCREENS = RaceScreens
