"""The rules: valid results, the standings, the next matches, and the end of the event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

from tablekeeper.formats.answer import Answer, rows
from tablekeeper.formats.completions import span_text, summary
from tablekeeper.formats.departure import ABSENT, departed, leaver
from tablekeeper.formats.event import Event
from tablekeeper.formats.flights import PRECEDENCE
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.knockout.rules import check_score
from tablekeeper.formats.match_board import MatchBoard
from tablekeeper.formats.option import Option
from tablekeeper.formats.paper import PaperTable
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.ranking import Rated, rated_pair
from tablekeeper.formats.round_robin import picture
from tablekeeper.formats.round_robin.futures import NOTE, futures_by_wins
from tablekeeper.formats.round_robin.match import RoundRobinMatch
from tablekeeper.languages import _
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.standings.ranking import Criterion, Standing, rank
from tablekeeper.text import signed

#: most completions to search with every score, and with every winner; beyond it flows give bounds
_SCORES, _WINNERS = 3_000, 4_096


class RoundRobin(Format):
    """A round robin of matches to N points."""

    key = "round-robin"
    listed = 120
    title = _("Round robin (match play)")
    asks = ("length", "double")
    presets = (Preset("round-robin-5", _("Backgammon round robin, matches to 5 points"), {"length": 5}),)
    is_rated = True
    board = MatchBoard()
    most = 64
    departure = ABSENT
    unplayed = ("forfeit",)
    options = (
        Option("length", _("Points of a match"), "whole", None, low=1, high=999, empty=True,
               help=_("If left out, any score is accepted.")),
        Option("double", _("Everybody meets twice"), "flag", False),
        PRECEDENCE,
        Option("kept", _("Rounds kept at late entries"), "wholes", (), low=1,
               help=_("For each late entry: the players before it, and the rounds that stay.")),
    )  # fmt: skip
    result = (
        Option("players", _("Players"), "texts", None),
        Option("winner", _("Winner"), "text", None),
        Option("score", _("Score"), "wholes", None, low=0),
        Option(
            "forfeit", _("Forfeited"), "flag", False, help=_("Without a score it counts as won to nothing.")
        ),
        departed(_("The opponents win all open matches to 0.")),
    )

    def matches(self, event: Event) -> list[RoundRobinMatch]:
        """Return the played matches; refuse an impossible one."""
        times = 2 if event.options["double"] else 1
        left = dict.fromkeys(map(frozenset, combinations(event.players, 2)), times)
        found: list[RoundRobinMatch] = []
        absent: list[str] = []
        full = event.options["length"] or 0
        for result in event.results:
            if result.has(ABSENT):
                player = leaver(result, event.players, absent)
                absent.append(player)
                for _, two in self.open(event, found):
                    if player in two:
                        left[frozenset(two)] -= 1
                        other = two[1] if two[0] == player else two[0]
                        found.append(RoundRobinMatch(other, player, (full, 0)))
                continue
            fields = result.fields(("players", "winner", "score", "forfeit", ABSENT), ("players", "winner"))
            pair = fields["players"].pair(event.players)
            if not left[frozenset(pair)]:
                met = "twice" if times == 2 else "once"
                raise fields["players"].refuse(
                    "%(pair)s and %(pair2)s meet only %(met)s",
                    pair=pair[0], pair2=pair[1], met=met,
                )
            left[frozenset(pair)] -= 1
            winner = fields["winner"].player(pair)
            seat = pair.index(winner)
            forfeit = fields["forfeit"].truth() if "forfeit" in fields else False
            if "score" in fields:
                score = check_score(fields["score"], event.options["length"], seat, forfeit)
            elif forfeit:
                score = (0, full) if seat else (full, 0)
            else:
                raise result.at("score").refuse("is missing: only a forfeited match has no score")
            found.append(RoundRobinMatch(winner, pair[1 - seat], (score[seat], score[1 - seat])))
        return found

    def open(self, event: Event, played: Sequence[RoundRobinMatch]) -> list[tuple[int, tuple[str, str]]]:
        """Return the open matches: round (from 1) and pair, in order."""
        left = [frozenset((match.winner, match.loser)) for match in played]
        found = []
        kept = event.options["kept"]
        for number, pair in schedule(event.players, event.options["double"], kept):
            if frozenset(pair) in left:
                left.remove(frozenset(pair))
            else:
                found.append((number, pair))
        return found

    def answer(self, event: Event) -> Answer:
        """Return the standings; level players are separated once every match is played."""
        played = self.matches(event)
        waiting = self.open(event, played)
        over = not waiting
        won = _count(event.players, played, lambda match: (1, 0))
        lost = _count(event.players, played, lambda match: (0, 1))
        fewer = {player: -count for player, count in lost.items()}
        running = [
            Criterion(_("matches won"), lambda level: won),
            Criterion(_("fewer matches lost"), lambda level: fewer, shows=lambda count: str(-count)),
        ]
        order = table(event.players, played) if over else rank(event.players, running)
        lines = rows(order, lambda player: {"won": won[player], "lost": lost[player]})
        length = event.options["length"]
        following = tuple(
            {"round": number, "players": list(pair)} | ({} if length is None else {"length": length})
            for number, pair in waiting
        )
        first = [row.player for row in lines if row.rank == 1]
        winner = first[0] if over and len(first) == 1 else None
        notes = (_("First place is shared: the director decides."),) if over and winner is None else ()
        return Answer(self.key, over, winner, not over, lines, following, (), notes)

    def futures(self, event: Event) -> Futures | None:
        """Return each player's possible places, over all scores or winners of open matches, or by flows."""
        played = self.matches(event)
        pairs = [pair for _, pair in self.open(event, played)]
        length = event.options["length"]
        scores = length is not None and (2 * length) ** len(pairs) <= _SCORES
        if not scores and 2 ** len(pairs) > _WINNERS:
            won = _count(event.players, played, lambda match: (1, 0))
            return futures_by_wins(event.players, won, pairs)
        exact = scores or not pairs
        tables: set[tuple[tuple[str, int], ...]] = set()
        #: smallest number of further wins that is enough in any matches
        enough = dict.fromkeys(event.players, 0)
        for course in _courses(pairs, length if scores else None):
            order = table(event.players, [*played, *course], exact)
            best = {one.player: one.rank for one in order}
            worst = best if exact else _latest(order)
            tables |= {tuple(best.items()), tuple(worst.items())}
            for player, wins in _count(event.players, course, lambda match: (1, 0)).items():
                if worst[player] > 1:
                    enough[player] = max(enough[player], wins + 1)
        own = {player: sum(player in pair for pair in pairs) for player in event.players}

        def magic(player: str) -> int | None:
            return enough[player] if enough[player] <= own[player] else None

        found = summary(event.players, tables, span_text, magic)
        if exact:
            return found
        return Futures(found.determined, found.contenders, found.needs, False, NOTE)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield the matches played to their end."""
        length = event.options["length"]
        for result in event.results:
            one = result.value
            if length is not None and "winner" in one and not one.get("forfeit"):
                yield rated_pair(one["winner"], one["players"], length)

    def crosstables(self, event: Event, answer: Answer) -> tuple[PaperTable, ...]:
        """Return the crosstable."""
        return (PaperTable("Crosstable", answer.rows, picture.cells(self.matches(event))),)

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw the crosstable."""
        picture.draw(sheet, answer.rows, self.matches(event))
        return True


