"""Repeats the draw of a knockout for the audit: all matches that follow from the results so far.

The whole bracket is built again for each question, round by round, from the players on their places. A
draw depends only on its seed and name, so every repetition gives the same draw.
Sources: docs/rules/backgammon.md, "Events"; docs/formats.md for the seeds.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

ROUNDS = "ABCDEFGHIJKLMNOPQ"
_FREE = ""


@dataclass(frozen=True, slots=True)
class AuditedTie:
    """Two players who meet: the match's name, stage (Main, PC, LC, X, R) and round from 0."""

    name: str
    stage: str
    round: int
    pair: tuple[str, str]


@dataclass(frozen=True, slots=True)
class AuditedDraw:
    """The options of a knockout before its first match."""

    players: tuple[str, ...]
    seed: int | None
    late: int
    consolation: str | None
    last_chance: str | None
    spread: bool = False
    #: the order of the Main, if a draw with wishes gave it
    order: tuple[str, ...] | None = None


@dataclass(slots=True)
class _Stage:
    name: str
    entries: list[list[str]]
    #: whether it continues until one player is left; with a reunion it stops after the entries
    to_one: bool
    left: list[str] | None = None


@dataclass(slots=True)
class Draw:
    """Every match so far, the players left in each stage, and the winner (None: nobody yet)."""

    ties: dict[str, AuditedTie] = field(default_factory=dict)
    left: dict[str, list[str] | None] = field(default_factory=dict)
    winner: str | None = None
    depth: int = 0
    over: bool = False
    #: drawn rounds outside the Main; and by stage: all their players
    rounds: set[str] = field(default_factory=set)
    #: players with a bye in the Main's first round
    free: set[str] = field(default_factory=set)
    players: dict[str, set[str]] = field(default_factory=dict)
    #: by stage: players who left without a match to lose -> their first missing round (from 0)
    out: dict[str, dict[str, int]] = field(default_factory=dict)


def places(entries: int) -> int:
    """Return the number of places of a Main for a number of entries: a power of two, at least two."""
    return max(2, 1 << (entries - 1).bit_length())


