"""Schemathesis against a served hall: what /openapi.json describes, and every page and form beside it.

Each operation is asked for with what its schema allows and with what it does not, as the director and as
anybody. The host has to answer as described, and never with an error of its own. The soak asks many times
more.
"""

import os
import random
import re
from collections import Counter, defaultdict
from contextlib import ExitStack
from http.cookiejar import DefaultCookiePolicy

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.generation import GenerationMode
from starlette.routing import Route

from tablekeeper.web import Serving, Settings, make_app
from tablekeeper.web.openapi import Data, document
from tests.guards import sample
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
#: one connection for all requests; a page's cookies are sent with each of them and never kept
KEPT_OPEN = requests.Session()
KEPT_OPEN.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
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
    """Return the forms of all pages: what each would send as it stands, by where it goes."""
    found = defaultdict(list)
    for _, address in hall.addresses(app):
        if address not in APART:
            for form in forms_of(director.get(address, headers=HTML).text, address):
                for button in form.buttons or [("", "")]:
                    sent = form.fields | ({button[0]: button[1]} if button[0] else {})
                    found[form.action.partition("?")[0]].append(sent)
    return found


def one_of(values):
    """Return the schema of a value that is there, or any text."""
    return {"anyOf": [{"enum": sorted(values)}, {"type": "string"}]}


def pages(hall, app, director):
    """Return the OpenAPI document of the pages and forms, and what the forms would send as they stand.

    The document has the forms' own fields. The forms are, by address, pairs of what their address has in its
    parts and what they send.
    """
    forms, standing, paths = sent_by_forms(hall, app, director), defaultdict(list), {}
    known = list(hall.addresses(app)) + [("", action) for action in forms]
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
                for fields in forms.get(match[0], ()):
                    standing[route.path_format].append((match.groupdict(), fields))
                    for name, value in fields.items():
                        sent[name].add(value)
            properties = {name: one_of(values) for name, values in sent.items()}
            schema = {"type": "object", "properties": properties, "required": list(sent)}
            media = UPLOAD if route.path_format.endswith("/file") else FORM
            one["requestBody"] = {"content": {media: {"schema": schema}}}
        paths.setdefault(route.path_format, {})[method.lower()] = one
    return {"openapi": "3.1.0", "info": {"title": "Pages", "version": "1"}, "paths": paths}, standing


def send(case, browser, checks, token=""):
    """Ask once, as a page of this browser would; hold the answer against what is described."""
    if isinstance(case.body, dict) and token:
        case.body = {**case.body, "token": token}
    headers = {"accept": "application/json, text/html", "origin": str(browser.base_url).rstrip("/")}
    return case.call_and_validate(
        base_url=str(browser.base_url), headers=headers, cookies=dict(browser.cookies), checks=checks,
        allow_redirects=False, session=KEPT_OPEN,
    ).status_code  # fmt: skip


def attack(described, browsers, checks, examples, standing=None):
    """Ask for everything that is described; return how often each status was answered, and what was wrong.

    Where forms are `standing`, one of them is sent with up to three fields as they were made up.
    """
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
        @hypothesis.given(
            case=st.one_of(modes),
            who=st.sampled_from(range(len(browsers))),
            form=st.sampled_from((standing or {}).get(operation.path, [None])),
            changed=st.integers(0, 3),
        )
        def ask(case, who, form, changed):
            browser, token = browsers[who]
            if form is not None and isinstance(case.body, dict):
                case.path_parameters = form[0]
                case.body = form[1] | dict(
                    random.Random(changed).sample(list(case.body.items()), min(changed, len(case.body)))
                )
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
    described, standing = pages(hall, app, director)
    other, failed = attack(described, browsers, not_failed, forms, standing)
    # it came past the doors: data and pages, forms that were carried out, and refusals of each kind
    assert data.keys() >= {200, 400, 401, 404}, data
    assert other.keys() >= {200, 303, 400, 401, 403, 404, 409}, other
    assert not wrong + failed, "\n\n".join(wrong + failed)
    return sum(data.values()), other


@sample.scenario("a short attack")
def test_no_request_of_a_short_attack_is_answered_with_an_error_of_the_host(attacked):
    campaign(attacked, 3, 2)


@pytest.mark.soak
def test_no_request_of_a_long_attack_is_answered_with_an_error_of_the_host(attacked, record_property):
    data, other = campaign(attacked, 200, 100)
    told = f"{data:,} requests for data, {sum(other.values()):,} for pages and forms"
    record_property("figure", f"{told}, {other[303]:,} of them carried out")
