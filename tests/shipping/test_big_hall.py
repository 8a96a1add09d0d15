"""Many boards at one host, with everything around them failing: nothing is lost and nothing stands twice."""

from collections import Counter

import pytest

from tests.shipping.bighall import play

SEEDS, BOARDS, STEPS = 20, 200, 40


@pytest.mark.nats
@pytest.mark.postgresql
def test_a_hall_in_which_much_fails_loses_nothing(tmp_path, postgresql_programs, nats_program):
    count, _ = play(postgresql_programs, tmp_path, seed=3, boards=12, steps=4, nodes=1)
    assert count > 12


@pytest.mark.nats
@pytest.mark.postgresql
@pytest.mark.soak
def test_hundreds_of_boards_lose_nothing(tmp_path, postgresql_programs, nats_program, record_property):
    records, faults = 0, Counter()
    for seed in range(SEEDS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        count, told = play(postgresql_programs, folder, seed, BOARDS, STEPS)
        records += count
        faults += told
    told = ", ".join(f"{step} {many}" for step, many in sorted(faults.items()))
    record_property("figure", f"{SEEDS} runs, {BOARDS} boards, {records:,} records; {told}")
