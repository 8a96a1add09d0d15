"""Publishes events, rankings and players as static files that any web server can serve.

The pages are the host's pages, requested without login and made static (`staticpage`).
Only changed files are written, each atomically; a manifest lists our files.
"""

from __future__ import annotations

import asyncio
import json
import os
import posixpath
import re
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message

from tablekeeper.director.people.publicnames import PublicNames
from tablekeeper.director.service import Director
from tablekeeper.errors import UserError
from tablekeeper.feeds import atom
from tablekeeper.languages import _, language, shown
from tablekeeper.strictjson import DocumentError, loads

from .rankingpages import TITLES
from .settings import Settings
from .staticpage import StaticPage

MANIFEST = ".tablekeeper-published.json"
_FEED = "feed.atom"
_PAGES = re.compile(
    r"/events|/events/(?P<event>\d{1,9})(/players/\d{1,9}|/matches(/[A-Za-z0-9-]{1,30})?|/history)?"
    r"|/rankings(/[a-z-]{1,20})?|/players/\d{1,9}|/matches/\d{1,9}"
)
#: a web server for files sends no header of ours
_POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'self\'; '
    "img-src 'self'; form-action 'none'; base-uri 'none'\">"
)
#: a part of a long list
_PART = re.compile(r"(?P<list>/events/\d{1,9}/(matches|history))\?page=(?P<part>\d{1,6})")
_FILES = re.compile(
    r"/static/[\w-]+\.(css|svg)|/events/(?P<event>\d{1,9})/(standings\.(csv|xlsx)|picture\.svg)"
    r"|/rankings/[a-z-]{1,20}\.(csv|json|xlsx|svg|season\.svg)|/players/\d{1,9}/[a-z]{1,20}\.svg"
)


@dataclass(slots=True)
class Site:
    """The files of a site, by path; with `only` just these events, without rankings and players."""

    director: Director
    app: ASGIApp
    names: PublicNames
    title: str
    #: the address of the published site, for its feed; "" if it is not given
    address: str = ""
    only: Collection[int] | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    #: addresses that a page links and that are not here, as the matches of an event from another hall
    missing: list[str] = field(default_factory=list)
    #: the pages of the host, by address
    _pages: dict[str, str] = field(default_factory=dict)

    async def make(self) -> None:
        """Make every file, with the pages that links lead to."""
        events = [one.id for one in self.director.events.all() if one.phase != "discarded"]
        waiting = ["/events", *(f"/events/{event}" for event in events)]
        if self.only is None:
            waiting += ["/rankings", *(f"/rankings/{key}" for key in TITLES)]
        seen = set(waiting)
        while waiting:
            for link in await self._add(waiting.pop(0)):
                path = link if _PART.fullmatch(link) else urlsplit(link).path
                if path not in (*seen, "/", "/feed.atom") and self.file_of(link) is not None:
                    seen.add(path)
                    waiting.append(path)
        for page, body in self._pages.items():
            if any(path in body for path in self.missing):
                self._convert(page)
        hide = self.names.texts()
        for event in events:
            told = json.dumps(self.director.events.export(event), ensure_ascii=False, indent=1)
            self.files[f"events/{event}.json"] = f"{hide(told)}\n".encode()
        if self.address:
            reports = self.director.published.finished(atom.MOST)
            self.files[_FEED] = atom.atom(reports, self.address, self.title, ".html").encode()
        self.files["index.html"] = self.files["events.html"]

    def file_of(self, link: str) -> str | None:
        """Return the file for an address of the host, None if it is not published."""
        if (listed := _PART.fullmatch(link)) is not None:
            first, part = self.file_of(listed["list"]), listed["part"]
            return first if first is None or part == "1" else first.replace(".html", f"-{part}.html")
        parts = urlsplit(link)
        # the query of a style sheet or a picture is only its version
        dated = parts.path.startswith("/static/") or parts.path.endswith("/picture.svg")
        if parts.scheme or parts.netloc or (parts.query and not dated):
            return None
        path = parts.path
        if path == "/":
            return "index.html"
        if path == "/feed.atom":
            return _FEED if self.address else None
        page, kept = _PAGES.fullmatch(path), _FILES.fullmatch(path)
        found = page or kept
        if found is None:
            return None
        if self.only is not None:
            event = found.group("event")
            if path.startswith(("/rankings", "/players")) or (event and int(event) not in self.only):
                return None
        if kept:
            return path[1:]
        return f"{path[1:] or 'index'}.html"

    async def _add(self, path: str) -> list[str]:
        status, body = await ask(self.app, path)
        if status == 308:
            # the address of a duplicate: it has no file
            return []
        if status == 404:
            self.missing.append(path)
            return []
        if status != 200:
            raise UserError(_(
                "The page %(path)s could not be made (%(status)s): look at it on the host.",
                path=path, status=status,
            ))
        file = self.file_of(path)
        assert file is not None
        if not file.endswith(".html"):
            self.files[file] = body
            return []

        self._pages[path] = body.decode()
        return self._convert(path)

    def _convert(self, path: str) -> list[str]:
        """Make the file of a page; return the links of the page."""
        file = self.file_of(path)
        assert file is not None

        def target(link: str) -> str | None:
            if urlsplit(link).path in self.missing:
                return None
            goal = self.file_of(link)
            if goal is None:
                return link if urlsplit(link).scheme in ("http", "https") else None
            fragment = urlsplit(link).fragment
            told = posixpath.relpath(goal, posixpath.dirname(file) or ".")
            return f"{told}#{fragment}" if fragment else told

        page = StaticPage(target, self.names.texts())
        page.feed(self._pages[path])
        page.close()
        self.files[file] = self._finished(page.text, path, file).encode()
        return page.links

    def _finished(self, text: str, path: str, file: str) -> str:
        """Add the links that only a published page has: the feed, and the event as a file."""
        up = posixpath.relpath(".", posixpath.dirname(file) or ".")
        up = "" if up == "." else f"{up}/"
        more = ""
        if re.fullmatch(r"/events/\d+", path):
            file_name = f"{posixpath.basename(path)}.json"
            more = f'<p><a href="{file_name}">{shown(_("This event as a file (JSON)"))}</a></p>\n'
        if self.address:
            more += f'<p><a href="{up}{_FEED}">{shown(_("Feed of finished events (Atom)"))}</a></p>\n'
            kind = f'rel="alternate" type="application/atom+xml" title="{shown(_("Finished events"))}"'
            text = text.replace("</head>", f'<link {kind} href="{up}{_FEED}">\n</head>', 1)
        text = text.replace("<head>", f"<head>\n{_POLICY}", 1)
        return text.replace("</footer>", f"{more}</footer>", 1)


