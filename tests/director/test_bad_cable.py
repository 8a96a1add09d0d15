"""Orders over a cable that loses, turns over and doubles bytes: obeyed once each, in their order."""

import pytest

from tablekeeper.virtual.hall import VirtualHall
from tablesim.faults import FaultPlan

SECOND = 1_000_000


# seeds that lost a name or an order while commands were sent all at once
@pytest.mark.turns(3)
@pytest.mark.parametrize("seed", [2, 3, 4, 5, 11, 14])
def test_names_and_a_forfeit_arrive(tmp_path, seed):
    hall = VirtualHall(str(tmp_path / "hall.db"), start_ms=1_700_000_000_000)
    try:
        table = hall.add_table("Table 1", seed=1)

        def row():
            return hall.director.overview.hall().tables[0]

        assert hall.run(lambda: row().online, 60 * SECOND)
        plan = FaultPlan(seed, flip=0.002, drop=0.002, double=0.001)
        table.board.inject(plan)
        match_id = hall.director.matches.create(table.uid, ("Ann", "Bob"), 5, "21m b12")
        assert hall.run(lambda: row().match is not None and not row().problems, 60 * SECOND)
        hall.run_for(20 * SECOND)
        assert table.board.running("app").view.names[:2] == ["Ann", "Bob"]
        for key in ("5", "2", 1):
            table.board.press(key, None, 90)
            hall.run_for(SECOND // 2)
        assert hall.run(lambda: row().match.phase == "move", 60 * SECOND)
        hall.run_for(2 * SECOND)
        hall.director.match_orders.forfeit(match_id, 1)
        assert hall.run(lambda: row().match.phase == "over", 60 * SECOND)
        assert hall.run(lambda: hall.settled(table), 60 * SECOND)
        assert row().match.details.score == (0, 5)
        kinds = [record.kind for record in hall.director.overview.table(table.uid).records]
        assert [kinds.count(kind) for kind in ("match", "result", "confirm", "end")] == [1, 1, 1, 1]
        assert plan.mangled > 0
    finally:
        hall.close()
