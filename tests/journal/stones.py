"""A small kind of journal for tests: it counts stones."""

from tablekeeper.journal.action import Action
from tablekeeper.journal.declared import Declared, JournalKind


class Stones:
    """How many stones lie there."""

    def __init__(self):
        self.count = 0
        self.undone = frozenset()

    def copy(self):
        other = Stones()
        other.count, other.undone = self.count, self.undone
        return other

    def put(self, action, body):
        self.count += body.at("stones").whole(1)

    def take(self, action, body):
        if self.count < body.at("stones").value:
            raise body.at("stones").refuse("so many do not lie there")
        self.count -= body.at("stones").value

    def open(self, action, body):
        if self.count > 9:
            raise body.refuse("the bowl is full")


KIND = JournalKind(
    Stones,
    (
        Declared("put", "stones why?", Stones.put, lambda action, tell: f"{action.body['stones']} more"),
        Declared("take", "stones", Stones.take, lambda action, tell: f"{action.body['stones']} fewer"),
        Declared("count", "of", lambda *_: None, lambda action, tell: f"after {tell(action.body['of'])}",
                 lasting=lambda told: "what was counted stays"),
    ),
    noun="move",
    place=lambda action: f"moves[{action.seq}]",
    before=Stones.open,
    stays=lambda state, action: "the first stones stay" if action.seq == 1 else "",
)  # fmt: skip


def moves(*given):
    return [Action(seq, 0, "Ann", *one) for seq, one in enumerate(given, 1)]
