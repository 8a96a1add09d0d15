"""A referee's case in an address: the position, the dice and the play so far; nothing is stored.

`/referee?position=XGID&dice=31&play=8/5+6/5`. `from` is a picked-up checker, `set` a brush
(`white`, `black` or `remove`) for editing the position, `rolls` the number of rolls so far for judging a
start position, `ask=gnubg` a question to GNU Backgammon.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import BAR, CHECKERS, OFF, START, Board, Seat, View
from tablekeeper.games.backgammon.legality import carried_out
from tablekeeper.games.backgammon.matchequity import score_of
from tablekeeper.games.backgammon.matchid import Situation
from tablekeeper.games.backgammon.notation import print_play, read_dice, read_play
from tablekeeper.games.backgammon.plays import Play
from tablekeeper.games.backgammon.positiontext import Placement, read_position, written
from tablekeeper.games.backgammon.referee import judge, nobody_plays
from tablekeeper.languages import _

from .errors import HttpError

PATH = "/referee"
BRUSHES = {"white": _("Add White"), "black": _("Add Black"), "remove": _("Take away")}
#: text of a play that moves no checker
NO_PLAY = "none"
#: the longest match in the form: the device shows two digits
LONGEST_MATCH = 99
_MOST_ROLLS = 99
#: the parameters of a position's address
FIELDS = tuple("position play set from rolls dice length white black crawford turn owner cube".split())
_SEATS: tuple[Seat, Seat] = (0, 1)


@dataclass(frozen=True, slots=True)
class RefereeCase:
    """The case to judge: a placement with its dice, and the moves so far (None: no play to judge)."""

    placement: Placement
    play: Play | None = None
    picked: int | None = None
    brush: str = ""
    rolls: int | None = None
    asks: bool = False

    @property
    def view(self) -> View:
        """Return the points from the mover's view before the play."""
        return self.placement.view

    @property
    def moved(self) -> View | None:
        """Return the points after the moves in notation, legal or not; None if the moves are impossible.

        For a legal joined move this includes hits on its way, if no other way is legal.
        """
        dice = self.placement.situation.dice
        if not self.play:
            return self.view
        if dice is not None and len(ends := judge(self.view, dice, self.play).views) == 1:
            return ends[0]
        return carried_out(self.view, self.play)

    @property
    def shown(self) -> Placement:
        """Return the position on the board: after the moves so far, if they are possible."""
        if not self.play or self.moved is None:
            return self.placement
        seat = self.placement.on_roll
        return replace(self.placement, board=self.placement.board.after(seat, self.moved))

    @property
    def text(self) -> str:
        """Return the position as text for an address or a form: an XGID if it can express everything."""
        ids = self.placement.ids
        if ids is None:
            return written(self.placement)
        try:
            whole = read_position(ids[1])
        except UserError:
            return ids[0]
        return ids[1] if whole.situation == self.placement.situation else ids[0]

    # --- addresses ----------------------------------------------------------------------------

    def fields(self) -> list[tuple[str, str]]:
        """Return the parameters of the case's address."""
        found = [("position", self.text)]
        if self.placement.situation.dice and self.placement.ids is None:
            found.append(("dice", "{}{}".format(*self.placement.situation.dice)))
        if self.brush:
            found.append(("set", self.brush))
        if self.play is not None:
            found.append(("play", spelled(self.play) or NO_PLAY))
        if self.picked is not None:
            found.append(("from", _name(self.picked)))
        if self.rolls is not None:
            found.append(("rolls", str(self.rolls)))
        if self.asks:
            found.append(("ask", "gnubg"))
        return found

    def address(self, path: str = PATH) -> str:
        """Return this case's address."""
        return f"{path}?{urlencode(self.fields(), safe='/:=*')}"

    def board_address(self) -> str:
        """Return the address that scrolls to the board."""
        return f"{self.address()}#board"

    def fresh(self) -> RefereeCase:
        """Return the position with its dice and nothing else."""
        return RefereeCase(self.placement)

    def with_play(self, play: Play | None) -> RefereeCase:
        """Return the same position with another play."""
        return replace(self, play=play, picked=None, brush="", rolls=None, asks=False)

    def picking(self, point: int | None) -> RefereeCase:
        """Return the case with a checker picked up, or put down again."""
        return replace(self, picked=point, brush="", rolls=None, asks=False)

    def moving(self, target: int) -> RefereeCase:
        """Return the case after the picked-up checker was put on `target`."""
        assert self.picked is not None
        moved = self.moved or self.view
        hit = target != OFF and moved[target] == -1
        return self.with_play((*(self.play or ()), (self.picked, target, hit)))

    def rolled(self, dice: tuple[int, int] | None) -> RefereeCase:
        """Return the same position with other dice and no play."""
        situation = replace(self.placement.situation, dice=dice, doubled=False)
        return RefereeCase(replace(self.placement, situation=situation))

    def asking(self) -> RefereeCase:
        """Return the question to GNU Backgammon about the position before the play."""
        return replace(self, picked=None, brush="", rolls=None, asks=True)

    def painting(self, brush: str) -> RefereeCase:
        """Return the position that the brushes edit."""
        return RefereeCase(self.placement, brush=brush)

    def placed(self, board: Board) -> RefereeCase:
        """Return the case with other checkers; dice and match are unchanged."""
        return RefereeCase(replace(self.placement, board=board), brush=self.brush)

    def painted(self, seat: Seat, point: int) -> RefereeCase | None:
        """Return the case after the brush was used on `seat`'s own `point`; None if nothing can change.

        A colour adds its checker, or removes one of the other colour; `remove` removes a checker of either
        colour. Removed checkers count as borne off, as in every id.
        """
        board = self.placement.board
        here = point if seat == 0 else BAR - point
        count = board.slots[here]
        colour: Seat | None = None if self.brush == "remove" else 0 if self.brush == "white" else 1
        if count and (colour is None or (count > 0) != (colour == 0)):
            step = -1 if count > 0 else 1
        elif colour is None or (point == BAR and colour != seat) or board.count(colour) >= CHECKERS:
            return None
        else:
            step = 1 if colour == 0 else -1
        slots = list(board.slots)
        slots[here] += step
        off = (
            CHECKERS - sum(n for n in slots if n > 0),
            CHECKERS + sum(n for n in slots if n < 0),
        )
        return self.placed(Board(tuple(slots), off))


