"""The USB cable: a CDC channel's two FIFOs on the board, and the host's end of it.

Modelled as TinyUSB behaves on the RP2040: 256-byte FIFOs, 64-byte packets, and DTR. While the host's DTR is
low the transmit FIFO is overwritable (the oldest bytes are lost), and the first packet already sits in the
endpoint and cannot be removed from there: a host that connects later receives it first.
DTR is a level without an event: a program must poll it, and an idle program polls every LOOK_US.
"""

from __future__ import annotations

from collections.abc import Callable

from tablesim.faults import FaultPlan
from tablesim.timeline import Timeline

FIFO_BYTES = 256
PACKET_BYTES = 64
TRANSFER_US = 250
"""From one end of the cable to the other, polling and operating system included."""
LOOK_US = 2_100
"""A rest of `Hardware.idle` (measured on the board): DTR that was low for less can go unseen."""
CTRL_C = b"\x03"
HOST_QUEUE_BYTES = 4096
"""What the host's operating system takes from a program before it must wait."""


class TransportLost(ConnectionError):
    """The device is not there (any more): unplugged, reset or without power."""


class Channel:
    """One serial channel (console or data) with both its ends."""

    def __init__(self, timeline: Timeline, stimulate: Callable[[], None]) -> None:
        self.timeline = timeline
        self.enumerated = False
        """The host sees the device."""
        self.dtr = False
        self.tx = bytearray()
        self.rx = bytearray()
        self.endpoint = b""
        self.host_in = bytearray()
        self.host_out = bytearray()
        self.stalled = False
        """The host has the port open but does not fetch what arrives."""
        self.faults: FaultPlan | None = None
        self.on_data: Callable[[], None] | None = None
        self.on_interrupt: Callable[[], None] | None = None
        """What Ctrl-C does on a console, also when nobody reads it."""
        self.session = 0
        self.sent_bytes = 0
        self.received_bytes = 0
        self._stimulate = stimulate
        self._tx_moving = False
        self._rx_moving = False

    # The board's end

    def write(self, data: bytes) -> int:
        """Accept as many bytes as fit. Without a connected host it accepts all, and the oldest are lost."""
        if self.dtr and self.enumerated:
            data = data[: FIFO_BYTES - len(self.tx)]
        self.tx += data
        del self.tx[: max(0, len(self.tx) - FIFO_BYTES)]
        if self.enumerated and not self.endpoint:
            self.endpoint = bytes(self.tx[:PACKET_BYTES])
            del self.tx[:PACKET_BYTES]
        self._pump_out()
        return len(data)

    def take(self, count: int) -> bytes:
        """Remove and return up to ``count`` received bytes."""
        found = bytes(self.rx[:count])
        del self.rx[:count]
        if self.host_out:
            self._pump_in()
        return found

    def clear_output(self) -> None:
        """Empty the transmit FIFO; the packet in the endpoint stays."""
        self.tx.clear()

    def attach(self) -> None:
        """The host has enumerated the device."""
        self.enumerated = True

    def detach(self) -> None:
        """The device is gone for the host; both FIFOs start again."""
        self.enumerated = self.dtr = False
        self.session += 1
        self.tx.clear()
        self.rx.clear()
        self.endpoint = b""
        self.host_out.clear()

    # The wires

    def connect(self, dtr: bool) -> None:
        """Open or close the port at the host; a resting board checks DTR later, and sees its state then."""
        self.dtr = dtr
        if dtr:
            self._pump_out()
        else:
            self.host_out.clear()
        self.timeline.push(self.timeline.now_us + LOOK_US, _look, self._stimulate)

    def offer(self, data: bytes) -> int:
        """Write bytes from the host's program; return the number that its operating system accepted."""
        taken = data[: HOST_QUEUE_BYTES - len(self.host_out)]
        self.host_out += taken
        self._pump_in()
        return len(taken)

    def resume(self) -> None:
        """The host fetches again."""
        self.stalled = False
        self._pump_out()

    def _pump_out(self) -> None:
        ready = self.dtr and self.enumerated and not self.stalled and not self._tx_moving
        if ready and (self.tx or self.endpoint):
            self._tx_moving = True
            self.timeline.push(self.timeline.now_us + TRANSFER_US, self._arrive, self.session)

    def _arrive(self, session: int) -> None:
        self._tx_moving = False
        if session != self.session or not self.dtr or self.stalled:
            self._pump_out()
            return
        data = self.endpoint + bytes(self.tx)
        self.endpoint = b""
        self.tx.clear()
        if self.faults is not None:
            data = self.faults.mangle(data)
        self.sent_bytes += len(data)
        self.host_in += data
        if data and self.on_data is not None:
            self.on_data()

    def _pump_in(self) -> None:
        if self.enumerated and self.host_out and not self._rx_moving:
            self._rx_moving = True
            self.timeline.push(self.timeline.now_us + TRANSFER_US, self._deliver, self.session)

    def _deliver(self, session: int) -> None:
        self._rx_moving = False
        if session != self.session:
            self._pump_in()
            return
        moved = False
        # A packet is only accepted when a whole one would fit.
        while self.host_out and FIFO_BYTES - len(self.rx) >= PACKET_BYTES:
            packet = bytes(self.host_out[:PACKET_BYTES])
            del self.host_out[:PACKET_BYTES]
            if self.faults is not None:
                packet = self.faults.mangle(packet)
            if CTRL_C in packet and self.on_interrupt is not None:
                self.on_interrupt()
            self.received_bytes += len(packet)
            self.rx += packet[: FIFO_BYTES - len(self.rx)]
            moved = True
        if moved:
            self._stimulate()


