"""Equipment and dice (paragraphs 24 to 31, 67 to 74): what is changed, when, and who can ask for it."""

from __future__ import annotations

from tablekeeper.regulation.finding import Finding

DICE = "dice"
NEXT_GAME, NOW = "from the next game", "at once"


def change(
    what: str,
    *,
    asked_by: str = "",
    irregular: bool = False,
    justified: bool = False,
    within_game: bool = False,
) -> Finding:
    """Return whether and when equipment is changed; without `asked_by` the director wants it."""
    dice = what == DICE
    if not asked_by:
        named = ("new-dice", "dice-change") if dice else ("replacement",)
        return Finding(f"the director has the {what} replaced {NOW}", named)
    if not (irregular or justified):
        named = ("dice-change", "change-request") if dice else ("change-request",)
        said = f"{asked_by} asks for other {what} without a justified reason: nothing is changed"
        return Finding(said, named)
    why = "what is in use is not regular" if irregular else "there is a justified reason"
    when = NEXT_GAME if within_game else "for the game that begins"
    named = ("change-request", "dice-change") if dice else ("change-request",)
    return Finding(f"{asked_by} gets other {what} {when}: {why}", named)


def mixing(asked_by: str, opponent: str, *, within_game: bool) -> Finding:
    """Return whether dice are mixed: at the start of any game, the other player chooses first."""
    if within_game:
        return Finding(f"{asked_by} has to wait: dice are mixed at the start of a game", ("mixing",))
    return Finding(f"{asked_by} mixes the dice and {opponent} chooses first", ("mixing", "dice-choice"))


def unauthorised(players: str) -> Finding:
    """Return what is said of equipment that nobody approved."""
    return Finding(
        f"{players} play with equipment that is not approved, at their own responsibility",
        ("unauthorised", "equipment"),
    )
