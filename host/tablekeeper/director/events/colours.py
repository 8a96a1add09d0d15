"""The colours of the games of races: the usual ones, and other choices of the director."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tablekeeper.director.events import journal
from tablekeeper.director.events.answers import EventAnswers
from tablekeeper.director.events.presence import Do
from tablekeeper.director.events.state import EventState
from tablekeeper.errors import UserError
from tablekeeper.formats.colours import Colours, NextColours, chosen, game_of, same_colours
from tablekeeper.formats.race_record import read_lineup
from tablekeeper.text import listing


class EventColours:
    """The colours of an event's games. All methods may be called from any thread."""

    def __init__(self, do: Do, state: Callable[[int], EventState], answers: EventAnswers) -> None:
        """Store the arguments: `do` appends an action to an event, `state` reads its state."""
        self._do, self._state, self._answers = do, state, answers

    def coming(self, event: int) -> list[tuple[Mapping[str, Any], NextColours | None]]:
        """Return the open games with their colours; None for a game without colours yet."""
        state = self._state(event)
        if (answer := self._answers.known(event, state)[0]) is None:
            return []
        board = state.format.board
        played = state.event() if board.race_rules else None
        return [(one, None if played is None else board.next_colours(played, one)) for one in answer.next]

    def choose(
        self, event: int, pairing: Mapping[str, Any], text: str, *, actor: str = "director"
    ) -> tuple[str, ...]:
        """Choose the colours of a game, "Ann red+green, Bob yellow+blue"; return notes on unusual choices."""
        state = self._state(event)
        form = state.format
        if not form.board.race_rules or self._answers.known(event, state)[0] is None:
            raise UserError("No races of %(name)s are played now: there are no colours.", name=state.name)
        if form.board.colours_option:
            raise UserError(
                "The colours of a %(title)s are an option: set it, for all games.", title=form.title)
        usual = form.board.lineup(state.event(), pairing) if pairing.get("players") else None
        if usual is None:
            raise UserError("That is no race: it has no colours.")
        try:
            lineup = read_lineup(usual.rules, text)
            if set(lineup.players) != set(usual.players):
                raise UserError("the players are %(players)s", players=listing(usual.players))
        except UserError as error:
            raise UserError("The colours: %(error)s.", error=error) from None
        self.hold(event, pairing, lineup.by_player, actor=actor)
        return next((told.warnings for one, told in self.coming(event) if told and one == pairing), ())

    def hold(self, event: int, pairing: Mapping[str, Any], colours: Colours, *, actor: str) -> None:
        """Note the colours of a game, unless the same colours were noted last."""
        known = chosen(self._state(event).colours, pairing)
        if known is None or not same_colours(known, colours):
            told = {name: list(own) for name, own in colours.items()}
            self._do(event, actor, journal.COLOURS, {"pairing": game_of(pairing), "colours": told})
