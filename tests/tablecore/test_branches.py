"""Every branch of what stands on the wire and of the clock is walked by the tests beside this one."""

import json
import subprocess
import sys

from tests.guards import sample

#: module: all of its branches must be walked
MODULES = ("byoyomi", "canadian", "clock", "clockforms", "frames", "hostlink", "hourglass", "link",
           "messages", "records", "stages", "ticks")
#: the same of what writes and reads times for people
ON_THE_HOST = ("schedule", "timecontrol")
#: what walks them; the campaigns would only take longer
TESTS = ("test_link.py", "test_sessions.py", "test_frames.py", "test_golden.py", "test_ticks.py",
         "test_timecontrol.py", "test_clock.py", "test_clock_forms.py", "test_records.py", "test_schedule.py")
WALK = "not thousands_of_presses and not any_payload and not twenty_thousand"


@sample.scenario("every branch of the fold")
def test_every_branch_is_walked(repository, tmp_path):
    here = repository / "tests" / "tablecore"
    core = repository / "firmware" / "lib" / "tablecore"
    games = repository / "host" / "tablekeeper" / "games"
    paths = [core / f"{name}.py" for name in MODULES] + [games / f"{name}.py" for name in ON_THE_HOST]
    files = ",".join(map(str, paths))
    data = str(tmp_path / "coverage")
    run = [sys.executable, "-m", "coverage"]
    walk = subprocess.run(
        [*run, "run", "--branch", f"--data-file={data}", f"--include={files}", "-m", "pytest", "-q", "-n0",
         "-p", "no:cacheprovider", "-k", WALK, *(str(here / one) for one in TESTS)],
        cwd=repository, capture_output=True, text=True, check=False,
    )
    assert walk.returncode == 0, walk.stdout[-2_000:] + walk.stderr[-2_000:]
    report = tmp_path / "coverage.json"
    subprocess.run(
        [*run, "json", f"--data-file={data}", "-o", str(report), "-q"], cwd=repository, check=True,
    )
    found = {name.rsplit("/", 1)[-1]: one for name, one in json.loads(report.read_text())["files"].items()}
    assert sorted(found) == sorted(path.name for path in paths)
    for name, one in found.items():
        assert (one["missing_lines"], one["missing_branches"]) == ([], []), name
    assert sum(one["summary"]["num_branches"] for one in found.values()) > 150
