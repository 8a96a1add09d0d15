"""The form of one match's result, with inputs only for facts that the event does not know. Pure.

The match's name, its players, its round and the winner's figures by the rules are filled in. There is a
button for each possible winner, timeout or resignation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats import Format
from tablekeeper.formats.match_board import MatchBoard
from tablekeeper.formats.option import Option
from tablekeeper.formats.written import value_of, written
from tablekeeper.languages import _, joined

#: prefix of the names of inputs
PREFIX = "is-"
#: fields that the pairing or other pages set
_FILLED = ("match", "players", "stage", "round", "phase", "couples", "mini", "game", "winner", "started")
_ELSEWHERE = ("cancelled", "closed", "ruling", "evaluation", "kept")
#: fields with a list that has one number for each player
_PAIRS = "wholes"


@dataclass(frozen=True, slots=True)
class Blank:
    """One input of the form."""

    name: str
    label: str
    kind: str  # "number", "text", "lines", "choice", "tick"
    choices: tuple[str, ...] = ()
    help: str = ""
    low: int | None = None
    high: int | None = None
    value: str = ""
    needed: bool = False
    #: labels of the choices, if they are not names
    words: tuple[str, ...] = ()

    def said(self, choice: str) -> str:
        """Return the label of a choice."""
        return self.words[self.choices.index(choice)] if self.words else choice


@dataclass(frozen=True, slots=True)
class ResultButton:
    """One button that sends the form: a player who has won, timed out or resigned."""

    name: str
    value: str
    words: str


@dataclass(frozen=True, slots=True)
class ResultForm:
    """The fields of the form for the result of one match.

    `pairing` has the known fields of the result; `fields` are the format's fields with an input.
    """

    pairing: Mapping[str, Any]
    players: tuple[str, ...]
    fields: tuple[Option, ...]
    #: whether a button chooses the winner; else the score shows it, or the format needs no winner
    winners: bool
    #: the winner's required figure, by field: the form needs only the loser's
    won: Mapping[str, int]
    #: whether the score shows the winner
    by_score: bool
    inputs: tuple[Blank, ...]
    #: empty: one button enters the inputs
    buttons: tuple[ResultButton, ...]

    def read(self, sent: Mapping[str, str]) -> dict[str, Any]:
        """Return the result in a form; a UserError names the wrong input."""
        winner = sent.get("winner", "")
        result = dict(self.pairing)
        for option in self.fields:
            found = self._value(option, sent, winner)
            if found is not None:
                result[option.key] = found
        if self.by_score:
            score = result.get("score") or [0, 0]
            if score[0] == score[1]:
                raise UserError(_(
                    "The score is level: the winner has more points."
                ), field=f"{PREFIX}score-0")
            result["winner"] = self.players[0 if score[0] > score[1] else 1]
        if self.winners:
            if winner not in self.players:
                raise UserError(_("Say who has won: one of the players' buttons."))
            result["winner"] = winner
        return result

    def _value(self, option: Option, sent: Mapping[str, str], winner: str) -> Any:
        name = f"{PREFIX}{option.key}"
        if option.key in self.won:
            text = sent.get(name, "").strip()
            if not text and (option.empty or "forfeit" in self.pairing):
                return None
            lost = _whole(text, name, _of_loser(option))
            return [self.won[option.key] if player == winner else lost for player in self.players]
        if option.kind == _PAIRS:
            texts = [sent.get(f"{name}-{seat}", "").strip() for seat in range(len(self.players))]
            if not any(texts):
                return None
            return [
                _whole(text, f"{name}-{seat}", joined((option.label, self.players[seat])))
                for seat, text in enumerate(texts)
            ]
        if option.key == "order":
            return self._order(option, sent)
        text = sent.get(name, "").strip()
        if not text or (option.kind == "flag" and text != "yes"):
            return None
        try:
            return value_of(option, text)
        except UserError as error:
            raise UserError("%(label)s: %(error)s.", label=option.label, error=error, field=name) from None

    def _order(self, option: Option, sent: Mapping[str, str]) -> list[str] | None:
        items = option.choices or self.players
        places = []
        for seat, item in enumerate(items):
            name = f"{PREFIX}order-{seat}"
            text = sent.get(name, "").strip()
            places.append((_whole(text, name, _("Place of %(item)s", item=item)), seat))
        if sorted(place for place, _ in places) != [*range(1, len(items) + 1)]:
            raise UserError(
                "%(label)s: give each place from 1 to %(count)s exactly once.",
                label=option.label, count=len(items),
            )
        return [items[seat] for _, seat in sorted(places)]


def result_form(
    form: Format,
    pairing: Mapping[str, Any],
    players: Sequence[str],
    entered: Mapping[str, Any] | None = None,
    *,
    unplayed: bool = False,
    decides: bool = True,
) -> ResultForm:
    """Return the form for a result of a pairing that is played, or was left `unplayed`.

    Without `decides` it has no inputs for a director's decisions.
    `pairing` may be a result that must be corrected: `entered` fills the inputs.
    """
    asked = form.asked(pairing)
    keys = {option.key for option in asked}
    hidden = {*_FILLED, *_ELSEWHERE, form.arrival, form.departure, form.bye}
    hidden |= set() if decides else form.decisions
    apart = set(form.unplayed)
    base = {key: pairing[key] for key in _FILLED if key in pairing and key in keys}
    base = {key: value for key, value in base.items() if key not in ("winner", "started")}
    if "players" in keys and len(players) > 1:
        base["players"] = list(players)
    if unplayed and "forfeit" in apart:
        base["forfeit"] = True
        hidden |= {"forfeit", "kind"}
    scored = unplayed and "forfeit" in apart
    fields = tuple(
        option
        for option in asked
        if option.key not in hidden
        and ((option.key in apart) == unplayed or (scored and option.key == "score"))
    )
    won = {} if scored or len(players) != 2 else _won(form, fields, pairing)
    asks_winner = "winner" in keys and (not unplayed or "forfeit" in apart)
    scores = any(option.key == "score" for option in fields) and "score" not in won
    by_score = asks_winner and scores and len(players) == 2 and not unplayed
    ended = [option for option in fields if option.said]
    inputs = tuple(
        one
        for option in fields
        if option not in ended
        for one in _inputs(option, tuple(players), won, dict(entered or {}))
    )
    winners = asks_winner and not by_score
    buttons = [ResultButton("winner", name, _wins(name, unplayed)) for name in players if winners]
    buttons += [
        ResultButton(f"{PREFIX}{option.key}", name, joined((name, option.said), " "))
        for option in ended
        for name in players
    ]
    return ResultForm(base, tuple(players), fields, winners, won, by_score, inputs, tuple(buttons))


def _wins(name: str, unplayed: bool) -> str:
    if unplayed:
        return _("%(player)s wins without play", player=name)
    return _("%(player)s wins", player=name)


def input_of(field: str, form: ResultForm) -> str:
    """Return the name of the input for a field of the format; "" if it has no input."""
    names = [one.name for one in form.inputs]
    wanted = f"{PREFIX}{field}"
    return next((name for name in names if name == wanted or name.startswith(f"{wanted}-")), "")


def _won(form: Format, fields: Iterable[Option], pairing: Mapping[str, Any]) -> dict[str, int]:
    """Return the winner's figures, by field."""
    found = {option.key: option.won for option in fields if option.won is not None}
    target = _target(form, pairing)
    if target is not None and any(option.key == "score" for option in fields):
        found["score"] = target
    return found


