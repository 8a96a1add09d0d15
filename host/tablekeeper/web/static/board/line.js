// The line to the host: a WebSocket that carries the frames of the board's cable.
const PING = 3000;
// without a sign of the host for so long the line is dead (ms): after a sleep sockets look open that are not
const SILENCE = 8000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
// frames of the board begin with other characters
const SIGN = "\u0005";
// more than this is not sent yet: the host does not read
const FULL = 65536;

// why the host ends a line for good: this phone's right was taken back; a newer line of this phone is open
const ENDS = { 4403: "revoked", 4409: "window" };

export class Line {
  constructor(address, board) {
    this.address = address;
    this.board = board;
    this.pause = FIRST_PAUSE;
    this.socket = null;
    this.ended = false;
  }

  open() {
    if (!this.address || this.ended) return;
    const at = new URL(this.address, location.href);
    at.protocol = at.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(at));
    let pulse = 0;
    let heard = performance.now();
    let rest = "";
    const alive = () => {
      if (performance.now() - heard > SILENCE) socket.close();
      else if (socket.readyState === WebSocket.OPEN) socket.send(SIGN);
    };
    // the board's channel holds 256 bytes: give it what fits, after each pass
    const give = () => {
      while (rest) {
        const count = this.board.room();
        const piece = rest.slice(0, count);
        rest = rest.slice(count);
        this.board.receive(piece);
        if (!count) break;
      }
      if (rest) setTimeout(give, 5);
    };
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      pulse = setInterval(alive, PING);
      this.board.state(null);
      this.board.opened();
    };
    socket.onmessage = (event) => {
      heard = performance.now();
      if (event.data === SIGN) return;
      const idle = !rest;
      rest += event.data;
      if (idle) give();
    };
    socket.onclose = (event) => {
      clearInterval(pulse);
      rest = "";
      this.socket = null;
      if (this.ended) return;
      this.board.closed();
      this.board.state(ENDS[event.code] || "offline");
      if (event.code in ENDS) return;
      setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    };
  }

  send(text) {
    if (this.socket?.readyState === WebSocket.OPEN && this.socket.bufferedAmount < FULL) this.socket.send(text);
  }

  close() {
    this.ended = true;
    this.socket?.close();
  }
}
