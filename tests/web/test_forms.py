"""Forms that were refused, and the roles that may send them."""

import pytest
from starlette.datastructures import FormData

from tablekeeper.accounts.roles import DIRECTOR, ROLES, SCORER, allows
from tablekeeper.errors import UserError
from tablekeeper.web.environment import environment
from tablekeeper.web.forms import RefusedForm
from tablekeeper.web.settings import Settings

PAGE = """{% import "forms.html" as forms with context %}{{ forms.begin("/here", "name") }}
<input value="{{ forms.typed("name", "name", "as it was") }}"{{ forms.wrong("name", "name") }}>
{{ forms.problem("name", "name") }}</form>"""


class Signed:
    form_token = "secret"


def page(refused):
    return environment(Settings()).from_string(PAGE).render(session=Signed(), refused=refused, seen="")


def test_a_fresh_form_shows_the_default_and_no_sentence():
    shown = page(None)
    assert 'value="as it was"' in shown
    assert "refusal" not in shown


def test_a_refused_form_keeps_what_was_typed_and_shows_its_sentence_beside_the_field():
    sent = FormData([("token", "secret"), ("what", "name"), ("name", '<b>"Ann')])
    refused = RefusedForm.of(sent, UserError("A name has letters only.", field="name"))
    assert refused == RefusedForm("name", "A name has letters only.", "name", {"name": '<b>"Ann'})
    shown = page(refused)
    assert 'value="&lt;b&gt;&#34;Ann" aria-invalid="true" aria-describedby="problem-name-name"' in shown
    assert 'id="problem-name-name" role="alert">A name has letters only.</span>' in shown


def test_a_sentence_for_no_field_of_the_form_stands_above_it():
    sent = FormData([("what", "name"), ("name", "Ann")])
    for field in ("", "other"):
        shown = page(RefusedForm.of(sent, UserError("Not now.", field=field)))
        assert '<p class="refusal" role="alert">Not now.</p>' in shown
        assert 'value="Ann"' in shown


def test_another_form_of_the_page_is_not_touched():
    shown = page(RefusedForm("draw", "Not now.", "", {"name": "Ann"}))
    assert "Not now" not in shown
    assert 'value="as it was"' in shown


@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_do_what_those_behind_it_may(role):
    assert allows(DIRECTOR, role)
    assert allows(role, role)
    assert allows(SCORER, role) == (role != DIRECTOR)
