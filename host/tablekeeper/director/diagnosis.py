"""Finds the problems of a Tablekeeper and their remedies, from facts that `computer` collects. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from tablekeeper.languages import _, joined, ngettext
from tablekeeper.regulation.moment import clock_time
from tablekeeper.text import counted, listing

OK, NOTE, WRONG = "ok", "note", "wrong"
DAY_MS = 24 * 3600 * 1000
MEGABYTE, GIGABYTE = 1_000_000, 1_000_000_000
#: bytes of free disk space: with less, the disk may be full within an evening, or almost at once
SCARCE, EMPTY = 2 * GIGABYTE, 200 * MEGABYTE
#: days of data that a club may lose with its computer
BACKUP_DAYS = 7
#: how far the last entry may be ahead of the clock, which is set by hand where there is no network
AHEAD_MS = 120_000
#: remedies that are commands
COMMANDS = SERVE, LIST, REPAIR, ASIDE = (
    "tablekeeper serve", "tablekeeper backup list", "tablekeeper verify; tablekeeper backup restore",
    "tablekeeper board quarantine",
)  # fmt: skip
_CHMOD = "chmod 600 "


@dataclass(frozen=True, slots=True)
class PortFacts:
    """A serial port with the board's USB name."""

    address: str
    #: whether this user may open it
    open_to_us: bool
    group: str = ""


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """The database's facts about a board."""

    name: str
    last_seen_ms: int
    #: (first, last) of the records that the board had lost
    gaps: tuple[tuple[int, int], ...] = ()
    #: number of records in quarantine
    aside: int = 0
    #: after a restore: the board must still be asked to send all its records again
    unasked: bool = False

    @property
    def missing(self) -> int:
        """The number of missing records."""
        return sum(last - first + 1 for first, last in self.gaps)


