"""Race logs as a board writes them, for tests: a fold that grows record by record."""

from tablecore import records
from tableprograms.race import rules as racerules
from tableprograms.race import sheet as race
from tests.tablecore.board_log import BoardLog, but_the_stamp

NOBODY = 255
MINUTE = 60_000


class RaceLog(BoardLog):
    """A series of races; it fails when a record has no effect unless that was asked for."""

    #: what became of the last record
    done = None

    def add(self, *record, ms=1000, **fields):
        """Write a record `ms` after the last one; return the log."""
        self.done = super().add(*record, wait=ms, **fields)
        return self

    def fits(self, *record, **words):
        """Write a record that must have its effect."""
        self.add(*record, **words)
        assert self.done, record
        return self

    def refuses(self, *record, **words):
        """Write a record that must change nothing but the stamp."""
        packed = but_the_stamp(self.sheet)
        self.add(*record, **words)
        assert self.done is False, record
        assert but_the_stamp(self.sheet) == packed
        return self

    def run(self, rules, options=0, *rows, match=0, version=race.VERSION):
        """Set a series up."""
        first = len(self.records) + 1
        self.add(records.RACE, version, rules, options, match)
        for row in rows:
            self.add(*row)
        return self.add(records.COMMIT, 1 + len(rows), records.RACE, 0, first)

    def game(self, first=NOBODY, lineup=None):
        """Begin the next game."""
        sheet = self.sheet
        number = sheet.games + 1
        packed = sheet.next_lineup() if lineup is None else lineup
        return self.fits(records.GAME, number & 255, sheet.next_rules(), first, number, packed)

    def home(self, *colours, ms=1000):
        """Bring one pawn of each of these colours home."""
        for colour in colours:
            sheet = self.sheet
            self.fits(records.PAWN, sheet.owner[colour], colour, sheet.home[colour] + 1, ms=ms)
        return self

    def complete(self, *colours):
        """Bring all pawns of these colours home that are not, colour after colour."""
        for colour in colours:
            self.home(*[colour] * (racerules.PAWNS - self.sheet.home[colour]))
        return self

    def agree(self):
        """Let every seat confirm and write the end as a board does."""
        for seat in range(self.sheet.seats):
            if not self.sheet.confirmed & (1 << seat):
                self.fits(records.CONFIRM, seat)
        return self.end()

    def end(self):
        """Write the closing record."""
        sheet = self.sheet
        time, check = sheet.game_time(self.now), sheet.checksum()
        return self.fits(records.END, sheet.winner, sheet.rules, sheet.how, time, check)


def began(rules, options=0, first=NOBODY, *rows):
    """Return a log in its first game."""
    return RaceLog().run(rules, options, *rows).game(first)
