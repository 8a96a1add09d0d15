"""Where the pages are: the names they answer to, and what is said about them when they open."""

from __future__ import annotations

import socket

import click

from tablekeeper.web.settings import ANY_ADDRESS, LOOPBACK_NAMES, is_loopback

#: addresses that mean every network of this computer
_ANYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "[::1]"}


def names_answered(host: str, https: str | None = None) -> tuple[str, ...]:
    """Returns the Host names answered when listening at `host`: never a foreign one."""
    if https is not None:
        return (https, *LOOPBACK_NAMES)
    if is_loopback(host):
        return LOOPBACK_NAMES
    own = socket.gethostname()
    return (*LOOPBACK_NAMES, ANY_ADDRESS, host, own, own.partition(".")[0] + ".local", socket.getfqdn())


def say_where(
    url: str, host: str, key: str | None, https: str | None = None, *, proxied: bool = True
) -> None:
    """Tells the pages' address and how the director signs in, and warns when others can listen in.

    `key` opens the login link, None asks for the password; `proxied` tells whether the command has --https.
    """
    here = url
    loopback = _ANYWHERE.get(host.strip("[]"))
    if loopback is not None:
        port = url.rpartition(":")[2]
        here, url = f"http://{loopback}:{port}", f"http://{socket.gethostname()}:{port}"
    public = url if https is None else f"https://{https}"
    click.echo(f"The hall is open:      {public}/", err=True)
    if key is not None:
        click.echo(f"Sign in as director:   {here}/login?key={key}   (once, on this computer)", err=True)
    else:
        click.echo(f"Sign in as director:   {public}/login", err=True)
    if https is not None or is_loopback(host):
        return
    cure = "put an https proxy before it and name it with --https, or " if proxied else ""
    sent = "the password too, " if key is None else ""
    click.echo(
        f"Warning: what other computers read and send here, {sent}is not encrypted: "
        f"{cure}stay within a network that you trust.",
        err=True,
    )