@dataclass(frozen=True, slots=True)
class FederationFacts:
    """The facts about the federation that the hall has joined."""

    venue: str
    servers: tuple[str, ...]
    #: entries that the federation has not committed, and journals of which it has another past
    waiting: int = 0
    parted: tuple[str, ...] = ()
    #: whether one of the servers accepts connections
    reached: bool = True
    #: why the files of the secret and the certificate cannot be used, or ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts found on this computer; None means that a fact could not be read."""

    now_ms: int
    #: the name of the database; and why it cannot be opened, or ""
    database: str
    refused: str = ""
    #: there is no database yet
    new: bool = False
    #: whether a copy of it is needed, because it is damaged
    broken: bool = False
    #: the findings of its quick check, and the ends of journals that it has lost
    damage: tuple[str, ...] = ()
    #: bytes of the file, and free bytes beside it
    size: int | None = None
    free: int | None = None
    #: files of the database or the accounts that other users of this computer may read
    open_files: tuple[str, ...] = ()
    #: the address of the host that has it open, or None
    host: str | None = None
    last_entry_ms: int = 0
    boards: tuple[BoardFacts, ...] = ()
    ports: tuple[PortFacts, ...] = ()
    #: number of boards that the running host reads, on all ports
    connected: int = 0
    #: when the last backup was made (None: never), and whether its file still exists
    backup_ms: int | None = None
    backup_there: bool = True
    #: backups are made by other tools (PostgreSQL)
    backed_up_elsewhere: bool = False
    #: None if the hall is in no federation
    federation: FederationFacts | None = None
    directors: int | None = None
    gnubg: bool = True
    versions: tuple[tuple[str, str], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Sign:
    """One line of a diagnosis: `grade` is ok, note or wrong; `remedy` is the necessary action, or ""."""

    grade: str
    subject: str
    sentence: str
    remedy: str = ""

    @property
    def is_command(self) -> bool:
        """Whether the remedy is a command, which is the same in every language."""
        return self.remedy in COMMANDS or self.remedy.startswith(_CHMOD)


def diagnosis(facts: Facts) -> list[Sign]:
    """Return the findings in a fixed order, including those without a problem."""
    found = [*_database(facts)]
    if not (facts.refused or facts.new):
        found += [*_clock(facts), *_boards(facts), *_backup(facts), *_federation(facts.federation)]
    return [*found, *_ports(facts), *_accounts(facts), *_programs(facts)]


def _database(facts: Facts) -> Iterator[Sign]:
    subject = _("Database")
    if facts.new:
        sentence = _("There is no database yet at %(database)s.", database=facts.database)
        yield Sign(NOTE, subject, sentence, SERVE)
    elif facts.refused:
        # the other sentences say what to do
        yield Sign(WRONG, subject, facts.refused, LIST if facts.broken else "")
    elif facts.damage:
        yield Sign(WRONG, subject, joined(facts.damage, " "), REPAIR)
    else:
        size = "" if facts.size is None else _(", %(size)s MB", size=_in(facts.size, MEGABYTE))
        used = _("no host has it open") if facts.host is None else _("open at %(host)s", host=facts.host)
        yield Sign(OK, subject, joined((facts.database, size, "; ", used, "."), ""))
    if facts.free is not None:
        left = _in(facts.free, GIGABYTE)
        remedy = _("delete or move other files")
        if facts.free < EMPTY:
            left = _in(facts.free, MEGABYTE)
            sentence = _("Only %(free)s MB are free on its disk: an evening may not fit.", free=left)
            yield Sign(WRONG, _("Disk"), sentence, remedy)
        else:
            sentence = _("%(free)s GB are free on its disk.", free=left)
            scarce = facts.free < SCARCE
            yield Sign(NOTE if scarce else OK, _("Disk"), sentence, remedy if scarce else "")
    if facts.open_files:
        files = listing(facts.open_files)
        remedy = _CHMOD + " ".join(facts.open_files)
        sentence = _("Other users of this computer can read %(files)s.", files=files)
        yield Sign(WRONG, _("Files"), sentence, remedy)


def _in(size: int, unit: int) -> Decimal:
    """Return bytes in a unit, with one decimal."""
    return round(Decimal(size) / unit, 1)


def _clock(facts: Facts) -> Iterator[Sign]:
    ahead = facts.last_entry_ms - facts.now_ms
    if ahead > AHEAD_MS:
        told = clock_time(facts.last_entry_ms)
        sentence = _("The last entry was made at %(time)s, which is in the future.", time=told)
        yield Sign(WRONG, _("Clock"), sentence, _("set this computer's date and time"))
    else:
        yield Sign(OK, _("Clock"), _("It is %(time)s.", time=clock_time(facts.now_ms)))


def _boards(facts: Facts) -> Iterator[Sign]:
    missing = [one for one in facts.boards if one.missing]
    aside = [one for one in facts.boards if one.aside]
    for one in facts.boards:
        if one.unasked:
            yield Sign(
                NOTE, _("Tables"),
                _(
                    "Since the restore, %(table)s has not been asked for the records it still holds.",
                    table=one.name,
                ),
                _("tablekeeper serve, and plug the board in"),
            )  # fmt: skip
    for one in missing:
        which = listing([str(first) if first == last else f"{first}-{last}" for first, last in one.gaps])
        sentence = ngettext(
            "%(num)s record of %(table)s is missing (%(which)s).",
            "%(num)s records of %(table)s are missing (%(which)s).",
            one.missing, table=one.name, which=which,
        )  # fmt: skip
        yield Sign(
            NOTE, _("Tables"), sentence, _("connect the board again: it sends what it still holds")
        )  # fmt: skip
    for one in aside:
        sentence = ngettext(
            "%(num)s record of %(table)s was set aside.", "%(num)s records of %(table)s were set aside.",
            one.aside, table=one.name,
        )  # fmt: skip
        yield Sign(WRONG, _("Tables"), sentence, ASIDE)
    if not (missing or aside):
        tables = counted(len(facts.boards), "table")
        yield Sign(OK, _("Tables"), _("%(tables)s, and no record is missing.", tables=tables))


def _ports(facts: Facts) -> Iterator[Sign]:
    if facts.connected:
        yield Sign(OK, _("Boards"), _("The running host reads %(boards)s.",
                                      boards=counted(facts.connected, "board")))  # fmt: skip
    elif not facts.ports:
        yield Sign(
            NOTE, _("Boards"), _("No board is plugged in."),
            _("plug one in by a USB cable that carries data; for a try: tablekeeper demo"),
        )  # fmt: skip
    for one in facts.ports:
        if one.open_to_us:
            yield Sign(OK, _("Boards"), _("%(port)s can be opened.", port=one.address))
        else:
            group = one.group or "dialout"
            yield Sign(
                WRONG, _("Boards"),
                _("%(port)s may be opened by the group %(group)s only.", port=one.address, group=group),
                _("sudo usermod -aG %(group)s $USER, then sign in to this computer again", group=group),
            )  # fmt: skip


def _backup(facts: Facts) -> Iterator[Sign]:
    subject, remedy = _("Backup"), _("tablekeeper backup make FILE on another disk")
    if facts.backed_up_elsewhere:
        yield Sign(OK, subject, _("PostgreSQL is backed up by its own means."))
    elif facts.backup_ms is None:
        yield Sign(WRONG, subject, _("No copy of the database was ever made."), remedy)
    elif not facts.backup_there:
        yield Sign(WRONG, subject, _("The last copy is no longer where it was made."), remedy)
    else:
        days = max(0, facts.now_ms - facts.backup_ms) // DAY_MS
        late = days > BACKUP_DAYS
        sentence = (
            ngettext(
                "The last copy was made %(num)s day ago.", "The last copy was made %(num)s days ago.", days
            )
            if days
            else _("The last copy was made today.")
        )
        yield Sign(NOTE if late else OK, subject, sentence, remedy if late else "")


def _federation(facts: FederationFacts | None) -> Iterator[Sign]:
    if facts is None:
        return
    subject = _("Federation")
    waiting = counted(facts.waiting, "entry waits", "entries wait")
    if facts.refused:
        yield Sign(WRONG, subject, facts.refused)
    elif not facts.reached:
        yield Sign(
            WRONG, subject,
            _("No server of the federation answers (%(servers)s), and %(waiting)s.",
              servers=", ".join(facts.servers), waiting=waiting),
            _("look at this computer's network, and ask who runs the federation; the hall goes on meanwhile"),
        )  # fmt: skip
    else:
        sentence = _("This hall is the venue %(venue)s, and %(waiting)s.", venue=facts.venue, waiting=waiting)
        yield Sign(OK, subject, sentence)
    for journal in facts.parted:
        yield Sign(
            WRONG, subject,
            _("The federation has other entries of %(journal)s: was this hall restored from a copy?",
              journal=journal),
            _("ask the federation for: tablekeeper federation follow %(venue)s", venue=facts.venue),
        )  # fmt: skip


def _accounts(facts: Facts) -> Iterator[Sign]:
    if facts.directors is None:
        return
    if facts.directors == 0:
        remedy = _("tablekeeper serve, and open the link that it prints")
        yield Sign(NOTE, _("Accounts"), _("There is no director yet who can sign in."), remedy)
    else:
        directors = counted(facts.directors, "director")
        yield Sign(OK, _("Accounts"), _("%(directors)s can sign in.", directors=directors))


def _programs(facts: Facts) -> Iterator[Sign]:
    if not facts.gnubg:
        yield Sign(
            NOTE, _("Programs"), _("GNU Backgammon is not here: no position can be evaluated."),
            _("install gnubg, if your event adjudicates by it"),
        )  # fmt: skip
    if facts.versions:
        told = ", ".join(f"{name} {version}" for name, version in facts.versions)
        yield Sign(OK, _("Programs"), f"{told}.")


def worst(findings: Sequence[Sign]) -> str:
    """Return the worst grade of the findings."""
    grades = {one.grade for one in findings}
    return next(grade for grade in (WRONG, NOTE, OK) if grade in grades or grade == OK)
