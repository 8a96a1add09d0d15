"""A small simulated board that runs in the firmware's own Python (MicroPython or CircuitPython).

The simulator proper needs CPython: threads of control, type checks, dictionaries of pins. Here the same chips
and CircuitPython modules are written once more in the subset that MicroPython and CircuitPython run, driven
by a script of keys and bytes with their times and by a clock that only moves while the program rests. So the
firmware runs unchanged inside a real 32-bit Python, its heap can be measured, and its output can be compared
with the same run on CPython.

    world      the clock, what happens when, and what waits in the queues
    chips      SSD1306 and MB85RC256V, byte by byte
    modules    board, busio, keypad and the others, as the program imports them
    play       boot.py and code.py from the first line on, in slices, with garbage collection between them
"""
