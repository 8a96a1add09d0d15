"""A real hall in real time: virtual boards with the firmware behind pseudo-terminals, and the real host.

The host's hub opens the ports with pyserial, and the real store and director are used. Nothing is bypassed.
"""

from functools import partial

from tablekeeper.director import service
from tablekeeper.director.hallclock import HallClock
from tablekeeper.store import open_store
from tablekeeper.tables.hub import Hub
from tests.liveboards import LiveBoards
from tests.patience import until

KEYS = ("seat0", "seat1", *"123456789*0#")


class LiveHall:
    """Boards, host and director; `with LiveHall(path) as hall` and ask `hall.director`."""

    def __init__(self, folder, boards=1):
        self.clock = HallClock()
        self.store = open_store(f"sqlite:///{folder}/hall.sqlite", now=self.clock.now_ms)
        self.director = service.Director(self.store, self.clock)
        self.uids = [f"{number:016x}" for number in range(1, boards + 1)]
        self._boards = LiveBoards(self.uids)
        #: what each board's display has shown, without repetitions in a row
        self.shown = self._boards.shown

    def __enter__(self):
        self._boards.__enter__()
        self.hub = Hub(self.store, self.director.boards, clock=self.clock.now_ms, ports=self._boards.ports)
        self.director.overview.attach_screens(self.hub.want_screen)
        self.hub.start()
        until(lambda: all(table.online for table in self.director.overview.hall().tables), "no board came")
        until(lambda: len(self.director.overview.hall().tables) == len(self.uids), "a board is missing")
        for uid in self.uids:
            self.director.boards.attach_keys(uid, KEYS, partial(self._boards.press, uid))
        return self

    def __exit__(self, *_):
        self.hub.stop()
        self._boards.__exit__()
        self.director.topics.close()
        self.store.close()