def _turns(matches: list[int]) -> list[int]:
    """Return matches so that halves of the board take turns, halves of halves within them, and so on."""
    if len(matches) == 1:
        return matches
    upper, lower = _turns(matches[: len(matches) // 2]), _turns(matches[len(matches) // 2 :])
    return [match for both in zip(upper, lower, strict=True) for match in both]


def free_places(size: int, count: int) -> list[int]:
    """Return the places that stay free, in numerical order.

    No match has two free places while another match has none.
    """
    order = _turns(list(range(size // 2)))
    return sorted([*(2 * match + 1 for match in order), *(2 * match for match in order)][:count])


def kept_spread(size: int, entries: int, late: int) -> tuple[list[int], list[int]]:
    """Return the free places, and those of them that are kept for late arrivals, spread over the board."""
    matches = size // 2
    order = _turns(list(range(matches)))
    if entries >= matches:
        # compare the byes without and with all late arrivals: the difference is kept
        free = free_places(size, size - entries)
        return free, [place for place in free if place not in free_places(size, size - entries - late)]
    alone = matches - entries
    others = late - alone
    # upper matches may have no player if there is room for the others below them
    nobody = [match for match in order if match < alone or match <= matches - others][:alone]
    kept = {2 * match for match in nobody}
    lower = [match for match in order if match > max(nobody)]
    upper = sorted(set(order) - set(lower))
    while others:
        kept.add(2 * (lower or upper).pop() + 1)
        others -= 1
    return sorted({2 * match for match in nobody} | {2 * match + 1 for match in order}), sorted(kept)


def spelled(text: str | None, rounds: int) -> str | None:
    """Return the notation for an option given in words, in a Main with this number of rounds."""
    words = re.sub(r"\s+", " ", text.strip()).lower() if text else ""
    if words == "first-round consolation":
        return "A"
    if words == "consolation losers":
        return "1.2.|"
    if words == "progressive consolation":
        rounds = max(1, rounds - 1)
    elif words not in ("double elimination", "double elimination with recharge"):
        return text
    found = "A"
    for number in range(1, rounds):
        found += ("." if number == 1 else ".|.") + ROUNDS[number]
    if words.startswith("double"):
        found += ".X.R" if words.endswith("recharge") else ".X"
    return found


def notation(text: str | None) -> tuple[list[list[str]], bool, bool]:
    """Return the rounds whose losers enter, whether a reunion follows, and whether a recharge follows."""
    if text is None:
        return [], False, False
    entries: list[list[str]] = []
    for part in text.strip().strip(".").split("."):
        part = part.strip()
        if part in ("X", "R", "XR"):
            continue
        entries.append(re.findall(r"[A-Q]|[1-9][0-9]?", part))
    return entries, "X" in text, "R" in text


class Drawer:
    """Makes draws for one event; the pairs of each round are cached."""

    def __init__(self, plan: AuditedDraw) -> None:
        self.plan = plan
        self._paired: dict[tuple[object, ...], list[tuple[str, str | None]]] = {}

    def draw(
        self,
        arrived: Sequence[str],
        given: Mapping[str, str],
        closed: bool,
        won: Mapping[str, str],
        left: Collection[str],
        absent: Mapping[str, frozenset[str]],
    ) -> Draw:
        """Return the bracket after late arrivals and results; `given` are players and who took their bye.

        The losers of the matches in `left` have left, and so have the `absent` players: outside the Main they
        are only in rounds that were drawn before.
        """
        return _Bracket(self, arrived, given, closed, won, left, absent).draw

    def first_line(self) -> tuple[list[str | None], list[int]]:
        """Return the first line of the Main at the draw, and its places for late arrivals."""
        plan = self.plan
        size = places(len(plan.players) + plan.late)
        free = free_places(size, size - len(plan.players))
        kept = free[: plan.late]
        if plan.spread and plan.late:
            free, kept = kept_spread(size, len(plan.players), plan.late)
        waiting = iter(plan.order or self.shuffled(plan.players, "Main"))
        return [_FREE if place in free else next(waiting) for place in range(size)], kept

    def shuffled(self, names: Sequence[str], draw: str) -> list[str]:
        """Return names in the order of a draw."""
        order = list(names)
        if self.plan.seed is not None:
            random.Random(f"{self.plan.seed} {draw}").shuffle(order)
        return order

    def paired(
        self, pool: Sequence[str], met: frozenset[frozenset[str]], byes: Mapping[str, tuple[int, int]]
    ) -> list[tuple[str, str | None]]:
        """Return the pairs of a round, the bye last; avoid first rematches, then repeated byes."""
        known = frozenset(pair for pair in met if pair <= set(pool))
        key = (tuple(pool), known, tuple(byes[name] for name in pool))
        if key not in self._paired:
            self._paired[key] = _pairs(pool, known, byes)
        return self._paired[key]


def _pairs(
    pool: Sequence[str], met: frozenset[frozenset[str]], byes: Mapping[str, tuple[int, int]]
) -> list[tuple[str, str | None]]:
    if len(pool) < 2:
        return [(name, None) for name in pool]
    resting: list[str | None] = [None]
    if len(pool) % 2:
        # among players with equally many byes, the last one of the pool has the bye first
        latest = pool[::-1]
        resting = [*sorted(latest, key=byes.__getitem__)]
    for allowed in range(len(pool)):
        for rest in resting:
            found = _matching([name for name in pool if name != rest], met, allowed, set())
            if found is not None:
                found.sort(key=lambda pair: pool.index(pair[0]))
                return [*found, *([(rest, None)] if rest is not None else [])]
    raise ValueError("no round can be drawn")


def _matching(
    names: list[str], met: frozenset[frozenset[str]], allowed: int, dead: set[tuple[tuple[str, ...], int]]
) -> list[tuple[str, str | None]] | None:
    # the player who has met most of the others chooses first, and takes a new opponent if possible
    if not names:
        return []
    if (tuple(names), allowed) in dead:
        return None
    old = {name: {other for other in names if frozenset((name, other)) in met} - {name} for name in names}
    one = max(names, key=lambda name: len(old[name]))
    for again in (False, True):
        for other in names:
            if other == one or (other in old[one]) != again or (again and not allowed):
                continue
            rest = [name for name in names if name not in (one, other)]
            found = _matching(rest, met, allowed - again, dead)
            if found is not None:
                first, second = sorted((one, other), key=names.index)
                return [*found, (first, second)]
    dead.add((tuple(names), allowed))
    return None


class _Bracket:
    def __init__(
        self,
        drawer: Drawer,
        arrived: Sequence[str],
        given: Mapping[str, str],
        closed: bool,
        won: Mapping[str, str],
        left: Collection[str],
        absent: Mapping[str, frozenset[str]],
    ) -> None:
        self.given = given
        self.drawer, self.won, self.left, self.absent = drawer, won, left, absent
        self.gone: set[str] = set()
        self.draw = Draw()
        self.met: set[frozenset[str]] = set()
        self.lost: Counter[str] = Counter()
        self.byes: dict[str, Counter[str]] = {"Main": Counter(), "other": Counter()}
        #: losers of each finished round, by its name in drop notation
        self.losers: dict[str, list[str]] = {}
        plan = drawer.plan
        entries, reunion, self.recharge = notation(plan.consolation)
        stages = []
        if plan.consolation is not None:
            stages.append(_Stage("PC", entries, not reunion))
        if plan.last_chance is not None:
            stages.append(_Stage("LC", notation(plan.last_chance)[0], True))
        main = self._main(arrived, closed, max(map(ord, "".join(map("".join, entries)))) if reunion else None)
        for stage in stages:
            self._stage(stage)
            self.draw.left[stage.name] = stage.left
        self.draw.over = None not in main and all(stage.left is not None for stage in stages)
        if not reunion:
            self.draw.winner = main[0] or None
            return
        last = _Stage("X", [], True)
        if None not in main and stages[0].left is not None:
            self._stage(last, ([name for name in main if name], stages[0].left))
        self.draw.left["X"] = last.left
        self.draw.winner = last.left[0] if last.left else None
        self.draw.over = self.draw.over and last.left is not None

    def _tie(self, name: str, stage: str, number: int, pair: tuple[str, str]) -> str | None:
        """Enter a match; return its winner."""
        self.draw.ties[name] = AuditedTie(name, stage, number, pair)
        winner = self.won.get(name)
        if winner is not None:
            loser = pair[1] if winner == pair[0] else pair[0]
            self.met.add(frozenset(pair))
            self.lost[loser] += 1
            if name in self.left:
                self.gone.add(loser)
        return winner

    def _main(self, arrived: Sequence[str], closed: bool, last: int | None) -> list[str | None]:
        line, kept = self.drawer.first_line()
        size = len(line)
        for number, place in enumerate(kept):
            line[place] = arrived[number] if number < len(arrived) else _FREE if closed else None
        for beside, arrival in self.given.items():
            line[line.index(beside) ^ 1] = arrival
        pairs = list(zip(line[::2], line[1::2], strict=True))
        self.draw.free = {one or other or "" for one, other in pairs if _FREE in (one, other)} - {""}
        depth = size.bit_length() - 1
        if last is not None:
            depth = min(depth, last - ord("A") + 1)
        self.draw.depth = depth
        for number in range(depth):
            after: list[str | None] = []
            beaten: list[str] = []
            for place in range(0, len(line), 2):
                one, other = line[place], line[place + 1]
                name = f"{ROUNDS[number]}{place // 2 + 1}"
                if one is None or other is None:
                    after.append(None)
                elif one in self.absent and other in self.absent and name not in self.won:
                    after.append(_FREE)
                    self.draw.out.setdefault("Main", {}).update({one: number, other: number})
                elif one and other:
                    winner = self._tie(name, "Main", number, (one, other))
                    after.append(winner)
                    beaten += [name for name in (one, other) if winner is not None and name != winner]
                else:
                    after.append(one or other)
                    self.byes["Main"][one or other] += 1
            if None not in after:
                self.losers[ROUNDS[number]] = beaten
            line = after
        return line

    def _entering(self, source: str) -> list[str] | None:
        if source.isdigit():
            if f"PC{source}" not in self.losers and self.draw.left.get("PC") is not None:
                return []
            return self.losers.get(f"PC{source}")
        return [] if ROUNDS.index(source) >= self.draw.depth else self.losers.get(source)

    def _stage(self, stage: _Stage, first: tuple[list[str], list[str]] | None = None) -> None:
        """Draw a stage as far as possible; `first`: the players who stay and who enter in its first round."""
        staying: list[str] = []
        number = 0
        while True:
            name = f"{stage.name}{number + 1}"
            staying = self._there(stage, number, staying)
            entering: list[str] = []
            if first is not None and number == 0:
                staying, entering = self._there(stage, 0, first[0]), self._there(stage, 0, first[1])
            elif number < len(stage.entries):
                sources = [self._entering(source) for source in stage.entries[number]]
                for source in sources:
                    if source is None:
                        return
                    entering += [one for one in source if one not in self.gone and self._drawn(one, name)]
            elif not stage.to_one or len(staying) < 2:
                stage.left = staying
                self.draw.rounds.add(name)
                return
            self.draw.rounds.add(name)
            after = self._round(stage, number, staying, entering)
            if after is None:
                return
            final = self.draw.ties.get(f"X{number + 1}-1")
            if stage.name == "X" and len(after) == 1 and final is not None and self._again(stage, final):
                return
            staying = after
            number += 1

    def _drawn(self, player: str, name: str) -> bool:
        """Return whether a player is in a round; a player who left is, if the round was drawn before."""
        return player not in self.absent or name in self.absent[player]

    def _there(self, stage: _Stage, number: int, players: list[str]) -> list[str]:
        there = [one for one in players if self._drawn(one, f"{stage.name}{number + 1}")]
        out = self.draw.out.setdefault(stage.name, {})
        out.update({one: number for one in players if one not in there})
        return there

    def _round(
        self, stage: _Stage, number: int, staying: list[str], entering: list[str]
    ) -> list[str] | None:
        name = f"{stage.name}{number + 1}"
        stay = self.drawer.shuffled(staying, f"{name} staying")
        enter = self.drawer.shuffled(entering, f"{name} entering")
        longer, shorter = (stay, enter) if len(stay) >= len(enter) else (enter, stay)
        pool = [one for place, other in enumerate(longer) for one in (other, *shorter[place : place + 1])]
        self.draw.players.setdefault(stage.name, set()).update(pool)
        byes = {one: (self.byes["Main"][one], self.byes["other"][one]) for one in pool}
        winners: list[str] = []
        losers: list[str] = []
        waiting = False
        rest: list[str] = []
        for place, (one, other) in enumerate(self.drawer.paired(pool, frozenset(self.met), byes), 1):
            if other is None:
                rest = [one]
                self.byes["other"][one] += len(pool) > 1
                continue
            winner = self._tie(f"{name}-{place}", stage.name, number, (one, other))
            waiting = waiting or winner is None
            if winner is not None:
                winners.append(winner)
                losers.append(other if winner == one else one)
        if waiting:
            return None
        self.losers[name] = losers
        return winners + rest

    def _again(self, stage: _Stage, final: AuditedTie) -> bool:
        """Return whether a recharge ends the reunion: its last match was its loser's first defeat."""
        winner = self.won[final.name]
        loser = final.pair[0] if winner == final.pair[1] else final.pair[1]
        if not self.recharge or self.lost[loser] > 1:
            return False
        decided = self._tie("R", "R", 0, final.pair)
        stage.left = None if decided is None else [decided]
        return True
