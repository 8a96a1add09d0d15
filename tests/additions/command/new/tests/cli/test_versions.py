"""`tablekeeper versions`: both versions, in words and as JSON."""

import json

from tablecore import messages
from tablekeeper.version import __version__


def test_both_versions_are_told(command):
    protocol = f"{messages.MAJOR}.{messages.MINOR}"
    assert command("versions").stdout == f"program {__version__}\nprotocol {protocol}\n"
    assert json.loads(command("versions", "--json").stdout) == {"program": __version__, "protocol": protocol}
