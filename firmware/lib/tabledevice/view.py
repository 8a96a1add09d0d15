"""The contents of the screen: filled in by the program, drawn by `screens`."""

from micropython import const

from tabledevice import texts

#: so many turns, dice and pawns of a match are taught, a dozen of each of two players
LEARNT = const(24)
#: letters of a name that is not cut, and of a line
_WHOLE = const(99)
_LINE = const(21)


class View:
    """Plain values; `dirty` asks for redrawing."""

    def __init__(self):
        self.screen = 0
        self.title = ""
        self.lines = []
        self.selected = 0
        self.hint = ""
        #: lines that take turns with the hint (letters of `tabledevice.lessons`), and which of them is shown
        self.lesson = ""
        self.taught = 0
        self.meaning = ""
        self.question = ""
        self.names = [""] * 6
        self.link = 0
        self.storage = 1
        self.battery_low = False
        self.pending = 0
        self.flash = ""
        self.dirty = True
        # the general names of the seats of this table, and how many have names
        self._seats = texts.SEATS
        self._count = 2
        # the names, as they were last taken; the shown ones; the width that suits all; their forms for others
        self._named = None
        self._whole = []
        self._longest = 0
        self._cut = {}

    def take_seats(self, seats, count):
        """Take the general names of the seats, and how many seats there are: their names must differ."""
        if seats is not self._seats or count != self._count:
            self._seats = seats
            self._count = count
            self._named = None

    def name(self, seat, room=_WHOLE):
        """Return a seat's name, or its general name, in at most `room` letters, unlike all others."""
        if self._named != self.names:
            self._take_names()
        names = self._whole
        if room < self._longest:
            names = self._cut.get(room)
            if names is None:
                # loaded only for names that are long or equal
                from tabledevice import naming

                names = self._cut[room] = naming.cut(self._whole, room)
        return names[seat] if seat < len(names) else ""

    def _take_names(self):
        self._named = self.names[:]
        self._cut = {}
        self._longest = 0
        names = self._whole = self.names[: self._count]
        for seat in range(len(names)):
            if not names[seat]:
                if not self._seats:
                    names[seat] = texts.SEAT % (seat + 1)
                elif seat < len(self._seats):
                    names[seat] = self._seats[seat]
            equal = names[seat] and names[seat] in names[:seat]
            self._longest = max(self._longest, _WHOLE + 1 if equal else len(names[seat]))

    def say(self, text, seat, room=_LINE):
        """Return a text with a seat's name for its %s, or with none if a name does not fit."""
        left = room + 2 - len(text)
        return text % self.name(seat, left) if left > 2 else (text % "").strip(" :")
