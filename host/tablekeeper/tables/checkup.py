"""The host's side of a board's self-test. Sans-IO: it gets bytes and times, and returns findings.

The board runs the test (firmware, programs/check.py) and reports each step. Nothing is stored or acknowledged
here, so the board keeps its records for its host.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from tablecore import hostlink, messages, records
from tablecore.hostlink import HostLink
from tablekeeper.languages import _, joined
from tablekeeper.tables.hello import Hello, Status, version_problem

#: the steps by their numbers, and the instruction for the person at the board
STEPS = {
    messages.CHECK_MEMORY: (_("memory"), ""),
    messages.CHECK_DISPLAY: (
        _("display"), _("look at it: press # on the board if every dot is lit, * if not"),
    ),
    messages.CHECK_LAMPS: (_("lamps"), _("look at them: press # on the board if all blink, * if not")),
    messages.CHECK_SOUND: (_("sound"), _("listen: press # on the board if it sounds, * if it does not")),
    messages.CHECK_KEYS: (
        _("keys"), _("press every button and key of the board once; hold * if one is dead"),
    ),
}
BEGINS, PASSED, FAILED = _("begins"), _("passed"), _("failed")
_STATES = {
    messages.CHECK_BEGINS: BEGINS, messages.CHECK_PASSED: PASSED, messages.CHECK_FAILED: FAILED
}  # fmt: skip
#: the first minor protocol version with a self-test
_SINCE_MINOR = 1
_ASK_TIME_MS = 5000
#: a board stops waiting for a person after 60 s, and sends a message every 2 s
PATIENCE_MS = 75_000
SILENT_MS = 8000
_KEYS = (
    *(_("button %(letter)s", letter=letter) for letter in "ABCD"),
    *(_("key %(label)s", label=label) for label in "123456789*0#"),
)
_WHY = {
    1: _("it does not answer"), 2: _("somebody said that it is not right"), 3: _("nobody answered"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CheckUpFinding:
    """The progress of a step of the test; `step` is "" for the whole test."""

    step: str
    state: str
    why: str = ""
    task: str = ""


class CheckUp:
    """One self-test of the board behind a link. `command_id` must be a number the board has not seen."""

    def __init__(self, command_id: int) -> None:
        self.hello: Hello | None = None
        self.done = False
        self.problem: str | None = None
        self.heard = 0
        #: the failed steps and the board's reasons, as numbers
        self.failed: dict[str, int] = {}
        #: percent left in the battery, if the board has run on it
        self.battery: int | None = None
        self._command_id = command_id
        self._link = HostLink()
        self._link.call()
        self._asked = False
        self._tokens = count(1)
        self._ask_at = 0
        self._heard_at = 0
        self._told_at = 0

    def receive(self, data: bytes, now: int) -> list[CheckUpFinding]:
        """Take received bytes; return what was found."""
        self.heard += len(data)
        found: list[CheckUpFinding] = []
        for kind, *fields in self._link.receive(data):
            self._heard_at = now
            if kind == hostlink.HELLO:
                self._greet(Hello.of(fields), now)
            elif kind == hostlink.ANSWER and fields[0] == self._command_id:
                if fields[1] == messages.REFUSED:
                    self.problem = _refusal(fields[3].decode("ascii", "replace"))
            elif kind == hostlink.STATUS:
                self.battery = Status.of(fields).battery
            elif kind == hostlink.CHECKED and self._asked and not self.done:
                self._told_at = now
                found += self._finding(*fields[:3])
        return found

    def tick(self, now: int) -> bytes:
        """Return the bytes to send; detect a board that has stopped answering."""
        if self.hello is not None and self.problem is None and not self.done:
            if now >= self._ask_at:
                self._ask_at = now + _ASK_TIME_MS
                self._link.ask_time(next(self._tokens))
            if now - self._heard_at >= SILENT_MS:
                self.problem = _(
                    "The board has said nothing for 8 seconds: unplug it, plug it in and repeat."
                )
            elif now - self._told_at >= PATIENCE_MS:
                self.problem = _("The board has ended its test without a result: repeat.")
        out: bytes = self._link.tick(now)[0]
        return out

    def _greet(self, hello: Hello, now: int) -> None:
        again = self.hello is not None and self.hello.session == hello.session
        if self.hello is not None and not again:
            self.problem = _("The board has restarted during its test: repeat it.")
            return
        self.hello = hello
        self.problem = version_problem(hello)
        if self.problem is None and hello.minor < _SINCE_MINOR:
            self.problem = _(
                "The board's firmware %(firmware)s has no self-test: renew it with "
                "`tablekeeper board install`, and repeat.",
                firmware=hello.firmware,
            )
        if self.problem is not None:
            return
        self._link.welcome(hello.session, hello.journal, hello.acked)
        if not self._asked:
            self._asked = True
            self._told_at = now
            self._link.command(self._command_id, messages.CHECK, b"")

    def _finding(self, number: int, state: int, why: int) -> list[CheckUpFinding]:
        if number == 0:
            self.done = True
            return [CheckUpFinding("", _STATES.get(state, FAILED))]
        step = STEPS.get(number)
        if step is None or state not in _STATES:
            return []
        name, task = step
        if state == messages.CHECK_BEGINS:
            return [CheckUpFinding(name, BEGINS, task=task)]
        if state == messages.CHECK_PASSED:
            return [CheckUpFinding(name, PASSED)]
        self.failed[name] = why
        return [CheckUpFinding(name, FAILED, _why(number, why))]


def _refusal(reason: str) -> str:
    if "match" in reason:
        return _("A match is on this board's table: a board tests itself when its match is closed.")
    return _("The board refuses the test (%(reason)s).", reason=reason)


def _why(number: int, why: int) -> str:
    if number == messages.CHECK_MEMORY:
        if why == records.NONE:
            return _("no memory answers")
        return _("%(count)s of 64 bytes are not kept", count=why)
    if number == messages.CHECK_KEYS:
        missing = [name for place, name in enumerate(_KEYS) if why & 1 << place]
        return _("not pressed, or not working: %(keys)s", keys=joined(missing))
    return _WHY.get(why) or _("reason %(number)s", number=why)