def schedule(
    players: Sequence[str], double: bool = False, kept: Sequence[int] = ()
) -> list[tuple[int, tuple[str, str]]]:
    """Return every match with its round (from 1); nobody plays twice in a round.

    `kept` holds pairs of numbers, one for each late entry: how many players were there before, and how many
    rounds stay as they are, because they are being played or on paper. The circle of all players follows.

    >>> schedule(("Ann", "Bob", "Cid"), kept=(2, 1))
    [(1, ('Ann', 'Bob')), (2, ('Bob', 'Cid')), (3, ('Ann', 'Cid'))]
    """
    found: list[tuple[int, tuple[str, str]]] = []
    for count, rounds in [*zip(kept[::2], kept[1::2], strict=False), (len(players), 0)]:
        waiting = circle(players[:count], double)
        for _number, pair in found:
            # the second meeting is the one with the players exchanged
            whole = [one for one in waiting if one[1] == pair]
            waiting.remove((whole or [one for one in waiting if set(one[1]) == set(pair)])[0])
        last = max((number for number, _pair in found), default=0)
        numbers = dict.fromkeys(number for number, _pair in waiting)
        places = {number: last + place for place, number in enumerate(numbers, 1)}
        found += [(places[number], pair) for number, pair in waiting]
        if rounds:
            found = [one for one in found if one[0] <= rounds]
    return found


