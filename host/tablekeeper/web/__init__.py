"""The pages of the hall: they call the director's service and contain no rules.

Pages are rendered on the server and are complete without a script. With the page script, server-sent events
name the changed part and the page fetches it again; clocks count down in the browser from a
deadline. Everybody may read; every change needs the director's login.
"""

from .app import make_app
from .serving import Serving, run
from .settings import LOOPBACK_NAMES, Settings, is_loopback

__all__ = [
    "LOOPBACK_NAMES",
    "Serving",
    "Settings",
    "is_loopback",
    "make_app",
    "run",
]
