"""The hall in a browser: a thin face over the director's service.

Pages are rendered here and are complete without a script. With the page script, server-sent events
name what changed and the page fetches that part again; clocks count down in the browser from a
deadline. Whoever comes may watch; whatever changes something needs the director's login.
"""

from .app import make_app
from .passwords import hash_password
from .serving import Serving, run
from .settings import LOOPBACK_NAMES, Settings, is_loopback

__all__ = [
    "LOOPBACK_NAMES",
    "Serving",
    "Settings",
    "hash_password",
    "is_loopback",
    "make_app",
    "run",
]
