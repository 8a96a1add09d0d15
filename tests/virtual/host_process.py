"""A host in a separate process, to be killed: `python host_process.py DATABASE PORT...`.

It serves the boards on these ports; when it sees a board for the first time, it sets a match up there.
"""

import sys
import time

from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.store import open_store
from tablekeeper.tables import Hub


def main(database: str, ports: list[str]) -> None:
    """Serve until killed."""
    clock = HallClock()
    store = open_store(database, now=clock.now_ms)
    director = Director(store, clock)
    Hub(store, director.boards, clock=clock.now_ms, ports=ports).start()
    begun = len(director.overview.matches())
    while True:
        tables = director.overview.hall().tables
        if begun < len(ports) and len(tables) == len(ports) and all(row.online for row in tables):
            for row in tables[begun:]:
                director.matches.create(row.uid, ("Ann", "Bob"), 1, "3m/pt b12")
                begun += 1
        time.sleep(0.05)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
