"""Results: who reports one (paragraph 39), and concessions by mistake (40)."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.regulation.finding import Finding


def reported(
    players: Sequence[str], winner: str, by: str, *, sheet: bool, confirmed: bool = False
) -> Finding:
    """Return whether a report counts: of the loser, of the winner with the sheet, or of both on the board."""
    if confirmed:
        return Finding(f"both players have confirmed it: {winner} has won", ("stated-length",))
    if by != winner:
        return Finding(f"{by} lost and reports it: {winner} has won", ("stated-length",))
    if sheet:
        return Finding(f"{winner} reports it with the score sheet: {winner} has won", ("stated-length",))
    loser = players[1] if winner == players[0] else players[0]
    said = f"{winner} has no score sheet: {loser} has to report it, or the director confirms it"
    return Finding(said, ("stated-length", "score-sheets"), open=True)


def conceded(loser: str, winner: str, *, posted: bool) -> Finding:
    """Return whether a concession by mistake stands: once the winner is entered in the draw sheet."""
    if posted:
        return Finding(
            f"{loser} conceded by mistake and {winner} is entered: it stands", ("mistaken-concession",)
        )
    return Finding(
        f"{loser} conceded by mistake, and no winner is entered yet: the match goes on",
        ("mistaken-concession", "settlements"),
    )
