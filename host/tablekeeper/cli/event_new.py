"""`tablekeeper event new|templates`: a new event from a template, which is a format or a preset of one."""

from __future__ import annotations

from typing import Any

import click

from tablekeeper import formats
from tablekeeper.cli import eventflags, terminal
from tablekeeper.cli.eventdatabase import opened
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.formats.templates import Template, templates
from tablekeeper.languages import _, shown


class _New(click.Group):
    """The templates as commands, each with the flags of its format's option table."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        form = formats.FORMATS.get(cmd_name)
        # load the other formats only if the name may be one of their presets
        found = templates(formats.FORMATS if form is None else {cmd_name: form}).get(cmd_name)
        return None if found is None else _new_command(found)

    def list_commands(self, ctx: click.Context) -> list[str]:
        # `new --help` shows them; listing them here would load and document each format
        return []

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(shown(_("Templates"))):
            formatter.write_dl([(one.key, one.title) for one in templates(formats.FORMATS).values()])


def _new_command(template: Template) -> click.Command:
    form = template.form

    def make(database: str | None, as_json: bool, name: str, **given: Any) -> None:
        with opened(database, writes=True) as events:
            options = {**template.options, **eventflags.values(form.options, given)}
            event = events.new(name, form.key, options)
        if as_json:
            say_json({"event": event})
        else:
            say(_("Event %(event)s: %(name)s.", event=event, name=name))

    needed = "".join(
        f" {eventflags.flag(option)} 3"
        for option in form.options
        if option.needed and option.kind == "whole" and option.key not in template.options
    )
    preset = eventflags.told(form.options, template.options)
    made = click.Command(
        template.key,
        callback=make,
        params=[click.Argument(["name"], metavar="NAME"), *eventflags.parameters(form.options)],
        help=f"Make an event: {template.title}." + (f" Unless said: {preset}." if preset else ""),
        epilog=f'Example: tablekeeper event new {template.key} "Spring event"{needed}',
    )
    for option in (as_json, database):
        option(made)
    return made


command = _New(
    "new",
    help="Make an event from a template; `tablekeeper event new TEMPLATE --help` lists its options.",
    epilog='Example: tablekeeper event new backgammon-16 "Spring cup" --length 7,7,9,11',
    subcommand_metavar="TEMPLATE NAME [OPTIONS]...",
)


@click.command("templates", epilog="Example: tablekeeper event templates")
@as_json
def list_templates(as_json: bool) -> None:
    """List what a new event can be made from: every format, and presets of it."""
    found = templates(formats.FORMATS).values()
    if as_json:
        say_json([
            {"template": one.key, "title": one.title, "format": one.form.key, "options": dict(one.options)}
            for one in found
        ])  # fmt: skip
        return
    table = terminal.headed(_("template"), _("event"))
    for one in found:
        table.add_row(terminal.escape(one.key), terminal.escape(one.title))
    terminal.Console().print(table)
