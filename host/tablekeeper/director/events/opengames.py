"""The open games of an event: deadlines of turn-based games, and the games of one player. Pure.

The option `turns_a_day` is each player's number of turns a day in each game: the player on turn has 24 hours
divided by it, counted from the last noted turn, else from the game's start, else from the event's start.
Source: docs/rules/ttt.md, "How it works" (two turns a day).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tablekeeper.director.events.state import Entered
from tablekeeper.director.events.unconfirmed import Unconfirmed
from tablekeeper.director.events.views import EventView
from tablekeeper.formats import Answer
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _, irregular, joined
from tablekeeper.text import counted

#: up to this number, games are listed one by one
_TOLD = 12
#: the keys of results that are not games
_UNPLAYED = {"started", "cancelled"}
_DAY_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class OpenGame:
    """An open game, with the player on turn and the deadline (hall ms) if they are known."""

    pairing: Mapping[str, Any]
    on_turn: str | None = None
    due_ms: int | None = None

    @property
    def due(self) -> str:
        """The player on turn and the deadline, in words; "" if there is no deadline."""
        who = "" if self.on_turn is None else _("%(on_turn)s on turn, ", on_turn=self.on_turn)
        return "" if self.due_ms is None else _("%(who)sdue %(moment)s", who=who, moment=moment(self.due_ms))

    def __str__(self) -> str:
        told = pairing_text({key: value for key, value in self.pairing.items() if key != "started"})
        return joined((told, self.due)) if self.due else told


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """The open and finished games of one player of an event."""

    player: str
    #: opponents to be invited, and those who invite
    invites: tuple[OpenGame, ...]
    invited: tuple[OpenGame, ...]
    #: games that are being played
    open: tuple[OpenGame, ...]
    played: tuple[Mapping[str, Any], ...]


def moment(at_ms: int) -> str:
    """Return a time as text, to the minute."""
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return irregular(f"{at:%Y-%m-%d %H:%M} UTC", "%(day)s %(hour)s UTC", day=at.date(), hour=f"{at:%H:%M}")


def open_games(view: EventView) -> tuple[OpenGame, ...]:
    """Return every open game of two or more players, in the order of `next`."""
    following = () if view.answer is None else view.answer.next
    return tuple(game(view, pairing) for pairing in following if "players" in pairing)


def overdue(view: EventView, now_ms: int) -> tuple[OpenGame, ...]:
    """Return the games whose deadline has passed, the oldest first."""
    late = [game for game in open_games(view) if game.due_ms is not None and game.due_ms < now_ms]
    return tuple(sorted(late, key=lambda game: game.due_ms or 0))


def player_games(view: EventView, player: str) -> PlayerGames:
    """Return one player's games. If players invite each other, a pairing names the inviter first."""
    mine = [game for game in open_games(view) if player in game.pairing["players"]]
    asked = [game for game in mine if view.form.invites and "started" not in game.pairing]
    return PlayerGames(
        player,
        tuple(game for game in asked if game.pairing["players"][0] == player),
        tuple(game for game in asked if game.pairing["players"][0] != player),
        tuple(game for game in mine if game not in asked),
        tuple(
            one.result
            for one in view.entered
            if one.result is not None and not _UNPLAYED & one.result.keys() and player in took_part(view, one)
        ),
    )


def took_part(view: EventView, entered: Entered) -> tuple[str, ...]:
    """Return the players of a result: the named ones, or all present players if results name nobody."""
    result = entered.result or {}
    names = result.get("players") or result.get("cancelled")
    if isinstance(names, list | tuple):
        return tuple(map(str, names))
    form = view.form
    asked = {one.key for one in form.result}
    # a result that only notes an arrival or departure is not a game
    gone = {form.arrival, form.departure, "closed"} & asked & result.keys()
    if not result or (gone and "winner" not in result):
        return ()
    before = (one.result for one in view.entered if one.seq < entered.seq)
    left = {one.get(form.departure) for one in before if one is not None} if form.departure else ()
    return tuple(name for name in view.players if name not in left)


def check_finish(answer: Answer | None, waiting: Sequence[str]) -> None:
    """Require a reason to finish an event while matches are open, or cases wait for the director."""
    following = () if answer is None or answer.over else answer.next
    if not following and not waiting:
        return
    told = [pairing_text(one) for one in following]
    more = [counted(len(told) - _TOLD, "more.", "more.")] if len(told) > _TOLD else []
    if told:
        games = joined([told[0], "..."] if len(told) > 1 else told)
        why = _(
            "%(count)s (%(games)s)%(waiting)s: enter the results, or finish with a reason, which is kept.",
            count=counted(len(told), "game is open", "games are open"), games=games,
            waiting=joined(["", *waiting], "; "),
        )  # fmt: skip
        question = counted(
            len(told), "game is open. Finish all the same?", "games are open. Finish all the same?"
        )
    else:
        why = _(
            "%(waiting)s: decide it, or finish with a reason, which is kept.", waiting=joined(waiting, "; ")
        )
        question = _("Something still waits for the director. Finish anyway?")
    facts = [
        *(_("Not decided: %(what)s.", what=one) for one in waiting),
        *(_("Not played: %(game)s.", game=one) for one in told[:_TOLD]),
        *more,
    ]
    raise Unconfirmed(why, question, facts, _("Finish the event"), {}, needs_reason=True)


def game(view: EventView, pairing: Mapping[str, Any]) -> OpenGame:
    """Return a pairing of `next` with its deadline, if it has one."""
    turns = view.options.get("turns_a_day")
    if turns is None or "players" not in pairing:
        return OpenGame(pairing)
    pair = frozenset(pairing["players"])
    starts = (one.at_ms for one in view.history if one.action == "start" and not one.undone)
    began = max(
        (
            view.history[one.seq - 1].at_ms
            for one in view.entered
            if one.result is not None
            # a game of a mini-TTT begins with the last result before it
            and (one.result.get("match") == pairing.get("match", 0) or "mini" in pairing)
        ),
        default=max(starts, default=0),
    )
    noted = view.turns.get(pair)
    if noted is not None and noted[1] >= began:
        on_turn, since = noted
        return OpenGame(pairing, on_turn, since + _DAY_MS // turns)
    invites = None if "started" in pairing or not view.form.invites else pairing["players"][0]
    return OpenGame(pairing, invites, began + _DAY_MS // turns)
