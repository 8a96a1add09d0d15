"""The board's own settings.toml: a maker's values stay, only what is missing is added."""

from __future__ import annotations

import tomllib

from tablekeeper.boardkit.refusal import KitError

NAME = "settings.toml"


def merged(own: bytes | None, ours: str) -> tuple[bytes, tuple[str, ...]]:
    """Returns the settings a drive shall have, and the keys that were added to its own.

    `own` is what lies on the drive (None: nothing), `ours` the firmware's text. What is added stands
    first: CircuitPython reads no key after the first table.
    """
    if own is None or not own.strip():
        # CircuitPython itself puts an empty one onto a new drive
        return ours.encode(), ()
    try:
        text = own.decode("utf-8-sig")
        held = tomllib.loads(text)
    except (UnicodeError, tomllib.TOMLDecodeError) as error:
        why = " ".join(str(error).split()).rstrip(".")
        raise KitError(
            f"The drive's {NAME} can't be read ({why}): mend it, or delete it to have the firmware's own."
        ) from error
    missing = {key: value for key, value in tomllib.loads(ours).items() if key not in held}
    if not missing:
        return own, ()
    lines = {line.partition("=")[0].strip(): line for line in ours.splitlines() if "=" in line}
    added = "".join(f"{lines[key]}\n" for key in missing)
    return (added + text).encode(), tuple(missing)
