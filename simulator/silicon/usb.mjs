// A computer at the board's USB port: resets and enumerates the device, reads its names, and serves its serial
// channels (CDC). It fetches whatever the board sends; it never lets the board wait (no NAK is emulated).

/** Requests (USB 2.0, table 9-4; CDC PSTN 1.2, table 13). */
const SET_ADDRESS = 5, GET_DESCRIPTOR = 6, SET_CONFIGURATION = 9, SET_LINE_STATE = 0x22; // prettier-ignore
const DEVICE = 1, CONFIGURATION = 2, STRING = 3, INTERFACE = 4, ENDPOINT = 5; // prettier-ignore
const TO_HOST = 0x80, TO_DEVICE = 0x00, TO_CLASS = 0x21; // prettier-ignore
const CDC_CONTROL = 2, CDC_DATA = 10; // prettier-ignore
const DTR_AND_RTS = 3;
const ENGLISH = 0x409;
const PACKET = 64;
/** Where a device descriptor holds the numbers of its names. */
const NAMES = { manufacturer: 14, product: 15, serial: 16 };
/** Between two requests, as a computer takes it (ns). */
const PAUSE = 200_000;
const ADDRESS = 1;

/** Returns the serial channels that a configuration descriptor holds, in their order. */
export function channelsOf(configuration) {
  const channels = [];
  let control = 0;
  let channel = null;
  for (let at = 0; at + 1 < configuration.length && configuration[at] >= 2; at += configuration[at]) {
    const [, type, first, , , kind] = configuration.slice(at, at + configuration[at]);
    if (type === INTERFACE) {
      if (kind === CDC_CONTROL) control = first;
      channel = kind === CDC_DATA ? { control, in: -1, out: -1, dtr: false, waiting: [], room: 0 } : null;
      if (channel) channels.push(channel);
    } else if (type === ENDPOINT && channel) {
      channel[first & 0x80 ? "in" : "out"] = first & 0x0f;
    }
  }
  return channels;
}

export class UsbHost {
  /** `wanted` says for each channel whether its DTR is to be high; `receive(number, bytes)` gets what comes. */
  constructor(mcu, wanted, receive, note) {
    this.usb = mcu.usbCtrl;
    this.wanted = wanted;
    this.receive = receive;
    this.note = note;
    this.#forget();
    this.alarm = mcu.clock.createAlarm(() => this.usb.sendSetupPacket(this.request.packet));
    this.usb.onUSBEnabled = () => this.usb.resetDevice();
    this.usb.onResetReceived = () => this.#enumerate();
    this.usb.onEndpointWrite = (endpoint, bytes) => this.#sent(endpoint, bytes);
    this.usb.onEndpointRead = (endpoint, room) => {
      const channel = this.channels.find((one) => one.out === endpoint);
      if (!channel) return;
      channel.room = room;
      this.#deliver(channel);
    };
  }

  /** Opens a channel's port (DTR high) or closes it. */
  open(number, dtr) {
    this.wanted[number] = dtr;
    const channel = this.channels[number];
    if (!channel || !this.ready) return;
    channel.dtr = dtr;
    this.note("dtr", number, dtr ? 1 : 0);
    this.#ask([TO_CLASS, SET_LINE_STATE, dtr ? DTR_AND_RTS : 0, channel.control, 0], () => {});
  }

  /** Sends bytes to the board; they wait until it takes them. */
  send(number, bytes) {
    const channel = this.channels[number];
    if (!channel) throw new Error(`the board has no serial channel ${number} yet`);
    channel.waiting.push(...bytes);
    this.#deliver(channel);
  }

  #forget() {
    this.queue = [];
    this.request = null;
    this.channels = [];
    this.ready = false;
    this.names = {};
  }

  #enumerate() {
    this.alarm.cancel();
    this.#forget();
    this.dialogue = this.#introduction();
    this.#advance();
  }

  /** What a computer asks a new device, one request after the other. */
  *#introduction() {
    const describe = (kind, number, language, length) =>
      [TO_HOST, GET_DESCRIPTOR, (kind << 8) | number, language, length];
    yield [TO_DEVICE, SET_ADDRESS, ADDRESS, 0, 0];
    const device = yield describe(DEVICE, 0, 0, 18);
    const head = yield describe(CONFIGURATION, 0, 0, 9);
    const whole = yield describe(CONFIGURATION, 0, 0, head[2] | (head[3] << 8));
    for (const [name, place] of Object.entries(NAMES)) {
      if (device[place] === 0) continue;
      const text = yield describe(STRING, device[place], ENGLISH, 255);
      this.names[name] = Buffer.from(text.slice(2)).toString("utf16le");
    }
    // before the device is configured: it then says at once that it can receive
    this.channels = channelsOf(whole);
    yield [TO_DEVICE, SET_CONFIGURATION, 1, 0, 0];
    this.ready = true;
    this.note("usb", this.channels.length, this.names.product ?? "");
    this.channels.forEach((_, number) => this.wanted[number] && this.open(number, true));
  }

  #advance(answer) {
    const { value, done } = this.dialogue.next(answer);
    if (!done) this.#ask(value, (got) => this.#advance(got));
  }

  #ask([type, request, value, index, length], done) {
    const words = [value, index, length].flatMap((word) => [word & 0xff, word >> 8]);
    const packet = new Uint8Array([type, request, ...words]);
    this.queue.push({ packet, length: type & TO_HOST ? length : 0, got: [], done });
    this.#next();
  }

  #next() {
    if (this.request || !this.queue.length) return;
    this.request = this.queue.shift();
    this.alarm.schedule(PAUSE);
  }

  #sent(endpoint, bytes) {
    if (endpoint) {
      const number = this.channels.findIndex((one) => one.in === endpoint);
      if (number >= 0 && bytes.length) this.receive(number, bytes);
      return;
    }
    const request = this.request;
    if (!request) return;
    request.got.push(...bytes);
    // the end of an answer: all of it, or a packet that is not full; without an answer the empty one
    if (bytes.length === PACKET && request.got.length < request.length) return;
    this.request = null;
    request.done(request.got);
    this.#next();
  }

  #deliver(channel) {
    if (!channel.room || !channel.waiting.length) return;
    const bytes = new Uint8Array(channel.waiting.splice(0, channel.room));
    channel.room = 0;
    this.usb.endpointReadDone(channel.out, bytes);
  }
}
