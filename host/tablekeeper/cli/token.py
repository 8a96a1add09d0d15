"""`tablekeeper token`: tokens by which commands on other computers reach the host of this user."""

from __future__ import annotations

import click

from tablekeeper.accounts.roles import DIRECTOR, DISPLAY, OF_ACCOUNTS
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.cli.whoacts import own_accounts, who_acts
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.store import StoreError


@click.group(cls=CommandGroup, epilog="Example: tablekeeper token new Ann")
def command() -> None:
    """Make, list and revoke the tokens by which commands on other computers reach this user's host."""


@command.command(epilog="Example: tablekeeper token new Ann --role scorer")
@click.argument("name", metavar="NAME")
@click.option(
    "--role",
    type=click.Choice([one for one in OF_ACCOUNTS if one != DISPLAY]),
    help=f"What a new account may do.  [default: {DIRECTOR}]",
)
def new(name: str, role: str | None) -> None:
    """Make a token for the account of NAME, and print it once; the journals say NAME where it is used.

    Without an account of this name one is made, which has no password. The token may do what the account may.
    """
    accounts = own_accounts()
    account = accounts.get(name)
    if account is None:
        account = accounts.new(name, role or DIRECTOR, by=who_acts())
    elif role not in (None, account.role):
        raise UserError(
            "%(name)s is %(role)s: `tablekeeper account role` changes that.",
            name=account.name, role=account.role,
        )
    elif account.token is not None:
        raise UserError("%(name)s has a token already: revoke it first.", name=account.name)
    say(accounts.new_token(account.name, by=who_acts()))


@command.command("list", epilog="Example: tablekeeper token list")
def list_tokens() -> None:
    """List who has a token, with the role."""
    try:
        found = [one for one in own_accounts().all() if one.token is not None and one.role != DISPLAY]
    except StoreError:
        # do not create a folder for accounts: the database may be in another place
        found = []
    for one in found:
        say(_("%(name)s: %(role)s", name=one.name, role=one.role) + (_(", disabled") if one.disabled else ""))
    if not found:
        say(_("Nobody has a token."))


@command.command(epilog="Example: tablekeeper token revoke Ann")
@click.argument("name", metavar="NAME")
def revoke(name: str) -> None:
    """Revoke the token of NAME: the running host refuses it from now on."""
    own_accounts().revoke(name, by=who_acts())
    say(_("Revoked: the token of %(name)s.", name=name))
