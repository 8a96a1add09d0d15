"""The picture of an event: which kind its format has, and what is put into it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from tablekeeper.formats import Answer, Event, Format
from tablekeeper.formats.answer import number
from tablekeeper.formats.couples.rules import Couples
from tablekeeper.formats.format import Futures
from tablekeeper.formats.knockout.rules import Knockout
from tablekeeper.formats.league.rules import SCHEDULE, League
from tablekeeper.formats.round_robin.rules import RoundRobin
from tablekeeper.formats.swing.rules import Swing
from tablekeeper.formats.ttt.matches import official, read_matches
from tablekeeper.formats.ttt.rules import Ttt
from tablekeeper.formats.wording import value_text
from tablekeeper.pictures import bracket, crosstable, drr_grid, race
from tablekeeper.pictures.crosstable import CrosstableCell
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.text import signed

#: the figure whose growth is drawn as a race, for formats without a picture of their own
_RACES = {
    "challengers": "won",
    "championship": "won",
    "masters": "won",
    "grand-prix": "gpp",
    "grand-prix-plus": "gpp",
    "triathlon": "points",
    "tara": "points",
}
_UNITS = {"won": "games won", "gpp": "GPP", "points": "points"}
#: a race is recomputed game by game, so very long ones are not drawn
_LONGEST = 200


def picture(
    form: Format, event: Event, name: str = "", alone: bool = True, futures: Futures | None = None
) -> str | None:
    """Return the picture of an event as SVG, None where its format has none.

    `alone` is for a file of its own; without it the picture takes the colours of the page around it.
    With `futures` the places that are settled are told below.
    """
    sheet = Drawing()
    answer = form.answer(event)
    title = name or form.title
    sheet.text(0, 16, title, size=18, bold=True, limit=640)
    for kind, draw in _KINDS:
        if isinstance(form, kind):
            draw(sheet, form, event, answer)
            break
    else:
        if event.format not in _RACES or len(event.results) > _LONGEST:
            return None
        _points(sheet, form, event, answer)
    if futures is not None and futures.determined:
        settled = ", ".join(f"place {place} {player}" for place, player in futures.determined)
        sheet.text(0, sheet.bottom + 24, f"Settled: {settled}.", limit=max(640.0, sheet.right))
    return sheet.svg(title, told(form, answer), alone)


def told(form: Format, answer: Answer) -> str:
    """Return the standings in words, for who cannot see the picture."""
    rows = "; ".join(
        f"{row.rank} {row.player}: "
        + ", ".join(f"{key.replace('_', ' ')} {value_text(value)}" for key, value in row.figures.items())
        for row in answer.rows
    )
    state = "over" if answer.over else "not over"
    return f"{form.title}, {state}. {rows}."


def _round_robin(sheet: Drawing, form: Format, event: Event, answer: Answer) -> None:
    assert isinstance(form, RoundRobin)
    wins: dict[tuple[str, str], int] = {}
    lines: dict[tuple[str, str], list[str]] = {}
    for match in form.matches(event):
        won, lost = match.points
        for one, other, text in (
            (match.winner, match.loser, f"{won}-{lost}"),
            (match.loser, match.winner, f"{lost}-{won}"),
        ):
            lines.setdefault((one, other), []).append(text)
        wins[match.winner, match.loser] = wins.get((match.winner, match.loser), 0) + 1
    cells = {
        pair: CrosstableCell(tuple(found), wins.get(pair, 0) > wins.get(pair[::-1], 0))
        for pair, found in lines.items()
    }
    crosstable.draw(sheet, 30, answer.rows, cells)


def _ttt(sheet: Drawing, form: Format, event: Event, answer: Answer) -> None:
    assert isinstance(form, Ttt)
    groups = form.groups(event)
    y = 30.0
    matches = official(read_matches(event.results, event.options["cap"]), groups)
    cells: dict[tuple[str, str], CrosstableCell] = {}
    for match in matches.values():
        for player, other in (match.players, match.players[::-1]):
            if match.points is None:
                cells[player, other] = CrosstableCell(("…",))
            else:
                mark = " T" if match.absent == player else ""
                text = f"{number(match.points_of(player))}{mark}"
                cells[player, other] = CrosstableCell((text,), match.winner == player)
    for place, group in enumerate(groups, 1):
        rows = [row for row in answer.rows if row.player in group]
        heading = f"Group {place}" if len(groups) > 1 else ""
        y = crosstable.draw(sheet, y, rows, cells, heading) + 16
    sheet.text(0, y + 8, "T: timed out or resigned. …: started, still open.", size=11, soft=True)


def _couples(sheet: Drawing, form: Format, event: Event, answer: Answer) -> None:
    assert isinstance(form, Couples)
    cells: dict[tuple[str, str], CrosstableCell] = {}
    for encounter in form.encounters(event).values():
        if not any(encounter.played.values()):
            continue
        winner = encounter.winner()
        for mine, theirs in (encounter.couples, encounter.couples[::-1]):
            won = f"{encounter.won[mine]}-{encounter.won[theirs]}"
            cells[mine, theirs] = CrosstableCell((won, f"{signed(encounter.points[mine])} p"), winner == mine)
    y = crosstable.draw(sheet, 30, answer.rows, cells) + 24
    told = "Matches won of the five of an encounter, and the difference of points."
    sheet.text(0, y, told, size=11, soft=True)
    for couple, members in form.members(event).items():
        y += 18
        sheet.text(0, y, f"{couple}: {' and '.join(members)}", size=11, limit=640)


def _league(sheet: Drawing, form: Format, event: Event, answer: Answer) -> None:
    assert isinstance(form, League)
    course = form.course(event)
    won: dict[tuple[str, str], int] = {}
    pawns: dict[tuple[str, str], int] = {}
    for game in course.games:
        won[game.winner, game.loser] = won.get((game.winner, game.loser), 0) + 1
        for pair, count in zip(
            ((game.winner, game.loser), (game.loser, game.winner)), game.pawns, strict=True
        ):
            pawns[pair] = pawns.get(pair, 0) + count
    cells = {}
    for pair in pawns:
        back = pair[::-1]
        mine, theirs = won.get(pair, 0), won.get(back, 0)
        cells[pair] = CrosstableCell((f"{mine}-{theirs}", f"{pawns[pair]}:{pawns[back]} p"), mine > theirs)
    y = crosstable.draw(sheet, 30, answer.rows, cells)
    y = drr_grid.draw(sheet, y + 22, _slots(form, event))
    for series in course.series:
        sheet.text(0, y + 8, series.told())
        y += 20


def _slots(form: League, event: Event) -> list[drr_grid.Slot]:
    """Return every game of the schedule; a pair's games fill its places in the order they were played."""
    waiting: dict[frozenset[str], list[Mapping[str, Any]]] = {}
    for result in event.results:
        if not result.has("stage"):
            pair = result.value.get("cancelled") or result.value["players"]
            waiting.setdefault(frozenset(pair), []).append(result.value)
    found = []
    for drr in range(event.options["drr"]):
        seats = form.position(event, drr)
        for one, other in SCHEDULE:
            players = (seats[one], seats[other])
            left = waiting.get(frozenset(players))
            found.append(_slot(players, left.pop(0) if left else None))
    return found


