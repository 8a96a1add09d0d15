"""What a change of one entry does to the places in the club's rankings and ratings."""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper import rankings
from tablekeeper.director.people.reader import PeopleReader
from tablekeeper.director.ranking import numbers
from tablekeeper.director.ranking.counting import RATINGS, Counting, sentences
from tablekeeper.director.ranking.difference import Difference, TableStanding, difference
from tablekeeper.director.ranking.following import Follower
from tablekeeper.director.ranking.journal import RankingEntry
from tablekeeper.strictjson import Cursor


class Effects(Counting):
    """The tables of a store, and the places that an entry changes in them."""

    def __init__(self, register: PeopleReader) -> None:
        super().__init__(register)
        self._followers = {system: Follower(system) for system in RATINGS}

    def differences(
        self, entry: RankingEntry, after: RankingEntry | None, strangers: Mapping[str, str]
    ) -> tuple[Difference, ...]:
        """Return the moves in each ranking if an entry changes to `after` (None: it is removed).

        `strangers` are names of people who are not in the register yet, with unused numbers.
        """
        now = self.folded().get(entry.id)
        before = {} if now is not None else {entry.id: None}
        found = [
            difference(
                ranking,
                self._standings(ranking, before, {}),
                self._standings(ranking, {entry.id: after}, strangers),
            )
            for ranking in rankings.RANKINGS
        ]
        entries, roots = self.folded(), self.register.book().roots
        changed = entries | {entry.id: after}
        for system, follower in self._followers.items():
            old = follower.standings(entries.values(), roots)
            new = follower.standings([one for one in changed.values() if one is not None], roots)
            found.append(difference(system, old, new))
        return tuple(one for one in found if one.moves)

    def _standings(
        self, ranking: str, instead: Mapping[int, RankingEntry | None], strangers: Mapping[str, str]
    ) -> dict[int, TableStanding]:
        book = self.register.book()
        people = {book.name(number): number for number in book.people}
        people |= {name: int(number) for name, number in strangers.items()}
        file = self.file(ranking, instead=instead)
        if strangers:
            called = {number: name for name, number in strangers.items()}
            file["tournaments"] = [
                numbers.mapped(one, lambda player: called.get(player, player)) for one in file["tournaments"]
            ]
        with sentences():
            table = rankings.ranking_table(rankings.read(Cursor(file)))
        return {people[row.player]: TableStanding(row.rank, row.total) for row in table.rows}
