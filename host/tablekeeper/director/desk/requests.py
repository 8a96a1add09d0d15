"""What players ask of the desk, and the answers of the director. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

from tablekeeper.actions.kind import ActionKind
from tablekeeper.formats.option import Option
from tablekeeper.journal.action import Action
from tablekeeper.journal.declared import Tell
from tablekeeper.languages import _
from tablekeeper.strictjson import DocumentError

#: what a player asks
HERE, LEAVE, COME, REST, ENTRY, NAME = "check-in", "leave", "come", "break", "entry", "name"
ASKS = (HERE, LEAVE, COME, REST, ENTRY, NAME)
#: an open request of a person is not made twice; a person has at most so many
MOST_OPEN = 6


@dataclass(frozen=True, slots=True)
class PlayerRequest:
    """A request of a player, and the answer."""

    seq: int
    at_ms: int
    ask: str
    player: str
    #: number of the player in the register; None if it came from a table
    person: int | None
    event: int | None
    #: a reason, or the name that is asked for
    text: str
    #: None while it waits
    accepted: bool | None = None
    #: why it was refused
    reason: str = ""

    @property
    def told(self) -> str:
        """The request as a sentence without its full stop."""
        return told(self.ask, self.player, self.text)


def told(ask: str, player: str, text: str) -> str:
    """Return a request in words, without its event."""
    words = {
        HERE: _("%(player)s is here", player=player),
        LEAVE: _("%(player)s leaves after this match", player=player),
        COME: _("%(player)s calls the director: %(text)s", player=player, text=text or "–"),
        REST: _("%(player)s asks for a break", player=player),
        ENTRY: _("%(player)s wants to take part", player=player),
        NAME: _("%(player)s wants to be called %(text)s", player=player, text=text),
    }
    return words[ask]


class HoldsRequests(Protocol):
    """A state with the requests: the desk's."""

    requests: dict[int, PlayerRequest]


def _ask(state: HoldsRequests, action: Action, facts: dict[str, Any]) -> None:
    said = (facts[key] for key in ("ask", "player", "person", "event", "text"))
    state.requests[action.seq] = PlayerRequest(action.seq, action.at_ms, *said)


def _answer(state: HoldsRequests, action: Action, facts: dict[str, Any]) -> None:
    found = state.requests.get(facts["request"])
    if found is None or found.accepted is not None:
        raise DocumentError("request", _("this request does not wait for an answer"))
    state.requests[found.seq] = replace(found, accepted=facts["accepted"], reason=facts["reason"])


def _told_ask(action: Action, tell: Tell) -> str:
    body = action.body
    return told(body["ask"], body["player"], body.get("text", ""))


def _told_answer(action: Action, tell: Tell) -> str:
    what = tell(action.body["request"])
    if action.body["accepted"]:
        return _("accepted: %(request)s", request=what)
    return _("refused: %(request)s (%(reason)s)", request=what, reason=action.body.get("reason") or "–")


REQUEST: ActionKind[Any] = ActionKind(
    "request", "Enter what a player asks of the desk.", (
        Option("ask", _("What is asked"), "choice", None, choices=ASKS, needed=True),
        Option("player", _("The player"), "person", None, needed=True),
        Option("event", _("The event"), "event", None),
        Option("person", _("The number in the register"), "whole", None, low=1),
        Option("text", _("The reason, or the name"), "reason", ""),
    ), apply=_ask, told=_told_ask,
)  # fmt: skip
ANSWER: ActionKind[Any] = ActionKind(
    "answer", "Answer the request of a player.", (
        Option("request", _("The number of the request"), "whole", None, low=1, needed=True),
        Option("accepted", _("It is accepted"), "flag", False, filled=True),
        Option("reason", _("Why it is refused"), "reason", ""),
    ), apply=_answer, told=_told_answer,
)  # fmt: skip
KINDS = (REQUEST, ANSWER)
