"""The password of a database stands in no list of processes, no sentence and no page."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablekeeper.cli import main
from tests.patience import PATIENCE_S, until

SECRET = "sesame-4711"


def said(*words, **environment):
    """Return the exit status of a command and all that it says."""
    done = CliRunner().invoke(main, [str(word) for word in words], env=environment)
    return done.exit_code, done.output


@pytest.fixture
def written(tmp_path):
    """Writes a file with the address of a database; returns the word that names it."""

    def write(text, mode=0o600):
        file = tmp_path / "address"
        file.write_text(text)
        file.chmod(mode)
        return f"@{file}"

    return write


@pytest.mark.postgresql
@pytest.mark.skipif(
    not Path("/proc/self/cmdline").exists(), reason="not on this system: processes are read in /proc"
)
def test_a_host_with_a_password_shows_it_nowhere(postgresql_url, written, tmp_path):
    address = postgresql_url.replace("test@", f"test:{SECRET}@")
    out = tmp_path / "out"
    words = ["serve", "--http-port", "0", "--database", written(address)]
    with out.open("w") as log:
        host = subprocess.Popen(
            [sys.executable, "-m", "tablekeeper", *words], stdout=log, stderr=log,
            env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
    try:

        def pages():
            assert host.poll() is None, out.read_text()
            return next((word for word in out.read_text().split() if word.startswith("http://127")), None)

        url = until(pages)
        seen = Path(f"/proc/{host.pid}/cmdline").read_bytes().decode()
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            page = answer.read().decode()
    finally:
        host.send_signal(signal.SIGINT)
        host.wait(PATIENCE_S)
    told = [said(verb, TABLEKEEPER_DATABASE=address) for verb in ("verify", "doctor")]
    assert "@" in seen
    assert "test:***@" in told[0][1]
    assert SECRET not in "".join((seen, page, out.read_text(), *(text for _, text in told)))


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://me:{SECRET}@127.0.0.1:1/hall",
        f"postgresql://me@127.0.0.1:1/hall?password={SECRET}",
        # what no URL can hold
        f"postgresql://me:{SECRET}@@127.0.0.1:port/hall",
    ],
)
def test_a_password_is_refused_among_words_and_left_out_of_sentences(address, written):
    code, text = said("verify", "--database", address)
    assert (code, SECRET in text) == (2, False)
    assert "give --database @FILE" in text
    from_file, from_environment = ("--database", written(address)), ()
    for words, environment in ((from_file, {}), (from_environment, {"TABLEKEEPER_DATABASE": address})):
        code, text = said("verify", *words, **environment)
        assert (code, SECRET in text, "@FILE" in text) == (2, False, False), text


def test_a_file_with_an_address_is_private_and_one_line(written, tmp_path):
    hall = tmp_path / "hall.db"
    missing = tmp_path / "missing"
    for content, mode, sentence in (
        (f"{hall}\n", 0o600, "hall.db"),
        (str(hall), 0o644, "run chmod 600 on it"),
        ("", 0o600, "holds no address of a database"),
        ("one\ntwo", 0o600, "holds no address of a database"),
    ):
        code, text = said("verify", "--database", written(content, mode))
        assert (code, text.count("\n")) == (2, 1)
        assert sentence in text
    assert f"{missing} can't be read" in said("verify", "--database", f"@{missing}")[1]
