"""A record as one sentence for people, used by the log page, the export and the list of discarded records."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games import catalogue
from tablekeeper.games.registry import GAMES
from tablekeeper.games.sentences import SENTENCES, SIDES, Players, Sentence
from tablekeeper.languages import _


def sentence(record: bytes, players: Players = SIDES, program: int | None = None) -> str:
    """Return a record (24 bytes) as a sentence; `program` is the table's program, None if unknown.

    For a kind without a sentence list its fields in the catalogue's words; show an unknown kind by number.
    """
    _x, kind, a, b, c, _x, p, q = records.unpack(record)
    say = _sentence(kind, program)
    if say is not None:
        return say(players, a, b, c, p, q)
    words = catalogue.words(kind)
    if not words:
        return _("a record of kind %(kind)s, which this version does not know", kind=kind)
    fields = [f"{word} {value}" for word, value in zip(words, (a, b, c, p, q), strict=True) if word != "-"]
    return ": ".join([catalogue.name(kind), *filter(None, [", ".join(fields)])])


def _sentence(kind: int, program: int | None) -> Sentence | None:
    own = {} if program is None else GAMES.of(program).sentences
    say = own.get(kind) or SENTENCES.get(kind)
    if say is not None:
        return say
    # a record of another game, or of an unknown table
    others = (game.sentences.get(kind) for game in GAMES.values())
    return next((one for one in others if one is not None), None)
