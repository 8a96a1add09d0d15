"""The command line: a process from its start to its end, with a small database, and beside a running host.

Figures are the shortest of several runs, with bytecode: where PYTHONDONTWRITEBYTECODE is set, a command takes
up to 150 ms longer.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.figure import Figure

REPEAT = 7
RANKING = '{"ranking": "world", "tournaments": []}'
BARE = {"python": "pass", "python and Click": "import click", "python and SQLAlchemy": "import sqlalchemy"}
#: what is asked of a command
COMMANDS = {
    "--version": "150 ms asked",
    "--help": "",
    "rankings world.json --json": "300 ms asked",
    "rankings show --json": "300 ms asked",
    "event list --json": "",
    "event list": "",
    "people consent Ann given": "",
}
BESIDE_A_HOST = ("event list --json", "people consent Ann given")


def used() -> float:
    """Return the seconds that ended processes have used of the processor."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def run() -> list[Figure]:
    """Time the commands, each in processes of its own."""
    program = str(Path(sys.executable).with_name("tablekeeper"))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "world.json").write_text(RANKING, "utf-8")
        database = {**os.environ, "TABLEKEEPER_DATABASE": f"sqlite:///{folder}/hall.db"}

        def call(*words: str) -> None:
            subprocess.run(words, cwd=folder, env=database, check=True, stdout=subprocess.DEVNULL)

        def timed(commands: dict[str, list[str]]) -> list[Figure]:
            """Time commands in turns, so that all meet the same neighbours."""
            took: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
            for _ in range(REPEAT):
                for name, words in commands.items():
                    began, worked = time.perf_counter(), used()
                    call(*words)
                    took[name].append((time.perf_counter() - began, used() - worked))
            return [
                Figure(
                    name, 1000 * min(run[0] for run in runs), "ms", COMMANDS.get(name, ""),
                    f"{1000 * min(run[1] for run in runs):.0f} ms of the processor",
                )
                for name, runs in took.items()
            ]  # fmt: skip

        call(program, "people", "enter", "Ann")
        figures = timed(
            {name: [sys.executable, "-c", source] for name, source in BARE.items()}
            | {words: [program, *words.split()] for words in COMMANDS}
        )
        host = subprocess.Popen(
            [program, "serve", "--http-port", "0"],
            cwd=folder, env=database, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert host.stderr is not None
        while "http://" not in host.stderr.readline():
            pass
        figures += timed({f"{words}, beside a host": [program, *words.split()] for words in BESIDE_A_HOST})
        host.send_signal(signal.SIGINT)
        host.communicate()
    return figures
