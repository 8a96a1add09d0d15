"""Accounts and TLS: a venue may publish below its own name, hear its own answers, and nothing else."""

import asyncio
import subprocess

import nats.errors
import pytest
from nats.aio.client import Client

from tablekeeper.errors import UserError
from tablekeeper.federation.messages import Enquiry
from tablekeeper.federation.wire import encode
from tablekeeper.shipping import connection, serverconfig
from tablekeeper.shipping.connection import NatsServer
from tablekeeper.shipping.consumer import Consumer
from tests.patience import QUESTION_S, until
from tests.shipping.halls import ShippingHall, copied, whole
from tests.shipping.natsserver import Servers

SECRETS = {"federation": "s0", "udine": "s1", "trieste": "s2"}
pytestmark = pytest.mark.nats


@pytest.fixture
def guarded(nats_program, tmp_path):
    one = Servers(nats_program, tmp_path, secrets=SECRETS)
    one.start()
    yield one
    one.stop()


def secret(folder, name):
    file = folder / f"{name}.secret"
    file.write_text(SECRETS[name] + "\n")
    file.chmod(0o600)
    return str(file)


@pytest.mark.parametrize("copies_url", ["sqlite"], indirect=True)
def test_a_venue_ships_with_its_secret_and_what_it_says_of_another_is_not_taken(guarded, copies, tmp_path):
    told = []
    server = NatsServer(guarded.url, "federation", secret(tmp_path, "federation"))
    hall = ShippingHall("udine", tmp_path / "udine.db", guarded.url, secret(tmp_path, "udine"))
    try:
        with Consumer(copies, server, told=told.append):
            hall.play(30)
            until(lambda: copied(copies, "udine") == whole(hall), lambda: (hall.told, told), every=QUESTION_S)
            # the server does not pass it on: what is below another venue's name
            assert asyncio.run(_denied(guarded, "trieste", "tk.udine.enquiry"))
            assert asyncio.run(_denied(guarded, "trieste", "tk.udine.journal.desk"))
            assert asyncio.run(_denied(guarded, "trieste", "tk.trieste.answer"))
            assert asyncio.run(_denied(guarded, "trieste", "$JS.API.STREAM.INFO.TABLEKEEPER"))
            assert not asyncio.run(_denied(guarded, "trieste", "tk.trieste.enquiry"))
            assert asyncio.run(_deaf(guarded, "trieste", "tk.udine.answer"))
            assert asyncio.run(_deaf(guarded, "trieste", "_INBOX.udine.>"))
            assert not asyncio.run(_deaf(guarded, "trieste", "tk.trieste.answer"))
            # and the consumer does not believe what a message says of another venue
            asyncio.run(_say(guarded, "trieste", "tk.trieste.enquiry", encode(Enquiry("udine", "x", 1))))
            until(lambda: any("of somebody else" in one for one in told))
            assert "x" not in {copies_session(copies, "udine").life}
    finally:
        hall.close()


def copies_session(copies, venue):
    with copies.of_venue(venue) as ledger:
        return ledger.session()


async def _as(servers, name, problems):
    async def note(error):
        problems.append(str(error))

    client = Client()
    await client.connect(
        servers.urls[0], user=name, password=SECRETS[name], inbox_prefix=f"_INBOX.{name}", error_cb=note,
        allow_reconnect=False,
    )  # fmt: skip
    return client


async def _denied(servers, name, subject):
    problems = []
    client = await _as(servers, name, problems)
    await client.publish(subject, b"")
    await client.flush()
    # the server tells a violation before it answers the flush
    await asyncio.sleep(0.1)
    await client.close()
    return any("permissions violation" in one.lower() for one in problems)


async def _deaf(servers, name, subject):
    problems = []
    client = await _as(servers, name, problems)
    await client.subscribe(subject)
    await client.flush()
    await asyncio.sleep(0.1)
    await client.close()
    return any("permissions violation" in one.lower() for one in problems)


async def _say(servers, name, subject, data):
    client = await _as(servers, name, [])
    await client.publish(subject, data)
    await client.flush()
    await client.close()


def test_a_wrong_password_is_refused(guarded, tmp_path):
    secret = tmp_path / "wrong.txt"
    secret.write_text("s2")
    secret.chmod(0o600)

    def refused(server):
        with pytest.raises(nats.errors.Error, match=r"(?i)authorization") as told:
            asyncio.run(connection._connect(server, asyncio.Event()))
        return server.reason(told.value)

    wrong = refused(NatsServer(guarded.urls[0], "udine", str(secret)))
    assert wrong == f"the server refuses the password in {secret}: compare it with the server's accounts"
    assert "--secret" in refused(NatsServer(guarded.urls[0], "udine"))


@pytest.mark.parametrize("copies_url", ["sqlite"], indirect=True)
# the client library leaves the writer of a refused handshake to the garbage collector, behind its loop's end
@pytest.mark.filterwarnings("ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning")
def test_tls_with_an_authority_of_ones_own(nats_program, copies, tmp_path, caplog):
    authority, key = tmp_path / "ca.crt", tmp_path / "server.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(authority)],
        check=True, capture_output=True,
    )  # fmt: skip
    servers = Servers(nats_program, tmp_path, secrets=SECRETS, certificate=authority, key=key)
    servers.start()
    hall = ShippingHall(
        "udine", tmp_path / "udine.db", servers.url, secret(tmp_path, "udine"), str(authority)
    )
    stranger = ShippingHall("trieste", tmp_path / "trieste.db", servers.url, secret(tmp_path, "trieste"))
    try:
        server = NatsServer(servers.url, "federation", secret(tmp_path, "federation"), str(authority))
        with Consumer(copies, server):
            hall.play(30)
            until(lambda: copied(copies, "udine") == whole(hall), hall.told, every=QUESTION_S)
            # without the authority's certificate the server is not believed
            until(lambda: any("certificate is not accepted" in one for one in stranger.told))
            assert any("the system's authorities (--authority)" in one for one in stranger.told)
            servers.stop()
            until(lambda: any(f"no answer from {servers.url}" in one for one in hall.told), hall.told)
    finally:
        hall.close()
        stranger.close()
        servers.stop()
    assert "eof_received" not in caplog.text


@pytest.mark.parametrize(
    ("server", "reason"),
    [
        (NatsServer("http://example.org"), "not the address of a NATS server"),
        (NatsServer("nats://ann:secret@example.org"), "password has no place in an address"),
        (NatsServer("nats://example.org", "udine", "no-such-file"), "name the file with the secret"),
        (NatsServer("tls://example.org", authority="no-such-file"), "not a certificate"),
    ],
)
def test_a_mistyped_server_is_refused(server, reason):
    with pytest.raises(UserError, match=reason):
        server.check()


def test_a_secret_that_everybody_can_read_is_refused(tmp_path):
    file = tmp_path / "udine.secret"
    file.write_text("s1")
    file.chmod(0o644)
    with pytest.raises(UserError, match="chmod 600"):
        NatsServer("nats://example.org", "udine", str(file)).password()


def test_no_name_reaches_into_the_servers_configuration():
    with pytest.raises(UserError, match="not a name for a venue"):
        serverconfig.accounts({'x", permissions: {} } #': "s"})
