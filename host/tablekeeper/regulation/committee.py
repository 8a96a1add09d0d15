"""The ruling committee (paragraph 2): 3 to 5 members, shown publicly; members in a dispute are replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablekeeper.languages import _
from tablekeeper.strictjson import DocumentError

FEWEST, MOST = 3, 5
#: the director's name in votes on appeals
DIRECTOR = _("the director")


def check(members: Sequence[str]) -> tuple[str, ...]:
    """Return the members of a committee; refuse an invalid committee."""
    if len({name.casefold() for name in members}) < len(members):
        raise DocumentError("", "a member of the committee is named twice")
    if DIRECTOR in members:
        raise DocumentError(
            "",
            "%(director)s decides together with the committee and is not one of its members: name only "
            "these",
            director=DIRECTOR,
        )
    if not FEWEST <= len(members) <= MOST:
        raise DocumentError(
            "",
            "a committee has %(fewest)s to %(most)s members, not %(count)s",
            fewest=FEWEST, most=MOST, count=len(members),
        )
    return tuple(members)


def check_substitute(
    members: Sequence[str], substitutes: Mapping[str, str], out: str, new: str, involved: Sequence[str]
) -> None:
    """Refuse an impossible substitution for one dispute; `substitutes` are the earlier ones in it."""
    panel = sitting(members, substitutes, ())
    if out not in panel:
        raise DocumentError(
            "",
            "%(out)s is not on the committee for it: %(panel)s are",
            out=out, panel=', '.join(panel),
        )
    if new in panel or new in members:
        raise DocumentError("", "%(new)s is on the committee already: name somebody else", new=new)
    if new in involved:
        raise DocumentError("", "%(new)s is in the dispute: name somebody else", new=new)
    if new in substitutes:
        # also after a change of the committee: a replaced member cannot take the place of the substitute
        raise DocumentError("", "%(new)s has been substituted for it already: name somebody else", new=new)


def sitting(
    members: Sequence[str], substitutes: Mapping[str, str], involved: Sequence[str]
) -> tuple[str, ...]:
    """Return the panel of a dispute: the members or their substitutes, without people in the dispute."""
    panel = []
    for member in members:
        one = member
        while one in substitutes:
            one = substitutes[one]
        panel.append(one)
    # a substitute can become a member later: list each name once
    return tuple(one for one in dict.fromkeys(panel) if one not in involved)


def to_substitute(
    members: Sequence[str], substitutes: Mapping[str, str], involved: Sequence[str]
) -> tuple[str, ...]:
    """Return the members who are in the dispute and have no substitute yet."""
    return tuple(one for one in sitting(members, substitutes, ()) if one in involved)
