"""The benchmark runner renews what it measured and nothing else."""

import os
import subprocess
import sys
from datetime import date

import pytest

from tests.patience import until


@pytest.fixture
def benchmarks(repository, monkeypatch):
    """The runner's parts; benchmarks/ is run from the repository, not installed."""
    monkeypatch.syspath_prepend(str(repository))
    import benchmarks.__main__ as runner
    from benchmarks import figure, report

    yield runner, figure, report
    for name in [name for name in sys.modules if name.split(".")[0] == "benchmarks"]:
        del sys.modules[name]


def test_a_section_says_what_where_when_and_how(benchmarks):
    _, figure, report = benchmarks
    plays = figure.Figure("plays", 12_345.6, "/s", "9,000 /s open_spiel", "a | b")
    figures = [plays, figure.Figure("pass", 0.0123, "ms")]
    text = report.section("plays", "What.\n", figures, where="A machine", day=date(2024, 5, 6), took=7.4)
    assert text == (
        "## plays\n\nWhat.\n\n"
        "| figure | value | held against | how |\n|---|---:|---|---|\n"
        "| plays | 12,346 /s | 9,000 /s open_spiel | a \\| b |\n"
        "| pass | 0.0123 ms |  |  |\n\n"
        "Measured 2024-05-06 on A machine, with `python -m benchmarks plays` in 7.4 s.\n"
    )


def test_only_the_measured_section_changes(benchmarks):
    _, _, report = benchmarks
    first = report.replaced("", {"b": "## b\n\nold b\n", "a": "## a\n\nold a\n"})
    second = report.replaced(first, {"b": "## b\n\nnew b\n"})
    assert second == first.replace("old b", "new b")
    assert second.index("## a") < second.index("## b")
    assert report.replaced(second, {}) == second


def test_a_p99_needs_a_hundred_values(benchmarks):
    _, figure, _ = benchmarks
    assert figure.highest([5, 1, 3]) == ("longest of 3", 5)
    assert figure.highest([5, 1, 3], "most") == ("most of 3", 5)
    assert figure.highest(range(1, 100)) == ("longest of 99", 99)
    assert figure.highest(range(1, 101)) == ("p99", 99)


def test_a_wait_beside_a_stall_of_the_disk_is_told_apart(benchmarks, tmp_path):
    from benchmarks.disk import Disk

    with Disk(tmp_path) as disk:
        until(lambda: len(disk.syncs) > 2)
    assert len(disk.took()) == len(disk.syncs)
    disk.syncs[:] = [(1.0, 1.005), (2.0, 2.03)]
    waits = [(10.0, 1.01), (10.0, 1.9), (10.0, 2.005), (500.0, 2.4), (10.0, 2.05)]
    assert disk.undisturbed(waits) == [10.0, 10.0, 10.0]


def test_every_row_of_boards_has_as_many_presses(benchmarks, tmp_path):
    from benchmarks import bench_boards

    runs = [bench_boards.measure(boards, tmp_path, presses=100, least_s=1.0) for boards in (3, 40)]
    assert [len(run.waits) for run in runs] == [100, 100]
    names = [figure.name for figure in bench_boards.rows(3, runs, load=0.5)]
    assert names[:2] == ["3 boards: the host's share of a core", "3 boards: press to acknowledgement, p99"]


def test_a_day_is_played_watched_and_read(benchmarks, tmp_path, monkeypatch):
    from benchmarks import bench_day

    monkeypatch.setattr(bench_day, "PIECES", 1)
    hours, records = bench_day.day(2, 1, 3, tmp_path)
    assert records > 100
    assert [hour.events > 0 and hour.reads > 0 for hour in hours] == [True, True]


def test_what_grows_over_a_day_is_told(benchmarks):
    from benchmarks.bench_day import MEASURES, Hour, grown

    day = [Hour(10.0, 100.0, 1.0, 1000.0, 5)] * 12
    assert grown(day) == []
    # the first hours fill caches
    assert grown([Hour(1.0, 10.0, 0.0, 100.0, 5)] * 3 + day[3:]) == []
    assert len(grown(day[:9] + [Hour(20.0, 150.0, 2.0, 2000.0, 5)] * 3)) == len(MEASURES)


def test_an_unknown_name_is_one_sentence_and_writes_nothing(benchmarks, tmp_path, capsys):
    runner, _, _ = benchmarks
    assert runner.main(["frames", "nothing"], tmp_path / "results.md") == 2
    assert capsys.readouterr().err.startswith("No benchmark is called nothing; there are: ")
    assert not (tmp_path / "results.md").exists()


def test_a_benchmark_runs_and_is_written(benchmarks, tmp_path, monkeypatch, capsys):
    runner, _, _ = benchmarks
    monkeypatch.setattr(runner.importlib.import_module("benchmarks.bench_frames"), "COUNT", 50)
    assert runner.main(["frames"], tmp_path / "results.md") == 0
    written = (tmp_path / "results.md").read_text("utf-8")
    assert "## frames" in written
    assert "| read |" in written
    assert "read:" in capsys.readouterr().out


def test_every_benchmark_can_be_imported_where_no_test_runs(benchmarks, repository):
    modules = [f"benchmarks.bench_{name}" for name in benchmarks[0].known()]
    alone = {name: value for name, value in os.environ.items() if name != "GUARDS"}
    program = "import importlib, sys; [importlib.import_module(one) for one in sys.argv[1:]]"
    subprocess.run([sys.executable, "-c", program, *modules], cwd=repository, env=alone, check=True)
