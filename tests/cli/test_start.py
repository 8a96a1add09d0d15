"""What a command loads: heavy modules only where they are used. `make bench ARGS=cli` times commands."""

import os
import subprocess
import sys

import click
import pytest

from tablekeeper.cli import main
from tablekeeper.cli.verbs import Verbs

OURS = {"tablekeeper", "tablecore"}
#: whatever a command does, only the host itself needs these; networkx pairs the rounds of a Swiss
HOST = {
    "starlette", "uvicorn", "jinja2", "alembic", "serial", "tabledevice", "tablesim", "xlsxwriter",
    "networkx",
}  # fmt: skip
DATABASE = {"sqlalchemy", "sqlite3", "psycopg"}
#: Rich prints tables; HTTP asks a running host; an entry point's metadata is read when a format is asked for
UNUSED = {"rich", "http", "tablekeeper.fairness", "tablekeeper.director.service", "tablekeeper.federation"}
BARE = DATABASE | UNUSED | {"importlib.metadata", "tablekeeper.director", "tablecore"}

_TELL = """
import sys
from tablekeeper.cli import main
try:
    main(prog_name="tablekeeper")
finally:
    print(*sys.modules, file=sys.stderr)
"""

RANKING = '{"ranking": "world", "tournaments": []}'

#: what confirms, draws and plays events, tells who is who, and rates
ACTING = {
    "tablekeeper.director.events.service", "tablekeeper.director.desk",
    "tablekeeper.director.people.register", "tablekeeper.director.ranking.service", "tablekeeper.games.view",
    "openskill", "difflib",
}  # fmt: skip
#: what no ranking needs, and what no list of events needs
EVENTS = {f"tablekeeper.{one}" for one in ("director.events", "formats", "games", "pictures")} | {"html"}
RANKINGS = {"tablekeeper.director.ranking", "tablekeeper.director.people", "tablekeeper.rankings"}
#: who signs in is read only where somebody acts
ACCOUNTS = {"tablekeeper.accounts.accountfile"}

COMMANDS = {
    # the command: (what it is given, what it does not load, the most modules of ours that it loads, each of
    # about half a millisecond)
    "--version": ("", HOST | BARE, 20),
    "--help": ("", HOST | BARE, 20),
    "rankings - --json": (RANKING, HOST | BARE, 40),
    "rankings show --json": ("", HOST | UNUSED | ACTING | EVENTS | ACCOUNTS, 100),
    "event list --json": ("", HOST | UNUSED | ACTING | RANKINGS | ACCOUNTS, 130),
    "table list --json": ("", HOST - {"serial"}, 370),
    "people consent Ann given": ("", HOST | UNUSED | ACTING | EVENTS, 90),
}


def loaded(words: str, given: str, folder) -> tuple[str, set[str]]:
    """Run a command in a process of its own; return what it printed and the modules it has loaded."""
    environment = {**os.environ, "TABLEKEEPER_DATABASE": f"sqlite:///{folder}/hall.db"}
    ran = subprocess.run(
        [sys.executable, "-c", _TELL, *words.split()],
        input=given, capture_output=True, text=True, cwd=folder, env=environment,
    )  # fmt: skip
    return ran.stdout, set(ran.stderr.split())


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_loads_nothing_heavy_that_it_does_not_use(command, database, tmp_path, words):
    command("people", "enter", "Ann", "--database", f"sqlite:///{database}")
    for told in ("new knockout Cup", "enter Cup Ann Bob Cid", "start Cup"):
        command("event", *told.split(), "--database", f"sqlite:///{database}")
    given, heavy, most = COMMANDS[words]
    said, modules = loaded(words, given, tmp_path)
    assert said
    assert "tablekeeper.cli.main" in modules
    assert heavy & modules == set()
    assert sum(1 for one in modules if one.split(".")[0] in OURS) <= most


def test_what_is_used_is_seen(command, database, tmp_path):
    command("people", "enter", "Ann", "--database", f"sqlite:///{database}")
    said, modules = loaded("people list", "", tmp_path)
    assert "Ann" in said
    assert {"sqlalchemy", "rich"} <= modules


def groups(command: click.Command, name: str) -> list[tuple[str, Verbs]]:
    """Return every group with a table of verbs, by its full name."""
    if not isinstance(command, Verbs):
        return []
    context = click.Context(command)
    inner = [(verb, command.get_command(context, verb)) for verb in command.verbs]
    return [(name, command), *(one for verb, found in inner for one in groups(found, f"{name} {verb}"))]


GROUPS = dict(groups(main, "tablekeeper"))


@pytest.mark.parametrize("name", GROUPS)
def test_a_table_of_verbs_is_what_the_modules_hold(command, name):
    group = GROUPS[name]
    told = " ".join(command(*name.split()[1:], "--help").stdout.split())
    assert not set(group.verbs) & set(group.commands)
    for verb, (_, text) in group.verbs.items():
        assert text.endswith(".")
        assert f"{verb} {text}" in told
    names = group.list_commands(click.Context(group))
    assert len({id(group.get_command(click.Context(group), verb)) for verb in names}) == len(names)


def test_a_verb_that_no_group_has_is_refused(command):
    result = command("people", "forget", "Ann")
    assert result.exit_code == 2
    assert "No such command 'forget'" in result.stderr
