"""Two directors at two pages and one at a terminal enter the same event at the same time."""

import random
import re
import threading
import time

from click.testing import CliRunner
from starlette.testclient import TestClient

from tablekeeper.cli import main
from tablekeeper.cli.hall import ACTOR
from tablekeeper.web import Settings, make_app
from tests.cli.test_hall import open_hall
from tests.startedevent import started_event

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
