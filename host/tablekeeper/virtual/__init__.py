"""Virtual halls: boards of the simulator connected to this host, for demos, replays and tests.

Nothing is bypassed: keys are pressed on virtual boards, which run the firmware, write their FRAM and send
frames over a modelled USB cable. The host uses the same connections, store and director as for real boards.
"""
