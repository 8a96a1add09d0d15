"""Removes names from data for support: replaces every name that is in the database.

The collected data should contain no names, but a sentence may quote a table, an event or unreadable input. So
this is an additional last step.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tablekeeper.store import Store

#: members of an action's body whose texts are names, however they are written
_NAMING = re.compile(r"player|name|winner|loser|person|actor|who|team|side|absent|director|member")
#: the signs of a text typed by a person: a capital letter, a blank, or a letter of another alphabet
_TYPED = re.compile(r"[A-Z\s]|[^\x00-\x7f]")
NAME = "[name]"
#: actors that are no people
_NOBODY = frozenset({"director", "federation"})
#: the host in an address such as nats://HOST:4222 or nats://[2001:db8::1]:4222
_SERVER = re.compile(r"://(\[[^\]]*\]|[^:/,]+)")


class Scrubber:
    """Replaces names by `[name]`: whole names, and of people also each word of at least three letters."""

    def __init__(self, people: Iterable[str], others: Iterable[str] = ()) -> None:
        names = {" ".join(name.split()) for name in people}
        words = {word for name in names for word in re.findall(r"[^\W\d_]{3,}", name)}
        texts = names | words | {" ".join(name.split()) for name in others}
        found = sorted((one for one in texts if len(one) > 1), key=lambda one: (-len(one), one))
        pattern = "|".join(re.escape(one) for one in found)
        self._pattern = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE) if found else None

    def text(self, text: str) -> str:
        """Return a text without the names."""
        return text if self._pattern is None else self._pattern.sub(NAME, text)

    def value(self, value: Any) -> Any:
        """Return a JSON value with the names removed from its texts; its keys are the program's own."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {key: self.value(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(one) for one in value]
        return value


def names_of(store: Store) -> tuple[list[str], list[str]]:
    """Return the names of people in a database, and all other texts that people have typed."""
    people = [one.name for one in store.people.aliases().values()]
    others = [one.name for one in store.people.clubs().values()]
    others += [one.name for one in store.boards()] + [one.name for one in store.events.all()]
    for match in store.matches.all():
        people += match.names
        others.append(match.source or "")
    people += [one for one in store.actors() if one not in _NOBODY]
    joined = store.shipped.membership()
    if joined is not None:
        others += [joined.venue, *_SERVER.findall(joined.servers)]
    # a host calls itself by the name of its computer
    others += [one.partition(",")[0] for one in store.hosts.names()]
    for text in store.bodies():
        for naming, typed in _typed(json.loads(text)):
            (people if naming else others).append(typed)
    return people, others


def _typed(value: Any, naming: bool = False) -> Iterator[tuple[bool, str]]:
    if isinstance(value, str):
        if naming or _TYPED.search(value):
            yield naming, value
    elif isinstance(value, dict):
        for key, one in value.items():
            # players are keys, too, where each has a number of wins
            yield from _typed(key)
            if key == "name" and isinstance(one, str):
                # the name of an event or a table, in any spelling; people's names have other keys
                yield naming, one
            else:
                yield from _typed(one, naming or bool(_NAMING.search(key)))
    elif isinstance(value, list):
        for one in value:
            yield from _typed(one, naming)
