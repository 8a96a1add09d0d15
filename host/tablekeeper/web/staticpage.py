"""Converts a page of the host to a static page: no scripts, no forms, links between files. Pure.

Parts that need a running host are left out: forms, buttons, live parts, and elements marked
`data-hall`. A link to an unpublished page becomes plain text; in a menu it is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape, unescape
from html.parser import HTMLParser

#: elements that are left out with their contents
_LEFT_OUT = frozenset("script noscript form button input select textarea dialog iframe".split())
#: classes of elements that are left out: login state, live parts, announcements
_LIVE = frozenset({"director", "live", "notices"})
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class StaticPage(HTMLParser):
    """Parses a page; `text` is the static page, `links` are the addresses of its links."""

    def __init__(self, target: Callable[[str], str | None], hide: Callable[[str], str]) -> None:
        """`target` maps an address to its file (None: not published); `hide` replaces hidden names."""
        super().__init__(convert_charrefs=False)
        self._target, self._hide = target, hide
        self._parts: list[str] = []
        self._words: list[str] = []
        #: the open elements, and whether each is written
        self._open: list[tuple[str, bool]] = []
        self._skipped = 0
        self.links: list[str] = []

    @property
    def text(self) -> str:
        """Return the page. Call `close` before."""
        return "".join(self._parts)

    def close(self) -> None:
        """End the page."""
        super().close()
        self._flush()

    def handle_decl(self, decl: str) -> None:
        """Keep the document type."""
        self._write(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write an element, or leave it out."""
        given = dict(attrs)
        classes = set((given.get("class") or "").split())
        leaves = tag in _LEFT_OUT or bool(classes & _LIVE) or "data-hall" in given
        target = None
        href = given.get("href")
        if tag in ("a", "link", "img") and not leaves and (href or given.get("src")):
            target = self._link(str(href or given.get("src")))
            inside_menu = any(name == "nav" for name, _ in self._open)
            leaves = target is None and (tag != "a" or inside_menu)
        if tag in _VOID:
            if not leaves:
                self._element(tag, attrs, target)
            return
        if leaves:
            self._skipped += 1
        written = not leaves and not (tag == "a" and href is not None and target is None)
        if written:
            self._element(tag, attrs, target)
        self._open.append((tag, written))
        if leaves:
            self._open[-1] = (f"-{tag}", False)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write an element without contents, as in SVG."""
        self._element(tag, attrs, None, " /")

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and the unclosed elements inside it."""
        if not any(name.lstrip("-") == tag for name, _ in self._open):
            return
        while self._open:
            name, written = self._open.pop()
            if written:
                self._write(f"</{name}>")
            if name.startswith("-"):
                self._flush()
                self._skipped -= 1
            if name.lstrip("-") == tag:
                return

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self._words.append(data)

    def handle_entityref(self, name: str) -> None:
        """Keep a sign in a text."""
        self._words.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Keep a sign in a text."""
        self._words.append(f"&#{name};")

    def _flush(self) -> None:
        raw = "".join(self._words)
        self._words.clear()
        if raw and not self._skipped:
            told = unescape(raw)
            hidden = self._hide(told)
            self._parts.append(raw if hidden == told else escape(hidden))

    def _write(self, text: str) -> None:
        self._flush()
        if not self._skipped:
            self._parts.append(text)

    def _link(self, href: str) -> str | None:
        if href.startswith("#"):
            return href
        if not self._skipped and href.startswith("/"):
            self.links.append(href)
        return self._target(href)

    def _element(
        self, tag: str, attrs: list[tuple[str, str | None]], target: str | None, end: str = ""
    ) -> None:
        told = []
        for key, value in attrs:
            if key.startswith(("data-", "on")):
                continue
            if key in ("href", "src") and target is not None:
                value = target
            elif value is not None:
                value = self._hide(value)
            told.append(f" {key}" if value is None else f' {key}="{escape(value)}"')
        self._write(f"<{tag}{''.join(told)}{end}>")
