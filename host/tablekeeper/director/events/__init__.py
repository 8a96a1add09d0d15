"""Events in the director's service: a journal of actions per event, and the state folded from it.

`state` is the present state of an event, `journal` declares its actions, `document` reads and writes
exported events, and `service` is what pages and commands call.
"""
