"""A private PostgreSQL server in a separate folder."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from tests.patience import PATIENCE_S


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class PostgresqlServer:
    """A server with the user `test`, who needs no password."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        #: settings such as "fsync=off", from the next start on
        self.settings = ["listen_addresses=127.0.0.1", "fsync=off"]
        # PostgreSQL refuses to run as root, and nobody may not look into pytest's own folders
        self.folder = Path(tempfile.mkdtemp(prefix="tablekeeper-postgresql-"))
        self._user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
        if self._user:
            shutil.chown(self.folder, "nobody")
        self.folder.chmod(0o700)
        self.data = self.folder / "data"
        self.port = 0
        self.run("initdb", "-D", str(self.data), "-U", "test", "-A", "trust", "--no-sync", "-E", "UTF8")

    @property
    def url(self) -> str:
        """The server's URL without a database's name."""
        return f"postgresql://test@127.0.0.1:{self.port}"

    def run(self, program: str, *words: str, check: bool = True) -> bool:
        """Run a program, such as initdb, as the user of the server; return whether it succeeded."""
        found = self._programs / program
        command = [*self._user, str(found) if found.exists() else program, *words]
        done = subprocess.run(
            command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert done.returncode == 0 or not check, done.stderr
        return done.returncode == 0

    def start(self) -> None:
        """Start it at its previous port, or at a free one; return when it accepts connections."""
        # another program may take a port before the server does
        for last in (False, False, False, True):
            port = self.port or _free_port()
            if self._start(port, check=last):
                self.port = port
                return

    def _start(self, port: int, *, check: bool) -> bool:
        settings = (f"-c {shlex.quote(one)}" for one in self.settings)
        told = " ".join([f"-p {port} -k {self.folder}", *settings])
        log = str(self.folder / "log")
        words = ("-D", str(self.data), "-w", "-t", str(PATIENCE_S), "-l", log, "-o", told)
        return self.run("pg_ctl", *words, "start", check=check)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: "immediate" as a power cut does, "fast" with everything written."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def remove(self) -> None:
        """Delete its folder."""
        shutil.rmtree(self.folder)
