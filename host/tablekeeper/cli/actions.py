"""The commands of declared actions, and their pages in docs/commands.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from tablekeeper.actions.kind import ActionKind, fact
from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import Opened
from tablekeeper.cli.terminal import say
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.formats.option import Option

METAVARS = {"whole": "NUMBER", "flag": None, "moment": "TIME", "duration": "DURATION", "person": "NAME",
            "event": "EVENT", "decision": "DECISION"}  # fmt: skip


class ActionCommand(click.Command):
    """The command of an action."""


def command(words: str, kind: ActionKind[DeskState]) -> click.Command:
    """Return the command of an action: its words, what it takes, and what it does."""

    def run(as_json: bool, database: str | None, dry_run: bool = False, **given: Any) -> None:
        typed = {key: text for key, text in given.items() if text not in (None, ())}
        shared.check_dry(dry_run, typed.get("instead", ()), typed.get("reason", ""))
        tables = any(one.key in ("match", "games") for one in kind.said)
        opened = shared.asked(database, tables=tables) if dry_run else shared.opened(
            database, writes=True, tables=tables)
        with opened as here:
            facts = _facts(here, kind, typed)
            if dry_run:
                shared.say_finding(here.desk.proposal(kind.key, facts).finding, as_json=as_json)
                return
            seq = here.desk.act(kind.key, facts)
            state, entry = here.desk.state(), here.desk.actions()[seq - 1]
            if seq in state.rulings:
                shared.say_ruling(here.desk, seq, as_json=as_json)
            elif as_json:
                said = {one.key: entry.body[one.key] for one in kind.options if one.key in entry.body}
                shared.say_json({kind.key: seq, **said, **kind.more(state, entry)})
            else:
                say(kind.answer(state, entry))

    params: list[click.Parameter] = [
        _word(one) if one.key in kind.words else _flag(one)
        for one in sorted(kind.said, key=lambda one: one.key not in kind.words)
    ]  # fmt: skip
    if kind.rule is not None:
        run = shared.dry_run(run)
    made = shared.as_json(shared.database(run))
    params += reversed(vars(made).pop("__click_params__"))
    return ActionCommand(
        words.split()[-1], callback=made, help=kind.title, params=params,
        epilog=f"Example: tablekeeper {words} {kind.example}",
    )  # fmt: skip


def _word(option: Option) -> click.Argument:
    metavar = "NUMBER" if option.kind == "whole" else option.key.upper()
    metavar = metavar if option.needed else f"[{metavar}]"
    if option.kind == "people":
        return click.Argument([option.key], required=True, nargs=-1, metavar="NAME...")
    return click.Argument([option.key], required=option.needed, metavar=metavar)


def _flag(option: Option) -> click.Option:
    name = "--" + option.name.replace("_", "-")
    if option.kind == "flag":
        # a fact that the hall knows can also be denied
        names = name if option.default is False else f"{name}/{name.replace('--', '--no-', 1)}"
        return click.Option([names, option.key], is_flag=True, default=None, help=option.label)
    return click.Option(
        [name, option.key], metavar=METAVARS.get(option.kind, "TEXT"), multiple=option.kind == "decision",
        required=option.needed, help=option.label,
    )  # fmt: skip


def _facts(here: Opened, kind: ActionKind[DeskState], typed: Mapping[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for one in kind.said:
        if (text := typed.get(one.key)) is None:
            continue
        if one.kind == "event":
            facts[one.key] = here.event(text)
        elif one.kind == "decision":
            facts[one.key] = [effect.document() for effect in shared.decided(text, *one.choices) or ()]
        elif isinstance(text, bool | tuple):
            facts[one.key] = text
        else:
            near = kind.near(here.desk.state(), facts)
            facts[one.key] = fact(one, text, wall_ms() if near is None else near)
    return facts


def page(command: click.Command) -> str:
    """Return the section of a command in docs/commands.md, below its heading."""
    rows = {"database": "| `--database URL` | where the desk is kept; else this user's own file |"}
    words = []
    for one in command.params:
        if isinstance(one, click.Argument):
            words.append(f"`{one.make_metavar(click.Context(command))}`")
        elif isinstance(one, click.Option) and one.opts[0].removeprefix("--") not in rows:
            takes_one = f" {one.metavar}" if one.metavar else ""
            names = ", ".join(f"`{name}{takes_one}`" for name in (*one.opts, *one.secondary_opts))
            text = (one.help or "").rstrip(".")
            rows[one.opts[0].removeprefix("--")] = f"| {names} | {text[:1].lower()}{text[1:]} |"
    return "\n".join((
        "", "", f"{command.help} Its words: {' '.join(words)}.", "", "```",
        (command.epilog or "").removeprefix("Example: "), "```", "", "| option | meaning |", "|---|---|",
        *(rows[key] for key in sorted(rows)), "", "",
    ))  # fmt: skip
