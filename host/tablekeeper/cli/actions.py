"""The commands of declared actions, and their pages in docs/commands.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import cleandoc
from typing import Any

import click

from tablekeeper.actions.kind import ActionKind
from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import Opened
from tablekeeper.cli.terminal import say
from tablekeeper.director.desk.state import DeskState
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import UserError
from tablekeeper.formats.option import Option
from tablekeeper.text import alternatives

METAVARS = {"whole": "NUMBER", "flag": None, "moment": "TIME", "duration": "DURATION", "person": "NAME",
            "people": "NAME", "event": "EVENT", "place": "TABLE", "decision": "DECISION",
            "votes": "NAME=VOTE", "wholes": "NUMBER,...", "texts": "TEXT,..."}  # fmt: skip
#: kinds whose flag may be given several times
SEVERAL = ("decision", "people", "votes")
Kind = ActionKind[DeskState]


class ActionCommand(click.Command):
    """The command of an action."""


def command(
    words: str, kind: Kind, fixed: Mapping[str, Any] | None = None, *,
    title: str = "", example: str = "", also: Sequence[Kind] = (),
    shows: Callable[[Opened, bool], None] | None = None,
) -> click.Command:  # fmt: skip
    """Return the command of an action: its words, what it takes, and what it does.

    What is `fixed` is said by the command itself. If nothing else is said, it `shows` what is there; with it,
    an action without an answer of its own does so, too. The flags of the actions `also` do these instead.
    """
    fixed = fixed or {}
    said = [one for one in kind.said if one.key not in fixed]

    def run(as_json: bool, database: str | None, dry_run: bool = False, **given: Any) -> None:
        typed = {key: text for key, text in given.items() if text not in (None, ())}
        shared.check_dry(dry_run, typed.get("instead", ()), typed.get("reason", ""))
        others = [one for one in also if typed.keys() & {option.key for option in one.said}]
        if others and typed.keys() & {option.key for option in said}:
            flags = alternatives(_name(one) for each in others for one in each.said)
            raise UserError("Give what is to be done, or %(flags)s, not both.", flags=flags)
        does = others[0] if others else kind
        if does is kind:
            typed |= fixed
        tables = any(typed.get(one.key) for one in does.said if one.key in ("match", "event"))
        opened = shared.asked(database, tables=tables) if dry_run else shared.opened(
            database, writes=bool(typed) or shows is None, tables=tables)
        with opened as here:
            if shows is not None and not typed:
                shows(here, as_json)
                return
            facts = does.facts(here.placed(does.said, typed), here.desk.state(), wall_ms())
            if dry_run:
                shared.say_finding(here.desk.proposal(does.key, facts).finding, as_json=as_json)
                return
            seq = here.desk.act(does.key, facts)
            state, entry = here.desk.state(), here.desk.actions()[seq - 1]
            if seq in state.rulings:
                shared.say_ruling(here.desk, seq, as_json=as_json)
            elif shows is not None and (as_json or not does.answer(state, entry)):
                shows(here, as_json)
            elif as_json:
                told = {one.key: entry.body[one.key] for one in does.options if one.key in entry.body}
                shared.say_json({does.key: seq, **told, **does.more(state, entry)})
            else:
                say(does.answer(state, entry))

    params: list[click.Parameter] = [
        _word(one, optional=shows is not None) if one.key in kind.words else _flag(one)
        for one in sorted(said, key=lambda one: one.key not in kind.words)
    ]  # fmt: skip
    params += [_flag(one, optional=True) for each in also for one in each.said]
    if any(one.key == "instead" for one in said) and kind.rule is not None:
        run = shared.dry_run(run)
    made = shared.as_json(shared.database(run))
    params += reversed(vars(made).pop("__click_params__"))
    return ActionCommand(
        words.split()[-1], callback=made, help=title or kind.title, params=params,
        epilog=f"Example: tablekeeper {words} {example or kind.example}".rstrip(),
    )  # fmt: skip


def _word(option: Option, *, optional: bool) -> click.Argument:
    metavar = option.flag or ("number" if option.kind == "whole" else option.key)
    metavar = metavar.upper()
    needed = option.needed and not optional
    if option.kind in ("people", "texts"):
        metavar = "NAME" if option.kind == "people" else metavar
        metavar = f"{metavar}..." if needed else f"[{metavar}]..."
        return click.Argument([option.key], required=needed, nargs=-1, metavar=metavar)
    return click.Argument([option.key], required=needed, metavar=metavar if needed else f"[{metavar}]")


def _name(option: Option) -> str:
    return "--" + option.name.replace("_", "-")


def _flag(option: Option, *, optional: bool = False) -> click.Option:
    name = _name(option)
    if option.kind == "flag":
        # a fact that the hall knows can also be denied
        both = name if option.default is False else f"{name}/{name.replace('--', '--no-', 1)}"
        return click.Option([both, option.key], is_flag=True, default=None, help=option.label)
    metavar = "|".join(option.choices) if option.kind == "choice" else METAVARS.get(option.kind, "TEXT")
    names = [name, f"--{option.former}"] if option.former else [name]
    text = option.label + (f"  [default: {option.default}]" if option.default else "")
    return click.Option(
        [*names, option.key], metavar=metavar, multiple=option.kind in SEVERAL,
        required=option.needed and not optional, help=text,
    )  # fmt: skip


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
            text = (one.help or "").rstrip(".").replace("  [", " [")
            rows[one.opts[0].removeprefix("--")] = f"| {names} | {text[:1].lower()}{text[1:]} |"
    told = cleandoc(command.help or "") + (f" Its words: {' '.join(words)}." if words else "")
    return "\n".join((
        "", "", told, "", "```",
        (command.epilog or "").removeprefix("Example: "), "```", "", "| option | meaning |", "|---|---|",
        *(rows[key] for key in sorted(rows)), "", "",
    ))  # fmt: skip
