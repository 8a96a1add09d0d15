"""Costs on the real board: times in microseconds, memory in bytes, each with its source.

"Measured" alone means CircuitPython 10.1 on an emulated RP2040 with the whole firmware and a modelled flash
cache; computed figures say so. The first group applies to every board of the simulator; processor, loading
and heap apply only to a board with a `tablesim.processor.Processor`.
"""

# --- start and calls --------------------------------------------------------------------------------

BOOT_US = 1_000_000
"""The safe-mode wait after a reset; boot.py runs then. Measured."""
CODE_US = 1_600_000
"""From reset to the first line of code.py on a board that computes in no time."""
USB_US = 2_200_000
"""From reset to the host having enumerated the device. Measured with a boot.py that enables two channels."""
OWN_START_US = 2_200_000
"""From reset to the first line of code.py on a board with a processor: 2.2 of the 3.4 s until the first
picture are CircuitPython's own. Measured."""
BOOT_OUT_US = 300_000
"""The first boot writes boot_out.txt: five sector erases, interrupts off meanwhile. Measured."""
RELOAD_US = 300_000
"""A soft reload: the VM is taken down and started again. Rounded up."""
CALL_US = 3
"""What one polling call into a built-in module costs; keeps busy-waiting loops moving."""
LOOP_US = 100
"""The rest of one pass of the firmware's loop. An idle pass was measured with 0.12 ms."""

# --- sleeping ---------------------------------------------------------------------------------------

SLEEP_HZ = 32_768
"""`time.sleep` rounds to milliseconds, then up to ticks of this clock. Source of the RP2040 port."""
SLEEP_MORE_US = 60
"""What a sleep takes beyond its ticks: `time.sleep(0.002)` took 2.07 to 2.10 ms. Measured."""

# --- the processor's work ---------------------------------------------------------------------------

STEP_US = 2.15
"""One step of a line. Measured: a round of `for i in range(n): x += i`, five steps, took 12 us, and fitted to
readable .mpy -O2, 3 minutes of backgammon: most presses took 20 to 35 ms, the heavy ones 50 to 60."""

# --- loading modules --------------------------------------------------------------------------------

MPY_BYTE_US = 12.5
"""Loading a byte of .mpy and running the module's own lines. Computed: the backgammon program's six modules,
19,661 bytes as .mpy -O2, came in 336 ms, collections included; the start's 86 KB in 1.1 s."""
PY_BYTE_US = 63
"""The same from source, per byte that it has as .mpy. Computed: the same modules came in 1,394 ms."""
FILE_US = 2000
"""Finding and opening one file of a package on the drive. What is left of the two figures above."""

# --- the heap ---------------------------------------------------------------------------------------

GROWN_HEAP_BYTES = 182_528
"""The heap when it has grown as far as it can. Measured in the build of the measurements."""
HEAP_BYTES = GROWN_HEAP_BYTES - 24_272
"""The same of a stock image, which has about 24 KB less. Measured with so many bytes taken away."""
FREE_BYTES = 178_864
USED_BYTES = 16_848
"""What `gc` answers on a board that computes in no time: a display set up, nothing else. Measured."""
COLLECT_US = 3_000
"""A collection on such a board. Rounded up."""
HEAP_START_BYTES = 8_192
"""The area the heap starts with; each one it gets doubles it. CIRCUITPY_HEAP_START_SIZE of the port."""
BLOCK_BYTES = 16
"""Allocations are whole blocks of so many bytes. MicroPython's `gc.c`, pointers of 4 bytes."""
SLICE_BYTES = 16
"""The object that `a:b` is between brackets. MicroPython before 1.26; later ones mostly need none."""
NATIVE_BYTES = 5_280
"""Objects of built-in modules (bus, keys, USB): 195,712 B were free before, 190,432 B after. Measured."""
MODULE_BYTES = 250
"""A module object with its table of names, beyond its .mpy's bytes. 32-bit VM: modules without code."""
LIVE_PER_MPY_BYTE = 1.27
"""Live bytes per byte of .mpy: code, constants, names. 32-bit VM: the
readable firmware as .mpy -O2, started with its backgammon program, kept 129,456 B."""
COMPILED_PER_MPY_BYTE = 7
"""Garbage of compiling a source, per byte that it has as .mpy. 32-bit VM: 38,700 B for app.py (6,086 B as
.mpy), 40,248 B for journal.py (5,140 B)."""
LOADED_PER_MPY_BYTE = 0.38
"""Garbage of loading a .mpy. 32-bit VM: the 55,765 B of the start allocate 106,928 B and keep 85,504 B."""
MEM_INFO_US = 2_000
"""`gc.mem_free` and `gc.mem_alloc` look at every block. Computed: 10,000 of them, 25 cycles each."""
COLLECTIONS = ((0, 1_000), (94_000, 8_900), (134_800, 21_700), (150_000, 24_000))
"""A collection by live bytes. Measured: a nearly empty heap; compacted .mpy with 91.7 KiB; readable .mpy with
24,272 B taken away and 23.4 KB free; the longest that was seen, with the largest programs."""

# --- flash ------------------------------------------------------------------------------------------

ERASE_US = 45_000
"""Erasing and programming the one 4 KiB sector of `nvm`, interrupts off. Typical figure of the flash chip."""
PROGRAM_US = 700
"""Programming a page into erased flash. Typical figure of the flash chip."""
