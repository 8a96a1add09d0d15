"""The rules: valid results, the standings, the next games, and the end of the event."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from tablekeeper.formats.adjudication import CAP
from tablekeeper.formats.answer import Answer, StandingsRow, final_rows
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.departure import LATE, arrived, newcomer
from tablekeeper.formats.event import Event
from tablekeeper.formats.flights import PRECEDENCE
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.match_board import MatchBoard
from tablekeeper.formats.option import Option
from tablekeeper.formats.paper import PaperTable
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.ranking import Rated, rated_pair
from tablekeeper.formats.ttt import picture
from tablekeeper.formats.ttt.completion import completed
from tablekeeper.formats.ttt.contest import ENDLESS, contest
from tablekeeper.formats.ttt.course import ALL, BEST, POINTS, RULINGS, WINS, TttCourse, read_course
from tablekeeper.formats.ttt.futures import futures_of, joined, settled
from tablekeeper.formats.ttt.matches import KINDS, TttMatch
from tablekeeper.formats.ttt.table import standings_of, timeouts_of
from tablekeeper.languages import _, ngettext
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.strictjson import Cursor
from tablekeeper.text import meant


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
    arrival = LATE
    departure = "absent"
    keeps = (LATE,)
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
            help=_("2.7, or 3 to allow the points of a backgammon."),
        ),
        Option("removal_at", _("Timeouts at which a player is removed"), "whole", 12, low=1),
        Option("tie_by", _("Three or more level for first: their games are compared by"), "choice", WINS,
               choices=(WINS, POINTS), words=(_("wins"), _("points"))),
        Option("mini_of", _("The mini-TTT is played by"), "choice", ALL, choices=(ALL, BEST),
               words=(_("all who are level for first"), _("those who are best in their games"))),
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
        PRECEDENCE,
    )
    result = (
        Option(
            "match",
            _("Match id"),
            "whole",
            None,
            low=1,
            help=_("If left out: the match that the two have started, or a new one."),
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
        Option("wins", _("Wins of the other player, %%"), "decimal", None, low=0, high=100, empty=True),
        Option("gammons", _("Gammons of the other player, %%"), "decimal", None, low=0, high=100, empty=True),
        Option(
            "backgammons", _("Backgammons of the other player, %%"), "decimal", None,
            low=0, high=100, empty=True,
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
            help=_("If left out: the player who timed out or resigned."),
        ),
        Option("evaluation", _("Evaluated by"), "text", None, empty=True, names="none"),
        Option("started", _("Started and still open"), "flag", False),
        Option("mini", _("Number of the mini-TTT"), "whole", None, low=1, empty=True),
        *arrived(_("Meets everybody; the other invitations stay.")),
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

    def check_options(self, event: Event, options: Cursor) -> None:
        """Refuse a number of groups: groups are drawn."""
        groups: Cursor | None = event.options["groups"]
        number = None if groups is None else re.fullmatch(r"(?:\[\[')?(\d+)(?:'\]\])?", str(groups.value))
        if groups is not None and number is not None:
            raise groups.refuse(
                "lists of players are wanted here; to draw %(number)s groups, enter the players and use "
                "`tablekeeper event draw EVENT --groups %(number)s`",
                number=number[1],
            )

    def check(self, event: Event, options: Cursor) -> None:
        """Refuse groups that do not contain every player exactly once."""
        self.groups(event)

    def groups(self, event: Event) -> list[tuple[str, ...]]:
        """Return the groups; without the option all players, with late arrivals, are one group."""
        cursor: Cursor | None = event.options["groups"]
        everybody = event.players
        for result in event.results:
            if result.has(LATE):
                everybody = (*everybody, newcomer(result, everybody)[0])
                if cursor is not None:
                    raise result.at(LATE).refuse("%(missing)s is in no group", missing=everybody[-1])
        if cursor is None:
            return [everybody]
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
        return groups, read_course(event.results, event.options, groups)

    draws = (Option("groups", _("Number of groups"), "whole", 1, low=1, high=99),)

    def draw(self, event: Event, seed: int, **choices: Any) -> Mapping[str, Any]:
        """Return the option `groups`: the shuffled players in groups of nearly equal size."""
        groups: int = choices.get("groups", 1)
        order = list(event.players)
        random.Random(f"ttt {seed}").shuffle(order)
        return {"groups": [order[number::groups] for number in range(groups)]}

    def answer(self, event: Event) -> Answer:
        """Return the standings, group by group."""
        return self._answer(event, *self._read(event))

    def _answer(self, event: Event, groups: Sequence[Sequence[str]], course: TttCourse) -> Answer:
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
            found = standings_of(group, table, minis, event.options["removal_at"], course)
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
        # if all players are removed, no game is left and there is no winner
        over = not provisional and not following
        winner = winners[0] if len(groups) == 1 else None
        if len(groups) > 1:
            notes += [
                _("Group %(number)s: %(name)s has won.", number=number, name=name)
                for number, name in enumerate(winners, 1)
                if name
            ]
        # players of the same rank in their groups share a place of the event
        final = final_rows(rows) if len(groups) > 1 else ()
        return Answer(
            self.key, over, winner, provisional, tuple(rows), tuple(following), (), tuple(notes),
            doubts=tuple(_mistyped(matches, event.players)), final=final,
        )  # fmt: skip

    def completed(self, event: Event, given: GivenResult) -> Mapping[str, Any]:
        """Return a result with its match id and kind; a ruling keeps the id of the match it changes."""
        result, instead = dict(given.result), given.instead
        if instead is not None:
            result = {key: instead[key] for key in ("match", "mini", "players") if key in instead} | result
        self.check_presence(result)
        groups, course = self._read(event)

        def following() -> Sequence[Mapping[str, Any]]:
            return self._answer(event, groups, course).next

        return completed(result, course.matches, following, given.tables, given.table, event.players)

    def futures(self, event: Event) -> Futures:
        """Return the players who can still be first, and each player's possible places, group by group."""
        groups, course = self._read(event)
        matches, games = course.matches, course.official
        removal_at, cap = event.options["removal_at"], event.options["cap"]
        parts = []
        for number, group in enumerate(groups, 1):
            table = {pair: match for pair, match in games.items() if pair <= set(group)}
            minis = [match for match in matches if match.mini and set(match.players) <= set(group)]
            found = standings_of(group, table, minis, removal_at, course)
            named = _("Group %(number)s: ", number=number) if len(groups) > 1 else ""
            gone = [row.player for row in found.rows if row.figures["removed"]]
            if found.provisional:
                playing = [player for player in group if player not in gone]
                timeouts = timeouts_of(group, table)
                whole = contest(playing, found.kept, timeouts, removal_at, cap, course.reading)
                parts.append(futures_of(playing, whole, gone, named))
            else:
                # timeouts in a mini-TTT remove nobody
                decision = found.decision
                level = list(decision.level)
                last = contest(
                    level, decision.games, dict.fromkeys(level, 0), ENDLESS, cap, course.reading
                )
                ranks = {row.player: row.rank for row in found.rows}
                parts.append(settled(ranks, level, last, gone, named))
        return joined([name for group in groups for name in group], parts)

    @staticmethod
    def _check_minis(matches: Sequence[TttMatch], groups: Sequence[Sequence[str]]) -> None:
        known = {player for group in groups for player in group}
        for match in matches:
            pair = set(match.players)
            if match.mini and pair <= known and not _together(match, groups):
                raise match.cursor.at("mini").refuse("the players are in different groups")

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield the official games and mini-TTT games that ended without a timeout or resignation."""
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


def _together(match: TttMatch, groups: Sequence[Sequence[str]]) -> bool:
    return any(set(match.players) <= set(group) for group in groups)


def _mistyped(matches: Iterable[TttMatch], players: Collection[str]) -> Iterable[str]:
    """Yield a sentence for each friendly match of a name that is nearly a player's."""
    for match in matches:
        for name in match.players:
            if name not in players and (near := meant(name, players)):
                yield _(
                    'Match %(match)s is friendly: "%(name)s" is not among the players%(near)s.',
                    match=match.number, name=name, near=near,
                )
