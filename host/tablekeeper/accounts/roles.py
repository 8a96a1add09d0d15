"""Roles of people who are signed in; each role includes the rights of those below it."""

from __future__ import annotations

from tablekeeper.errors import UserError
from tablekeeper.languages import _

#: everything
DIRECTOR = "director"
#: results and seating
SCORER = "scorer"
#: a projector: pages without forms
DISPLAY = "display"
#: a player's own pages
PLAYER = "player"
ROLES = (DIRECTOR, SCORER, DISPLAY, PLAYER)
WORDS = {DIRECTOR: _("director"), SCORER: _("scorer"), DISPLAY: _("display"), PLAYER: _("player")}
#: the roles of accounts; players have links instead
OF_ACCOUNTS = (DIRECTOR, SCORER, DISPLAY)


def allows(role: str, needed: str) -> bool:
    """Return whether a role has the rights of the needed role."""
    return ROLES.index(role) <= ROLES.index(needed)


def check_role(role: str) -> str:
    """Return the role of an account; refuse an unknown one."""
    if role not in OF_ACCOUNTS:
        raise UserError(_("A role is director, scorer or display: choose one of them."), field="role")
    return role
