"""The accounts of a NATS server: each venue may publish below its own name and hear its own answers. Pure.

>>> print(accounts({"federation": "s1", "udine": "s2"}), end="")
authorization {
  users = [
    { user: "federation", password: "s1", permissions: {
      publish: ["tk.*.answer", "$JS.API.>", "$JS.ACK.>"],
      subscribe: ["_INBOX.federation.>"] } }
    { user: "udine", password: "s2", permissions: {
      publish: ["tk.udine.journal.>", "tk.udine.enquiry"],
      subscribe: ["tk.udine.answer", "_INBOX.udine.>"] } }
  ]
}
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from tablekeeper.errors import UserError
from tablekeeper.federation.messages import VENUE

#: the user name of the consumers
FEDERATION = "federation"
#: bytes of a message: an entry is 64 rows, and a row may be long
MAX_PAYLOAD = 8 << 20
#: of a server's store. The stream has its own limit, far below. NATS 2.9 counts the space of a replica once
#: more each time it makes the replica again after kills, up to five times a second; at this limit, by default
#: three quarters of the free disk, it takes no replica any more until it is restarted
MAX_STORE = "1PB"


def accounts(secrets: Mapping[str, str]) -> str:
    """Return the text of the accounts file: the passwords of the venues and of the consumers.

    Raises UserError if a name is not a venue's name.
    """
    lines = ["authorization {", "  users = ["]
    for name, secret in secrets.items():
        if name != FEDERATION and not VENUE.fullmatch(name):
            raise UserError(
                "'%(venue)s' is not a name for a venue: use up to 32 small letters, digits and hyphens, "
                "such as udine.",
                venue=name[:40],
            )
        own = [f"tk.{name}.journal.>", f"tk.{name}.enquiry"], [f"tk.{name}.answer", f"_INBOX.{name}.>"]
        # the consumer creates the stream, and acknowledges the messages that it takes
        all_venues = ["tk.*.answer", "$JS.API.>", "$JS.ACK.>"], [f"_INBOX.{name}.>"]
        publish, subscribe = all_venues if name == FEDERATION else own
        lines += [
            f"    {{ user: {_text(name)}, password: {_text(secret)}, permissions: {{",
            f"      publish: {_texts(publish)},",
            f"      subscribe: {_texts(subscribe)} }} }}",
        ]
    return "\n".join([*lines, "  ]", "}", ""])


def server(
    name: str, listen: str, folder: str, accounts_file: str = "", certificate: str = "", key: str = "",
    cluster: str = "", routes: Sequence[str] = (),
) -> str:  # fmt: skip
    """Return a server's configuration; in a cluster `cluster` is its address, `routes` are the others'."""
    lines = [
        f"server_name: {_text(name)}", f"listen: {_text(listen)}", f"max_payload: {MAX_PAYLOAD}",
        f"jetstream {{ store_dir: {_text(folder)}, max_file_store: {MAX_STORE} }}",
    ]  # fmt: skip
    if certificate:
        lines.append(f"tls {{ cert_file: {_text(certificate)}, key_file: {_text(key)} }}")
    if cluster:
        lines.append(f"cluster {{ name: tablekeeper, listen: {_text(cluster)}, routes: {_texts(routes)} }}")
    if accounts_file:
        lines.append(f"include {_text(accounts_file)}")
    return "\n".join([*lines, ""])


def _text(text: str) -> str:
    return json.dumps(text)


def _texts(texts: Sequence[str]) -> str:
    return json.dumps(list(texts))
