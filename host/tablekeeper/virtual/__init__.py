"""Virtual halls: boards of the simulator attached to this very host, for demos, replays and tests.

Nothing is bypassed: keys are pressed on virtual boards, which run the firmware, write their FRAM and
send frames over a modelled USB cable; the host reads them with the same connections, store and
director as it reads real ones.
"""
