"""Two directors at two pages and one at a terminal run the same event at the same time."""

import random
import re
import threading
import time

from click.testing import CliRunner
from playwright.sync_api import expect
from starlette.testclient import TestClient

from tablekeeper.cli import main
from tablekeeper.cli.whoacts import ACTOR
from tablekeeper.web import Serving, Settings, make_app
from tests.cli.test_hall import open_hall
from tests.guards import sample
from tests.patience import PATIENCE_S
from tests.startedevent import started_event
from tests.web.conftest import PASSWORD, accounts_in

PLAYERS = [f"P{number:02}" for number in range(16)]


def test_no_action_is_lost_and_none_counts_twice(tmp_path):
    path = tmp_path / "hall.db"
    assert CliRunner().invoke(main, ["people", "enter", "Ann", "--database", str(path)]).exit_code == 0
    done, refused = {"director": [], "Dora": []}, []
    with open_hall(path) as director:
        options = {"length": 5, "consolation": "progressive consolation"}
        cup = started_event(director.events, PLAYERS, "Cup", "knockout", options)
        app = make_app(director, settings=Settings(login_key="k"))

        def open_matches():
            return [dict(one) for one in director.events.get(cup).answer.next]

        here = {"headers": {"Origin": "http://127.0.0.1"}}
        here |= {"base_url": "http://127.0.0.1", "client": ("127.0.0.1", 50_000)}
        first = TestClient(app, **here)
        first.get("/login?key=k&next=/events/1")
        begin = threading.Barrier(3)

        def at_a_page(seed):
            chance = random.Random(seed)
            with TestClient(app, cookies=first.cookies, **here) as client:
                begin.wait()
                while found := open_matches():
                    match = chance.choice(found)["match"]
                    page = client.get(f"/events/{cup}/matches/{match}").text
                    names = re.findall(r'<button name="winner" value="(\w+)">\w+ wins</button>', page)
                    if not names:
                        continue  # somebody was quicker
                    token = re.search(r'name="token" value="([^"]+)"', page)[1]
                    said = {"token": token, "what": "result", "is-score": "1", "winner": chance.choice(names)}
                    answer = client.post(f"/events/{cup}/matches/{match}", data=said, follow_redirects=False)
                    (done["director"] if answer.status_code == 303 else refused).append(match)

        def at_a_terminal(seed):
            chance = random.Random(seed)
            begin.wait()
            while found := open_matches():
                if len(done["Dora"]) > len(done["director"]) + 2:
                    time.sleep(0.005)  # a command is quicker than a page
                    continue
                one = chance.choice(found)
                winner = chance.choice(one["players"])
                words = ["event", "result", "Cup", "--winner", winner, "--players", ",".join(one["players"])]
                score = "5,1" if one["players"][0] == winner else "1,5"
                answer = CliRunner().invoke(
                    main, [*words, "--score", score, "--database", str(path)], env={ACTOR: "Dora"}
                )
                (done["Dora"] if answer.exit_code == 0 else refused).append(one["match"])

        workers = [threading.Thread(target=at_a_page, args=(seed,)) for seed in (1, 2)]
        workers.append(threading.Thread(target=at_a_terminal, args=(3,)))
        for one in workers:
            one.start()
        for one in workers:
            one.join()
        history = director.events.get(cup).history
        director.events.finish(cup)
    entered = [one for one in history if one.action == "result"]
    by = {name: [] for name in done}
    for one in entered:
        by[one.actor].append(re.search(r"match (\S+):", one.text)[1])
    # what was told to be done is in the journal, by who did it, and each match has one result
    assert {name: sorted(found) for name, found in by.items()} == {
        name: sorted(found) for name, found in done.items()
    }
    # the Main, and the Consolation of 8 + 4 + 2
    assert len({match for found in by.values() for match in found}) == len(entered) == 15 + 13
    assert all(done.values())


