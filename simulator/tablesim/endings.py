"""How the simulator ends a running program: exceptions that its own `except Exception` does not catch."""


class PowerLost(BaseException):
    """The processor stops here; nothing of the program may run on. Programs cannot catch it by accident."""


class Reload(BaseException):
    """`supervisor.reload()`: the program ends and starts again. Programs cannot catch it by accident."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C on the board's console; what a board's program calls `KeyboardInterrupt`."""


class Reset(BaseException):
    """`microcontroller.reset()` or the watchdog: the processor starts again."""
