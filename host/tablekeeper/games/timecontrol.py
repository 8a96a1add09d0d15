"""The notation for time controls: parses and prints it.

    none            no clock
    10m             sudden death
    14m d12         simple delay of 12 s
    21m b12         Bronstein, up to 12 s given back
    21m b12+        Bronstein with the delay already added (precredit)
    5m f3           Fischer, 3 s added after every move (f3+ adds them once at the start, too)
    up              counts up
    0m d12          12 s for each move and no reserve (0m b12+, 0m f3+ begin with their seconds)
    3m/pt b12       3 minutes per point of the match: `for_match` turns it into a reserve

Times consist of h, m and s (1h30m, 2m30s, 90s). A number after d, b or f is in seconds and can have a
decimal point (d2.5). A control is the tuple (method, reserve ms, delay ms, precredit 0 or 1, per point
0 or 1). `schedule` adds stages, different controls for each seat, overtime and other methods.
"""

from __future__ import annotations

from typing import NoReturn

from tablecore import clock
from tablekeeper.languages import _, told, visible

Control = tuple[int, int, int, int, int]
"""Method, reserve ms, delay ms, precredit, per point."""

_LETTERS = "dbf"
_METHODS = (clock.DELAY, clock.BRONSTEIN, clock.FISCHER)
_UNITS = (("h", 3600000), ("m", 60000), ("s", 1000))
#: 99 hours: the largest time for the display and for a small int
LONGEST = 99 * 3600000
#: seconds of a delay have at most five digits
LONGEST_DELAY = 99999999
#: characters of a refused text that its sentence repeats
LONGEST_SHOWN = 40


class TimeControlError(ValueError):
    """An invalid time control; its text is one sentence for people."""


def refuse(text: str, why: str, examples: str = "21m b12, 14m d12, 5m f3, up", **values: object) -> NoReturn:
    """Raise TimeControlError with one sentence: why a text is not a time control."""
    shown = " ".join(text.split())
    if len(shown) > LONGEST_SHOWN:
        shown = shown[:LONGEST_SHOWN] + "..."
    raise TimeControlError(_(
        "'%(text)s' is not a time control: %(why)s (examples: %(examples)s)",
        text=visible(shown), why=told(why, values), examples=examples,
    ))


def milliseconds(part: str, text: str, *, least: int = 1) -> int:
    """Return the ms of a time like "1h30m", not less than `least`; a refusal quotes `text`."""
    total = 0
    number = ""
    last = 0
    for letter in part:
        if "0" <= letter <= "9":
            number += letter
            continue
        place = "hms".find(letter)
        if place < 0:
            refuse(text, "'%(letter)s' is not h, m or s", letter=letter)
        if not number or place < last:
            refuse(text, "write times like 1h30m, 21m or 90s")
        if len(number) > 6:
            refuse(text, "that is too long")
        total += int(number) * _UNITS[place][1]
        number = ""
        last = place + 1
    if number or not part or total < least:
        refuse(text, "write times like 1h30m, 21m or 90s")
    if total > LONGEST:
        refuse(text, "that is too long")
    return total


def _seconds(part: str, text: str) -> int:
    # "12" or "2.5" -> ms
    whole, point, rest = part.partition(".")
    if not is_number(whole) or (point and (not is_number(rest) or len(rest) > 3)) or len(whole) > 5:
        refuse(text, "write the seconds after d, b or f like 12 or 2.5")
    return int(whole) * 1000 + (int((rest + "000")[:3]) if rest else 0)


def is_number(part: str) -> bool:
    """Return whether a text consists of digits."""
    if not part:
        return False
    return all("0" <= letter <= "9" for letter in part)


def parse(text: str) -> Control:
    """Parse a control; raise TimeControlError with one sentence."""
    words = text.lower().split()
    if words == ["none"]:
        return (clock.NONE, 0, 0, 0, 0)
    if words == ["up"]:
        return (clock.UP, 0, 0, 0, 0)
    if not 1 <= len(words) <= 2:
        refuse(text, "a reserve and at most one delay are expected")
    per_point = 0
    first = words[0]
    if first.endswith("/pt"):
        per_point = 1
        first = first[:-3]
    # seconds for each move can be all the time there is, in the whole match
    reserve = milliseconds(first, text, least=per_point or len(words) == 1)
    if len(words) == 1:
        return (clock.SUDDEN, reserve, 0, 0, per_point)
    second = words[1]
    place = _LETTERS.find(second[0])
    if place < 0:
        refuse(text, "the delay begins with d, b or f")
    method = _METHODS[place]
    second = second[1:]
    precredit = 0
    if second.endswith("+"):
        if method == clock.DELAY:
            refuse(text, "a simple delay has nothing to add at the start")
        precredit = 1
        second = second[:-1]
    delay = _seconds(second, text)
    if not delay:
        refuse(text, "a delay of 0 s is sudden death: leave it out")
    if not reserve and method != clock.DELAY:
        # without its seconds the clock would lose the first move
        precredit = 1
    return (method, reserve, delay, precredit, per_point)


def time_text(ms: int) -> str:
    """Return a time like "1h30m"; the notation has only whole seconds."""
    if ms % 1000 or not 0 <= ms <= LONGEST:
        raise TimeControlError(
            _("a reserve of %(ms)s ms has no notation: use whole seconds, at most 99 h", ms=ms)
        )
    text = "" if ms else "0m"
    for unit, size in _UNITS:
        count = ms // size
        ms -= count * size
        if count:
            text += f"{count}{unit}"
    return text


def _fraction(ms: int) -> str:
    whole = ms // 1000
    rest = ms % 1000
    if not rest:
        return str(whole)
    return f"{whole}.{rest:03}".rstrip("0")


def text(control: Control) -> str:
    """Return the canonical notation of a control; `parse(text(c)) == c`.

    Raise TimeControlError for a control that the notation cannot express.
    """
    method, reserve, delay, precredit, per_point = control
    if method == clock.NONE:
        return "none"
    if method == clock.UP:
        return "up"
    if not reserve and (per_point or method == clock.SUDDEN or not (precredit or method == clock.DELAY)):
        raise TimeControlError(
            _("a reserve of 0 ms has no notation here: it needs seconds for each move")
        )
    shown = time_text(reserve)
    if per_point:
        shown += "/pt"
    if method == clock.SUDDEN:
        return shown
    if not 0 < delay <= LONGEST_DELAY or (precredit and method == clock.DELAY):
        raise TimeControlError(_("a delay of %(ms)s ms has no notation here", ms=delay))
    letter = _LETTERS[_METHODS.index(method)]
    return f"{shown} {letter}{_fraction(delay)}{'+' if precredit else ''}"


def for_match(control: Control, length: int) -> Control:
    """Return the control for a match of `length` points, with a reserve per point multiplied by it."""
    method, reserve, delay, precredit, per_point = control
    if not per_point:
        return control
    if length < 1:
        raise TimeControlError(_("a reserve per point needs a match with a length"))
    if reserve * length > LONGEST:
        raise TimeControlError(_("%(length)s points give a reserve that is too long", length=length))
    return (method, reserve * length, delay, precredit, 0)
