"""docs/federation.md, tried: its units as systemd reads them, and its roles at a PostgreSQL server."""

import re
import subprocess
from pathlib import Path

import psycopg
import pytest

from tablekeeper.store import StoreError, open_store
from tablekeeper.store.copies import Copies

PAGE = Path(__file__).parents[2] / "docs" / "federation.md"


@pytest.mark.systemd
def test_systemd_takes_the_units_and_finds_them_shut_off(tmp_path):
    found = r"`/etc/systemd/system/(\S+\.service)`.*?```ini\n(.*?)```"
    units = re.findall(found, PAGE.read_text(), re.DOTALL)
    assert [name for name, _ in units] == ["tablekeeper-federation.service", "tablekeeper.service"]
    for name, unit in units:
        # a program that is there on every machine
        told, count = re.subn(r"(?m)^ExecStart=\S+/tablekeeper ", "ExecStart=/bin/sh ", unit)
        assert count == 1
        (tmp_path / name).write_text(told)
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", tmp_path / name], capture_output=True, text=True
        )
        assert (done.returncode, [line for line in done.stderr.splitlines() if name in line]) == (0, [])
        words = ["systemd-analyze", "security", "--offline=yes", "--threshold=50", tmp_path / name]
        looked = subprocess.run(words, capture_output=True, text=True)
        assert looked.returncode == 0, looked.stdout


@pytest.fixture
def database(postgresql_server):
    """The database of docs/federation.md; returns its URL for a role."""
    with psycopg.connect(f"{postgresql_server}/postgres", autocommit=True) as connection:
        for role in ("federation", "reader"):
            connection.execute(f"CREATE ROLE {role} LOGIN")
        connection.execute("CREATE DATABASE federation OWNER federation")
        yield lambda role: f"{postgresql_server}/federation".replace("test@", f"{role}@")
        connection.execute("DROP DATABASE federation WITH (FORCE)")
        connection.execute("DROP ROLE federation, reader")


@pytest.mark.postgresql
def test_the_owner_writes_and_a_reader_only_reads(database):
    sql = re.search(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    with psycopg.connect(database("federation"), autocommit=True) as connection:
        connection.execute(sql)
    with Copies(database("federation"), now=lambda: 1) as copies:
        copies.order_removal({"udine": (3,)})
        with Copies(database("reader"), now=lambda: 1) as found:
            assert [one.venue for one in found.removals()] == ["udine"]
            with pytest.raises(StoreError, match="permission denied"):
                found.order_removal({"udine": (4,)})
        assert len(copies.removals()) == 1


@pytest.mark.postgresql
def test_a_hall_needs_a_role_that_may_make_tables(database):
    with pytest.raises(StoreError, match="There is no permission to write the database"):
        open_store(database("reader"), now=lambda: 1)
    open_store(database("federation"), now=lambda: 1).close()