def signed_in(engine, url, name):
    """Open the pages as a director."""
    context = engine.new_context(viewport={"width": 1366, "height": 768})
    context.set_default_timeout(PATIENCE_S * 1000)
    page = context.new_page()
    page.goto(f"{url}/login?next=/people")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    return page


@sample.scenario("three directors at once")
def test_nothing_is_done_to_a_state_that_its_author_has_not_seen(engine, tmp_path):
    """Each form is open in two browsers; the second one to send it is told of the first, and asks again."""
    path = tmp_path / "hall.db"
    accounts = accounts_in(tmp_path)
    accounts.new("Dora", "director", PASSWORD, by="director")
    assert CliRunner().invoke(main, ["people", "enter", "P00", "--database", str(path)]).exit_code == 0
    told = []
    with open_hall(path) as director:
        events = director.events
        cup = started_event(events, PLAYERS, "Cup", "knockout", {"length": 5})
        app = make_app(director, settings=Settings(accounts=accounts, login_key="k"))

        def at_a_terminal():
            while found := events.get(cup).answer.next:
                one, winner = found[0], found[0]["players"][0]
                words = ["event", "result", "Cup", "--winner", winner, "--players", ",".join(one["players"])]
                answer = CliRunner().invoke(
                    main, [*words, "--score", "5,1", "--database", str(path)], env={ACTOR: "Tim"}
                )
                told.append((answer.exit_code, one["match"]))
                if answer.exit_code:
                    return

        with Serving(app) as serving:
            first, second = (signed_in(engine, serving.url, name) for name in ("director", "Dora"))
            terminal = threading.Thread(target=at_a_terminal)
            terminal.start()

            def both(address, form, change, words):
                """Open a form in both browsers, send both, and the second one again; it is told `words`."""
                for page in (first, second):
                    page.goto(f"{serving.url}{address}")
                    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
                for page, values in zip((first, second), change, strict=True):
                    for selector, value in values.items():
                        field = page.locator(form).locator(selector)
                        if field.evaluate("one => one.tagName") == "SELECT":
                            field.select_option(value)
                        else:
                            field.fill(value)
                for page in (first, second):
                    page.locator(form).locator("button:not([hidden])").last.click()
                refused = second.get_by_role("alert").filter(has_text="Changed meanwhile").first
                expect(refused).to_contain_text(words)
                expect(refused).to_contain_text("(director)")
                for selector, value in change[1].items():
                    expect(second.locator(form).locator(selector)).to_have_value(value)
                second.locator(form).locator("button:not([hidden])").last.click()
                expect(second.get_by_role("alert").filter(has_text="Changed meanwhile")).to_have_count(0)

            def of(what):
                return f'form:has(input[name="what"][value="{what}"])'

            timetable = f"/events/{cup}/timetable"
            changes = ({'[id="control-"]': "5m"}, {'[id="control-"]': "7m"})
            both(timetable, of("timetable"), changes, "all rounds with 5m")
            both("/rulings", of("committee"), ({"textarea": "Eve\nFay\nGus"}, {"textarea": "Hal\nIda\nJon"}),
                 "the ruling committee: Eve, Fay, Gus")  # fmt: skip
            both("/rulings", of("settings"), ({"#grace": "25"}, {"#grace": "30"}), "lateness counts 25")
            both("/people/1", of("consent"), ({"select": "given"}, {"select": "private"}), "consent of P00")
            terminal.join()
        view, state = events.get(cup), director.desk.state()
        people = director.people.history()
    # the last word is Dora's, who was asked; each action is in its journal, once
    assert view.rounds[""].control == "7m"
    assert state.committee == ("Hal", "Ida", "Jon")
    assert state.grace_ms == 30 * 60_000
    assert [one.actor for one in people if one.action == "consent"] == ["director", "Dora"]
    assert [one.actor for one in view.history if one.action == "timetable"] == ["director", "Dora"]
    assert told
    results = [one for one in view.history if one.action == "result"]
    assert [one.actor for one in results] == ["Tim"] * len([one for one in told if one[0] == 0])
