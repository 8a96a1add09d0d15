"""Schemathesis against a served hall: what /openapi.json describes, and every page and form beside it.

Each operation is asked for with what its schema allows and with what it does not, as the director and as
anybody. The host has to answer as described, and never with an error of its own. The soak asks many times
more.
"""

import os
import re
from collections import Counter, defaultdict
from contextlib import ExitStack

import hypothesis
import pytest
import schemathesis
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.generation import GenerationMode
from starlette.routing import Route

from tablekeeper.web import Serving, Settings, make_app
from tablekeeper.web.openapi import Data, document
from tests.web.conftest import Browser, accounts_in
from tests.web.pageforms import forms_of
from tests.web.wholehall import HTML, WholeHall

load_all_checks()
#: what is held against each answer; pages and forms are described by nothing but their address
DESCRIBED = CHECKS.get_by_names(
    "not_a_server_error status_code_conformance content_type_conformance response_headers_conformance"
    " response_schema_conformance unsupported_method allow_header_conformance".split()
)
#: an answer without an end (`test_event_stream.py`), a session's end, ways in that count wrong passwords
APART = ("/events", "/logout", "/login", "/link/{player}/{proof}", "/display/{key}")
#: words that addresses and forms are asked for with, beside what nobody would write
QUERY = "page as-of template match player event program name position game by next".split()
FORM = "application/x-www-form-urlencoded"
UPLOAD = "multipart/form-data"


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    """A whole hall, served: (application, the director, anybody)."""
    folder = tmp_path_factory.mktemp("attacked")
    hall = WholeHall(folder)
    app = make_app(hall.director, settings=Settings(accounts=accounts_in(folder), login_key="walk"))
    with Serving(app) as serving, ExitStack() as stack:
        director, anybody = (stack.enter_context(Browser(serving.url)) for _ in range(2))
        director.get("/login?key=walk")
        yield hall, app, director, anybody
    hall.close()


def sent_by_forms(hall, app, director):
    """Return what the forms of all pages have in their fields: values by address and name."""
    fields = defaultdict(lambda: defaultdict(set))
    for _, address in hall.addresses(app):
        if address not in APART:
            for form in forms_of(director.get(address, headers=HTML).text, address):
                buttons = [one for one in form.buttons if one[0]]
                for name, value in [*form.fields.items(), *buttons]:
                    fields[form.action.partition("?")[0]][name].add(value)
    return fields


def one_of(values):
    """Return the schema of a value that is there, or any text."""
    return {"anyOf": [{"enum": sorted(values)}, {"type": "string"}]}


def pages(hall, app, director):
    """Return the OpenAPI document of the pages and forms: what is sent is made of the forms' own fields."""
    fields, paths = sent_by_forms(hall, app, director), {}
    known = list(hall.addresses(app)) + [("", action) for action in fields]
    for route in app.routes:
        if not isinstance(route, Route) or isinstance(route, Data) or route.path_format in APART:
            continue
        shape = re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/?.]+)", route.path_format) + r"(?:\?.*)?")
        found = [match for _, address in known if (match := shape.fullmatch(address))]
        one = {"parameters": [], "responses": {"default": {"description": ""}}}
        for name in route.param_convertors:
            schema = one_of({match[name] for match in found} or {"1"})
            one["parameters"].append({"name": name, "in": "path", "required": True, "schema": schema})
        [method] = route.methods - {"HEAD"}
        if method == "GET":
            one["parameters"] += [
                {"name": name, "in": "query", "schema": {"type": "string"}} for name in QUERY
            ]
        else:
            sent = defaultdict(set)
            for match in found:
                for name, values in fields.get(match[0], {}).items():
                    sent[name] |= values
            properties = {name: one_of(values) for name, values in sent.items()}
            schema = {"type": "object", "properties": properties, "required": list(sent)}
            media = UPLOAD if route.path_format.endswith("/file") else FORM
            one["requestBody"] = {"content": {media: {"schema": schema}}}
        paths.setdefault(route.path_format, {})[method.lower()] = one
    return {"openapi": "3.1.0", "info": {"title": "Pages", "version": "1"}, "paths": paths}


def send(case, browser, checks, token=""):
    """Ask once, as a page of this browser would; hold the answer against what is described."""
    if isinstance(case.body, dict) and token:
        case.body = {**case.body, "token": token}
    headers = {"accept": "application/json, text/html", "origin": str(browser.base_url).rstrip("/")}
    return case.call_and_validate(
        base_url=str(browser.base_url), headers=headers, cookies=dict(browser.cookies), checks=checks,
        allow_redirects=False,
    ).status_code  # fmt: skip


def attack(described, browsers, checks, examples):
    """Ask for everything that is described; return how often each status was answered, and what was wrong."""
    wrong, statuses = [], Counter()
    schema = schemathesis.openapi.from_dict(described)
    operations = [one.ok() for one in schema.get_all_operations()]
    for operation in operations:
        if operation.path in APART:
            continue
        modes = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]

        @hypothesis.settings(
            max_examples=examples, derandomize=not SOAK, suppress_health_check=list(hypothesis.HealthCheck),
            deadline=None, database=None,
        )  # fmt: skip
        @hypothesis.given(case=st.one_of(modes), who=st.sampled_from(range(len(browsers))))
        def ask(case, who):
            browser, token = browsers[who]
            statuses[send(case, browser, checks, token)] += 1

        try:
            ask()
        except (Failure, FailureGroup) as problem:
            told = problem.exceptions if isinstance(problem, FailureGroup) else [problem]
            wrong += [f"{operation.method} {operation.path}: {one}" for one in told]
    return statuses, wrong


SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"


def campaign(attacked, api, forms):
    """Attack with so many requests for each operation of the description, and of the pages."""
    hall, app, director, anybody = attacked
    browsers = 3 * [(director, director.token("/account"))] + [(anybody, "")]
    data, wrong = attack(document(app.routes), browsers, DESCRIBED, api)
    not_failed = CHECKS.get_by_names(["not_a_server_error"])
    other, failed = attack(pages(hall, app, director), browsers, not_failed, forms)
    # it came past the doors: data and pages, and refusals of each kind
    assert data.keys() >= {200, 400, 401, 404}, data
    assert other.keys() >= {200, 400, 401, 403, 404, 409}, other
    assert not wrong + failed, "\n\n".join(wrong + failed)
    return sum(data.values()), other


def test_no_request_of_a_short_attack_is_answered_with_an_error_of_the_host(attacked):
    campaign(attacked, 8, 3)


@pytest.mark.soak
def test_no_request_of_a_long_attack_is_answered_with_an_error_of_the_host(attacked, record_property):
    data, other = campaign(attacked, 200, 100)
    assert other[303] > 20, "no form was carried out"
    told = f"{data:,} requests for data, {sum(other.values()):,} for pages and forms"
    record_property("figure", f"{told}, {other[303]:,} of them carried out")
