"""The rules: valid results, the standings, the next matches, and the end of the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablekeeper.formats.answer import Answer, StagePlaces, rows
from tablekeeper.formats.apart import SEEDS, WISHES, chosen, read_apart, recorded, refuse_meeting, wishes_of
from tablekeeper.formats.departure import ABSENT, BYE_OF, LATE, Room, departed, leaver
from tablekeeper.formats.event import Event
from tablekeeper.formats.flights import PRECEDENCE
from tablekeeper.formats.format import Format, Futures
from tablekeeper.formats.knockout import paper, picture
from tablekeeper.formats.knockout.bracket import Bracket, BracketMatch
from tablekeeper.formats.knockout.draw import bracket_size, open_places
from tablekeeper.formats.knockout.futures import futures
from tablekeeper.formats.knockout.notation import (
    CONSOLATION_WORDS,
    LAST_CHANCE_WORDS,
    LETTERS,
    Drops,
    read_drops,
)
from tablekeeper.formats.knockout.places import STAGES, TITLES, criteria, stage_places
from tablekeeper.formats.knockout.placing import meeting, placed
from tablekeeper.formats.knockout.presets import PRESETS
from tablekeeper.formats.match_board import MatchBoard
from tablekeeper.formats.option import Option
from tablekeeper.formats.paper import PaperBracket
from tablekeeper.formats.ranking import Rated, rated_pair
from tablekeeper.languages import _
from tablekeeper.pictures.drawing import Drawing
from tablekeeper.standings.ranking import rank
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted, listing

_PLAYED = ("match", "players", "winner", "score", "forfeit", "withdrawn")
_STAGES = {"PC": _("Progressive Consolation"), "LC": _("Last Chance")}


class Knockout(Format):
    """A knockout of matches to N points."""

    key = "knockout"
    listed = 110
    title = _("Knockout with consolation")
    is_rated = True
    board = MatchBoard()
    most = 256
    arrival = LATE
    bye = BYE_OF
    departure = ABSENT
    decided = ("withdrawn", "closed")
    unplayed = ("forfeit", "withdrawn")
    asks = ("length", "consolation", "late")
    presets = PRESETS
    options = (
        Option("length", _("Points of a match, per round"), "rounds", None, empty=True, names="none",
               help=_("The last one repeats. If left out, any score is accepted.")),
        Option("sets", _("Best of this many sets"), "whole", 1, low=1, high=99,
               help=_("An odd number. With more than one set, the score counts sets.")),
        Option("consolation", _("Progressive Consolation"), "text", None, empty=True, names="none",
               help=_(
                   "In words: %(consolation_words)s. Or round by round, with points between: a letter "
                   "lets the losers of that round of the Main in (A is its first), | nobody. A.B.|.C.| "
                   "begins with the losers of A; those of B join in its second round, those of C in its "
                   "fourth. X at the end: its winner meets the Main's; R after it: once more after a "
                   "first loss.", consolation_words=', '.join(CONSOLATION_WORDS))),
        Option("consolation_length", _("Points in the Consolation, per round"), "rounds", None, empty=True,
               names="none", help=_("If left out: as in the Main.")),
        Option("last_chance", _("Last Chance"), "text", None, empty=True, names="none",
               help=_(
                   "In words: %(last_chance_words)s. Or as for the Consolation, where a number lets the "
                   "losers of that round of the Consolation in: 1.2.|",
                  last_chance_words=', '.join(LAST_CHANCE_WORDS))),
        Option("last_chance_length", _("Points in the Last Chance, per round"), "rounds", None, empty=True,
               names="none", help=_("If left out: as in the Main.")),
        Option("seed", _("Seed of the draw"), "whole", None, empty=True,
               help=_("If left out, the players are placed in the bracket in the order of entry.")),
        Option("late", _("Free places kept open for late arrivals"), "whole", 0, low=0, high=256),
        Option("late_places", _("Which free places are kept open"), "choice", "first", fresh="spread",
               choices=("spread", "first"),
               words=(_("spread over the board"), _("the first ones")), help=_(
                   "Byes are spread over the board, or are the first places on it.")),
        Option("order", _("Main in this order"), "texts", None, empty=True,
               help=_("A draw with wishes fills it in: the players on the lines of the board.")),
        *WISHES,
        PRECEDENCE,
    )  # fmt: skip
    draws = (*WISHES, SEEDS)
    result = (
        Option("match", _("Match"), "text", None, names="none"),
        Option("players", _("Players"), "texts", None),
        Option("winner", _("Winner"), "text", None),
        Option("score", _("Score"), "wholes", None, low=0),
        Option(
            "forfeit", _("Forfeited"), "flag", False, help=_("Not played to the end: any score, or none.")
        ),
        Option("withdrawn", _("The loser leaves the event"), "flag", False),
        Option("late", _("Late arrival"), "text", None, help=_("Takes the first place that is kept open.")),
        Option(BYE_OF, _("Bye of"), "text", None,
               help=_("The late arrival takes the place beside this player.")),
        Option("closed", _("Late arrivals are closed"), "flag", False),
        departed(_("Matches open now or later are walkovers.")),
    )

    # Options

    def check_options(self, event: Event, options: Cursor) -> None:
        """Refuse an even number of sets, invalid lengths and invalid notations."""
        if event.options["sets"] % 2 == 0:
            raise options.at("sets").refuse(
                "best of %(sets)s can end level: an odd number is wanted",
                sets=event.options['sets'],
            )
        for key in ("length", "consolation_length", "last_chance_length"):
            lengths(event, key)
        consolation, last_chance = self.drops(event, options)
        for source in last_chance.sources() if last_chance else ():
            place = options.at("last_chance")
            if source.isdigit() and consolation is None:
                raise place.refuse(
                    "round %(source)s of a Consolation sends its losers here, but there is none",
                    source=source,
                )
            if consolation and source in consolation.sources():
                raise place.refuse("the losers of round %(source)s enter the Consolation", source=source)

    def drops(self, event: Event, options: Cursor | None = None) -> tuple[Drops | None, Drops | None]:
        """Return the notations of the Consolation and of the Last Chance."""
        at = options.path if options else "options"
        depth = bracket_size(len(event.players) + event.options["late"]).bit_length() - 1
        return (
            read_drops(Cursor(event.options["consolation"], f"{at}.consolation"), depth),
            read_drops(Cursor(event.options["last_chance"], f"{at}.last_chance"), depth, numbers=True),
        )

    # Results

    def bracket(self, event: Event) -> Bracket:
        """Return the bracket after the event's results; refuse an impossible result."""
        bracket = self.begin(event)
        for result in event.results:
            if result.has("late"):
                fields = result.fields(("late", BYE_OF), ("late",))
                player = fields["late"].name()
                if player in bracket.players:
                    raise fields["late"].refuse('"%(player)s" is entered twice', player=player)
                if BYE_OF in fields:
                    bracket.give(player, _bye(fields[BYE_OF], bracket))
                    continue
                if not bracket.kept:
                    raise fields["late"].refuse(
                        "no place is kept open for %(player)s: places are kept before the start",
                        player=player,
                    )
                bracket.arrive(player)
            elif result.has("closed"):
                fields = result.fields(("closed",))
                if not fields["closed"].truth():
                    raise fields["closed"].refuse("late arrivals can only be closed: true is wanted here")
                if not bracket.kept:
                    raise fields["closed"].refuse("no place is kept open")
                bracket.close()
            elif result.has(ABSENT):
                bracket.leave(leaver(result, bracket.players, bracket.absent))
            else:
                self._play(event, bracket, result)
        return bracket

    def room(self, event: Event) -> Room:
        """Return the number of kept places, and the byes of the Main's first round."""
        bracket = self.bracket(event)
        return Room(len(bracket.kept), bracket.spare_byes())

    def begin(self, event: Event) -> Bracket:
        """Return the bracket after the draw, before any result."""
        options, drops = event.options, self.drops(event)
        spread, order = options["late_places"] == "spread", options["order"]
        if order is not None and sorted(order) != sorted(event.players):
            raise Cursor(None, "options.order").refuse(
                "the players have changed since the draw with its wishes: draw again"
            )
        bracket = Bracket(
            event.players, options["seed"], options["late"], *drops, spread=spread, order=order
        )
        if options["apart"] is not None or options["rather_apart"] is not None:
            met = meeting(dict(enumerate(bracket.lines[0])), wishes_of(event).never)
            refuse_meeting(Cursor(None, "options.apart"), met)
        return bracket

    def _play(self, event: Event, bracket: Bracket, result: Cursor) -> None:
        fields = result.fields((*_PLAYED, "late", "closed", ABSENT), ("match", "players", "winner"))
        name = fields["match"].text()
        match = bracket.matches.get(name)
        if match is None:
            names = ", ".join(one.name for one in bracket.open()[:6])
            raise fields["match"].refuse(
                'there is no match "%(name)s" yet; to be played: %(names)s',
                name=name, names=names or _("nothing"),
            )
        if match.winner is not None:
            raise fields["match"].refuse(
                "%(name)s has been played: %(winner)s won it",
                name=name, winner=match.winner,
            )
        pair = fields["players"].pair(bracket.players)
        if set(pair) != set(match.players):
            raise fields["players"].refuse(
                "%(name)s is %(players)s v %(players2)s",
                name=name, players=match.players[0], players2=match.players[1],
            )
        winner = fields["winner"].player(pair)
        forfeit = fields["forfeit"].truth() if "forfeit" in fields else False
        withdrawn = fields["withdrawn"].truth() if "withdrawn" in fields else False
        if "score" in fields:
            check_score(fields["score"], self.target(event, bracket, match), pair.index(winner), forfeit)
        elif not forfeit:
            raise result.at("score").refuse("is missing: only a forfeited match has no score")
        bracket.play(name, winner, withdrawn)

    def target(self, event: Event, bracket: Bracket, match: BracketMatch) -> int | None:
        """Return the score that wins: points, or sets if there are several; None if any score is valid."""
        if event.options["sets"] > 1:
            return int(event.options["sets"]) // 2 + 1
        return self.length(event, bracket, match)

    def length(self, event: Event, bracket: Bracket, match: BracketMatch) -> int | None:
        """Return the length of a match in points, None if not stated."""
        own = {"PC": "consolation_length", "LC": "last_chance_length"}.get(match.stage)
        found = (lengths(event, own) if own else ()) or lengths(event, "length")
        number = match.round + {"X": bracket.depth, "R": len(LETTERS)}.get(match.stage, 0)
        return found[min(number, len(found) - 1)] if found else None

    # Standings

    def answer(self, event: Event) -> Answer:
        """Return the standings by round of exit, and the matches that can be played."""
        bracket = self.bracket(event)
        won = dict.fromkeys(bracket.players, 0)
        lost = dict.fromkeys(bracket.players, 0)
        for match in bracket.matches.values():
            if match.winner is not None:
                won[match.winner] += 1
                lost[str(match.loser())] += 1
        over = bracket.over()
        lines = rows(
            rank(bracket.players, criteria(bracket)),
            lambda player: {"won": won[player], "lost": lost[player]},
        )
        following = tuple(self._pairing(event, bracket, match) for match in bracket.open())
        winner = bracket.winner()
        notes, resting = self._notes(bracket), () if over else _resting(bracket)
        doubts = tuple(self._together(event, bracket)) if not event.results else ()
        return Answer(self.key, over, winner, not over, lines, following, (), notes, resting, doubts)

    def stages(self, options: Mapping[str, Any]) -> Mapping[str, str]:
        """Return the Consolation and the Last Chance; a Consolation that meets the Main again is no stage."""
        found = {}
        for stage, key in STAGES.items():
            drops = read_drops(Cursor(options.get(key)), len(LETTERS), numbers=stage == "LC")
            if drops is not None and not drops.reunion:
                found[key] = TITLES[stage]
        return found

    def stage_places(self, event: Event) -> Mapping[str, StagePlaces]:
        """Return the places within each stage."""
        return stage_places(self.bracket(event))

    def futures(self, event: Event) -> Futures | None:
        """Return each player's possible places."""
        return futures(self.bracket(event))

    def draw(self, event: Event, seed: int, **choices: Any) -> Mapping[str, Any]:
        """Return the seed as an option, and with wishes the order of the Main that keeps them."""
        wishes = chosen(choices)
        seeds, former = choices.get("seeds") or (), event.options
        if not seeds and not any(wishes.values()):
            # an earlier draw with wishes counts no more
            ended = {} if former["order"] is None else {"order": None}
            return {"seed": seed} | ended | recorded(wishes, former)
        place = Cursor(list(seeds), "choices.seeds")
        named = [item.player(event.players) for item in place.items()]
        if len({*named}) < len(named):
            raise place.refuse("a player is named twice")
        size = bracket_size(len(event.players) + former["late"])
        free, _kept = open_places(
            size, len(event.players), former["late"], former["late_places"] == "spread"
        )
        lines = [line for line in range(size) if line not in free]
        most = len({line // 2 for line in lines})
        if len(named) > most:
            raise place.refuse("at most %(most)s players can be seeded: one in a match", most=most)
        apart = read_apart(wishes, event.players)
        order = placed(lines, size, event.players, named, apart, seed)
        refuse_meeting(
            wishes["apart"] or place, meeting(dict(zip(lines, order, strict=True)), apart.never)
        )
        return {"seed": seed, "order": order} | recorded(wishes, former)

    def _together(self, event: Event, bracket: Bracket) -> Iterable[str]:
        """Yield who meet in the Main's first round, though they are kept apart as long as possible."""
        for one, other in meeting(dict(enumerate(bracket.lines[0])), wishes_of(event).rather):
            yield _(
                "%(one)s and %(other)s meet in the first round, though they are kept apart as long as"
                " possible.", one=one, other=other,
            )

    def round_name(self, pairing: Mapping[str, Any]) -> str:
        """Return the round: "A" of A3, "PC2" of PC2-1."""
        name = str(pairing.get("match", ""))
        return name.split("-")[0] if "-" in name else name.rstrip("0123456789")

    def round_names(self, event: Event) -> tuple[str, ...]:
        """Return the rounds of the Main, then the rounds of other stages that will certainly be played."""
        bracket = self.begin(event) if not event.results else self.bracket(event)
        main = list(LETTERS[: bracket.depth])
        beside = [
            f"{stage.name}{number + 1}"
            for stage in bracket.stages
            for number in range(max(len(stage.entries), len(stage.rounds)))
        ]
        return (*main, *beside)

    def _pairing(self, event: Event, bracket: Bracket, match: BracketMatch) -> Mapping[str, Any]:
        found: dict[str, Any] = {"match": match.name, "players": list(match.players)}
        length = self.length(event, bracket, match)
        if length is not None:
            found["length"] = length
        if event.options["sets"] > 1:
            found["sets"] = event.options["sets"]
        return found

    def _notes(self, bracket: Bracket) -> tuple[str, ...]:
        found = []
        if bracket.kept:
            places = counted(len(bracket.kept), "place is", "places are")
            found.append(_("%(places)s kept open for late arrivals.", places=places))
        for player in (name for name in bracket.players if name in bracket.absent):
            lost = [one.name for one in bracket.matches.values() if one.walkover and one.loser() == player]
            found.append(
                _("%(player)s has left", player=player)
                + (_(": %(lost)s without play.", lost=listing(lost)) if lost else ".")
            )
        for stage in bracket.stages:
            missing = [
                source
                for entry in stage.entries
                for source in entry
                if source.isalpha() and LETTERS.index(source) >= bracket.depth
            ]
            for source in missing:
                found.append(
                    _(
                        "The Main has no round %(source)s: nobody enters the %(stages)s from it.",
                        source=source,
                        stages=_STAGES[stage.name],
                    )
                )
            if stage.left and stage.to_the_end:
                found.append(
                    _("%(left)s wins the %(stages)s.", left=stage.left[0], stages=_STAGES[stage.name])
                )
        return tuple(found)

    def rated(self, event: Event) -> Iterable[Rated]:
        """Yield the matches played to their end."""
        bracket = self.bracket(event)
        for result in event.results:
            one = result.value
            if "winner" not in one or one.get("forfeit"):
                continue
            length = self.length(event, bracket, bracket.matches[one["match"]])
            if length is not None:
                # several sets count as one match to the points of all sets that the winner needs
                yield rated_pair(one["winner"], one["players"], length * (event.options["sets"] // 2 + 1))

    def brackets(self, event: Event) -> tuple[PaperBracket, ...]:
        """Return the Main as a tree, then the rounds of the stages beside it."""
        return paper.brackets(self.bracket(event), event.results)

    def picture(self, sheet: Drawing, event: Event, answer: Answer) -> bool:
        """Draw the bracket."""
        picture.draw(sheet, 34, self.bracket(event), event.results)
        return True

    # Details


def _bye(cursor: Cursor, bracket: Bracket) -> str:
    """Return the player whose bye a late arrival takes; refuse one whose bye cannot be given."""
    player, spare = cursor.player(bracket.players), bracket.spare_byes()
    if player not in spare:
        raise cursor.refuse("%(player)s has no bye in the first round", player=player)
    if spare[player]:
        raise cursor.refuse("%(player)s keeps the bye: %(why)s", player=player, why=spare[player])
    return player


def _resting(bracket: Bracket) -> tuple[str, ...]:
    """Return sentences about players with a bye whose next match is unknown, or with a late opponent."""
    found = []
    for stage, number, player in bracket.byes():
        own = [one for one in bracket.matches.values() if player in one.players and one.stage == stage]
        if player not in bracket.gone and all(one.round < number for one in own):
            name = (
                _("round %(letters)s", letters=LETTERS[number]) if stage == "Main" else f"{stage}{number + 1}"
            )
            found.append(_("%(player)s has a bye in %(name)s.", player=player, name=name))
    for place in bracket.kept:
        other = bracket.lines[0][place ^ 1]
        if other and other not in bracket.gone:
            found.append(
                _("%(other)s waits in A%(place)s for a late arrival.", other=other, place=place // 2 + 1)
            )
    return tuple(found)


def lengths(event: Event, key: str) -> tuple[int, ...]:
    """Return match lengths per round from an option, () if it is left out."""
    place = event.options[key]
    if place is None:
        return ()
    if isinstance(place.value, list):
        return tuple(item.whole(1, 999) for item in place.items(1))
    return (place.whole(1, 999),)


def check_score(cursor: Cursor, target: int | None, winner: int, forfeit: bool = False) -> tuple[int, int]:
    """Return a score; refuse one with which `winner` (0 or 1) has not won; `target` None: any length.

    A forfeited match can have stopped at any score that does not end it.
    """
    score = [item.whole(0) for item in cursor.items(2, 2)]
    high, low = score[winner], score[1 - winner]
    if forfeit:
        if target is not None and max(score) >= target and (high != target or low >= target):
            raise cursor.refuse(
                "a match to %(target)s does not stop at %(score)s-%(score2)s",
                target=target, score=score[0], score2=score[1],
            )
    elif target is None:
        if low >= high:
            raise cursor.refuse("the winner has %(high)s, the loser %(low)s", high=high, low=low)
    elif high != target:
        raise cursor.refuse(
            "the winner has %(high)s, but whoever reaches %(target)s wins", high=high, target=target
        )
    elif low >= target:
        raise cursor.refuse(
            "the loser has %(low)s, but whoever reaches %(target)s wins", low=low, target=target
        )
    return score[0], score[1]
