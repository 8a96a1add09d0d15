"""A venue, two consumers and a network that loses, repeats and reorders: played from a script of faults.

A script is a list of (step, number); every step can be left out, so a failing script is shrunk in this way.
The oracle at the end compares contents, which are all different, and does not use checksums or numbers.
"""

from __future__ import annotations

from random import Random

from tablekeeper.federation import intake
from tablekeeper.federation.messages import Mark, Receipt, ShippingSession, Welcome, message_id
from tablekeeper.federation.shipper import ASK, LONGEST, Lost, Shipper
from tablekeeper.store.chain import begin, link

JOURNALS = ("desk", "event/3")
STEPS = (
    *("write",) * 8, *("all arrives",) * 4, *("send",) * 8, *("take",) * 12, *("commit",) * 12,
    *("answer",) * 12, "lose", "lose", "repeat", "late",
    "later", "kill venue", "kill consumer", "kill consumer", "back up", "restore",
    "back up all", "restore federation", "cut", "follow", "rewrite", "rewrite", "remove", "remove here",
)  # fmt: skip
BEGIN = {name: begin(name) for name in JOURNALS}
Script = list[tuple[str, int]]


def take(ledger, question):
    """Take a message; its content, which here is any text, is checked by other tests."""
    return intake.take(ledger, question, lambda journal, content: "")


