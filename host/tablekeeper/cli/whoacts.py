"""The author of a command, as the journals show the name, and the accounts of this user."""

from __future__ import annotations

import getpass
import os
from pathlib import Path

from tablekeeper.accounts.accountfile import Accounts
from tablekeeper.director.calls import DIRECTOR
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.store import StoreError, default_database
from tablekeeper.textchecks import check_registered_name

#: environment variable: the name of the author
ACTOR = "TABLEKEEPER_ACTOR"


def own_accounts() -> Accounts:
    """Return the accounts of this user: they are beside the user's own database."""
    return Accounts(Path(default_database().removeprefix("sqlite:///")).parent, wall_ms)


def who_acts() -> str:
    """Return the author of a command.

    The environment variable ACTOR has priority. Else it is the account with the name of this computer's user,
    else the only director; with several directors this computer's user. Without accounts it is "director".
    """
    named = os.environ.get(ACTOR)
    if named is not None:
        return check_registered_name(named)
    try:
        found = [one for one in own_accounts().all() if one.directs]
    except (StoreError, UserError, ResourceError):
        # unreadable accounts must not stop a result; `account` and `serve` report them
        found = []
    if not found:
        return DIRECTOR
    try:
        user = check_registered_name(getpass.getuser())
    except (OSError, KeyError, UserError):
        user = DIRECTOR
    same = [one.name for one in found if one.name.casefold() == user.casefold()]
    return same[0] if same else found[0].name if len(found) == 1 else user
