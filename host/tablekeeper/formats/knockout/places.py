"""Places in a knockout, by each player's last round in the Main, Consolation, Last Chance and reunion.

A later exit gives a better place; players who lost in the same round share a place unless a stage beside
the Main separates them. While the event runs, unbeaten players come first, by matches won.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablekeeper.formats.answer import StagePlaces
from tablekeeper.formats.knockout.bracket import Bracket, BracketMatch, Stage
from tablekeeper.formats.knockout.notation import LETTERS
from tablekeeper.languages import _, pgettext
from tablekeeper.prizes.plan import MAIN
from tablekeeper.standings.ranking import Criterion, rank

#: a player's result in a stage: not beaten (1, matches won), out (0, round), never in it (-1, 0)
Way = tuple[int, int]
TITLES = {
    "X": _("reunion"), "Main": pgettext("stage", "Main"), "PC": pgettext("stage", "Consolation"),
    "LC": _("Last Chance"),
}  # fmt: skip
#: stages that can have prizes of their own -> the option that makes them
STAGES = {"PC": "consolation", "LC": "last_chance"}
_RECHARGE = len(LETTERS)


def criteria(bracket: Bracket) -> list[Criterion]:
    """Return the criteria of the standings: one per stage, the most important first."""
    ways = _ways(bracket)
    order: list[str] = [stage for stage in ("Main", "PC", "LC") if stage in ways]
    if bracket.reunion is not None:
        # a Main loss is no exit with a reunion: a player who gets further after it has a better place
        order = ["X", *order[1:], "Main"]
    return [
        Criterion(
            _("round of exit in the %(titles)s", titles=TITLES[stage]),
            _figures(ways[stage]),
            shows=_wording(stage),
        )
        for stage in order
    ]


def stage_places(bracket: Bracket) -> dict[str, StagePlaces]:
    """Return the places within the Main and the other stages, as far as no result can change them.

    Losers of the same round share a place. With a reunion the Main goes on until its end, and a
    Consolation whose winners enter it has no places of its own.
    """
    ways = _ways(bracket)
    found = {}
    if bracket.reunion is None:
        lines = len(bracket.lines)
        drawn = next((number for number, line in enumerate(bracket.lines) if None in line), lines)
        count = None if bracket.kept else len(bracket.players)
        found[MAIN] = _known(ways["Main"], drawn - 1, drawn == lines, count)
    else:
        order = rank(bracket.players, criteria(bracket)) if bracket.over() else ()
        found[MAIN] = StagePlaces(tuple((one.rank, one.player) for one in order), len(bracket.players))
    for stage in bracket.stages:
        if stage.to_the_end:
            own = {player: way for player, way in ways[stage.name].items() if way[0] >= 0}
            over = stage.left is not None
            closed = over or len(stage.rounds) >= len(stage.entries)
            rounds = _finished(stage) if closed else 0
            found[STAGES[stage.name]] = _known(own, rounds, over, len(own) if closed else None)
    return found


def _finished(stage: Stage) -> int:
    """Return the number of rounds of a stage before its first open match."""
    return next(
        (number for number, matches in enumerate(stage.rounds) if any(one.winner is None for one in matches)),
        len(stage.rounds),
    )


def _known(ways: Mapping[str, Way], rounds: int, over: bool, players: int | None) -> StagePlaces:
    """Return the places of players who are out in the first `rounds` rounds, and all of them at the end."""
    order = rank(tuple(ways), [Criterion("", _figures(ways))])
    return StagePlaces(
        tuple(
            (one.rank, one.player)
            for one in order
            if over or (ways[one.player][0] == 0 and ways[one.player][1] < rounds)
        ),
        players,
    )


def source_of(match: BracketMatch) -> str:
    """Return the name of a match's round in drop notation: "A", or "2" in the Consolation."""
    return {"Main": LETTERS[match.round], "PC": str(match.round + 1)}.get(match.stage, "")


def _ways(bracket: Bracket) -> dict[str, dict[str, Way]]:
    ways: dict[str, dict[str, Way]] = {"Main": dict.fromkeys(bracket.players, (1, 0))}
    for stage in bracket.stages:
        sources = {source for entry in stage.entries for source in entry}
        ways[stage.name] = dict.fromkeys(bracket.players, (-1, 0))
        for player, matches in bracket.lost.items():
            there = player not in bracket.gone or player in stage.players
            if there and sources & {source_of(match) for match in matches}:
                ways[stage.name][player] = (1, 0)
    for match in bracket.matches.values():
        if match.winner is not None and match.stage in ways:
            _count(ways[match.stage], match, match.round)
    ways["Main"] |= {player: (0, number) for player, number in bracket.nobody.items()}
    for stage in bracket.stages:
        ways[stage.name] |= {player: (0, number) for player, number in stage.absent.items()}
    if bracket.reunion is not None:
        ways["X"] = _reunion(bracket, ways)
    return ways


def _reunion(bracket: Bracket, ways: Mapping[str, dict[str, Way]]) -> dict[str, Way]:
    """Return the results in the reunion; clear its players' earlier results, which no longer count."""
    found: dict[str, Way] = dict.fromkeys(bracket.players, (-1, 0))
    there = {player: way for player, way in ways["Main"].items() if way[0] > 0}
    there |= {player: ways["PC"][player] for player in bracket.stages[0].left or ()}
    for player, way in there.items():
        found[player] = (1, way[1])
        ways["PC"][player] = ways["Main"][player] = (1, 0)
    recharge = bracket.matches.get("R")
    for match in bracket.matches.values():
        if match.winner is None or match.stage not in ("X", "R"):
            continue
        if match is not recharge and recharge is not None and match.players == recharge.players:
            # the final is replayed as the recharge, so it has not decided anything
            continue
        _count(found, match, _RECHARGE if match is recharge else match.round)
    if bracket.reunion is not None:
        found |= {player: (0, number) for player, number in bracket.reunion.absent.items()}
    return found


def _count(way: dict[str, Way], match: BracketMatch, number: int) -> None:
    winner, loser = str(match.winner), str(match.loser())
    way[winner] = (1, way[winner][1] + 1)
    way[loser] = (0, number)


def _figures(way: Mapping[str, Way]) -> Callable[[object], Mapping[str, Way]]:
    return lambda level: way


def _wording(stage: str) -> Callable[[Way], str]:
    def text(way: Way) -> str:
        standing, number = way
        if standing < 0:
            return _("not in it")
        if standing:
            return _("not beaten, %(number)s won", number=number) if number else _("not beaten")
        if number == _RECHARGE:
            return _("out in the recharge")
        return _("out in round %(letters)s", letters=LETTERS[number] if stage == "Main" else number + 1)

    return text
