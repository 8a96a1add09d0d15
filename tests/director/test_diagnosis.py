"""A diagnosis: what is found in the facts of a computer, and what to do about it."""

from dataclasses import replace

import pytest

from tablekeeper.director.diagnosis import (
    DAY_MS,
    NOTE,
    OK,
    WRONG,
    BoardFacts,
    Facts,
    FederationFacts,
    PortFacts,
    diagnosis,
    worst,
)

NOW = 1_790_000_000_000
WELL = Facts(
    NOW, "hall.db", size=12_300_000, free=40_000_000_000, last_entry_ms=NOW - 5,
    boards=(BoardFacts("Table 1", NOW - 9),), ports=(PortFacts("/dev/ttyACM1", True),),
    backup_ms=NOW - DAY_MS, directors=2, versions=(("Tablekeeper", "9.9"),),
)  # fmt: skip
UDINE = FederationFacts("udine", ("nats://a:1", "nats://b:1"))


def test_a_healthy_computer():
    found = diagnosis(WELL)
    assert {one.grade for one in found} == {OK}
    assert worst(found) == OK
    assert not any(one.remedy for one in found)
    told = {one.subject: one.sentence for one in found}
    assert told["Database"] == "hall.db, 12.3 MB; no host has it open."
    assert told["Backup"] == "The last copy was made 1 day ago."
    assert told["Programs"] == "Tablekeeper 9.9."


@pytest.mark.parametrize(
    ("facts", "grade", "subject", "sentence", "remedy"),
    [
        ({"new": True}, NOTE, "Database", "no database yet", "tablekeeper serve"),
        ({"refused": "It is no database."}, WRONG, "Database", "It is no database.", ""),
        ({"refused": "It is damaged.", "broken": True}, WRONG, "Database", "It is damaged.", "backup list"),
        ({"federation": UDINE}, OK, "Federation", "the venue udine, and 0 entries wait.", ""),
        ({"federation": replace(UDINE, waiting=3)}, OK, "Federation", "3 entries wait", ""),
        (
            {"federation": replace(UDINE, waiting=1, reached=False)},
            WRONG, "Federation", "federation answers (nats://a:1, nats://b:1), and 1 entry waits.", "network",
        ),
        ({"federation": replace(UDINE, parted=("desk",))}, WRONG, "Federation", "of desk", "follow udine"),
        ({"federation": replace(UDINE, refused="Not readable.")}, WRONG, "Federation", "Not readable", ""),
        ({"damage": ("SQLite finds: page 3.",)}, WRONG, "Database", "page 3", "verify"),
        ({"free": 199_999_999}, WRONG, "Disk", "200.0 MB", "delete"),
        ({"free": 200_000_000}, NOTE, "Disk", "0.2 GB", "delete"),
        ({"free": 2_000_000_000}, OK, "Disk", "2.0 GB", ""),
        ({"open_files": ("a", "b")}, WRONG, "Files", "can read a and b", "chmod 600 a b"),
        ({"last_entry_ms": NOW + 120_001}, WRONG, "Clock", "is in the future", "date and time"),
        ({"last_entry_ms": NOW + 120_000}, OK, "Clock", "It is 2026-", ""),
        ({"boards": (BoardFacts("T", 0, ((7, 7),)),)}, NOTE, "Tables", "T is missing (7)", "connect"),
        ({"boards": (BoardFacts("T", 0, ((2, 3), (7, 7))),)}, NOTE, "Tables", "(2-3 and 7)", "connect"),
        ({"boards": (BoardFacts("T", 0, unasked=True),)}, NOTE, "Tables", "T has not been asked", "plug"),
        ({"boards": (BoardFacts("T", 0, aside=2),)}, WRONG, "Tables", "2 records of T", "quarantine"),
        ({"boards": ()}, OK, "Tables", "0 tables", ""),
        ({"ports": (), "connected": 2}, OK, "Boards", "reads 2 boards", ""),
        ({"ports": ()}, NOTE, "Boards", "No board is plugged in", "tablekeeper demo"),
        ({"ports": (PortFacts("/dev/x", False),)}, WRONG, "Boards", "group dialout", "-aG dialout"),
        ({"ports": (PortFacts("/dev/x", False, "uucp"),)}, WRONG, "Boards", "group uucp", "-aG uucp"),
        ({"backup_ms": None}, WRONG, "Backup", "No copy", "backup make"),
        ({"backup_there": False}, WRONG, "Backup", "no longer where", "backup make"),
        ({"backup_ms": NOW - 8 * DAY_MS}, NOTE, "Backup", "8 days ago", "backup make"),
        ({"backup_ms": NOW - 8 * DAY_MS + 1}, OK, "Backup", "7 days ago", ""),
        ({"backup_ms": NOW + 5}, OK, "Backup", "made today", ""),
        ({"backup_ms": None, "backed_up_elsewhere": True}, OK, "Backup", "PostgreSQL", ""),
        ({"directors": 0}, NOTE, "Accounts", "no director yet", "tablekeeper serve"),
        ({"gnubg": False}, NOTE, "Programs", "GNU Backgammon is not here", "gnubg"),
        ({"host": "/run/x"}, OK, "Database", "open at /run/x", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_a_remedy(facts, grade, subject, sentence, remedy):
    found = diagnosis(replace(WELL, **facts))
    [one] = [one for one in found if one.subject == subject and sentence in one.sentence]
    assert one.grade == grade == worst([one])
    assert (remedy in one.remedy) if remedy else one.remedy == ""
    assert worst(found) == grade


def test_a_database_that_cannot_be_opened_is_asked_nothing_more():
    for facts in (replace(WELL, new=True), replace(WELL, refused="no")):
        assert {one.subject for one in diagnosis(facts)}.isdisjoint({"Clock", "Tables", "Backup"})
    assert "Accounts" not in {one.subject for one in diagnosis(replace(WELL, directors=None))}
