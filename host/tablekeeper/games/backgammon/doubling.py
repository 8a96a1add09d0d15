"""Questions about the cube: who may double now, and what happens to a double that was not allowed.

The regulations have three answers. A double is valid. Or it is irregular but stands: it was made too early,
or at a wrong moment and then accepted. Or it is null and void, and nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablekeeper.games.backgammon.board import Seat, other
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.paragraphs import (
    ACCEPTED,
    AFTER_CRAWFORD,
    ANNULMENT,
    BEFORE_THE_DICE,
    CRAWFORD,
    DOUBLE_FROM_THE_BAR,
    DROPPED_VALUE,
    NO_BEAVERS,
    ONLY_LEGAL_DOUBLES,
    OPENING,
    OPPONENT_HAS_ENDED,
    PREMATURE_DOUBLE,
    PREMATURE_ROLL,
    TAKER_HOLDS_THE_CUBE,
    WAITS_FOR_AN_ANSWER,
    BackgammonParagraph,
)
from tablekeeper.games.backgammon.standing import NAMES
from tablekeeper.languages import _, joined
from tablekeeper.text import counted

Moment = Literal["opening", "turn", "rolled", "early-roll", "other", "offered", "over"]
MOMENTS: dict[Moment, str] = {
    "opening": _("before the opening roll"),
    "turn": _("on one's own turn, before the dice"),
    "rolled": _("on one's own turn, after the dice"),
    "early-roll": _("on one's own turn, after a roll before the other player's turn had ended"),
    "other": _("before the other player's turn has ended"),
    "offered": _("while a double waits for its answer"),
    "over": _("after the game has ended"),
}
"""The moment of a double, by its name in forms and flags."""

Wish = Literal["double", "beaver", "automatic"]
WISHES: tuple[Wish, ...] = ("double", "beaver", "automatic")
"""A double; a beaver (taking and turning again at once); an automatic double (after equal opening dice)."""


_ANNULLED = _(
    "If it was turned all the same, either player may have all doubles of this game annulled until "
    "the game ends; after that they stand."
)


@dataclass(frozen=True, slots=True)
class CubeRuling:
    """The answer to a cube question.

    `may`: the action is allowed. `stands`: the action counts if it was made. `paragraphs` are the reasons,
    the deciding one first; `notes` are consequences, in sentences.
    """

    may: bool
    stands: bool
    sentence: str
    paragraphs: tuple[BackgammonParagraph, ...]
    notes: tuple[str, ...] = ()


def double_ruling(
    situation: Situation,
    seat: Seat,
    moment: Moment = "turn",
    wish: Wish = "double",
    *,
    closed_out: bool = False,
    taken: bool = False,
    names: tuple[str, str] = NAMES,
) -> CubeRuling:
    """Return whether `seat` may double at a moment, and whether a double made then stands.

    `closed_out`: `seat` is on the bar against a closed board. `taken`: the other player has
    accepted the double already.
    """
    who, rival = names[seat], names[other(seat)]
    if wish != "double":
        why = (
            _("There is no beaver: it is null and void.")
            if wish == "beaver"
            else _("There is no automatic double: it is null and void.")
        )
        return _void(why, NO_BEAVERS, ONLY_LEGAL_DOUBLES)
    if moment == "over":
        return _void(_("The game is over: %(who)s cannot double any more.", who=who), ONLY_LEGAL_DOUBLES)
    if situation.crawford:
        return CubeRuling(
            False, False, _("%(who)s may not double: in the Crawford game the cube is out of play.", who=who),
            (CRAWFORD, ANNULMENT),
            (_ANNULLED,),
        )  # fmt: skip
    if situation.owner == other(seat):
        sentence = _("%(who)s may not double: %(rival)s holds the cube.", who=who, rival=rival)
        return _void(sentence, TAKER_HOLDS_THE_CUBE, ONLY_LEGAL_DOUBLES)
    if moment == "offered":
        return _void(
            _("%(who)s may not double: a double already waits for its answer.", who=who), WAITS_FOR_AN_ANSWER,
            ONLY_LEGAL_DOUBLES,
        )  # fmt: skip
    if moment == "opening":
        return _untimely(
            taken,
            _(
                "%(who)s may not double before the opening roll: nobody is on turn yet, and the winner of "
                "that roll plays it.", who=who), OPENING, ONLY_LEGAL_DOUBLES,
        )  # fmt: skip
    if moment == "rolled":
        return _untimely(
            taken,
            _("%(who)s may not double any more in this turn: the dice are rolled.", who=who), BEFORE_THE_DICE,
            ONLY_LEGAL_DOUBLES,
        )  # fmt: skip
    if moment == "early-roll":
        return _untimely(
            taken,
            _(
                "%(who)s may not double in this turn: a player who rolls before the other player's turn "
                "has ended loses the right to double in it, and plays that roll.", who=who,
            ), PREMATURE_ROLL, ONLY_LEGAL_DOUBLES,
        )  # fmt: skip
    worth = _worth(situation, seat, names)
    if moment == "other":
        return CubeRuling(
            False, True,
            _(
                "%(who)s doubles too early: %(rival)s has not ended the turn. The double stands, and "
                "%(rival)s may finish the turn knowing it.", who=who, rival=rival),
            (PREMATURE_DOUBLE, OPPONENT_HAS_ENDED),
            worth,
        )  # fmt: skip
    paragraphs = [DOUBLE_FROM_THE_BAR if closed_out else BEFORE_THE_DICE, OPPONENT_HAS_ENDED, DROPPED_VALUE]
    middle = _("the cube is in the middle") if situation.owner is None else _("%(who)s holds it", who=who)
    why = _("it is %(who)s's turn, the dice are not rolled, %(middle)s", who=who, middle=middle)
    if closed_out:
        why += _("; on the bar against a closed board a double is allowed as well")
    if situation.length and situation.length - 1 in situation.score and situation.length > 1:
        paragraphs.append(AFTER_CRAWFORD)
        why += _(", and the Crawford game has been played")
    sentence = _("%(who)s may double to %(cube)s: %(why)s.", who=who, cube=situation.cube * 2, why=why)
    return CubeRuling(True, True, sentence, tuple(paragraphs), worth)


def moment_of(situation: Situation) -> Moment:
    """Return the moment of a situation, for the player on turn."""
    if situation.progress not in ("none", "playing"):
        return "over"
    return "offered" if situation.doubled else "rolled" if situation.dice else "turn"


def annulment(situation: Situation, game_over: bool) -> CubeRuling:
    """Return whether doubles made in this game can be annulled because it is the Crawford game."""
    if not situation.crawford:
        sentence = _("Doubles of this game cannot be annulled: it is not the Crawford game.")
        return CubeRuling(False, False, sentence, (ANNULMENT,))
    if game_over:
        return CubeRuling(
            False, False, _("The Crawford game is over: doubles made in it cannot be annulled any more."),
            (ANNULMENT,),
        )  # fmt: skip
    return CubeRuling(
        True, True,
        _(
            "Either player may have all doubles of this Crawford game annulled until it ends: the cube "
            "goes back to 1 and out of play."),
        (ANNULMENT, CRAWFORD),
    )  # fmt: skip


def dead_for(situation: Situation, seat: Seat) -> bool:
    """Return whether a single game at the cube's present value wins the match for `seat`."""
    return bool(situation.length) and situation.cube >= situation.length - situation.score[seat]


