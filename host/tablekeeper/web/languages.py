"""The language of a page: the reader's choice, stored in a cookie, else the browser's Accept-Language."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Any

import jinja2
from markupsafe import Markup
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablekeeper.languages import _, choice, language, language_of, local, said
from tablekeeper.languages.catalogues import LANGUAGES, pattern

from .errors import HttpError
from .links import local_path

COOKIE = "tablekeeper-language"
#: seconds; browsers allow 400 days
LASTS = 400 * 24 * 3600


def chosen(headers: Headers) -> str:
    """Return the language for a request with these headers."""
    try:
        kept = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        kept = None
    if kept is not None and kept.value in LANGUAGES:
        return kept.value
    return choice.of_browser(headers.get("accept-language", ""))


class InTheReadersLanguage:
    """Wraps the application: texts of an answer are shown in the reader's language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    headers.add_vary_header("accept-language, cookie")
                    headers["content-language"] = language()
            await send(message)

        with language_of(chosen(Headers(scope=scope))):
            await self.app(scope, receive, told)


async def choose(request: Request) -> Response:
    """POST /language: keep the choice in this browser, and go back to the page.

    It needs no form token: it changes nothing but the words that this browser is shown.
    """
    form = await request.form()
    code, back = str(form.get("language", "")), str(form.get("next", "/"))
    if code not in LANGUAGES:
        raise HttpError(400, _("Choose one of the languages at the end of the page."))
    answer = RedirectResponse(local_path(back), status_code=303)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, code, max_age=LASTS, httponly=True, samesite="lax", secure=secure)
    return answer


# --- templates ------------------------------------------------------------------------------------


def _filled(text: str, values: dict[str, Any]) -> Markup:
    # texts of the catalogue may contain tags; the values are escaped
    return Markup(text) % {name: said(value) for name, value in values.items()}


def _gettext(text: str, /, **values: Any) -> Markup:
    return _filled(pattern(language(), text), values)


def _ngettext(one: str, many: str, number: int, /, **values: Any) -> Markup:
    return _filled(pattern(language(), one, many, number), {"num": number} | values)


def _pgettext(context: str, text: str, /, **values: Any) -> Markup:
    return _filled(pattern(language(), text, context=context), values)


def install(environment: jinja2.Environment) -> None:
    """Give templates the functions for texts: `_("Table %(name)s", name=...)`, `{% trans %}`, `ngettext`,
    `pgettext`.

    `language()` is the language of the page, `languages` all of them; the filter `decimals` formats a number.
    """
    environment.add_extension("jinja2.ext.i18n")
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.policies["ext.i18n.trimmed"] = True
    environment.globals.update(
        _=_gettext, gettext=_gettext, ngettext=_ngettext, pgettext=_pgettext,
        language=language, languages=LANGUAGES,
    )  # fmt: skip
    environment.filters["decimals"] = lambda number: local.decimals(str(number), language())
