"""A knockout as a tree: the Main, and beside it the rounds of the Consolation, Last Chance and reunion.

The winner of a match and the line to the next match are bold; a note names the loser's next match. In the
other stages, with a new draw for each round, a note at every name shows the player's previous match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablekeeper.formats.knockout.bracket import NOBODY, Bracket, BracketMatch, Stage
from tablekeeper.formats.knockout.notation import LETTERS
from tablekeeper.languages import _, pgettext
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.strictjson import Cursor

_BOX = 186
_ROUND = 222
_LINE = 18
_MATCH = 2 * _LINE + 14
#: names of the stages beside the Main
STAGES = {
    "PC": _("Progressive Consolation"), "LC": _("Last Chance"), "X": _("Reunion"), "R": _("Recharge"),
}  # fmt: skip
#: match -> player -> points
Scores = Mapping[str, Mapping[str, str]]


def draw(sheet: Drawing, top: float, bracket: Bracket, results: Sequence[Cursor]) -> float:
    """Draw all stages below `top` with the scores of the results; return the y coordinate of their end."""
    scores = scores_of(bracket, results)
    y = _main(sheet, top, bracket, scores)
    for stage in (*bracket.stages, *([bracket.reunion] if bracket.reunion else [])):
        if stage.rounds:
            y = _stage(sheet, y + 24, bracket, stage, scores)
    recharge = bracket.matches.get("R")
    if recharge is not None:
        sheet.text(0, y + 38, STAGES["R"], bold=True)
        _match(sheet, 0, y + 62, bracket, recharge, scores, True)
        y += 62 + 2 * _LINE
    return y


def scores_of(bracket: Bracket, results: Sequence[Cursor]) -> Scores:
    """Return each player's score in each finished match: "7", "3ff" for a forfeit, "w/o"."""
    scores: dict[str, dict[str, str]] = {}
    for result in results:
        if result.has("match"):
            value = result.value
            score = [str(count) for count in value["score"]] if result.has("score") else ["", ""]
            if value.get("forfeit"):
                seat = 1 - value["players"].index(value["winner"])
                score[seat] += _("ff")
            scores[value["match"]] = dict(zip(value["players"], score, strict=True))
    walkovers = {one.name: {str(one.loser()): "w/o"} for one in bracket.matches.values() if one.walkover}
    return {**scores, **walkovers}


def course(bracket: Bracket, player: str) -> list[str]:
    """Return the matches of a player, in order."""
    return [match.name for match in bracket.matches.values() if player in match.players]


def _entry(
    sheet: Drawing, x: float, y: float, player: str | None, *, won: bool = False, score: str = "",
    aside: str = "",
) -> None:  # fmt: skip
    room = _BOX - 10 - (30 if score else 0) - (50 if aside else 0)
    if player:
        sheet.text(x + 5, y + 13, player, limit=room, bold=won)
    else:
        sheet.text(x + 5, y + 13, _("bye") if player == NOBODY else _("to be decided"), size=11, soft=True)
    if aside:
        sheet.text(x + _BOX - (34 if score else 5), y + 13, aside, size=10, anchor="end", soft=True)
    if score:
        sheet.text(x + _BOX - 5, y + 13, score, anchor="end", bold=won)


def _match(
    sheet: Drawing, x: float, y: float, bracket: Bracket, match: BracketMatch, scores: Scores, sources: bool
) -> None:
    sheet.box(x, y, _BOX, 2 * _LINE)
    sheet.text(x, y - 2, match.name, size=9, soft=True)
    for seat, player in enumerate(match.players):
        won = match.winner == player
        if won:
            sheet.box(x, y + _LINE * seat, _BOX, _LINE, 0.14, 0)
        own = course(bracket, player)
        place = own.index(match.name)
        if sources:
            aside = own[place - 1] if place else ""
        else:
            later = own[place + 1] if place + 1 < len(own) else ""
            aside = f"→ {later}" if later and match.winner is not None and not won else ""
        score = scores.get(match.name, {}).get(player, "")
        _entry(sheet, x, y + _LINE * seat, player, won=won, score=score, aside=aside)


def _main(sheet: Drawing, top: float, bracket: Bracket, scores: Scores) -> float:
    first = top + 46
    ends: list[float] = []
    for number, line in enumerate(bracket.lines[:-1]):
        x = _ROUND * number
        sheet.text(x, top + 14, _("Main, round %(letter)s", letter=LETTERS[number]), bold=True)
        middles = []
        for place in range(len(line) // 2):
            feeders = ends[2 * place : 2 * place + 2]
            middle = sum(feeders) / 2 if feeders else first + _MATCH * place + _LINE
            middles.append(middle)
            match = bracket.matches.get(f"{LETTERS[number]}{place + 1}")
            y = middle - _LINE
            pair = line[2 * place : 2 * place + 2]
            if match is not None:
                _match(sheet, x, y, bracket, match, scores, False)
            elif pair != [NOBODY, NOBODY]:
                sheet.box(x, y, _BOX, 2 * _LINE, 0, 0.2)
                for seat, player in enumerate(pair):
                    _entry(sheet, x, y + _LINE * seat, player)
            following = bracket.lines[number + 1][place]
            if following != NOBODY and number + 1 < len(bracket.lines) - 1:
                after = bracket.lines[number + 1]
                _join(sheet, x + _BOX, middle, place % 2, number, bool(after[place]))
        ends = middles
    x = _ROUND * (len(bracket.lines) - 1)
    if bracket.reunion is None:
        sheet.text(x, top + 14, _("Winner"), bold=True)
    else:
        sheet.text(x, top + 14, "To the reunion", bold=True)
    for middle, player in zip(ends, bracket.lines[-1], strict=True):
        if player:
            sheet.path([(x - _ROUND + _BOX, middle), (x - 4, middle)], 2.4)
            sheet.text(x, middle + 4.5, player, bold=True, limit=_BOX)
    return first + _MATCH * (bracket.size // 2)


def _join(sheet: Drawing, x: float, middle: float, low: int, number: int, known: bool) -> None:
    """Draw the line from a match to its place in the next round; thick if a player has advanced along it."""
    half = _MATCH * 2**number / 2
    target = middle + (-half if low else half) + (_LINE / 2 if low else -_LINE / 2)
    turn = x + (_ROUND - _BOX) / 2
    points = [(x, middle), (turn, middle), (turn, target), (x + _ROUND - _BOX, target)]
    sheet.path(points, 2.4 if known else 0.8)


def _stage(sheet: Drawing, top: float, bracket: Bracket, stage: Stage, scores: Scores) -> float:
    sheet.text(0, top + 14, STAGES[stage.name], bold=True)
    sheet.text(0, top + 30, _("Small: the match a player comes from."), size=11, soft=True)
    end = top + 30
    for number, (matches, bye) in enumerate(zip(stage.rounds, stage.byes, strict=True)):
        x = _ROUND * number
        sheet.text(x, top + 50, _("Round %(number)s", number=number + 1), soft=True)
        y = top + 74
        for match in matches:
            _match(sheet, x, y, bracket, match, scores, True)
            y += _MATCH
        if bye is not None:
            sheet.box(x, y, _BOX, _LINE, 0, 0.2)
            _entry(sheet, x, y, bye, aside=_("bye"))
            y += _LINE
        end = max(end, y)
    if stage.left:
        x = _ROUND * len(stage.rounds)
        sheet.text(
            x, top + 50, _("Winner") if len(stage.left) == 1 else pgettext("players", "Left"), soft=True
        )
        for place, player in enumerate(stage.left):
            sheet.text(x, top + 87 + _LINE * place, player, bold=True, limit=_BOX)
    return end
