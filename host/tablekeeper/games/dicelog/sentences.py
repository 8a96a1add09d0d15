"""Sentences for the records of a dice log."""

from __future__ import annotations

from tablecore import records
from tablekeeper.games.sentences import Players, Sentence, named
from tablekeeper.languages import _, joined
from tablekeeper.text import counted
from tableprograms.dicelog import sheet as dicelog


def _dicelog(who: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    made = _("match %(p)s", p=p) if p else _("match made at the table")
    thrown = named(((dicelog.DICE_BY_DEVICE, _("the board throws")),), c)
    return joined([_("%(made)s: log of %(dies)s", made=made, dies=counted(b, "die", "dice")), *thrown])


def _log_end(players: Players, a: int, b: int, c: int, p: int, q: int) -> str:
    return _("the log ends after %(throws)s", throws=counted(p, "throw"))


SENTENCES: dict[int, Sentence] = {
    records.DICELOG: _dicelog,
    records.END: _log_end,
}
