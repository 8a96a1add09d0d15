"""Every command explains itself with an example, and docs/commands.md knows every command and option."""

import argparse
import re
import shlex

import click
import pytest

from tablekeeper.cli import main
from tablekeeper.cli.actions import ActionCommand, page
from tablekeeper.version import __version__
from tablesim.__main__ import _arguments


def walk(command: click.Command, name: str = "tablekeeper") -> list[tuple[str, click.Command]]:
    """Return every command with its full name, groups before what is in them."""
    found = [(name, command)]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for verb in command.list_commands(context):
            inner = command.get_command(context, verb)
            assert inner is not None
            found += walk(inner, f"{name} {verb}")
    return found


COMMANDS = dict(walk(main))


def options(command: click.Command) -> set[str]:
    """Return the long names of a command's options."""
    return {
        name
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for name in parameter.opts
        if name.startswith("--")
    }


def simulator_options() -> set[str]:
    return {
        name
        for action in _arguments()._actions
        if not isinstance(action, argparse._HelpAction)
        for name in action.option_strings
    }


def example_of(command: click.Command) -> list[str]:
    """Return the words of a command's example."""
    assert command.epilog is not None
    assert command.epilog.startswith("Example: tablekeeper ")
    return shlex.split(command.epilog.removeprefix("Example: tablekeeper "))


def parse(words: list[str]) -> None:
    """Parse a command line down to its last command; a wrong one raises click.UsageError."""
    command: click.Command = main
    context = click.Context(main)
    while isinstance(command, click.Group):
        _, found, words = command.resolve_command(context, list(words))
        assert found is not None, words
        command = found
    command.make_context("example", list(words))


def test_the_commands_of_the_issue_are_there():
    assert {f"tablekeeper {verb}" for verb in (
        "demo", "serve", "replay", "board", "board list", "board monitor", "board trace"
    )} < set(COMMANDS)  # fmt: skip


def test_the_version(command):
    result = command("--version")
    assert result.exit_code == 0
    assert result.stdout == f"tablekeeper, version {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_a_sentence_an_example_and_every_option(command, name):
    result = command(*name.split()[1:], "--help")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "Example: tablekeeper " in result.stdout
    one = COMMANDS[name]
    assert one.help
    assert one.help.split("\n")[0].endswith(".")
    for option in options(one):
        assert option in result.stdout
    for parameter in one.params:
        if isinstance(parameter, click.Option) and parameter.name != "help":
            assert parameter.help, f"{name} {parameter.name}"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_can_be_parsed(name):
    parse(example_of(COMMANDS[name]))


def test_an_example_with_an_unknown_option_would_fail():
    with pytest.raises(click.UsageError):
        parse(["demo", "--no-such-thing"])


@pytest.fixture(scope="module")
def sections(repository) -> dict[str, str]:
    """docs/commands.md, by the command in the heading."""
    text = (repository / "docs" / "commands.md").read_text("utf-8")
    found = re.split(r"^#+ `([^`]+)`$", text, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_the_document_has_a_section_for_each_command(sections):
    assert set(sections) == {*COMMANDS, "python -m tablesim"}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_document_names_each_option_once_and_no_other(sections, name):
    text = sections[name]
    wanted = options(COMMANDS[name]) - {"--help"}
    assert re.findall(r"^\| `(--[a-z0-9-]+)", text, re.MULTILINE) == sorted(wanted)
    for parameter in COMMANDS[name].params:
        if isinstance(parameter, click.Argument):
            assert parameter.make_metavar(click.Context(COMMANDS[name])) in text


def test_the_sections_of_actions_are_made_from_their_declarations(sections, repository, pytestconfig):
    made = {name: page(one) for name, one in COMMANDS.items() if isinstance(one, ActionCommand)}
    if pytestconfig.getoption("--renew-golden"):
        document = repository / "docs" / "commands.md"
        text = document.read_text("utf-8")
        for name, section in made.items():
            text = text.replace(f"`{name}`{sections[name]}", f"`{name}`{section}")
        document.write_text(text, "utf-8")
        sections |= made
    assert len(made) > 5
    assert {name: sections[name] for name in made} == made


def test_the_document_names_each_option_of_the_simulator(sections):
    named = re.findall(r"^\| `(--[a-z0-9-]+)", sections["python -m tablesim"], re.MULTILINE)
    assert named == sorted(simulator_options())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_the_document_can_be_parsed(sections, name):
    examples = re.findall(r"^tablekeeper (.+)$", sections[name], re.MULTILINE)
    assert examples
    for example in examples:
        words = shlex.split(example)
        if words != ["--version"]:
            parse(words)


def test_the_simulator_explains_itself(capsys):
    with pytest.raises(SystemExit) as ended:
        _arguments().parse_args(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert "Example: python -m tablesim" in told
    assert simulator_options() == set(re.findall(r"^  (--[a-z]+)", told, re.MULTILINE))