def spelled(play: Play) -> str:
    """Return the moves one by one, in their order."""
    return " ".join(f"{_name(origin)}/{_name(target)}{'*' if hit else ''}" for origin, target, hit in play)


def short(play: Play) -> str:
    """Return a play in the usual short notation."""
    return print_play(play) or _("no play")


def read_case(sent: Mapping[str, str]) -> RefereeCase:
    """Return the case in an address; refuse an unreadable address in one sentence."""
    try:
        text = sent.get("position", "").strip()
        placement = read_position(text) if text else Placement(START)
        placement = _matched(placement, sent)
        play = sent.get("play", "").strip()
        moves = None if not play else () if play == NO_PLAY else read_play(play[:80])
    except UserError as error:
        raise HttpError(400, str(error)) from error
    brush = sent.get("set", "")
    if brush and brush not in BRUSHES:
        raise HttpError(400, _("There is no such brush: choose one on the page."))
    if brush and placement.ids is None:
        raise HttpError(
            400, _("This position does not have 15 checkers on each side: write it as two lists instead.")
        )
    rolls = sent.get("rolls", "")
    return RefereeCase(
        placement,
        None if brush or placement.situation.dice is None or nobody_plays(placement.board) else moves,
        _picked(sent.get("from", "")),
        brush,
        _count(rolls, _("The rolls thrown"), 0, _MOST_ROLLS) if rolls else None,
        sent.get("ask") == "gnubg",
    )


def _picked(text: str) -> int | None:
    if not text:
        return None
    if text == "bar":
        return BAR
    if text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) < BAR:
        return int(text)
    raise HttpError(400, _("There is no such point: choose a checker of the board."))


def _count(text: str, what: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and least <= int(text) <= most):
        raise HttpError(400, _(
            "%(what)s: write a whole number from %(least)s to %(most)s.",
            what=what, least=least, most=most,
        ))
    return int(text)


def _matched(placement: Placement, sent: Mapping[str, str]) -> Placement:
    """Return a placement with the match facts of the form; White's figures belong to seat 0."""
    situation = placement.situation
    if dice := sent.get("dice", "").strip():
        situation = replace(situation, dice=None if dice == NO_PLAY else read_dice(dice[:20]), doubled=False)
    if "length" in sent:
        length = _count(sent["length"].strip() or "0", _("The length of the match"), 0, LONGEST_MATCH)
        white = _count(sent.get("white", "").strip() or "0", _("The score of White"), 0, LONGEST_MATCH)
        black = _count(sent.get("black", "").strip() or "0", _("The score of Black"), 0, LONGEST_MATCH)
        crawford = sent.get("crawford") == "1"
        if length:
            score_of(length, (white, black), crawford)
        elif white or black or crawford:
            raise HttpError(400, _("Score and Crawford game need the length of a match."))
        situation = replace(situation, length=length, score=(white, black), crawford=crawford)
        situation = _cubed(situation, sent)
        turn: Seat = 1 if sent.get("turn") == "black" else 0
        if turn != situation.on_roll:
            situation = replace(situation, on_roll=turn, dice=None, doubled=False)
    return replace(placement, situation=situation)


def _cubed(situation: Situation, sent: Mapping[str, str]) -> Situation:
    owner = {"white": 0, "black": 1}.get(sent.get("owner", ""))
    value = _count(sent.get("cube", "").strip() or "1", _("The cube"), 1, 1024)
    if value & (value - 1):
        raise HttpError(400, _("No cube shows %(value)s: it shows 1, 2, 4, 8 and so on.", value=value))
    if (owner is None) != (value == 1):
        raise HttpError(400, _(
            "A cube at 1 is in the middle, and one that was turned belongs to a player."
        ))
    return replace(situation, cube=value, owner=None if owner is None else _SEATS[owner])


def _name(point: int) -> str:
    return "bar" if point == BAR else "off" if point == OFF else str(point)
