"""`tablekeeper federation people|same|split|remove`: one person at several venues, and removal of a name."""

from __future__ import annotations

import click

from tablekeeper.cli.federation import federation_database
from tablekeeper.cli.options import as_json, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.languages import _, joined
from tablekeeper.store.copies import Copies
from tablekeeper.text import day, listing


@click.command(epilog="Example: tablekeeper federation people --database federation.db")
@federation_database
@as_json
def people(where: str, as_json: bool) -> None:
    """List who may be one person at two venues: people of one name, with what speaks for and against it."""
    with Copies(where, now=wall_ms, new=False) as copies:
        found = AcrossVenues(copies).doubles()
    if as_json:
        say_json(
            [
                {
                    "one": str(one.one), "other": str(one.other), "name": one.name,
                    "clubs": list(one.clubs), "days": list(one.days),
                }
                for one in found
            ]
        )  # fmt: skip
        return
    if not found:
        say(_("Nobody has the name of somebody at another venue."))
    for one in found:
        told = [_("%(one)s and %(other)s: %(name)s", one=one.one, other=one.other, name=one.name)]
        if one.clubs:
            told.append(_("both of the club %(clubs)s", clubs=listing(one.clubs)))
        if one.days:
            told.append(_("but both played on %(days)s", days=joined(map(day, one.days))))
        say(joined((joined(told), "."), ""))


@click.command(
    epilog='Example: tablekeeper federation same udine:4 trieste:7 --evidence "same club card" '
    "--database federation.db"
)
@click.argument("one", metavar="PERSON")
@click.argument("other", metavar="PERSON")
@click.option("--evidence", required=True, metavar="TEXT", help="Why they are one, which is kept.")
@federation_database
def same(one: str, other: str, evidence: str, where: str) -> None:
    """Say that the first PERSON is the second: from now on they are one in all rankings.

    PERSON is VENUE:NUMBER, as `federation people` lists them, or a name that only one person has.
    """
    with Copies(where, now=wall_ms, new=False) as copies:
        across = AcrossVenues(copies)
        across.merge(across.find(one), across.find(other), evidence)
    say(_("%(words)s is %(other)s.", words=one, other=other))


@click.command(epilog="Example: tablekeeper federation split udine:4 --database federation.db")
@click.argument("one", metavar="VENUE:NUMBER")
@federation_database
def split(one: str, where: str) -> None:
    """Undo `same`: the two are different persons again."""
    with Copies(where, now=wall_ms, new=False) as copies:
        AcrossVenues(copies).split(one)
    say(_("%(words)s is a separate person again.", words=one))


@click.command(epilog="Example: tablekeeper federation remove udine:4 --database federation.db")
@click.argument("person", metavar="PERSON")
@federation_database
def remove(person: str, where: str) -> None:
    """Order every venue to remove a person's name; `federation status` shows who has not confirmed.

    A venue removes the people it knows by their numbers, ships its rewritten journals, and confirms. It
    cannot be undone. Where the same person is not merged (`federation same`), another venue keeps the name.
    """
    with Copies(where, now=wall_ms, new=False) as copies:
        across = AcrossVenues(copies)
        number = across.remove(across.find(person))
    say(_(
        "Removal %(number)s is ordered. A venue removes the name within a minute, or when it is reached "
        "again; `tablekeeper federation status` lists those that have not confirmed.",
        number=number,
    ))
