"""What a record of a log means beside those before it: dice typed again, stops, whose result was refused.

A record alone does not say it. The marks stand behind its sentence, in the log and on a table's page, so that
players and the director see what was changed after a move. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from tablecore import records
from tablekeeper.games.sentences import Players, duration, seat
from tablekeeper.languages import _

#: no stop, turn or result is searched further back than this many records
_FAR = 400
#: kinds that begin or end a turn: dice before them belong to another one
_TURNS = frozenset((
    records.PRESS, records.GAME, records.TAKE, records.DROP, records.END, records.COMMIT, records.CLOSE,
    records.BOOT, records.SITTING, records.CANCEL, records.START,
))  # fmt: skip
#: kinds that may stand between the beginning of a stop and its end
_WHILE_STOPPED = frozenset((
    records.PAUSE, records.CORRECT, records.CLOCK, records.AWARD, records.SEAL, records.FREED, records.FAULT,
    records.VOLATILE, records.REQUEST, records.UNDO,
))  # fmt: skip

Fields = tuple[int, int, int, int, int, int, int, int]


def mark(
    held: Mapping[int, bytes], undone: Collection[int], seq: int, players: Players, *, one_throw: bool
) -> str:
    """Return what the record means beside those before it, "" for nothing.

    `held` are the records of the journal. `one_throw`: in this game a seat throws once in its turn.
    """
    fields = records.unpack(held[seq])
    kind = fields[1]
    if kind == records.RESUME:
        return _stop(held, undone, fields)
    if kind == records.REJECT:
        return _refused(held, undone, fields, players)
    if kind == records.OPENING or (kind == records.DICE and one_throw):
        return _again(held, undone, fields)
    return ""


def _before(held: Mapping[int, bytes], seq: int) -> Iterator[Fields]:
    """Yield the records before this one, newest first, until one is missing."""
    for place in range(seq - 1, max(0, seq - 1 - _FAR), -1):
        record = held.get(place)
        if record is None:
            return
        yield records.unpack(record)


def _stop(held: Mapping[int, bytes], undone: Collection[int], fields: Fields) -> str:
    began: int | None = None
    for seq, kind, _a, _b, _c, ms, _p, _q in _before(held, fields[0]):
        if seq in undone:
            continue
        if kind in (records.PAUSE, records.REJECT):
            began = ms
        if kind not in _WHILE_STOPPED:
            break
    if began is None:
        return ""
    return _("stopped for %(time)s", time=duration((fields[5] - began) // 1000 * 1000))


def _refused(
    held: Mapping[int, bytes], undone: Collection[int], fields: Fields, players: Players
) -> str:
    for seq, kind, _a, _b, _c, _ms, by, _q in _before(held, fields[0]):
        if seq not in undone and kind == records.RESULT:
            return _("it was said by %(seat)s", seat=seat(players, by)) if by < len(players) else ""
        if kind in _TURNS:
            return ""
    return ""


def _again(held: Mapping[int, bytes], undone: Collection[int], fields: Fields) -> str:
    _seq, kind, who, first, second, ms, _p, _q = fields
    ended = False
    for seq, other, a, b, c, then, _p, _q in _before(held, fields[0]):
        back = seq in undone
        if other == kind and (kind == records.OPENING or a == who):
            old, new = ((a, b), (who, first)) if kind == records.OPENING else ((b, c), (first, second))
            if old == new or (kind == records.OPENING and a == b):
                return ""
            thrown = f"{old[0]}-{old[1]}" if old[1] else str(old[0])
            if ended:
                return _("typed again after the turn had ended, in place of %(thrown)s", thrown=thrown)
            return _(
                "typed again %(time)s later, in place of %(thrown)s",
                time=duration(max(0, ms - then) // 1000 * 1000), thrown=thrown,
            )
        if back:
            ended = ended or (other == records.PRESS and a == who)
        elif other in _TURNS or (other == records.DOUBLE and c < 2):
            return ""
    return ""
