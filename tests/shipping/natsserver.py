"""Private NATS servers on loopback: one or a cluster, killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tablekeeper.shipping import serverconfig
from tests.patience import PATIENCE_S
from tests.shipping.cables import Cable


def reserved_ports(count: int) -> list[socket.socket]:
    """Return sockets that reserve a port each: only a server that asks for this port gets it.

    Without them a campaign beside this one may get the port of a server that is killed.
    """
    taken = []
    for _ in range(count):
        one = socket.socket()
        # so that the server may listen while this socket, which does not listen, has the port
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind(("127.0.0.1", 0))
        taken.append(one)
    return taken


class Servers:
    """One NATS server, or several that form a cluster."""

    def __init__(
        self, program: Path, folder: Path, count: int = 1, secrets: Mapping[str, str] | None = None,
        certificate: Path | None = None, key: Path | None = None,
    ) -> None:  # fmt: skip
        self._program = str(program)
        self._folder = folder
        self._reserved = reserved_ports(2 * count)
        ports = [one.getsockname()[1] for one in self._reserved]
        self.ports, self._routes = ports[:count], ports[count:]
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._tls = certificate is not None
        included = ""
        if secrets is not None:
            (folder / "accounts.conf").write_text(serverconfig.accounts(secrets))
            included = "accounts.conf"
        #: (server, other server) -> cable
        self.cables = {
            (one, other): Cable(self._routes[other])
            for one in range(count) for other in range(count) if one != other
        }  # fmt: skip
        for place in range(count):
            cables = [cable for (one, _), cable in self.cables.items() if one == place]
            routes = [f"nats://127.0.0.1:{cable.port}" for cable in cables]
            text = serverconfig.server(
                f"s{place}", f"127.0.0.1:{self.ports[place]}", str(folder / f"store{place}"), included,
                str(certificate or ""), str(key or ""),
                f"127.0.0.1:{self._routes[place]}" if count > 1 else "", routes if count > 1 else (),
            )  # fmt: skip
            # servers tell each other addresses of others, so these must lead to the cables, too
            text = text.replace("cluster {", 'cluster { advertise: "127.0.0.1:9",')
            (folder / f"s{place}.conf").write_text(text)

    @property
    def url(self) -> str:
        """The addresses of all servers."""
        return ",".join(self.urls)

    @property
    def urls(self) -> Sequence[str]:
        """The address of each server."""
        return [f"{'tls' if self._tls else 'nats'}://127.0.0.1:{port}" for port in self.ports]

    def start(self, place: int | None = None) -> None:
        """Start a server, or all of them; return when they accept connections."""
        for one in range(len(self.ports)) if place is None else [place]:
            if one in self._running:
                continue
            with (self._folder / f"s{one}.log").open("ab") as log:
                self._running[one] = subprocess.Popen(
                    [self._program, "-c", str(self._folder / f"s{one}.conf")], stdout=log, stderr=log
                )
        for one in range(len(self.ports)) if place is None else [place]:
            self._wait(one)

    def _wait(self, place: int) -> None:
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.ports[place]), 1).close()
            except OSError:
                assert time.monotonic() < until, (self._folder / f"s{place}.log").read_text()
                time.sleep(0.05)
            else:
                return

    def kill(self, place: int = 0) -> None:
        """Kill a server as a power cut does."""
        self._end(place, signal.SIGKILL)

    def end(self, place: int = 0) -> None:
        """Stop a server normally, so that it stores its state."""
        self._end(place, signal.SIGTERM)

    def _end(self, place: int, how: signal.Signals) -> None:
        process = self._running.pop(place, None)
        if process is not None:
            process.send_signal(how)
            process.wait()

    def freeze(self, place: int = 0) -> None:
        """Stop a server's answers: it keeps its connections, as behind a cut network."""
        os.kill(self._running[place].pid, signal.SIGSTOP)

    def part(self, place: int, *directions: int) -> None:
        """Cut a server off from the others: THERE for what it sends, BACK for what it receives, or both."""
        for (one, other), cable in self.cables.items():
            if place in (one, other):
                # a route carries both directions, whichever server opened it
                cable.cut(*(way if place == one else 1 - way for way in directions))

    def join(self) -> None:
        """Mend all cables."""
        for cable in self.cables.values():
            cable.mend()

    def thaw(self, place: int = 0) -> None:
        """Let a frozen server continue."""
        if place in self._running:
            os.kill(self._running[place].pid, signal.SIGCONT)

    @property
    def running(self) -> list[int]:
        """The servers that were not killed."""
        return sorted(self._running)

    def stop(self) -> None:
        """End all servers."""
        for place in list(self._running):
            self.thaw(place)
            self.kill(place)
        for one in self._reserved:
            one.close()
        for cable in self.cables.values():
            cable.close()
