"""The published World Rankings of June 2025 come out as they were printed."""

import json

from click.testing import CliRunner

from tablekeeper.cli import main


def test_the_table_of_june_2025(shared):
    file = shared / "data" / "world-rankings-2025-06-29.json"
    printed = json.loads(file.read_text("utf-8"))["printed"]
    result = CliRunner().invoke(main, ["rankings", str(file), "--json"])
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    rows = {row["player"]: row for row in answer["rows"]}
    assert {player: {key: rows[player][key] for key in printed[player]} for player in printed} == printed
    assert set(rows) == set(printed)
    assert list(answer) == ["rows", "window"]
    assert len(answer["window"]) == 9
    assert [row["decided_by"] for row in answer["rows"]] == ["total 150 v 104", "total 104 v 96", None]
