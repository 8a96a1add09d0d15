"""Compares a recorded match of TARA with the table at which it is played.

A board does not know the hills: it knows the player on turn, BATTLE, OUT, the last turns, the count and the
points. If these differ from the recorded moves, the page shows it. A table is often ahead of its record, or
behind it, so a difference is not an error.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.director.views import TableView
from tablekeeper.games.tara.facts import TaraFacts
from tablekeeper.games.tara.position import Position
from tablekeeper.games.tara.record import TaraRecord
from tablekeeper.games.tara.rules import FREE, LINKED, TaraRules
from tablekeeper.games.tara.score import score
from tablekeeper.games.view import MatchView
from tablekeeper.languages import _
from tablekeeper.text import counted, name_list

from .taramatch import TaraMatch


def followed(match: MatchView | None) -> tuple[MatchView, TaraFacts] | None:
    """Return a table's match with its facts if it is a match of TARA, else None."""
    if match is not None and isinstance(match.details, TaraFacts):
        return match, match.details
    return None


def recording(table: TableView) -> TaraMatch | None:
    """Return the empty record of the match at a table; None if the table does not play TARA.

    The player who starts the first game is the first in turn order, so that player k starts game k.
    """
    found = followed(table.match)
    if found is None:
        return None
    view, facts = found
    first = facts.first or 0
    names = _written(view)
    rules = TaraRules(len(names), facts.level, LINKED if facts.linked else FREE, facts.op0_builds)
    record = TaraRecord(rules, tuple(names[first:] + names[:first]), ((),))
    return TaraMatch(record, (), False, table.uid)


def differences(match: TaraMatch, view: MatchView, facts: TaraFacts) -> list[str]:
    """Return the differences between the table and the recorded moves, as sentences."""
    shift = _shift(match.record.players, _written(view))
    if shift is None:
        return [_("The table has other players: %(players)s.", players=name_list(view.players))]
    found = _agreed(match.rules, facts)
    here, there = len(match.courses), view.game
    ahead = view.phase == "over" and not match.complete
    if here != there:
        found.append(
            _("The table is at game %(there)s, this record at game %(here)s.", there=there, here=here)
        )
    elif ahead:
        found.append(_("At the table the match is over, in this record it is not."))
    else:
        found += _course(match, view, facts, shift)
    if facts.games == len(match.scores()):
        points = match.points()
        theirs = tuple(facts.points[(side + shift) & 1] for side in (0, 1))
        if theirs != points:
            found.append(
                _(
                    "The points are %(versus)s at the table, %(versus2)s in this record.",
                    versus=_versus(theirs),
                    versus2=_versus(points),
                )
            )
    return found


def _written(view: MatchView) -> list[str]:
    """Return the players by seat in the record's notation, with commas between the names."""
    return [" ".join(name.replace(",", " ").split()) for name in view.players]


def _shift(players: Sequence[str], seated: Sequence[str]) -> int | None:
    """Return the seat of the first player in turn order, None if the players differ."""
    for shift in range(len(seated)):
        if list(players) == [*seated[shift:], *seated[:shift]]:
            return shift
    return None


def _agreed(rules: TaraRules, facts: TaraFacts) -> list[str]:
    found = []
    if facts.level != rules.level:
        found.append(
            _(
                "The table plays Level %(level)s, this record Level %(level2)s.",
                level=facts.level,
                level2=rules.level,
            )
        )
    if rules.seats == 4 and facts.linked != (rules.opening == LINKED):
        theirs, ours = (LINKED, FREE) if facts.linked else (FREE, LINKED)
        found.append(
            _(
                "The table plays the %(theirs)s opening, this record the %(ours)s one.",
                theirs=theirs,
                ours=ours,
            )
        )
    if rules.level == 2 and facts.op0_builds != rules.op0_builds:
        found.append(
            _("OP0 hills may be built at the table and may not in this record.")
            if facts.op0_builds
            else _("OP0 hills may not be built at the table and may in this record.")
        )
    return found


def _course(match: TaraMatch, view: MatchView, facts: TaraFacts, shift: int) -> list[str]:
    """Compare the game in progress, if it is the same one at table and record."""
    position = match.position
    if facts.counting:
        if position.over:
            return _count(match, position, facts, shift)
        who = match.who(position.turn)
        return [_("The table is counting the result; in this record %(who)s is on turn.", who=who)]
    if facts.turn is None:
        begun = len(match.record.games[-1]) > 0
        return [_("The game has not begun at the table; this record has turns of it.")] if begun else []
    here, there = match.record.players[position.turn], _written(view)[facts.turn]
    if position.over and here == there:
        # a board cannot know that nobody can move: it waits for the count
        return []
    if position.over:
        return [_("In this record the game is over; at the table %(there)s is on turn.", there=there)]
    found = []
    if here != there:
        found.append(_("At the table %(there)s is on turn, in this record %(here)s.", there=there, here=here))
    battle = position.battle or match.called
    if facts.battle != battle:
        found.append(
            _("BATTLE has been called at the table and not in this record.") if facts.battle
            else _("BATTLE has been called in this record and not at the table.")
        )  # fmt: skip
    left = position.left or 0
    if match.rules.seats == 4 and facts.last != left:
        found.append(
            _(
                "After OUT the table has %(turns)s left, this record %(turns2)s.",
                turns=_turns(facts.last),
                turns2=_turns(left),
            )
        )
    return found


def _turns(count: int) -> str:
    return _("no turns") if not count else counted(count, "turn")


def _count(match: TaraMatch, position: Position, facts: TaraFacts, shift: int) -> list[str]:
    counted = score(position)
    found = []
    for side in (0, 1):
        place = (side + shift) & 1
        theirs = facts.kingdoms[place], facts.territory[place]
        ours = counted.kingdoms[side], counted.territory[side]
        # nothing has been counted there yet while a side has no hills
        if theirs[1] and theirs != ours:
            found.append(
                _(
                    "The table counts %(theirs)s kingdoms on %(theirs2)s hills for %(team)s; this "
                    "record has %(ours)s on %(ours2)s.",
                    theirs=theirs[0],
                    theirs2=theirs[1],
                    team=match.team(side),
                    ours=ours[0],
                    ours2=ours[1],
                )
            )
    return found


def _versus(points: Sequence[int]) -> str:
    return _("%(points)s to %(points2)s", points=points[0], points2=points[1])
