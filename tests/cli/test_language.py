"""Commands speak the language that is asked for, or the system's."""

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main

NO_EVENT = {
    "en": "Error: There is no event 9: `tablekeeper event list` lists them.\n",
    "it": "Error: Non c'è il torneo 9: `tablekeeper event list` li elenca.\n",
    "de": "Error: Turnier 9 gibt es nicht: `tablekeeper event list` nennt sie.\n",
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
