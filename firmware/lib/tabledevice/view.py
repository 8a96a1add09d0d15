"""The contents of the screen: filled in by the program, drawn by `screens`."""


from tabledevice import texts


class View:
    """Plain values; `dirty` asks for redrawing."""

    def __init__(self):
        self.screen = 0
        self.title = ""
        self.lines = []
        self.selected = 0
        self.hint = ""
        self.question = ""
        self.names = [""] * 6
        self.link = 0
        self.storage = 1
        self.battery_low = False
        self.pending = 0
        self.flash = ""
        self.dirty = True

    def name(self, seat):
        """Return a seat's name, or the general name of the seat."""
        return self.names[seat] or texts.SEATS[seat]
