"""Lets tests try forbidden operations, also if the tests run as root.

Changing to the user `nobody` does not work: it cannot read a repository in a private folder, and programs
import modules when they need them. So root gives up only the right to override the permissions of files.
"""

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

#: linux/capability.h: _LINUX_CAPABILITY_VERSION_3, and the bits of the rights to pass by permissions:
#: CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
_VERSION, _DAC = 0x20080522, 1 << 1 | 1 << 2


@contextlib.contextmanager
def no_override() -> Iterator[None]:
    """Make permissions apply to this thread as to any user; this changes something only for root."""
    if os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("not on this system: root may write everything, run the tests as another user")
    # {version, process} and two times {effective, permitted, inheritable}; 0 = the calling thread
    head, held = (ctypes.c_uint32 * 2)(_VERSION, 0), (ctypes.c_uint32 * 6)()
    _checked("capget", head, held)
    before = held[0]
    held[0] = before & ~_DAC
    _checked("capset", head, held)
    try:
        yield
    finally:
        held[0] = before
        _checked("capset", head, held)


@contextlib.contextmanager
def only_readable(folder: Path) -> Iterator[None]:
    """Let this user only read a folder and the files in it."""
    files = [one for one in folder.iterdir() if one.is_file()]
    modes = [one.stat().st_mode for one in files]
    for one in files:
        one.chmod(0o400)
    folder.chmod(0o500)
    try:
        with no_override():
            yield
    finally:
        folder.chmod(0o700)
        for one, mode in zip(files, modes, strict=True):
            one.chmod(mode)


def _checked(name: str, head: ctypes.Array, held: ctypes.Array) -> None:
    if getattr(ctypes.CDLL(None, use_errno=True), name)(head, held) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
