"""The rules: valid results, the standings, the next matches, and the end of the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.couples import picture
from tablekeeper.formats.couples.board import CouplesBoard
from tablekeeper.formats.couples.encounter import Encounter, Members, fixtures
from tablekeeper.formats.couples.futures import CouplesMeeting, futures_of
from tablekeeper.formats.departure import ABSENT, departed, leaver
from tablekeeper.formats.event import Event
from tablekeeper.formats.flights import PRECEDENCE
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.option import Option
from tablekeeper.formats.paper import PaperTable
from tablekeeper.formats.ranking import Rated, rated_pair
from tablekeeper.languages import _
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import Cursor
from tablekeeper.text import alternatives, signed, versus


class Couples(Format):
    """A tournament of couples."""

    key = "couples"
    listed = 130
    title = _("Couples")
    is_rated = True
    board = CouplesBoard()
    entrant = "couple"
    departure = ABSENT
    options = (
        Option("couples", _("Couples and their players 1 and 2"), "table", None, needed=True),
        PRECEDENCE,
    )
    result = (
        Option("couples", _("Couples"), "texts", None),
        Option("phase", _("Phase"), "whole", 1, low=1, high=3),
        Option("players", _("Players (phase 2: the couples)"), "texts", None),
        Option("winner", _("Winner"), "text", None),
        Option("score", _("Score"), "wholes", None, low=0),
        departed(_("A couple leaves together: its open matches are won by the others, without points.")),
    )

    def check_options(self, event: Event, options: Cursor) -> None:
        """Refuse couples that do not have two members each."""
        self.members(event)

    def check(self, event: Event, options: Cursor) -> None:
        """Refuse players who are neither the couples nor their members."""
        members = self.members(event)
        persons = {person for pair in members.values() for person in pair}
        if set(event.players) not in (set(members), persons):
            raise Cursor(None, "players").refuse("the players are the couples, or their members")

    def people(
        self, players: Sequence[str], options: Mapping[str, Any], results: Iterable[Mapping[str, Any]]
    ) -> tuple[str, ...]:
        """Return the members of the couples, without the couples' own names."""
        couples = options.get("couples")
        told = couples if isinstance(couples, Mapping) else {}
        members = (one for two in told.values() if isinstance(two, list) for one in two)
        alone = (player for player in players if player not in told)
        return tuple(dict.fromkeys((*alone, *(one for one in members if isinstance(one, str)))))

    def members(self, event: Event) -> dict[str, tuple[str, str]]:
        """Return players 1 and 2 of every couple."""
        cursor: Cursor = event.options["couples"]
        found: dict[str, tuple[str, str]] = {}
        taken: set[str] = set()
        for couple, value in cursor.members():
            if couple != couple.strip() or not couple or not couple.isprintable():
                raise value.refuse("the name of a couple has no spaces before or after it, and no control "
                                   "characters")
            first, second = (item.name() for item in value.items(2, 2))
            for name in (first, second):
                if name in taken:
                    raise value.refuse('"%(name)s" is in two places', name=name)
                taken.add(name)
            found[couple] = (first, second)
        if len(found) < 2:
            raise cursor.refuse("at least 2 couples are wanted here")
        both = set(found) & taken
        if both:
            raise cursor.refuse('"%(both)s" is a couple and a player', both=min(both))
        return found

    def encounters(self, event: Event) -> dict[frozenset[str], Encounter]:
        """Return every encounter with its results so far; refuse an impossible match."""
        members = self.members(event)
        found = {
            frozenset(pair): Encounter(pair, dict.fromkeys(pair, 0), dict.fromkeys(pair, 0))
            for pair in combinations(members, 2)
        }
        sides = {name: couple for couple, pair in members.items() for name in (couple, *pair)}
        gone: list[str] = []
        for result in event.results:
            if result.has(ABSENT):
                gone.append(leaver(result, event.players, gone))
                for one in found.values():
                    if sides[gone[-1]] in one.couples:
                        one.leave(sides[gone[-1]])
                continue
            keys = ("couples", "phase", "players", "winner", "score", ABSENT)
            fields = result.fields(keys, ("couples", "phase", "winner", "score"))
            couples = fields["couples"].pair(members)
            encounter = found[frozenset(couples)]
            phase = fields["phase"].whole(1, 3)
            now = encounter.phase()
            if now is None:
                raise result.refuse(
                    "the encounter of %(couples)s and %(couples2)s is over",
                    couples=couples[0], couples2=couples[1],
                )
            if phase != now:
                raise fields["phase"].refuse(
                    "%(couples)s and %(couples2)s are in phase %(now)s",
                    couples=couples[0], couples2=couples[1], now=now,
                )
            if phase != 2 and "players" not in fields:
                raise result.at("players").refuse("is missing")
            self._match(encounter, fields, members, couples)
        return found

    @staticmethod
    def _match(
        encounter: Encounter, fields: Mapping[str, Cursor], members: Members, couples: tuple[str, ...]
    ) -> None:
        phase: int = fields["phase"].value
        pairs = fixtures(encounter.couples, members, phase)
        sides = {name: couple for couple in encounter.couples for name in (*members[couple], couple)}
        if "players" not in fields:
            pair = couples
        elif phase == 2 and len(fields["players"].items()) == 4:
            consulting = fields["players"].pair(sides, 4)
            if not all(name in (*members[couples[0]], *members[couples[1]]) for name in consulting):
                raise fields["players"].refuse(
                    "phase 2 is %(pairs)s v %(pairs2)s, or their four players",
                    pairs=pairs[0][0], pairs2=pairs[0][1],
                )
            # the couple of the first named player has the first score
            pair = tuple(dict.fromkeys(sides[name] for name in consulting))
        else:
            pair = fields["players"].pair(sides)
            if not any(set(pair) == set(fixture) for fixture in pairs):
                wanted = alternatives(map(versus, pairs))
                raise fields["players"].refuse("phase %(phase)s is %(wanted)s", phase=phase, wanted=wanted)
            if frozenset(pair) in encounter.played[phase]:
                raise fields["players"].refuse(
                    "%(pair)s and %(pair2)s have played phase %(phase)s",
                    pair=pair[0], pair2=pair[1], phase=phase,
                )
        winner = fields["winner"].player(pair)
        score = [item.whole(0) for item in fields["score"].items(2, 2)]
        if score[0] == score[1]:
            raise fields["score"].refuse("a match has a winner: the scores are level")
        if score[pair.index(winner)] != max(score):
            raise fields["score"].refuse(
                "%(winner)s has won with fewer points; the order is that of players",
                winner=winner,
            )
        encounter.played[phase].append(frozenset(pair))
        loser = pair[0] if winner == pair[1] else pair[1]
        encounter.won[sides[winner]] += 1
        encounter.points[sides[winner]] += max(score) - min(score)
        encounter.points[sides[loser]] -= max(score) - min(score)

    def answer(self, event: Event) -> Answer:
        """Return the standings by encounters won, matches won, difference of points."""
        members = self.members(event)
        encounters = self.encounters(event)
        won = dict.fromkeys(members, 0)
        lost = dict.fromkeys(members, 0)
        matches = dict.fromkeys(members, 0)
        points = dict.fromkeys(members, 0)
        following: list[dict[str, Any]] = []
        for encounter in encounters.values():
            for couple in encounter.couples:
                matches[couple] += encounter.won[couple]
                points[couple] += encounter.points[couple]
            phase = encounter.phase()
            if phase is not None:
                following += [
                    {"couples": list(encounter.couples), "phase": phase, "players": list(pair)}
                    for pair in fixtures(encounter.couples, members, phase)
                    if frozenset(pair) not in encounter.played[phase]
                ]
                continue
            winner = encounter.winner()
            for couple in encounter.couples:
                won[couple] += couple == winner
                lost[couple] += winner is not None and couple != winner
        over = not following
        criteria = [Criterion(_("encounters won"), lambda level: won)]
        if over:
            criteria += [
                Criterion(_("matches won"), lambda level: matches),
                Criterion(_("points difference"), lambda level: points, shows=signed),
            ]
        lines = rows(
            rank(tuple(members), criteria), lambda player: {"won": won[player], "lost": lost[player]}
        )
        first = [row.player for row in lines if row.rank == 1]
        champion = first[0] if over and len(first) == 1 else None
        notes = (_("First place is shared: the director decides."),) if over and champion is None else ()
        return Answer(self.key, over, champion, not over, lines, tuple(following), (), notes)

    def futures(self, event: Event) -> Futures | None:
        """Return each couple's possible places, over all results and scores of the open matches."""
        members = list(self.members(event))
        points = dict.fromkeys(members, 0)
        meetings = []
        for encounter in self.encounters(event).values():
            one, other = encounter.couples
            for couple in encounter.couples:
                points[couple] += encounter.points[couple]
            seats = (members.index(one), members.index(other))
            meetings.append(CouplesMeeting(seats, (encounter.won[one], encounter.won[other])))
        return futures_of(members, meetings, [points[couple] for couple in members])

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield every match; a consulting couple is a side of two players."""
        members = self.members(event)
        for result in event.results:
            one = result.value
            if ABSENT in one:
                continue
            length = max(one["score"])
            if one["phase"] != 2:
                yield rated_pair(one["winner"], one["players"], length)
                continue
            first, second = (members[couple] for couple in one["couples"])
            won = one["winner"] in (one["couples"][0], *first)
            yield ((first, second) if won else (second, first)), length, ()

    def crosstables(self, event: Event, answer: Answer) -> tuple[PaperTable, ...]:
        """Return the crosstable of the couples."""
        return (PaperTable("Crosstable", answer.rows, picture.cells(self.encounters(event).values()),
                           picture.NOTE),)  # fmt: skip

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw the crosstable of the couples."""
        picture.draw(sheet, answer.rows, self.encounters(event).values(), self.members(event))
        return True
