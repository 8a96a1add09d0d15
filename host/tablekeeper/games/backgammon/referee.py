"""The referee: is a play legal, why not, and which plays are legal?

Every answer is one sentence with its paragraph, so a director can read it to the players.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.games.backgammon.board import BAR, Board, Seat, View, other
from tablekeeper.games.backgammon.legality import as_written, fault, hits, matching
from tablekeeper.games.backgammon.notation import print_play
from tablekeeper.games.backgammon.paragraphs import (
    BEARING_OFF,
    BOTH_NUMBERS,
    FROM_THE_BAR,
    HIGHER_NUMBER,
    HIT_TO_THE_BAR,
    REGULAR,
    REPLAYED,
    BackgammonParagraph,
)
from tablekeeper.games.backgammon.plays import Dice, Play, legal_plays
from tablekeeper.languages import _, heading
from tablekeeper.text import alternatives, counted, listing

NO_PLAY = _("no play")


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """The verdict on a play.

    `views` are the positions after it from the mover's side: none for an illegal play, several if a merged
    move may or may not hit between its ends. `notes` are further facts for the director.
    """

    legal: bool
    sentence: str
    paragraph: BackgammonParagraph
    views: tuple[View, ...] = ()
    notes: tuple[str, ...] = ()


def told(play: Play) -> str:
    """Return a play as text, "no play" if it is empty."""
    return print_play(play) or NO_PLAY


def all_plays(view: View, dice: Dice) -> list[tuple[Play, View]]:
    """Return every legal play with the position after it, plays from the highest points first.

    Plays with the same final position count as one. A roll without a legal play gives one empty play.
    """
    found = [(play, result) for result, play in legal_plays(view, *dice).items()]
    return sorted(found, key=lambda entry: (_from_the_top(entry[0]), entry[1]))


def _from_the_top(play: Play) -> list[tuple[int, int]]:
    return [(-origin, -target) for origin, target, _ in sorted(play, reverse=True)]


def judge(view: View, dice: Dice, play: Play) -> PlayVerdict:
    """Return whether `play` of `dice` was legal, and why; `view` is from the mover's side."""
    roll = f"{dice[0]}{dice[1]}"
    legal = legal_plays(view, *dice)
    ends = {end: legal[end] for end in matching(view, dice, play, False, legal)}
    if not ends:
        wrong = fault(view, dice, play)
        return PlayVerdict(
            False, _(
                "%(capital)s is not legal with %(roll)s: %(clause)s.",
                capital=_capital(told(play)), roll=roll, clause=wrong.clause), wrong.paragraph,
            notes=(_(
                "It may be left as it is, or the opponent may demand that it is played again "
                "(%(replayed)s).",
                replayed=REPLAYED),),
        )  # fmt: skip
    made = as_written(view, dice, play)
    just = {end: ends[end] for end in ends if end in made}
    found = matching(view, dice, play, any(hit for _, _, hit in play), just or ends)
    sentence, paragraph = _why_legal(view, dice, play, found[0], legal)
    notes = _notes(view, play, found)
    if not just:
        notes.insert(0, _otherwise(view, play))
    return PlayVerdict(True, sentence, paragraph, tuple(found), tuple(notes))


def _why_legal(
    view: View, dice: Dice, play: Play, result: View, legal: dict[View, Play]
) -> tuple[str, BackgammonParagraph]:
    roll = f"{dice[0]}{dice[1]}"
    canonical = legal[result]
    if not play:
        waiting = view[BAR]
        why = _("no checker can enter") if waiting else _("no number can be played")
        return _(
            "No play is right: %(why)s with %(roll)s.", why=why, roll=roll
        ), FROM_THE_BAR if waiting else BOTH_NUMBERS
    start = _("%(capital)s is legal with %(roll)s", capital=_capital(told(play)), roll=roll)
    wanted = 4 if dice[0] == dice[1] else 2
    if len(canonical) < wanted:
        if max(result[1:]) <= 0:
            return _("%(start)s: the last checker is borne off.", start=start), BEARING_OFF
        if wanted == 4:
            times = counted(len(canonical), "time")
            return _(
                "%(start)s: the %(dice)s can be played only %(times)s.",
                start=start,
                dice=dice[0],
                times=times,
            ), BOTH_NUMBERS
        if _playable(view, dice[0]) and _playable(view, dice[1]):
            return _(
                "%(start)s: only one number can be played, and then the higher one must be.", start=start
            ), HIGHER_NUMBER
        return _("%(start)s: only one number can be played.", start=start), BOTH_NUMBERS
    if any(origin == BAR for origin, _, _ in play):
        return _("%(start)s: checkers on the bar enter first.", start=start), FROM_THE_BAR
    if any(target == 0 for _, target, _ in play):
        return _(
            "%(start)s: checkers are borne off by the exact number or from the highest point.", start=start
        ), BEARING_OFF
    if hits(view, result):
        return _("%(start)s: the whole roll is played.", start=start), HIT_TO_THE_BAR
    return _("%(start)s: the whole roll is played.", start=start), BOTH_NUMBERS if wanted == 2 else REGULAR


def _playable(view: View, die: int) -> bool:
    """Return whether a die can be played first."""
    return any(play for play in legal_plays(view, die, die).values())


def _otherwise(view: View, play: Play) -> str:
    """Return a note on a legal play whose written moves are not legal one by one."""
    held = sorted({target for _, target, _ in play if target and view[target] <= -2}, reverse=True)
    why = _("is not legal as it is written")
    if held:
        why = _("comes down on %(map)s, which the other player holds", map=listing(map(str, held)))
    return _(
        "As written, a checker %(why)s (%(regular)s); playing the numbers in another order leads to the "
        "same position, so the play stands.",
        why=why,
        regular=REGULAR,
    )


def _notes(view: View, play: Play, found: list[View]) -> list[str]:
    notes = []
    if len(found) > 1:
        ways = alternatives(
            _("hitting on %(map)s", map=", ".join(map(str, sorted(hits(view, one), reverse=True))))
            if hits(view, one)
            else _("without a hit")
            for one in found
        )
        notes.append(
            _("The text leaves open what was hit on the way (%(ways)s): mark a hit with *.", ways=ways)
        )
    else:
        marked = {target for _, target, hit in play if hit}
        real = hits(view, found[0])
        notes += [
            _("A hit is marked on %(p)s, but nothing is hit there.", p=p) for p in sorted(marked - real)
        ]
        missing = sorted(real - marked)
        notes += [
            _(
                "The blot on %(point)s is hit and goes to the bar (%(hit_to_the_bar)s).",
                point=point,
                hit_to_the_bar=HIT_TO_THE_BAR,
            )
            for point in missing
        ]
    return notes


def _capital(text: str) -> str:
    return heading(text)


def nobody_plays(board: Board) -> str | None:
    """Return a sentence if the game is over because a player has no checker on the board, else None."""
    if board.count(0) and board.count(1):
        return None
    return _("The game is over: a player has no checker on the board.")


def closed_out(board: Board, seat: Seat) -> bool:
    """Return whether `seat` has a checker on the bar against six held points, so no roll can enter it."""
    return board.bar(seat) > 0 and all(board.on(other(seat), point) > 1 for point in range(1, 7))
