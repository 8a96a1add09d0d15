"""A hall set by hand, served for real: what a test asks goes through sockets and uvicorn."""

import asyncio
import re
import ssl

import httpx
import jinja2
import pytest
import uvicorn
from playwright.sync_api import expect, sync_playwright

from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.store import open_store
from tablekeeper.web import Serving, Settings, hash_password, make_app
from tests.blankdatabase import new_databases  # noqa: F401
from tests.patience import PATIENCE_S
from tests.web.hallwork import HandSet, match, table

PASSWORD = "felt and brass"
KEPT = hash_password(PASSWORD)  # made once: hashing is slow on purpose
CERTIFICATES = ssl.create_default_context()  # each client would load the system's anew; no test uses them

expect.set_options(timeout=PATIENCE_S * 1000)


class Browser(httpx.Client):
    """A client that behaves as a browser does: it sends the Origin of our own pages with its forms."""

    def __init__(self, url, **options):
        super().__init__(base_url=url, trust_env=False, timeout=PATIENCE_S, verify=CERTIFICATES, **options)
        self.origin = {"origin": url}

    def token(self, path="/login"):
        """Open a page and return the token of its form (the last one: sign-out stands above it)."""
        return re.findall(r'name="token" value="([^"]+)"', self.get(path).text)[-1]

    def sign_in(self, password=PASSWORD, path="/"):
        """Send the login form."""
        data = {"token": self.token(), "password": password, "next": path}
        return self.post("/login", data=data, headers=self.origin)


@pytest.fixture(scope="session", autouse=True)
def servers_of_a_moment():
    """Compile each template once for all applications, and let a stop be seen at once."""
    compiled = {}
    compile_template = jinja2.Environment.compile

    def compile_once(environment, source, name=None, filename=None, **options):
        if filename is None:
            return compile_template(environment, source, name, filename, **options)
        if filename not in compiled:
            compiled[filename] = compile_template(environment, source, name, filename, **options)
        return compiled[filename]

    async def main_loop(server):
        # uvicorn's own looks every 100 ms
        while not await server.on_tick(0):
            await asyncio.sleep(0.01)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jinja2.Environment, "compile", compile_once)
        patch.setattr(uvicorn.Server, "main_loop", main_loop)
        yield


@pytest.fixture
def director(tmp_path):
    """A real director without boards."""
    with open_store(str(tmp_path / "hall.db"), now=HallClock().now_ms) as store:
        director = Director(store, HallClock())
        yield director
        director.topics.close()


@pytest.fixture
def directed(director, settings):
    """The pages over that director."""
    with Serving(make_app(director, settings=settings)) as serving:
        yield serving


@pytest.fixture
def hall():
    """Two tables: one in a match, one free."""
    return HandSet(table(1, match()), table(2))


@pytest.fixture
def settings():
    """A password and a login link."""
    return Settings(password=KEPT, login_key="only-once")


@pytest.fixture
def app(hall, settings):
    """The application over the hall."""
    return make_app(hall, settings=settings, clock=hall.seconds)


@pytest.fixture
def serving(app):
    """The application at an address of its own."""
    with Serving(app) as serving:
        yield serving


@pytest.fixture
def browser(serving):
    """Somebody who looks at the pages."""
    with Browser(serving.url) as browser:
        yield browser


@pytest.fixture(scope="module")
def running_chromium(chromium):
    """One Chromium for the tests of a file."""
    with sync_playwright() as playwright:
        # the sandbox needs rights that build machines' containers don't have; all pages are ours
        started = playwright.chromium.launch(executable_path=str(chromium), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def engine(running_chromium):
    """The file's Chromium; pages that a test has opened are closed before the server that they show."""
    yield running_chromium
    for context in running_chromium.contexts:
        context.close()


@pytest.fixture
def pictures(repository):
    """Where pictures are kept to be looked at."""
    folder = repository / "build" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
