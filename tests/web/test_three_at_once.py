"""Two directors at pages and one at a terminal act in random order, each long after they have looked.

What a form is about is read when it is opened, and again just before it is sent, by questions that know
nothing of how the host compares them. If others have changed it meanwhile to something else than the form
wants, nothing may be done. What is done stands in the journal once, by who did it; what is refused leaves no
line, and no line of anybody is lost.
"""

import random
from contextlib import ExitStack

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from tablekeeper.cli import main
from tablekeeper.cli.whoacts import ACTOR
from tablekeeper.web import Settings, make_app
from tests.cli.test_hall import open_hall
from tests.guards import sample
from tests.nonempty import nonempty
from tests.startedevent import started_event
from tests.web.conftest import PASSWORD, accounts_in
from tests.web.pageforms import form_of
from tests.web.wholehall import FEES

PLAYERS = [f"P{number:02}" for number in range(12)]
#: forms that each of the two has open at most: an old one is sent before another is opened
OPEN = 6


class Opened:
    """A form as its author has seen it: where it goes, what it sends, what it is about and makes of that."""

    def __init__(self, action, sent, about, wanted=None):
        self.action, self.sent, self.about, self.wanted = action, sent, about, wanted
        self.seen = about()

    def stale(self):
        """Say whether others have changed what it is about, to something else than it wants."""
        return self.about() not in (self.seen, self.wanted)


class Attack:
    """An event and the desk, and what three people do with them."""

    def __init__(self, director, cup, chance):
        self.director, self.cup, self.chance = director, cup, chance

    @property
    def view(self):
        return self.director.events.get(self.cup)

    def open_matches(self):
        return {one["match"]: tuple(one["players"]) for one in self.view.answer.next}

    # --- forms: each returns one, or None where the page has none ---------------------------------

    def result(self, page):
        match = self.chance.choice(sorted(self.open_matches()))
        path = f"/events/{self.cup}/matches/{match}"
        found = form_of(page.get(path).text, "result", path)
        sent = found.fields | {"is-score": "1", "winner": self.chance.choice(self.open_matches()[match])}
        return Opened(path, sent, lambda: self.open_matches().get(match))

    def timetable(self, page):
        path = f"/events/{self.cup}/timetable"
        found = form_of(page.get(path).text, "timetable", path)
        control = self.chance.choice(["5m", "7m", "9m", "11m"])
        if found.fields["control-A"] == control:
            return None
        return Opened(path, found.fields | {"control-A": control}, lambda: self._control("A"), control)

    def _control(self, name):
        found = self.view.rounds.get(name)
        return None if found is None else found.control

    def paid(self, page):
        path, name = f"/events/{self.cup}/fees", self.chance.choice(PLAYERS)
        known = name in self.director.events.fees.money(self.cup).sheet.paid
        what = "unpaid" if known else "paid"
        found = form_of(page.get(path).text, what, path, player=name)
        about = lambda: name in self.director.events.fees.money(self.cup).sheet.paid  # noqa: E731
        return Opened(path, found.fields | {"what": what}, about, not known)

    def withdrawal(self, page):
        path = f"/events/{self.cup}/players"
        staying = [one for one in PLAYERS if one not in self.view.withdrawn]
        if len(staying) < 9:
            return None
        name = self.chance.choice(staying)
        row = form_of(page.get(path).text, "see-leave", path, player=name)
        asked = page.post(path, data=row.fields | {"what": "see-leave"}).text
        found = form_of(asked, "withdraw", path, player=name)
        return Opened(path, found.fields | {"reason": "ill"}, lambda: self._games(name))

    def _games(self, name):
        games = {match for match, players in self.open_matches().items() if name in players}
        return name in self.view.withdrawn, frozenset(games)

    def undo(self, page):
        kinds = ("result", "withdraw", "timetable")
        done = [one for one in self.view.history if one.action in kinds and not one.undone]
        if not done:
            return None
        one = self.chance.choice(done)
        path = f"/journal/event/{self.cup}/{one.seq}"
        found = form_of(page.get(path).text, "undo", path)
        consequences = lambda: self._undoing(one.seq)  # noqa: E731
        return Opened(found.action, found.fields | {"reason": "a slip"}, consequences)

    def _undoing(self, seq):
        undone = next(one.undone for one in self.view.history if one.seq == seq)
        found = self.director.events.batches.undoing(self.cup, seq)
        return undone, found.impossible, tuple(one.text for one in found.consequences)

    def committee(self, page):
        found = form_of(page.get("/rulings").text, "committee", "/rulings")
        members = self.chance.sample(["Hal", "Ida", "Jon", "Kim", "Lee"], 3)
        about = lambda: self.director.desk.state().committee  # noqa: E731
        return Opened("/rulings", found.fields | {"members": "\n".join(members)}, about, tuple(members))

    def ruling(self, page):
        match = self.chance.choice(sorted(self.open_matches()))
        path = f"/events/{self.cup}/rulings?match={match}"
        found = form_of(page.get(path).text, "offence", path)
        chosen = [value for name, value in found.buttons if name == "chosen"]
        if not chosen:
            return None
        value = self.chance.choice(chosen[:4])
        cause, seat, _ = value.split("|")
        players = self.open_matches()[match]
        pair = [players[int(seat)], players[1 - int(seat)]]
        about = lambda: self._step(match, pair, cause)  # noqa: E731
        return Opened(found.action, found.fields | {"chosen": value, "reason": ""}, about)

    def _step(self, match, pair, cause):
        if set(self.open_matches().get(match, ())) != set(pair):
            return None
        found = self.director.desk.propose("offence", pair, {"cause": cause}, event=self.cup)
        return tuple(effect.sentence() for effect in found.effects)

    FORMS = (result, result, timetable, paid, withdrawal, undo, committee, ruling, ruling)

    def opened(self, page):
        """Return a form that is open for this page now, of any kind."""
        while True:
            found = self.chance.choice(self.FORMS)(self, page)
            if found is not None:
                return found

    # --- the terminal -------------------------------------------------------------------------------

    def command(self):
        """Return the words of a command."""
        kind = self.chance.randrange(3)
        if kind == 0:
            players = self.chance.choice(sorted(self.open_matches().values()))
            winner = self.chance.choice(players)
            score = "5,1" if players[0] == winner else "1,5"
            words = ["event", "result", "Cup", "--winner", winner, "--score", score]
            return [*words, "--players", ",".join(players)]
        if kind == 1:
            return ["event", "timetable", "Cup", "A", "--control", self.chance.choice(["4m", "6m", "8m"])]
        return ["event", "paid", "Cup", self.chance.choice(PLAYERS)]


