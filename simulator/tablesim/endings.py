"""How the simulator ends a running program: exceptions that its own `except Exception` does not catch."""


class PowerLost(BaseException):
    """The processor stops; the program must not continue. Programs cannot catch it by accident."""


class Reload(BaseException):
    """`supervisor.reload()`: the program ends and starts again. Programs cannot catch it by accident."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C on the board's console; the `KeyboardInterrupt` of a board's program."""


class Reset(BaseException):
    """`microcontroller.reset()` or the watchdog: the processor starts again."""