def _slot(players: tuple[str, str], result: Mapping[str, Any] | None) -> drr_grid.Slot:
    if result is None:
        return drr_grid.Slot(players, aside="to play")
    if result.get("cancelled"):
        return drr_grid.Slot(players, aside="cancelled", cancelled=True)
    order = [result["players"].index(player) for player in players]
    mine, theirs = (result["pawns"][seat] for seat in order)
    asides = []
    if result.get("colours") is not None:
        asides.append("colours " + "-".join(str(result["colours"][seat]) for seat in order))
    if result.get("minutes") is not None:
        asides.append(f"{result['minutes']} min")
    winner = players.index(result["winner"])
    return drr_grid.Slot(players, f"{mine}-{theirs}", winner, ", ".join(asides))


def _knockout(sheet: Drawing, form: Format, event: Event, answer: Answer) -> None:
    assert isinstance(form, Knockout)
    scores: dict[str, dict[str, str]] = {}
    for result in event.results:
        if result.has("match"):
            value = result.value
            score = [str(count) for count in value["score"]] if result.has("score") else ["", ""]
            if value.get("forfeit"):
                seat = 1 - value["players"].index(value["winner"])
                score[seat] += "ff"
            scores[value["match"]] = dict(zip(value["players"], score, strict=True))
    bracket.draw(sheet, 34, form.bracket(event), scores)


def _swing(sheet: Drawing, form: Format, event: Event, answer: Answer) -> None:
    assert isinstance(form, Swing)
    course = form.course(event)
    steps = [*course.rounds, *([course.vp] if course.vp != course.rounds[-1] else [])]
    held = [{player: Fraction(points) for player, points in step.items()} for step in steps]
    order = [row.player for row in answer.rows]
    race.draw(sheet, 34, order, held, "Victory Points after each round")


def _points(sheet: Drawing, form: Format, event: Event, answer: Answer) -> None:
    key = _RACES[event.format]
    steps = []
    for count in range(len(event.results) + 1):
        part = form.answer(Event(event.format, event.players, event.options, event.results[:count]))
        steps.append({row.player: Fraction(row.figures[key]) for row in part.rows})
    order = [row.player for row in answer.rows]
    race.draw(sheet, 34, order, steps, f"{_UNITS[key]} after each result")


_KINDS: tuple[tuple[type[Format], Callable[[Drawing, Format, Event, Answer], None]], ...] = (
    (RoundRobin, _round_robin),
    (Ttt, _ttt),
    (League, _league),
    (Knockout, _knockout),
    (Swing, _swing),
    (Couples, _couples),
)
