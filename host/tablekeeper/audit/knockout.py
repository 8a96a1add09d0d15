"""Audit of knockouts: exits are read from the names of the matches, who entered a stage from losses.

Who was drawn against whom is not recounted. Sources: rules/backgammon.md, "Events"; docs/formats.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tablekeeper.audit.recount import Recount, Step, ladder
from tablekeeper.audit.retelling import Retold
from tablekeeper.formats.place import Place

_ROUNDS = "ABCDEFGHIJKLMNOPQ"
_TITLES = {"X": "reunion", "Main": "Main", "PC": "Consolation", "LC": "Last Chance"}
_BEFORE = {"PC": ("Main",), "LC": ("Main", "PC")}
#: beyond every round
_RECHARGE = 1_000
#: not beaten (1, matches won), out (0, round from 0), not in it (-1, 0)
_Way = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Match:
    stage: str
    round: int
    winner: str
    loser: str
    left: bool

    def source(self) -> str:
        """Return what drop notation calls the round."""
        if self.stage == "Main":
            return _ROUNDS[self.round]
        return str(self.round + 1) if self.stage == "PC" else ""


def _read(result: Place, players: list[str]) -> _Match:
    name = result.at("match").text()
    if name == "R":
        stage, number = "R", _RECHARGE
    elif name[0] in _ROUNDS and name[1:].isdecimal():
        stage, number = "Main", _ROUNDS.index(name[0])
    else:
        head = name.partition("-")[0]
        stage, digits = head.rstrip("0123456789"), head.lstrip("PCLX")
        if stage not in _TITLES or not digits.isdecimal():
            raise result.at("match").refuse(f'"{name}" names no match')
        number = int(digits) - 1
    pair = result.at("players").pair(players)
    winner = result.at("winner").player(pair)
    loser = next(player for player in pair if player != winner)
    if result.has("score"):
        one, other = (item.whole(0) for item in result.at("score").items(2, 2))
        margin = one - other if winner == pair[0] else other - one
        if margin <= 0 and not result.has("forfeit"):
            raise result.at("score").refuse(f"{winner} has not won by this score")
    return _Match(stage, number, winner, loser, result.at("withdrawn").value is True)


def _way(matches: list[_Match], stage: str, there: set[str], players: list[str]) -> dict[str, _Way]:
    own = [match for match in matches if match.stage == stage]
    won = Counter(match.winner for match in own)
    out = {match.loser: match.round for match in own}
    took_part = there | {player for match in own for player in (match.winner, match.loser)}
    return {
        player: (0, out[player]) if player in out
        else (1, won[player]) if player in took_part
        else (-1, 0)
        for player in players
    }  # fmt: skip


def knockout(event: Retold) -> Recount:
    """Recount a knockout's places and figures."""
    players = list(event.players)
    matches: list[_Match] = []
    kept = event.option("late", 0)
    for result in event.places():
        if result.has("late"):
            players.append(result.at("late").text())
            kept -= 1
        elif result.has("closed"):
            kept = 0
        else:
            matches.append(_read(result, players))
    ways = {"Main": _way(matches, "Main", set(players), players)}
    consolation, last_chance = event.option("consolation", None), event.option("last_chance", None)
    for stage, notation in (("PC", consolation), ("LC", last_chance)):
        if notation is not None:
            sources = set(notation) - set("XR.|, ")
            # who left the event with a loss before this stage never came to it
            before = [match for match in matches if match.stage in _BEFORE[stage]]
            gone = {match.loser for match in before if match.left}
            there = {match.loser for match in before if match.source() in sources} - gone
            ways[stage] = _way(matches, stage, there, players)
    stages = list(ways)
    if consolation is not None and "X" in consolation:
        ways["X"] = _reunion(matches, ways, players)
        stages = ["X", *stages[1:], "Main"]
    steps: list[Step] = [_step(stage, ways[stage]) for stage in stages]
    won, lost = Counter(match.winner for match in matches), Counter(match.loser for match in matches)
    figures = {player: {"won": won[player], "lost": lost[player]} for player in players}
    lines = ladder(players, steps, figures)
    deciding = [stage for stage in stages if "X" not in ways or stage in ("X", "LC")]
    again = "X" in ways and "R" in str(consolation) and _recharge_is_due(matches)
    over = (
        kept <= 0
        and not again
        and all(sum(way[0] == 1 for way in ways[stage].values()) <= 1 for stage in deciding)
    )
    # where places are kept open or a stage still runs, the draw would have to be made again to know more
    alone = kept <= 0 and not again and sum(way[0] == 1 for way in ways[stages[0]].values()) == 1
    winner = lines[0].player if alone else None
    unaudited = ["who was drawn against whom", "the lengths of the matches"]
    # who comes to a reunion is certain only when the Consolation before it is over
    ranked = over or "X" not in ways
    if not ranked:
        unaudited.append("the places before the reunion is over")
    return Recount(over, winner, not over, lines, [] if over else None, [], tuple(unaudited), ranked)


def _step(stage: str, way: Mapping[str, _Way]) -> Step:
    def shows(figure: _Way) -> str:
        state, number = figure
        if state < 0:
            return "not in it"
        if state:
            return f"not beaten, {number} won" if number else "not beaten"
        if number == _RECHARGE:
            return "out in the recharge"
        return f"out in round {_ROUNDS[number] if stage == 'Main' else number + 1}"

    return f"round of exit in the {_TITLES[stage]}", lambda level: way, shows


def _recharge_is_due(matches: list[_Match]) -> bool:
    # the last match of the reunion was its loser's first loss, and has not been played once more
    reunion = [match for match in matches if match.stage in ("X", "R")]
    if not reunion:
        return False
    last = max(reunion, key=lambda match: match.round)
    if last.stage == "R":
        return False
    return sum(match.loser == last.loser for match in matches) == 1


def _reunion(
    matches: list[_Match], ways: dict[str, dict[str, _Way]], players: list[str]
) -> dict[str, _Way]:
    found: dict[str, _Way] = dict.fromkeys(players, (-1, 0))
    for stage in ("PC", "Main"):
        for player, (state, number) in list(ways[stage].items()):
            if state == 1:
                found[player] = (1, number)
    for player, (state, _) in found.items():
        if state == 1:
            ways["PC"][player] = ways["Main"][player] = (1, 0)
    recharge = next((match for match in matches if match.stage == "R"), None)
    for match in matches:
        if match.stage not in ("X", "R"):
            continue
        if (
            recharge is not None
            and match is not recharge
            and {match.winner, match.loser} == {recharge.winner, recharge.loser}
        ):
            continue  # the recharge decides in its place
        found[match.winner] = (1, found[match.winner][1] + 1)
        found[match.loser] = (0, match.round)
    return found
