"""The cases that a director rules on, in one labelled table, which defines files, flags and forms.

Every kind of case has options (the facts), a number of players, and a function that returns the finding.
Lateness and breaks have a start and an end, so they have their own commands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tablekeeper.formats.option import Option, read_options
from tablekeeper.languages import _
from tablekeeper.regulation import (
    assignment,
    dispute,
    equipment,
    length,
    participation,
    penalties,
    result,
    spectators,
)
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.finding import MOST_POINTS, Finding
from tablekeeper.regulation.paragraphs import BY_NAME
from tablekeeper.regulation.penalties import Ladder
from tablekeeper.strictjson import Cursor, DocumentError
from tablekeeper.text import listing
from tablekeeper.textchecks import LONGEST_REASON, line_at

DISPUTED = ("dice", "cube", "checkers", "score")


def _never(player: str, cause: str) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Case:
    """The input of a case: the players of the match in order, the facts, and data from the ledger."""

    players: tuple[str, ...]
    facts: Mapping[str, Any]
    ladder: Ladder = penalties.DEFAULT
    #: (player, cause) -> number of earlier offences that count
    steps: Callable[[str, str], int] = _never

    @property
    def opponent(self) -> str:
        """The second player, "" if there is none."""
        return self.players[1] if len(self.players) > 1 else ""

    def player(self, key: str) -> str:
        """Return a fact that names one of the players."""
        return Cursor(dict(self.facts)).at(key).player(self.players)

    def maybe(self, key: str) -> str:
        """Return a fact that names one of the players, "" if it is left out."""
        return "" if self.facts[key] is None else self.player(key)

    def score(self, key: str) -> tuple[int, int] | None:
        """Return a fact that is a score, None if it is left out."""
        found = self.facts[key]
        if found is None:
            return None
        if len(found) != 2:
            raise DocumentError(key, "a score has two numbers, such as 5,3")
        return found[0], found[1]


@dataclass(frozen=True, slots=True)
class CaseKind:
    """A kind of case: its key, title, options, and least and most number of players."""

    key: str
    title: str
    options: tuple[Option, ...]
    find: Callable[[Case], Finding]
    least: int = 2
    most: int = 2
    #: an example of its facts as flags
    example: str = ""
    names: tuple[str, ...] = field(default=("Ann", "Bob"))


def _flag(key: str, label: str) -> Option:
    return Option(key, label, "flag", False)


def _points(key: str, label: str, low: int, **more: Any) -> Option:
    return Option(key, label, "whole", None, low, MOST_POINTS, **more)


def _score(key: str, label: str, **more: Any) -> Option:
    return Option(key, label, "wholes", None, 0, MOST_POINTS, **more)


def _name(key: str, label: str, **more: Any) -> Option:
    return Option(key, label, "text", None, **more)


WITHIN = _flag("within_game", _("A game is in progress"))
ASKED_BY = _name("asked_by", _("The player who asks; left out: the director"))
IRREGULAR = _flag("irregular", _("It is not regular"))
JUSTIFIED = _flag("justified", _("There is another justified reason"))


def _length(case: Case) -> Finding:
    score = case.score("score")
    assert score is not None
    facts = {key: case.facts[key] for key in ("stated", "played", "agreed", "posted")}
    steps = [case.steps(player, "length") for player in case.players]
    return length.wrong_length(case.players, score=score, steps=steps, ladder=case.ladder, **facts)


def _disputed(case: Case) -> Finding:
    sheets = (case.score("first"), case.score("second"))
    return dispute.disputed_score(case.players, board=case.score("board"), sheets=sheets)


def _disturbed(case: Case) -> Finding:
    facts = case.facts
    return dispute.disturbed(case.players, case.maybe("changed_by"), facts["what"], cocked=facts["cocked"])


def _reported(case: Case) -> Finding:
    facts = {key: case.facts[key] for key in ("sheet", "confirmed")}
    return result.reported(case.players, case.player("winner"), case.player("by"), **facts)


def _conceded(case: Case) -> Finding:
    loser = case.player("loser")
    winner = case.players[1] if loser == case.players[0] else case.players[0]
    return result.conceded(loser, winner, posted=case.facts["posted"])


def _equipment(case: Case) -> Finding:
    if case.facts["unauthorised"]:
        return equipment.unauthorised(listing(case.players))
    return _changed(case, case.facts["what"])


def _changed(case: Case, what: str) -> Finding:
    facts = {key: case.facts[key] for key in ("irregular", "justified", "within_game")}
    return equipment.change(what, asked_by=case.maybe("asked_by"), **facts)


def _dice(case: Case) -> Finding:
    if not case.facts["mix"]:
        return _changed(case, equipment.DICE)
    by = case.player("asked_by")
    other = case.players[1] if by == case.players[0] else case.players[0]
    return equipment.mixing(by, other, within_game=case.facts["within_game"])


def _spectator(case: Case) -> Finding:
    flags = {key: case.facts[key] for key in ("takes_part", "asked", "cheating", "permitted")}
    player = case.maybe("player")
    if case.facts["conduct"] in (spectators.ADDRESS, spectators.SIGNAL) and not player:
        raise DocumentError("player", "say which player it is about")
    if case.facts["spectator"].strip() in case.players:
        raise DocumentError("spectator", "a player of the match is no spectator of it")
    others = [one for one in case.players if one != player]
    return spectators.spectator(
        case.facts["spectator"],
        case.facts["conduct"],
        player=player,
        opponent=others[0] if player and others else "",
        **flags,
    )


def _offence(case: Case) -> Finding:
    player, cause = case.players[0], case.facts["cause"]
    step = case.steps(player, cause)
    return penalties.offence(player, case.opponent, cause, step=step, ladder=case.ladder)


def _other(case: Case) -> Finding:
    named = case.facts["paragraphs"] or ("discretion",)
    for name in named:
        if name not in BY_NAME:
            raise DocumentError(
                "paragraphs",
                "there is no paragraph '%(name)s': `ruling paragraphs` names them all",
                name=name[:30],
            )
    return Finding(case.facts["text"].strip().rstrip("."), tuple(named))


KINDS = {
    kind.key: kind
    for kind in (
        CaseKind("length", _("A match played, or being played, to another length"), (
            _points("stated", _("Length the match should have, in points"), 1, needed=True),
            _points("played", _("Length that was played, in points; 0: neither sheet says"), 0, needed=True),
            _score("score", _("The score of both players, such as 4,2"), needed=True),
            _flag("agreed", _("The players agreed on it")),
            _flag("posted", _("The result is on the tournament board")),
        ), _length, example="--stated 7 --played 5 --score 4,2"),
        CaseKind("score", _("A score on which the players differ"), (
            _score("board", _("What the scoreboard (the device) shows")),
            _score("first", _("What the first player's sheet says, that player's points first")),
            _score("second", _("What the second player's sheet says, the first player's points first")),
        ), _disputed, example="--first 5,3 --second 5,4"),
        CaseKind("position", _("A position in which somebody changed something before the director came"), (
            Option("what", _("What is in dispute"), "choice", "dice", choices=DISPUTED,
                   words=(_("dice"), _("cube"), _("checkers"), _("score"))),
            _name("changed_by", _("The player who changed it; left out: nobody")),
            _flag("cocked", _("It is about cocked dice")),
        ), _disturbed, example="--what dice --changed-by Ann"),
        CaseKind("result", _("Who may report a result"), (
            _name("winner", _("The winner"), needed=True),
            _name("by", _("The player who reports"), needed=True),
            _flag("sheet", _("The score sheet is there")),
            _flag("confirmed", _("Both have confirmed it on the board")),
        ), _reported, example="--winner Ann --by Bob"),
        CaseKind("concession", _("A match conceded by mistake"), (
            _name("loser", _("Who conceded"), needed=True),
            _flag("posted", _("The winner is entered in the draw sheet")),
        ), _conceded, example="--loser Ann --posted"),
        CaseKind("equipment", _("Other equipment"), (
            Option("what", _("What is to be changed"), "text", "equipment"),
            ASKED_BY, IRREGULAR, JUSTIFIED, WITHIN,
            _flag("unauthorised", _("They play with equipment that nobody approved")),
        ), _equipment, example="--what cups --asked-by Ann --irregular"),
        CaseKind("dice", _("Change the dice, or mix them again"), (
            ASKED_BY, IRREGULAR, JUSTIFIED, WITHIN,
            _flag("mix", _("The dice must be mixed")),
        ), _dice, example="--mix --asked-by Ann"),
        CaseKind("spectator", _("A spectator"), (
            _name("spectator", _("The spectator"), needed=True),
            Option("conduct", _("What it is"), "choice", None, choices=spectators.CONDUCT,
                   words=spectators.CONDUCT_WORDS, needed=True, former="deed"),
            _name("player", _("Which player it is about")),
            _flag("takes_part", _("The spectator plays in the tournament")),
            _flag("asked", _("The director asked for the testimony")),
            _flag("cheating", _("It is about flagrant cheating")),
            _flag("permitted", _("The opponent permits it")),
        ), _spectator, example="--spectator Eve --conduct comment"),
        CaseKind("withdraw", _("A player who gives up the tournament"), (),
             lambda case: participation.withdrawal(case.players[0], case.opponent), least=1, names=("Ann",)),
        CaseKind("exclude", _("A player who is excluded for behaviour"), (),
             lambda case: participation.exclusion(case.players[0], case.opponent), least=1, names=("Ann",)),
        CaseKind("video", _("A match that is filmed"), (
            _name("refused_by", _("The player who refuses")),
        ), lambda case: assignment.video(case.players, case.maybe("refused_by"))),
        CaseKind("referee", _("A neutral referee for a match"), (
            _name("name", _("The referee"), needed=True),
        ), lambda case: assignment.referee(case.facts["name"].strip(), case.players), example="--name Eve"),
        CaseKind("clock", _("A clock that the players have to use from now on"), (
            Option("control", _("The clock, per point still needed or in all"), "text", "3m/pt b12"), WITHIN,
        ), lambda case: assignment.clock(case.players, case.facts["control"],
                                         within_game=case.facts["within_game"]), example="--within-game"),
        CaseKind("offence", _("An offence: the next step of the ladder"), (
            Option("cause", _("The cause"), "choice", None, choices=tuple(CAUSES),
                   words=tuple(one.label for one in CAUSES.values()), needed=True),
        ), _offence, least=1, example="--cause noise"),
        CaseKind("other", _("Anything else, in the director's words"), (
            Option("text", _("The ruling, in a sentence"), "text", None, needed=True),
            Option("paragraphs", _("Paragraphs that it is based on"), "texts", ()),
        ), _other, least=0, example="--text 'The game is played on' --paragraphs dispute"),
    )
}  # fmt: skip


def read_facts(kind: CaseKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option of a kind of case; refuse unknown options."""
    facts = read_options(kind.options, Cursor(dict(given)))
    for key, value in facts.items():
        if isinstance(value, str) and value:
            line_at(Cursor(value, key), LONGEST_REASON)
    return facts


def find(kind: CaseKind, case: Case) -> Finding:
    """Return the regulation's finding in a case."""
    if not kind.least <= len(case.players) <= kind.most or len(set(case.players)) < len(case.players):
        span = (
            _("%(least)s to %(most)s", least=kind.least, most=kind.most)
            if kind.least < kind.most
            else str(kind.most)
        )
        raise DocumentError(
            "",
            "%(title)s: name %(span)s different players, not %(count)s",
            title=kind.title, span=span, count=len(case.players),
        )
    return kind.find(case)
