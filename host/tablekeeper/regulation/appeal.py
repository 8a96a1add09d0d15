"""Appeals (paragraph 84): a player appeals at once; director and at least two members decide by majority.

>>> outcome({"the director": OVERTURN, "Eve": OVERTURN, "Finn": UPHOLD}).outcome
'overturn'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablekeeper.languages import _
from tablekeeper.regulation.committee import DIRECTOR
from tablekeeper.regulation.finding import Finding
from tablekeeper.regulation.moment import MINUTE_MS, minutes
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import name_list

UPHOLD, OVERTURN, ABSTAIN = "uphold", "overturn", "abstain"
VOTES = (UPHOLD, OVERTURN, ABSTAIN)
UNDECIDED = "undecided"
#: default time limit for an appeal "just after the ruling"
AT_ONCE_MS = 5 * MINUTE_MS
MEMBERS = 2


@dataclass(frozen=True, slots=True)
class Vote:
    """The result of the votes: `outcome` is uphold, overturn or undecided."""

    outcome: str
    finding: Finding


def raised(player: str, *, ruled_ms: int, at_ms: int, limit_ms: int = AT_ONCE_MS) -> Finding:
    """Return whether an appeal is in time; the finding is `open` if only the director can still admit it."""
    if at_ms < ruled_ms - ruled_ms % MINUTE_MS:
        raise DocumentError("", "an appeal comes after the ruling: that time is before it")
    # people write times in whole minutes, so the whole minute of the ruling counts as after the ruling
    waited = max(0, at_ms - ruled_ms)
    if waited > limit_ms:
        said = _(
            "%(player)s appeals %(waited)s after the ruling, not at once",
            player=player,
            waited=minutes(waited),
        )
        return Finding(said, ("appeals",), open=True)
    return Finding(
        _("%(player)s appeals %(waited)s after the ruling", player=player, waited=minutes(waited)),
        ("appeals",),
    )


def read_votes(texts: Sequence[str]) -> dict[str, str]:
    """Read votes as people type them.

    >>> read_votes(["Eve=overturn", "Finn = uphold"])
    {'Eve': 'overturn', 'Finn': 'uphold'}
    """
    votes: dict[str, str] = {}
    for text in texts:
        name, _equals, vote = (part.strip() for part in text.rpartition("="))
        if not name or vote not in VOTES:
            raise DocumentError(
                "", "'%(word)s' is not a vote: write NAME=uphold, NAME=overturn or NAME=abstain",
                word=text[:40],
            )  # fmt: skip
        if name in votes:
            raise DocumentError("", "%(name)s votes twice", name=name)
        votes[" ".join(name.split())] = vote
    return votes


def check_votes(votes: Mapping[str, str], panel: Sequence[str]) -> None:
    """Refuse votes if the director or two members are missing, or if anybody else votes."""
    for name in votes:
        if name != DIRECTOR and name not in panel:
            raise DocumentError(
                "",
                "%(name)s cannot vote on it: %(panel)s can, and the director",
                name=name, panel=name_list(panel) or _("nobody"),
            )
    present = sum(name != DIRECTOR for name in votes)
    if DIRECTOR not in votes or present < MEMBERS:
        raise DocumentError(
            "",
            "an appeal needs the director and at least %(members)s members: %(present)s of them voted",
            members=MEMBERS, present=present,
        )


def outcome(votes: Mapping[str, str]) -> Vote:
    """Return the vote of more than half of the panel, or undecided without such a majority."""
    tally = {vote: sum(one == vote for one in votes.values()) for vote in VOTES}
    said = _("%(tally)s to uphold, %(tally2)s to overturn", tally=tally[UPHOLD], tally2=tally[OVERTURN])
    if tally[ABSTAIN]:
        said += _(", %(tally)s abstaining", tally=tally[ABSTAIN])
    for vote in (UPHOLD, OVERTURN):
        if 2 * tally[vote] > len(votes):
            words = _("the ruling stands") if vote == UPHOLD else _("the ruling is overturned")
            return Vote(vote, Finding(_("%(words)s (%(said)s)", words=words, said=said), ("appeals",)))
    return Vote(
        UNDECIDED,
        Finding(_("no majority (%(said)s): this is not a decision", said=said), ("appeals",), open=True),
    )
