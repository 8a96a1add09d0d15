"""The golden vectors: what is written in tests/golden is read the same by every release."""

import json

import pytest

from tablecore import clockforms, frames, messages, records, sheets
from tablecore.sheets.fold import Fold
from tablekeeper.games import catalogue, schedule, timecontrol
from tableprograms.backgammon.sheet import MatchSheet
from tableprograms.plain.sheet import PlainSheet
from tableprograms.race.sheet import RaceSheet
from tableprograms.tara.sheet import TaraSheet
from tests.golden import logs, make, sheetlogs
from tests.nonempty import nonempty


@pytest.fixture(scope="module")
def golden(repository):
    folder = repository / "tests" / "golden"
    return {path.name: json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")}


def test_every_file_is_what_the_script_makes(repository, golden):
    assert sorted(golden) == sorted(make.FILES)
    for name, vectors in make.FILES.items():
        written = (repository / "tests" / "golden" / name).read_text("utf-8")
        assert written == make.text_of(vectors()), f"{name}: look at `python -m tests.golden.make`"


def test_records(golden):
    for vector in golden["records.json"]:
        packed = bytes.fromhex(vector["bytes"])
        fields = tuple(vector["fields"])
        assert records.pack(vector["journal"], *fields) == packed, vector["name"]
        assert records.is_whole(packed, vector["journal"])
        assert not records.is_whole(packed, vector["journal"] ^ 1)
        assert records.unpack(packed) == fields
        assert records.sequence(packed) == fields[0]
    names = {vector["name"] for vector in golden["records.json"]}
    assert {f"kind {row[1]}" for row in catalogue.KINDS} <= names


def test_frames(golden):
    for vector in nonempty(golden["frames.json"]["frames"]):
        payload = bytes.fromhex(vector["payload"])
        line = vector["line"].encode()
        assert frames.encode(payload) == line
        assert frames.decode(line[:-1]) == payload
        assert len(line) <= frames.LONGEST_LINE
    for vector in nonempty(golden["frames.json"]["refused"]):
        assert frames.decode(vector["line"].encode()) is None, vector["name"]


def test_messages(golden):
    letters = set()
    for vector in golden["messages.json"]["messages"]:
        letter = ord(vector["letter"])
        letters.add(letter)
        fields = tuple(bytes.fromhex(one) if isinstance(one, str) else one for one in vector["fields"])
        tail = bytes.fromhex(vector["tail"])
        payload = bytes.fromhex(vector["payload"])
        assert messages.pack(letter, *fields) + tail == payload, vector["name"]
        assert messages.unpack(payload) == (letter, *fields, tail)
        assert frames.encode(payload) == vector["line"].encode()
    assert letters == {row[0] for row in messages.FIXED}
    for vector in golden["messages.json"]["malformed"]:
        assert messages.unpack(bytes.fromhex(vector["payload"])) is None, vector["name"]


def test_clocks(golden):
    for vector in nonempty(golden["clocks.json"]):
        settings = [(make.METHODS.index(method), *rest) for method, *rest in vector["settings"]]
        table = make.set_clock(vector["form"], settings, vector["stages"], vector["overtime"])
        for event, after in nonempty(zip(vector["events"], vector["after"], strict=True)):
            make.apply_clock_event(table, *event)
            now = event[2] if event[0] == "start" else event[1]
            assert make.clock_state(table, now) == after, (vector["name"], event)
            packed = bytes.fromhex(after["packed"])
            other, end = clockforms.restore(b"before" + packed + b"behind", 6)
            assert (make.clock_state(other, now), end) == (after, 6 + len(packed))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        # docs/rules/backgammon.md, "Clock": the worked vectors, by hand
        ("simple delay: reserve 10 s", [7_000, 4_000]),
        ("Bronstein with precredit", [12_000, 9_000]),
        ("delay 12 s, reserve 15:00, a 25 s move leaves 14:47 (Bronstein)", [887_000]),
        ("delay 12 s, reserve 15:00, a 25 s move leaves 14:47 (simple delay)", [887_000]),
    ],
)
def test_the_worked_clocks_of_the_rules(golden, name, shown):
    (vector,) = [one for one in golden["clocks.json"] if one["name"].startswith(name)]
    after_own_press = [one["shown"][0] for one in vector["after"] if one["turn"] == 1]
    assert after_own_press == shown


