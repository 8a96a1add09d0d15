"""Pages in the reader's language: by the browser, by choice, in shared parts."""

import re

import pytest
from playwright.sync_api import expect

from tablekeeper.web.languages import COOKIE
from tests.guards import sample
from tests.web.conftest import text_of
from tests.web.hallwork import match, table
from tests.web.test_browser import opened

GERMAN = {"accept-language": "de-CH, de;q=0.9, en;q=0.5"}


def test_a_page_is_in_the_first_language_of_the_browser(browser):
    answer = browser.get("/", headers=GERMAN)
    assert '<html lang="de">' in answer.text
    assert ">Tische</a>" in answer.text
    assert answer.headers["content-language"] == "de"
    assert {"accept-language", "cookie"} <= set(re.split(r",\s*", answer.headers["vary"].lower()))


@pytest.mark.parametrize(
    "header", ["", "fr", "en-GB,de;q=0.5", "de;q=0", "de;q=nonsense", ";;,,", "d" * 9000]
)
def test_without_one_of_ours_it_is_english(browser, header):
    answer = browser.get("/", headers={"accept-language": header})
    assert '<html lang="en">' in answer.text
    assert answer.headers["content-language"] == "en"


def test_a_choice_is_kept_and_leads_back(browser):
    answer = browser.post("/language", data={"language": "it", "next": "/events?x=1"}, headers=browser.origin)
    assert (answer.status_code, answer.headers["location"]) == (303, "/events?x=1")
    kept = answer.headers["set-cookie"]
    assert kept.startswith(f"{COOKIE}=it;")
    assert "httponly" in kept.lower()
    assert "samesite=lax" in kept.lower()
    # stronger than what the browser says
    page = browser.get("/", headers=GERMAN).text
    assert '<html lang="it">' in page
    assert re.search(r'value="it" lang="it" aria-current="true"', page)
    assert 'name="next" value="/"' in page


@pytest.mark.parametrize("data", [{"language": "xx"}, {}, {"language": "de-CH"}])
def test_an_unknown_language_is_refused(browser, data):
    answer = browser.post("/language", data=data, headers=browser.origin)
    assert answer.status_code == 400
    assert "Choose one of the languages" in answer.text
    assert "set-cookie" not in answer.headers


def test_it_leads_to_no_other_server(browser):
    data = {"language": "de", "next": "//example.org/"}
    assert browser.post("/language", data=data, headers=browser.origin).headers["location"] == "/"


def test_a_cookie_of_another_kind_is_passed_over(browser):
    answer = browser.get("/", headers={"cookie": f'{COOKIE}="; x=y', **GERMAN})
    assert '<html lang="de">' in answer.text


def test_shared_parts_are_kept_for_each_language(hall, browser):
    hall.set(table(1, match()))
    told = [
        browser.get("/fragments/hall", headers={"accept-language": code}).text
        for code in ("de", "it", "en", "de")
    ]
    assert ["verbunden" in told[0], "collegato" in told[1], "connected" in told[2]] == [True] * 3
    assert told[0] == told[3]
    assert "connected" not in told[0]


def test_an_error_is_told_in_the_readers_language(browser):
    assert "Das hat nicht geklappt" in text_of(browser.get("/nowhere", headers=GERMAN), 404)


def test_what_a_board_does_and_what_is_refused_are_told_in_the_readers_language(hall, browser):
    hall.set(table(1, match()))
    text = browser.get("/", headers=GERMAN).text
    assert "Ada Quist am Zug" in text
    assert "Match bis 7" in text
    hall.set(table(1, match(players=("דנה כהן", "Bo Lindahl"))))
    assert "\u2068דנה כהן\u2069 am Zug" in browser.get("/", headers=GERMAN).text
    assert "\u2068דנה כהן\u2069 to move" in browser.get("/").text
    answer = text_of(browser.get("/tables/ff/log?page=1", headers=GERMAN), 404)
    assert "Unter dieser Adresse gibt es keinen Tisch" in answer


@sample.scenario("the longest words on a phone")
@pytest.mark.chromium
def test_the_longest_words_fit_a_phone(engine, hall, serving):
    hall.set(table(1, match()))
    for code in ("it", "de"):
        phone = {"locale": code, "viewport": {"width": 390, "height": 844}}
        with opened(engine, f"{serving.url}/", **phone) as page:
            expect(page.locator("html")).to_have_attribute("lang", code)
            for path in ("/", f"/tables/{table(1).uid}", "/login", "/referee", "/tara"):
                page.goto(serving.url + path)
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, (code, path)
            # two names from right to left beside each other: without isolation they would change places
            edges = page.evaluate("""() => {
                const line = document.querySelector("main").appendChild(document.createElement("p"));
                line.innerHTML = "<a>דנה</a>, <a>عمر</a> 3";
                return [...line.children].map((name) => name.getBoundingClientRect().left);
            }""")
            assert edges == sorted(edges)
