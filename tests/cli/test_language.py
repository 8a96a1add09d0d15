"""Commands speak the language that is asked for, or the system's."""

import re
import shlex

import pytest
from click.testing import CliRunner

from tablekeeper.cli import helptexts, main
from tablekeeper.languages import language_of
from tests.cli.test_help import COMMANDS
from tests.guards import sample

NO_EVENT = {
    "en": "Error: There is no event 9: `tablekeeper event list` lists them.\n",
    "it": "Errore: Non c'è il torneo 9: `tablekeeper event list` li elenca.\n",
    "de": "Fehler: Turnier 9 gibt es nicht: `tablekeeper event list` nennt sie.\n",
}


@pytest.fixture
def refused(tmp_path):
    """Return what `event history 9` says in words and an environment."""
    database = f"sqlite:///{tmp_path}/hall.db"
    made = CliRunner().invoke(main, ["event", "new", "swing", "Cup", "--database", database])
    assert made.exit_code == 0, made.output

    def run(*words, **environment):
        spoken = {"LANGUAGE": None, "LC_ALL": None, "LC_MESSAGES": None, "LANG": None, **environment}
        return CliRunner().invoke(
            main, [*words, "event", "history", "9", "--database", database], env=spoken
        ).stderr

    return run


def test_a_refusal_is_said_in_the_language_asked_for_else_in_that_of_the_system(refused):
    assert refused("--language", "it", LANG="de_DE.UTF-8") == NO_EVENT["it"]
    assert refused(LC_MESSAGES="de_AT.UTF-8", LANG="it_IT.UTF-8") == NO_EVENT["de"]
    assert refused(LANG="C.UTF-8") == refused() == NO_EVENT["en"]
    assert "'fr' is not one of 'en', 'it', 'de'" in refused("--language", "fr")


def test_a_wrong_command_line_is_told_in_the_language_of_the_reader():
    """Click's own sentences, too: before the language is chosen that of the system."""

    def wrong(*words, **environment):
        spoken = {"LANGUAGE": None, "LC_ALL": None, "LC_MESSAGES": None, "LANG": None, **environment}
        result = CliRunner().invoke(main, words, env=spoken, prog_name="tablekeeper")
        assert result.exit_code == 2
        return result.stderr

    told = wrong("--language", "it", "event", "shew")
    assert told.startswith("Uso: tablekeeper event [OPTIONS] COMMAND [ARGS]...\nProva 'tablekeeper event ")
    assert told.endswith("\nErrore: Il comando 'shew' non esiste.\n")
    assert wrong("event", "new", "--language", "de").endswith("Error: No such option '--language'.\n")
    assert wrong("--languge", "de", LANG="de_DE.UTF-8").endswith(
        "Fehler: Die Option '--languge' gibt es nicht. Vielleicht '--language'?\n"
    )
    assert wrong("--language", "de", "publish").endswith("Fehler: Es fehlt das Argument 'DIR'.\n")
    assert wrong("publish").endswith("Error: Missing argument 'DIR'.\n")


@pytest.mark.parametrize("code", ["it", "de"])
@pytest.mark.parametrize("name", sample.drawn(tuple(COMMANDS), of=20))
def test_help_is_in_the_language_of_the_reader(name, code):
    """No sentence of the help stays English: each paragraph and each option is told by the catalogue."""
    words = name.split()[1:]

    def asked(language):
        spoken = ["--language", language, *words, "--help"]
        return CliRunner().invoke(main, spoken, prog_name="tablekeeper").stdout

    english, told = asked("en"), asked(code)
    assert ("Uso: " if code == "it" else "Aufruf: ") + name in told
    for text in filter(None, helptexts.texts(COMMANDS[name])):
        with language_of(code):
            assert helptexts.told(text) != text, text
    # what is typed is the same in every language; a line of a paragraph may begin like an option
    option = re.compile(r"^  (--?[\w-]+(?:, --?[\w-]+)*)(?=  | [A-Z[]|$)", re.MULTILINE)
    assert option.findall(told) == option.findall(english)


def test_the_evening_of_a_league_is_told_in_german(tmp_path):
    database = f"sqlite:///{tmp_path}/hall.db"

    def say(words, code="de"):
        result = CliRunner().invoke(main, ["--language", code, *shlex.split(words), "--database", database])
        assert result.exit_code == 0, result.output
        return result.stdout

    assert say("event new ttt Cup") == "Turnier 1: Cup.\n"
    assert say("event enter 1 Ann Bob") == "Angemeldet: Ann, Bob. Spieler jetzt: 2.\n"
    assert say("event next 1") == "Es hat nicht begonnen; Spieler bisher: Ann, Bob.\n"
    assert say("event start 1") == "Begonnen.\n"
    head = say("event list").splitlines()[1]
    assert re.findall(r"\w+", head) == [
        "Turnier", "Name", "Modus", "Phase", "Spieler", "Ergebnisse", "Sieger"
    ]  # fmt: skip
    told = say("event standings 1")
    assert told.startswith("Cup: Tric Trac Tourney, vorläufig")
    assert "Spieler" in re.findall(r"\w+", told)
    assert say("table list").startswith("Noch kein Tisch")
    # documents for programs are the same in every language
    assert say("event list --json") == say("event list --json", "en")
    assert say("event standings 1 --json") == say("event standings 1 --json", "en")
