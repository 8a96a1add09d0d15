"""The rules: what a result may be, the standings, what is to be played, when it is over."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tablekeeper.formats.adjudication import CAP
from tablekeeper.formats.answer import Answer, StandingsRow
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.match_board import MatchBoard
from tablekeeper.formats.option import Option
from tablekeeper.formats.paper import PaperTable
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.ranking import Rated, rated_pair
from tablekeeper.formats.ttt import picture
from tablekeeper.formats.ttt.completion import completed
from tablekeeper.formats.ttt.contest import ENDLESS, contest
from tablekeeper.formats.ttt.course import RULINGS, TttCourse, read_course
from tablekeeper.formats.ttt.futures import futures_of, joined, settled
from tablekeeper.formats.ttt.matches import (
    KINDS,
    TttMatch,
    invitations,
    official,
    wins_among,
)
from tablekeeper.languages import _, ngettext, pgettext
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted, value_text

PairGames = Mapping[frozenset[str], TttMatch]


@dataclass(slots=True)
class TttDecision:
    """How first place among level players was settled, or what has to be played for it."""

    winner: str | None = None
    by: str | None = None
    explain: str | None = None
    #: pairs of the mini-TTT that are open, and its number
    mini: int = 0
    open: list[tuple[str, str]] = field(default_factory=list)
    #: whom the mini-TTT is among, and its official games
    level: Sequence[str] = ()
    games: PairGames = field(default_factory=dict)


class Ttt(Format):
    """A Tric Trac Tourney."""

    key = "ttt"
    listed = 90
    title = _("Tric Trac Tourney")
    asks = ("turns_a_day",)
    presets = (
        Preset("ttt-by-turns", _("Tric Trac Tourney by turns, 2 turns a day for each player"),
               {"turns_a_day": 2}),
        Preset("ttt-backgammon", _("Tric Trac Tourney at tables, a timeout worth up to 3 points"), {"cap": 3},
               ("cap", "removal_at")),
    )  # fmt: skip
    is_rated = True
    invites = True
    departure = "absent"
    decided = ("ruling",)
    unplayed = ("timeout", "resigned", "wins", "gammons", "backgammons", "position", "on_roll", "evaluation")
    departures = RULINGS
    board = MatchBoard(points=1)
    options = (
        Option(
            "cap",
            _("Most points for a timeout"),
            "decimal",
            CAP,
            low=1,
            high=3,
            help=_("2.7, or 3 for a backgammon's."),
        ),
        Option("removal_at", _("Timeouts at which a player is removed"), "whole", 12, low=1),
        Option(
            "turns_a_day",
            _("Turns a day of each player, by turns"),
            "whole",
            None,
            low=1,
            high=24,
            empty=True,
            help=_("Usually 2. Each game has a deadline then. Left out, games are played at tables."),
        ),
        Option(
            "groups",
            _("Groups"),
            "lists",
            None,
            empty=True,
            help=_("Lists of players; each is a tourney of its own."),
        ),
    )
    result = (
        Option(
            "match",
            _("Match id"),
            "whole",
            None,
            low=1,
            help=_("Left out, the match that the two have started, or a new one."),
        ),
        Option("players", _("Players"), "texts", None),
        Option("winner", _("Winner"), "text", None, empty=True),
        Option(
            "kind",
            _("Kind"),
            "choice",
            "single",
            choices=tuple(KINDS),
            words=(_("single"), _("gammon"), _("backgammon")),
        ),
        Option("timeout", _("Who timed out"), "text", None, empty=True, said=_("timed out")),
        Option("resigned", _("Who resigned"), "text", None, empty=True, said=_("resigned")),
        Option("wins", _("Wins of the other, %%"), "decimal", None, low=0, high=100, empty=True),
        Option("gammons", _("Gammons of the other, %%"), "decimal", None, low=0, high=100, empty=True),
        Option(
            "backgammons", _("Backgammons of the other, %%"), "decimal", None, low=0, high=100, empty=True
        ),
        Option(
            "position",
            _("Position in which it stopped"),
            "text",
            None,
            empty=True,
            names="none",
            help=_("A GNU position id or an XGID: without percentages GNU Backgammon finds them."),
        ),
        Option(
            "on_roll",
            _("Who was on roll there"),
            "text",
            None,
            empty=True,
            help=_("Left out, who timed out or resigned."),
        ),
        Option("evaluation", _("Evaluated by"), "text", None, empty=True, names="none"),
        Option("started", _("Started and still open"), "flag", False),
        Option("mini", _("Number of the mini-TTT"), "whole", None, low=1, empty=True),
        Option("absent", _("Has withdrawn"), "text", None, empty=True),
        Option(
            "ruling",
            _("What becomes of open games"),
            "choice",
            None,
            choices=tuple(RULINGS),
            words=tuple(RULINGS.values()),
            empty=True,
        ),
    )

    def check(self, event: Event, options: Cursor) -> None:
        """Refuse groups that are not all players once."""
        self.groups(event)

    def groups(self, event: Event) -> list[tuple[str, ...]]:
        """Return the groups; without the option all players are one."""
        cursor: Cursor | None = event.options["groups"]
        if cursor is None:
            return [event.players]
        found: list[tuple[str, ...]] = []
        home: set[str] = set()
        for item in cursor.items(1):
            group = []
            for player in item.items(2):
                name = player.player(event.players)
                if name in home:
                    raise player.refuse("%(name)s is in two places", name=name)
                home.add(name)
                group.append(name)
            found.append(tuple(group))
        missing = [player for player in event.players if player not in home]
        if missing:
            raise cursor.refuse("%(missing)s is in no group", missing=missing[0])
        return found

    def _read(self, event: Event) -> tuple[list[tuple[str, ...]], TttCourse]:
        groups = self.groups(event)
        return groups, read_course(event.results, event.options["cap"], groups)

    draws = (Option("groups", _("Number of groups"), "whole", 1, low=1, high=99),)

    def draw(self, event: Event, seed: int, **choices: Any) -> Mapping[str, Any]:
        """Return the option `groups`: the players at random in groups of nearly equal size."""
        groups: int = choices.get("groups", 1)
        order = list(event.players)
        random.Random(f"ttt {seed}").shuffle(order)
        return {"groups": [order[number::groups] for number in range(groups)]}

    def answer(self, event: Event) -> Answer:
        """Return the standings, group by group."""
        groups, course = self._read(event)
        matches, games = course.matches, course.official
        rows: list[StandingsRow] = []
        following: list[dict[str, Any]] = []
        notes: list[str] = []
        winners: list[str | None] = []
        provisional = False
        for number, group in enumerate(groups, 1):
            named = _("Group %(number)s: ", number=number) if len(groups) > 1 else ""
            table = {pair: match for pair, match in games.items() if pair <= set(group)}
            minis = [match for match in matches if match.mini and set(match.players) <= set(group)]
            found = _standings(group, table, minis, event.options["removal_at"], course)
            extra = {"group": number} if event.options["groups"] is not None else {}
            rows += [
                StandingsRow(row.rank, row.player, {**row.figures, **extra}, row.decided_by, row.explain)
                for row in found.rows
            ]
            following += found.following
            notes += [named + note for note in found.notes]
            winners.append(found.decision.winner)
            provisional = provisional or found.provisional
        self._check_minis(matches, groups)
        inside = {match.number for match in games.values()}
        inside |= {match.number for match in matches if match.mini and _together(match, groups)}
        friendly = sum(1 for match in matches if match.number not in inside)
        if friendly:
            notes.append(
                ngettext(
                    "%(num)s friendly match does not count.",
                    "%(num)s friendly matches do not count.",
                    friendly,
                )
            )
        # with everybody removed nothing is left to play, and nobody has won
        over = not provisional and not following
        winner = winners[0] if len(groups) == 1 else None
        if len(groups) > 1:
            notes += [
                _("Group %(number)s: %(name)s has won.", number=number, name=name)
                for number, name in enumerate(winners, 1)
                if name
            ]
        return Answer(self.key, over, winner, provisional, tuple(rows), tuple(following), (), tuple(notes))

    def completed(
        self,
        event: Event,
        result: Mapping[str, Any],
        tables: Collection[int],
        table: int | None = None,
        instead: Mapping[str, Any] | None = None,
    ) -> Mapping[str, Any]:
        """Return a result with its match id and its kind; a ruling is about the same match."""
        if instead is not None:
            kept = {key: instead[key] for key in ("match", "mini", "players") if key in instead}
            result = kept | dict(result)
        self.check_departure(result)
        _, course = self._read(event)
        return completed(result, course.matches, lambda: self.answer(event).next, tables, table)

    def futures(self, event: Event) -> Futures:
        """Return who can still be first and the places open to each player, group by group."""
        groups, course = self._read(event)
        matches, games = course.matches, course.official
        removal_at, cap = event.options["removal_at"], event.options["cap"]
        parts = []
        for number, group in enumerate(groups, 1):
            table = {pair: match for pair, match in games.items() if pair <= set(group)}
            minis = [match for match in matches if match.mini and set(match.players) <= set(group)]
            found = _standings(group, table, minis, removal_at, course)
            named = _("Group %(number)s: ", number=number) if len(groups) > 1 else ""
            gone = [row.player for row in found.rows if row.figures["removed"]]
            if found.provisional:
                playing = [player for player in group if player not in gone]
                whole = contest(playing, found.kept, timeouts_of(group, table), removal_at, cap)
                parts.append(futures_of(playing, whole, gone, named))
            else:
                # a mini-TTT removes nobody
                decision = found.decision
                level = list(decision.level)
                last = contest(level, decision.games, dict.fromkeys(level, 0), ENDLESS, cap)
                ranks = {row.player: row.rank for row in found.rows}
                parts.append(settled(ranks, level, last, gone, named))
        return joined(event.players, parts)

    @staticmethod
    def _check_minis(matches: Sequence[TttMatch], groups: Sequence[Sequence[str]]) -> None:
        known = {player for group in groups for player in group}
        for match in matches:
            pair = set(match.players)
            if match.mini and pair <= known and not _together(match, groups):
                raise match.cursor.at("mini").refuse("the players are in different groups")

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield the official games that were played to their end."""
        _, course = self._read(event)
        games = course.official.values()
        for match in course.matches:
            if (match.mini or match in games) and match.winner is not None and match.absent is None:
                yield rated_pair(match.winner, match.players, 1)

    def crosstables(self, event: Event, answer: Answer) -> tuple[PaperTable, ...]:
        """Return a crosstable for each group."""
        return picture.tables(event, answer.rows, self.groups(event))

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw a crosstable for each group."""
        picture.draw(sheet, event, answer.rows, self.groups(event))
        return True


@dataclass(slots=True)
class _Found:
    rows: list[StandingsRow]
    following: list[dict[str, Any]]
    notes: list[str]
    decision: TttDecision
    provisional: bool
    #: official matches among players who have not been removed
    kept: PairGames


def timeouts_of(group: Sequence[str], table: PairGames) -> dict[str, int]:
    """Return how often each player timed out or resigned in official matches."""
    found = dict.fromkeys(group, 0)
    for match in table.values():
        if match.absent is not None:
            found[match.absent] += 1
    return found


def _together(match: TttMatch, groups: Sequence[Sequence[str]]) -> bool:
    return any(set(match.players) <= set(group) for group in groups)


def _standings(
    group: Sequence[str], table: PairGames, minis: Sequence[TttMatch], removal_at: int, course: TttCourse
) -> _Found:
    timeouts = timeouts_of(group, table)
    removed = [player for player in group if timeouts[player] >= removal_at or player in course.removed]
    playing = [player for player in group if player not in removed]
    kept = {pair: match for pair, match in table.items() if not pair & set(removed)}
    points = dict.fromkeys(group, Decimal(0))
    played = dict.fromkeys(group, 0)
    for match in kept.values():
        if match.points is not None:
            for player in match.players:
                points[player] += match.points_of(player)
                played[player] += 1
    following: list[dict[str, Any]] = []
    for one, other in invitations(group):
        pair = frozenset((one, other))
        if pair & set(removed):
            # who invites whom stays for all others
            continue
        if pair not in kept:
            following.append({"players": [one, other]})
        elif kept[pair].points is None:
            following.append({"match": kept[pair].number, "players": [one, other], "started": True})
    provisional = bool(following)
    order = sorted(playing, key=lambda player: -points[player])
    level = [player for player in order if points[player] == points[order[0]]] if order else []
    decision = TttDecision()
    if not provisional and level:
        decision = _first(level, kept, minis, 1, "", course)
        following += [{"mini": decision.mini, "players": list(pair)} for pair in decision.open]
    elif minis:
        raise minis[0].cursor.at("mini").refuse("there is no mini-TTT: the tourney is not finished")
    if decision.winner is not None:
        order.remove(decision.winner)
        order.insert(0, decision.winner)
    rows = _rows(order, removed, decision, points, {"played": played, "timeouts": timeouts})
    notes = []
    for player in group:
        if player in removed:
            why = (
                _("%(timeouts)s timeouts", timeouts=timeouts[player])
                if timeouts[player] >= removal_at
                else "withdrawn"
            )
            notes.append(_("%(player)s is removed with all games: %(why)s.", player=player, why=why))
        elif player in course.left:
            settled = sum(match.settled and match.absent == player for match in table.values())
            told = counted(settled, "open game is a timeout", "open games are timeouts")
            notes.append(
                _("%(player)s has withdrawn: %(told)s with nothing played.", player=player, told=told)
            )
    if decision.open:
        notes.append(_("Mini-TTT %(mini)s decides first place.", mini=decision.mini))
    return _Found(rows, following, notes, decision, provisional, kept)


def _rows(
    order: Sequence[str],
    removed: Sequence[str],
    decision: TttDecision,
    points: Mapping[str, Decimal],
    counts: Mapping[str, Mapping[str, int]],
) -> list[StandingsRow]:
    rows: list[StandingsRow] = []
    for place, player in enumerate([*order, *removed]):
        gone = player in removed
        # the winner of a tie stands alone before those who were level
        alone = decision.by is not None and place == 1
        before = rows[-1] if rows else None
        level = before is not None and not alone and not gone and before.figures["points"] == points[player]
        if gone:
            rank = len(order) + 1
        elif level and before is not None:
            rank = before.rank
        else:
            rank = place + 1
        by = explain = None
        if place + 1 < len(order):
            following = order[place + 1]
            if place == 0 and decision.by is not None:
                by, explain = decision.by, decision.explain
            elif points[player] != points[following]:
                by, explain = (
                    _("most points"),
                    pgettext(
                        "figures",
                        "%(one)s v %(other)s",
                        one=value_text(points[player]),
                        other=value_text(points[following]),
                    ),
                )
        figures = {
            "points": points[player],
            "played": counts["played"][player],
            "timeouts": counts["timeouts"][player],
            "removed": gone,
        }
        rows.append(StandingsRow(rank, player, figures, by, explain))
    return rows


def _first(
    level: Sequence[str],
    table: PairGames,
    minis: Sequence[TttMatch],
    number: int,
    where: str,
    course: TttCourse,
) -> TttDecision:
    # who of the level leaders is first; `table` holds the games among them, `minis` all mini-TTTs
    if len(level) == 1:
        _no_more(minis, number)
        return TttDecision(level[0])
    wins = wins_among(level, table)
    best = max(wins.values())
    leaders = [player for player in level if wins[player] == best]
    if len(leaders) == 1:
        _no_more(minis, number)
        rest = max(wins[player] for player in level if player != leaders[0])
        name = _("their game") if len(level) == 2 else _("most wins among the tied")
        return TttDecision(leaders[0], where + name, f"{best} v {rest}")
    mine = [match for match in minis if match.mini == number]
    for match in mine:
        if not set(match.players) <= set(level):
            stranger = next(player for player in match.players if player not in level)
            raise match.cursor.at("players").refuse(
                "%(stranger)s is not in mini-TTT %(number)s",
                stranger=stranger, number=number,
            )
    games = official(
        [TttMatch(m.number, m.players, m.points, m.winner, m.absent, 0, m.cursor) for m in mine], [level]
    )
    pairs = invitations(level)
    games = course.settled(games, pairs)
    open_pairs = [
        pair for pair in pairs if frozenset(pair) not in games or games[frozenset(pair)].points is None
    ]
    if open_pairs:
        _no_more(minis, number + 1)
        return TttDecision(mini=number, open=open_pairs, level=level, games=games)
    points = {
        player: sum(
            (games[frozenset(pair)].points_of(player) for pair in pairs if player in pair), Decimal(0)
        )
        for player in level
    }
    top = [player for player in level if points[player] == max(points.values())]
    name = _("mini-TTT %(number)s", number=number)
    if len(top) == 1:
        _no_more(minis, number + 1)
        second = max(points[player] for player in level if player != top[0])
        most = value_text(points[top[0]])
        return TttDecision(
            top[0], name, pgettext("figures", "%(one)s v %(other)s", one=most, other=value_text(second))
        )
    return _first(top, games, minis, number + 1, f"{name}, ", course)


def _no_more(minis: Sequence[TttMatch], number: int) -> None:
    for match in minis:
        if match.mini >= number:
            raise match.cursor.at("mini").refuse("there is no mini-TTT %(mini)s", mini=match.mini)
