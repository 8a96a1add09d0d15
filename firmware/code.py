"""The board's program: open the hardware, then step and rest in an endless loop; restart after failures.

The watchdog runs from the beginning. After a failure in the loop, Rescue restarts the program; after one
outside the loop, lastresort.py does. While the drive is shown, somebody works on the program: the watchdog
is then stopped, Ctrl-C stops the program, and a failure outside the loop is shown on the console.
"""

import time

import microcontroller
import storage
import supervisor
from watchdog import WatchDogMode

#: the longest that the RP2040's watchdog can wait (s)
PATIENCE = 8
#: reset reasons that mean that somebody has switched the board on, or reset it
BY_HAND = (microcontroller.ResetReason.POWER_ON, microcontroller.ResetReason.RESET_PIN)

# while the watchdog runs, the program's own reset cannot be told from the watchdog's reset
reset_reason = microcontroller.cpu.reset_reason
first = reset_reason in BY_HAND and supervisor.runtime.run_reason is supervisor.RunReason.STARTUP
playing = not storage.getmount("/").readonly
in_loop = (Exception, KeyboardInterrupt) if playing else (Exception,)
outside = in_loop if playing else ()
if playing:
    microcontroller.watchdog.timeout = PATIENCE
    microcontroller.watchdog.mode = WatchDogMode.RESET
try:
    if playing and not first:
        import lastresort

        lastresort.go_on(reset_reason)

    from tabledevice.app import App
    from tabledevice.hardware import Hardware
    from tabledevice.rescue import Rescue

    hardware = Hardware(reset_reason)
    rescue = Rescue(hardware)
    app = None
    while True:
        try:
            if app is None:
                app = App(hardware)
            app.step()
            hardware.feed()
            hardware.idle(app.until)
        except in_loop as error:
            # after any error: a table whose clock never runs again is worse
            rescue.bring_back(app, error)
except outside:
    try:
        import lastresort

        lastresort.start_again()
    except Exception:
        # Rescue itself can't be loaded
        time.sleep(PATIENCE)
        microcontroller.reset()
