"""`tablekeeper account`: who may sign in to the pages of this user's host, and what they may do there."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from tablekeeper.accounts.roles import DIRECTOR, DISPLAY, OF_ACCOUNTS
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.password import asked_password, password_file
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.cli.whoacts import own_accounts, who_acts
from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined
from tablekeeper.store import StoreError

role_option = click.option(
    "--role", type=click.Choice(OF_ACCOUNTS), default=DIRECTOR, show_default=True, help="What it may do."
)


@click.group(cls=CommandGroup, epilog="Example: tablekeeper account new Ann --role scorer")
def command() -> None:
    """Make, list, change and disable the accounts of the people who sign in to the pages.

    A director may do everything, a scorer enters results and seats players, a display only shows pages. A
    running host knows of each change at once.
    """


@command.command("list", epilog="Example: tablekeeper account list")
def list_accounts() -> None:
    """List the accounts: role, since when, and how they sign in."""
    try:
        found = own_accounts().all()
    except StoreError:
        # do not create a folder for accounts: the database may be in another place
        found = ()
    for one in found:
        link = _("a link") if one.role == DISPLAY else _("a token")
        ways = [way for way, has in ((_("a password"), one.password), (link, one.token)) if has]
        told = _(
            "%(name)s: %(role)s since %(since)s, with %(ways)s",
            name=one.name, role=one.role, since=one.since,
            ways=joined(ways, _(" and ")) if ways else _("no way in"),
        )
        say(_("%(told)s, disabled", told=told) if one.disabled else told)
    if not found:
        say(_("There are no accounts: `tablekeeper account new NAME` makes one."))


@command.command(epilog="Example: tablekeeper account new Ann --role scorer")
@click.argument("name", metavar="NAME")
@role_option
@password_file
def new(name: str, role: str, password_file: Path | None) -> None:
    """Make an account for NAME, as the journals will show it; its password is asked for.

    A display has no password: the end of its link is printed once, which opens the pages until it is revoked.
    """
    accounts = own_accounts()
    if role == DISPLAY:
        if password_file is not None:
            raise UserError("A display has a link and no password: leave --password-file out.")
        made = accounts.new(name, role, by=who_acts())
        click.echo(f"/display/{accounts.new_token(made.name, by=who_acts())}")
        return
    made = accounts.new(name, role, asked_password(password_file, name), by=who_acts())
    say(_("%(name)s may sign in as %(role)s.", name=made.name, role=made.role))


@command.command(epilog="Example: tablekeeper account role Ann director")
@click.argument("name", metavar="NAME")
@click.argument("role", type=click.Choice(OF_ACCOUNTS))
def role(name: str, role: str) -> None:
    """Give NAME another role; its sessions end, so it has to sign in again."""
    own_accounts().set_role(name, role, by=who_acts())
    say(_("%(name)s is %(role)s now.", name=name, role=role))


@command.command(epilog="Example: tablekeeper account password Ann")
@click.argument("name", metavar="NAME")
@password_file
def password(name: str, password_file: Path | None) -> None:
    """Set the password of NAME; its sessions end, so it has to sign in again."""
    own_accounts().set_password(name, asked_password(password_file, name), by=who_acts())
    say(_("%(name)s has a new password.", name=name))


@command.command(epilog="Example: tablekeeper account disable Ann")
@click.argument("name", metavar="NAME")
def disable(name: str) -> None:
    """Let nobody in with the account of NAME: its sessions and its token end now."""
    own_accounts().disable(name, by=who_acts())
    say(_("%(name)s is disabled.", name=name))


@command.command(epilog="Example: tablekeeper account enable Ann")
@click.argument("name", metavar="NAME")
def enable(name: str) -> None:
    """Let NAME in again, with the password and the token from before."""
    own_accounts().enable(name, by=who_acts())
    say(_("%(name)s is enabled.", name=name))


@command.command(epilog="Example: tablekeeper account player 7")
@click.argument("number", metavar="NUMBER", type=Whole(1, 999_999_999))
@click.option("--renew", is_flag=True, help="Make another link first: earlier ones open nothing any more.")
def player(number: int, renew: bool) -> None:
    """Print the end of the link that opens the page of a person of the register, NUMBER, without a login."""
    accounts = own_accounts()
    if renew:
        accounts.renew_player_link(number, by=who_acts())
    click.echo(f"/link/{number}/{accounts.player_signature(number)}")


@command.command(epilog="Example: tablekeeper account log --newest 20")
@click.option("--newest", type=Whole(1, 100_000), default=50, show_default=True, help="How many entries.")
def log(newest: int) -> None:
    """Show the journal of logins, newest first: who came in from where, who was refused, what was changed."""
    found = own_accounts().logins.newest(newest)
    for one in found:
        at = datetime.fromtimestamp(one.at_ms / 1000, UTC).astimezone()
        say(f"{at:%Y-%m-%d %H:%M:%S}  {one.text}")
    if not found:
        say(_("Nobody has signed in yet."))