def lines(director):
    """Return (subject, number, who) of every line of the journal."""
    return {(one.subject, one.owner, one.seq): one.actor for one in director.journals.lines()}


def played(tmp_path, seed, most):
    """Let three people act until everything is played; return how many sends were done, refused, stale."""
    path, chance = tmp_path / "hall.db", random.Random(seed)
    accounts = accounts_in(tmp_path)
    for name in ("Dora", "Eve"):
        accounts.new(name, "director", PASSWORD, by="director")
    assert CliRunner().invoke(main, ["people", "enter", "P00", "--database", str(path)]).exit_code == 0
    counts = {"done": 0, "refused": 0, "stale": 0}
    address = "http://127.0.0.1"
    options = {"headers": {"Origin": address}, "client": ("127.0.0.1", 50_000), "follow_redirects": False}
    with open_hall(path) as director, ExitStack() as stack:
        rules = {"length": 5, "consolation": "progressive consolation"}
        cup = started_event(director.events, PLAYERS, "Cup", "knockout", rules)
        director.events.fees.plan(cup, FEES)
        attack = Attack(director, cup, chance)
        app = make_app(director, settings=Settings(accounts=accounts))
        pages = {}
        for name in ("Dora", "Eve"):
            page = pages[name] = stack.enter_context(TestClient(app, address, **options))
            token = form_of(page.get("/login").text, "", "/login").fields["token"]
            said = {"token": token, "name": name, "password": PASSWORD, "next": "/"}
            assert page.post("/login", data=said).status_code == 303
        waiting = {name: [] for name in pages}
        known = lines(director)

        def check(who, done):
            """Hold the journal against what was said: new lines are this author's, none is gone."""
            now = lines(director)
            assert now.items() >= known.items()
            fresh = [actor for key, actor in now.items() if key not in known]
            assert set(fresh) <= {who}, (who, fresh)
            assert bool(fresh) == done, (who, done, fresh)
            known.update(now)
            counts["done" if done else "refused"] += 1

        for _ in range(most):
            if not attack.open_matches():
                break
            who = chance.choice(["Dora", "Eve", "Tim"])
            if who == "Tim":
                words = [*attack.command(), "--database", str(path)]
                told = CliRunner().invoke(main, words, env={ACTOR: "Tim"})
                assert told.exit_code in (0, 2), (told.output, told.exception)
                now = lines(director)
                # what is so already is said, and is no action
                check("Tim", len(now) > len(known))
                continue
            mine = waiting[who]
            if len(mine) < OPEN and chance.random() < 0.7:
                mine.append(attack.opened(pages[who]))
                continue
            if not mine:
                continue
            form = mine.pop(chance.randrange(len(mine)))
            stale, by_now = form.stale(), form.about()
            answer = pages[who].post(form.action, data=form.sent)
            assert answer.status_code in (200, 303, 409), (form.action, answer.status_code)
            added = len(lines(director)) > len(known)
            if stale:
                counts["stale"] += 1
                assert not added, (seed, form.action, form.sent, form.seen, by_now)
            elif answer.status_code != 303:
                assert not added
            check(who, added)
    return counts


@sample.scenario("three at once")
@pytest.mark.parametrize("seed", [*sample.drawn([1, 2], of=2), pytest.param(None, marks=pytest.mark.soak)])
def test_nothing_is_done_to_what_others_have_changed_unseen(tmp_path, seed):
    for one in nonempty([seed] if seed is not None else range(100, 112)):
        folder = tmp_path / str(one)
        folder.mkdir()
        counts = played(folder, one, 200)
        assert counts["done"] > 20, (one, counts)
        assert counts["stale"] > 2, (one, counts)
