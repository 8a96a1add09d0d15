"""Events in the director's service: a journal of actions, the event it makes, and what may be added to it.

`state` is an event as it stands, `journal` declares its actions, `document` reads and writes exported
events, and `service` is what pages and commands ask.
"""
