"""`tablekeeper event fees|paid|payout`: the entry fees of an event, the payments, and the payout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tablekeeper.cli.eventdatabase import opened, reads, which
from tablekeeper.cli.eventfiles import write_out
from tablekeeper.cli.options import as_json, database, event_argument, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.fees import USUAL, EventMoney
from tablekeeper.director.events.service import Events
from tablekeeper.errors import UserError
from tablekeeper.feeds.csvtext import csv_text
from tablekeeper.feeds.prizes import places_text, prize_lines, prizes_sheet
from tablekeeper.languages import _, joined
from tablekeeper.prizes.payout import FeeSheet
from tablekeeper.prizes.plan import PERCENT, SHARES, SUMS, body_of, stages_of, suggested
from tablekeeper.text import listing


def _items(words: tuple[str, ...]) -> list[list[str]]:
    """Split additions or deductions into name and amount, such as "Club 50"."""
    found = []
    for text in words:
        what, _, amount = text.rpartition(" ")
        if not what.strip():
            raise UserError("Write what it is and an amount, such as 'Club 50', not '%(words)s'.", words=text)
        found.append([what.strip(), amount])
    return found


@click.command("fees", epilog="Example: tablekeeper event fees 3 --fee 20 --percent 50,30,20 --add 'Club 50'")
@event_argument
@click.option("--fee", metavar="AMOUNT", help="What each player pays.")
@click.option("--currency", metavar="TEXT", help="Of all amounts.  [default: EUR]")
@click.option("--add", "additions", multiple=True, metavar="'WHAT AMOUNT'", help="What else comes in.")
@click.option("--deduct", "deductions", multiple=True, metavar="'WHAT AMOUNT'", help="What is taken out.")
@click.option("--percent", metavar="NUMBER,...", help="Percentage of each place, 100 in total.")
@click.option("--shares", metavar="NUMBER,...", help="Shares of each place instead of percent.")
@click.option("--sums", metavar="AMOUNT,...", help="A fixed sum for each place instead.")
@click.option("--stage", "stages", multiple=True, metavar="'STAGE NUMBER% SHARE,...'",
              help="The part of the pool for a stage, and the shares of its places; or 'STAGE AMOUNT,...'. "
              "'none' removes all.")
@click.option("--step", metavar="AMOUNT", help="Places get multiples of it.  [default: 1]")
@database
def fees(
    event: str, database: str | None, percent: str | None, shares: str | None, sums: str | None, **given: Any
) -> None:
    """Set the fees and prizes of an event, and show its sheet; what you leave out stays as it was.

    Without options the sheet is shown: fees, pool, places, who has not paid.
    """
    units = {unit: told for unit, told in ((PERCENT, percent), (SHARES, shares), (SUMS, sums)) if told}
    if len(units) > 1:
        raise UserError("Give percentages, shares or fixed sums, not several of them.")
    change = {key: value for key, value in given.items() if value}
    for key in ("additions", "deductions"):
        if key in change:
            change[key] = _items(change[key])
    for unit, told in units.items():
        change |= {"unit": unit, "places": [one.strip() for one in told.split(",")]}
    if "stages" in change:
        change["stages"] = stages_of(change["stages"])
    with opened(database, writes=bool(change)) as events:
        chosen = which(events, event)
        money = events.fees.money(chosen)
        if change:
            before = dict(USUAL) if money.sheet is None else body_of(money.sheet.plan)
            before.setdefault("places", suggested(len(money.players)).split(","))
            events.fees.plan(chosen, {key: value for key, value in (before | change).items() if value != ()})
            money = events.fees.money(chosen)
    sheet = _sheet(money)
    plan, currency = sheet.plan, sheet.plan.currency
    count = len(sheet.players)
    say(_(
        "Fees: %(count)s x %(fee)s = %(due)s %(currency)s, paid %(collected)s.",
        count=count, fee=f"{plan.fee:.2f}", due=sheet.due, currency=currency, collected=sheet.collected,
    ))
    for sign, items in (("+", plan.additions), ("-", plan.deductions)):
        for what, amount in items:
            say(joined((f"{sign} {amount:.2f} ", what), ""))
    say(_("Pool: %(pool)s %(currency)s.", pool=sheet.pool, currency=currency))
    if sheet.short:
        say(_(
            "Deductions and fixed sums are %(short)s %(currency)s more than what comes in.",
            short=sheet.short, currency=currency,
        ))
    if sheet.left:
        say(_("Not paid out: %(left)s %(currency)s.", left=sheet.left, currency=currency))
    if not _say_stages(money, sheet):
        for place, amount in enumerate(sheet.by_place, 1):
            say(_("Place %(place)s: %(amount)s", place=place, amount=amount))
    say(_("Not paid: %(missing)s.", missing=listing(sheet.missing) or _("nobody")))


@click.command("paid", epilog='Example: tablekeeper event paid "Spring cup" Ann Bob')
@event_argument
@click.argument("players", nargs=-1, metavar="[NAME]...")
@click.option("--not", "revoked", is_flag=True, help="They have not paid.")
@click.option("--all", "everybody", is_flag=True, help="All players have paid.")
@database
def paid(event: str, players: tuple[str, ...], revoked: bool, everybody: bool, database: str | None) -> None:
    """Note that players have paid the entry fee."""
    if everybody == bool(players):
        raise UserError("Give names, or --all.")
    with opened(database, writes=True) as events:
        chosen = which(events, event)
        events.fees.paid(chosen, players or events.get(chosen).players, not revoked)
        money = events.fees.money(chosen)
    told = "" if money.sheet is None else " " + _(
        "Not paid: %(missing)s.", missing=listing(money.sheet.missing) or _("nobody")
    )
    say(_("Noted.%(told)s", told=told))


@click.command("payout", epilog='Example: tablekeeper event payout "Spring cup" --csv prizes.csv')
@event_argument
@click.option("--csv", type=click.Path(path_type=Path), metavar="FILE", help="Write them into a new file.")
@as_json
@reads
def payout(events: Events, event: int, csv: Path | None, as_json: bool) -> None:
    """Show who gets what of the prize pool by the standings as they are."""
    money = events.fees.money(event)
    sheet = _sheet(money)
    if csv is not None:
        write_out(csv_text(prizes_sheet(money, sheet)), csv)
    if as_json:
        say_json({
            "currency": sheet.plan.currency, "pool": str(sheet.pool), "provisional": money.provisional,
            "places": [str(one) for one in sheet.by_place],
            "prizes": [{"player": one.player, "places": [one.first, one.last], "amount": str(one.amount)}
                       | ({"stage": one.stage} if one.stage else {}) for one in sheet.prizes],
            "stages": {one.stage: [str(amount) for amount in one.by_place] for one in sheet.stages},
        })  # fmt: skip
        return
    say(
        _("Pool: %(pool)s %(currency)s, provisional.", pool=sheet.pool, currency=sheet.plan.currency)
        if money.provisional
        else _("Pool: %(pool)s %(currency)s.", pool=sheet.pool, currency=sheet.plan.currency)
    )
    if _say_stages(money, sheet):
        return
    for one in sheet.prizes:
        say(_(
            "Place %(places_text)s: %(player)s %(amount)s",
            places_text=places_text(one), player=one.player, amount=one.amount,
        ))


def _say_stages(money: EventMoney, sheet: FeeSheet) -> bool:
    """Say the prizes of each stage; return whether there are any."""
    for title, lines in prize_lines(sheet, money.stages):
        for place, player, amount in lines:
            who = _("not known yet") if player is None else player
            say(_(
                "%(stage)s, place %(places_text)s: %(player)s %(amount)s",
                stage=title, places_text=place, player=who, amount=amount,
            ))
    return bool(sheet.stages)


def _sheet(money: EventMoney) -> FeeSheet:
    if money.sheet is None:
        raise UserError(
            "%(name)s has no fees: set them, for example with `tablekeeper event fees ... --fee 20`.",
            name=money.name,
        )
    return money.sheet
