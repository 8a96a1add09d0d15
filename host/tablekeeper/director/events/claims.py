"""Claims of results, by boards and by players, that wait for an answer; when claims of players count. Pure.

A board has one claim of a match; each of its players may have one, too. A result that is entered answers the
claims that say the same; claims that say something else stay, and the director sees that they contradict it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablekeeper.strictjson import Cursor

#: the claims of players count as soon as both sides agree, when the director confirms them, or are not taken
BOTH, DIRECTOR, OFF = "both", "director", "off"
RULES = (BOTH, DIRECTOR, OFF)


@dataclass(frozen=True, slots=True)
class Claim:
    """A result that a board or a player has sent, and that is not confirmed yet."""

    seq: int
    match: int
    result: Mapping[str, Any]
    #: number of the action that set the match up
    linked: int
    #: the player who claims it; "" for a board
    by: str = ""
    #: a digest of the browser from which it came; "" if there is none
    browser: str = ""
    #: the other players who agree; it waits for the director nevertheless
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimRule:
    """When the claims of an event's players count, and whether one browser may speak for both sides."""

    rule: str = BOTH
    one_browser: bool = False


Claims = Mapping[int, Claim]

#: ms after which a player's claim that nobody has answered waits for the director
UNANSWERED_MS = 5 * 60_000


def read_rule(body: Cursor) -> ClaimRule:
    """Return the rule in an action."""
    return ClaimRule(body.at("rule").choice(RULES), body.at("one_browser").truth())


def with_claim(claims: Claims, claim: Claim) -> dict[int, Claim]:
    """Return the claims with one more; a player's new claim of a match replaces the one before."""
    kept = {
        seq: one for seq, one in claims.items()
        if not claim.by or (one.match, one.by) != (claim.match, claim.by)
    }  # fmt: skip
    return {**kept, claim.seq: claim}


def with_agreement(claims: Claims, at: Cursor, by: str) -> dict[int, Claim]:
    """Return the claims after another player of the match has agreed to the one that `at` names."""
    number = at.whole(1)
    claim = claims.get(number)
    if claim is None or by in ("", claim.by, *claim.agreed) or not claim.by:
        raise at.refuse("action %(value)s is not another player's claim", value=number)
    return {**claims, number: replace(claim, agreed=(*claim.agreed, by))}


def answered(claims: Claims, match: int) -> dict[int, Claim]:
    """Return the claims after one of this match was confirmed: it answers those of its players."""
    return {seq: one for seq, one in claims.items() if not one.by or one.match != match}


def fulfilled(claims: Claims, result: Mapping[str, Any]) -> dict[int, Claim]:
    """Return the claims after a result was entered: claims of players that say the same are answered."""
    return {seq: one for seq, one in claims.items() if not one.by or one.result != result}


def check_claimable(at: Cursor, claims: Iterable[Claim], pairing: Mapping[str, Any], by: str) -> None:
    """Refuse a match that a board has claimed, and a claim `by` somebody who does not play it."""
    match = at.whole(1)
    if any(one.match == match and not one.by for one in claims):
        raise at.refuse("match %(match)s has claimed its result already", match=match)
    if by and by not in map(str, pairing.get("players", ())):
        raise at.refuse('"%(player)s" does not play match %(match)s', player=by, match=match)


def wait_for_director(claims: Iterable[Claim], rule: ClaimRule, since_ms: int, now_ms: int) -> bool:
    """Return whether the claims of a match need the director; `since_ms` is the time of the newest."""
    found = list(claims)
    alone = len(found) == 1 and found[0].by and not found[0].agreed
    return not alone or rule.rule != BOTH or now_ms - since_ms >= UNANSWERED_MS
