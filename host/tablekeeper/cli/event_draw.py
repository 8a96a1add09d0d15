"""`tablekeeper event draw`: a draw with its seed, shown first or entered."""

from __future__ import annotations

import click

from tablekeeper.cli import eventflags
from tablekeeper.cli.eventdatabase import opened, which
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, database, event_argument, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.drawing import DrawPreview
from tablekeeper.director.events.views import EventView
from tablekeeper.formats.wording import pairing_text
from tablekeeper.formats.written import written
from tablekeeper.languages import _, joined
from tablekeeper.text import listing, number

new_draw_option = click.option(
    "--new-draw", is_flag=True, help="Replace the draw of a running event; each draw has a number."
)


@click.command("draw", epilog="Example: tablekeeper event draw 3 --seed 7 --show", context_settings={
    "ignore_unknown_options": True,
})  # fmt: skip
@event_argument
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[--CHOICE VALUE]...")
@click.option("--seed", type=Whole(min=0), help="Draw with this seed.  [default: random]")
@click.option("--show", is_flag=True, help="Show what the draw would give, and enter nothing.")
@new_draw_option
@as_json
@database
def command(
    event: str,
    words: tuple[str, ...],
    seed: int | None,
    show: bool,
    new_draw: bool,
    as_json: bool,
    database: str | None,
) -> None:
    """Draw what the format leaves to chance; the seed is recorded, so that the draw can be repeated."""
    with opened(database, writes=not show) as events:
        chosen = which(events, event)
        view = events.get(chosen)
        choices = eventflags.parse(view.form.draws, words)
        if show:
            _show(view, events.draws.preview(chosen, seed, choices), as_json)
            return
        used = events.draw(chosen, seed, choices, new_draw=new_draw)
        after = events.get(chosen)
    if as_json:
        say_json({"seed": used})
    else:
        say(_("Drawn: %(told)s.", told=after.history[-1].text))
        for sentence in after.answer.doubts if after.answer else ():
            say(sentence)


def _show(view: EventView, found: DrawPreview, as_json: bool) -> None:
    pairings = [one for one in found.answer.next if "players" in one or "couples" in one]
    if as_json:
        say_json({"seed": found.seed, "drawn": number(found.drawn), "next": number(pairings)})
        return
    known = {option.key: option for option in view.form.options}
    say(_("Seed %(seed)s.", seed=found.seed))
    for key, value in found.drawn.items():
        if key != "seed":
            label, text = (
                ("Order", listing(value))
                if key == "players"
                else (known[key].label, written(known[key], value))
            )
            say(joined((label, ": ", text, "."), ""))
    for one in pairings:
        say(pairing_text(one))
    for sentence in found.answer.doubts:
        say(sentence)
    say(_("Nothing is entered: repeat with --seed %(seed)s and without --show.", seed=found.seed))
