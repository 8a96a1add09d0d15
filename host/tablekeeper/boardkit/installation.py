"""Updates a drive to match a bundle: first a plan, then the changes.

Making the plan only reads. The plan can be carried out repeatedly: correct files are kept, files that an
earlier bundle installed and this one does not contain are removed, and the maker's own files stay.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from tablekeeper.boardkit import manifest, settings
from tablekeeper.boardkit.bundle import Bundle
from tablekeeper.boardkit.drive import FRESH, Drive, sha256
from tablekeeper.boardkit.refusal import PLUG_IN_AGAIN
from tablekeeper.errors import UserError

NEW, CHANGED, MOVED, REMOVED = "new", "changed", "moved", "removed"
#: the folder to which foreign programs are moved, so that they are not lost
ASIDE = "replaced"
#: the programs that CircuitPython itself writes to an empty drive
_STOCK = (b"", b'print("Hello World!")')


@dataclass(frozen=True, slots=True)
class InstallationPlan:
    """The necessary changes of a drive."""

    write: tuple[tuple[str, str, bytes], ...] = ()
    """(`NEW` or `CHANGED`, path, content), in this order."""
    move: tuple[tuple[str, str], ...] = ()
    """(path, where to) of programs of the maker's own that stand where ours must stand."""
    remove: tuple[str, ...] = ()
    """Files that an earlier installation left, or that would be loaded instead of ours."""
    added: tuple[str, ...] = ()
    """Keys that the drive's own settings did not have."""
    after: tuple[tuple[str, str], ...] = ()
    """(path, SHA-256) of all files when it is done; settings included."""
    known: manifest.Manifest | None = None
    """What is put there and what was; None when the list on the drive is right already."""
    needed: int = 0
    """Bytes that must be free."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.write or self.move or self.remove or self.known)


def make_plan(drive: Drive, bundle: Bundle) -> InstallationPlan:
    """Compare a drive with a bundle; refuse a drive without the space, and settings that can't be read."""
    before = manifest.parse(drive.read(manifest.NAME))
    own = drive.read(settings.NAME)
    text, added = settings.merged(own, bundle.settings)
    wanted = {settings.NAME: text, **bundle.files}
    held = {path: drive.read(path) for path in wanted}
    write = tuple(
        (NEW if held[path] is None else CHANGED, path, data)
        for path, data in wanted.items()
        if held[path] != data
    )
    ours = {path: frozenset((sha256(data),)) for path, data in bundle.files.items()}
    foreign = (path for kind, path, _ in write if kind == CHANGED and _foreign(path, held, before))
    move = tuple((path, _aside(drive, path)) for path in foreign)
    plan = InstallationPlan(
        write,
        move,
        _superfluous(drive, bundle, before),
        added,
        tuple((path, sha256(data)) for path, data in wanted.items()),
        None if before == ours else manifest.both(before, ours),
    )
    return _with_room(drive, plan, held)


def carry_out(drive: Drive, plan: InstallationPlan, tell: Callable[[str, str], None]) -> None:
    """Carry out a plan; call `tell` with (change, path) for each file, and read everything back at last."""
    if plan.empty:
        return
    if plan.known is not None:
        drive.write(manifest.NAME, manifest.text(plan.known))
    for path, to in plan.move:
        drive.rename(path, to)
        tell(MOVED, f"{path} -> {to}")
    for kind, path, data in plan.write:
        drive.write(path, data)
        tell(kind, path)
    for path in plan.remove:
        drive.remove(path)
        tell(REMOVED, path)
    verify(drive, plan)
    final = manifest.text({path: (one,) for path, one in plan.after if path != settings.NAME})
    drive.write(manifest.NAME, final)
    if drive.read(manifest.NAME) != final:
        raise _damaged(manifest.NAME)


def verify(drive: Drive, plan: InstallationPlan) -> None:
    """Read every file back from the drive; raise an error for the first one that differs."""
    for path, wanted in plan.after:
        found = drive.read(path)
        if found is None or sha256(found) != wanted:
            raise _damaged(path)


def _damaged(path: str) -> UserError:
    return UserError(
        "The file %(path)s came back from the drive with other bytes: %(plug_in_again)s; if it happens "
        "again, the board's flash is worn out.",
        path=path, plug_in_again=PLUG_IN_AGAIN,
    )


def _foreign(path: str, held: dict[str, bytes | None], before: manifest.Manifest) -> bool:
    """Return whether a program is the maker's: installed neither by us nor by CircuitPython."""
    data = held[path]
    if path not in manifest.PROGRAMS or data is None or data.strip() in _STOCK:
        return False
    return sha256(data) not in before.get(path, frozenset())


def _aside(drive: Drive, path: str) -> str:
    place, number = f"{ASIDE}/{path}", 1
    while drive.exists(place):
        number += 1
        place = f"{ASIDE}/{PurePosixPath(path).stem}-{number}.py"
    return place


def _superfluous(drive: Drive, bundle: Bundle, before: manifest.Manifest) -> tuple[str, ...]:
    """Return the files to remove, in order: our old files, incomplete files, other forms of a module.

    The board prefers a .py to a .mpy of the same name, so only one of them may exist.
    """
    found = set()
    for path, hashes in before.items():
        if path not in bundle.files:
            data = drive.read(path)
            # a file that the maker has changed belongs to the maker
            if data is not None and sha256(data) in hashes:
                found.add(path)
    for path in bundle.files:
        twin = {".py": ".mpy", ".mpy": ".py"}.get(PurePosixPath(path).suffix)
        other = twin and str(PurePosixPath(path).with_suffix(twin))
        if other and path.startswith("lib/") and drive.exists(other):
            found.add(other)
    for path in (*before, *bundle.files, settings.NAME, manifest.NAME):
        if drive.exists(path + FRESH):
            found.add(path + FRESH)
    return tuple(sorted(found))


def _with_room(drive: Drive, plan: InstallationPlan, held: dict[str, bytes | None]) -> InstallationPlan:
    """Refuse a plan that would fill the drive during its execution, before any change."""
    grows = largest = 0
    folders: set[str] = set()
    moved = {path for path, _ in plan.move}
    for kind, path, data in plan.write:
        size = drive.taken(len(data))
        if kind == NEW or path in moved:
            grows += size
        else:
            # a file that becomes smaller may be written last, so it frees no space for the others; and each
            # new file exists beside the old one for a moment
            grows += max(0, size - drive.taken(len(held[path] or b"")))
            largest = max(largest, size)
        folders.update(str(folder) for folder in PurePosixPath(path).parents[:-1])
    if plan.known is not None:
        grows += drive.taken(len(manifest.text(plan.known)))
    missing = [folder for folder in sorted(folders) if not drive.exists(folder)]
    grows += drive.taken(1) * len(missing)
    needed = grows + largest
    free = drive.free()
    if not plan.empty and needed > free:
        raise UserError(
            "The drive %(root)s has %(free)s KB free and %(needed)s KB are needed: delete files of your own "
            "from it, and repeat.",
            root=drive.root, free=free // 1024, needed=-(-needed // 1024),
        )
    return replace(plan, needed=needed)
