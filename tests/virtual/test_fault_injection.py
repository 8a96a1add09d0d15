"""Replays in which cable, host and power fail: the same log and the same result as without."""

import pytest

from tablecore import frames, link, records
from tablekeeper.virtual.faultinjection import FaultCounts, compare_logs
from tablekeeper.virtual.replay import replay, replay_with_faults
from tests.guards import sample
from tests.refusal import refusal

#: with and without power cuts, killed hosts, a bad cable
SEEDS = (1, 5, 11, 12, 14)


@pytest.fixture
def match(read, shipped):
    return read(shipped / "3-points-cleo-dan.mat")


def databases(tmp_path, seed=0):
    return (f"sqlite:///{tmp_path}/clean-{seed}.db", f"sqlite:///{tmp_path}/faults-{seed}.db")


@sample.scenario("faults of five seeds")
def test_five_seeds_end_as_without_faults(match, tmp_path):
    counts = []
    for seed in SEEDS:
        played = replay_with_faults(match, databases(tmp_path, seed), faults=seed)
        assert played.verdict.problems == [], seed
        assert (played.verdict.score, played.verdict.complete) == ((0, 3), True)
        assert played.crashes == []
        counts.append(played.injected)
        if not played.injected.cuts:
            assert played.verdict.records == 184
    # faults have happened, of every kind
    assert sum(count.damaged for count in counts) > 100
    assert sum(count.unplugged for count in counts) >= 5
    assert sum(count.unread for count in counts) >= 3
    assert sum(count.kills for count in counts) >= 3
    assert sum(count.cuts for count in counts) >= 4
    assert any(not count.cuts and count.kills for count in counts)


def test_what_happened_is_told_in_words():
    assert str(FaultCounts(12, 3, 1, 0, 2)) == (
        "12 bytes damaged, 3 times unplugged, 1 times unread, host killed 0 times, power cut 2 times"
    )


# --- the comparison itself ----------------------------------------------------------------


@pytest.fixture(scope="module")
def logs(read, shipped, tmp_path_factory):
    """A log without faults, and one of the same match with power cuts."""
    folder = tmp_path_factory.mktemp("logs")
    match = read(shipped / "3-points-cleo-dan.mat")
    clean = replay(match, f"sqlite:///{folder}/clean.db")
    cut = replay(match, f"sqlite:///{folder}/cut.db", faults=2)
    assert cut.injected.cuts
    return clean.log, cut.log


def changed(record, **fields):
    """Return a whole record with other numbers."""
    names = ("seq", "kind", "a", "b", "c", "ms", "p", "q")
    values = dict(zip(names, records.unpack(record), strict=True)) | fields
    seq, kind = values.pop("seq"), values.pop("kind")
    return records.pack(1, seq, kind, **values)


def place_of(log, kind):
    return next(n for n, record in enumerate(log) if n > 20 and record[4] == kind)


@sample.scenario("equal logs")
def test_equal_logs_compare_equal(logs):
    clean, cut = logs
    assert clean != cut
    assert compare_logs(clean, clean) == compare_logs(clean, cut) == []


def test_without_a_power_cut_every_byte_counts(logs):
    clean, _ = logs
    for number in range(len(clean)):
        assert compare_logs(clean, clean[:number] + clean[number + 1 :]) != []
    dice = place_of(clean, records.DICE)
    late = [*clean]
    late[dice] = changed(clean[dice], ms=records.unpack(clean[dice])[5] + 1)
    [sentence] = compare_logs(clean, late)
    assert sentence.startswith(f"with faults the log has record {dice + 1} (dice ")
    [sentence] = compare_logs(clean, [*clean, changed(clean[-1], seq=185)])
    assert sentence == "with faults the log has 185 records, without them 184"


@pytest.mark.parametrize("kind", [records.DICE, records.PRESS, records.DOUBLE, records.TAKE, records.END])
def test_with_a_power_cut_everything_played_counts(logs, kind):
    clean, cut = logs
    place = place_of(cut, kind)
    assert compare_logs(clean, cut[:place] + cut[place + 1 :]) != []
    for field in "abc":
        other = [*cut]
        value = records.unpack(cut[place])["..abc".index(field)]
        other[place] = changed(cut[place], **{field: value ^ 1})
        [sentence] = compare_logs(clean, other)
        assert sentence.startswith(f"with faults another game was recorded: record {place + 1} (")
    assert compare_logs(clean, [*cut[:place], cut[place], *cut[place:]]) != []


def test_with_a_power_cut_the_set_up_counts_too(logs):
    clean, cut = logs
    place = next(n for n, record in enumerate(cut) if record[4] == records.TIME)
    for field in "pq":
        other = [*cut]
        other[place] = changed(cut[place], **{field: 1})
        assert compare_logs(clean, other) != []


# --- the faults are strong enough to matter: without what protects from them, they win ----


@sample.scenario("faults without sending again")
def test_without_sending_again_records_never_arrive(match, tmp_path, monkeypatch):
    honest = link.DeviceLink._records

    def once(self, now):
        frame = honest(self, now)
        self._resend_at = link._NEVER
        return frame

    monkeypatch.setattr(link.DeviceLink, "_records", once)
    assert "did not reach the database" in refusal(replay_with_faults, match, databases(tmp_path), faults=5)


@sample.scenario("damage without checksums")
def test_without_checksums_damage_gets_through(match, tmp_path, monkeypatch):
    def trusting(line):
        try:
            return frames.a2b_base64(line)[:-4] or None
        except ValueError:
            return None

    monkeypatch.setattr(frames, "decode", trusting)
    monkeypatch.setattr(records, "is_whole", lambda record, journal: len(record) == records.SIZE)
    played = replay_with_faults(match, databases(tmp_path), faults=5)
    assert any("the board's sheet differs from ours" in problem for problem in played.verdict.problems)
    assert any("another game was recorded" in problem for problem in played.verdict.problems) or any(
        problem.startswith("with faults the log has") for problem in played.verdict.problems
    )
