"""A small simulated board that runs in the firmware's own Python (MicroPython or CircuitPython).

The main simulator needs CPython: greenlets, type checks, dictionaries of pins. Here the same chips
and CircuitPython modules are written again in the subset that MicroPython and CircuitPython can run. They are
driven by a script of keys and bytes with their times, and by a clock that only advances while the program
rests. So the firmware runs unchanged in a real 32-bit Python, its heap can be measured, and its output can be
compared with the same run on CPython.

    world      the clock, the scripted events, and the queues
    chips      SSD1306 and MB85RC256V, byte by byte
    modules    board, busio, keypad and the others, as the program imports them
    live       the same board in real time, for the phone's page
    play       boot.py and code.py from the first line on, in slices, with garbage collection between them
"""