def _of_loser(option: Option) -> str:
    return (
        _("Points of the loser") if option.key == "score" else _("%(label)s of the loser", label=option.label)
    )


def _target(form: Format, pairing: Mapping[str, Any]) -> int | None:
    """Return the score that the winner needs; None if any score can win."""
    sets = pairing.get("sets", 1)
    if isinstance(sets, int) and sets > 1:
        return sets // 2 + 1
    if not isinstance(form.board, MatchBoard):
        return None
    try:
        return form.board.length(pairing, None) or None
    except UserError:
        return None


def _inputs(
    option: Option, players: tuple[str, ...], won: Mapping[str, int], entered: Mapping[str, Any]
) -> list[Blank]:
    name, known = f"{PREFIX}{option.key}", entered.get(option.key)
    if option.key in won:
        lost = str(min(known)) if isinstance(known, list | tuple) and known else ""
        most = won[option.key] - 1
        span = option.help or _("0 to %(most)s", most=most)
        return [Blank(name, _of_loser(option), "number", (), span, 0, most, lost, not option.empty)]
    if option.kind == _PAIRS or option.key == "order":
        items = players if option.kind == _PAIRS else option.choices or players
        told = list(known) if isinstance(known, list | tuple) else []
        if option.key == "order" and len(told) == len(items) - 1:
            # the last place may be left out in a file
            told += [item for item in items if item not in told]
        high = option.high if option.kind == _PAIRS else len(items)
        low = 0 if option.kind == _PAIRS else 1
        found = []
        for seat, item in enumerate(items):
            if option.kind == _PAIRS:
                value, label = (told[seat] if seat < len(told) else ""), joined((option.label, item))
            else:
                value, label = (
                    (told.index(item) + 1 if item in told else ""),
                    _("Place of %(item)s", item=item),
                )
            needed = option.key in ("score", "order") and "forfeit" not in entered
            found.append(Blank(f"{name}-{seat}", label, "number", (), "", low, high, str(value), needed))
        return found
    value = written(option, known) if known is not None else ""
    if option.kind == "flag":
        return [Blank(name, option.label, "tick", (), option.help, value=value)]
    if option.kind == "choice":
        default = "" if option.default is None else str(option.default)
        words = tuple(map(option.word, option.choices))
        return [
            Blank(
                name, option.label, "choice", option.choices, option.help, value=value or default, words=words
            )
        ]
    if option.kind == "whole" and option.high is not None and option.high <= 6:
        choices = tuple(str(number) for number in range(option.low or 0, option.high + 1))
        return [Blank(name, option.label, "choice", choices, option.help, value=value or str(option.default))]
    if option.kind == "text" and option.names != "none":
        return [Blank(name, option.label, "choice", ("", *players), option.help, value=value)]
    if option.kind == "whole" and option.default is not None:
        value = value or str(option.default)
    kind = {"whole": "number", "decimal": "decimal", "texts": "lines"}.get(option.kind, "text")
    return [Blank(name, option.label, kind, (), option.help, option.low, option.high, value)]


def _whole(text: str, name: str, label: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 6:
        raise UserError(_("%(label)s: write a number.", label=label), field=name)
    return int(text)
