"""The addresses of the pages: the host names that they accept, and the message printed at the start."""

from __future__ import annotations

import array
import contextlib
import ipaddress
import os
import socket
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from tablekeeper.cli.terminal import say
from tablekeeper.languages import _
from tablekeeper.pictures.qr import lines
from tablekeeper.web.settings import ANY_ADDRESS, LOOPBACK_NAMES, is_loopback

#: networks that are private by RFC 1918; phones cannot reach a link-local address
_PRIVATE = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
#: the folder in which Linux lists its network interfaces
_DEVICES = Path("/sys/class/net")
#: addresses that mean every network of this computer
_ANYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "[::1]"}


def names_answered(host: str, https: str | None = None) -> tuple[str, ...]:
    """Return the accepted Host names when listening at `host`: names of other hosts are refused."""
    if https is not None:
        return (https, *LOOPBACK_NAMES)
    if is_loopback(host):
        return LOOPBACK_NAMES
    own = socket.gethostname()
    return (*LOOPBACK_NAMES, ANY_ADDRESS, host, own, own.partition(".")[0] + ".local", socket.getfqdn())


def private_addresses() -> tuple[str, ...]:
    """Return this computer's addresses in private networks (RFC 1918); the usual one comes first."""
    found: list[str] = []
    # connecting a UDP socket sends nothing, but gives it the local address of the route
    for there in ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way, contextlib.suppress(OSError):
            way.connect((there, 9))
            found.append(way.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    # a hotspot of this computer, or a network without a router, has an interface but no such route
    interfaces = interface_addresses()
    found += [address for _, address in interfaces]
    inside = {address for name, address in interfaces if inward(name)}
    private = [
        one for one in found
        if one not in inside and any(ipaddress.ip_address(one) in net for net in _PRIVATE)
    ]  # fmt: skip
    return tuple(dict.fromkeys(private))


def inward(name: str) -> bool:
    """Return whether an interface reaches only programs on this computer: a bridge of containers or guests.

    The kernel lists the members of a bridge: a bridge with a network card reaches other computers.
    """
    device = _DEVICES / name
    if not (device / "bridge").is_dir():
        return name.startswith(("veth", "tap", "vnet"))
    joined = device / "brif"
    return not any((_DEVICES / one.name / "device").exists() for one in joined.iterdir())


def interface_addresses() -> list[tuple[str, str]]:
    """Return (name, address) of each connected interface; on systems other than Linux the result is empty."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
        # netdevice(7): SIOCGIFCONF fills an array of `struct ifreq`: 16 bytes of name, then the address
        size = 40 if struct.calcsize("P") == 8 else 32
        room = array.array("B", bytes(size * 256))
        conf = struct.pack("iP", len(room), room.buffer_info()[0])
        taken: int = struct.unpack("iP", fcntl.ioctl(asking.fileno(), 0x8912, conf))[0]
        for start in range(0, taken, size):
            one = room[start : start + size].tobytes()
            # SIOCGIFFLAGS; without IFF_RUNNING nothing is connected
            flags = fcntl.ioctl(asking.fileno(), 0x8913, one[:16] + bytes(size - 16))
            name = os.fsdecode(one[:16].split(b"\0")[0])
            if struct.unpack_from("H", flags, 16)[0] & 0x40:
                found.append((name, socket.inet_ntoa(one[20:24])))
    return found


def phones_reach(url: str, host: str, https: str | None, lan: Sequence[str]) -> str:
    """Return the address under which phones reach pages at `url`; "" if only this computer does."""
    if https is not None:
        return f"https://{https}"
    if is_loopback(host) and not lan:
        return ""
    here = lan[0] if lan else host
    if here.strip("[]") in _ANYWHERE:
        here = next(iter(private_addresses()), socket.gethostname())
    return f"http://{here}:{url.rpartition(':')[2]}"


def say_lan(url: str, addresses: tuple[str, ...]) -> None:
    """Print the addresses for phones of the network, with a QR code of the first one, and a warning."""
    port = url.rpartition(":")[2]
    pages = [f"http://{address}:{port}/" for address in addresses]
    for page in pages:
        say(_("In this network:       %(page)s", page=page), err=True)
    for line in lines(pages[0]):
        click.echo(click.style(line, fg="black", bg="bright_white"), err=True)
    say(_(
        "Warning: the pages are open to everybody in this network, and what is sent, passwords too, is not "
        "encrypted: use a network with a password of its own."
    ), err=True)


def say_phone(reached: str) -> None:
    """Print where a phone tries the board out, with a QR code; without an address how it would get one."""
    if not reached:
        say(_("A phone as a board:    not reached from here; give --host 0.0.0.0 on a network of your own"),
            err=True)
        return
    say(_("A phone as a board:    %(address)s/board   (to try, without the tables here)", address=reached),
        err=True)
    for line in lines(f"{reached}/board"):
        click.echo(click.style(line, fg="black", bg="bright_white"), err=True)


def say_where(
    url: str, host: str, key: str | None, https: str | None = None, *, proxied: bool = True
) -> None:
    """Print the pages' address and how the director signs in; warn if others can read the traffic.

    `key` is the key of the login link; with None the password is needed. `proxied`: the command has --https.
    """
    here = url
    loopback = _ANYWHERE.get(host.strip("[]"))
    if loopback is not None:
        port = url.rpartition(":")[2]
        here, url = f"http://{loopback}:{port}", f"http://{socket.gethostname()}:{port}"
    public = url if https is None else f"https://{https}"
    say(_("The hall is open:      %(public)s/", public=public), err=True)
    if key is not None:
        say(_(
            "Sign in as director:   %(here)s/login?key=%(key)s   (once, on this computer)",
            here=here, key=key,
        ), err=True)
    else:
        say(_("Sign in as director:   %(public)s/login", public=public), err=True)
    if https is not None or is_loopback(host):
        return
    cure = _("put an https proxy before it and name it with --https, or ") if proxied else ""
    sent = _("the password too, ") if key is None else ""
    say(_(
        "Warning: what other computers read and send here, %(sent)sis not encrypted: "
        "%(cure)sstay within a network that you trust.",
        sent=sent, cure=cure,
    ), err=True)