def _look(stimulate: Callable[[], None]) -> None:
    stimulate()


class UsbDevice:
    """The board's USB side: which channels exist, and whether a host sees them."""

    def __init__(self, timeline: Timeline, stimulate: Callable[[], None]) -> None:
        self.timeline = timeline
        self.console = Channel(timeline, stimulate)
        self.data = Channel(timeline, stimulate)
        self.console_enabled, self.data_enabled = True, False
        self.drive_enabled = True
        """Whether a host that sees the device sees its drive too."""
        self.plugged = True
        self.manufacturer, self.product = "Raspberry Pi", "Pico"
        self.vid, self.pid = 0x239A, 0x80F4
        self._ready_at: int | None = None
        self._start_number = 0

    @property
    def enumerated(self) -> bool:
        """Whether the host has seen the device."""
        return self.console.enumerated or self.data.enumerated

    def start(self, ready_us: int) -> None:
        """boot.py is done: the device appears on the bus at ``ready_us`` if it is plugged in."""
        self._ready_at = ready_us
        self._appear()

    def stop(self) -> None:
        """Reset or power loss: the device vanishes, and its settings with it."""
        self._ready_at = None
        self._start_number += 1
        self.console.detach()
        self.data.detach()
        self.console_enabled, self.data_enabled = True, False
        self.drive_enabled = True

    def plug(self, plugged: bool) -> None:
        """Plug the cable in, or pull it out."""
        self.plugged = plugged
        self._start_number += 1
        if plugged:
            self._appear()
        else:
            self.console.detach()
            self.data.detach()

    def _appear(self) -> None:
        if self._ready_at is not None and self.plugged:
            delay = 100_000  # the host needs about that long to find a device that is ready
            when = max(self._ready_at, self.timeline.now_us + delay)
            self.timeline.push(when, self._enumerate, self._start_number)

    def _enumerate(self, start: int) -> None:
        if start == self._start_number and self.plugged and self._ready_at is not None:
            if self.console_enabled:
                self.console.attach()
            if self.data_enabled:
                self.data.attach()


class HostPort:
    """The host program's serial port to one channel of a board."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._session: int | None = None

    @property
    def present(self) -> bool:
        """Whether the operating system lists the port."""
        return self.channel.enumerated

    @property
    def is_open(self) -> bool:
        """Whether this port is open and its device still there."""
        return self._session is not None and not self.lost

    @property
    def lost(self) -> bool:
        """Whether the device went away under the open port."""
        channel = self.channel
        return self._session is not None and (self._session != channel.session or not channel.enumerated)

    def on_data(self, fn: Callable[[], None] | None) -> None:
        """Call ``fn`` whenever bytes have arrived."""
        self.channel.on_data = fn

    def open(self) -> None:
        """Open the port and set DTR; raise TransportLost if there is no device."""
        if not self.channel.enumerated:
            raise TransportLost("The board's port is not there; plug it in and wait for it to start.")
        self._session = self.channel.session
        self.channel.host_in.clear()
        self.channel.connect(True)

    def close(self) -> None:
        """Close the port and clear DTR; allowed at any time."""
        if self.is_open:
            self.channel.connect(False)
        self._session = None

    def drop_dtr(self, ms: int) -> None:
        """Clear DTR for this time, as when one program ends while another opens the port."""
        self._check()
        self.channel.connect(False)
        self.channel.timeline.after(ms * 1000, self._raise_dtr)

    def _raise_dtr(self) -> None:
        if self.is_open:
            self.channel.connect(True)

    def read(self) -> bytes:
        """Return all received bytes; raise TransportLost if the device is gone."""
        channel = self.channel
        if self._session != channel.session or not channel.enumerated:
            self._check()
        arrived = channel.host_in
        if not arrived:
            return b""
        found = bytes(arrived)
        arrived.clear()
        return found

    def write(self, data: bytes) -> int:
        """Send bytes; return the number that the operating system accepted."""
        self._check()
        return self.channel.offer(bytes(data))

    def _check(self) -> None:
        if self._session is None:
            raise TransportLost("The port is not open.")
        if self.lost:
            raise TransportLost("The board was unplugged or started again; open its port anew.")
