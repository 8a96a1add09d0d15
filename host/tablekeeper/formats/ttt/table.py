"""The standings of a group: order by points, removals for timeouts, first place among level players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tablekeeper.formats.answer import StandingsRow
from tablekeeper.formats.ttt.course import TttCourse
from tablekeeper.formats.ttt.matches import TttMatch, among, invitations, official
from tablekeeper.languages import _, pgettext
from tablekeeper.text import counted, value_text

PairGames = Mapping[frozenset[str], TttMatch]


@dataclass(slots=True)
class TttDecision:
    """How first place among level players was decided, or the games that must be played for it."""

    winner: str | None = None
    by: str | None = None
    explain: str | None = None
    #: number of the mini-TTT, and its open pairs
    mini: int = 0
    open: list[tuple[str, str]] = field(default_factory=list)
    #: the players of the mini-TTT, and its official games
    level: Sequence[str] = ()
    games: PairGames = field(default_factory=dict)


@dataclass(slots=True)
class GroupStandings:
    """The standings of a group, its next games and its winner."""

    rows: list[StandingsRow]
    following: list[dict[str, Any]]
    notes: list[str]
    decision: TttDecision
    provisional: bool
    #: official matches among players who have not been removed
    kept: PairGames


def timeouts_of(group: Sequence[str], table: PairGames) -> dict[str, int]:
    """Return each player's number of timeouts and resignations in official matches."""
    found = dict.fromkeys(group, 0)
    for match in table.values():
        if match.absent is not None:
            found[match.absent] += 1
    return found


def standings_of(
    group: Sequence[str], table: PairGames, minis: Sequence[TttMatch], removal_at: int, course: TttCourse
) -> GroupStandings:
    """Return the standings of a group after its official games; `minis` are its mini-TTT games."""
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
    for one, other in invitations(group, course.late):
        pair = frozenset((one, other))
        if pair & set(removed):
            # all other invitations stay the same
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
                else _("withdrawn")
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
    return GroupStandings(rows, following, notes, decision, provisional, kept)


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
        # the winner of a tie is placed alone, before the other level players
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
    # decide first place among level leaders; `table` holds the games among them, `minis` all mini-TTTs
    if len(level) == 1:
        _no_more(minis, number)
        return TttDecision(level[0])
    by_points = course.reading.by_points and len(level) > 2
    figures = among(level, table, by_points)
    best = max(figures.values())
    leaders = [player for player in level if figures[player] == best]
    if len(leaders) == 1:
        _no_more(minis, number)
        rest = max(figures[player] for player in level if player != leaders[0])
        name = _("most points among the tied") if by_points else _("most wins among the tied")
        name = _("their game") if len(level) == 2 else name
        return TttDecision(leaders[0], where + name, f"{value_text(best)} v {value_text(rest)}")
    if course.reading.of_best:
        level = leaders
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
    return _first(top, games, minis, number + 1, name + ", ", course)


def _no_more(minis: Sequence[TttMatch], number: int) -> None:
    for match in minis:
        if match.mini >= number:
            raise match.cursor.at("mini").refuse("there is no mini-TTT %(mini)s", mini=match.mini)