async def ask(app: ASGIApp, address: str) -> tuple[int, bytes]:
    """Request an address without login, in the language of the command; return status and body."""
    path, _, query = address.partition("?")
    scope: dict[str, Any] = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [
            (b"host", b"localhost"), (b"accept", b"text/html"), (b"accept-language", language().encode()),
        ],
        "client": ("127.0.0.1", 1), "server": ("localhost", 80),
    }  # fmt: skip
    status, parts = 500, []
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            # a response for a file waits until the reader disconnects, which never happens here
            await asyncio.get_running_loop().create_future()
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return status, b"".join(parts)


def made(
    director: Director, names: PublicNames, *, title: str, address: str, only: Collection[int] | None
) -> Site:
    """Return a site with all its files."""
    # imported here, because the application is large and other commands import this package
    from .app import make_app

    app = make_app(director, settings=Settings(title=title))
    site = Site(director, app, names, title, address, only)
    asyncio.run(site.make())
    return site


# --- the folder ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Written:
    """The result of writing the files of a folder."""

    changed: tuple[str, ...]
    removed: tuple[str, ...]
    same: int
    #: files that are not published any more but were edited since: they are kept
    kept: tuple[str, ...]


def write(files: Mapping[str, bytes], folder: Path) -> Written:
    """Write changed files into a folder; remove files that were published before and no longer exist.

    UserError: a file there was not written by Tablekeeper, or the disk refuses.
    """
    try:
        return _write(files, folder)
    except OSError as error:
        raise UserError(_(
            "%(error)s: %(strerror)s: name another folder.",
            error=error.filename or folder, strerror=error.strerror,
        )) from error


def _write(files: Mapping[str, bytes], folder: Path) -> Written:
    folder.mkdir(parents=True, exist_ok=True)
    ours = _manifest(folder)
    for parent in sorted({one for path in (*ours, *files) for one in Path(path).parents}):
        # a link could lead into any other folder of this user
        if parent != Path() and (folder / parent).is_symlink():
            raise UserError(_(
                "%(folder)s is a link: remove it, or publish into another folder.", folder=folder / parent
            ))
    changed = [path for path, body in files.items() if not _is(folder / path, body)]
    foreign = [path for path in changed if path not in ours and os.path.lexists(folder / path)]
    if foreign:
        raise UserError(
            _(
                "%(foreign)s is there and was not published by Tablekeeper: choose another folder.",
                foreign=folder / foreign[0],
            )
        )
    digests = {path: sha256(body).hexdigest() for path, body in files.items()}
    # write the manifest first, so that the following files are recognised even after a power cut
    _replace(folder / MANIFEST, _told({**ours, **digests}))
    for path in changed:
        _replace(folder / path, files[path])
    removed, kept = [], []
    for path in sorted(ours.keys() - files.keys()):
        there = folder / path
        if not there.is_file():
            continue
        if sha256(there.read_bytes()).hexdigest() != ours[path]:
            kept.append(path)
            continue
        there.unlink()
        removed.append(path)
        for parent in there.relative_to(folder).parents:
            if parent != Path() and not any((folder / parent).iterdir()):
                (folder / parent).rmdir()
    _replace(folder / MANIFEST, _told(digests))
    return Written(tuple(sorted(changed)), tuple(removed), len(files) - len(changed), tuple(kept))


def _is(file: Path, body: bytes) -> bool:
    return file.is_file() and not file.is_symlink() and file.read_bytes() == body


def _manifest(folder: Path) -> dict[str, str]:
    """Return our files with the digests from the time of writing."""
    file = folder / MANIFEST
    if not file.exists():
        return {}
    try:
        told = loads(file.read_bytes()).fields(("files",), ("files",))["files"]
        found = {key: one.text() for key, one in told.members()}
    except DocumentError as error:
        raise UserError(_(
            "%(file)s is damaged (%(error)s): publish into another folder.",
            file=file, error=error,
        )) from error
    outside = [path for path in found if path.startswith("/") or ".." in path.split("/")]
    if outside:
        raise UserError(_(
            "%(file)s names files outside of its folder: publish into another folder.",
            file=file,
        ))
    return found


def _told(digests: Mapping[str, str]) -> bytes:
    return (json.dumps({"files": digests}, indent=1, sort_keys=True) + "\n").encode()


def _replace(file: Path, body: bytes) -> None:
    """Write a file atomically: a reader sees the old or the new one."""
    if file.is_file() and file.read_bytes() == body:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=".new-", dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(body)
        # files of mkstemp are readable only by their user, but a web server must read these
        os.chmod(name, 0o644)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