def test_the_flag_seven_seconds_into_the_second_move(golden):
    (vector,) = [one for one in golden["clocks.json"] if one["name"].startswith("Bronstein without")]
    second_move = vector["after"][2]
    assert second_move["shown"][0] == 7_000
    assert second_move["flag_at"] == 9_000 + 7_000
    assert [one["flagged"] for one in vector["after"]] == [255, 255, 255, 255, 0]


def test_timecontrols(golden):
    for vector in nonempty(golden["timecontrols.json"]):
        control = tuple(vector["control"])
        assert timecontrol.parse(vector["written"]) == control
        assert timecontrol.text(control) == vector["printed"]
        assert control[0] == make.METHODS.index(vector["method"])


def test_schedules(golden):
    assert {bytes.fromhex(vector["packed"])[0] >> 4 for vector in golden["schedules.json"]} == set(range(5))
    for vector in golden["schedules.json"]:
        made = schedule.parse(vector["written"])
        assert schedule.text(made) == vector["printed"]
        assert [list(row) for row in schedule.stubs(made)] == vector["records"]
        packed = bytes.fromhex(vector["packed"])
        assert schedule.make_clock(made).pack() == packed
        assert schedule.of_clock(clockforms.restore(packed)[0]) == made


@pytest.mark.parametrize("place", range(len(logs.LOGS)))
def test_logs(golden, place):
    """Each log folds to the same sheets: in one go, and begun again from every record's state."""
    vector = golden["logs.json"][place]
    log = [bytes.fromhex(one) for one in vector["records"]]
    assert all(records.is_whole(one, vector["journal"]) for one in log)

    def read(seq):
        return log[seq - 1] if 0 < seq <= len(log) else None

    fold = Fold(read)
    for record, after in zip(log, vector["after"], strict=True):
        fold.apply(*records.unpack(record))
        assert logs.sheet_state(fold, records.unpack(record)[5]) == after, records.sequence(record)
        again = MatchSheet()
        packed = fold.sheet.pack()
        assert again.unpack(packed) == len(packed)
        assert again.pack() == packed
    # a power cut anywhere: the board begins with its last mark and folds what lies behind it
    for cut in range(1, len(log) + 1):
        before = Fold(read)
        for record in log[:cut]:
            before.apply(*records.unpack(record))
        if before.stopped:
            break
        seq, state = before.mark()
        resumed = Fold(read)
        resumed.restore(seq, state)
        for record in log[seq:cut]:
            resumed.apply(*records.unpack(record))
        assert resumed.sheet.pack() == before.sheet.pack()
        assert resumed.undoable() == before.undoable()


#: golden file of a game beside backgammon: the fewest records of a log, and kinds that the logs must hold
KINDS = {
    "logs-race.json": (12, {*RaceSheet.ACTS, records.RACE, records.LINEUP, records.SERIES, records.UNDO}),
    "logs-tara.json": (31, {*TaraSheet.ACTS, records.TARA, records.TARA_SCORE, records.UNDO, records.BOOT}),
    "logs-plain.json": (1, {*PlainSheet.ACTS, records.PLAIN, records.DICELOG, records.DICE, records.BOOT}),
}


@pytest.mark.parametrize("name", KINDS)
def test_logs_of_the_other_games(golden, name):
    fewest, kinds = KINDS[name]
    seen = set()
    for vector in golden[name]:
        log = [bytes.fromhex(one) for one in vector["records"]]
        assert len(log) >= fewest
        assert all(records.is_whole(one, vector["journal"]) for one in log)
        seen |= {one[4] for one in log}
        for place, (fold, after) in enumerate(zip(sheetlogs.folded(log), vector["after"], strict=True)):
            assert sheets.pack(fold.sheet).hex() == after, (vector["name"], place)
        assert (fold.sheet.odd, fold.sheet.mismatch, fold.stopped) == (0, 0, 0)
    assert seen >= kinds
