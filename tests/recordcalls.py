"""Counts the calls that pack and read records; on its way each record should be packed and read once."""

from tablecore import records

_CALLS = ("pack", "pack_into", "unpack", "sequence")


def counted(monkeypatch):
    """Return the calls of these functions of `records` from now on, by name."""
    calls = dict.fromkeys(_CALLS, 0)

    def count(name):
        call = getattr(records, name)

        def counting(*arguments):
            calls[name] += 1
            return call(*arguments)

        monkeypatch.setattr(records, name, counting)

    for name in _CALLS:
        count(name)
    return calls
