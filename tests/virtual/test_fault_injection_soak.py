"""The long campaign of faults: 200 seeds over matches of every length."""

import pytest

from tablekeeper.virtual.replay import replay_with_faults

SEEDS = 200
SHARES = 20


@pytest.mark.soak
@pytest.mark.parametrize("share", range(SHARES))
def test_every_seed_ends_as_without_faults(share, shipped, shared, read, tmp_path):
    files = [*sorted(shipped.glob("*.mat")), *sorted((shared / "data" / "mat").glob("*.mat"))]
    damaged = kills = cuts = 0
    for seed in range(share, SEEDS, SHARES):
        file = files[seed % len(files)]
        folder = tmp_path / str(seed)
        folder.mkdir()
        databases = (f"sqlite:///{folder}/clean.db", f"sqlite:///{folder}/faults.db")
        played = replay_with_faults(read(file), databases, seed=seed, faults=seed)
        found = [problem for problem in played.verdict.problems if "with faults" in problem]
        found += [problem for problem in played.verdict.problems if "the board" in problem]
        assert (found, played.crashes) == ([], []), f"seed {seed}, {file.name}: {played.injected}"
        damaged += played.injected.damaged
        kills += played.injected.kills
        cuts += played.injected.cuts
    assert min(damaged, kills, cuts) > 0