def _worth(situation: Situation, seat: Seat, names: tuple[str, str]) -> tuple[str, ...]:
    who, rival = names[seat], names[other(seat)]
    taken = _("taken, %(rival)s holds the cube at %(cube)s", rival=rival, cube=situation.cube * 2)
    notes = [
        _(
            "Dropped, it gives %(who)s %(points)s; %(taken)s.",
            who=who,
            points=counted(situation.cube, "point"),
            taken=taken,
        )
    ]
    if dead_for(situation, seat):
        notes.append(
            _(
                "The cube is dead for %(who)s: a single game at %(cube)s already wins the match, so a "
                "double gains nothing and hands %(rival)s the cube. It is allowed all the same.",
                who=who,
                cube=situation.cube,
                rival=rival,
            )
        )
    return tuple(notes)


def _void(sentence: str, *paragraphs: BackgammonParagraph) -> CubeRuling:
    return CubeRuling(
        False, False, sentence, paragraphs,
        (_("A double made all the same is null and void: nothing has changed."),),
    )  # fmt: skip


def _untimely(taken: bool, sentence: str, *paragraphs: BackgammonParagraph) -> CubeRuling:
    """Return the ruling on a double at a wrong moment: void unless it has been accepted."""
    if taken:
        why = _("It was accepted nevertheless, so it is deemed valid.")
        return CubeRuling(False, True, joined((sentence, why), " "), (ACCEPTED, *paragraphs))
    note = _(
        "A double made all the same is null and void, until the other player accepts it: then it is valid."
    )
    return CubeRuling(False, False, sentence, (*paragraphs, ACCEPTED), (note,))
