"""The rules: valid results, the standings, the next games, and the end of the event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar

from tablekeeper.formats.answer import Answer, StandingsRow, rows
from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.completions import span_text, summary, table_of_rows
from tablekeeper.formats.departure import ABSENT, Leavers
from tablekeeper.formats.event import Event
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.league import picture
from tablekeeper.formats.league.board import LeagueBoard
from tablekeeper.formats.league.course import ROBIN, RULINGS, LeagueCourse
from tablekeeper.formats.league.futures import PAIRS, Rights, is_settled
from tablekeeper.formats.league.lots import SCHEDULE, played_positions, read_lots, read_throws
from tablekeeper.formats.league.needs import futures
from tablekeeper.formats.league.options import LONGEST, OPTIONS, RESULT, minutes_of, restart_of
from tablekeeper.formats.league.playoffs import FINAL, QUALIFYING, Series, playoff_futures, playoff_places
from tablekeeper.formats.league.ranking import LeagueRanking
from tablekeeper.formats.league.ranking import rated as rating
from tablekeeper.formats.league.sequence import sequence
from tablekeeper.formats.league.table import (
    LeagueDice,
    LeagueGame,
    figures,
    ratio,
    table,
)
from tablekeeper.formats.league.tally import LeagueTally
from tablekeeper.formats.option import Option
from tablekeeper.formats.paper import PaperTable
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.ranking import Ranking, Rated
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _, joined, ngettext
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.standings.ranking import Standing
from tablekeeper.strictjson import Cursor

_TOP = 3


class League(Format):
    """A league by 2T rules: a game ends with the first completed colour, 4 to 0-3 counted pawns."""

    key = "league-2t"
    listed = 10
    title = _("League (2T)")
    asks = ("drr", "playoffs")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("league-2t-final", _("2T league, two double round-robins, final of the best two to 2 wins"),
               {"drr": 2, "playoffs": "top2", "final_to": 2},
               ("drr", "playoffs", "final_to", "head_start")),
    )  # fmt: skip
    ranking: ClassVar[Ranking | None] = LeagueRanking(lambda event: League().course(event))
    is_rated = True
    board = LeagueBoard("2T")
    options = OPTIONS
    throws: ClassVar[Mapping[str, str]] = {"positions": "lots", "dice": "dice"}
    breaks_ties = "dice"
    decided = ("cancelled", "ruling")
    departure = ABSENT
    departures = RULINGS
    result: ClassVar[tuple[Option, ...]] = RESULT
    least = 3
    most = 3
    extra_large = False
    #: counted pawns of a winner
    _won = 4

    def check(self, event: Event, options: Cursor) -> None:
        """Refuse positions that are not the three players, and throws that are not on a die."""
        read_lots(event)
        read_throws(event, "dice")

    def asked(self, pairing: Mapping[str, Any]) -> tuple[Option, ...]:
        """Return the fields of a result; a game of the playoffs needs no figures."""
        if "stage" not in pairing:
            return self.result
        return tuple(replace(one, empty=True) if one.won else one for one in self.result)

    def completed(self, event: Event, given: GivenResult) -> Mapping[str, Any]:
        """Return a result as every format does; before the lots only a result from a table is accepted."""
        result, unasked = given.result, given.table is None and given.instead is None
        if unasked and "winner" in result and "stage" not in result:
            following = self.answer(event).next
            if following and "positions" in following[0]:
                raise Cursor(result).refuse(
                    'the %(told)s comes first; to play without lots, set the positions to "order of entry"',
                    told=pairing_text(following[0]),
                )
        return super().completed(event, given)

    def begun(self, event: Event) -> Mapping[str, Any]:
        """Return the positions of all double round-robins so far, if one began without lots."""
        course = self.course(event)
        known = list(course.lots.positions)
        unread = len(known) * ROBIN < len(course.slots) < event.options["drr"] * ROBIN
        if course.leavers.gone or not unread:
            return {}
        while len(known) * ROBIN < len(course.slots):
            known.append(played_positions(course.slots[len(known) * ROBIN :][:_TOP], event.players))
        # drop the throws: their positions are now recorded, so they must not be read again
        return {"positions": [list(one) for one in known], "lots": None}

    # What a result says

    def _game(
        self, event: Event, fields: Mapping[str, Cursor], pair: tuple[str, ...], counted: bool
    ) -> LeagueGame:
        winner = fields["winner"].player(pair)
        loser = pair[0] if winner == pair[1] else pair[1]
        minutes: int | Decimal | None = None
        if "minutes" in fields:
            minutes = minutes_of(event.options, fields["minutes"].decimal(0, LONGEST))
        if not counted and "pawns" not in fields:
            return LeagueGame(winner, loser, (0, 0), (0, 0), minutes)
        won, lost = self._pair(fields["pawns"], pair, winner)
        if won != self._won or not 0 <= lost < self._won:
            raise fields["pawns"].refuse(
                "the winner has %(won)s counted pawns and the loser fewer",
                won=self._won,
            )
        return LeagueGame(winner, loser, (won, lost), self._colours(fields, pair, winner, lost), minutes)

    @staticmethod
    def _pair(cursor: Cursor, pair: tuple[str, ...], winner: str) -> tuple[int, int]:
        one, other = (item.whole(0) for item in cursor.items(2, 2))
        return (one, other) if winner == pair[0] else (other, one)

    def _colours(
        self, fields: Mapping[str, Cursor], pair: tuple[str, ...], winner: str, lost: int
    ) -> tuple[int, int]:
        if "colours" in fields:
            raise fields["colours"].refuse("completed colours are recorded in 2T-XL only")
        return (0, 0)

    # The course of the event

    def course(self, event: Event) -> LeagueCourse:
        """Return the league after its results; refuse an impossible result."""
        course = LeagueCourse(
            Leavers(event.players), dice=LeagueDice(read_throws(event, "dice")), lots=read_lots(event)
        )
        scheduled = event.options["drr"] * ROBIN
        for source, result in enumerate(event.results):
            if result.has(ABSENT):
                left = [pair for _, pair in self.remaining(event, course)]
                full = self._won, 2 if self.extra_large else 0
                course.leave(result, source, left, full, self._is_over(event, course))
                self._reach_final(event, course)
                continue
            if result.has("cancelled"):
                pair = result.fields(("cancelled",))["cancelled"].pair(event.players)
                if len(course.slots) == scheduled:
                    raise result.refuse("every game of the round-robins is played or cancelled")
                self._check_left(event, course, result.at("cancelled"), pair)
                self._check_cancelled(event, course, result.at("cancelled"))
                course.cancelled.append(pair)
                course.use(pair, source)
                continue
            known = ("players", "winner", "pawns", "colours", "minutes", "stage")
            fields = result.fields(known, ("players", "winner"))
            pair = fields["players"].pair(event.players)
            if "stage" in fields:
                self._playoff(event, course, result, fields, pair)
                continue
            if len(course.slots) == scheduled:
                raise result.refuse("every game of the round-robins is played or cancelled")
            if "pawns" not in fields:
                raise result.at("pawns").refuse("is missing")
            self._take_slot(event, course, fields["players"], pair)
            course.games.append(self._game(event, fields, pair, True))
            course.use(pair, source)
        self._close_table(event, course)
        surplus = course.final and course.dice.used < len(course.dice.throws)
        if surplus and not course.dice.left:
            raise course.dice.throws[course.dice.used][2].refuse("nobody throws any more")
        return course

    def _is_over(self, event: Event, course: LeagueCourse) -> bool:
        # whether the event has ended before a departure
        if course.leavers.alone is not None:
            return True
        if event.options["playoffs"] != "none":
            return bool(course.series) and course.series[-1].winner() is not None
        if len(course.slots) < event.options["drr"] * ROBIN:
            return False
        dice = LeagueDice(course.dice.throws, left=course.dice.left)
        self._table(event, course, dice, True)
        return not dice.wanted

    def _take_slot(self, event: Event, course: LeagueCourse, cursor: Cursor, pair: tuple[str, ...]) -> None:
        self._check_left(event, course, cursor, pair)
        if course.cancelled or course.leavers.gone:
            return  # all is settled, or only two are left: further games can be played in any order
        # within a double round-robin each pair plays once in the top half and once in the bottom half
        number, game = divmod(len(course.slots), ROBIN)
        begun = course.slots[number * ROBIN :]
        half = begun[:_TOP] if game < _TOP else begun[_TOP:]
        if frozenset(pair) in half:
            raise cursor.refuse(
                "%(pair)s and %(pair2)s have played this half of round-robin %(number)s",
                pair=pair[0], pair2=pair[1], number=number + 1,
            )
        given = course.lots.positions
        if event.options["positions"] is not None and game < _TOP and number < len(given):
            one, other = (given[number][seat] for seat in SCHEDULE[game])
            if {one, other} != set(pair):
                raise cursor.refuse(
                    "game %(game)s of round-robin %(number)s is %(one)s v %(other)s",
                    game=game + 1, number=number + 1, one=one, other=other,
                )

    def _check_left(self, event: Event, course: LeagueCourse, cursor: Cursor, pair: tuple[str, ...]) -> None:
        if course.slots.count(frozenset(pair)) == 2 * event.options["drr"]:
            raise cursor.refuse("%(pair)s and %(pair2)s have no game left", pair=pair[0], pair2=pair[1])

    def _check_cancelled(self, event: Event, course: LeagueCourse, cursor: Cursor) -> None:
        # after the first cancelled game the outcomes stay settled, unless games are removed
        if (not course.cancelled or course.removed) and not self._is_settled(event, course):
            raise cursor.refuse("no game can be cancelled yet: not all significant outcomes are determined")

    def _is_settled(self, event: Event, course: LeagueCourse) -> bool:
        return is_settled(
            self._tally(event, course), self._open_games(event, course), self._rights(event, course)
        )

    def _tally(self, event: Event, course: LeagueCourse) -> LeagueTally:
        one_by_one = restart_of(event.options) == "one by one"
        return LeagueTally.of(event.players, course.games, self.extra_large, course.leavers.gone, one_by_one)

    def _table(
        self, event: Event, course: LeagueCourse, dice: LeagueDice | None, final: bool
    ) -> tuple[Standing, ...]:
        presence, restart = course.leavers.criterion, restart_of(event.options)
        return table(event.players, course.games, self.extra_large, dice, final, presence, restart)

    def _open_games(self, event: Event, course: LeagueCourse) -> tuple[int, ...]:
        # by pair of seats; count cancelled games as open, because they could have had any result
        left = [
            2 * event.options["drr"]
            - course.slots.count(frozenset((event.players[one], event.players[other])))
            for one, other in PAIRS
        ]
        for pair in course.cancelled:
            if not set(pair) <= set(course.leavers.there):
                continue
            one, other = sorted(event.players.index(player) for player in pair)
            left[PAIRS.index((one, other))] += 1
        return tuple(left)

    def _rights(self, event: Event, course: LeagueCourse) -> Rights:
        options = event.options
        meetings: list[tuple[int, int]] = []
        if course.leavers.gone:
            given = options["head_start"] and options["playoffs"] != "none" and options["final_to"] > 1
            return Rights(((0, 1),) if given else ())
        if options["head_start"] and options["playoffs"] != "none":
            if options["final_to"] > 1:
                meetings += [(0, 1)] if options["playoffs"] == "top2" else [(0, 1), (0, 2)]
            if options["qualifying_to"] > 1 and options["playoffs"] == "all":
                meetings.append((1, 2))
        return Rights(tuple(meetings))

    def _close_table(self, event: Event, course: LeagueCourse) -> None:
        if course.standings:
            return
        course.final = len(course.slots) == event.options["drr"] * ROBIN
        dice = course.dice if course.final else None
        course.standings = self._table(event, course, dice, course.final)
        seeds = course.seeds()
        if seeds is None or event.options["playoffs"] == "none" or course.leavers.alone is not None:
            return
        if event.options["playoffs"] == "all" and not course.leavers.gone:
            course.series.append(self._series(event, course, QUALIFYING, (seeds[1], seeds[2])))
        else:
            course.series.append(self._series(event, course, FINAL, (seeds[0], seeds[1])))

    def _series(self, event: Event, course: LeagueCourse, stage: str, pair: tuple[str, str]) -> Series:
        first_to = event.options["qualifying_to" if stage == QUALIFYING else "final_to"]
        wins = dict.fromkeys(pair, 0)
        records = []
        for player in pair:
            shown = figures(player, course.games)
            records.append(ratio(shown["won"], shown["lost"]))
        ahead = bool(event.options["head_start"]) and first_to > 1 and records[0] > records[1]
        if ahead:
            wins[pair[0]] = 1
        return Series(stage, pair, first_to, wins, ahead)

    def _playoff(
        self,
        event: Event,
        course: LeagueCourse,
        result: Cursor,
        fields: Mapping[str, Cursor],
        pair: tuple[str, ...],
    ) -> None:
        stage = fields["stage"].choice((QUALIFYING, FINAL))
        self._close_table(event, course)
        if not course.series:
            why = (
                _("this league has none")
                if event.options["playoffs"] == "none"
                else _("the places in the table are not decided")
            )
            raise fields["stage"].refuse("there are no playoffs now: %(why)s", why=why)
        series = course.series[-1]
        if series.winner() is not None:
            raise result.refuse(
                "the %(stage)s round is over: %(series)s has won it",
                stage=_(series.stage), series=series.winner(),
            )
        if stage != series.stage:
            raise fields["stage"].refuse("the %(stage)s round is being played", stage=_(series.stage))
        if set(pair) != set(series.players):
            raise fields["players"].refuse(
                "%(players)s and %(players2)s play this round",
                players=series.players[0], players2=series.players[1],
            )
        series.wins[self._game(event, fields, pair, False).winner] += 1
        self._reach_final(event, course)

    def _reach_final(self, event: Event, course: LeagueCourse) -> None:
        # the winner of the qualifying round meets the first of the table, and wins if that player has left
        series = course.series[-1] if course.series else None
        winner = series.winner() if series is not None else None
        if series is not None and winner is not None and series.stage == QUALIFYING:
            first = course.standings[0].player
            course.series.append(self._series(event, course, FINAL, (first, winner)))
            course.series[-1].left = first if first in course.leavers.gone else None

    # Answers

    def remaining(self, event: Event, course: LeagueCourse) -> list[tuple[int, tuple[str, str]]]:
        """Return the open games as (number from 1, players), in schedule order."""
        done = Counter(course.slots)
        found = []
        for number in range(event.options["drr"]):
            place = course.lots.position(number, event.players)
            for game, (one, other) in enumerate(SCHEDULE, 1):
                pair = place[one], place[other]
                # a pair plays once in each half, so its games are used up in schedule order
                if done[frozenset(pair)]:
                    done[frozenset(pair)] -= 1
                else:
                    found.append((number * ROBIN + game, pair))
        return found

    def answer(self, event: Event) -> Answer:
        """Return the table, the next games or throws, and the state of the playoffs."""
        course = self.course(event)
        remaining = self.remaining(event, course)
        stays = bool(course.cancelled) and not course.removed
        settled = bool(remaining) and (stays or self._is_settled(event, course))
        notes: list[str] = []
        ordered = remaining if settled else self._ordered(event, course, remaining)
        following = self._following(event, course, ordered)
        cancelled: list[Mapping[str, Any]] = [{"players": list(pair)} for pair in course.cancelled]
        if settled:
            cancelled += [
                {"game": number, "players": list(pair), "proposed": True} for number, pair in remaining
            ]
            notes.append(
                ngettext(
                    "All is determined: the last game is not needed and may be cancelled.",
                    "All is determined: the last %(num)s games are not needed and may be cancelled.",
                    len(remaining),
                )
            )
        winner = course.leavers.alone
        if winner is not None:
            notes += [one.told() for one in course.series]
        elif course.final and course.dice.wanted:
            following += [{"dice": list(level)} for level in course.dice.wanted]
            notes.append(_("A round of die-roll decides (step 9)."))
            if any(game.minutes is None for game in course.games):
                notes.append(_("Step 8 compares only game times that are all recorded."))
        elif course.final and event.options["playoffs"] == "none":
            winner = course.standings[0].player
        elif course.series:
            series = course.series[-1]
            winner = series.winner() if series.stage == FINAL else None
            notes += [one.told() for one in course.series]
            if winner is None:
                game = sum(series.wins.values()) + 1 - series.head_start
                following.append({"stage": series.stage, "game": game, "players": list(series.players)})
        lines = self._rows(course)
        return Answer(
            self.key,
            winner is not None,
            winner,
            not course.final,
            lines,
            tuple(following),
            tuple(cancelled),
            tuple(notes),
            final=playoff_places(lines, course.series, course.leavers.gone),
        )

    def _rows(self, course: LeagueCourse) -> tuple[StandingsRow, ...]:
        # while the league runs records may still change, so no step has decided a place yet
        unrecorded = () if self.extra_large else ("colours_for", "colours_against")
        return rows(course.standings, lambda player: figures(player, course.games), course.final, unrecorded)

    @staticmethod
    def _following(
        event: Event, course: LeagueCourse, ordered: list[tuple[int, tuple[str, str]]]
    ) -> list[Mapping[str, Any]]:
        # a double round-robin has no fixtures before its round of die-roll
        following: list[Mapping[str, Any]] = []
        for number in range(event.options["drr"]):
            games = [one for one in ordered if (one[0] - 1) // ROBIN == number]
            if not games or course.has_fixtures(number):
                following += [{"game": game, "players": list(pair)} for game, pair in games]
            elif number * ROBIN == len(course.slots):
                throwing = list(course.lots.throwing)
                following.append({"round_robin": number + 1, "positions": throwing})
            else:
                following.append({"round_robin": number + 1, "lots": "to come"})
        return following

    def _ordered(
        self, event: Event, course: LeagueCourse, remaining: list[tuple[int, tuple[str, str]]]
    ) -> list[tuple[int, tuple[str, str]]]:
        # order the rest of the last bottom half so that the outcomes are settled as late as possible
        if len(remaining) > _TOP or course.leavers.gone:
            return remaining
        seats = [(event.players.index(one), event.players.index(other)) for _, (one, other) in remaining]
        order = sequence(self._tally(event, course), seats, self._rights(event, course))
        return [remaining[place] for place in order]

    def futures(self, event: Event) -> Futures | None:
        """Return the settled places and each player's needs, in the playoffs once they have begun."""
        course = self.course(event)
        gone = course.leavers.gone
        if course.leavers.alone is not None:
            lines = self.answer(event).rows
            return summary(event.players, [table_of_rows(lines)], span_text, lambda player: 0)
        if course.series:
            return playoff_futures(event.players, course.series, event.options, gone)
        open_games = self._open_games(event, course)
        tally = self._tally(event, course)
        seats = [
            (event.players.index(one), event.players.index(other))
            for _, (one, other) in self.remaining(event, course)
        ]
        ranks = [
            next(one.rank for one in course.standings if one.player == player) for player in event.players
        ]
        table_futures = futures(event.players, tally, open_games, seats, ranks if course.final else None)
        if event.options["playoffs"] == "none":
            return table_futures
        return replace(
            table_futures,
            note=joined(filter(None, (table_futures.note, _("The playoffs follow the table."))), " "),
        )

    def rated(self, event: Event) -> Iterable[Rated]:
        """Return the results for ratings."""
        return rating(event)

    def crosstables(self, event: Event, answer: Answer) -> tuple[PaperTable, ...]:
        """Return the crosstable of the counted games."""
        return (PaperTable("Crosstable", answer.rows, picture.cells(self.course(event).games)),)

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw the crosstable and every game of the schedule."""
        course = self.course(event)
        schedule: list[tuple[str, str] | None] = []
        for number in range(event.options["drr"]):
            seats = course.lots.position(number, event.players)
            fixed = course.has_fixtures(number)
            schedule += [(seats[one], seats[other]) if fixed else None for one, other in SCHEDULE]
        picture.draw(sheet, event, answer.rows, course, schedule)
        return True
