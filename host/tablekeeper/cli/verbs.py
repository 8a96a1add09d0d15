"""A group of commands whose modules are loaded when they are used, so that the others start at once."""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import click

from tablekeeper.cli import helptexts
from tablekeeper.languages import _, shown


class CommandGroup(click.Group):
    """A group that lists its commands in the language of the reader."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first sentence of each command's help."""
        with formatter.section(shown(_("Commands"))):
            formatter.write_dl([(verb, self.short_help_of(ctx, verb)) for verb in self.list_commands(ctx)])

    def short_help_of(self, ctx: click.Context, verb: str) -> str:
        """Return the first sentence of a command's help."""
        command = self.get_command(ctx, verb)
        assert command is not None
        # translate the whole paragraph, then cut it
        return helptexts.told((command.help or "").split("\n\n")[0]).partition(". ")[0].rstrip(".") + "."


class Verbs(CommandGroup):
    """A group with a table: verb -> (module of this package, first line of its help).

    The module has a command with the verb's name, or `command`. The group's help loads no modules.
    A group that has more commands than the table lists all of them in alphabetical order.
    """

    def __init__(self, *given: Any, verbs: Mapping[str, tuple[str, str]], **named: Any) -> None:
        super().__init__(*given, **named)
        self.verbs = verbs

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*self.commands, *self.verbs]) if self.commands else list(self.verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.verbs:
            return super().get_command(ctx, cmd_name)
        module = _loaded(f"tablekeeper.cli.{self.verbs[cmd_name][0]}")
        held = [one for one in vars(module).values() if isinstance(one, click.Command)]
        named = [one for one in held if one.name == cmd_name]
        command: click.Command = named[0] if named else module.command
        return command

    def short_help_of(self, ctx: click.Context, verb: str) -> str:
        """Return the help line of a verb from the table, without loading its module."""
        return self.verbs[verb][1] if verb in self.verbs else super().short_help_of(ctx, verb)



def _loaded(name: str) -> ModuleType:
    """Load and return a module, without garbage collection, which would take a seventh of the time."""
    if (known := sys.modules.get(name)) is not None:
        return known
    collecting = gc.isenabled()
    gc.disable()
    try:
        return importlib.import_module(name)
    finally:
        # the objects of a module are never garbage
        gc.freeze()
        if collecting:
            gc.enable()
