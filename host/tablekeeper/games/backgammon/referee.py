"""The referee: is a play legal, why not, and which plays are legal?

Every answer is one sentence with its paragraph, so that a director can read it out.
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
from tablekeeper.languages import _
from tablekeeper.text import counted

NO_PLAY = "no play"


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """A play judged.

    `views` are the positions it leads to as the mover sees them, none of an illegal one: several where a
    joined move may or may not hit on its way. `notes` say what else a director should know.
    """

    legal: bool
    sentence: str
    paragraph: BackgammonParagraph
    views: tuple[View, ...] = ()
    notes: tuple[str, ...] = ()


def told(play: Play) -> str:
    """Returns a play as text, also the empty one."""
    return print_play(play) or NO_PLAY


def all_plays(view: View, dice: Dice) -> list[tuple[Play, View]]:
    """Returns every legal play with the position it leads to, those from the highest points first.

    Plays that leave the same position are one. A roll that cannot be played gives one empty play.
    """
    found = [(play, result) for result, play in legal_plays(view, *dice).items()]
    return sorted(found, key=lambda entry: (_from_the_top(entry[0]), entry[1]))


def _from_the_top(play: Play) -> list[tuple[int, int]]:
    return [(-origin, -target) for origin, target, _ in sorted(play, reverse=True)]


def judge(view: View, dice: Dice, play: Play) -> PlayVerdict:
    """Returns whether `play` of `dice` was legal, as the mover sees the board, and why."""
    roll = f"{dice[0]}{dice[1]}"
    legal = legal_plays(view, *dice)
    ends = {end: legal[end] for end in matching(view, dice, play, False, legal)}
    if not ends:
        wrong = fault(view, dice, play)
        return PlayVerdict(
            False, f"{_capital(told(play))} is not legal with {roll}: {wrong.clause}.", wrong.paragraph,
            notes=(f"It may be left so, or the opponent demands that it is played again ({REPLAYED}).",),
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
        why = "no checker can enter" if waiting else "no number can be played"
        return f"No play is right: {why} with {roll}.", FROM_THE_BAR if waiting else BOTH_NUMBERS
    start = f"{_capital(told(play))} is legal with {roll}"
    wanted = 4 if dice[0] == dice[1] else 2
    if len(canonical) < wanted:
        if max(result[1:]) <= 0:
            return f"{start}: the last checker is borne off.", BEARING_OFF
        if wanted == 4:
            times = counted(len(canonical), "time")
            return f"{start}: the {dice[0]} can be played only {times}.", BOTH_NUMBERS
        if _playable(view, dice[0]) and _playable(view, dice[1]):
            why = "only one number can be played, and then the higher one must be"
            return f"{start}: {why}.", HIGHER_NUMBER
        return f"{start}: only one number can be played.", BOTH_NUMBERS
    if any(origin == BAR for origin, _, _ in play):
        return f"{start}: checkers on the bar enter first.", FROM_THE_BAR
    if any(target == 0 for _, target, _ in play):
        return f"{start}: checkers are borne off by the exact number or from the highest point.", BEARING_OFF
    if hits(view, result):
        return f"{start}: the whole roll is played.", HIT_TO_THE_BAR
    return f"{start}: the whole roll is played.", BOTH_NUMBERS if wanted == 2 else REGULAR


def _playable(view: View, die: int) -> bool:
    """Tells whether a die can be played first."""
    return any(play for play in legal_plays(view, die, die).values())


def _otherwise(view: View, play: Play) -> str:
    """Returns a note on a legal play that, move by move as it is written, cannot be made."""
    held = sorted({target for _, target, _ in play if target and view[target] <= -2}, reverse=True)
    why = "goes a forbidden way"
    if held:
        why = f"comes down on {' and '.join(map(str, held))}, which the other player holds"
    return (
        f"As written a checker {why} ({REGULAR}); the numbers in another order lead to the same position, "
        "and so it stands."
    )


def _notes(view: View, play: Play, found: list[View]) -> list[str]:
    notes = []
    if len(found) > 1:
        ways = " or ".join(
            f"hitting on {', '.join(map(str, sorted(hits(view, one), reverse=True)))}"
            if hits(view, one)
            else "without a hit"
            for one in found
        )
        notes.append(f"The text leaves open what was hit on the way ({ways}): mark a hit with *.")
    else:
        marked = {target for _, target, hit in play if hit}
        real = hits(view, found[0])
        notes += [f"A hit is marked on {p}, but nothing is hit there." for p in sorted(marked - real)]
        missing = sorted(real - marked)
        notes += [f"The blot on {point} is hit and goes to the bar ({HIT_TO_THE_BAR})." for point in missing]
    return notes


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def nobody_plays(board: Board) -> str | None:
    """Returns why nobody is to play: a player has no checker left on the board; None where somebody is."""
    if board.count(0) and board.count(1):
        return None
    return _("The game is over: a player has no checker on the board.")


def closed_out(board: Board, seat: Seat) -> bool:
    """Tells whether `seat` has a checker on the bar against six held points: no roll can enter it."""
    return board.bar(seat) > 0 and all(board.on(other(seat), point) > 1 for point in range(1, 7))
