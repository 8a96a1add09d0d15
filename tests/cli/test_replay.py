"""`tablekeeper replay --json` is for programs: a JSON object a line, and nothing else on standard output."""

import json

from tablekeeper.transcripts import shipped


def test_json_prints_one_object_a_match_and_nothing_else(start, tmp_path):
    chosen = sorted(shipped(), key=lambda path: path.stat().st_size)[:2]
    replay = start("replay", "--json", *chosen)
    assert replay.wait() == 0
    assert replay.err == []
    told = [json.loads(line) for line in replay.out]
    assert [one["file"] for one in told] == [path.name for path in chosen]
    for one in told:
        assert one["complete"] is True
        assert one["games"]
    assert list(tmp_path.iterdir()) == [tmp_path / "home"]


def test_for_people_it_prints_a_table(start):
    short = min(shipped(), key=lambda path: path.stat().st_size)
    replay = start("replay", short)
    assert replay.wait() == 0
    assert short.name in replay.out[0]
    assert "complete" in replay.said
    assert "Traceback" not in replay.said
