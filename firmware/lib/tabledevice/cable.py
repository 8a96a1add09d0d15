"""The cable to the host: passes received bytes to the link, and sends the link's bytes while there is room.

A new connection begins a new session. A host that watches gets the changed pages of the display. Error
reports are sent as lines of text between the frames.
"""

from micropython import const

from tablecore import link
from tablecore.sheets.sheet import EMPTY
from tabledevice import texts

_RX = const(256)
_FRAME = const(250)
#: most bytes in a line of log output
_LOG_LINE = const(100)


class Cable:
    """The USB data channel of an application; `log` holds lines of text for the host."""

    def __init__(self, app):
        self._app = app
        self._received = bytearray(_RX)
        self._received_view = memoryview(self._received)
        self.log = b""
        self.begin()

    def begin(self):
        """Assume that no host is connected; the next `serve` checks."""
        self.connected = self._app.hardware.attended = False
        self._refused_major = 0
        self._watching = False

    def greet(self, now):
        """Begin a session with the host that is connected."""
        # 24 random bits, never 0: a small int on the board
        drawn = self._app.hardware.draw(3)
        self._app.link.opened(now, 1 + (drawn[0] << 16 | drawn[1] << 8 | drawn[2]))

    def serve(self, now):
        """Move the bytes that can be moved, both ways."""
        app = self._app
        if app.notice is not None and now >= app.notice.until:
            self.tell_no_more()
        data = app.hardware.data
        if data is None:
            return
        hardware = app.hardware
        connected = data.connected
        if connected != self.connected or hardware.hung_up:
            self.connected = hardware.attended = connected
            hardware.hung_up = False
            app.view.dirty = True
            # drop the bytes of an earlier session from the buffer, before the next host reads them
            data.reset_output_buffer()
            if connected:
                self.greet(now)
            else:
                app.link.closed()
        if not connected:
            return
        waiting = data.in_waiting
        while waiting:
            count = data.readinto(self._received_view[: min(waiting, _RX)])
            if not count:
                break
            app.link.receive(self._received_view[:count], now)
            waiting = data.in_waiting
        if app.link.refused_major != self._refused_major:
            self._refused_major = app.link.refused_major
            if self._refused_major:
                app.flash(texts.HOST_VERSION, now)
        if app.link.notice is not None:
            from tabledevice import notice

            notice.take(app, now)
        if app.link.commands:
            # orders are rare, so the module that carries them out is loaded only for them
            app.forget_lessons()
            app.garbage.make_room()
            from tabledevice.orders import Orders

            Orders(app).obey(now)
            if app.fold.sheet.phase != EMPTY:
                app.hardware.forget("tabledevice.orders")
                app.hardware.forget("tabledevice.directing")
            app.garbage.make_room()
            if app.program.NUMBER != app.fold.sheet.PROGRAM:
                app.load_program()
        if self.log:
            self._send_log(data)
        while True:
            frame = app.link.tick(now, _RX - data.out_waiting)
            if not frame:
                break
            data.write(frame)
        watching = app.link.phase == link.UP and now < app.link.watched_until
        if watching and not self._watching:
            app.oled.watch()
        self._watching = watching
        if watching:
            self._send_display(data)

    def tell_no_more(self):
        """End the host's text for the players, if there is one."""
        app = self._app
        if app.notice is not None:
            app.notice = None
            app.hardware.forget("tabledevice.notice")
            app.view.dirty = True

    def deadline(self, now):
        """Return when `serve` has something to do even if nothing arrives."""
        app = self._app
        due = app.link.deadline()
        if app.notice is not None:
            due = min(due, app.notice.due)
        if due <= now or app.link.is_pending() or (app.oled.mirror and self._watching):
            # the host has not emptied the buffer yet
            return now + 5
        return due

    def _send_log(self, data):
        # one line at a time, so that a host recognises it as log output
        line = self.log.split(b"\n", 1)[0]
        if _RX - data.out_waiting > _LOG_LINE:
            data.write(line[:_LOG_LINE] + b"\n")
            self.log = self.log[len(line) + 1 :]

    def _send_display(self, data):
        oled = self._app.oled
        page = 0
        while oled.mirror and page < 8:
            if oled.mirror & (1 << page):
                if _RX - data.out_waiting < _FRAME:
                    return
                data.write(self._app.link.display(page, 0, oled.take_page(page)))
            page += 1
