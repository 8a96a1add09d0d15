"""A knockout for paper: the Main as a tree, and each stage beside it as rounds.

Every seat shows its player, or words for the future player, because people fill in the paper by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablekeeper.formats.knockout.bracket import NOBODY, Bracket, BracketMatch, Stage
from tablekeeper.formats.knockout.notation import LETTERS
from tablekeeper.formats.knockout.picture import STAGES, Scores, course, scores_of
from tablekeeper.formats.paper import PaperBracket, PaperMatch, PaperRound, PaperSeat
from tablekeeper.languages import _, pgettext
from tablekeeper.strictjson import Cursor


def brackets(bracket: Bracket, results: Sequence[Cursor]) -> tuple[PaperBracket, ...]:
    """Return every stage that has begun, the Main first."""
    scores = scores_of(bracket, results)
    found = [_main(bracket, scores)]
    beside = (*bracket.stages, *([bracket.reunion] if bracket.reunion else []))
    found += [_stage(bracket, stage, scores) for stage in beside if stage.rounds]
    recharge = bracket.matches.get("R")
    if recharge is not None:
        only = PaperRound(_("Recharge"), (_match(bracket, recharge, scores, True),))
        won = () if recharge.winner is None else (recharge.winner,)
        found.append(PaperBracket(STAGES["R"], (only,), False, won))
    return tuple(found)


def _main(bracket: Bracket, scores: Scores) -> PaperBracket:
    rounds = []
    for number, line in enumerate(bracket.lines[:-1]):
        matches = []
        for place in range(len(line) // 2):
            match = bracket.matches.get(f"{LETTERS[number]}{place + 1}")
            if match is not None:
                matches.append(_match(bracket, match, scores, False))
            else:
                matches.append(_coming(bracket, number, place))
        rounds.append(PaperRound(_("Round %(letters)s", letters=LETTERS[number]), tuple(matches)))
    title = _("Winner") if bracket.reunion is None else _("To the reunion")
    left = tuple(name for name in bracket.lines[-1] if name)
    return PaperBracket(pgettext("stage", "Main"), tuple(rounds), True, left, title)


def _coming(bracket: Bracket, number: int, place: int) -> PaperMatch:
    """Return a match of the tree that cannot be played yet, or never will be."""
    pair = bracket.lines[number][2 * place : 2 * place + 2]
    seats = tuple(
        PaperSeat("", _waiting(bracket, number, 2 * place + side)) if not player else PaperSeat(player)
        for side, player in enumerate(pair)
    )
    playable = NOBODY not in pair
    return PaperMatch(f"{LETTERS[number]}{place + 1}" if playable else "", (seats[0], seats[1]))


def _waiting(bracket: Bracket, number: int, line: int) -> str:
    if bracket.lines[number][line] == NOBODY:
        return _("bye") if number == 0 else _("nobody")
    if number == 0:
        return _("late arrival")
    return _("winner of %(letters)s%(line)s", letters=LETTERS[number - 1], line=line + 1)


def _match(bracket: Bracket, match: BracketMatch, scores: Scores, sources: bool) -> PaperMatch:
    points: Mapping[str, str] = scores.get(match.name, {})
    seats = []
    for player in match.players:
        own = course(bracket, player)
        place = own.index(match.name)
        won = match.winner == player
        if sources:
            aside = _("from %(own)s", own=own[place - 1]) if place else ""
        else:
            later = own[place + 1] if place + 1 < len(own) else ""
            aside = _("to %(later)s", later=later) if later and match.winner is not None and not won else ""
        seats.append(PaperSeat(player, "", points.get(player, ""), won, aside))
    return PaperMatch(match.name, (seats[0], seats[1]))


def _stage(bracket: Bracket, stage: Stage, scores: Scores) -> PaperBracket:
    rounds = [
        PaperRound(
            _("Round %(number)s", number=number),
            tuple(_match(bracket, match, scores, True) for match in matches),
            () if bye is None else (_("%(bye)s has a bye.", bye=bye),),
        )
        for number, (matches, bye) in enumerate(zip(stage.rounds, stage.byes, strict=True), 1)
    ]
    left = stage.left or ()
    return PaperBracket(
        STAGES[stage.name],
        tuple(rounds),
        False,
        left,
        _("Winner") if len(left) < 2 else pgettext("players", "Left"),
    )
