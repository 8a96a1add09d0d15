"""Roles of people who are signed in; each may do what those behind it may."""

from __future__ import annotations

#: everything
DIRECTOR = "director"
#: results and seating
SCORER = "scorer"
ROLES = (DIRECTOR, SCORER)


def allows(role: str, needed: str) -> bool:
    """Return whether a role may do what needs another one."""
    return ROLES.index(role) <= ROLES.index(needed)
