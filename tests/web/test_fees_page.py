"""The page of fees and prizes: a computed sheet, who has paid, a file; the director's alone."""

import pytest

from tests.guards import sample
from tests.startedevent import entered_event
from tests.web.conftest import directed, sign_in_at
from tests.web.test_event_set_up import check, main

serving = directed
FORM = {
    "what": "fees", "fee": "20", "currency": "EUR", "additions": "Club evening 50\r\n\r\n", "deductions": "",
    "unit": "percent", "places": "60, 40", "step": "1",
}  # fmt: skip


@pytest.fixture
def cup(director):
    return entered_event(director.events, ["Ann", "Bob", "Cid <b>"], "Cup", "championship", {"first_to": 1})


def test_the_sheet_is_computed_from_what_is_said(signed, director, cup):
    path = f"/events/{cup}/fees"
    fresh = main(signed.get(path))
    assert 'id="places" name="places" value="100"' in fresh
    assert "h-sheet" not in fresh
    assert signed.submit(path, **FORM).headers["location"] == path
    shown = main(signed.get(path))
    for told in ("3 fees of 20.00", "Club evening", "Pool 110.00 EUR", "What the places get", "66.00"):
        assert told in shown
    # what was said stands in the form
    assert ">Club evening 50</textarea>" in shown
    assert 'name="places" value="60,40"' in shown
    assert director.events.get(cup).history[-1].text == "the fee 20 EUR, paid out 60, 40 %"


def test_who_has_paid_is_one_button_and_payouts_follow_the_standings(signed, director, cup):
    path = f"/events/{cup}/fees"
    signed.submit(path, **FORM)
    assert signed.submit(path, what="paid", player="Cid <b>").status_code == 303
    assert "Cid &lt;b&gt; has not paid" in signed.get(path).text
    assert signed.submit(path, what="unpaid", player="Cid <b>").status_code == 303
    assert signed.submit(path, what="all").status_code == 303
    assert director.events.fees.money(cup).sheet.missing == ()
    assert signed.submit(path, what="paid", player="Eve").status_code == 409
    director.events.start(cup)
    assert "by the standings as they are now" in signed.get(path).text
    director.events.result(cup, {"winner": "Bob"})
    director.events.finish(cup)
    shown = main(signed.get(path))
    assert "<caption>Payouts</caption>" in shown
    assert shown.count("<td>2-3</td>") == 2
    file = signed.get(f"{path}.csv")
    assert file.headers["content-type"] == "text/csv; charset=utf-8; header=present"
    assert file.text.splitlines() == [
        "Player,Fee (EUR),Paid,Place,Prize (EUR)", "Ann,20,yes,2 to 3,22.00", "Bob,20,yes,1,66.00",
        "Cid <b>,20,yes,2 to 3,22.00", "All,60.00,3,,110.00",
    ]  # fmt: skip


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("fee", "many", "Fee: an amount such as 20 or 12.50 is wanted here."),
        ("places", "60,30", "Places: the places are 90 percent together, not 100."),
        ("places", "", "Places: an amount"),
        ("step", "0", "Step: an amount above 0"),
        ("currency", " ", "Currency: a text is wanted"),
        ("additions", "50", "such as Club 50"),
        ("deductions", "Hall much", "Deductions: an amount"),
    ],
)
def test_a_refused_plan_keeps_what_was_typed_and_says_why_beside_its_field(
    signed, director, cup, field, typed, sentence
):
    path = f"/events/{cup}/fees"
    answer = signed.submit(path, **{**FORM, "unit": "percent", field: typed})
    assert answer.status_code == 409
    said = answer.text.partition(f'id="problem-fees-{field}"')[2].partition("</span>")[0]
    assert sentence in said
    assert typed.strip() == "" or typed in main(answer)
    assert director.events.fees.money(cup).sheet is None


def test_deductions_larger_than_the_pool_are_told(signed, cup):
    path = f"/events/{cup}/fees"
    signed.submit(path, **{**FORM, "deductions": "Hall 500"})
    assert "Deductions and fixed sums are 390.00 EUR more than what comes in" in signed.get(path).text


def test_only_the_director_sees_the_money(browser, cup):
    for role in (None, "scorer"):
        if role:
            browser.sign_in(name=role)
        for path in (f"/events/{cup}/fees", f"/events/{cup}/fees.csv"):
            assert browser.get(path).status_code == (403 if role else 401)


def test_what_is_no_page_and_no_action(signed, cup):
    assert signed.get("/events/77/fees").status_code == 404
    assert signed.get(f"/events/{cup}/fees.csv").status_code == 404
    assert signed.submit(f"/events/{cup}/fees", what="dance").status_code == 400


@sample.scenario("money in a browser")
@pytest.mark.chromium
def test_a_director_keeps_the_money_in_the_browser(engine, serving, director, cup, pictures):
    page = engine.new_page(viewport={"width": 390, "height": 844})
    sign_in_at(page, serving.url, f"/events/{cup}/fees")
    page.get_by_label("Entry fee of each player").fill("20")
    page.get_by_label("What each place gets").fill("65,35")
    page.get_by_role("button", name="Compute the sheet").click()
    page.get_by_role("button", name="Ann has paid").click()
    page.get_by_role("button", name="Ann has not paid").wait_for()
    check(page, pictures / "event-fees.png")
    assert director.events.fees.money(cup).sheet.paid == ("Ann",)


def test_stages_have_prizes_of_their_own_with_names_once_they_are_known(signed, director):
    options = {"length": 1, "consolation": "A"}
    event = entered_event(director.events, ["Ann", "Bob", "Cid", "Dan"], "Open", "knockout", options)
    path = f"/events/{event}/fees"
    assert "The stage (consolation)" in main(signed.get(path))
    form = {**FORM, "unit": "sums", "places": "40", "additions": ""}
    refused = signed.submit(path, **form, stages="last chance 20% 1")
    assert refused.status_code == 409
    problem = refused.text.partition('id="problem-fees-stages"')[2].partition("</span>")[0]
    assert "there is consolation" in problem
    assert signed.submit(path, **form, stages="Consolation 25% 3,1").status_code == 303
    assert ">consolation 25% 3,1</textarea>" in main(signed.get(path))
    director.events.start(event)
    while following := director.events.get(event).answer.next:
        if len(following) == 1 and following[0]["match"].startswith("PC"):
            shown = main(signed.get(path))
            assert "<td>Main 1</td>" in shown
            assert "<td>Consolation 1</td>" in shown
            assert shown.count("not known yet") == 2
        match = following[0]
        result = {"match": match["match"], "players": match["players"], "winner": match["players"][0]}
        director.events.result(event, {**result, "score": [1, 0]})
    shown = main(signed.get(path))
    assert "not known yet" not in shown
    assert "Not paid out" in shown
    paper = signed.get(f"/events/{event}/print/payout").text
    for page in (shown, paper):
        [winner] = [one.player for one in director.events.fees.money(event).sheet.prizes
                    if one.stage == "consolation" and one.first == 1]  # fmt: skip
        assert page.index("Consolation 1<") < page.index(winner, page.index("Consolation 1<"))
    assert "Main 1, Consolation" not in signed.get(f"{path}.csv").text
    assert f"{winner},20,no,Consolation 1,15.00" in signed.get(f"{path}.csv").text
    assert signed.submit(path, **form, stages="").status_code == 303
    assert director.events.fees.money(event).sheet.stages == ()
