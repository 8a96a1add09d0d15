"""Golden logs of the games beside backgammon: the packed sheet after every record."""

from tablecore import records, sheets
from tablecore.sheets.fold import Fold
from tests.tablecore.board_log import JOURNAL


def folded(log):
    """Fold a list of records; yield the fold after each."""
    fold = Fold(lambda seq: log[seq - 1] if 0 < seq <= len(log) else None)
    for record in log:
        fold.apply(*records.unpack(record))
        yield fold


def vectors(logs):
    """Return the logs, and the packed sheet (with its program) after every record."""
    found = []
    for make_log in logs:
        log = make_log().records
        found.append({
            "name": make_log.__name__.removeprefix("log_").replace("_", " "), "about": make_log.__doc__,
            "journal": JOURNAL, "records": [one.hex() for one in log],
            "after": [sheets.pack(fold.sheet).hex() for fold in folded(log)],
        })  # fmt: skip
    return found
