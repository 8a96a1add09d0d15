"""The file of the accounts: read when it has changed, and written as a whole by one program at a time."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tablekeeper.accounts.account import (
    Account,
    card_day,
    checked_name,
    key_of,
    new_hash,
    signature,
    token_digest,
)
from tablekeeper.accounts.loginjournal import LoginJournal
from tablekeeper.accounts.phones import Phones
from tablekeeper.accounts.privatefile import alone, stamp, write_private
from tablekeeper.accounts.roles import DIRECTOR, DISPLAY, check_role
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _
from tablekeeper.strictjson import loads

#: "links" is missing until a player's link is renewed
_PARTS, _NEEDED = ("secret", "accounts", "links"), ("secret", "accounts")
_FIELDS = ("name", "role", "since", "password", "token", "disabled", "times_disabled")
#: the fields in files of earlier versions
_NEEDED_FIELDS = _FIELDS[:-1]


class OtherAccount(UserError):
    """An account has changed since it was `shown` to the person who changes it."""

    def __init__(self, name: str) -> None:
        super().__init__(_("The account of %(name)s has changed meanwhile: look at it again.", name=name))
        self.name = name


class Accounts:
    """All accounts; `folder` is this user's, `now` returns milliseconds since 1970.

    `by` is the author of a change in the journal of logins. Any thread may call the methods.
    """

    def __init__(self, folder: Path, now: Callable[[], int]) -> None:
        self.path = folder / "accounts"
        self.logins = LoginJournal(folder / "logins", now)
        self.phones = Phones(folder, self.logins, now)
        self._now = now
        self._reading = threading.Lock()
        self._seen: tuple[int, int, int] | None = None
        self._secret = ""
        #: number of a person -> the random text of the present link; a card's key -> text and table's name
        self._links: dict[str, str] = {}
        self._all: dict[str, Account] = {}

    # --- asking ---------------------------------------------------------------------------------

    def all(self) -> tuple[Account, ...]:
        """Return every account by name."""
        return tuple(sorted(self._read().values(), key=lambda one: one.name.casefold()))

    def get(self, name: str) -> Account | None:
        """Return the account of this name, in upper or lower case."""
        return self._read().get(key_of(name))

    def has_director(self) -> bool:
        """Return whether a director can sign in with a password."""
        return any(one.directs for one in self._read().values())

    def by_token(self, token: str) -> Account | None:
        """Return the account of a token, unless it is disabled."""
        # a lookup by hash: its duration reveals nothing about a token
        digest = token_digest(token)
        found = [one for one in self._read().values() if one.token == digest and not one.disabled]
        return found[0] if found else None

    def player_signature(self, number: int) -> str:
        """Return the proof in a link to the pages of a person of the register."""
        self._read()
        if not self._secret:
            with self._changing():
                pass
        return signature(self._secret, f"player/{number}", self._links.get(str(number), ""))

    def card_proof(self, uid: str, day: str, table: str) -> str:
        """Return the proof in the link on the card of a table for one day; "" if it has no card.

        A table of another name is another one: a card says the name that it was made for.
        """
        self._read()
        renewal, _, name = self._links.get(_card(uid, day), "").partition(" ")
        return signature(self._secret, f"table/{uid}/{day}", renewal) if renewal and name == table else ""

    # --- changing -------------------------------------------------------------------------------

    def renew_player_link(self, number: int, *, by: str, address: str = "") -> None:
        """Make a new link to a player's pages; earlier links and their sessions end now."""
        with self._changing(renewed={str(number): secrets.token_hex(8)}):
            pass
        self.logins.enter("renew", f"player {number}", by=by, address=address)

    def new_cards(self, tables: Mapping[str, str], day: str, *, by: str, address: str = "") -> None:
        """Make new cards of tables, uid -> name, for a day; earlier ones of that day open nothing."""
        made = {_card(uid, day): f"{secrets.token_hex(8)} {name}" for uid, name in tables.items()}
        with self._changing(renewed=made):
            pass
        for name in tables.values():
            self.logins.enter("card", name, by=by, address=address)

    def new(
        self, name: str, role: str, password: str | None = None, *, by: str, address: str = ""
    ) -> Account:
        """Make an account; one without a password has a token or a display's link instead."""
        name, role = checked_name(name), check_role(role)
        made = Account(name, role, self._day(), None if password is None else new_hash(password))
        with self._changing() as accounts:
            if key_of(name) in accounts:
                raise UserError(_("%(name)s has an account already.", name=name), field="name")
            accounts[key_of(name)] = _possible(made)
        self.logins.enter("new", name, role=role, by=by, address=address)
        return made

    def first(self, name: str, password: str, *, address: str) -> Account:
        """Make the first director's account; refuse if there is one already."""
        made = Account(checked_name(name), DIRECTOR, self._day(), new_hash(password))
        with self._changing() as accounts:
            if any(one.directs for one in accounts.values()):
                raise UserError(_("There is a director already: sign in by name and password."))
            accounts[key_of(made.name)] = made
        self.logins.enter("new", made.name, role=DIRECTOR, by=made.name, address=address)
        return made

    def set_role(self, name: str, role: str, *, by: str, address: str = "", shown: str = "") -> None:
        """Give an account another role. A display's link never becomes a token for commands or vice versa."""
        self._change(name, "role", by, address, shown, role=check_role(role))

    def set_password(self, name: str, password: str, *, by: str, address: str = "", shown: str = "") -> None:
        """Give an account another password: its sessions end."""
        self._change(name, "password", by, address, shown, password=new_hash(password))

    def disable(self, name: str, *, by: str, address: str = "", shown: str = "") -> None:
        """Disable an account: its sessions and its token end now."""
        self._change(name, "disable", by, address, shown, disabled=True)

    def enable(self, name: str, *, by: str, address: str = "", shown: str = "") -> None:
        """Enable an account again, with its previous password and token."""
        self._change(name, "enable", by, address, shown, disabled=False)

    def new_token(self, name: str, *, by: str, address: str = "", shown: str = "") -> str:
        """Make and return a new token for an account; it replaces the old one. Only its hash is stored."""
        token = secrets.token_urlsafe(32)
        account = self.get(name)
        what = "link" if account is not None and account.role == DISPLAY else "token"
        self._change(name, what, by, address, shown, token=token_digest(token))
        return token

    def revoke(self, name: str, *, by: str, address: str = "", shown: str = "") -> None:
        """Take an account's token away."""
        found = self.get(name)
        if found is None or found.token is None:
            raise UserError("%(name)s has no token: `tablekeeper token list` shows who has one.", name=name)
        self._change(name, "revoke", by, address, shown, token=None)

    def _change(self, name: str, what: str, by: str, address: str, shown: str, **fields: Any) -> None:
        with self._changing() as accounts:
            before = accounts.get(key_of(name))
            if before is None:
                raise UserError(_(
                    "There is no account of %(name)s: choose one of the list.",
                    name=name[:60],
                ), field="name")
            if shown and before.shown != shown:
                raise OtherAccount(before.name)
            after = _possible(replace(before, **fields))
            if after.disabled and not before.disabled:
                after = replace(after, times_disabled=before.times_disabled + 1)
            if after.role != before.role and DISPLAY in (after.role, before.role):
                # a person who has seen a display's link must not be able to use it as a token for commands
                after = replace(after, token=None)
            accounts[key_of(name)] = after
            if before.directs and not any(one.directs for one in accounts.values()):
                raise UserError(
                    _(
                        "%(name)s is the only director who can sign in: make another one first.",
                        name=before.name,
                    )
                )
        self.logins.enter(what, before.name, role=after.role, by=by, address=address)

    def _day(self) -> str:
        return datetime.fromtimestamp(self._now() / 1000, UTC).date().isoformat()

    def _current(self) -> dict[str, str]:
        """Return the links without the cards of past days."""
        # a day is kept longer than it opens, for a clock that is set back
        oldest = _card("", card_day(self._now() - 2 * 24 * 3_600_000))
        return {
            key: one for key, one in self._links.items() if not key.startswith("table ") or key >= oldest
        }

    # --- the file -------------------------------------------------------------------------------

    def _read(self) -> dict[str, Account]:
        """Return the accounts by their keys; read the file again only if it has changed."""
        with self._reading:
            seen = stamp(self.path)
            if seen is None:
                self._links, self._all = {}, {}
            elif seen != self._seen:
                self._secret, self._links, self._all = self._parse()
            self._seen = seen
            return self._all

    def _parse(self) -> tuple[str, dict[str, str], dict[str, Account]]:
        try:
            read = loads(self.path.read_bytes()).fields(_PARTS, _NEEDED)
            links = {key: one.text() for key, one in read["links"].members()} if "links" in read else {}
            accounts = {}
            for each in read["accounts"].items():
                fields = {key: one.value for key, one in each.fields(_FIELDS, _NEEDED_FIELDS).items()}
                accounts[key_of(fields["name"])] = Account(**fields)
            return read["secret"].text(), links, accounts
        except (UserError, AttributeError) as error:
            raise ResourceError(
                _(
                    "The file of the accounts, %(path)s, is damaged (%(error)s): move it away, and start "
                    "again.",
                    path=self.path, error=error,
                )
            ) from error
        except OSError as error:
            raise ResourceError(_(
                "The file of the accounts can't be read: %(error)s.",
                error=error,
            )) from error

    @contextmanager
    def _changing(self, renewed: Mapping[str, str] | None = None) -> Iterator[dict[str, Account]]:
        """Yield the accounts for changes, then write them with renewed links of players.

        An exception leaves the file unchanged.
        """
        with alone(self.path.with_name("accounts.lock"), "The account"):
            accounts = dict(self._read())
            yield accounts
            secret = self._secret or secrets.token_hex(32)
            told = {
                "secret": secret, "accounts": [asdict(one) for one in accounts.values()],
                "links": self._current() | dict(renewed or {}),
            }  # fmt: skip
            write_private(self.path, json.dumps(told, indent=1) + "\n", "The account")
            self._seen = None
            self._read()


def _possible(account: Account) -> Account:
    """Return an account; refuse an impossible one."""
    if account.role == DISPLAY and account.password is not None:
        raise UserError(_("A display has a link and no password: choose another role."), field="role")
    return account


def _card(uid: str, day: str) -> str:
    """Return the key of a table's card among the links; keys of cards are in the order of their days."""
    return f"table {day} {uid}"
