"""What things take on the real board, in microseconds; measured there or rounded up from its data sheets."""

BOOT_US = 1_000_000
"""The safe-mode wait after a reset; boot.py runs then."""
CODE_US = 1_600_000
"""From reset to the first line of code.py."""
USB_US = 2_200_000
"""From reset to the host having enumerated the device."""
RELOAD_US = 300_000
"""A soft reload: the VM is taken down and started again."""
CALL_US = 3
"""What one polling call into a built-in module costs; keeps busy-waiting loops moving."""
LOOP_US = 100
"""The rest of one pass of the firmware's loop."""
