"""`tablekeeper phone invite|list|rename|revoke`, without a host."""

import json

from tablekeeper.cli.whoacts import own_accounts


def test_phones_are_invited_listed_renamed_and_revoked(say, no, command):
    say("table", "new", "--count", 2)
    assert "Phones do not reach the pages" in no("phone", "invite", "Table 2")
    assert "There is no table 'Table 9'" in no("phone", "invite", "Table 9", "--address", "http://192.0.2.7:8000")
    made = json.loads(say("phone", "invite", "Table 2", "--address", "http://192.0.2.7:8000/", "--json"))
    start, _, secret = made.pop("address").partition("#invite=")
    assert (start, made) == ("http://192.0.2.7:8000/board", {"table": "Table 2", "valid_ms": 600_000})
    phones = own_accounts().phones
    # the address of the host that was started last
    phones.reached_at("https://hall.example")
    assert "https://hall.example/board#invite=" in say("phone", "invite", "Table 1")
    assert say("phone", "list") == "No phone is a board.\n"
    assert phones.accept(secret).by
    phones.add("7068000000000001", by="director")
    assert "Phone 1: at no table" in say("phone", "list")
    assert command("phone", "rename", "phone 1", "Red tablet").exit_code == 0
    [one] = json.loads(say("phone", "list", "--json"))
    assert (one["name"], one["board"], one["table"]) == ("Red tablet", "7068000000000001", None)
    assert command("phone", "revoke", "Red tablet").output == "Revoked: Red tablet.\n"
    again = command("phone", "revoke", "Red tablet")
    assert again.exit_code == 2
    assert "There is no phone 'Red tablet'. Phones here: none yet" in again.output
