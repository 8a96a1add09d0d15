"""Accounts in a real browser: the first start by keyboard, a scorer on a phone, a disabled account."""

from playwright.sync_api import expect

from tablekeeper.accounts.accountfile import Accounts
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.web import Serving, Settings, make_app
from tests.guards import sample

PASSWORD = "seven pips to go"


@sample.scenario("accounts in a browser")
def test_from_the_first_start_to_a_scorer_whose_account_is_disabled(engine, director, tmp_path):
    settings = Settings(accounts=Accounts(tmp_path, wall_ms), login_key="once")
    with Serving(make_app(director, settings=settings)) as serving:
        page = engine.new_context(viewport={"width": 1366, "height": 768}).new_page()
        page.goto(f"{serving.url}/login?key=once")
        expect(page.get_by_label("Name")).to_be_focused()
        for typed in ("Ann Archer", PASSWORD, "seven pips"):
            page.keyboard.type(typed)
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_have_text("The two passwords differ: type the same one twice.")
        expect(page.get_by_label("The same password again")).to_be_focused()
        expect(page.get_by_label("Name")).to_have_value("Ann Archer")
        page.get_by_label("Password, 8").focus()
        for typed in (PASSWORD, PASSWORD):
            page.keyboard.type(typed)
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("link", name="Ann Archer director")).to_be_visible()

        page.goto(f"{serving.url}/accounts")
        page.get_by_text("New account").click()
        new = page.locator("details", has_text="New account")
        new.get_by_label("Name").fill("Sue Scorer")
        new.get_by_label("Password, 8").fill(PASSWORD)
        new.get_by_label("The same password again").fill(PASSWORD)
        new.get_by_role("button").click()
        expect(page.get_by_text("Ann Archer made the account Sue Scorer")).to_be_visible()

        phone = engine.new_context(viewport={"width": 390, "height": 844}, is_mobile=True).new_page()
        phone.goto(f"{serving.url}/events")
        menu = phone.locator(".menu summary")
        menu.click()
        phone.get_by_role("link", name="Sign in").click()
        phone.get_by_label("Name").fill("sue scorer")
        phone.get_by_label("Password").fill(PASSWORD)
        phone.get_by_role("button", name="Sign in").click()
        menu.click()
        expect(phone.get_by_role("link", name="Sue Scorer scorer")).to_be_visible()
        expect(phone.get_by_role("link", name="People")).to_have_count(0)
        assert phone.url == f"{serving.url}/events"

        page.reload()
        page.get_by_text("Sue Scorer scorer").click()
        page.locator("details", has_text="Sue Scorer").get_by_role("button", name="Disable").click()
        expect(page.get_by_text("scorer, disabled")).to_be_visible()
        phone.reload()
        menu.click()
        expect(phone.get_by_role("link", name="Sign in")).to_be_visible()
