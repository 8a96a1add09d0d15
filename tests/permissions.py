"""Lets tests try forbidden operations, also if the tests run as root.

Changing to the user `nobody` does not work: it cannot read a repository in a private folder, and programs
import modules when they need them. So root gives up only the right to override the permissions of files.
"""

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterator

import pytest

#: linux/capability.h: _LINUX_CAPABILITY_VERSION_3, and the bit of the right to pass by permissions
_VERSION, _DAC_OVERRIDE = 0x20080522, 1 << 1


@contextlib.contextmanager
def no_override() -> Iterator[None]:
    """Make permissions apply to this thread as to any user; this changes something only for root."""
    if os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("root may write everything: run the tests as another user")
    # {version, process} and two times {effective, permitted, inheritable}; 0 = the calling thread
    head, held = (ctypes.c_uint32 * 2)(_VERSION, 0), (ctypes.c_uint32 * 6)()
    _checked("capget", head, held)
    before = held[0]
    held[0] = before & ~_DAC_OVERRIDE
    _checked("capset", head, held)
    try:
        yield
    finally:
        held[0] = before
        _checked("capset", head, held)


def _checked(name: str, head: ctypes.Array, held: ctypes.Array) -> None:
    if getattr(ctypes.CDLL(None, use_errno=True), name)(head, held) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