class Venue:
    """Journals as lists of (checksum, content)."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[str, str]]] = {}
        #: marks from before a rewriting, with the number up to which nothing has changed since
        self.old: dict[tuple[str, Mark], int] = {}

    def names(self):
        return self.rows

    def last(self, journal):
        return len(self.rows.get(journal, ()))

    def checksum(self, journal, number):
        rows = self.rows.get(journal, ())
        return BEGIN[journal] if number == 0 else rows[number - 1][0] if number <= len(rows) else ""

    def content(self, journal, number):
        return self.rows[journal][number - 1][1]

    def write(self, journal, content):
        number = self.last(journal) + 1
        checksum = link(self.checksum(journal, number - 1), number, content)
        self.rows.setdefault(journal, []).append((checksum, content))

    def unchanged(self, journal, mark):
        return self.old.get((journal, mark))

    def rewrite(self, journal, number, content):
        """Change the content of an entry on purpose; return the old content."""
        rows = self.rows[journal]
        for one, low in self.old.items():
            if one[0] == journal:
                self.old[one] = min(low, number - 1)
        kept = [one for _, one in rows[number - 1 :]]
        for place, (checksum, _) in enumerate(rows[number - 1 :], number):
            self.old[journal, Mark(place, checksum)] = number - 1
        del rows[number - 1 :]
        for one in (content, *kept[1:]):
            self.write(journal, one)
        return kept[0]

    def copy(self):
        return {name: rows[:] for name, rows in self.rows.items()}


class Storage(Venue):
    """The data that the federation has committed."""

    def __init__(self) -> None:
        super().__init__()
        self.version = 0
        self.now = ShippingSession(0, "")
        self.parted: dict[str, int] = {}
        self.aside: dict[str, list[str]] = {name: [] for name in JOURNALS}
        #: entries kept after a cut: (content, the end that the journal had)
        self.kept: dict[str, list[tuple[str, Mark]]] = {name: [] for name in JOURNALS}
        #: removals that the venue has not confirmed
        self.removals: dict[int, tuple[int, ...]] = {}
        self.confirmed: set[int] = set()


class Transaction:
    """A ledger that reads committed data, and writes only at its commit, if nobody else has written."""

    def __init__(self, storage: Storage) -> None:
        self._storage, self._version = storage, storage.version
        self._jobs: list = []
        self.checksum = storage.checksum

    def session(self):
        return self._storage.now

    def open(self, session):
        self._jobs.append(lambda one: setattr(one, "now", session))

    def ends(self):
        return [(name, self.end(name)) for name in self._storage.rows]

    def end(self, journal):
        last = self._storage.last(journal)
        return Mark(last, self._storage.checksum(journal, last))

    def wrote(self, message):
        return bool(self._jobs) and hasattr(message, "content")

    def append(self, journal, end, content):
        row = (end.checksum, content)
        self._jobs.append(lambda one: one.rows.setdefault(journal, []).append(row))

    def cut(self, journal, low):
        at = self.end(journal)

        def job(one):
            rows = one.rows[journal]
            one.kept[journal] += [(content, at) for _, content in rows[low:]]
            del rows[low:]

        self._jobs.append(job)

    def kept(self):
        return sorted({(journal, at) for journal, rows in self._storage.kept.items() for _, at in rows})

    def delete(self, journal, at):
        def job(one):
            one.kept[journal] = [row for row in one.kept[journal] if row[1] != at]

        self._jobs.append(job)

    def removals(self):
        return list(self._storage.removals.items())

    def confirm(self, removal):
        def job(one):
            if one.removals.pop(removal, None) is not None:
                one.confirmed.add(removal)

        self._jobs.append(job)

    def holds(self):
        return list(self._storage.parted.items())

    def held(self, journal):
        return self._storage.parted.get(journal)

    def hold(self, journal, agreed, last):
        self._jobs.append(lambda one: one.parted.__setitem__(journal, agreed))

    def release(self, journal):
        self._jobs.append(lambda one: one.parted.pop(journal))

    def set_aside(self, journal, agreed):
        def job(one):
            rows = one.rows[journal]
            one.aside[journal] += [content for _, content in rows[agreed:]]
            del rows[agreed:]
            del one.parted[journal]
            one.removals |= dict.fromkeys(one.confirmed, (1,))
            one.confirmed.clear()

        self._jobs.append(job)

    def commit(self) -> bool:
        if self._version != self._storage.version:
            return False
        if self._jobs:
            self._storage.version += 1
        for job in self._jobs:
            job(self._storage)
        return True


class World:
    """One run."""

    def __init__(self) -> None:
        self.now = 0
        self.venue, self.storage = Venue(), Storage()
        self.count = 0
        self.shipper = self._shipper({})
        self.asked: list = []
        self.answered: list = []
        self.under_way: list = [None, None]
        self.seen: set[str] = set()
        self.copies: list = []
        self.copies_of_all: list = []
        self.cut = False
        #: contents that the venue knows as committed, by journal
        self.promised: dict[str, set[str]] = {name: set() for name in JOURNALS}
        #: contents that the federation has lost and not got again: the venue may have lost them, too
        self.gone: set[str] = set()
        self.lost = 0
        #: contents that were replaced at the venue on purpose
        self.replaced: set[str] = set()
        #: removals that were ordered, and those that the venue has done since it was restored
        self.ordered = 0
        self.done: set[int] = set()
        #: the venue went back in time at least once: only then copies may part
        self.restored = False

    def _shipper(self, shipped):
        self.count += 1
        return Shipper("udine", self.venue, Random(self.count), shipped, window=5, marks=3)

    # --- steps ----------------------------------------------------------------------------

    def step(self, kind: str, number: int) -> None:
        if kind == "write":
            self.count += 1
            self.venue.write(JOURNALS[number % 4 == 0], f"line {self.count}")
        elif kind == "send":
            for one in self.shipper.send(self.now):
                name = message_id(one)
                # a stream drops messages that it has seen; in some runs it remembers none
                if not self.cut and (name is None or name not in self.seen):
                    self.asked.append(one)
                    if name is not None:
                        self.seen.add(name)
        elif kind == "take":
            who = number % 2
            if self.asked and self.under_way[who] is None:
                # mostly in order
                place = 0 if number % 5 else number % len(self.asked)
                self._begin(who, self.asked.pop(place))
        elif kind == "commit":
            self._commit(number % 2)
        elif kind == "answer":
            if self.answered and not self.cut:
                place = 0 if number % 5 else number % len(self.answered)
                self._tell(self.answered.pop(place))
        elif kind == "lose":
            pool = self.asked if number % 2 else self.answered
            if pool:
                pool.pop(number % len(pool))
        elif kind == "repeat":
            pool = self.asked if number % 2 else self.answered
            if pool:
                pool.append(pool[number % len(pool)])
        elif kind in ("late", "later"):
            self.now += number % 1000 if kind == "late" else number % 40_000
        elif kind == "kill venue":
            self.shipper = self._shipper(self.shipper.shipped)
        elif kind == "kill consumer":
            # before its commit or after it: the stream gives the message to another consumer
            who = number % 2
            if self.under_way[who] is not None:
                message, transaction, _ = self.under_way[who]
                if number % 3 == 0:
                    transaction.commit()
                self.asked.insert(0, message)
                self.under_way[who] = None
        elif kind == "back up":
            self.copies.append(
                (self.venue.copy(), dict(self.venue.old), dict(self.shipper.shipped), set(self.done))
            )
        elif kind == "restore" and self.copies:
            self.restored = True
            rows, old, shipped, done = self.copies[number % len(self.copies)]
            self.venue.rows = {name: kept[:] for name, kept in rows.items()}
            self.venue.old, self.done = dict(old), set(done)
            self.shipper = self._shipper(shipped)
        elif kind == "back up all":
            one = self.storage
            aside = {name: kept[:] for name, kept in one.aside.items()}
            kept = {name: rows[:] for name, rows in one.kept.items()}
            removals = dict(one.removals), set(one.confirmed)
            self.copies_of_all.append((one.copy(), one.now, dict(one.parted), aside, kept, removals))
        elif kind == "restore federation" and self.copies_of_all:
            self._restore(*self.copies_of_all[number % len(self.copies_of_all)])
        elif kind == "all arrives" and not self.cut:
            self.step("send", 0)
            self._arrive()
        elif kind == "cut":
            self.cut = not self.cut
        elif kind == "follow":
            self.follow(JOURNALS[number % 2])
        elif kind == "rewrite" and (last := self.venue.last(JOURNALS[number % 2])):
            self.count += 1
            journal, place = JOURNALS[number % 2], 1 + number // 2 % last
            self.replaced.add(self.venue.rewrite(journal, place, f"other line {self.count}"))
        elif kind == "remove":
            self.ordered += 1
            self.storage.removals[self.ordered] = (number,)
            self.storage.version += 1
        elif kind == "remove here":
            self._remove()

    def _remove(self):
        for number in list(self.shipper.removals):
            self.done.add(number)
            self.shipper.removed(number)

    def _begin(self, who, message):
        transaction = Transaction(self.storage)
        self.under_way[who] = (message, transaction, take(transaction, message))

    def _commit(self, who):
        if self.under_way[who] is None:
            return
        message, transaction, answers = self.under_way[who]
        if transaction.commit():
            self.answered += answers
            self.under_way[who] = None
            if transaction.wrote(message):
                self.gone.discard(message.content)
        else:
            self._begin(who, message)

    def _tell(self, answer):
        self.shipper.receive(answer, self.now)
        self.lost += sum(isinstance(one, Lost) for one in self.shipper.reports)
        self.shipper.reports.clear()
        ends = answer.ends if isinstance(answer, Welcome) else ()
        if isinstance(answer, Receipt):
            ends = ((answer.journal, answer.end),)
        for journal, end in ends:
            # a mark from before a rewriting proves nothing about the present entries
            known = end.number <= self.shipper.shipped.get(journal, 0)
            if known and self.venue.checksum(journal, end.number) == end.checksum:
                rows = self.venue.rows.get(journal, [])
                self.promised[journal].update(content for _, content in rows[: end.number])

    def _restore(self, rows, session, parted, aside, kept, removals):
        one = self.storage
        held = {content for kept in one.rows.values() for _, content in kept}
        held.update(*one.aside.values())
        held.update(content for rows_kept in one.kept.values() for content, _ in rows_kept)
        one.rows = {name: kept[:] for name, kept in rows.items()}
        one.now, one.parted, one.version = session, dict(parted), one.version + 1
        one.aside = {name: some[:] for name, some in aside.items()}
        one.kept = {name: some[:] for name, some in kept.items()}
        one.removals, one.confirmed = dict(removals[0]), set(removals[1])
        held -= {content for kept in one.rows.values() for _, content in kept}
        self.gone |= held.difference(*one.aside.values())

    def follow(self, journal):
        transaction = Transaction(self.storage)
        intake.follow(transaction, journal)
        transaction.commit()

    def settle(self) -> None:
        """Deliver everything, until nothing is under way for two enquiries in a row."""
        self.cut = False
        end = self.now + 3 * (ASK + LONGEST)
        self._arrive()
        while True:
            for _ in range(1 + sum(map(self.venue.last, JOURNALS))):
                self._remove()
                self.step("send", 0)
                if not self.asked:
                    break
                self._arrive()
            if self.now >= end:
                return
            self.now = max(self.now + 1, min(self.shipper.due(), end))

    def _arrive(self):
        while self.asked or self.answered or any(self.under_way):
            for who in (0, 1):
                self._commit(who)
                self._commit(who)
            if self.asked:
                self.step("take", 6)
            if self.answered:
                self.step("answer", 6)

    # --- the oracle -----------------------------------------------------------------------

    def problem(self) -> str:
        """Compare contents; return the problem, or ""."""
        for journal in JOURNALS:
            ours = [content for _, content in self.venue.rows.get(journal, [])]
            theirs = [content for _, content in self.storage.rows.get(journal, [])]
            common = 0
            while common < min(len(ours), len(theirs)) and ours[common] == theirs[common]:
                common += 1
            agreed = self.storage.parted.get(journal)
            if len(set(theirs)) != len(theirs):
                return f"{journal}: an entry stands twice"
            if agreed is None and ours != theirs:
                return f"{journal}: {len(theirs)} entries of {len(ours)}, {common} in common, and no conflict"
            if agreed is not None and not self.restored:
                return f"{journal}: a conflict, and nothing was restored"
            if agreed is not None and (journal not in self.shipper.parted):
                return f"{journal}: the venue was not told of the conflict"
            # changes during a conflict are shipped only after somebody has followed the venue
            if agreed is not None and (agreed < common or (agreed > common and not self.replaced)):
                return f"{journal}: the conflict is told behind {agreed}, the copies part behind {common}"
            kept = {content for content, _ in self.storage.kept[journal]}
            missing = self.promised[journal] - set(theirs) - set(self.storage.aside[journal]) - self.gone
            missing -= self.replaced | kept
            if missing:
                return f"{journal}: acknowledged and gone: {sorted(missing)}"
            left = kept & self.replaced
            if left and agreed is None and not self.restored:
                return f"{journal}: replaced at the venue, and still kept: {sorted(left)}"
        if self.storage.removals:
            return f"removals are not confirmed: {sorted(self.storage.removals)}"
        if not self.storage.parted and not self.restored and not self.storage.confirmed <= self.done:
            return "a removal is confirmed that was not done"
        return ""


def script(seed: int) -> Script:
    """Return the faults of a seed."""
    random = Random(seed)
    steps = random.choices(STEPS, k=random.randrange(20, 160))
    return [(one, random.getrandbits(16)) for one in steps]


def play(steps: Script) -> str:
    """Play a script, deliver everything, follow the venue after conflicts; return the problem, or ""."""
    world = World()
    for kind, number in steps:
        world.step(kind, number)
    world.settle()
    found = world.problem()
    if found or not world.storage.parted:
        return found
    for journal in list(world.storage.parted):
        world.follow(journal)
    world.settle()
    left = [f"{journal}: still held" for journal in world.storage.parted]
    return world.problem() or "".join(left)


def shrunk(steps: Script) -> Script:
    """Return a shorter script that also fails, and in which no step can be left out."""
    width = len(steps) // 2
    while width:
        place = 0
        while place < len(steps):
            fewer = steps[:place] + steps[place + width :]
            if play(fewer):
                steps = fewer
            else:
                place += width
        width //= 2
    return steps
