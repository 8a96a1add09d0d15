"""Audit of knockouts: repeats the draw after every result; places follow from the round of the last loss.

Sources: docs/rules/backgammon.md, "Events"; docs/formats.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.audit.auditor import AuditedEvent, Auditor
from tablekeeper.audit.knockout_draw import (
    ROUNDS,
    AuditedDraw,
    AuditedTie,
    Draw,
    Drawer,
    notation,
    places,
    spelled,
)
from tablekeeper.audit.recount import Recount, Step, ladder
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted, listing

_TITLES = {"X": "reunion", "Main": "Main", "PC": "Consolation", "LC": "Last Chance"}
_BEFORE = {"PC": ("Main",), "LC": ("Main", "PC")}
#: a number greater than that of any round
_RECHARGE = 1_000
#: unbeaten (1, matches won); out (0, round from 0); not in this stage (-1, 0)
_Way = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _KnockoutMatch:
    stage: str
    round: int
    winner: str
    loser: str
    left: bool

    def source(self) -> str:
        """Return the name of the round in drop notation."""
        if self.stage == "Main":
            return ROUNDS[self.round]
        return str(self.round + 1) if self.stage == "PC" else ""


def _read(result: Cursor, players: list[str], tie: AuditedTie) -> _KnockoutMatch:
    pair = result.at("players").pair(players)
    winner = result.at("winner").player(pair)
    loser = next(player for player in pair if player != winner)
    number = _RECHARGE if tie.stage == "R" else tie.round
    return _KnockoutMatch(tie.stage, number, winner, loser, result.at("withdrawn").value is True)


def _way(matches: list[_KnockoutMatch], stage: str, there: set[str], players: list[str]) -> dict[str, _Way]:
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


def _number(event: AuditedEvent, key: str, place: int) -> int | None:
    """Return the match length of a round (from 0) by an option; its last value is for all later rounds."""
    value = event.option(key, None)
    if value is None:
        return None
    lengths = value if isinstance(value, list) else [value]
    return Cursor(lengths[min(place, len(lengths) - 1)], f"options.{key}").whole(1, 999)


def _length(event: AuditedEvent, tie: AuditedTie, depth: int) -> int | None:
    own = {"PC": "consolation_length", "LC": "last_chance_length"}.get(tie.stage)
    found = _number(event, own, tie.round) if own is not None else None
    later = {"X": depth, "R": len(ROUNDS)}.get(tie.stage, 0)
    return found if found is not None else _number(event, "length", tie.round + later)


class _KnockoutCourse:
    """Processes the results one after the other; checks each against the draw at that time."""

    def __init__(self, event: AuditedEvent) -> None:
        self.event = event
        rounds = places(len(event.players) + event.option("late", 0)).bit_length() - 1
        consolation, last_chance = (
            spelled(event.option(key, None), rounds) for key in ("consolation", "last_chance")
        )
        plan = AuditedDraw(tuple(event.players), event.option("seed", None), event.option("late", 0),
                    consolation, last_chance, event.option("late_places", "first") == "spread",
                    _order(event))  # fmt: skip
        self.drawer = Drawer(plan)
        _check_apart(event, self.drawer)
        self.players = list(event.players)
        self.arrived: list[str] = []
        #: players whose bye a late arrival has taken -> this arrival
        self.given: dict[str, str] = {}
        self.closed = False
        self.won: dict[str, str] = {}
        self.left: set[str] = set()
        #: players who have left -> the rounds that were drawn before
        self.absent: dict[str, frozenset[str]] = {}
        self.walkovers: dict[str, str] = {}
        self.matches: list[_KnockoutMatch] = []
        self.draw = self.drawn()

    def drawn(self) -> Draw:
        """Return the draw after the results so far."""
        while True:
            draw = self.drawer.draw(self.arrived, self.given, self.closed, self.won, self.left, self.absent)
            # a match of a player who has left is won by the opponent, as soon as there is one
            found = {
                tie.name: next(player for player in tie.pair if player not in self.absent)
                for tie in draw.ties.values()
                if tie.name not in self.won and len(self.absent.keys() & set(tie.pair)) == 1
            }
            if not found:
                return draw
            for name, winner in found.items():
                tie = draw.ties[name]
                loser = tie.pair[0] if winner == tie.pair[1] else tie.pair[1]
                number = _RECHARGE if tie.stage == "R" else tie.round
                self.matches.append(_KnockoutMatch(tie.stage, number, winner, loser, False))
            self.won |= found
            self.walkovers |= found

    def kept(self) -> int:
        """Return the number of places that are kept open."""
        return 0 if self.closed else self.drawer.plan.late - len(self.arrived)

    def take(self, result: Cursor) -> None:
        """Process a result; refuse an impossible one."""
        if result.has("absent"):
            name = result.at("absent").player(self.players)
            if name in self.absent:
                raise result.at("absent").refuse("this player has left before")
            self.absent[name] = frozenset(self.drawn().rounds)
            self.draw = self.drawn()
        elif result.has("bye_of"):
            self._give(result)
        elif result.has("late") or result.has("closed"):
            if not self.kept():
                raise result.refuse("no place is kept open")
            if result.has("closed"):
                self.closed = True
            else:
                self.arrived.append(result.at("late").text())
                self.players.append(self.arrived[-1])
        else:
            self._play(result)

    def _give(self, result: Cursor) -> None:
        """Put an arrival beside a player with a bye; all that is drawn without this player must stay."""
        fields = result.fields(("late", "bye_of"), ("late", "bye_of"))
        other, before = fields["bye_of"].player(self.players), self.drawn()
        began = any(other in before.ties[name].pair for name in self.won)
        if other not in before.free or began or other in self.absent:
            raise fields["bye_of"].refuse("there is no bye to give")
        self.given[other] = fields["late"].name()
        self.players.append(self.given[other])
        self.draw = self.drawn()
        others = [tie for tie in before.ties.values() if other not in tie.pair]
        if before.rounds != self.draw.rounds or not set(others).issubset(self.draw.ties.values()):
            raise fields["bye_of"].refuse("later rounds are drawn already")

    def _play(self, result: Cursor) -> None:
        name = result.at("match").text()
        if name not in self.draw.ties or self.absent:
            # drawn pairs stay, so use the older draw until a match is missing in it
            self.draw = self.drawn()
        tie = self.draw.ties.get(name)
        if tie is None or name in self.won:
            raise result.at("match").refuse(f"{name} is not to be played here")
        pair = result.at("players").pair(self.players)
        if set(pair) != set(tie.pair):
            raise result.at("players").refuse(f"{name} is {tie.pair[0]} v {tie.pair[1]} by the draw")
        self.matches.append(_read(result, self.players, tie))
        self._score(result, tie, pair)
        self.won[name] = self.matches[-1].winner
        if self.matches[-1].left:
            self.left.add(name)

    def target(self, tie: AuditedTie) -> int | None:
        """Return the points or sets that win a match; None: any score."""
        sets = self.event.option("sets", 1)
        return (sets + 1) // 2 if sets > 1 else _length(self.event, tie, self.draw.depth)

    def _score(self, result: Cursor, tie: AuditedTie, pair: tuple[str, ...]) -> None:
        target = self.target(tie)
        forfeit = result.has("forfeit") and result.at("forfeit").truth()
        if not result.has("score"):
            if not forfeit:
                raise result.at("score").refuse("is missing")
            return
        told = [item.whole(0) for item in result.at("score").items(2, 2)]
        own, other = told if self.matches[-1].winner == pair[0] else told[::-1]
        whole = own > other if target is None else own == target > other
        # a forfeited match may be recorded as stopped or as complete
        stopped = forfeit and (target is None or max(own, other) < target)
        if not (whole or stopped):
            length = "" if target is None else f" of {target}"
            raise result.at("score").refuse(f"nobody wins a match{length} by this score")


def knockout(event: AuditedEvent) -> Recount:
    """Recount a knockout: the draw, places, figures and open matches."""
    course = _KnockoutCourse(event)
    for result in event.places():
        course.take(result)
    course.draw = course.drawn()
    players, matches, draw = course.players, course.matches, course.draw
    ways = {"Main": _way(matches, "Main", set(players), players)}
    consolation, last_chance = course.drawer.plan.consolation, course.drawer.plan.last_chance
    for stage, text in (("PC", consolation), ("LC", last_chance)):
        if text is not None:
            sources = {source for entry in notation(text)[0] for source in entry}
            # a player who left the event with a loss before this stage never reached it
            before = [match for match in matches if match.stage in _BEFORE[stage]]
            gone = {match.loser for match in before if match.left} | course.absent.keys()
            there = {match.loser for match in before if match.source() in sources} - gone
            there |= draw.players.get(stage, set())
            ways[stage] = _way(matches, stage, there, players)
    for stage, out in draw.out.items():
        if stage in ways:
            ways[stage] |= {player: (0, number) for player, number in out.items()}
    stages = list(ways)
    if "X" in draw.left:
        ways["X"] = _reunion(matches, ways, players, draw)
        stages = ["X", *stages[1:], "Main"]
    steps: list[Step] = [_step(stage, ways[stage]) for stage in stages]
    won, lost = Counter(match.winner for match in matches), Counter(match.loser for match in matches)
    figures = {player: {"won": won[player], "lost": lost[player]} for player in players}
    lines = ladder(players, steps, figures)
    return Recount(
        draw.over, draw.winner, not draw.over, lines, _following(course), [], _notes(course)
    )  # fmt: skip


def _in_order(draw: Draw) -> list[AuditedTie]:
    order = ("Main", "PC", "LC", "X", "R")
    return sorted(draw.ties.values(), key=lambda one: (order.index(one.stage), one.round))


def _following(course: _KnockoutCourse) -> list[dict[str, Any]]:
    found = []
    for tie in _in_order(course.draw):
        if tie.name in course.won:
            continue
        pairing: dict[str, Any] = {"match": tie.name, "players": list(tie.pair)}
        length = _length(course.event, tie, course.draw.depth)
        if length is not None:
            pairing["length"] = length
        if course.event.option("sets", 1) > 1:
            pairing["sets"] = course.event.option("sets", 1)
        found.append(pairing)
    return found


def _notes(course: _KnockoutCourse) -> list[str]:
    found = []
    if course.kept():
        several = counted(course.kept(), "place is", "places are")
        found.append(f"{several} kept open for late arrivals.")
    plan = course.drawer.plan
    for player in course.players:
        if player in course.absent:
            names = [tie.name for tie in _in_order(course.draw)
                     if tie.name in course.walkovers and player in tie.pair
                     and course.walkovers[tie.name] != player]  # fmt: skip
            found.append(f"{player} has left" + (f": {listing(names)} without play." if names else "."))
    for stage, text in (("PC", plan.consolation), ("LC", plan.last_chance)):
        entries, reunion, _ = notation(text)
        title = {"PC": "Progressive Consolation", "LC": "Last Chance"}[stage]
        for source in (source for entry in entries for source in entry if source.isalpha()):
            if ROUNDS.index(source) >= course.draw.depth:
                found.append(f"The Main has no round {source}: nobody enters the {title} from it.")
        left = course.draw.left.get(stage)
        if left and not reunion:
            found.append(f"{left[0]} wins the {title}.")
    return found


def _step(stage: str, way: Mapping[str, _Way]) -> Step:
    def shows(figure: _Way) -> str:
        state, number = figure
        if state < 0:
            return "not in it"
        if state:
            return f"not beaten, {number} won" if number else "not beaten"
        if number == _RECHARGE:
            return "out in the recharge"
        return f"out in round {ROUNDS[number] if stage == 'Main' else number + 1}"

    return f"round of exit in the {_TITLES[stage]}", lambda level: way, shows


def _reunion(
    matches: list[_KnockoutMatch], ways: dict[str, dict[str, _Way]], players: list[str], draw: Draw
) -> dict[str, _Way]:
    found: dict[str, _Way] = dict.fromkeys(players, (-1, 0))
    # players left in the Main are in the reunion; those left in the Consolation when that is over
    for stage, there in (("PC", draw.left["PC"] or []), ("Main", players)):
        for player in there:
            if ways[stage][player][0] == 1:
                found[player] = (1, ways[stage][player][1])
    for player, (state, _) in found.items():
        if state == 1:
            ways["PC"][player] = ways["Main"][player] = (1, 0)
    recharge = draw.ties.get("R")
    for match in matches:
        if match.stage not in ("X", "R"):
            continue
        if (
            recharge is not None
            and match.stage != "R"
            and {match.winner, match.loser} == set(recharge.pair)
        ):
            continue  # the recharge decides instead
        found[match.winner] = (1, found[match.winner][1] + 1)
        found[match.loser] = (0, match.round)
    return found | {player: (0, number) for player, number in draw.out.get("X", {}).items()}


#: what a draw with wishes says besides the seed
WISHES = ("order", "apart", "rather_apart")


def _order(event: AuditedEvent) -> tuple[str, ...] | None:
    order = event.option("order", None)
    if order is None:
        return None
    if sorted(order) != sorted(event.players):
        raise Cursor(order, "options.order").refuse("it does not name every player once")
    return tuple(order)


def _check_apart(event: AuditedEvent, drawer: Drawer) -> None:
    """Refuse a Main in whose first round players meet who are always kept apart."""
    groups = event.option("apart", None) or []
    line, _ = drawer.first_line()
    for one, other in zip(line[::2], line[1::2], strict=True):
        if one and other and any(one in group and other in group for group in groups):
            raise Cursor(groups, "options.apart").refuse(
                "%(one)s and %(other)s meet in the first round", one=one, other=other
            )


def drawn(players: Sequence[str], seed: int, choices: Any) -> dict[str, Any]:
    """Return the seed itself: every round is drawn from it."""
    return {"seed": seed}


KNOCKOUT = Auditor(knockout, drawn, ("sets", "late"), "late", "absent", "bye_of", wishes=WISHES)
