"""A hall whose tables are set by the test, with a real server: requests go through sockets and uvicorn."""

import asyncio
import contextlib
import json
import re
import ssl
from dataclasses import asdict
from types import SimpleNamespace

import httpx
import pytest
import uvicorn
from playwright.sync_api import expect

from tablekeeper.accounts import passwords
from tablekeeper.accounts.account import Account, token_digest
from tablekeeper.accounts.accountfile import Accounts, write_private
from tablekeeper.accounts.roles import DISPLAY
from tablekeeper.director.hallclock import HallClock, wall_ms
from tablekeeper.director.service import Director
from tablekeeper.store import open_store
from tablekeeper.web import Serving, Settings, make_app
from tests.blankdatabase import new_databases  # noqa: F401
from tests.compiledtemplates import templates_compiled_once  # noqa: F401
from tests.director.conftest import Room
from tests.patience import PATIENCE_S
from tests.web.hallwork import HandSet, match, table

PASSWORD = "felt and brass"
with pytest.MonkeyPatch.context() as cheap:
    # at the real costs each of some hundred sign-ins takes 60 ms; test_auth.py takes it
    cheap.setattr(passwords, "_COST", 2)
    KEPT = passwords.hash_password(PASSWORD)
#: the token in the link of the display; and the account of each role, named after the role
DISPLAY_KEY = "shown-on-the-wall"
ACCOUNTS = (
    Account("director", "director", "2026-05-30", KEPT),
    Account("scorer", "scorer", "2026-05-30", KEPT),
    Account("display", "display", "2026-05-30", token=token_digest(DISPLAY_KEY)),
)
CERTIFICATES = ssl.create_default_context()  # each client would load the system's again; no test uses them

expect.set_options(timeout=PATIENCE_S * 1000)


class Browser(httpx.Client):
    """A client that behaves like a browser: it sends the Origin of our own pages with its forms."""

    def __init__(self, url, **options):
        super().__init__(base_url=url, trust_env=False, timeout=PATIENCE_S, verify=CERTIFICATES, **options)
        self.origin = {"origin": url}

    def token(self, path="/login"):
        """Open a page and return the token of its form (the last one, because sign-out is above it)."""
        page = self.get(path, headers={"accept": "text/html"}).text
        return re.findall(r'name="token" value="([^"]+)"', page)[-1]

    def submit(self, path, to=None, /, *, files=None, **form):
        """Send the form of the page at `path`, to that address or to another one."""
        data = {"token": self.token(path), **form}
        return self.post(to or path, data=data, files=files, headers=self.origin)

    def sign_in(self, password=PASSWORD, path="/", name="director"):
        """Send the login form."""
        data = {"token": self.token(), "name": name, "password": password, "next": path}
        return self.post("/login", data=data, headers=self.origin)

    def sign_in_as(self, role):
        """Sign in with the account of a role."""
        answer = self.get(f"/display/{DISPLAY_KEY}") if role == DISPLAY else self.sign_in(name=role)
        assert answer.status_code == 303, answer.text


def text_of(answer, status=200) -> str:
    """Return the text of an answer, which must have this status."""
    assert answer.status_code == status, answer.text
    return answer.text


def sign_in_at(page, url, path="/", name="director"):
    """Sign in by the keyboard in a real browser; this leads to a path."""
    page.goto(f"{url}/login?next={path}")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")


def accounts_in(folder) -> Accounts:
    """Return accounts that are stored in a folder: one of each role, with PASSWORD."""
    told = {"secret": "5e" * 32, "accounts": [asdict(one) for one in ACCOUNTS]}
    write_private(folder / "accounts", json.dumps(told), "The accounts")
    return Accounts(folder, wall_ms)


@pytest.fixture(scope="session", autouse=True)
def servers_of_a_moment():
    """Shorten two waits of servers to a tenth (100 ms): for a stop, and for the end of connections."""
    with pytest.MonkeyPatch.context() as patch:
        quick = {**vars(asyncio), "sleep": lambda seconds: asyncio.sleep(seconds / 10)}
        patch.setattr(uvicorn.server, "asyncio", SimpleNamespace(**quick))
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
def room(tmp_path):
    """A hall whose boards write real records; its store has a writer thread of its own."""
    with contextlib.closing(Room(str(tmp_path / "hall.db"), threaded=True)) as room:
        yield room


@pytest.fixture
def room_pages(room, settings):
    """The pages over that hall."""
    with Serving(make_app(room.director, settings=settings)) as serving:
        yield serving


@pytest.fixture
def hall():
    """Two tables: one in a match, one free."""
    return HandSet(table(1, match()), table(2))


@pytest.fixture
def accounts(tmp_path):
    """An account of each role."""
    return accounts_in(tmp_path)


@pytest.fixture
def settings(accounts):
    """Accounts and a login link."""
    return Settings(accounts=accounts, login_key="only-once")


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
    """A visitor's browser, not signed in."""
    with Browser(serving.url) as browser:
        yield browser


@pytest.fixture
def signed(browser):
    """The same, signed in as the director."""
    browser.sign_in()
    return browser


@pytest.fixture
def engine(running_chromium):
    """The file's Chromium; pages that a test has opened are closed before the server that they show."""
    yield running_chromium
    for context in running_chromium.contexts:
        context.close()


@pytest.fixture
def pictures(repository):
    """The folder for pictures that people look at."""
    folder = repository / "build" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