def circle(players: Sequence[str], double: bool = False) -> list[tuple[int, tuple[str, str]]]:
    """Return every match with its round (from 1) by the circle method."""
    ring: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    found = []
    rounds = len(ring) - 1
    for number in range(rounds * (2 if double else 1)):
        for place in range(len(ring) // 2):
            one, other = ring[place], ring[-1 - place]
            if one is not None and other is not None:
                found.append((number + 1, (other, one) if number >= rounds else (one, other)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found


def table(
    players: Sequence[str], played: Sequence[RoundRobinMatch], margins: bool = True
) -> tuple[Standing, ...]:
    """Return the final order by matches won, then by matches among level players, then by points.

    Without `margins` skip the steps that need points.
    """

    def among(level: Sequence[str]) -> list[RoundRobinMatch]:
        return [match for match in played if match.winner in level and match.loser in level]

    def wins(match: RoundRobinMatch) -> tuple[int, int]:
        return 1, 0

    def difference(match: RoundRobinMatch) -> tuple[int, int]:
        margin = match.points[0] - match.points[1]
        return margin, -margin

    criteria = [
        Criterion(_("matches won"), lambda level: _count(level, played, wins)),
        Criterion(_("head-to-head matches won"), lambda level: _count(level, among(level), wins)),
    ]
    if margins:
        criteria += [
            Criterion(
                _("head-to-head points difference"),
                lambda level: _count(level, among(level), difference),
                shows=signed,
            ),
            Criterion(_("points difference"), lambda level: _count(level, played, difference), shows=signed),
            Criterion(_("points won"), lambda level: _count(level, played, lambda match: match.points)),
        ]
    return rank(players, criteria, "after a split")


def _count(
    players: Sequence[str],
    played: Sequence[RoundRobinMatch],
    figure: Callable[[RoundRobinMatch], tuple[int, int]],
) -> dict[str, int]:
    found = dict.fromkeys(players, 0)
    for match in played:
        for player, count in zip((match.winner, match.loser), figure(match), strict=True):
            if player in found:
                found[player] += count
    return found


def _courses(pairs: Sequence[tuple[str, str]], length: int | None) -> Iterator[tuple[RoundRobinMatch, ...]]:
    """Yield all combinations of results: with every score, or (without a length) with every winner."""
    points = [(length, less) for less in range(length)] if length is not None else [(0, 0)]
    outcomes = [
        [
            RoundRobinMatch(winner, loser, score)
            for winner, loser in (pair, pair[::-1])
            for score in points
        ]
        for pair in pairs
    ]  # fmt: skip
    return product(*outcomes)


def _latest(order: Sequence[Standing]) -> dict[str, int]:
    """Return every player's worst place if players with the same rank can be in any order."""
    return {one.player: one.rank + sum(other.rank == one.rank for other in order) - 1 for one in order}
