"""The matches of a Tric Trac Tourney: reads a result, and finds the official match of each pair.

If two players of a group start several matches, the match with the lowest id is official, even while it
is unfinished. All others, and matches with outsiders or across groups, are friendly.
Source: docs/rules/ttt.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tablekeeper.formats.adjudication import adjudicated, refusal
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor
from tablekeeper.text import alternatives
from tablekeeper.textchecks import line_at

KINDS = {"single": Decimal(1), "gammon": Decimal(2), "backgammon": Decimal(3)}
#: points for every played loss
LOSS = Decimal("0.5")
_KEYS = (
    "match", "players", "winner", "kind", "timeout", "resigned", "wins", "gammons", "backgammons", "started",
    "mini", "position", "on_roll", "evaluation",
)  # fmt: skip
_PERCENTAGES = ("wins", "gammons", "backgammons")
#: source of the percentages: the position in which the game stopped, the player on roll (by default the one
#: who timed out), and the evaluating program
_SOURCE = ("position", "on_roll", "evaluation")
#: a result has exactly one of these keys
_WAYS = {
    "winner": _("who has won"), "timeout": _("who timed out"), "resigned": _("who resigned"),
    "started": _("that it has started and is still open"),
}  # fmt: skip
#: most characters of each text
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class TttMatch:
    """One match; `points` belong to the two players in order, None while the match is open."""

    number: int
    players: tuple[str, str]
    points: tuple[Decimal, Decimal] | None
    winner: str | None
    #: the player who timed out or resigned
    absent: str | None
    #: 0 for the tourney itself, else the number of the mini-TTT
    mini: int
    cursor: Cursor
    #: whether a withdrawal settled it; then it is official even if the two start or play a match later
    settled: bool = False

    def points_of(self, player: str) -> Decimal:
        """Return a player's points, 0 while the match is open."""
        return Decimal(0) if self.points is None else self.points[self.players.index(player)]


def read_match(result: Cursor, cap: Decimal) -> TttMatch:
    """Return the match in a result; its players are not checked."""
    fields = result.fields(_KEYS, ("match", "players"))
    number = fields["match"].whole(1)
    one, other = (item.name() for item in fields["players"].items(2, 2))
    if one == other:
        raise fields["players"].refuse("a player is named twice")
    players = (one, other)
    mini = fields["mini"].whole(1) if "mini" in fields else 0
    # some files contain started: false for a finished match
    if "started" in fields and not fields["started"].truth():
        del fields["started"]
    ways = [way for way in _WAYS if way in fields]
    if len(ways) != 1:
        raise result.refuse("give exactly one of these: %(ways)s", ways=alternatives(_WAYS.values()))
    way = ways[0]
    allowed = {"winner": {"kind"}, "started": set()}.get(way, set(_PERCENTAGES))
    rest = set(fields) - {"match", "players", "mini", way}
    for key in fields:
        if key in rest and key not in allowed and not (allowed & {"wins"} and key in _SOURCE):
            raise fields[key].refuse("cannot be used together with %(way)s", way=_WAYS[way])
    for key in sorted(allowed - rest, key=_KEYS.index):
        raise result.at(key).refuse("is missing")
    if way == "started":
        return TttMatch(number, players, None, None, None, mini, result)
    if way == "winner":
        winner = fields["winner"].player(players)
        won = KINDS[fields["kind"].choice(tuple(KINDS))]
        return TttMatch(number, players, _points(players, winner, won, LOSS), winner, None, mini, result)
    absent = fields[way].player(players)
    for key in ("position", "evaluation"):
        if key in fields:
            line_at(fields[key], _LONGEST)
    if "on_roll" in fields:
        fields["on_roll"].player(players)
    wins, gammons, backgammons = (fields[key].decimal(0, 100) for key in _PERCENTAGES)
    why = refusal(wins, gammons, backgammons)
    if why is not None:
        raise fields[why[0]].refuse(why[1])
    winner = other if absent == one else one
    score = adjudicated(wins, gammons, backgammons, cap)
    return TttMatch(
        number, players, _points(players, winner, score, Decimal(0)), winner, absent, mini, result
    )


def _points(players: tuple[str, str], winner: str, won: Decimal, lost: Decimal) -> tuple[Decimal, Decimal]:
    return (won, lost) if winner == players[0] else (lost, won)


def official(matches: Iterable[TttMatch], groups: Sequence[Sequence[str]]) -> dict[frozenset[str], TttMatch]:
    """Return the official matches by pair of players, without games of mini-TTTs."""
    home = {player: number for number, group in enumerate(groups) for player in group}
    found: dict[frozenset[str], TttMatch] = {}
    for match in matches:
        one, other = match.players
        if match.mini or home.get(one) is None or home.get(one) != home.get(other):
            continue
        pair = frozenset(match.players)
        first = found.get(pair)
        if first is None or (not match.settled, match.number) < (not first.settled, first.number):
            found[pair] = match
    return found


def invitations(group: Sequence[str], late: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return every pair of a group as (inviter, invited player): each player invites half of the opponents.

    In a circle each player invites the next players on the right; with an even number the pairs
    that sit opposite are shared out, so the numbers of invitations differ by at most one.
    The `late` arrivals, the last of a group, change no earlier invitation: each invites every second player
    and is invited by the others, and invites earlier late arrivals.
    """
    group, newcomers = group[: len(group) - len(late)], group[len(group) - len(late) :]
    count = len(group)
    half = (count - 1) // 2
    found = [
        (group[seat], group[(seat + step) % count]) for seat in range(count) for step in range(1, half + 1)
    ]
    if count % 2 == 0:
        found += [(group[seat], group[seat + count // 2]) for seat in range(count // 2)]
    for number, name in enumerate(newcomers):
        found += [(name, one) if seat % 2 == 0 else (one, name) for seat, one in enumerate(group)]
        found += [(name, one) for one in newcomers[:number]]
    return found


def among(
    players: Sequence[str], matches: Mapping[frozenset[str], TttMatch], by_points: bool
) -> dict[str, Decimal]:
    """Return each player's number of wins, or points, in the games among these players."""
    found = dict.fromkeys(players, Decimal(0))
    for pair, match in matches.items():
        if match.winner is not None and pair <= set(players):
            for player in pair:
                found[player] += match.points_of(player) if by_points else player == match.winner
    return found
