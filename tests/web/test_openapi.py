"""/openapi.json against the application: its routes, what they really answer, and who may ask."""

import re

import jsonschema_rs
import pytest
from starlette.routing import Route

from tablekeeper.accounts.roles import DIRECTOR, SCORER
from tablekeeper.version import __version__
from tablekeeper.web import Serving, Settings, make_app
from tablekeeper.web.openapi import Data, document
from tests.nonempty import nonempty
from tests.web.conftest import Browser, accounts_in
from tests.web.test_rights import ROW
from tests.web.wholehall import EMPTY, WholeHall

TARA = "?player=Ann&player=Bob&game=D4"
#: addresses with an answer where those that the whole hall has are refused
ANSWERED = {f"/tara.{kind}": f"/tara.{kind}{TARA}" for kind in ("txt", "json")}
#: endless, and a page where a browser asks
STREAM = "/events"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    made = WholeHall(tmp_path_factory.mktemp("openapi"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def app(hall, tmp_path_factory):
    settings = Settings(accounts=accounts_in(tmp_path_factory.mktemp("accounts")), login_key="walk")
    return make_app(hall.director, settings=settings)


@pytest.fixture(scope="module")
def browser(app):
    with Serving(app) as serving, Browser(serving.url) as browser:
        browser.get("/login?key=walk")
        yield browser


def media_type(answer) -> str:
    return answer.headers["content-type"].partition(";")[0]


def operations(described):
    return [(path, method, one) for path, ways in described["paths"].items() for method, one in ways.items()]


def test_what_answers_no_page_is_described_and_nothing_else(hall, app, browser):
    data, asked = set(), 0
    for path, address in hall.addresses(app):
        if path != STREAM:
            answer = browser.get(ANSWERED.get(path, address))
            asked += answer.status_code == 200
            if answer.status_code == 200 and media_type(answer) != "text/html":
                data.add(path)
    assert asked > 60
    declared = {one.path for one in app.routes if isinstance(one, Data) and "GET" in one.methods}
    # of these this hall has none; `test_pages.py` asks for the display of a board that has one
    assert declared - data - {path for path in EMPTY if path not in ANSWERED} == {STREAM}
    assert data <= declared


def test_answers_are_as_described(hall, app, browser):
    described = browser.get("/openapi.json").json()
    assert described == document(app.routes)
    refusal = jsonschema_rs.Draft202012Validator(described["components"]["schemas"]["Refusal"])
    seen = 0
    for path, method, one in operations(described):
        if method != "get" or path in EMPTY.keys() - ANSWERED.keys() or path == STREAM:
            continue
        route = next(one for one in app.routes if isinstance(one, Data) and one.path_format == path)
        for kind in route.choices.get("kind", ("",)):
            address = next(address for found, address in hall.addresses(app) if found == route.path)
            answer = browser.get(ANSWERED.get(path, address.replace("csv", kind) if kind else address))
            assert answer.status_code == 200, (path, kind)
            found = one["responses"]["200"]["content"][media_type(answer)]["schema"]
            if media_type(answer) == "application/json":
                jsonschema_rs.Draft202012Validator(found).validate(answer.json())
            seen += 1
        address = re.sub(r"{\w+}", "0", path) + "?as-of=never"
        refused = browser.get(address, headers={"accept": "application/json"})
        if refused.status_code >= 400:
            refusal.validate(refused.json())
    assert seen > 15


def test_each_kind_of_file_that_is_described_is_there_and_no_other(hall, app, browser):
    for path, address in nonempty(hall.addresses(app)):
        route = next(one for one in app.routes if isinstance(one, Route) and one.path == path)
        if isinstance(route, Data) and "kind" in route.choices:
            medias = {media_type(browser.get(address.replace("csv", kind))) for kind in route.choices["kind"]}
            assert medias == {media.partition(";")[0] for media in route.answers}, path
            assert browser.get(address.replace("csv", "doc")).status_code == 404


def test_who_may_ask_is_as_the_page_of_rights_says(app, repository):
    page = (repository / "docs" / "rights.md").read_text("utf-8")
    rights = {(way, row[0]): row for way in ("GET", "POST") for row in re.findall(f"`{way} {ROW}", page)}
    found = [one for one in app.routes if isinstance(one, Data)]
    assert len(found) > 15
    for route in found:
        [method] = route.methods - {"HEAD"}
        _, everybody, _, _, scorer, _ = rights[method, route.path]
        role = "" if everybody == "yes" else SCORER if scorer == "yes" else DIRECTOR
        if route.path == "/command":
            role = SCORER  # no cookie counts there; a scorer's token does
        assert route.role == role, route.path


def test_every_operation_says_what_it_is(app):
    described = document(app.routes)
    assert described["info"]["version"] == __version__
    for path, method, one in operations(described):
        assert one["summary"].endswith("."), (path, method)
        assert {name["name"] for name in one["parameters"] if name["in"] == "path"} == set(
            re.findall(r"{(\w+)}", path)
        )


def test_it_is_a_valid_document(app):
    """By the schema of OpenAPI itself, which schemathesis brings."""
    import schemathesis

    loaded = schemathesis.openapi.from_dict(document(app.routes))
    loaded.validate()
    assert len(list(loaded.get_all_operations())) > 15
