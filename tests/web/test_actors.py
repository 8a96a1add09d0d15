"""The journals name who is signed in, whatever page the action came from."""

import ast
import inspect
import re
from pathlib import Path

import tablekeeper.web
from tablekeeper.director.calls import SUBJECTS, is_action
from tests.web.conftest import Browser

WEB = Path(tablekeeper.web.__file__).parent
#: services with actions that commands do not call in another host
OTHERS = ("event_tables", "journals", "match_orders", "matches")
PERSON = "Ann Archer"
#: methods that are called like an action: of the event stream, the register, and reports that are read
NO_ACTIONS = r"(event_stream|subscription)\.close\(\)|\bbook\.name\(|\b(dice|desk)\.report\("


def action_names(director) -> set[str]:
    """Return the names of all methods of the director's services that have an actor."""
    found = set()
    for subject in (*SUBJECTS, *OTHERS):
        service = director
        for part in subject.split("."):
            service = getattr(service, part)
        actions = [name for name in dir(service) if is_action(getattr(service, name))]
        found |= {name for name in actions if "actor" in inspect.signature(getattr(service, name)).parameters}
    return found


def nameless(source: str, names: set[str]) -> list[str]:
    """Return the calls of a service's actions that name no actor and are not made through `acting`."""
    found = []
    tree = ast.parse(source)
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    # properties that shorten the way to a service
    short = {f"self.{one.name}" for one in functions if is_way(ast.unparse(one.body[-1]))}
    for function in functions:
        ways = set(short)
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and is_way(ast.unparse(node.value)):
                ways |= {name for target in node.targets for name in re.findall(r"\w+", ast.unparse(target))}
        # methods that have a name of their own before they are called
        methods = {
            target.id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(function):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            if isinstance(called, ast.Attribute) and called.attr == "to_thread" and node.args:
                called = node.args[0]
            if isinstance(called, ast.Name):
                called = methods.get(called.id, called)
            if not isinstance(called, ast.Attribute) or called.attr not in names:
                continue
            receiver = ast.unparse(called.value)
            root = re.match(r"[\w.]*", receiver)[0]
            on_way = is_way(receiver) or any(root == way or root.startswith(f"{way}.") for way in ways)
            if on_way and not {"actor", None} & {one.arg for one in node.keywords}:
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def is_way(text: str) -> bool:
    """Say whether an expression is the director or one of the services, and not `acting` for somebody."""
    return re.search(r"\bservice\b", text) is not None and "acting(" not in text and "actor=" not in text


def test_a_call_without_an_actor_is_found():
    wrong = """
class Page:
    def _people(self):
        return self.pages.service.people
    async def act(self, request):
        register = acting(request, "people", self.pages.service.people)
        register.enter(["Ann"])
        self.pages.service.people.enter(["Ann"], actor="Ann")
        self.enter(request, "in")
        self.pages.service.people.enter(["Bob"])
        self._people.enter(["Cid"])
        service = self.pages.service
        await asyncio.to_thread(service.people.enter, ["Dan"])
        method = service.people.enter
        await asyncio.to_thread(method, ["Eve"])
"""
    assert [re.findall(r"\['(\w+)'\]", one)[0] for one in nameless(wrong, {"enter"})] == [
        "Bob", "Cid", "Dan", "Eve",
    ]


def test_every_page_names_who_acts(director):
    names = action_names(director)
    assert {"enter", "confirm", "set_up", "undo", "penalise"} <= names
    found = {path.name: nameless(path.read_text("utf-8"), names) for path in sorted(WEB.glob("*.py"))}
    assert [one for calls in found.values() for one in calls if not re.search(NO_ACTIONS, one)] == []


def test_the_journals_name_the_person_who_is_signed_in(director, directed, accounts):
    accounts.new(PERSON, "director", "felt and brass", by="director")
    with Browser(directed.url) as browser:
        browser.sign_in(name=PERSON)

        def send(path, **form):
            token = re.findall(r'name="token" value="([^"]+)"', browser.get(path).text)[-1]
            answer = browser.post(path, data={"token": token} | form, headers=browser.origin)
            assert answer.status_code == 303, answer.text
            return answer

        send("/people", what="enter", names="Bob\nCid")
        send("/people/1", what="consent", consent="private")
        send("/people", what="undo", number="2")
        event = director.events.new("Cup", "knockout", {}, actor=PERSON)
        send(f"/events/{event}", what="enter", players="Bob\nCid")
        send(f"/events/{event}", what="draw", seed="1")
        send(f"/events/{event}", what="start")
        send(f"/events/{event}", what="finish", reason="no time")
    assert {one.actor for one in director.people.history()} == {PERSON}
    assert {one.actor for one in director.events.get(event).history} == {PERSON}
